"""The Burrower below ground and above."""

from __future__ import annotations

import pytest

from battlesim.mechanics.activation import ActionSpent
from battlesim.rulesets.mobile_infantry.aftermath import chain_reactions
from battlesim.rulesets.mobile_infantry.attack.attack_dice import AttackDie
from battlesim.rulesets.mobile_infantry.underground import tunneling_markers
from battlesim.rulings.piece_placement import PiecePlacement
from tests.rules.mobile_infantry.acts import do, refusal
from tests.rules.mobile_infantry.arachnids import hole
from tests.rules.mobile_infantry.diggers import V6, group, run, tunnel, underground
from tests.rules.mobile_infantry.field import field, piece, rifles


@pytest.mark.rule("MI-BURR-02")
def test_with_a_burrower_9_inches_toward_and_6_in_any_direction() -> None:
    state = underground(*group(20, 20, burrower="B"), *hole("E", 50, 20))
    assert tunnel(state, "toward", move=[(29, 20)]).piece("M").xy == (29, 20)
    asked = tunnel(state, "any", until="move")
    assert refusal(asked, "move", (20, 26)) == ""
    assert refusal(asked, "move", (20, 26.2)) != ""


@pytest.mark.rule("MI-BURR-03")
def test_a_burrower_changes_no_other_tunnel_move() -> None:
    state = underground(*group(20, 20, burrower="B"), *hole("E", 50, 20))
    placed = tunnel(state, "place")
    assert [(e.action, e.count) for e in placed.events_of(ActionSpent)] == [("place", 1)]
    away = tunnel(state, "away", until="move")
    assert refusal(away, "move", (11, 20)) != ""
    assert refusal(away, "move", (13.9, 20)) != ""
    assert refusal(away, "move", (14, 20)) == ""


@pytest.mark.rule("MI-GAP-55")
def test_when_the_burrower_is_out_the_marker_is_slow_again() -> None:
    state = underground(*group(30, 30, warriors=2, burrower="B"), *hole("E", 30, 30))
    assert tunneling_markers.tunnel_move_allowances(state, "M") == (9, 6)
    done = tunnel(state, "exit:E", enter=[(PiecePlacement("B", 32.5, 30),), ()])
    assert tunneling_markers.tunnel_move_allowances(done.state, "M") == (6, 4)
    acting = do(done.state, "bug_surfaced").state.game.activation
    assert acting is not None and acting.members == ("B",)


@pytest.mark.rule("MI-BURR-05")
@pytest.mark.parametrize(("save", "left"), [(3, 6), (2, 5)])
def test_a_burrower_has_no_cover_and_does_not_flinch(save: int, left: int) -> None:
    state = field(piece("burrower", "B", 38, 16), V6, rifles("R", 25, 16))
    shot = [AttackDie("assault_rifle", "R", "B")]
    done = run(state, lambda game: chain_reactions.resolve_attack(game, shot, "fire"), (5, save))
    assert (done.piece("B").hits, done.piece("B").xy) == (left, (38, 16))
