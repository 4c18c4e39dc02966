"""The buttons that people press: one protocol, a keyboard and real buttons on GPIO."""
