"""Movement and targets that no player chooses: the behaviour of swarms and other forced movers."""
