"""Confidence, reaction and panic tests, and the actions that failures force on units."""
