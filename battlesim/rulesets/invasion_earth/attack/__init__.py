"""Shots: who may be shot at, what a strike needs, and what it does."""
