"""Movement and targets that nobody chooses: what swarms and other forced movers do."""
