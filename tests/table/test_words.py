"""Words as values: references and lengths are kept apart from the letters."""

from __future__ import annotations

import math

import pytest

from battlesim.engine.codec import decode, encode
from battlesim.table.phrases import (
    AnyText,
    Inches,
    Phrase,
    Ref,
    abbreviated_list,
    capitalized,
    joined_text,
    length_text,
    parse_phrase,
    percent,
    phrase,
    referenced_ids,
    rendered_text,
    rounded_percentages,
    with_names,
)
from battlesim.testing.table import make_table, standing_piece

NAMES = {"a": "Rifles 1", "b": "Warrior B 2"}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (phrase("{} at {}: {}", Ref("a"), Ref("b"), 4), "Rifles 1 at Warrior B 2: 4"),
        (phrase("{:.2f} and {:g}", 1.0, 2.0), "1.00 and 2"),
        (phrase("{} of {}", length_text(2.46, 1, unit=False), length_text(6)), "2.5 of 6 in"),
        (
            phrase("{}, {}", phrase("{} is {} off", Ref("a"), length_text(4.0, 1)), "no more"),
            "Rifles 1 is 4.0 in off, no more",
        ),
        (
            joined_text((phrase("{}", Ref("a")), phrase("{}", Ref("b")), "others"), ", "),
            "Rifles 1, Warrior B 2, others",
        ),
        (length_text(math.inf), "any distance"),
        (capitalized("two of them"), "Two of them"),
        (capitalized(phrase("{}", Ref("a"))), "Rifles 1"),
    ],
)
def test_words_are_told_with_names_and_lengths(words: AnyText, told: str) -> None:
    assert rendered_text(words, lambda thing: NAMES[thing]) == told


def test_words_without_references_or_lengths_are_a_string():
    assert phrase("{} and {}", "one", "two") == "one and two"
    assert joined_text(()) == "" == phrase("{}", "")


def test_as_a_string_words_have_ids_and_inches():
    assert str(phrase("{} is {} off", Ref("a"), length_text(4.04, 2))) == "a is 4.04 in off"


def test_words_know_whom_they_speak_of():
    assert referenced_ids(phrase("{} at {}", phrase("both of {}", Ref("a")), Ref("b"))) == {"a", "b"}
    assert (
        referenced_ids(with_names(phrase("{}", Ref("a")), lambda thing: NAMES[thing]))
        == referenced_ids("Rifles 1")
        == set()
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("within {6 in} of it", "within 6 in of it"),
        ("a table of {72} x {48 in}", "a table of 72 x 48 in"),
        ("3 in play, {0.5 in} high", "3 in play, 0.5 in high"),
        ("no {length} at all", "no {length} at all"),
    ],
)
def test_lengths_in_the_text_of_a_file_stand_in_braces(text: str, told: str) -> None:
    assert str(parse_phrase(text)) == told


def test_a_length_can_be_written_otherwise():
    words = parse_phrase("{72} x {48 in}, 3 in play")
    assert (
        rendered_text(words, format_length=lambda one: f"{one.value / 12:g}" + " ft" * one.unit)
        == "6 x 4 ft, 3 in play"
    )


@pytest.mark.parametrize("words", ["plain", phrase("{} is {} off", Ref("a"), length_text(4.0, 1))])
def test_words_survive_their_json(words: AnyText) -> None:
    assert decode(encode(words), AnyText) == words


def test_a_length_is_no_other_length():
    assert Phrase((Inches(4.0, 1),)) != Phrase((Inches(4.0, 2),))


def test_a_table_knows_what_things_are_called():
    known = make_table(standing_piece("a", 4, 4, name="Rifles 1"))
    assert rendered_text(phrase("{} and {}", Ref("a"), Ref("gone")), known.name_of) == "Rifles 1 and gone"


@pytest.mark.parametrize(("many", "words"), [(0, ""), (4, "A, B, C, D"), (6, "A, B, C, D and 2 more")])
def test_of_too_many_words_the_last_are_only_counted(many: int, words: str) -> None:
    assert rendered_text(abbreviated_list("ABCDEF"[:many])) == words


@pytest.mark.parametrize(
    ("shares", "told"),
    [
        ([0.375, 0.375, 0.25], [38, 37, 25]),
        ([1 / 3] * 3, [33, 34, 33]),
        ([1 / 6] * 6, [17, 16, 17, 17, 16, 17]),
        ([0.625, 0.375], [62, 38]),
        ([0.125, 0.875], [12, 88]),
        ([0.005, 0.995], [0, 100]),
        ([0.2, 0.3], [20, 30]),
        ([1.0, 0.0], [100, 0]),
        ([], []),
    ],
)
def test_the_shares_of_a_whole_add_up_in_per_cent(shares: list[float], told: list[int]) -> None:
    assert rounded_percentages(shares) == told


def test_what_is_nearly_all_or_nothing_is_not_rounded_to_that() -> None:
    told = [percent(share) for share in (0.0, 1e-12, 0.002, 0.5, 0.994, 0.997, 1.0 - 1e-12, 1.0)]
    assert told == ["0 %", "0 %", "under 1 %", "50 %", "99 %", "over 99 %", "100 %", "100 %"]
