"""What models are forced to do: stupidity, fear, and impetuous models."""
