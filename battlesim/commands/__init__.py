"""The commands of the program, in one module each, which imports heavy modules only when the command runs."""
