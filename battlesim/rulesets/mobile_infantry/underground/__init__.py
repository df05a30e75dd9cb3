"""Tunnels, underground groups and hidden entrances."""
