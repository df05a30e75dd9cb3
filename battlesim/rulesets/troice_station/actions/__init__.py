"""What a squad does on its card."""
