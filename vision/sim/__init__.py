"""The simulated table: a tray, dice, a hand and a camera, all drawn; for demos, development and tests.

It knows the truth about every die. The reader never sees anything of it but the pictures.
"""
