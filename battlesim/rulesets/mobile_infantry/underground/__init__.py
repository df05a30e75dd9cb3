"""Tunnels, groups below ground, hidden entrances."""
