"""Attack dice: the models that roll them, their targets, their results and their odds."""
