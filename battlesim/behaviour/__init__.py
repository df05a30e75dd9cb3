"""Movement that the rules decide, such as that of a swarm of bugs, and functions that advise AI players."""
