"""Between a reading and a move: which die is which, whether it counts, and what to say to people."""
