"""Watching the tray frame by frame: quiet or not, whose hand, which die is which, and when to read."""
