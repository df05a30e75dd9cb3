"""One thing that can be chosen, or could be but for a reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Piece


class Risk(msgspec.Struct, frozen=True):
    """What choosing an option may cost later: its name, a sentence, and whether it has cost that already."""

    name: str
    words: AnyText
    met: bool = False


class Option(msgspec.Struct, frozen=True):
    """One thing that can be chosen.

    `at` names the pieces, terrain, doors or windows concerned (to show on the table), `note` what is worth
    knowing, `rule` the rule that offers it. `act` names what is done, `by` the pieces that do it or could,
    `to` what it is done to: whoever has an answer asks these, and never takes its key apart. What is `shut`
    cannot be chosen, for that reason. `loses` says what is given up by choosing it: a person is asked once
    more. `risk` is what it may cost later; a standing order can stop there. An option that is a thing of the
    table has that for its `key`; only such a one can be given by clicks on the table.
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
    """An option that would be open but for the reason given in words."""
    return Option(key, label, rule=rule, shut=reason)


def closed_if(reason: AnyText, option: Option) -> Option:
    """An option, or where there is a reason against it the same one closed."""
    return msgspec.structs.replace(option, at=(), note="", shut=reason) if reason else option


def piece_options(
    pieces: Iterable[Piece], rule: str = "", reason_against: Callable[[Piece], AnyText] = lambda piece: ""
) -> tuple[Option, ...]:
    """An option for each of some pieces, by its name, closed where `why` has words against it."""
    return tuple(
        closed_if(reason_against(one), Option(one.id, one.name, (one.id,), rule=rule)) for one in pieces
    )


def closed_last(options: Iterable[Option]) -> tuple[Option, ...]:
    """The open options, then those that are shut."""
    return tuple(sorted(options, key=lambda option: bool(option.shut)))
