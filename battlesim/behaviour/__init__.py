"""Movement and targets that no player chooses, such as those of swarms and other pieces that must move."""
