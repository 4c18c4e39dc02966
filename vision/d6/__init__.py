"""d6 of another colour than white: their colour learnt once, and the tray's picture seen as if they were white."""

TAUGHT = "d6.json"
"""The name of the file with the colour of a table's own d6, beside its calibration (`d6.colour`)."""
