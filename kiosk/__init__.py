"""What people see and do: the only part that knows the others, and the only one with a screen and buttons."""
