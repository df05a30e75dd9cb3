"""What the window has of the machine: display, sound, event queue and the status file."""
