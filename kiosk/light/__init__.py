"""The tray controller as the kiosk sees it: frames, messages, a session, the link, and the table's mood."""
