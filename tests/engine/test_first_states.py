"""The first state of a record is held to the limits of maps; what cannot be is named in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from battlesim.commands.failures import is_bad_input
from battlesim.engine.record import RecordError
from battlesim.engine.record_read import read_record
from battlesim.engine.record_resume import resume_battle
from battlesim.engine.verify import verify_record
from battlesim.rulesets import registry
from tests.support.battles import begin_record, seated

State = dict[str, Any]
Spoil = Callable[[State], object]
NO_RING = [[1, 1], [2, 2], [3, 3]]


def piece(**changes: Any) -> Spoil:
    return lambda state: next(iter(state["table"]["pieces"].values())).update(changes)


def side(**changes: Any) -> Spoil:
    return lambda state: state["table"]["sides"][0].update(changes)


def terrain(*rows: dict[str, Any]) -> Spoil:
    usual = {"id": "w", "kind": "wall", "rings": [[[1, 1], [2, 1], [2, 2]]], "height": 2}
    return lambda state: state["table"]["ground"].update(terrain=[usual | row for row in rows])


def ground(**changes: Any) -> Spoil:
    return lambda state: state["table"]["ground"].update(changes)


def marker(key: str = "m", **changes: Any) -> Spoil:
    usual = {"id": "m", "kind": "mine", "x": 1, "y": 1}
    return lambda state: state["table"].update(markers={key: usual | changes})


def game(**changes: Any) -> Spoil:
    return lambda state: state["game"].update(changes)


def twice(state: State) -> None:
    pieces = state["table"]["pieces"]
    pieces["another"] = next(iter(pieces.values()))


BAD: dict[str, tuple[str, Spoil, str]] = {
    "a table without end": ("toy", ground(width=1e6), "table.ground.width: expected"),
    "no table": ("toy", ground(height=0), "table.ground.height: expected"),
    "too much terrain": ("toy", terrain(*({"id": f"w{i}"} for i in range(2001))), "2000 entries"),
    "no radius": ("toy", piece(radius=0), "radius: expected a number above 0"),
    "a radius below nothing": ("toy", piece(radius=-1), "radius: expected"),
    "a radius without end": ("toy", piece(radius=1e9), "radius: expected"),
    "a height without end": ("toy", piece(height=1e300), "height: expected"),
    "no number for a radius": ("toy", piece(radius=None), "radius: expected"),
    "hits without end": ("toy", piece(hits=10**9), "hits: expected"),
    "full hits without end": ("toy", piece(hits_full=10**9), "hits_full: expected"),
    "a mark without end": ("toy", piece(marks=[{"name": "m", "count": 10**9}]), "count: expected"),
    "far away": ("toy", piece(place={"type": "on", "x": 1e9, "y": 0}), "place.x: expected"),
    "on what is not there": ("toy", piece(place={"type": "on", "x": 1, "y": 1, "on": "?"}), "no terrain '?'"),
    "inside what is not there": ("toy", piece(place={"type": "inside", "terrain": "?"}), "no terrain '?'"),
    "inside nothing": ("toy", piece(place={"type": "inside", "terrain": ""}), "no terrain ''"),
    "aboard itself": ("toy", piece(place={"type": "aboard", "piece": "a"}), "aboard more than 4"),
    "aboard nobody": ("toy", piece(place={"type": "below", "piece": "?"}), "no piece '?'"),
    "nowhere": ("toy", piece(place={"type": "beyond"}), "unknown word 'beyond'"),
    "of no side": ("toy", piece(side="green"), "there is no side 'green'"),
    "another id": ("toy", piece(id="z"), "pieces.a.id: is 'z'"),
    "an id twice": ("toy", twice, "pieces.another.id: is 'a'"),
    "a name of 5,000 letters": ("toy", piece(name="x" * 5000), "name: expected text"),
    "no sides": ("toy", lambda state: state["table"].update(sides=[]), "1 to 8 sides"),
    "one side twice": ("toy", side(key="blue"), "1 to 8 sides with different keys"),
    "a side of no colour": ("toy", side(number=9), "number: expected"),
    "no outline": ("toy", terrain({"rings": []}), "terrain.w.rings: it has no outline"),
    "an empty ring": ("toy", terrain({"rings": [[]]}), "terrain.w.rings: "),
    "a line for a ring": ("toy", terrain({"rings": [NO_RING]}), "terrain.w.rings: the outline has no area"),
    "a hole without an area": (
        "toy",
        terrain({"rings": [[[1, 1], [9, 1], [9, 9]], NO_RING]}),
        "terrain.w.rings: ",
    ),
    "a ring beyond all": ("toy", terrain({"rings": [[[0, 0], [1e9, 0], [0, 1e9]]]}), "expected a number"),
    "terrain without end": ("toy", terrain({"height": 1e9}), "height: expected"),
    "upside down": ("toy", terrain({"bottom": 3}), "terrain.w.bottom: is above its height"),
    "terrain twice": ("toy", terrain({}, {}), "two pieces of terrain share an id"),
    "a marker of no side": ("toy", marker(side="green"), "markers.m.side: there is no side 'green'"),
    "a marker of another id": ("toy", marker("n"), "markers.n.id: is 'm'"),
    "a marker without end": ("toy", marker(radius=1e9), "radius: expected"),
    "a turn without end": ("toy", game(turn=10**12), "game.turn: expected"),
    "a list without end": ("toy", game(acted=["a"] * 5000), "game.acted: lists 5000"),
    "no rules' part": ("toy", lambda state: state.pop("game"), "game: is missing"),
}


def pieces(keep: str = "", **changes: Any) -> Spoil:
    """Every piece changed; with `keep` those of one unit alone are left."""

    def spoil(state: State) -> None:
        table = state["table"]
        kept = {k: one for k, one in table["pieces"].items() if keep in ("", one["unit"])}
        table["pieces"] = {k: one | changes for k, one in kept.items()}

    return spoil


def unit(**changes: Any) -> Spoil:
    return lambda state: state["game"]["units"]["hq"].update(changes)


ACTIVATION = {"kind": "infantry", "side": "mi", "unit": "?", "name": "?", "members": ["?"], "leader": "?"}
ODD: dict[str, tuple[str, Spoil]] = {
    "nobody's turn": ("toy", game(active="green")),
    "nobody in turn": ("toy", game(order=[])),
    "the last turn that there can be": ("toy", game(turn=1_000_000, turns=1_000_000)),
    "hits below nothing": ("toy", piece(hits=-1000)),
    "no pieces": ("toy", lambda state: state["table"].update(pieces={})),
    "no units": ("mobile_infantry", game(units={})),
    "a unit of no side": ("mobile_infantry", unit(side="green")),
    "a unit of no kind": ("mobile_infantry", unit(kind="?")),
    "a unit of another id": ("mobile_infantry", unit(id="?")),
    "a unit that never comes": ("mobile_infantry", unit(arrives=10_000)),
    "units without pieces": ("mobile_infantry", pieces("hq")),
    "pieces of no unit": ("mobile_infantry", pieces(unit="?")),
    "pieces of no profile": ("mobile_infantry", pieces(kind="?")),
    "pieces of one side": ("mobile_infantry", pieces(side="mi")),
    "pieces in one spot": ("mobile_infantry", pieces(place={"type": "on", "x": 5, "y": 5})),
    "no phases": ("mobile_infantry", game(phases=[])),
    "a phase that is none": ("mobile_infantry", game(phase="?")),
    "the last turn": ("mobile_infantry", game(turn=10_000)),
    "points of nobody": ("mobile_infantry", game(points={})),
    "an activation of nobody": ("mobile_infantry", game(activation=ACTIVATION | {"actions_left": 1})),
    "hidden at nothing": ("mobile_infantry", game(hidden=[{"id": "H", "structure": "?", "x": 1, "y": 1}])),
    "no options": ("mobile_infantry", game(options={})),
}


@pytest.mark.parametrize("kind", ODD)
def test_a_first_state_that_the_rules_cannot_play_ends_in_words(tmp_path: Path, kind: str) -> None:
    path = spoilt(tmp_path / "a.battle", *ODD[kind])
    path.write_bytes(path.read_bytes().split(b"\n")[0] + b"\n")
    try:
        going = resume_battle(path, registry.load_ruleset)
        match = seated(going.current_run, going.recorder, 1, "random")
        match.play(until=lambda run: match.history.answer_count >= 20)
        assert verify_record(read_record(path, registry.load_ruleset)).difference is None
    except Exception as error:
        assert is_bad_input(error) and "\n" not in str(error), error


@pytest.mark.parametrize("kind", BAD)
def test_a_first_state_that_cannot_be_is_refused_in_one_line(tmp_path: Path, kind: str) -> None:
    key, spoil, words = BAD[kind]
    with pytest.raises(RecordError) as caught:
        read_record(spoilt(tmp_path / "a.battle", key, spoil), registry.load_ruleset)
    said = str(caught.value)
    assert words in said and "line 1: " in said and "\n" not in said and len(said) < 700


def spoilt(path: Path, key: str, spoil: Spoil) -> Path:
    """The start of a battle, its first state spoilt."""
    match = begin_record(path, key)
    assert match.recorder is not None
    match.recorder.close()
    first, *others = path.read_text().splitlines(keepends=True)
    header = json.loads(first)
    spoil(header["state"])
    path.write_text("".join((json.dumps(header) + "\n", *others)))
    return path
