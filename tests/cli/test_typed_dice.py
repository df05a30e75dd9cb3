"""Real dice and cards, typed at the command line."""

from __future__ import annotations

import io

import pytest

from battlesim.commands.typed_dice import TypedDice
from battlesim.scenarios.toml_reading import InputError


def typed(monkeypatch: pytest.MonkeyPatch, lines: str) -> TypedDice:
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    return TypedDice()


def test_faces_are_asked_for_until_they_fit(monkeypatch, capsys) -> None:
    assert typed(monkeypatch, "7 1\n2\n3 4\n").throw((6, 6), "Luck") == (3, 4)
    assert capsys.readouterr().err.count("2 numbers are needed") == 2


@pytest.mark.parametrize("said", ["3x1 4x6", "6 6 6 6 1 1 1", "2 x 1 4x6 1"])
def test_a_handful_is_typed_as_how_many_of_each_face(monkeypatch, said) -> None:
    hand = typed(monkeypatch, f"9999x6\n3x1\n{said}\n")
    assert sorted(hand.throw_handful((6,) * 7, "Fire")) == [1, 1, 1, 6, 6, 6, 6]


@pytest.mark.parametrize("said", ["Ace of hearts", "ace OF hearts", "heart"])
def test_a_card_is_named_by_its_id_or_its_name(monkeypatch, said) -> None:
    hand = typed(monkeypatch, f"king\n{said}\n")
    assert hand.draw_card(("club", "heart"), "A card", {"heart": "Ace of hearts"}) == "heart"


def test_an_input_that_ends_is_one_clear_error(monkeypatch) -> None:
    with pytest.raises(InputError, match="the input ended"):
        typed(monkeypatch, "").draw_card(("club",), "A card")
