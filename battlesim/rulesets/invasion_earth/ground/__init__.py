"""What the ground is to a model: motion, sight and contact."""
