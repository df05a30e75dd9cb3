"""Shots: dice, casualties, and their odds."""
