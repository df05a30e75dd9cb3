"""Limits on the time and memory that players may use; limits on the size of replies are in `engine.codec`."""

from __future__ import annotations

from typing import Final

DEFAULT_ANSWER_LIMIT_S: Final = 300
"""Default time limit in seconds for one answer of a player in another process."""
MAX_START_S: Final = 60.0
"""Longest time in seconds that a process may take to begin a request; not counted against the player."""
MAX_MEMORY_BYTES: Final = 2 << 30
"""Largest address space of a player process in bytes, on systems that can enforce it."""
MAX_PROCESS_LOSSES: Final = 3
"""Number of times a player's process may be lost in a battle before the player is no longer asked."""
