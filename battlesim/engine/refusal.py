"""Why an answer was not taken."""

from __future__ import annotations

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    """An answer that is not taken, with its reason in words and the rule behind it.

    `reveals` marks a refusal that tells its giver something hidden: it is recorded as an event.
    """

    reason: str
    rule: str = ""
    reveals: bool = False


class BadAnswerError(Exception):
    """Raised by those who cannot go on when an answer they gave was refused."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.reason} [{refusal.rule}]" if refusal.rule else refusal.reason)
        self.refusal = refusal
