"""Rendering of views of the table, first to draw lists and then to pixels."""
