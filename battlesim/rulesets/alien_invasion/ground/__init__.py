"""What the ground means: features, barriers, sight, moves."""
