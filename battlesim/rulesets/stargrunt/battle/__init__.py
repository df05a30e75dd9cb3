"""The course of a battle: set-up, turns, and its end."""
