"""Chain reactions of acid blood, tanks, fuel and grenades (TS-GAP-05). Lengths are in inches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from battlesim.engine.play import Play, Script
from battlesim.geometry.templates import Blast, Template
from battlesim.mechanics.chain_reactions import run_chain
from battlesim.mechanics.chance import DiceScript, d6_at_least, roll_script
from battlesim.mechanics.pieces import set_mark
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece

from ..core.lookups import is_marker
from ..core.marks import HE, SUPPRESSED
from ..core.state import CREATURES, MARINES, Battle, Game
from ..markers import reveal
from .templates import SMALL_RADIUS_IN, STANDARD_RADIUS_IN, caught_in_blast, template_touches
from .to_hit import MISSED_MARGIN
from .wound_effects import ChainEffect, apply_wound
from .wound_rolls import WoundCause, cover_from_blast, wound_dice_script, wound_roll

BLOOD = "TS-ALN-14"
SPRAYED = "TS-GAP-68"
BLAST = "TS-EXPL-03"
UNDER_HE = "TS-MORL-04"
SUPPRESSION = "TS-GAP-78"
EXPLOSION_DAMAGE = 3
SPRAY_HIT_NUMBER = 3


def resolve_chain(play: Play[Game], bursts: Iterable[ChainEffect]) -> Script[None]:
    """Resolve explosions and sprays of acid, and all further effects they cause, in order."""
    yield from run_chain(bursts, lambda burst: _settle(play, burst))


def _settle(play: Play[Game], burst: ChainEffect) -> Script[list[ChainEffect]]:
    return _blood(play, burst) if burst.kind == "blood" else _explosion(play, burst)


def effect_template(burst: ChainEffect) -> Blast:
    """Return the blast template of an explosion or spray of acid (TS-ALN-13, TS-EXPL-01)."""
    return Blast(*burst.centre, STANDARD_RADIUS_IN if burst.kind == "dump" else SMALL_RADIUS_IN)


def figures_on_table(state: Battle) -> list[Piece]:
    """Return the figures on the table, without markers, sorted by id."""
    return sorted((p for p in state.table.standing_pieces() if not is_marker(p)), key=lambda p: p.id)


def sprayed_marines(state: Battle, burst: ChainEffect) -> list[Piece]:
    """Return the marines sprayed with acid blood, to which creatures are immune."""
    return caught_in_blast(
        state, effect_template(burst), [p for p in figures_on_table(state) if p.side == MARINES]
    )


def spray_dice_script(state: Battle, burst: ChainEffect, target: Piece) -> DiceScript[int]:
    """Return a script that rolls for a figure sprayed with blood and gives a margin or MISSED_MARGIN."""
    if state.game.parameters.blood_rolls and not (yield d6_at_least(SPRAY_HIT_NUMBER, SPRAYED)):
        return MISSED_MARGIN
    cover = cover_from_blast(state, burst.centre, target)
    return (yield from wound_dice_script(wound_roll(state, 0, "Acid blood", target, "acid", cover)))


def _blood(play: Play[Game], burst: ChainEffect) -> Script[list[ChainEffect]]:
    def fate(target: Piece) -> DiceScript[int]:
        return spray_dice_script(play.state, burst, target)

    return (
        yield from _each(
            play.under_rule(BLOOD), sprayed_marines(play.state, burst), fate, "acid", burst, "acid blood"
        )
    )


def explosion_dice_script(state: Battle, burst: ChainEffect, target: Piece) -> DiceScript[int]:
    """Return a script that rolls for the wound of a figure in an explosion and returns the margin."""
    cover = cover_from_blast(state, burst.centre, target)
    return wound_dice_script(wound_roll(state, EXPLOSION_DAMAGE, "Explosion", target, "explosion", cover))


def _explosion(play: Play[Game], burst: ChainEffect) -> Script[list[ChainEffect]]:
    """Reveal the markers touched by an explosion, mark squads as under fire, and wound the caught figures."""
    play, area = play.under_rule(BLAST), [effect_template(burst)]
    yield from turn_over_touched_markers(play, area)
    touched = [p for p in figures_on_table(play.state) if template_touches(area, p)]
    mark_under_he_fire(play, touched)

    def fate(target: Piece) -> DiceScript[int]:
        return explosion_dice_script(play.state, burst, target)

    caught = caught_in_blast(play.state, effect_template(burst), figures_on_table(play.state))
    found = yield from _each(play, caught, fate, "explosion", burst, "the explosion")
    suppress(play, touched)
    return found


def turn_over_touched_markers(play: Play[Game], area: Sequence[Template]) -> Script[None]:
    """Turn over the markers that a template touches, before its dice are rolled."""
    lying = [p.id for p in play.state.table.standing_pieces() if is_marker(p) and template_touches(area, p)]
    for marker in sorted(lying):
        yield from reveal.turn_over_marker(play, marker)


def mark_under_he_fire(play: Play[Game], touched: Iterable[Piece]) -> None:
    """Mark the squads touched by an explosion as being under high explosive fire."""
    squads = {p.unit for p in touched if p.side == MARINES}
    set_mark(play, sorted(squads), HE, 1, UNDER_HE)


def suppress(play: Play[Game], touched: Iterable[Piece]) -> None:
    """Mark the surviving creatures that a template touches as suppressed, if an option says so."""
    if play.state.game.parameters.suppressible:
        left = [p.id for p in touched if p.side == CREATURES and play.state.table.piece(p.id).table_position]
        set_mark(play, left, SUPPRESSED, 1, SUPPRESSION)


def _each(
    play: Play[Game],
    targets: Sequence[Piece],
    fate: Callable[[Piece], DiceScript[int]],
    cause: WoundCause,
    burst: ChainEffect,
    what: str,
) -> Script[list[ChainEffect]]:
    """Roll for each caught figure, and return the chain effects caused by deaths."""
    found = list[ChainEffect]()
    for target in targets:
        margin = yield from roll_script(
            play, fate(target), phrase("{} and {}", Ref(target.id), what), by=target.id
        )
        if margin != MISSED_MARGIN:
            found += apply_wound(play, target.id, margin, cause, burst.source_id)
    return found
