"""The course of a battle: deployment, turns, and the end."""
