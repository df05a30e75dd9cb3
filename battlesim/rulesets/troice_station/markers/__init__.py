"""Markers: their contents, when they are turned over, and markers that appear late."""
