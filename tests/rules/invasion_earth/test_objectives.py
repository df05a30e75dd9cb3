"""Objects that are carried to a zone."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from battlesim.rulesets.invasion_earth.attack.damage import apply_damage
from battlesim.rulesets.invasion_earth.battle.objectives import objective_text
from battlesim.rulesets.invasion_earth.battle.victory import score_rows, scores
from battlesim.rulesets.invasion_earth.core.state import Battle, Objective
from battlesim.rulesets.invasion_earth.ground.loads import can_take_up, carrier_of, take_up
from battlesim.rulings.movement import Leg
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.ids import MarkerId
from battlesim.table.pieces import Marker
from tests.rules.invasion_earth.field import CENTRE, ENEMY, OWN, SLR, battle, enemy, model, perform, play

ZONE = (((20.0, 26.0), (28.0, 26.0), (28.0, 30.0), (20.0, 30.0)),)
LOOT = Objective("carry", "loot", 4.0, side=OWN, to="zone", zone=ZONE)


def raid(x: float = 0.0) -> Battle:
    state = battle(model(SLR, "a", x, 0), model(SLR, "b", 9, 0), enemy(SLR, "e", 0, 20), objectives=(LOOT,))
    return state.with_table(
        state.table.with_marker(Marker(MarkerId("loot"), "objective", CENTRE, CENTRE, name="Loot"))
    )


@pytest.mark.rule("IE-GAP-38")
@pytest.mark.parametrize(("x", "side", "able"), [(1.5, OWN, True), (1.6, OWN, False), (0.5, ENEMY, False)])
def test_a_model_of_the_side_takes_up_what_lies_beside_it(x: float, side: str, able: bool) -> None:
    state = raid(x) if side == OWN else raid(5)
    piece = state.table.piece("a") if side == OWN else enemy(SLR, "e", x, 0)
    assert can_take_up(state, piece) == able


@pytest.mark.rule("IE-GAP-38")
def test_it_goes_with_its_carrier_and_scores_in_the_zone() -> None:
    leg = (Leg("a", ((CENTRE, CENTRE), (CENTRE, CENTRE + 4))),)
    done = play(raid(), ["a", "take_up", "a", "move", leg])
    marker = done.state.table.markers[MarkerId("loot")]
    assert (marker.x, marker.y) == done.piece("a").xy and scores(done.state)[OWN] == 4.0


@pytest.mark.rule("IE-GAP-38")
def test_it_lies_where_its_carrier_fell() -> None:
    taken = perform(raid(), lambda p: take_up(p, "a")).state
    done = perform(taken, lambda p: apply_damage(p, "a", 1, "e"))
    assert carrier_of(done.state, "loot") is None and MarkerId("loot") in done.state.table.markers
    assert can_take_up(done.state, model(SLR, "b", 1, 0))


@pytest.mark.rule("IE-GAP-38")
def test_the_score_table_speaks_of_the_end_until_the_battle_is_over() -> None:
    def rows(**more) -> list[str]:  # type: ignore[no-untyped-def]
        state = battle(model(SLR, "a", 1, 0), enemy(SLR, "e", 0, 20), objectives=(hold,), **more)
        inn = Marker(MarkerId("inn"), "objective", CENTRE, CENTRE, name="Inn")
        state = state.with_table(state.table.with_marker(inn))
        return [f"{row.label}: {row.value}" for row in score_rows(state)[OWN][1:]]

    hold = Objective("hold", "inn", 3.0, within=2.0)
    assert rows() == ["Alone within 2 in of Inn: 3 points now, 3 at the end"]
    assert rows(turn=9) == ["Alone within 2 in of Inn: 3 points"]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ('kind = "holds"\nat = "inn_middle"\npoints = 3', "rules.objective[0].kind: unknown word 'holds'"),
        ('kind = "hold"\nat = "inn"\npoints = 3', "rules.objective.at: 'inn' is not a marker"),
        (
            'kind = "carry"\nat = "inn_middle"\npoints = 3\nside = "unit"\nto = "x"',
            "rules.objective.to: 'x' is not a zone",
        ),
        ('kind = "count"\nat = "inn_middle"\npoints = 3', "rules.objective.side: '' is not a side"),
    ],
)
def test_an_objective_that_is_wrong_is_named_with_its_key(tmp_path: Path, lines: str, message: str) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(f'extends = "village"\n[[rules.objective]]\n{lines}\n')
    with pytest.raises(InputError, match=re.escape(message)):
        load_scenario(str(file)).initial_state()


def test_a_zone_is_called_by_its_name() -> None:
    named = msgspec.structs.replace(LOOT, zone_name="Far edge")
    assert str(objective_text(raid(), named)).endswith("carried to the zone Far edge")
