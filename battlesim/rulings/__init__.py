"""Rulings on floor 2: sight, cover, arcs, templates, measuring and movement of real pieces."""
