"""Activations of units and groups, one Action after the other."""
