"""Rulings on the pieces of a table: sight, cover, firing arcs, templates, measurements and movement."""
