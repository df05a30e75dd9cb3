"""The course of a battle: forces, deployment, turns, victory, and each side's view."""
