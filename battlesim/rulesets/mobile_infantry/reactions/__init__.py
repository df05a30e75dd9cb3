"""Reactions to the Actions of the other side."""
