"""Where models are, move, enter and see."""
