"""Markers, which hide creatures: their contents, when they are turned over, and late arrivals."""
