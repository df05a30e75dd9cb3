"""Why an answer was not taken."""

from __future__ import annotations

import msgspec

from battlesim.table.phrases import AnyText


class Refusal(msgspec.Struct, frozen=True):
    """An answer that is not taken, with its reason in words and the rule behind it.

    `reveals` marks a refusal that tells its giver something hidden: it is recorded as an event.
    """

    reason: AnyText
    rule: str = ""
    reveals: bool = False
