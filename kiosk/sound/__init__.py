"""What the table lets people hear: short, wooden, warm and quiet.

`cues` says which sounds there are and makes them, `heard` which one belongs to what happens, `loudness` how loud it
is, `player` plays it. `python -m kiosk.sound` writes a sheet of all of them to listen to and to look at.
"""
