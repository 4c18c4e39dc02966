"""What the dice show: pictures in, readings out. Knows nothing of games, players or the screen."""
