"""The window's links to the operating system: display, sound, event queue and status file."""
