"""Moves along a path, with the reactions of waiting enemies."""
