"""The commands of the command line, one module each. Heavy modules are imported when a command runs."""
