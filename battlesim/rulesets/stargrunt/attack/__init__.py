"""Fire: targets, dice, hits and casualties."""
