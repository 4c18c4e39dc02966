"""What passes between a table and the outside, as plain values: orders, announcements, best lists, where they lie.

The table's screens and the fleet's programs both know these words; neither knows the other.
"""
