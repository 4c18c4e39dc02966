"""The match under way: its moves, the dice they were made with, and how all of it is written down and read back."""
