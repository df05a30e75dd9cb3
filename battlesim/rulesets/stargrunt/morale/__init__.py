"""Confidence, reaction and panic, and what units must do without them."""
