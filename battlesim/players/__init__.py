"""Players that answer decisions, at random, by doctrine or in other processes, and matches between them."""
