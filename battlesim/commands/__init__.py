"""The commands of the command line, each in a module of its own that imports heavy modules when it runs."""
