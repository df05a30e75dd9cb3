"""Who answers: at random, by doctrine, from a script, from a record; and the match between them."""
