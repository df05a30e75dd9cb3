"""The commands of the program, one module each. Heavy modules are imported only when a command runs."""
