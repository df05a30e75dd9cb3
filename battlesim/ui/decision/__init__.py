"""User interface for the decisions that the rules ask of a human player."""
