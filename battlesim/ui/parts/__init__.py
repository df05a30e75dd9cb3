"""What windows are composed of."""
