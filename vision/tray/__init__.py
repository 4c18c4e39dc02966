"""White d6 in the tray: where the tray is, what may be dice, whether they lie flat, and what they show."""
