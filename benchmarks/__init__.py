"""Long jobs: speed, kills, soaking. Each is one command; see docs/measurements.md."""
