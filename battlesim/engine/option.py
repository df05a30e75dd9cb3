"""Options of a decision: open ones, and closed ones with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Piece


class Risk(msgspec.Struct, frozen=True):
    """A cost that choosing an option may have later: its name, a sentence, and whether it is already paid."""

    name: str
    words: AnyText
    met: bool = False


class Option(msgspec.Struct, frozen=True):
    """One option of a decision.

    `at` lists the pieces, terrain, doors or windows concerned, to be shown on the table; `note` is what is
    worth knowing; `rule` is the rule that offers the option. `act` names what is done, `by` the pieces that
    do it or could, `to` its targets: code that has an answer uses these fields and never parses the key. An
    option with `shut` cannot be chosen, for the reason it gives. `loses` says what is given up by choosing
    the option; a human player is asked to confirm that. `risk` is what it may cost later; a standing order
    can stop there. An option that stands for an object on the table has the object id as its `key`; only such
    an option can be chosen by a click on the table.
    """

    key: str
    label: AnyText
    at: tuple[str, ...] = ()
    note: AnyText = ""
    rule: str = ""
    by: tuple[str, ...] = ()
    act: str = ""
    to: tuple[str, ...] = ()
    shut: AnyText = ""
    loses: AnyText = ""
    risk: Risk | None = None


def closed_option(key: str, label: AnyText, reason: AnyText, rule: str = "") -> Option:
    """Return an option that cannot be chosen for the given reason."""
    return Option(key, label, rule=rule, shut=reason)


def closed_if(reason: AnyText, option: Option) -> Option:
    """Return the option, closed if there is a reason against it."""
    return msgspec.structs.replace(option, at=(), note="", shut=reason) if reason else option


def piece_options(
    pieces: Iterable[Piece], rule: str = "", reason_against: Callable[[Piece], AnyText] = lambda piece: ""
) -> tuple[Option, ...]:
    """Return an option for each piece, labelled by its name and closed if `reason_against` gives a reason."""
    return tuple(
        closed_if(reason_against(piece), Option(piece.id, piece.name, (piece.id,), rule=rule))
        for piece in pieces
    )


def closed_last(options: Iterable[Option]) -> tuple[Option, ...]:
    """Return the options sorted so that closed ones come last."""
    return tuple(sorted(options, key=lambda option: bool(option.shut)))
