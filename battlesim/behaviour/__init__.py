"""Movement that no player decides on, such as that of a swarm, and functions that advise AI players."""
