"""Markers: what they hold, when they are turned over, those that come later."""
