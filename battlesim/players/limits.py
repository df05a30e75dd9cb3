"""How long and how large a player may think, in one place; what it may say is bounded in `engine.codec`."""

from __future__ import annotations

from typing import Final

DEFAULT_ANSWER_LIMIT_S: Final = 300
"""Seconds that a player in a process of its own may take over one answer unless somebody says otherwise."""
MAX_START_S: Final = 60.0
"""Seconds that the process may take to begin with a question; they are not the player's."""
MAX_MEMORY_BYTES: Final = 2 << 30
"""Bytes of address space that the process may use, where the system can hold it to that."""
MAX_PROCESS_LOSSES: Final = 3
"""How often in a battle the process may be lost before its player is not asked any more."""
