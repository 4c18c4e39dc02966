"""Black d12: found, fitted, judged to stand, and read by their numerals."""
