"""Names that combine a kind and a subject, such as `copy:r1` or `smoke-r1`, and lists of ids as text.

Marks use a colon and markers a hyphen. Names and ids are stored in this form in saved battles.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

NAME_SEPARATOR: Final = ":"
ID_SEPARATOR: Final = "-"
LIST_SEPARATOR: Final = ", "


def compound_name(kind: str, subject: str) -> str:
    """Return a name made of a kind and a subject, joined by a colon, such as `copy:r1`."""
    return f"{kind}{NAME_SEPARATOR}{subject}"


def kind_of(name: str) -> str:
    """Return the part of a name before the colon, or the whole name if it has no colon.

    For example, the kind of `copy:r1` is `copy`.
    """
    return name.partition(NAME_SEPARATOR)[0]


def subjects(names: Iterable[str], kind: str) -> tuple[str, ...]:
    """Return, for each name of the given kind, the part after the colon, such as `r1` for `copy:r1`."""
    start = compound_name(kind, "")
    return tuple(name.removeprefix(start) for name in names if name.startswith(start))


def compound_id(kind: str, subject: str) -> str:
    """Return an id made of a kind and the id of a subject, joined by a hyphen, such as `smoke-r1`."""
    return f"{kind}{ID_SEPARATOR}{subject}"


def subject_of_id(id: str, kind: str) -> str:
    """Return an id without the prefix made of `kind` and a hyphen, or unchanged if it has no such prefix."""
    return id.removeprefix(compound_id(kind, ""))


def id_list(ids: Iterable[str]) -> str:
    """Return the ids joined into a single text, separated by commas."""
    return LIST_SEPARATOR.join(ids)


def ids_listed(text: str) -> tuple[str, ...]:
    """Split a text made by `id_list` at the commas and return the ids."""
    return tuple(text.split(LIST_SEPARATOR)) if text else ()
