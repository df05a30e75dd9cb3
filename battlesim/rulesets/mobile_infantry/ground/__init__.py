"""Ground rules: surface, movement, sight, captives and the activation of units."""
