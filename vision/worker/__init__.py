"""The camera's own process, and what it and its parent say to each other."""
