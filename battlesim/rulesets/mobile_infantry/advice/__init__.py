"""What an automated player wants."""
