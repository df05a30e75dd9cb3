"""Players that answer at random, by doctrine, from a script or from a record, and the match between them."""
