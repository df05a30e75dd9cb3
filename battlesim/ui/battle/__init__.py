"""The window, with its input, commands and panels, and a battle as its content."""
