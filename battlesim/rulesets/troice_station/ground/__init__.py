"""The ground: obstacles, doors, motion, contact, and lines of sight."""
