"""Cards of odds of fights."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option
from battlesim.rulesets.troice_station import RULESET
from battlesim.rulesets.troice_station.actions import activation, first_aid
from battlesim.rulesets.troice_station.core.state import MARINES
from battlesim.rulesets.troice_station.melee import melee_previews
from battlesim.rulesets.troice_station.melee import melee_previews as odds
from battlesim.rulesets.troice_station.melee.melee_attacks import NONE_KEY

from .rule_marks import FIGHTS
from .things import alien, battle, hugger, line, marine, perform


def labels(card: Any) -> dict[str, str]:
    return {str(row.label): str(row.value) for row in card.rows}


@FIGHTS
def test_the_card_of_a_face_hugger_has_the_chance_of_a_hug() -> None:
    state = battle(*line(10), hugger("h", 10.875, 10))
    # D6+2 against D6+1 is more in 21 of 36
    assert melee_previews.attack_odds(state, *map(state.table.piece, "ha"), ("attack",)) == pytest.approx(
        {"unhurt": 15 / 36, "hugged": 21 / 36}
    )


@FIGHTS
def test_the_card_of_a_round_tells_both_dice_and_what_fights_back() -> None:
    state = battle(marine("nco", "a", 10, 10), alien("x", 11.125, 10))
    assert list(labels(melee_previews.round_preview(state, "x", "a"))) == [
        "x: claw, claw, tail",
        "a: attack",
        "x is dead",
    ]
    assert melee_previews._bars({"dead": 0.0, "unhurt": 1.0}) == (("unhurt", 1.0),)


@FIGHTS
@pytest.mark.rule("TS-GAP-66")
def test_a_choice_of_acts_has_no_card_of_a_fight() -> None:
    state = battle(*line(10, 12), card="1A", pools={"1A": 2})
    asked = perform(state, activation.run_card_action, until="act").first_decision("act")
    assert melee_previews.melee_preview(state, asked, "move") is None  # type: ignore[arg-type]


@pytest.mark.rule("TS-GAP-48", "TS-MELE-01")
def test_a_question_about_a_fight_has_its_card_and_one_about_nothing_none() -> None:
    state = battle(marine("trooper", "a", 10, 10), alien("x", 11.125, 10))
    options = (Option("fight", "Fight", to=("x",), act="melee"), Option("none", "No"))
    asked = ChooseOne(side=MARINES, what="melee", prompt="", options=options, about="a")
    card = RULESET.preview(state, asked, "fight")
    assert card is not None and card.title == "Melee" and RULESET.preview(state, asked, "none") is None
    tail = ChooseOne(
        side=MARINES, what="tail", prompt="", options=(Option("a", "a"), Option(NONE_KEY, "")), about="x"
    )
    assert RULESET.preview(state, tail, NONE_KEY) is None
    struck = RULESET.preview(state, tail, "a")
    # D6+3 against D6+1 is two more in 21 of 36
    assert struck is not None and struck.chance == pytest.approx(21 / 36)


@pytest.mark.rule("TS-MELE-01", "TS-GAP-63")
def test_the_card_of_a_round_has_what_becomes_of_the_attacker() -> None:
    state = battle(marine("nco", "a", 10, 10), alien("x", 11.125, 10))
    theirs, ours = odds.round_odds(state, state.table.piece("x"), state.table.piece("a"))
    # D6+2 against D6+4 is two more in 3 of 36, once the marine is unhurt
    assert ours == {"unhurt": pytest.approx(1 - theirs["unhurt"] * 3 / 36), "dead": pytest.approx(
        theirs["unhurt"] * 3 / 36
    )}  # fmt: skip


@pytest.mark.rule("TS-MELE-01", "TS-GAP-66")
def test_who_frees_nobody_is_shown_no_card() -> None:
    held = marine("trooper", "b", 11, 10, marks={"hugged": 3})
    state = battle(*line(10), held, hugger("h", 30, 30), marine("trooper", "c", 10, 11, marks={"hugged": 3}))
    asked = perform(state, lambda play: first_aid.free_victims(play, ["a"])).first_decision("free")
    assert odds.melee_preview(state, asked, "none") is None  # type: ignore[arg-type]
    assert odds.melee_preview(state, asked, "b") is not None  # type: ignore[arg-type]
    other = msgspec.structs.replace(asked, what="treat")
    assert odds.melee_preview(state, other, "b") is None  # type: ignore[arg-type]
