"""Attack dice: who may roll them, their targets, their results and their odds."""
