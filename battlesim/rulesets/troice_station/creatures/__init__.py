"""The creatures: their programmed behaviour, choice of targets, routes and actions."""
