"""battlesim: a to-scale tabletop for science-fiction skirmish games."""

__version__ = "0.1.0"
