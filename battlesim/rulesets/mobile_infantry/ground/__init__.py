"""Models on the ground: terrain, movement, sight, captives and the activation of units."""
