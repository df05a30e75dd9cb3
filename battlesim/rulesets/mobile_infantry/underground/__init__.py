"""Tunnels, groups below ground and hidden entrances."""
