"""Rendering: from a view of the table to a draw list, and from that to pixels."""
