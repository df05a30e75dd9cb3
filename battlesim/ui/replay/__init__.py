"""The replay of a record in the window: timeline, bookmarks, notes and playing on from any moment."""

from battlesim.ui.replay.replay_screen import ReplayScreen, create_replay_window
from battlesim.ui.replay.replay_session import BranchRequest, ReplaySession, SeekRequest

__all__ = ["BranchRequest", "ReplayScreen", "ReplaySession", "SeekRequest", "create_replay_window"]
