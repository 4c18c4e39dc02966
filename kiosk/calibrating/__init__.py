"""Calibrating without the screen, and which calibration counts."""
