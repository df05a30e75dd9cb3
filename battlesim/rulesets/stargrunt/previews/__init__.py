"""Previews, which show the odds of an answer before it is given."""
