"""The drawing kit: text that fits, signs, dice, photographs, buttons, the tray. It knows no rule."""
