"""Shots, flame and explosions: rolls to hit, wounds and templates."""
