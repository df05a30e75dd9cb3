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


@pytest.mark.parametrize("said", ["Ace of hearts", "ace OF hearts", "heart"])
def test_a_card_is_named_by_its_id_or_its_name(monkeypatch, said) -> None:
    hand = typed(monkeypatch, f"king\n{said}\n")
    assert hand.draw_card(("club", "heart"), "A card", {"heart": "Ace of hearts"}) == "heart"


def test_an_input_that_ends_is_one_clear_error(monkeypatch) -> None:
    with pytest.raises(InputError, match="the input ended"):
        typed(monkeypatch, "").draw_card(("club",), "A card")
