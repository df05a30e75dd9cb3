"""Compound names (`kind:subject`), compound ids (`kind-subject`) and lists of ids as text.

Marks have compound names and markers have compound ids. Records contain them in this form.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

NAME_SEPARATOR: Final = ":"
ID_SEPARATOR: Final = "-"
LIST_SEPARATOR: Final = ", "


def compound_name(kind: str, subject: str) -> str:
    """Return the name that joins a kind and a subject with a colon, such as `copy:r1`."""
    return f"{kind}{NAME_SEPARATOR}{subject}"


def kind_of(name: str) -> str:
    """Return the part of a compound name before the colon, such as `copy` in `copy:r1`, or the whole name."""
    return name.partition(NAME_SEPARATOR)[0]


def subjects(names: Iterable[str], kind: str) -> tuple[str, ...]:
    """Return the subjects of those compound names that have the given kind; that of `copy:r1` is `r1`."""
    start = compound_name(kind, "")
    return tuple(name.removeprefix(start) for name in names if name.startswith(start))


def compound_id(kind: str, subject: str) -> str:
    """Return the id that joins a kind and the id of a subject with a hyphen."""
    return f"{kind}{ID_SEPARATOR}{subject}"


def subject_of_id(id: str, kind: str) -> str:
    """Return the subject in a compound id of the given kind, or the id unchanged if it has another kind."""
    return id.removeprefix(compound_id(kind, ""))


def id_list(ids: Iterable[str]) -> str:
    """Return ids joined into one text, such as the `by` field of an event."""
    return LIST_SEPARATOR.join(ids)


def ids_listed(text: str) -> tuple[str, ...]:
    """Return the ids in a text made by `id_list`; an empty text has no ids."""
    return tuple(text.split(LIST_SEPARATOR)) if text else ()
