"""Installs and updates a table. Standard library only: it has to work when the program itself does not."""
