"""Reactions to what the other side has done."""
