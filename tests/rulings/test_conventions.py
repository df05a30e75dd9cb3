"""Classic conventions of sight: what each says, what a difference turns on, why one end sees more."""

import msgspec
import pytest

from battlesim.rulings.sight import PLAIN_SIGHT, SightRules, cover_grade, verdict
from battlesim.rulings.sight_conventions import (
    SightJudge,
    asymmetry_text,
    difference_cause,
    disagreement_text,
    sight_conventions,
)
from battlesim.scenarios.sight_judges import sight_rules_of
from battlesim.table.terrain import Opening
from battlesim.testing.table import block, make_table, standing_piece, wall

A, B = standing_piece("a", 20, 10), standing_piece("b", 20, 20)
BESIDE = wall("w", 20.1, 14, 30, 15)
"""Hides 30 % of b from the middle of a."""
LOW = wall("w", 10, 19, 30, 19.25, 0.5)
WOOD = block("w", 10, 12, 30, 14.5, kind="woods")
THIN = block("w", 10, 12, 30, 13.5, kind="woods")
BETWEEN = standing_piece("c", 20, 15)


def said(key, *things):
    found = verdict(make_table(A, B, *things), sight_conventions()[key].sight, A, B)
    return (found.visible, found.cover) if found.visible else False


SEEN, COVER = (True, "none"), (True, "partial")
CASES = [
    ("eye", BESIDE, COVER),
    ("centres", BESIDE, SEEN),
    ("centres", wall("w", 19.9, 14, 30, 15), False),
    ("any_part", wall("w", 19.9, 14, 30, 15), SEEN),
    ("any_part", wall("w", 10, 14, 30, 15, 1.3), False),
    ("any_part", LOW, SEEN),
    ("bases", LOW, False),
    ("bases", wall("w", 19.9, 14, 30, 15), SEEN),
    ("corners", LOW, SEEN),
    ("corners", wall("w", 19.7, 14, 30, 15), COVER),
    ("corners", wall("w", 10, 14, 30, 15), False),
    ("cover_25", BESIDE, COVER),
    ("cover_50", BESIDE, SEEN),
    ("woods", WOOD, False),
    ("woods", THIN, SEEN),
    ("eye", THIN, False),
    ("models", BETWEEN, False),
    ("eye", BETWEEN, SEEN),
]


@pytest.mark.parametrize(("key", "thing", "expected"), CASES)
def test_a_convention_says_so(key, thing, expected):
    assert said(key, thing) == expected


def test_any_part_looks_through_a_window_that_no_line_between_the_heads_passes():
    window = Opening((19, 14), (21, 14), 0.2, 0.8, depth=0.25)
    house = block("h", 10, 14, 30, 17, openings=(window, Opening((19, 17), (21, 17), 0.2, 0.8, depth=0.25)))
    assert said("any_part", house) == SEEN and said("centres", house) is False
    shut = msgspec.structs.replace(house, openings=())
    assert said("any_part", shut) is False


def columns(*rules, viewer=A, target=B, things=()):
    world = make_table(viewer, target, *things)
    return [SightJudge(f"rules {k}", world, one, viewer, target) for k, one in enumerate(rules)]


@pytest.mark.parametrize(
    ("other", "thing", "words"),
    [
        (SightRules(mode="line"), BESIDE, "what a line is drawn between"),
        (SightRules(partial=0.9), BESIDE, "how much must be hidden to be in cover"),
        (SightRules(limit=5), BESIDE, "how far a model sees"),
        (SightRules(depth={"woods": 3}), WOOD, "how far a model sees into woods and the like"),
        (SightRules(bases=True), BETWEEN, "whether models hide"),
        (SightRules(eye_height=3.0), LOW, ""),
        (SightRules(eye_height=0.001, mode="line"), LOW, "what a line is drawn between together with "),
    ],
)
def test_the_quarrel_turns_on_what_alone_changes_the_verdict(other, thing, words):
    first, second = columns(PLAIN_SIGHT, other, things=(thing,))
    found = difference_cause(first, second)
    assert found.startswith(words) if words else found == ""
    assert words in disagreement_text([first, second])


def test_where_all_agree_nothing_is_to_be_argued_about():
    assert disagreement_text(columns(PLAIN_SIGHT, SightRules(mode="line"))) == "All columns agree."


@pytest.mark.parametrize(
    ("b", "thing", "words"),
    [
        (B, wall("w", 10, 19, 30, 19.25, 0.9), "w stands 0.25 in from b, 8.50 in from a"),
        (
            standing_piece("b", 20, 20, height=3),
            wall("w", 10, 14, 30, 14.5, 1.3),
            "their eyes are 1.2 in and 3 in",
        ),
        (
            standing_piece("b", 20, 20, radius=2),
            wall("w", 17, 14, 19.8, 15),
            "their bases are 1 and 4 in wide",
        ),
    ],
)
def test_an_asymmetry_is_explained(b, thing, words):
    rules = SightRules(partial=0.3)
    (column,) = columns(rules, target=b, things=(thing,))
    assert words in asymmetry_text(column)
    (plain,) = columns(rules, target=b)
    assert asymmetry_text(plain) == ""


@pytest.mark.parametrize(("hidden", "cover"), [(0.5 - 1e-12, "partial"), (0.5, "partial"), (0.499, "none")])
def test_exactly_half_is_half_whatever_rounding_makes_of_it(hidden: float, cover: str) -> None:
    assert cover_grade(msgspec.structs.replace(PLAIN_SIGHT, partial=0.5), hidden, False) == cover


@pytest.mark.parametrize(("hidden", "cover"), [(0.5 + 1e-12, "partial"), (0.501, "full")])
def test_full_cover_begins_beyond_its_threshold_whatever_rounding_makes_of_it(
    hidden: float, cover: str
) -> None:
    assert cover_grade(SightRules(full=0.5), hidden, False) == cover


@pytest.mark.parametrize(("hidden", "cover"), [(0.5 - 1e-12, "full"), (0.499, "partial")])
def test_where_full_cover_begins_at_one_half_rounding_does_not_put_it_off(hidden: float, cover: str) -> None:
    assert cover_grade(sight_rules_of("troice_station"), hidden, False) == cover


@pytest.mark.parametrize(("height", "seen"), [(2.15, True), (2.25, False)])
def test_any_part_takes_in_the_far_edge_of_the_lower_model(height, seen):
    """From 5.2 up at the near edge to 1.2 at the far one, 10 in off: 7.5 in along the line is 2.2 in up."""
    pair = standing_piece("a", 20, 10, height=1.2, z=4.0), standing_piece("b", 20, 20, height=1.2)
    world = make_table(*pair, block("h", 10, 16, 30, 18, height))
    rules = sight_conventions()["any_part"].sight
    assert [verdict(world, rules, a, b).visible for a, b in (pair, pair[::-1])] == [seen, seen]
