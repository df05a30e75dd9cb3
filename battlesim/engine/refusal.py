"""The refusal of an answer."""

from __future__ import annotations

import msgspec

from battlesim.table.phrases import AnyText


class Refusal(msgspec.Struct, frozen=True):
    """The refusal of an answer, with the reason as text and the rule behind it.

    `reveals` marks a refusal that tells the player something hidden: it is recorded as an event.
    """

    reason: AnyText
    rule: str = ""
    reveals: bool = False
