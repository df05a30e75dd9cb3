"""Limits on the time and memory of players; `engine.codec` limits the size of their replies."""

from __future__ import annotations

from typing import Final

DEFAULT_ANSWER_LIMIT_S: Final = 300
"""Default limit for one answer of a player in another process, seconds."""
MAX_START_S: Final = 60.0
"""The longest time in seconds that a process may take to begin with a request; not counted as the player's.
"""
MAX_MEMORY_BYTES: Final = 2 << 30
"""The largest address space of a player process, bytes, on systems that can enforce it."""
MAX_PROCESS_LOSSES: Final = 3
"""Number of times a player's process may be lost in a battle before the player is no longer asked."""
