"""A complete ruleset in little: two sides, one gun, one reaction, a hidden mine. The tutorial for authors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlesim.engine.decisions import Decision
from battlesim.engine.dice import Rng
from battlesim.engine.plan import ScenarioError, ScenarioPlan, make_pieces
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Facts, Outcome, Preview, PreviewRow, Step, Threat
from battlesim.mechanics import turns
from battlesim.mechanics.cards import need_rows
from battlesim.mechanics.chance import alone, exactly
from battlesim.rulesets.rulebook import read_rulebook
from battlesim.rulings.sight_rules import PLAIN, SightRules
from battlesim.rulings.threat import about
from battlesim.table.ids import MarkerId, SideKey
from battlesim.table.pieces import Marker, Piece
from battlesim.table.state import State, Table
from battlesim.table.terrain import Ground
from battlesim.table.views import redact

from . import rules
from .doctrine import ToyDoctrine
from .events import EVENTS
from .state import MINE, REACTED, Game, Skirmish

SCRIPTS: Mapping[str, turns.StepScript] = {"activate": rules.activate, "pass_turn": rules.pass_turn}
PROFILES: Mapping[str, Mapping[str, Any]] = {
    "trooper": {"name": "Trooper", "base": 1.0, "height": 1.2, "hits": 1},  # TOY-DATA-01
}

MARKS: Mapping[str, Mapping[str, int]] = {"trooper": {REACTED: 1}}


class Toy:
    """The contract of `battlesim.engine.ruleset.Ruleset`, met in the plainest way."""

    key = "toy"
    title = "Toy Skirmish"
    prefix = "TOY"
    version = "2"
    state_type = State[Game]
    events = EVENTS
    decisions: tuple[type[Decision[Any]], ...] = ()
    rulebook = read_rulebook(__package__)
    doctrine = ToyDoctrine()
    sight_ids = ("TOY-GUN-01",)
    marker_kinds = (MINE,)

    def setup(self, plan: ScenarioPlan, ground: Ground) -> Skirmish:
        """The first state. Raises ScenarioError for terrain, which this game does not know."""
        if ground.terrain:
            raise ScenarioError("map", "the toy is played on open ground", "use a map without terrain")
        for unit in plan.units:
            if unit.zone or unit.arrives:
                raise ScenarioError(unit.key, "the toy deploys nobody", "give the pieces places")
        pieces = make_pieces(plan, self.profile)
        markers = {marker.id: marker for marker in plan.markers}
        order = tuple(side.key for side in plan.sides)
        needs = int(plan.options.get("hit", self.rulebook["TOY-GUN-02"].default))
        mined = tuple(dict.fromkeys(m.side for m in plan.markers if m.kind == MINE))
        game = Game(turn=1, phase=order[0], phases=order, turns=plan.turns or 6, needs=needs, mined=mined)
        return State(Table(ground, pieces, plan.sides, markers), game)

    def next_step(self, state: Skirmish) -> Step | Outcome:
        """What comes next."""
        return rules.next_step(state)

    def script(self, play: Play[Game], step: Step) -> Script[None]:
        """The rules of a step. Raises KeyError for a step it does not know."""
        return turns.script(SCRIPTS, play, step)

    def view(self, state: Skirmish, side: SideKey) -> Skirmish:
        """A side does not see the mines of others (TOY-MINE-02)."""

        def show(marker: Marker) -> Marker | None:
            return None if marker.kind == MINE and marker.side != side else marker

        return state.with_table(redact(state.table, lambda piece: piece, show))

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
        game, left = state.game, rules.scores(state)
        words = "1 for each trooper left"
        return Facts(
            turn=min(game.turn, game.turns),
            turns=game.turns,
            phase="turn",
            phases=("turn",),
            active=SideKey(game.phase),
            scores=left,
            points={side: (PreviewRow(words, f"{n:g}", "TOY-END-01"),) for side, n in left.items()},
            actions_left=len(rules.waiting(state)),
            done=game.acted,
        )

    def profile(self, kind: str) -> Mapping[str, Any]:
        """The figures of a kind of trooper. Raises KeyError for one it does not have."""
        return PROFILES[kind]

    def kinds(self) -> tuple[str, ...]:
        """Troopers alone."""
        return tuple(PROFILES)

    def marks(self, kind: str) -> Mapping[str, int]:
        """Whoever has reacted does not react again (TOY-REACT-02). Raises KeyError for an unknown kind."""
        return MARKS[kind]

    def may_overlap(self, a: Piece, b: Piece) -> bool:
        """Never (TOY-MOVE-01)."""
        return False

    def terrain(self) -> Mapping[str, Mapping[str, Any]]:
        """No figures of its own."""
        return {}

    def sight(self, state: Skirmish | None) -> SightRules:
        """Plain geometry; the rules themselves never ask who sees whom (TOY-GUN-01)."""
        return PLAIN

    def preview(self, view: Skirmish, decision: Decision[Any], answer: Any) -> Preview | None:
        """The chance of a shot: one die against what it needs (TOY-GUN-02)."""
        if decision.what != "target" or answer == rules.HOLD:
            return None
        die, (shooter, target) = rules.gun(view), (view.table.piece(i) for i in (decision.about, answer))
        chance = exactly(lambda: alone(die)).get(1, 0.0)
        rows = (
            *need_rows([die]),
            PreviewRow("Range", f"{rules.gap(shooter, target):.1f} of {rules.RANGE:g} in", "TOY-GUN-01"),
        )
        bars = (("miss", 1.0 - chance), ("lost", chance))
        words = f"{shooter.name} at {target.name}"
        return Preview("Shoot", words, rows, chance, f"{target.name} is lost", bars)

    def threats(self, view: Skirmish, piece: str) -> tuple[Threat, ...]:
        """One stride and a shot, all round (TOY-MOVE-01, TOY-GUN-01)."""
        trooper = view.table.pieces.get(piece)
        if trooper is None or not trooper.spot:
            return ()
        reach = trooper.radius + rules.RANGE
        now, then = about(trooper.xy, reach), about(trooper.xy, reach + rules.STRIDE)
        words = f"after a stride of {rules.STRIDE:g} in, {rules.RANGE:g} in"
        return (Threat("Shoot", words, "TOY-GUN-01", now, then),)


RULESET = Toy()
