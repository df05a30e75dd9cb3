"""The `[rules]` table of a scenario: decoding, and checks against the map and the pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

import msgspec

from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan, decoded_rules
from battlesim.engine.value_decoding import did_you_mean
from battlesim.mechanics.scatter import is_point_on_table
from battlesim.table.limits import PieceCount, TurnCount
from battlesim.table.terrain import Ground

from ..core.profiles import profiles
from ..core.state import HiddenEntrance, Scoring, SearchFind

AreaCorners = tuple[float, float, float, float]
FIND_KINDS = ("survivors", "entrance", "nothing", "table")
ALL_FREE_COUNT = -1


class ArrivalRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number of models of a kind that arrive in each turn, as given in a file."""

    by_turn: tuple[int, ...]


class ScenarioRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The [rules] table of a scenario; areas are x0, y0, x1, y1 and discs x, y, radius, in inches."""

    outpost: AreaCorners | None = None
    bedrock: AreaCorners | None = None
    landing: tuple[float, float, float] | None = None
    deploy: AreaCorners | None = None
    transmitter: str = ""
    finds: dict[str, SearchFind] = {}
    hidden: tuple[HiddenEntrance, ...] = ()
    schedule: dict[str, ArrivalRow] | None = None
    scoring: Scoring = Scoring()
    tunnelling_from: TurnCount = 0
    marker_arrivals: bool = True
    most_groups: PieceCount = 0
    dead_return: bool = True
    burrower: bool = True
    ends_without_bugs: bool = False


def parse_scenario_rules(plan: ScenarioPlan, ground: Ground) -> ScenarioRules:
    """Decode and check a scenario's [rules] table. Raises ScenarioError, naming the key, if it is invalid."""
    rules = decoded_rules(plan.rules, ScenarioRules)
    houses = [t.id for t in ground.terrain if t.kind == "building"]
    faults = chain(
        _areas(rules, ground), _hidden(rules, plan, ground, houses), _sites(rules, houses), _schedule(rules)
    )
    for fault in faults:
        raise fault
    return rules


def _wrong(key: str, message: str, remedy: str = "") -> ScenarioError:
    return ScenarioError(f"rules.{key}", message, remedy)


def _areas(rules: ScenarioRules, ground: Ground) -> Iterator[ScenarioError]:
    """Yield an error for each area whose corners are not in order or that is not on the table (MI-GAP-35)."""
    table = f"the {ground.width:g} x {ground.height:g} in table"
    for key, area in (("outpost", rules.outpost), ("bedrock", rules.bedrock), ("deploy", rules.deploy)):
        if area is None:
            continue
        x0, y0, x1, y1 = area
        if not (x0 < x1 and y0 < y1):
            yield _wrong(key, "is empty", "x0, y0, x1, y1 with x0 < x1 and y0 < y1")
        if not (x0 >= 0 and y0 >= 0 and x1 <= ground.width and y1 <= ground.height):
            yield _wrong(key, f"reaches off {table}")
    if rules.landing is not None:
        x, y, radius = rules.landing
        if radius <= 0:
            yield _wrong("landing", f"a radius of {radius:g} in does not make a zone", "x, y, radius above 0")
        if not (radius <= x <= ground.width - radius and radius <= y <= ground.height - radius):
            yield _wrong("landing", f"reaches off {table}")


def _hidden(
    rules: ScenarioRules, plan: ScenarioPlan, ground: Ground, houses: list[str]
) -> Iterator[ScenarioError]:
    """Yield an error for each hidden entrance with a used id or without a building that can be searched."""
    known = ground.terrain_by_id()
    taken = {piece.id for unit in plan.units for piece in unit.pieces} | {*known}
    for number, entrance in enumerate(rules.hidden):
        key = f"hidden[{number}]"
        if entrance.id in taken:
            yield _wrong(f"{key}.id", f"{entrance.id!r} is taken already")
        taken.add(entrance.id)
        if entrance.structure in known and entrance.structure not in houses:
            kind = known[entrance.structure].kind
            message = f"{entrance.structure!r} is a {kind}, which nobody can search"
            yield _wrong(f"{key}.structure", message, f"name a building: {', '.join(houses) or 'none here'}")
        yield from _known(f"{key}.structure", entrance.structure, houses, "building of the map")
        if not is_point_on_table(ground, (entrance.x, entrance.y)):
            yield _wrong(key, f"({entrance.x:g}, {entrance.y:g}) lies off the table")


def _sites(rules: ScenarioRules, houses: list[str]) -> Iterator[ScenarioError]:
    """Yield an error if the transmitter or anything to be found is not in a building of the map."""
    if rules.transmitter:
        yield from _known("transmitter", rules.transmitter, houses, "building of the map")
    homes = {entrance.id: entrance.structure for entrance in rules.hidden}
    for house, find in rules.finds.items():
        key = f"finds.{house}"
        yield from _known(key, house, houses, "building of the map")
        yield from _known(f"{key}.what", find.what, FIND_KINDS, "find")
        if (find.amount > 0) != (find.what == "survivors") or find.amount < 0:
            yield _wrong(
                f"{key}.amount", f"{find.amount} of {find.what}", "survivors have 1 or more, the rest none"
            )
        if find.what == "entrance":
            yield from _known(f"{key}.entrance", find.entrance, homes, "hidden entrance")
            if homes[find.entrance] != house:
                yield _wrong(
                    f"{key}.entrance",
                    f"{find.entrance!r} belongs to {homes[find.entrance]!r}",
                    f"write structure = {house!r} at it under rules.hidden, or move this find",
                )


def _known(key: str, word: str, known: Iterable[str], what: str) -> Iterator[ScenarioError]:
    names = list(known)
    if word not in names:
        yield _wrong(key, f"{word!r} is no {what}", did_you_mean(word, names))


def _schedule(rules: ScenarioRules) -> Iterator[ScenarioError]:
    """Yield an error for each reinforcement that is not a bug or has an invalid count (-1 means all)."""
    bugs = [kind for kind, own in profiles().items() if own.has_trait("bug")]
    for kind, row in (rules.schedule or {}).items():
        yield from _known(f"schedule.{kind}", kind, bugs, "kind of Arachnid")
        if not row.by_turn or min(row.by_turn) < ALL_FREE_COUNT:
            yield _wrong(
                f"schedule.{kind}.by_turn",
                "counts no arrivals",
                "one number a turn, -1 for all that are free",
            )
