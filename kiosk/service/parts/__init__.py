"""The tests of service mode, one part of the table each."""
