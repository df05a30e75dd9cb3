"""What Arachnids do: move, strike, shoot, screech."""
