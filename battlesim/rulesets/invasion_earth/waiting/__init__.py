"""Lying in wait: declaring it, and reacting to an enemy's move."""
