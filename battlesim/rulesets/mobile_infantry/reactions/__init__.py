"""Reactions to the acts of the other side."""
