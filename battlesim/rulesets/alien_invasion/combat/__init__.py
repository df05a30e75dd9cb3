"""Hand-to-hand combats, from first contact to the aftermath."""
