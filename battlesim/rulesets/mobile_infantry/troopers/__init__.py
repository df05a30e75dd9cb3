"""What the Mobile Infantry do: shoot, search, help."""
