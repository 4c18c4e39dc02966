"""Pictures of every screen, made by the real table in front of the simulated camera."""
