"""Names and ids that are made of parts, and lists of ids in one text; nothing else takes them apart.

A compound name says of what kind it is and what it is about, as a mark `kind:subject` does; a compound id
does so with a hyphen, as a marker `kind-subject` does. Records hold them spelt like this.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

NAME_SEPARATOR: Final = ":"
ID_SEPARATOR: Final = "-"
LIST_SEPARATOR: Final = ", "


def compound_name(kind: str, subject: str) -> str:
    """Return the name of something of a kind that is about a subject."""
    return f"{kind}{NAME_SEPARATOR}{subject}"


def kind_of(name: str) -> str:
    """Return the kind of a compound name; a plain name is a kind by itself."""
    return name.partition(NAME_SEPARATOR)[0]


def subjects(names: Iterable[str], kind: str) -> tuple[str, ...]:
    """Return what those of the names are about that are compound names of a kind."""
    start = compound_name(kind, "")
    return tuple(name.removeprefix(start) for name in names if name.startswith(start))


def compound_id(kind: str, subject: str) -> str:
    """Return the id of the thing of a kind that belongs to a subject, itself an id."""
    return f"{kind}{ID_SEPARATOR}{subject}"


def subject_of_id(id: str, kind: str) -> str:
    """Return the subject of a compound id of a kind; another id as it is."""
    return id.removeprefix(compound_id(kind, ""))


def id_list(ids: Iterable[str]) -> str:
    """Return one text for several ids, such as the `by` of an event."""
    return LIST_SEPARATOR.join(ids)


def ids_listed(text: str) -> tuple[str, ...]:
    """Return the ids in a text of `id_list`, none for an empty one."""
    return tuple(text.split(LIST_SEPARATOR)) if text else ()
