"""Markers: their contents, when they are turned over, and the late ones."""
