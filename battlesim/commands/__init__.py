"""The commands of the command line, one file each. Everything heavy is imported when a command runs."""
