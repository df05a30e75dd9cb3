"""Panels of the battle's screen; each builds its items and hotspots from the window's model."""
