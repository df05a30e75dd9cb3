"""The commands of the command line, each in its module, which imports heavy modules only when it runs."""
