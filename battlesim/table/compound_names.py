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
    """Return the compound name of a kind and a subject, such as `copy:r1`."""
    return f"{kind}{NAME_SEPARATOR}{subject}"


def kind_of(name: str) -> str:
    """Return the kind of a compound name, or the whole name if it has no subject."""
    return name.partition(NAME_SEPARATOR)[0]


def subjects(names: Iterable[str], kind: str) -> tuple[str, ...]:
    """Return the subjects of the compound names of the given kind."""
    start = compound_name(kind, "")
    return tuple(name.removeprefix(start) for name in names if name.startswith(start))


def compound_id(kind: str, subject: str) -> str:
    """Return the compound id of a kind and a subject id."""
    return f"{kind}{ID_SEPARATOR}{subject}"


def subject_of_id(id: str, kind: str) -> str:
    """Return the subject of a compound id of the given kind, or the id unchanged if its kind differs."""
    return id.removeprefix(compound_id(kind, ""))


def id_list(ids: Iterable[str]) -> str:
    """Return ids joined into one text, such as the `by` field of an event."""
    return LIST_SEPARATOR.join(ids)


def ids_listed(text: str) -> tuple[str, ...]:
    """Return the ids in a text made by `id_list`; an empty text has no ids."""
    return tuple(text.split(LIST_SEPARATOR)) if text else ()
