"""Panels of the battle screen, each of which is drawn from the window's data."""
