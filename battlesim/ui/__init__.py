"""The graphical user interface: a window for playing battles, watching records and editing tables."""
