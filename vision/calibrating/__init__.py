"""Calibrating the camera over the tray: what is measured, what can be wrong, and what is kept.

Pictures in, a `vision.calibration.Calibration` out, or a `Trouble` with one sentence. No screen, no camera, no clock.
"""
