"""What the ground is to a unit: motion, sight, cover and integrity."""
