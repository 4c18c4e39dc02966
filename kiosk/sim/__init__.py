"""A simulated guest at the simulated table, and whole games played by it."""
