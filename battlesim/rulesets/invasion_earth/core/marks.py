"""The marks of a model: states that last beyond one action."""

from __future__ import annotations

SUPPRESSED = "suppressed"
"""Suppressed. The count is 1 until the model's own turn, 2 in that turn, 3 if suppressed again in it."""
HIDDEN = "hidden"
WAITS_TO_FIRE, WAITS_TO_ASSAULT = "waits_to_fire", "waits_to_assault"
REACTED = "reacted"
"""Has reacted out of laying in wait since its own last turn."""
PERCEIVED = "perceived"
"""Has tried to perceive an enemy in this turn."""
STUPID = "stupid"
"""Suffers from stupidity until it recovers."""
AFRAID, BRAVE = "afraid", "brave"
"""Afraid: its last fear die was 4 or more. Brave: it takes no further fear tests in this battle."""
RADIO = "radio"
"""Carries a radio and is an observer."""
BUSY, DIRECTS = "busy", "directs"
"""Has fired or moved fast in this turn; has directed indirect fire in it."""
FIXING = "fixing"
"""Repairs the model that the note names; the repair takes effect as the next turn of its side begins."""
WAITING_MARKS = (WAITS_TO_FIRE, WAITS_TO_ASSAULT)
