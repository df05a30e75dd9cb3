"""The window of a battle: its panels, its questions, its keys and the pointer."""
