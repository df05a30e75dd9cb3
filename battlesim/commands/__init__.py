"""The commands of the command line, one file each. Heavy modules are imported when a command runs."""
