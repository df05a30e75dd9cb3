"""The engine: decisions, dice, steps, runs and the record."""
