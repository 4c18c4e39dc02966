"""How the judges of d12's numerals are trained and examined: `python -m vision.training.d12 FONTS`."""
