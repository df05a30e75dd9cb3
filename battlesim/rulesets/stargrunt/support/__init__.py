"""Artillery, air and orbital support: requests, missions, and their effects."""
