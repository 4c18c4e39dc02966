"""Many tables: what one tells a café's broker (MQTT), and what it lets itself be told.

The table's own program has no network. It writes a small file whenever its state changes (`telling`), and reads orders
from a socket of the machine (`letterbox`). `raflebord fleet` is a program of its own: it reads that file and the
journal, talks to the broker (`line`, `bridge`), and drops orders into the letterbox. `raflebord house` (`house_list`)
puts the best lists of all tables together. What goes out is always a state, never a queue: docs/fleet.md.
"""
