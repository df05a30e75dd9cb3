"""The options of a decision, which are open to choose or closed for a reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Piece


class Risk(msgspec.Struct, frozen=True):
    """A possible later cost of an option, with its name, its description and whether it has occurred."""

    name: str
    words: AnyText
    met: bool = False


class Option(msgspec.Struct, frozen=True):
    """An option that a side can choose in a decision, or cannot choose for the reason in `shut`.

    `at` lists the pieces, terrain, doors or windows to show on the table, `note` is a remark and `rule` is
    the rule that offers the option. `act` names the action, `by` the pieces that can perform it and `to` its
    targets; code reads these fields and never parses the key. `loses` describes the loss that choosing the
    option causes, which a human player must confirm. `risk` is a possible later cost, at which a standing
    order can stop. `settled` is true if nothing is lost should the turn end without this option. If the
    option stands for an object on the table, `key` is the object id; only such an option, or one with that
    object as its only target, can be chosen by clicking on the table.
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
    settled: bool = False


def closed_option(key: str, label: AnyText, reason: AnyText, rule: str = "") -> Option:
    """Return an option that is closed for the given reason."""
    return Option(key, label, rule=rule, shut=reason)


def closed_if(reason: AnyText, option: Option) -> Option:
    """Return the option closed for the given reason, or unchanged if `reason` is empty."""
    return msgspec.structs.replace(option, at=(), note="", shut=reason) if reason else option


def piece_options(
    pieces: Iterable[Piece], rule: str = "", reason_against: Callable[[Piece], AnyText] = lambda piece: ""
) -> tuple[Option, ...]:
    """Return an option for each piece, labelled with its name, and closed if there is a reason against it."""
    return tuple(
        closed_if(reason_against(piece), Option(piece.id, piece.name, (piece.id,), rule=rule))
        for piece in pieces
    )


def closed_last(options: Iterable[Option]) -> tuple[Option, ...]:
    """Return the options in the same order, but with the closed options last."""
    return tuple(sorted(options, key=lambda option: bool(option.shut)))
