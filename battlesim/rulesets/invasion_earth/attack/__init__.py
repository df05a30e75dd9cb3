"""Shots: possible targets, the score needed for a strike, and its effect."""
