"""Rules for the ground: obstacles, doors, motion, contact, and lines of sight."""
