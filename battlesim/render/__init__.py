"""Rendering of the table as a side sees it: first to lists of items to draw, then to pixels."""
