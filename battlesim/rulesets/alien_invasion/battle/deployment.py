"""Preparing a battle: the seats by dice, zones, groups set up by their players, squads that start below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from battlesim.behaviour.advice import mean_point
from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Step
from battlesim.geometry.shapes import Ring, centroid
from battlesim.mechanics.deployment import deploy_pieces, first_fitting_area, unit_point
from battlesim.mechanics.turns import StepRules, set_counters
from battlesim.rulings.piece_placement import PlacementArea
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.phrases import Ref, phrase

from ..core.events import SeatsOrdered, SideDeployed, ZoneTaken
from ..core.lookups import living
from ..core.state import Battle, Deployment, Game
from ..core.terrain import area_at, area_ids, barrier_ids, house_ids
from ..core.vehicles import VEHICLE
from ..core.whereabouts import where_it_is
from ..ground.motion import WITHIN_IN
from ..objectives.hidden_craft import ASSETS, hide_craft, to_be_hidden
from ..objectives.open_finds import show_finds
from ..underground.start_holes import must_place_holes, place_holes
from ..underground.starting_below import (
    groups_to_deploy,
    may_start_below,
    start_below,
    waiting_squad,
)

PREPARES, ZONES = "MT-SET-11", "MT-GAP-70"
PREPARED = "prepared"
"""A counter: 1 if zones are chosen, 2 if the deck is shuffled."""
CORNER_IN, MIDDLE_IN = (12.0, 12.0), (16.0, 8.0)
CORNER_FACTIONS = 4


def next_preparation(state: Battle) -> Step | None:
    """Return the next step before the first batch of cards, or None if all is prepared."""
    done = state.game.count(PREPARED)
    if state.game.turn or done > 1:
        return None
    if not done:
        return Step("muster")
    side = next((key for key in state.game.seats if _has_to_deploy(state, key)), "")
    return Step("deploy", (side,)) if side else Step("shuffle")


def _has_to_deploy(state: Battle, side: SideKey) -> bool:
    waiting = groups_to_deploy(state, side) or to_be_hidden(state, side)
    return bool(waiting) or must_place_holes(state, side)


def muster(play: Play[Game]) -> Script[None]:
    """Log the scenario, the table and the forces; if players deploy, also roll for seats and choose zones."""
    table, game = play.state.table, play.state.game
    known = game.deployment or Deployment()
    play.log_message(phrase("Scenario: {}", known.title), rule=PREPARES)
    size, pieces = f"{table.ground.width:g} x {table.ground.height:g} in", str(len(table.ground.terrain))
    play.log_message(phrase("Terrain: {size}, {pieces} pieces", size, pieces), rule=PREPARES)
    for side in game.seats:
        units = [unit for unit in table.units.values() if unit.side == side and unit.kind != VEHICLE]
        figures = str(sum(len(table.pieces_of_unit(unit.id)) for unit in units))
        text = phrase("Forces: {}, {} figures in {} groups", table.side(side).name, figures, str(len(units)))
        play.log_message(text, rule=PREPARES)
    if any(groups_to_deploy(play.state, side) for side in game.seats):
        yield from roll_for_seats(play)
        for side in play.state.game.seats:
            yield from choose_zone(play, side)
    if not play.state.game.parameters.hides_assets:
        yield from show_finds(play, ASSETS)
    set_counters(play, {PREPARED: 1}, PREPARES)


def roll_for_seats(play: Play[Game]) -> Script[None]:
    """Roll a die for each side to order the seats, highest first; ties are rolled again."""
    order = yield from _ordered(play, play.state.game.seats)
    play.emit(SeatsOrdered(rule=ZONES, seats=tuple(order)))
    names = ", ".join(play.state.table.side(side).name for side in order)
    play.log_message(phrase("The order of the seats: {names}", names), rule=ZONES)


def _ordered(play: Play[Game], sides: Sequence[SideKey]) -> Script[list[SideKey]]:
    if len(sides) == 1:
        return list(sides)
    names = ", ".join(play.state.table.side(side).name for side in sides)
    faces = yield from play.roll_dice((6,) * len(sides), phrase("Who is first: {names}", names), rule=ZONES)
    found = list[SideKey]()
    for face in sorted(set(faces), reverse=True):
        same = [side for side, own in zip(sides, faces, strict=True) if own == face]
        found += yield from _ordered(play, same)
    return found


def free_zones(state: Battle) -> Iterator[tuple[str, Ring]]:
    """Yield the zones that a side may choose: the corners and, with more sides, two long edges as well."""
    ground = state.table.ground
    (w, h), (a, b) = CORNER_IN, MIDDLE_IN
    east, north, middle = ground.width - w, ground.height - h, (ground.width - a) / 2
    zones = {
        "South-west corner": (0.0, 0.0, w, h),
        "South-east corner": (east, 0.0, w, h),
        "North-east corner": (east, north, w, h),
        "North-west corner": (0.0, north, w, h),
    }
    if len(state.game.seats) > CORNER_FACTIONS:
        zones |= {
            "South edge": (middle, 0.0, a, b),
            "North edge": (middle, ground.height - b, a, b),
        }
    taken = (state.game.deployment or Deployment()).taken.values()
    for name, (x, y, wide, high) in zones.items():
        ring = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
        if (ring,) not in taken:
            yield name, ring


def choose_zone(play: Play[Game], side: SideKey) -> Script[None]:
    """Let a side choose its zone, if the scenario has none for some of its groups."""
    state = play.state
    zoned = (state.game.deployment or Deployment()).zones
    if all(group in zoned or _must_start_below(state, group) for group in groups_to_deploy(state, side)):
        return
    rings = dict(free_zones(state))
    options = [Option(name.lower().replace(" ", "_"), name, rule=ZONES) for name in rings]
    prompt = phrase("{side}: deploy where?", state.table.side(side).name)
    chosen = yield from play.choose_one("zone", side, prompt, options, rule=ZONES)
    ring = next(ring for option, ring in zip(options, rings.values(), strict=True) if option == chosen)
    play.emit(ZoneTaken(rule=ZONES, side=side, zone=(ring,)))


def deploy(play: Play[Game], key: str) -> Script[None]:
    """Let a side place its holes, set up its groups, one after the other, and hide its craft."""
    side = SideKey(key)
    if must_place_holes(play.state, side):
        yield from place_holes(play, side)
    while groups := groups_to_deploy(play.state, side):
        if may_start_below(play.state, groups[0]):
            began = yield from start_below(
                play, groups[0], ZONES, must=_must_start_below(play.state, groups[0])
            )
            if began:
                continue
        yield from set_up_group(play, groups[0])
    for craft in to_be_hidden(play.state, side):
        yield from hide_craft(play, craft)
    state = play.state
    own = [unit.id for unit in state.table.units.values() if unit.side == side and unit.kind != VEHICLE]
    x, y = mean_point([where_it_is(state, figure).xy for group in own for figure in living(state, group)])
    play.emit(SideDeployed(rule=ZONES, side=side, start=(round(x, 3), round(y, 3))))
    play.log_message(phrase("Deployed: {}", state.table.side(side).name), rule=PREPARES)


def _must_start_below(state: Battle, group: UnitId) -> bool:
    groups = (group, *waiting_squad(state, group))
    return any(state.table.units[each].rules.get("below") for each in groups)


def set_up_group(play: Play[Game], group: UnitId) -> Script[None]:
    """Let a side place the figures of a group in its zone, outside other features if there is room."""
    state = play.state
    unit, pieces = state.table.units[group], state.table.pieces_of_unit(group)
    near = unit_point(state.table, zone_of(state, group), group)
    area = first_fitting_area(state.table, deployment_areas(state, group), pieces, near)
    prompt, keys = phrase("{group}: place the figures", Ref(group)), [piece.id for piece in pieces]
    yield from deploy_pieces(
        play, "deploy", unit.side, prompt, keys, area, near=near, rule=ZONES, about=group
    )


def zone_of(state: Battle, group: UnitId) -> tuple[Ring, ...]:
    """Return the deployment zone of a group: its own, or the zone that its side has chosen."""
    known = state.game.deployment or Deployment()
    return known.zones.get(group) or known.taken[state.table.units[group].side]


def deployment_areas(state: Battle, group: UnitId) -> list[PlacementArea]:
    """Return the areas where a group may be set up: in its zone outside all features, or else outside houses.

    If the zone is in a house, the group is set up in it.
    """
    ground, zone, pieces = state.table.ground, zone_of(state, group), state.table.pieces_of_unit(group)
    inside = area_at(ground, centroid(zone[0]))
    house = inside if inside in house_ids(ground) else ""
    open_only = (*area_ids(ground), *barrier_ids(ground))
    solid = (*house_ids(ground), *barrier_ids(ground))
    return [
        PlacementArea(
            zone=zone,
            wholly=True,
            blocked=tuple(key for key in blocked if key != house),
            bases=tuple(piece.id for piece in state.table.standing_pieces()),
            leader=pieces[0].id,
            within=WITHIN_IN,
            chain=state.game.parameters.chain,
        )
        for blocked in (open_only, solid)
    ]


def shuffle_deck(play: Play[Game]) -> None:
    """Log that all is prepared and that the deck is shuffled."""
    cards = str(play.state.game.deck.cards_left)
    play.log_message(phrase("The Action deck is shuffled: {cards} cards", cards), rule=PREPARES)
    set_counters(play, {PREPARED: 2}, PREPARES)


PREPARATIONS: Mapping[str, StepRules] = {"muster": muster, "deploy": deploy, "shuffle": shuffle_deck}
