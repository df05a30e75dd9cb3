"""Vehicles: driving, flying, being shot at and wrecked."""
