"""Linked fire: shots of one card at one target, added into one total that is spent once."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.table.ids import NO_UNIT, UnitId
from battlesim.table.phrases import Ref, phrase
from battlesim.table.units import Unit

from ..contact.running import RUNS, ask_to_run, can_run
from ..core.events import VolleyChanged
from ..core.lookups import all_figures, combat_of, figures_of, groups_of, merged_groups, shooting_dice
from ..core.state import Battle, Game, Volley
from ..cybermen.leader import acts_left
from ..ground.sight import pairs_seen, seen_pairs
from .shooting import hit_target, pool_of, roll_pool

LINKS, GROUPS_LINK, ONE_CARD, AT_THE_END = "MT-LNK-02", "MT-LNK-03", "MT-LNK-04", "MT-LNK-05"
DECLARED = "MT-GAP-28"
SHOT_SEPARATOR = "#"


def shoot_or_link(play: Play[Game], group: UnitId, target: UnitId) -> Script[None]:
    """Resolve a shot: by itself, as the first shot of a volley, or as a shot declared earlier."""
    if can_run(play.state, target):
        yield from ask_to_run(play, target)
        if not seen_pairs(play.state, group, target):
            yield from lose_shot(play, group, target)
            return
    joined = joined_volley(play.state, group, target)
    if joined is not None:
        yield from _add_shot(play, joined, group)
        return
    if play.state.game.volley is None and may_link(play.state, group):
        shots = yield from _declared_shots(play, group, target)
        if shots or not play.state.game.parameters.declares_volleys:
            side = play.state.table.units[group].side
            yield from _add_shot(play, Volley(side, target, shots=shots), group)
            return
    yield from _single_shot(play, group, target)


def lose_shot(play: Play[Game], group: UnitId, target: UnitId) -> Script[None]:
    """Cancel a shot at a target that is out of sight, and settle its volley if no shots are left."""
    play.log_message(phrase("{group} shoots at nothing", Ref(group)), by=group, rule=RUNS)
    volley = play.state.game.volley
    if volley is None or volley.target != target or group not in volley.shots:
        return
    shots = list(volley.shots)
    shots.remove(group)
    play.emit(VolleyChanged(rule=LINKS, volley=msgspec.structs.replace(volley, shots=tuple(shots))))
    if not shots:
        yield from settle_volley(play)


def _single_shot(play: Play[Game], group: UnitId, target: UnitId) -> Script[None]:
    """Resolve one shot by itself and remove casualties at once.

    Rules: MT-SHT-13.
    """
    faces = yield from roll_pool(
        play, pool_of(play.state, group), phrase("{group} at {target}", Ref(group), Ref(target)), group
    )
    yield from hit_target(play, group, target, faces, seen_pairs(play.state, group, target))


def may_link(state: Battle, group: UnitId) -> bool:
    """Return whether a group can link its shot with those of other groups under this card."""
    return links(state, group) and shots_left(state) > 0 and bool(linking_groups(state, group))


def links(state: Battle, group: UnitId) -> bool:
    """Return whether a group has linked fire."""
    unit = state.table.units[group]
    return state.game.factions[unit.side].links(unit.kind)


def is_directed(state: Battle, groups: Sequence[UnitId]) -> bool:
    """Return whether an officer sees one of the groups that link their fire, if that is required.

    Rules: MT-GAP-29.
    """
    faction = state.game.factions[state.table.units[groups[0]].side]
    if not faction.directed:
        return True
    own = [unit.id for unit in groups_of(state, state.table.units[groups[0]].side)]
    officers = [figure for figure in all_figures(state, own) if figure.kind == faction.officer]
    return bool(pairs_seen(state, officers, all_figures(state, groups)))


def shots_left(state: Battle) -> int:
    """Return how many more shots the card in play allows, including that of a group that acts together."""
    return state.game.actions_left + bool(state.game.twin)


def joined_volley(state: Battle, group: UnitId, target: UnitId) -> Volley | None:
    """Return the volley that a shot of a group at a target would be part of, without that shot; or None."""
    volley = state.game.volley
    if volley is None or volley.target != target or not _belongs(state, volley, group):
        return None
    shots = list(volley.shots)
    if group in shots:
        shots.remove(group)
    return msgspec.structs.replace(volley, shots=tuple(shots))


def _belongs(state: Battle, volley: Volley, group: UnitId) -> bool:
    """Return whether a shot is part of a volley: it was declared or, by option, is of the same card."""
    return group in volley.shots or not state.game.parameters.declares_volleys


def linking_groups(state: Battle, group: UnitId, target: UnitId = NO_UNIT) -> list[Unit]:
    """Return the groups that can link further shots of the card with those of a group, including itself."""
    combats = (None, combat_of(state, target)) if target else (None,)
    return [
        unit
        for unit in groups_of(state, state.table.units[group].side)
        if merged_groups(state, unit.id)[0] == unit.id
        and shooting_dice(state, figures_of(state, unit.id)).mean
        and links(state, unit.id)
        and is_directed(state, (group, unit.id))
        and (unit.id == group or combat_of(state, unit.id) in combats)
    ]


def link_options(state: Battle, group: UnitId, target: UnitId) -> list[Option]:
    """Return options for the further shots that may be declared with this card, by any linked group."""
    left, able = shots_left(state), linking_groups(state, group, target)
    return [
        Option(
            f"{unit.id}{SHOT_SEPARATOR}{number}",
            phrase("{unit}: shot {number}", unit.name, str(number + 1 + (unit.id == group))),
            tuple(figure.id for figure in figures_of(state, unit.id)),
            rule=GROUPS_LINK,
            by=(unit.id,),
            to=(target,),
        )
        for unit in able
        for number in range(acts_left(state, unit.id, left))
    ]


def _declared_shots(play: Play[Game], group: UnitId, target: UnitId) -> Script[tuple[UnitId, ...]]:
    """Ask which further shots are linked with a shot, before its first die; none if none need be declared."""
    if not play.state.game.parameters.declares_volleys:
        return ()
    options = link_options(play.state, group, target)
    chosen = yield from play.choose_some(
        "link",
        play.state.table.units[group].side,
        phrase("{group}: link which further shots of this card?", Ref(group)),
        options,
        rule=DECLARED,
        about=group,
        most=shots_left(play.state),
    )
    by_key = {option.key: option.by[0] for option in options}
    return tuple(UnitId(by_key[key]) for key in chosen)


def _add_shot(play: Play[Game], volley: Volley, group: UnitId) -> Script[None]:
    """Roll the dice of a shot into the total of a volley, and settle it if no shots are left in it."""
    state = play.state
    pairs = (*volley.pairs, *sorted(seen_pairs(state, group, volley.target)))
    why = phrase("{group} at {target}, linked", Ref(group), Ref(volley.target))
    faces = yield from roll_pool(play, pool_of(state, group), why, group)
    volley = msgspec.structs.replace(
        volley, faces=(*volley.faces, *faces), fired=(*volley.fired, group), pairs=pairs
    )
    play.emit(VolleyChanged(rule=LINKS, volley=volley))
    if not volley.shots and not (yield from _is_held(play, group)):
        yield from settle_volley(play)


def _is_held(play: Play[Game], group: UnitId) -> Script[bool]:
    """Return whether a side keeps a total open for further shots, where none are declared."""
    if play.state.game.parameters.declares_volleys or not may_link(play.state, group):
        return False
    side = play.state.table.units[group].side
    prompt = "Keep the total open for a further shot?"
    return (yield from play.confirm("hold", side, prompt, rule=DECLARED, about=group))


def settle_volley(play: Play[Game]) -> Script[None]:
    """Apply the total of a volley to its target once, at the end of the card at the latest."""
    volley = play.state.game.volley
    if volley is None:
        return
    play.emit(VolleyChanged(rule=AT_THE_END, volley=None))
    if volley.fired and figures_of(play.state, volley.target):
        text = phrase("{}: total of the linked fire {total}", Ref(volley.target), str(sum(volley.faces)))
        play.log_message(text, rule=AT_THE_END)
        yield from hit_target(play, volley.fired[0], volley.target, volley.faces, frozenset(volley.pairs))
