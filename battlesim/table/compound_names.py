"""Names such as `kind:subject` for marks, ids such as `kind-subject` for markers, and lists of ids as text.

Saved battles contain names and ids in this form.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

NAME_SEPARATOR: Final = ":"
ID_SEPARATOR: Final = "-"
LIST_SEPARATOR: Final = ", "


def compound_name(kind: str, subject: str) -> str:
    """Return a kind and a subject joined by a colon, such as `copy:r1`."""
    return f"{kind}{NAME_SEPARATOR}{subject}"


def kind_of(name: str) -> str:
    """Return the part of a name before the colon, such as `copy` for `copy:r1`, or the whole name."""
    return name.partition(NAME_SEPARATOR)[0]


def subjects(names: Iterable[str], kind: str) -> tuple[str, ...]:
    """Return the part after the colon of every name of the given kind, such as `r1` for `copy:r1`."""
    start = compound_name(kind, "")
    return tuple(name.removeprefix(start) for name in names if name.startswith(start))


def compound_id(kind: str, subject: str) -> str:
    """Return a kind and the id of a subject joined by a hyphen, such as `smoke-r1`."""
    return f"{kind}{ID_SEPARATOR}{subject}"


def subject_of_id(id: str, kind: str) -> str:
    """Return the part of an id after `kind` and a hyphen, or the whole id if it does not begin with them."""
    return id.removeprefix(compound_id(kind, ""))


def id_list(ids: Iterable[str]) -> str:
    """Return ids as a single text, separated by commas."""
    return LIST_SEPARATOR.join(ids)


def ids_listed(text: str) -> tuple[str, ...]:
    """Return the ids in a text that lists them separated by commas, as `id_list` does."""
    return tuple(text.split(LIST_SEPARATOR)) if text else ()
