"""Plane geometry of numbers and rings of points, in inches; only this package imports Shapely and pymunk."""
