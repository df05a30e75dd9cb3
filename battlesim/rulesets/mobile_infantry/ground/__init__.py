"""Rules for models on the ground: surface, movement, sight, captives and the activation of units."""
