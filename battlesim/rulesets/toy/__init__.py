"""A complete ruleset in little: two sides, one gun, one reaction, a hidden mine. The tutorial for authors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from battlesim.engine.decisions import Decision, Weight
from battlesim.engine.dice import Rng
from battlesim.engine.plan import ScenarioError, ScenarioPlan
from battlesim.engine.ruleset import Facts, Preview, PreviewRow, Threat
from battlesim.mechanics import sides, turns
from battlesim.mechanics.cards import one_throw
from battlesim.mechanics.pieces import gap
from battlesim.rulesets.rules import Rules
from battlesim.rulings.threat import about
from battlesim.table.ids import MarkerId
from battlesim.table.pieces import Marker
from battlesim.table.state import Table
from battlesim.table.words import inches, say

from . import rules
from .doctrine import ToyDoctrine
from .state import MINE, Game, MineSprung, Skirmish


class Toy(Rules[Game]):
    """What the toy has of its own; the rest is as most rulesets have it."""

    key = "toy"
    title = "Toy Skirmish"
    prefix = "TOY"
    version = "2"
    game = Game
    events = (*turns.EVENTS, MineSprung)
    scripts = rules.SCRIPTS
    doctrine = ToyDoctrine()
    sight_ids = (rules.SHOOT,)
    marker_kinds = (MINE,)
    secret_markers = (MINE,)
    weights: Mapping[str, Weight] = {"piece": "who"}

    def begin(self, plan: ScenarioPlan, table: Table) -> Game:
        """The first turn. Raises ScenarioError for terrain, which this game does not know."""
        if table.ground.terrain:
            raise ScenarioError("map", "the toy is played on open ground", "use a map without terrain")
        mined = tuple(dict.fromkeys(m.side for m in plan.markers if m.kind == MINE))
        return Game(**sides.opening(plan, table), needs=int(plan.options["hit"]), mined=mined)

    next_step = staticmethod(rules.next_step)

    def determinise(self, view: Skirmish, rng: Rng) -> Skirmish:
        """A mine that has not gone off and is not in sight lies somewhere (TOY-MINE-02)."""
        table = view.table
        for side in view.game.mined:
            if not any(m.kind == MINE and m.side == side for m in table.markers.values()):
                x = round(rng.uniform(1, table.ground.width - 1), 3)
                y = round(rng.uniform(1, table.ground.height - 1), 3)
                guess = MarkerId(f"guess-{side}")
                table = table.with_marker(Marker(guess, MINE, x, y, radius=0.5, side=side))
        return view.with_table(table)

    def facts(self, state: Skirmish) -> Facts:
        """Turn and scores."""
        return sides.facts(state, sides.left(state), "1 for each trooper left", "TOY-END-01")

    def preview(self, view: Skirmish, decision: Decision[Any], answer: Any) -> Preview | None:
        """The chance of a shot: one die against what it needs."""
        if decision.what != "target" or answer == rules.HOLD:
            return None
        shooter, target = (view.table.piece(id) for id in (decision.about, answer))
        away = say("{} of {}", inches(gap(view, shooter.id, target.id), 1, unit=False), inches(rules.RANGE))
        words, then = f"{shooter.name} at {target.name}", f"{target.name} is lost"
        return one_throw("Shoot", words, rules.gun(view), then, PreviewRow("Range", away, rules.SHOOT))

    def offers(self, view: Skirmish, piece: str) -> Iterable[Decision[Any]]:
        """Move, shot and reaction of a trooper, with what stands against them."""
        return rules.offers(view, piece)

    def threats(self, view: Skirmish, piece: str) -> tuple[Threat, ...]:
        """One stride and a shot, all round."""
        trooper = view.table.pieces.get(piece)
        if trooper is None or not trooper.spot:
            return ()
        reach = trooper.radius + rules.RANGE
        now, then = about(trooper.xy, reach), about(trooper.xy, reach + rules.STRIDE)
        words = say("after a stride of {}, {}", inches(rules.STRIDE), inches(rules.RANGE))
        return (Threat("Shoot", words, rules.SHOOT, now, then),)


RULESET = Toy()
