"""The refusal of an illegal answer to a decision."""

from __future__ import annotations

import msgspec

from battlesim.table.phrases import AnyText


class Refusal(msgspec.Struct, frozen=True):
    """The refusal of an illegal answer, with the reason as text and the id of the rule behind it.

    If `reveals` is true, the refusal tells the player something that was hidden, and it is recorded as an
    event.
    """

    reason: AnyText
    rule: str = ""
    reveals: bool = False
