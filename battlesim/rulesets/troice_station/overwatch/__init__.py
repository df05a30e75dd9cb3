"""Overwatch: fire in the other side's turn by figures that wait for it."""
