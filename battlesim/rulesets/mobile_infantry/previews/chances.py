"""Single dice of support acts: what a search may bring, whether the radio gets through."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.ruleset import Preview, PreviewRow

from .. import search, support
from ..state import MI, Battle
from ..targets import hits_of, name_of


def _support(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """What a support act leads to, by its kind."""
    kind, _, rest = answer.partition(":")
    found = ACTS.get(kind)
    return found(view, *rest.split(":")) if found else None


def _search(view: Battle, actor: str, structure: str) -> Preview:
    """The table of a search, unless the scenario has put something there (MI-GAP-29)."""
    rows = [PreviewRow(f"D6: {face}", entry.words, "MI-GAP-29") for face, entry in search.TABLE.items()]
    people = sum("survivors" in entry.words for entry in search.TABLE.values()) / len(search.TABLE)
    return Preview(
        "Search",
        f"{name_of(view, actor)}, {name_of(view, structure)}",
        tuple(rows),
        people,
        "survivors are found",
        note="unless the scenario itself has put something there",
    )


def _radio(view: Battle, actor: str) -> Preview:
    """Whether the fleet answers (MI-GAP-26)."""
    against = support.radio_try(view, actor)
    chance = against.made(*range(1, 7)) / 6 if against else 1.0
    rows = [PreviewRow("D6", against.needs if against else "no roll", "MI-GAP-26")]
    for change in against.modifiers if against else ():
        rows.append(PreviewRow(f"{change.words}, on the die", f"{change.value:+d}", change.rule))
    return Preview("Radio", name_of(view, actor), tuple(rows), chance, "a strike run is granted")


def _heal(view: Battle, actor: str, patient: str) -> Preview:
    """One hit point back, without a roll (MI-TRT-03)."""
    full = view.table.piece(patient).hits_full
    now = hits_of(view, patient)
    row = PreviewRow(name_of(view, patient), f"{now} to {now + 1} of {full} HP", "MI-TRT-03")
    return Preview("Medic", name_of(view, actor), (row,))


ACTS: Mapping[str, Callable[..., Preview]] = {"search": _search, "radio": _radio, "heal": _heal}
CHANCES: Mapping[tuple[str, str], Callable[[Battle, Any, Any], Preview | None]] = {(MI, "support"): _support}
