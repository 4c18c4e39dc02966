"""Dice in a photograph of unknown scale: searched from coarse to fine, told from what only looks like dice, read."""
