"""Actions that models are forced to take by stupidity, fear or impetuousness."""
