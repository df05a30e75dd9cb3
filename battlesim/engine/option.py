"""The options of a decision. An option is available, or closed for a stated reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Piece


class Risk(msgspec.Struct, frozen=True):
    """A possible later cost of an option, such as a loss of points, and whether it has already occurred."""

    name: str
    words: AnyText
    met: bool = False


class Option(msgspec.Struct, frozen=True):
    """An option of a decision. If `shut` gives a reason, the option cannot be chosen.

    `key` identifies the option; it is the id of an object if the option stands for that object. Such an
    option, or an option whose only target is an object, can be chosen by clicking on the object. `at` lists
    the objects to highlight, `note` is a remark, and `rule` is the rule that offers the option. `act` names
    the action, `by` lists the pieces that can perform it, and `to` lists its targets. `loses` describes a
    loss that a human player must confirm. `risk` is a possible later cost, at which a standing order can
    stop. `settled` is true if nothing is lost when the turn ends without this option.
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
    """Return an option that cannot be chosen, for the given reason."""
    return Option(key, label, rule=rule, shut=reason)


def closed_if(reason: AnyText, option: Option) -> Option:
    """Return the option, closed for the given reason. If there is no reason, return the option unchanged."""
    return msgspec.structs.replace(option, at=(), note="", shut=reason) if reason else option


def piece_options(
    pieces: Iterable[Piece], rule: str = "", reason_against: Callable[[Piece], AnyText] = lambda piece: ""
) -> tuple[Option, ...]:
    """Return an option for each piece, labelled with its name and closed if there is a reason against it."""
    return tuple(
        closed_if(reason_against(piece), Option(piece.id, piece.name, (piece.id,), rule=rule))
        for piece in pieces
    )


def closed_last(options: Iterable[Option]) -> tuple[Option, ...]:
    """Return the options in their order, but with closed options moved to the end."""
    return tuple(sorted(options, key=lambda option: bool(option.shut)))
