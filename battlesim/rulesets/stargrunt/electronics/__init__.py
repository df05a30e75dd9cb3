"""Electronic warfare and drones."""
