"""Replays of records in the window, with a timeline, bookmarks, notes and a way to play on."""

from battlesim.ui.replay.replay_screen import ReplayScreen, create_replay_window
from battlesim.ui.replay.replay_session import BranchRequest, ReplaySession, SeekRequest

__all__ = ["BranchRequest", "ReplayScreen", "ReplaySession", "SeekRequest", "create_replay_window"]
