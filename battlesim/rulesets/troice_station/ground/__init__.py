"""The ground: obstacles, doors, movement, contact and lines of sight."""
