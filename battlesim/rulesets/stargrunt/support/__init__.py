"""Artillery, air and orbital support: requests, missions on their way, and what falls."""
