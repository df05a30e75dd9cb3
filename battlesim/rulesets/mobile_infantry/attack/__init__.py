"""Attack dice: the models that may roll them, their targets, their results and their odds."""
