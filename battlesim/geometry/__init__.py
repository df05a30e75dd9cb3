"""Plane geometry with plain numbers and rings of points, in inches.

Only this package imports Shapely and pymunk.
"""
