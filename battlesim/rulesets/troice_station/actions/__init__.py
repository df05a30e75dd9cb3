"""The actions of a squad on its card."""
