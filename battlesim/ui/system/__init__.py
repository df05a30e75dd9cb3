"""The window's connections to the machine: display, sound, event queue and status file."""
