"""Activations of units and groups, which take one Action after another."""
