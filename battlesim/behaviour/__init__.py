"""Movement that the rules decide, such as that of a swarm, and functions that advise AI players."""
