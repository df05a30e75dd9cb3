"""The cards that tell the odds of an answer before it is given."""
