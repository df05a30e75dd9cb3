"""The interface of the window to the operating system: display, sound, event queue and status file."""
