"""Black d12: found, fitted, judged to stand, and read by their numerals."""

TAUGHT = "d12.npz"
"""The name of the file with what a table's own d12 look like, beside its calibration (`d12.taught`)."""
