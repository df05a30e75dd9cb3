"""The plan of a request for support that a player chooses although nothing advises where it should fall."""

from __future__ import annotations

from battlesim.engine.lookahead import Adviser, LookaheadPlanner, SuggestedAnswer
from battlesim.engine.run import start_run
from battlesim.players.recruit import recruit_adviser
from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.core.state import Battery
from battlesim.table.ids import SideKey

from .field import OWN, battle, foes, squad


def planned(advise: Adviser) -> list[str]:
    """The decisions that are answered if a squad calls for support."""
    state = battle(
        squad("a", (0, 0), (1.5, 0)),
        foes("b", (0, 20)),
        activated="a",
        batteries=(Battery("mortars", OWN),),
        chits={OWN: 3},
    )
    looker = LookaheadPlanner(RULESET, start_run(RULESET, state).position, SideKey(OWN), advise)
    return [line.decision.what for line in looker.plan_act(("request",)).lines]


def test_without_advice_the_player_is_asked_which_support_to_call():
    assert planned(lambda view, decision: SuggestedAnswer(decision.default(view), "", "default")) == [
        "action"
    ]


def test_with_advice_the_whole_request_is_planned():
    assert planned(recruit_adviser(RULESET)) == ["action", "battery", "impact", "rounds", "chits"]
