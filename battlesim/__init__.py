"""A to-scale tabletop simulator for science-fiction skirmish games."""

import os

__version__ = "0.1.0"

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
