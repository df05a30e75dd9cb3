"""The state of a battle in the window: its events, history and log, and the playback of events over time."""
