"""The game engine: it asks players for decisions, rolls dice, runs the rules, and records battles."""
