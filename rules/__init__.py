"""What the games are: pure values and functions. No clock, no randomness, no input or output."""
