"""Movement that no player decides on, such as that of a swarm, and building blocks of advice to players."""
