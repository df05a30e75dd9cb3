"""Why an answer was not taken."""

from __future__ import annotations

import msgspec

from battlesim.table.words import Words, render


class Refusal(msgspec.Struct, frozen=True):
    """An answer that is not taken, with its reason in words and the rule behind it.

    `reveals` marks a refusal that tells its giver something hidden: it is recorded as an event.
    """

    reason: Words
    rule: str = ""
    reveals: bool = False


class BadAnswerError(Exception):
    """Raised by those who cannot go on when an answer they gave was refused."""

    def __init__(self, refusal: Refusal) -> None:
        reason = render(refusal.reason)
        super().__init__(f"{reason} [{refusal.rule}]" if refusal.rule else reason)
        self.refusal = refusal
