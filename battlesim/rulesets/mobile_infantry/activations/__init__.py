"""Activations, in which units and groups of models take one Action after another."""
