"""The game engine: decisions, dice, rule steps, runs of battles and their records."""
