"""Transport of squads in vehicles: boarding, riding, and getting out."""
