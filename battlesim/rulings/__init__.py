"""Rulings on the pieces of a table: sight, cover, arcs, templates, measuring and movement."""
