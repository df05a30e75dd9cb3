"""The course of a battle: deployment, turns, arrivals, views and victory."""
