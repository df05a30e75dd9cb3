"""The main window with its input, commands and panels, and the screen for playing a battle in it."""
