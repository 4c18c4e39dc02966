"""The table's health: one file a check, each a plain function of what was measured.

`listing.CHECKS` names them in their order; `raflebord doctor` shows them as a table. Whoever shows them otherwise, one
by one on a screen, calls the same functions.
"""
