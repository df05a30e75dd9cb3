"""A swarm closes in: into contact, round obstacles, coherent, and always the same way."""

from __future__ import annotations

import math

from battlesim.behaviour.pursuit import nearest_targets, pursuit_legs
from battlesim.rulings.movement import GroupLink, Leg, Motion, gap_between_ids, group_problem, table_after_leg
from battlesim.table.state import Table
from battlesim.testing.table import block, make_table, standing_piece, wall

LINK = GroupLink("w0", within=6.0, chain=1.0)


def pack(count: int) -> list[object]:
    """A swarm of bases 1 in across in rows of six, from (10, 20) on."""
    return [
        standing_piece(f"w{n}", 10 + 1.1 * (n % 6), 20 + 1.1 * (n // 6), radius=0.5) for n in range(count)
    ]


def able(now: Table, *blocked: str) -> tuple[Motion, ...]:
    """Each may move 6 in; enemies may not be passed, friends not be ended on."""
    own = [p.id for p in now.pieces_of_side("red")]
    foes = tuple(p.id for p in now.pieces_of_side("blue"))
    return tuple(
        Motion(
            i, 0.5, 6.0, starts=((now.piece(i).xy,),), blocked=blocked, hindering=foes, occupied=tuple(own)
        )
        for i in own
    )


def moved(now: Table, motions: tuple[Motion, ...], legs: tuple[Leg, ...]) -> Table:
    """The table after these legs."""
    able_to = {m.piece: m for m in motions}
    for leg in legs:
        now = table_after_leg(now, able_to[leg.piece], leg)
    return now


def test_as_many_as_can_end_in_contact_with_the_prey() -> None:
    now = make_table(*pack(12), standing_piece("prey", 19, 21, side="blue", radius=0.5))  # type: ignore[arg-type]
    motions = able(now)
    legs = pursuit_legs(now, motions, LINK, (19.0, 21.0), ("prey",))
    assert group_problem(now, motions, legs, LINK) is None
    end = moved(now, motions, legs)
    assert sum(gap_between_ids(end, m.piece, "prey") <= 1.0 for m in motions) >= 6


def test_without_prey_in_reach_the_group_goes_toward_the_goal() -> None:
    now = make_table(*pack(12), standing_piece("prey", 40, 21, side="blue", radius=0.5))  # type: ignore[arg-type]
    motions = able(now)
    legs = pursuit_legs(now, motions, LINK, (40.0, 21.0), ("prey",))
    end = moved(now, motions, legs)
    gained = [math.dist(now.piece(m.piece).xy, end.piece(m.piece).xy) for m in motions]
    assert len(legs) == 12
    assert min(gained) > 3.0


def test_it_flows_round_an_obstacle() -> None:
    now = make_table(*pack(6), wall("w", 17, 12, 17.5, 22), block("b", 30, 30, 32, 32))  # type: ignore[arg-type]
    motions = able(now, "w", "b")
    legs = pursuit_legs(now, motions, LINK, (24.0, 20.5))
    assert legs
    assert group_problem(now, motions, legs, LINK) is None
    assert pursuit_legs(now, motions, LINK, (24.0, 20.5)) == legs


def test_who_can_get_no_nearer_stays() -> None:
    now = make_table(standing_piece("w0", 10, 20, radius=0.5))
    assert pursuit_legs(now, able(now), LINK, (10.0, 20.0)) == ()


def test_the_nearest_is_gone_at_with_those_about_it() -> None:
    at = {"near": (6, 0), "beside": (9, 0), "far": (30, 0)}
    found = [
        (standing_piece(name, *xy, side="blue"), (float(xy[0]), float(xy[1]))) for name, xy in at.items()
    ]
    assert nearest_targets((0.0, 0.0), found, 4.0) == ((6.0, 0.0), ("near", "beside"))
    assert nearest_targets((0.0, 0.0), [], 4.0) == (None, ())
