"""A real table by its photograph: corners, bases and walls, and then in hand."""
