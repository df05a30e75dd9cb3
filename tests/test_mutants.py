"""The tool that breaks rulesets on purpose: what it changes, for which rules, and what it makes of it."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest

from benchmarks.mutants import python_places, table_places
from benchmarks.mutants.marked_tests import Suite, Test
from benchmarks.mutants.mutant import Mutant
from benchmarks.mutants.ruleset_folder import all_mutants, choose, folder_of, sorted_out
from benchmarks.mutants.told import Explained, Notes, read_notes, summary
from benchmarks.mutants.trial import Result, Trial, read_results

RULES = b'''"""Rules (TOY-GAP-01)."""

REACH = 3

def near(a, b):
    """Whether it is near (TOY-MOVE-01)."""
    return b - a <= REACH and a != b

def words(a):
    return f"{a + 1} in"
'''
TABLE = b"""# Guns (TOY-GAP-02).

[gun]            # TOY-GUN-01
name = "Gun 7"
range = 20
slow = true
dice = [2, 4]    # TOY-GUN-02
"""


def with_rules(mutants: Iterable[Mutant]) -> list[str]:
    return [" ".join([*mutant.ids, mutant.name]) for mutant in mutants]


def places(source: bytes) -> list[str]:
    return with_rules(python_places.mutants_of("rules.py", source))


def test_a_function_is_broken_at_its_numbers_comparisons_signs_and_conditions() -> None:
    assert places(RULES) == [
        "TOY-MOVE-01 rules.py REACH.value 3 to 4",
        "TOY-MOVE-01 rules.py REACH.value 3 to 2",
        "TOY-MOVE-01 rules.py near:body[1].value and to or",
        "TOY-MOVE-01 rules.py near:body[1].value without part 1",
        "TOY-MOVE-01 rules.py near:body[1].value without part 2",
        "TOY-MOVE-01 rules.py near:body[1].value.values[0] <= to <",
        "TOY-MOVE-01 rules.py near:body[1].value.values[0].left - to +",
        "TOY-MOVE-01 rules.py near:body[1].value.values[1] != to ==",
    ]


def test_a_table_belongs_to_the_rules_cited_just_above_it() -> None:
    schedule = b"# Who comes when (TOY-COM-01 to TOY-COM-03).\n[who]\nturn = 4\n"
    found = next(table_places.mutants_of("comers.toml", b"# Comers (TOY-GAP-02).\n\n" + schedule))
    assert found.ids == ("TOY-COM-01", "TOY-COM-02", "TOY-COM-03")


def test_a_function_belongs_to_the_rules_that_it_cites_by_name() -> None:
    source = b"""from .reach import NEAR
from . import far

HERE = "TOY-HERE-01"

def a(x):
    return x < 1, NEAR

def b(x):
    return x < 1, far.AWAY

def c(x):
    return x < 1, HERE
"""
    named = {"reach.NEAR": "TOY-NEAR-01", "far.AWAY": "TOY-AWAY-01", "elsewhere.NEAR": "TOY-ELSE-01"}
    found = {mutant.place[0]: mutant.ids for mutant in python_places.mutants_of("rules.py", source, named)}
    assert found == {"a": ("TOY-NEAR-01",), "b": ("TOY-AWAY-01",), "c": ("TOY-HERE-01",)}


def test_a_name_for_a_rule_is_known_in_all_files_of_the_ruleset() -> None:
    assert python_places.rules_named(
        "a/reach.py", b'NEAR = "TOY-NEAR-01"\nWORDS = "TOY-NEAR-01, and more"\n'
    ) == {"reach.NEAR": "TOY-NEAR-01"}


def test_rules_that_are_named_together_are_known_one_by_one() -> None:
    source = b'NEAR, FAR = "TOY-NEAR-01", "TOY-FAR-01"\nREACH, HERE = 6, "TOY-HERE-01"\n'
    named = {"reach.NEAR": "TOY-NEAR-01", "reach.FAR": "TOY-FAR-01", "reach.HERE": "TOY-HERE-01"}
    assert python_places.rules_named("a/reach.py", source) == named


def test_what_a_file_without_rules_does_belongs_to_those_for_which_it_is_used_elsewhere() -> None:
    helper = b"def near(x):\n    return x < 1\n\ndef far(x):\n    return x > 1\n"
    user = b'from .places import near\n\ndef a(x):\n    """TOY-NEAR-01."""\n    return near(x)\n'
    used = dict(python_places.rules_used("rules.py", user, {}))
    assert used["places.near"] == "TOY-NEAR-01"
    found = {m.place.split(":")[0]: m.ids for m in python_places.mutants_of("places.py", helper, {}, used)}
    assert found == {"near": ("TOY-NEAR-01",), "far": ("TOY-NEAR-01",)}


def test_names_of_mutants_stay_when_other_functions_change() -> None:
    more = RULES.replace(b"def words", b"def other():\n    # TOY-GAP-03\n    return 5\n\ndef words")
    assert set(places(RULES)) < set(places(more))


def test_a_mutant_shows_the_lines_before_and_after() -> None:
    mutant = next(m for m in python_places.mutants_of("rules.py", RULES) if m.place.endswith("<= to <"))
    shown = "-    return b - a <= REACH and a != b\n+    return (b - a < REACH) and a != b"
    assert mutant.diff(RULES) == shown


def test_a_table_is_broken_at_its_figures_and_not_in_its_words() -> None:
    assert with_rules(table_places.mutants_of("guns.toml", TABLE)) == [
        "TOY-GUN-01 guns.toml gun.range 20 to 21",
        "TOY-GUN-01 guns.toml gun.range 20 to 19",
        "TOY-GUN-01 guns.toml gun.slow true to false",
        "TOY-GUN-02 guns.toml gun.dice[0] 2 to 3",
        "TOY-GUN-02 guns.toml gun.dice[0] 2 to 1",
        "TOY-GUN-02 guns.toml gun.dice[1] 4 to 5",
        "TOY-GUN-02 guns.toml gun.dice[1] 4 to 3",
    ]


def test_every_mutant_of_a_ruleset_can_be_read() -> None:
    folder = folder_of("toy")
    code = [mutant for mutant in all_mutants(folder) if mutant.file.endswith(".py")]
    assert len(code) > 50
    for mutant in code:
        ast.parse(mutant.applied((folder / mutant.file).read_bytes()))


@pytest.mark.slow
def test_every_mutant_has_a_name_of_its_own() -> None:
    for ruleset in ("toy", "mobile_infantry"):
        names = [mutant.name for mutant in all_mutants(folder_of(ruleset))]
        assert len(set(names)) == len(names)


def told_of(*names: str) -> Notes:
    return Notes(explained=(Explained("equivalent", names),))


def made(place: str, *ids: str) -> Mutant:
    return Mutant("rules.py", place, ids, 1, 0, 0, b"", "stamp")


def test_of_each_rule_three_are_chosen_before_the_rest() -> None:
    many = [made(f"a{n}", "TOY-AAA-01") for n in range(50)]
    few = [made(f"b{n}", "TOY-BBB-01") for n in range(3)]
    chosen = choose([*many, *few], 10, seed=1)
    assert (len(chosen), set(few) < set(chosen)) == (10, True)
    assert chosen == choose([*few, *reversed(many)], 10, seed=1)
    assert chosen != choose([*many, *few], 10, seed=2)


def test_what_is_left_out_is_counted_with_its_reason() -> None:
    mutants = [
        made("a", "TOY-AAA-01"),
        made("b"),
        Mutant("doctrine/x.py", "c", ("TOY-AAA-01",), 1, 0, 0, b"", ""),
    ]
    held, aside = sorted_out(mutants, {"doctrine": "players choose"})
    assert [mutant.place for mutant in held] == ["a"]
    assert aside == {"no rule is cited there": 1, "doctrine: players choose": 1}


@pytest.mark.parametrize(("explained", "passed"), [(0, False), (1, True)])
def test_a_run_passes_when_at_most_three_in_a_hundred_survive_unexplained(
    tmp_path: Path, explained: int, passed: bool
) -> None:
    (tmp_path / "rules.py").write_bytes(b"x = 1\n")
    mutants = [made(str(n), "TOY-AAA-01") for n in range(100)]
    results = [Result(m.name, "survived" if n < 4 else "killed", "", "") for n, m in enumerate(mutants)]
    notes = told_of(*(mutant.name for mutant in mutants[:explained]))
    came_to = summary("toy", tmp_path, mutants, results, notes, mutants, {})
    assert (came_to.passed, len(came_to.survivors), came_to.killed) == (passed, 4, 96)


@pytest.mark.parametrize(
    ("name", "needless"),
    [
        ("rules.py hit:killed", True),
        ("rules.py hit:lived", False),
        ("rules.py hit:not tried", False),
        ("rules.py hit", False),
        ("rules.py gone", True),
        ("rules.py hit:gone", True),
    ],
)
def test_a_reason_is_named_that_explains_what_is_killed_or_gone(
    tmp_path: Path, name: str, needless: bool
) -> None:
    (tmp_path / "rules.py").write_bytes(b"x = 1\n")
    killed, lived, left = (made(f"hit:{end}", "TOY-AAA-01") for end in ("killed", "lived", "not tried"))
    results = [Result(killed.name, "killed", "", ""), Result(lived.name, "survived", "", "")]
    came_to = summary("toy", tmp_path, [killed, lived], results, told_of(name), [killed, lived, left], {})
    assert came_to.needless == ((name,) if needless else ())


def test_a_function_whose_changes_all_alter_nothing_is_explained_once() -> None:
    notes = told_of("rules.py hit", "rules.py near:b")
    names = ["rules.py hit:a", "rules.py hits:a", "rules.py near:a", "rules.py near:b"]
    assert [notes.reason(name) for name in names] == ["equivalent", "", "", "equivalent"]


def test_a_mutant_keeps_its_name_when_its_file_moves() -> None:
    there, here = (Mutant(f"{folder}/rules.py", "a", (), 1, 0, 0, b"", "") for folder in ("attack", "core"))
    assert there.name == here.name


def test_a_line_cut_off_at_the_end_of_the_results_is_tried_again(tmp_path: Path) -> None:
    whole = msgspec.json.encode(Result("a", "killed", "s", "t"))
    (tmp_path / "results").write_bytes(whole + b"\n" + whole[:20])
    assert set(read_results(tmp_path / "results")) == {"a"}


def test_results_hold_for_the_same_code_and_survivors_for_the_same_tests(tmp_path: Path) -> None:
    mutants = [made("killed", "TOY-AAA-01"), made("lived", "TOY-AAA-01"), made("changed", "TOY-AAA-01")]
    rows = [("killed", "stamp", "old"), ("survived", "stamp", "old"), ("killed", "other", "old")]
    lines = [
        msgspec.json.encode(Result(m.name, *row[:2], row[2])) for m, row in zip(mutants, rows, strict=True)
    ]
    kept = tmp_path / "results"
    kept.write_bytes(b"\n".join(lines))
    trial = Trial(tmp_path, Suite([]), kept, 1, tmp_path)
    assert [trial.known(mutant) for mutant in mutants] == [True, False, False]


def test_the_tests_of_a_mutant_are_those_marked_with_one_of_its_rules_and_green_the_quick_ones_first() -> (
    None
):
    here = __file__
    suite = Suite(
        [
            Test("slow", here, ("TOY-AAA-01",), seconds=2.0),
            Test("quick", here, ("TOY-AAA-01", "TOY-BBB-01"), seconds=0.1),
            Test("red", here, ("TOY-AAA-01",), passed=False),
            Test("other", here, ("TOY-CCC-01",)),
        ]
    )
    assert [test.id for test in suite.of(("TOY-AAA-01",))] == ["quick", "slow"]


def test_the_notes_of_the_rulesets_give_a_reason_for_each_name() -> None:
    for path in Path(python_places.__file__).parent.glob("*.toml"):
        notes = read_notes(path)
        assert isinstance(notes, Notes)
        assert all(group.reason and group.names for group in notes.explained)
        assert all(notes.left_out.values())


def test_a_run_over_a_ruleset_tells_what_became_of_each_mutant(tmp_path: Path) -> None:
    told, kept = tmp_path / "told.json", tmp_path / "results"
    command = [
        sys.executable,
        "-m",
        "benchmarks.mutants",
        "toy",
        "--most",
        "4",
        "--json",
        told,
        "--results",
        kept,
    ]
    ended = subprocess.run(command, capture_output=True, timeout=300, check=False)
    assert ended.returncode in (0, 1), ended.stderr
    came_to = json.loads(told.read_text())
    assert came_to["killed"] + came_to["timed_out"] + len(came_to["survivors"]) == 4
    assert {result.outcome for result in read_results(kept).values()} <= {"killed", "survived"}


@pytest.mark.parametrize("named", [["nowhere"], ["toy", "--rule", "TOY-GAP-99"]])
def test_a_ruleset_or_rule_that_is_not_there_is_told_in_one_line(named: list[str]) -> None:
    command = [sys.executable, "-m", "benchmarks.mutants", *named]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert (ended.returncode, ended.stderr.count("\n"), ended.stdout) == (2, 1, "")
