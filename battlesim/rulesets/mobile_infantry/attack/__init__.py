"""Attack dice: who may throw them, where they lie, what they come to, and their odds."""
