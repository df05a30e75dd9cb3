"""Things that are carried, and places where something is hidden."""
