"""The public corpus of rulings, and what can be wrong with a situation."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlesim.scenarios.questions import SightQuestion
from battlesim.scenarios.situations import judge_situation, load_situation
from battlesim.scenarios.toml_reading import InputError
from tests.support.ours import SITUATIONS

DUEL = """
title = "A duel"
[table]
width = 24
height = 24
[[piece]]
id = "a"
at = [4, 4]
[[piece]]
id = "b"
at = [4, 14]
[[question]]
ask = "sight"
from = "a"
to = "b"
visible = true
share = 1
[[question]]
ask = "distance"
from = "a"
to = "b"
edge = 9
"""


@pytest.mark.rule("MI-GAP-06", "MI-GAP-52", "MI-GAP-72")
@pytest.mark.parametrize("name", list(SITUATIONS))
def test_every_answer_of_the_corpus_is_as_expected(name: str) -> None:
    answers = judge_situation(load_situation(SITUATIONS[name]))
    assert [answer.text for answer in answers if not answer.good] == []


def test_the_corpus_has_its_cases_of_sight() -> None:
    questions = [q for path in SITUATIONS.values() for q in load_situation(path).questions]
    assert sum(isinstance(q, SightQuestion) for q in questions) >= 24
    assert len({type(q) for q in questions}) == 5


def judged(tmp_path: Path, old: str, new: str) -> list[str]:
    path = tmp_path / "s.toml"
    assert old in DUEL
    path.write_text(DUEL.replace(old, new, 1))
    return [answer.text for answer in judge_situation(load_situation(path)) if not answer.good]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("visible = true", "visible = false", "sight a to b: visible is True, expected False"),
        ("share = 1", "share = 0.99", "sight a to b: share is 1.000000, expected 0.99"),
        ("share = 1", 'cover = "partial"', "sight a to b: cover is none, expected partial"),
        ("share = 1", 'verdicts = { eye = "hidden" }', "sight a to b: eye says none, expected hidden"),
        ("edge = 9", "edge = 9.01", "distance a to b: 9.0000 in, expected 9.01 in"),
        (
            'ask = "distance"\nfrom = "a"\nto = "b"\nedge = 9',
            'ask = "arc"\nfrom = "a"\nto = "b"\nwidth = 90\ninside = true',
            "arc of a to b: inside is False, expected True",
        ),
        (
            'ask = "distance"\nfrom = "a"\nto = "b"\nedge = 9',
            'ask = "template"\nshape = "blast:2"\nat = [4, 4]\npieces = { a = "out", b = "out" }',
            "template blast:2: a is wholly, expected out",
        ),
        (
            'ask = "distance"\nfrom = "a"\nto = "b"\nedge = 9',
            'ask = "group"\nof = ["a", "b"]\nwithin = 9\ntogether = false',
            "group of 2: they hold together",
        ),
        (
            'ask = "distance"\nfrom = "a"\nto = "b"\nedge = 9',
            'ask = "group"\nof = ["a", "b"]\nwithin = 8\ncircle = 9\ntogether = true',
            "group of 2: they do not hold together: b would be 9.00 in from the nearest of its group, "
            "at most 8 in is allowed",
        ),
    ],
)
def test_a_wrong_answer_is_told_with_both_values(tmp_path: Path, old: str, new: str, expected: str) -> None:
    assert judged(tmp_path, old, new) == [expected]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('to = "b"\nvisible', 'to = "c"\nvisible', "question[0].to: no piece 'c'"),
        ("visible = true", "visibel = true", "question[0].visibel: unknown key"),
        ('ask = "sight"', 'ask = "sigth"', "question[0].ask: unknown word 'sigth' (did you mean sight?)"),
        ('id = "b"', 'id = "a"', "piece[1].id: 'a' is taken"),
        ("at = [4, 14]", 'inside = "barn"', "piece[1].inside: no terrain 'barn'"),
        ("at = [4, 14]", "", "piece[1]: needs a position: at or inside"),
        ("at = [4, 14]", "at = [4, 14]\nbase = 0", "piece[1].base: expected a number above 0, got 0"),
        ("at = [4, 14]", 'at = [4, 14]\nprofile = "x"', "piece[1].profile: unknown profile 'x'"),
        ("[table]\nwidth = 24\nheight = 24", "", "map: give either a map or [table]"),
        ('title = "A duel"', 'title = "x"\nruleset = "tory"', "ruleset: no ruleset is called 'tory'"),
        ("visible = true\nshare = 1", "", "question[0]: asks nothing (visible, share, cover"),
        (
            "share = 1",
            'verdicts = { eie = "none" }',
            "question[0].verdicts: no ruleset or convention 'eie' (did you mean eye",
        ),
        ("share = 1", 'verdicts = { eye = "gone" }', "question[0].verdicts"),
        (
            "share = 1",
            'rules = ["TOY-GUN-99"]',
            "question[0].rules: no rule 'TOY-GUN-99' (did you mean TOY-GUN-",
        ),
        ("share = 1", 'share = 1\nformula = "1 / 2"', "formula: gives 0.500000, but the share is 1"),
        ("share = 1", 'formula = "1"', "formula: gives 1.000000, but the share is missing"),
        ("share = 1", 'share = 1\nformula = "1 / 0"', "formula: '1 / 0' is not a number"),
        ("share = 1", 'share = 1\nformula = "open(1)"', "formula: 'open(1)' is not an arithmetic expression"),
        ("share = 1", 'share = 1\nformula = "9 ** 9"', "formula: '9 ** 9' is not an arithmetic expression"),
        ("edge = 9", 'edge = 9\nformula = "14 - 4"', "formula: gives 10.000000, but the edge is 9"),
        ("edge = 9", "edge = inf", "question[1].edge: inf is not a finite number"),
    ],
)
def test_each_fault_is_named_with_its_key(tmp_path: Path, old: str, new: str, expected: str) -> None:
    with pytest.raises(InputError) as caught:
        judged(tmp_path, old, new)
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)
