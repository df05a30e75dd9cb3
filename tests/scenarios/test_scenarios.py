"""Scenarios: the plan that comes of a file, and the one clear message for each fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlesim.engine.digest import state_digest
from battlesim.engine.record_read import read_record
from battlesim.engine.record_resume import resume_battle
from battlesim.engine.record_write import Recorder, make_header
from battlesim.engine.run import start_run
from battlesim.engine.verify import verify_record
from battlesim.rulesets import registry
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.pieces import Off, OnTable
from tests.support.battles import go_on, seated
from tests.support.ours import SCENARIOS

TOY = """
ruleset = "toy"
map = "toy"
turns = 3
[[side]]
key = "red"
name = "Red"
[[side]]
key = "blue"
name = "Blue"
[[unit]]
id = "r"
side = "red"
piece = [{ profile = "trooper", places = [[4, 4], [6, 4]], facing = 90 }]
[[unit]]
id = "b"
side = "blue"
piece = [
  { profile = "trooper", id = "sniper", name = "Sniper", at = [4, 20] },
  { profile = "trooper", count = 2 },
]
"""


@pytest.fixture
def write(tmp_path: Path):  # type: ignore[no-untyped-def]
    def made(text: str, name: str = "mine.toml") -> str:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return made


def fault(write, old: str, new: str) -> str:  # type: ignore[no-untyped-def]
    """The message for the toy scenario with something replaced."""
    assert old in TOY
    with pytest.raises(InputError) as caught:
        load_scenario(write(TOY.replace(old, new, 1)))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_units_become_pieces_in_the_order_of_the_file(write) -> None:  # type: ignore[no-untyped-def]
    scenario = load_scenario(write(TOY))
    pieces = scenario.initial_state().table.pieces
    assert list(pieces) == ["r1", "r2", "sniper", "b2", "b3"]
    assert pieces["r2"].place == OnTable(6, 4, 90)
    assert pieces["sniper"].name == "Sniper"
    assert pieces["b2"].place == Off("reserve")
    assert pieces["b2"].name == "Trooper b2"
    assert [side.number for side in scenario.plan.sides] == [1, 2]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('ruleset = "toy"', 'ruleset = "tory"', "ruleset: unknown ruleset 'tory' (did you mean toy"),
        ('ruleset = "toy"', "", "ruleset: is missing"),
        ('map = "toy"', 'map = "tou"', "map: no map 'tou' (did you mean toy?)"),
        ('map = "toy"', 'map = "gone.toml"', "gone.toml: there is no such file"),
        ("turns = 3", "turn = 3", "turn: unknown key (did you mean turns"),
        ("turns = 3", "[options]\nhot = 3", "options.hot: unknown option (did you mean hit?)"),
        ("turns = 3", "[options]\nhit = 7", "options.hit: 7 is not one of its values (known: 3, 4, 5)"),
        ('side = "red"', 'side = "rad"', "unit[0].side: unknown side 'rad' (did you mean red?)"),
        ("[6, 4]", "[4.5, 4]", "unit[0].piece[0].at: r2 overlaps r1 by 0.5 in"),
        ("[6, 4]", "[24, 4]", "unit[0].piece[0].at: its base of 1 in at (24, 4) is off the 24 x 24 in table"),
        ("[6, 4]", "[6]", "unit[0].piece[0].places[1]: expected a list of length 2, got 1"),
        ('id = "sniper"', 'id = "r1"', "unit[1].piece[0].id: 'r1' is taken by unit[0].piece[0].id already"),
        ('id = "b"', 'id = "r"', "unit[1].id: 'r' is taken"),
        ("at = [4, 20]", 'inside = "shed"', "unit[1].piece[0].inside: the map has no 'shed'"),
        ("at = [4, 20]", 'aboard = "r3"', "unit[1].piece[0].aboard: no piece 'r3' (did you mean r"),
        ("at = [4, 20]", 'at = [4, 20], below = "r1"', "unit[1].piece[0]: has more than one position"),
        ("at = [4, 20]", "at = [4, 20], count = 3", "3 pieces cannot be at one point (use places)"),
        (
            "count = 2",
            "count = 3000",
            "unit[1].piece[1].count: expected a whole number of at most 2000, got 3000",
        ),
        (
            'profile = "trooper", count',
            'profile = "troper", count',
            "unit[1].piece[1].profile: toy has no profile",
        ),
        (
            "at = [4, 20]",
            "at = [4, 20], marks = { reactd = 1 }",
            "unit[1].piece[0].marks.reactd: a trooper of toy cannot begin with such a mark (did you",
        ),
        (
            "at = [4, 20]",
            "at = [4, 20], marks = { reacted = 2 }",
            "unit[1].piece[0].marks.reacted: 2 is out of range (use 1, or leave it out)",
        ),
        ('id = "b"\n', 'id = "b"\nzone = "north"\n', "unit[1].zone: unknown zone 'north'"),
    ],
)
def test_each_fault_is_named_with_its_key(write, old: str, new: str, expected: str) -> None:  # type: ignore[no-untyped-def]
    assert expected in fault(write, old, new)


def test_a_scenario_extends_another(write) -> None:  # type: ignore[no-untyped-def]
    write(TOY, "base.toml")
    path = write('extends = "base.toml"\ntitle = "Harder"\nturns = 5\n[options]\nhit = "5"\n')
    plan = load_scenario(path).plan
    assert (plan.title, plan.turns, plan.options["hit"]) == ("Harder", 5, "5")
    assert [unit.id for unit in plan.units] == ["r", "b"]


def test_no_two_of_our_scenarios_begin_alike() -> None:
    first = {name: state_digest(load_scenario(str(file)).initial_state()) for name, file in SCENARIOS.items()}
    assert len(set(first.values())) == len(first), first


def test_a_battle_whose_scenario_is_gone_verifies_and_goes_on(write, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    scenario = load_scenario(write('extends = "toy"\ntitle = "Gone"\n'))
    state, ruleset = scenario.initial_state(), scenario.ruleset
    seats = {side.key: "random" for side in state.table.sides}
    texts = {"map_text": scenario.map_text, "scenario_text": scenario.text}
    header = make_header(ruleset, state, title=scenario.plan.title, seed=1, players=seats, **texts)
    run, path = start_run(ruleset, state), tmp_path / "gone.battle"
    match = seated(run, Recorder.create(path, header, state, run), 1, "random")
    for _ in range(8):
        match.answer_next()
    match.recorder.close()  # type: ignore[union-attr]
    (tmp_path / "mine.toml").unlink()
    assert go_on(resume_battle(path, registry.load_ruleset)).outcome is not None
    record = read_record(path, registry.load_ruleset)
    assert (record.header.display_name, verify_record(record).difference) == ("Gone", None)


def test_scenarios_that_extend_each_other_are_refused(write) -> None:  # type: ignore[no-untyped-def]
    write('extends = "b.toml"', "a.toml")
    with pytest.raises(InputError, match="extends: more than 8 scenarios extend each other"):
        load_scenario(write('extends = "a.toml"', "b.toml"))


def test_options_given_by_the_caller_go_before_the_files(write) -> None:  # type: ignore[no-untyped-def]
    path = write(TOY)
    assert load_scenario(path).plan.options == {"hit": "4"}
    assert load_scenario(path, {"hit": "3"}).plan.options == {"hit": "3"}


def test_an_unknown_id_gets_a_suggestion() -> None:
    with pytest.raises(InputError, match="no scenario has this id \\(did you mean outpost_evac"):
        load_scenario("outpost_evak")


@pytest.mark.parametrize("name", list(SCENARIOS))
def test_every_scenario_of_the_program_can_begin(name: str) -> None:
    scenario = load_scenario(name)
    assert scenario.plan.title
    assert scenario.plan.briefing
    run = start_run(scenario.ruleset, scenario.initial_state())
    assert run.pending is not None


FORCES = {
    "outpost_evac": ({"warrior": 30, "hopper": 10, "tanker": 2, "plasma_bug": 2, "burrower": 1}, 98, 3),
    "outpost_evac_three_platoons": (
        {"warrior": 30, "hopper": 10, "tanker": 2, "plasma_bug": 2, "burrower": 1},
        75,
        3,
    ),
    "outpost_evac_platoon": ({"warrior": 10, "hopper": 4, "plasma_bug": 1}, 29, 1),
    "outpost_evac_platoon_horde": ({"warrior": 20, "hopper": 8, "plasma_bug": 2}, 29, 1),
    "outpost_evac_horde": ({"warrior": 60, "hopper": 20, "tanker": 3, "plasma_bug": 3, "burrower": 1}, 98, 3),
    "first_contact": ({"warrior": 24, "hopper": 6}, 13, 0),
}


@pytest.mark.rule("MI-GAP-33", "MI-GAP-34", "MI-GAP-69")
@pytest.mark.parametrize("name", list(FORCES))
def test_forces_are_those_of_the_ledger(name: str) -> None:
    pool, humans, mechs = FORCES[name]
    scenario = load_scenario(name)
    pieces = list(scenario.initial_state().table.pieces.values())
    bugs = {kind: sum(p.kind == kind for p in pieces) for kind in pool}
    profiles = {p.kind: scenario.ruleset.profile(p.kind) for p in pieces}
    assert bugs == pool
    assert sum("bug" in profiles[p.kind]["traits"] for p in pieces) == sum(pool.values())
    assert sum(p.hits for p in pieces if profiles[p.kind]["humans"] and p.side == "mi") == humans
    assert sum("mech" in profiles[p.kind]["traits"] for p in pieces) == mechs


@pytest.mark.rule("MI-GAP-69")
def test_the_preset_stands_in_for_a_file_without_table_and_forces(write) -> None:  # type: ignore[no-untyped-def]
    path = write('ruleset = "mobile_infantry"\n[options]\nscenario_preset = "first_contact"\n')
    plan = load_scenario(path).plan
    assert plan.turns == 6
    assert [unit.id for unit in plan.units] == ["platoon", "bugs", "M1"]
    assert load_scenario(write('ruleset = "mobile_infantry"\n')).plan.rules["transmitter"] == "O1"
