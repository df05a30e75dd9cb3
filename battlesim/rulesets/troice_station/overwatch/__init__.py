"""Overwatch fire, out of turn."""
