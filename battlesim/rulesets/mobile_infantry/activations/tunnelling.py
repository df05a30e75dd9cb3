"""What goes on below ground: a tunnel that collapses, an entrance that is placed, bugs that come out."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.moves import PlacePieces
from battlesim.engine.ruleset import EffectArea, Preview, PreviewRow
from battlesim.geometry.shapes import circle
from battlesim.mechanics.cards import losses_bars
from battlesim.mechanics.chance import how_many
from battlesim.rulings.placing import Spot
from battlesim.table.pieces import Below, Piece
from battlesim.table.words import inches, say

from ..aftermath import foreseen
from ..aftermath.cards import people
from ..aftermath.chains import blows_up
from ..attack import odds
from ..attack.ways import EXPLOSION
from ..below import markers, tunnels
from ..core.facts import entrances, has
from ..core.profiles import profile
from ..core.state import BUGS, Battle
from ..core.targets import ratings
from . import swarm

WEIGHT_RULES = {"tanker": markers.LIMIT, "burrower": markers.BURROWER}


def collapse(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """A collapse by choice: who makes a Save and who is lost, friend and foe."""
    option = decision.chosen(answer)
    if option.act != swarm.COLLAPSE:
        return None
    (entrance,) = option.to
    found = tunnels.caught(view, entrance)
    near = [view.table.piece(id) for id in found.near]
    diggers = sum(has(piece, "tunnel") for piece in near) if found.markers else 0
    after = [PreviewRow("Living bugs beside it", "may go below", tunnels.REFUGE)] if diggers else []
    after += [
        PreviewRow(f"{p.name}, if lost", "blows up", EXPLOSION) for p in near if p.hits <= 1 and blows_up(p)
    ]
    after.append(PreviewRow("Free to place again", "next turn", tunnels.BY_CHOICE))
    saving = (*found.near, *found.under)
    return _saves(view, "Collapse", view.table.piece(entrance).name, saving, tunnels.COLLAPSE, after)


def place(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """An entrance on a marker: who makes a Save, who is moved to its edge."""
    if answer != "place":
        return None
    marker = view.table.piece(decision.about)
    hole = tunnels.entrance_piece("", *marker.xy)
    stood = tunnels.stands_on(view, hole)
    after = [PreviewRow("Moved to its edge", people(view, stood), tunnels.ROOM)] if stood else []
    count = f"{len(entrances(view)) + 1} of {tunnels.MOST}"
    after.append(PreviewRow("Tunnel Entrances then", count, tunnels.ON_TABLE))
    found = _saves(view, "New entrance", marker.name, tunnels.shaken(view, stood), tunnels.SHAKEN, after)
    region = ((circle(*hole.xy, hole.radius, 90),),)
    laid = EffectArea(region, say("Tunnel Entrance, {}", inches(2 * hole.radius)), tunnels.SITE, stood)
    return msgspec.structs.replace(found, areas=(laid, *found.areas))


def _saves(
    view: Battle, title: str, about: str, saving: Sequence[str], rule: str, after: Sequence[PreviewRow]
) -> Preview:
    """One unmodified Save each, 1 HP on a failure: what each kind needs, and how surely somebody is lost."""
    pieces = [view.table.piece(id) for id in saving]
    alike: dict[tuple[str, int, bool], list[Piece]] = {}
    for piece in pieces:
        alike.setdefault((piece.kind, piece.hits, isinstance(piece.place, Below)), []).append(piece)
    rows = [_row(view, some, rule) for some in alike.values()]
    if not rows:
        return Preview(title, about, (PreviewRow("Who makes a Save", "nobody", rule), *after))
    whose = {side: [p for p in pieces if (p.side == BUGS) == side] for side in (True, False)}
    own, foes = (sum(odds.save_fails(view, p.id) for p in whose[side]) for side in (True, False))
    mean = [f"{own:.1f} HP of your own"] if whose[True] else []
    mean += [f"{foes:.1f} HP of the enemy"] if whose[False] else []
    spread = how_many([odds.save_fails(view, p.id) if p.hits <= 1 else 0.0 for p in pieces])
    note = f"{' and '.join(mean)} lost on average"
    return Preview(
        title,
        about,
        (*rows, *after),
        1.0 - spread[0],
        "at least one is lost",
        losses_bars(spread),
        note,
        areas=foreseen.set_off(view, foreseen.failing(view, saving)),
    )


def _row(view: Battle, alike: Sequence[Piece], rule: str) -> PreviewRow:
    """Some that are alike: their Save, and how many fail it on average or how surely one does."""
    first, count = alike[0], len(alike)
    save, fails = ratings(view, first.id).save, odds.save_fails(view, first.id)
    need = f"Save {save + view.game.parameters.beyond}+" if save else "no Save"
    name = first.name if count == 1 else f"{count} {profile(first.kind).name}s"
    label = f"{name}, below" if isinstance(first.place, Below) else name
    harm = "lost" if first.hits <= 1 else "loses 1 HP"
    share = f"{100 * fails:.0f} %" if count == 1 else f"about {count * fails:.1f}"
    return PreviewRow(label, f"{need}; {share} {harm}", rule)


def come_out(view: Battle, decision: PlacePieces, answer: Sequence[Spot]) -> Preview | None:
    """Who comes out of an entrance: how many may in this turn, and what each counts for."""
    entrance, group = decision.about, [view.table.piece(id) for id in decision.pieces]
    left = markers.left_today(view, entrance)
    of_all = f"{left} of {markers.OUT_PER_TURN} Warriors"
    rows = [PreviewRow("May still come out of it", of_all, markers.LIMIT)]
    for piece in (p for p in group if p.kind in WEIGHT_RULES):
        words = f"{markers.weight(piece)} Warriors"
        rows.append(PreviewRow(f"{piece.name} counts for", words, WEIGHT_RULES[piece.kind]))
    used = sum(markers.weight(piece) for piece in group if piece.id in {spot.piece for spot in answer})
    rows.append(PreviewRow("Left of it after this", f"{left - used} Warriors", markers.LIMIT))
    return Preview("Come out", markers.called(view, entrance), tuple(rows))
