"""Fire actions: targets, dice, hits and casualties."""
