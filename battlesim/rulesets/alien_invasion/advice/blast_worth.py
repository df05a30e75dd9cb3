"""What an automated Controller expects of the explosion of a Mite."""

from __future__ import annotations

from battlesim.table.ids import SideKey, UnitId

from ..actions.mite_actions import own_mites
from ..attack.blasts import chain_hits
from ..attack.expectation import expected
from ..core.state import Battle

MIN_KILLS, MIN_RATIO = 2, 2


def best_blast(state: Battle, group: UnitId) -> tuple[str, int] | None:
    """Return the Mite whose explosion is expected to kill most enemies, with their number, or None.

    It must kill two, and twice as many as of the own side, of which exploded Mites do not count.
    """
    side = state.table.units[group].side
    rated = [(*blast_kills(state, mite.id, side), mite.id) for mite in own_mites(state, group)]
    good = [(kills, key) for kills, own, key in rated if kills >= MIN_KILLS and kills >= MIN_RATIO * own]
    best = max(good, key=lambda entry: entry[0], default=None)
    return (best[1], best[0]) if best else None


def blast_kills(state: Battle, mite: str, side: SideKey) -> tuple[int, int]:
    """Return the expected kills of a chain of explosions, of other sides' figures and of its own side's."""
    kills, own = 0, 0
    for hit in chain_hits(state, mite):
        number = expected(state, hit.dice, hit.figures, hit.grade)
        if state.table.units[hit.group].side == side:
            own += number
        else:
            kills += number
    return kills, own
