"""The state of a battle in the window: events, history, log and the passing of time."""
