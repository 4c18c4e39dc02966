"""The maintainer's screens. They know the vision, which a table that starts does not wait for."""
