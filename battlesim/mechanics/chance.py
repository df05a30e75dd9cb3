"""Dice scripts: rules of dice that are written once, and either rolled or followed through all outcomes.

A dice script is a generator: it yields rolls, is sent the value of each, and returns its end. It only reads
the state, asks nothing and changes nothing. `roll_together` and `roll_script` roll it with real dice,
`exact_chances` follows it exactly. Users: Mobile Infantry, Troice Station, the toy, the rulesets of the
tests.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from battlesim.engine.dice import modifier_text
from battlesim.engine.play import NO_NEEDS, DiceNeeds, Play, Script
from battlesim.table.events import DieResult, DieTag, Modifier
from battlesim.table.phrases import AnyText

T = TypeVar("T")
R = TypeVar("R")


class DiceRoll(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """Dice that a rule rolls together: their numbers of sides, their modifiers and the value of their faces.

    `changes` are the modifiers of the result and `on` says in words what they change; `what` tells a player
    with real dice which die it is. `tags` tell the dice apart, one for each or none.
    """

    sides: tuple[int, ...] = (6,)
    changes: tuple[Modifier, ...] = ()
    rule: str = ""
    on: str = ""
    what: str = ""
    tags: tuple[DieTag, ...] = ()

    def value_of(self, faces: Sequence[int]) -> T:
        """Return the value that natural faces come to."""
        raise NotImplementedError

    def results(self, faces: Sequence[int]) -> tuple[DieResult, ...]:
        """Return the log's result for each face; empty if there is no number to reach."""
        return ()

    def needed_numbers(self) -> tuple[tuple[int, str], ...]:
        """Return the numbers to reach, each with its text."""
        return ()

    def value_text(self, faces: Sequence[int]) -> str:
        """Return what natural faces come to as text; "" if the results say it."""
        return ""

    def success_chances(self) -> tuple[float, ...]:
        """Return the chance of each die not to be a miss; empty if there is nothing to reach."""
        outcomes = [self.results(faces) for faces in product(*(range(1, side + 1) for side in self.sides))]
        dice = range(len(outcomes[0]))
        return tuple(sum(results[k] != "miss" for results in outcomes) / len(outcomes) for k in dice)

    def chances(self) -> dict[T, float]:
        """Return the chance of every value that the dice can have."""
        counts = Counter(
            self.value_of(faces) for faces in product(*(range(1, side + 1) for side in self.sides))
        )
        return {value: count / math.prod(self.sides) for value, count in counts.items()}


class PlainRoll(DiceRoll[tuple[int, ...]], frozen=True, kw_only=True):
    """Dice whose value is their natural faces."""

    def value_of(self, faces: Sequence[int]) -> tuple[int, ...]:
        """Return the faces themselves."""
        return tuple(faces)


class Threshold(NamedTuple):
    """A number that a die must reach: its label in a preview, its text in a roll, its result and its rule."""

    least: int
    name: str = ""
    words: str = ""
    result: DieResult = "hit"
    rule: str = ""


class ThresholdRoll(DiceRoll[int], frozen=True, kw_only=True):
    """One die with modifiers against rising thresholds; its value is how many of them it reaches.

    `naturals` maps natural faces to how many thresholds they reach, whatever the modifiers.
    """

    thresholds: tuple[Threshold, ...]
    naturals: Mapping[int, int] = {}

    def value_of(self, faces: Sequence[int]) -> int:
        """Return how many thresholds the modified face reaches, or the number in `naturals`; 0 for none."""
        (face,) = faces
        return self.naturals.get(
            face, thresholds_reached(self.thresholds, face + modifier_total(self.changes))
        )

    def results(self, faces: Sequence[int]) -> tuple[DieResult, ...]:
        """Return the result of the last threshold reached, or a miss."""
        reached = self.value_of(faces)
        return (self.thresholds[reached - 1].result if reached else "miss",)

    def needed_numbers(self) -> tuple[tuple[int, str], ...]:
        """Return the thresholds, each with its text."""
        return tuple((reach.least, reach.words) for reach in self.thresholds)


def thresholds_reached(thresholds: Sequence[Threshold], number: int) -> int:
    """Return how many of the rising thresholds a number reaches; 0 for none."""
    return max((k for k, reach in enumerate(thresholds, 1) if number >= reach.least), default=0)


def d6_at_least(
    needed: int, rule: str, *changes: Modifier, on: str = "", result: DieResult = "hit"
) -> ThresholdRoll:
    """Return the roll of a D6 that must reach a number after modifiers."""
    return ThresholdRoll(thresholds=(Threshold(needed, result=result),), rule=rule, changes=changes, on=on)


def modifier_total(changes: Sequence[Modifier]) -> int:
    """Return the sum of the modifiers."""
    return sum(change.value for change in changes)


DiceScript = Generator[DiceRoll[Any], Any, R]


def single_roll(roll: DiceRoll[T]) -> DiceScript[T]:
    """Yield one roll and return its value (the dice script of a single roll)."""
    value: T = yield roll
    return value


class DiceScriptRun(Generic[R]):
    """A running dice script: the roll it waits for (None at its end), the last value, the returned end."""

    value: Any
    end: R

    def __init__(self, dice_script: DiceScript[R]) -> None:
        self._script = dice_script
        self.pending_roll: DiceRoll[Any] | None = None
        self.advance(None)

    def apply_faces(self, faces: Sequence[int]) -> None:
        """Continue the script with the value of these faces."""
        assert self.pending_roll is not None
        self.advance(self.pending_roll.value_of(faces))

    def advance(self, value: Any) -> None:
        """Continue the script with a value."""
        self.value = value
        try:
            self.pending_roll = self._script.send(value)
        except StopIteration as stop:
            self.pending_roll, self.end = None, stop.value


def roll_together(
    play: Play[Any],
    scripts: Sequence[DiceScriptRun[Any]],
    why: AnyText,
    *,
    rule: str = "",
    by: str = "",
    announced: bool = False,
    to: str = "",
) -> Script[tuple[int, ...]]:
    """Roll the pending dice of several scripts in one roll and continue each; return the natural faces."""
    rolls = [run.pending_roll for run in scripts if run.pending_roll is not None]
    sides = [side for roll in rolls for side in roll.sides]
    faces = yield from play.roll_dice(
        sides, why, rule=rule, by=by, needs=_joint_needs(rolls), announced=announced, to=to
    )
    for run, (_, own) in zip(scripts, list(_rolls_with_faces(rolls, faces)), strict=True):
        run.apply_faces(own)
    return faces


def roll_script(
    play: Play[Any], dice_script: DiceScript[R], why: AnyText, *, rule: str = "", by: str = "", **told: Any
) -> Script[R]:
    """Run a dice script with real dice, roll after roll, and return its end."""
    run = DiceScriptRun(dice_script)
    while run.pending_roll is not None:
        yield from roll_together(play, [run], why, rule=rule, by=by, **told)
    return run.end


def _joint_needs(rolls: Sequence[DiceRoll[Any]]) -> DiceNeeds:
    """Return what the dice of several rolls need, as one roll."""
    if not any(roll.needed_numbers() or roll.tags for roll in rolls):
        return NO_NEEDS
    lists = [roll.needed_numbers() for roll in rolls]
    texts = [
        _needs_text({needs[k] for needs in lists if len(needs) > k}) for k in range(max(map(len, lists)))
    ]

    def results(faces: Sequence[int]) -> tuple[DieResult, ...]:
        return tuple(result for roll, own in _rolls_with_faces(rolls, faces) for result in roll.results(own))

    def value_text(faces: Sequence[int]) -> str:
        return "; ".join(
            filter(None, (roll.value_text(own) for roll, own in _rolls_with_faces(rolls, faces)))
        )

    chances = tuple(chance for roll in rolls for chance in roll.success_chances())
    return DiceNeeds(
        ", ".join(texts),
        results,
        _shared_modifiers(rolls),
        _roll_labels(rolls),
        _tags(rolls),
        value_text,
        chances,
    )


def _rolls_with_faces(
    rolls: Sequence[DiceRoll[Any]], faces: Sequence[int]
) -> Iterator[tuple[DiceRoll[Any], list[int]]]:
    """Yield each roll with its own faces."""
    left = iter(faces)
    for roll in rolls:
        yield roll, [next(left) for _ in roll.sides]


def _tags(rolls: Sequence[DiceRoll[Any]]) -> tuple[DieTag, ...]:
    """Return a tag for every die, if any has one."""
    tagged = any(roll.tags for roll in rolls)
    return tuple(tag for t in rolls for tag in t.tags or (DieTag(),) * len(t.sides)) if tagged else ()


def _needs_text(needs: set[tuple[int, str]]) -> str:
    """Return the numbers to reach as text: "4+", "4+ or 6+ to hit"."""
    (words,) = {words for _, words in needs}
    return f"{' or '.join(f'{least}+' for least, _ in sorted(needs))} {words}".rstrip()


def _shared_modifiers(rolls: Sequence[DiceRoll[Any]]) -> tuple[Modifier, ...]:
    """Return the modifiers of these rolls, each once, with the number of rolls it changes (0 for all)."""
    counts = Counter(change for roll in rolls for change in roll.changes)
    partial_counts = {change: count if count < len(rolls) else 0 for change, count in counts.items()}
    return tuple(msgspec.structs.replace(change, dice=count) for change, count in partial_counts.items())


def _roll_labels(rolls: Sequence[DiceRoll[Any]]) -> tuple[str, ...]:
    """Return a label for every roll with the lowest faces that succeed, for players with real dice.

    Rolls that do not say what they are get their modifiers as names, or no label if those are equal. If there
    are tags, there is a label for every die instead.
    """
    if tags := _tags(rolls):
        return tuple(_tag_label(tag) for tag in tags)
    names = tuple(roll.what for roll in rolls)
    if not any(names):
        names = tuple(
            ", ".join(modifier_text(change, 0) for change in r.changes) or "unchanged" for r in rolls
        )
        if len(set(names)) == 1:
            return ()
    return tuple(f"{name}: {_lowest_faces(roll)}" for name, roll in zip(names, rolls, strict=True))


def _tag_label(tag: DieTag) -> str:
    """Return the name of a die and the shifts that gave it its size."""
    return ", ".join((tag.label or "die", *(modifier_text(shift, 0) for shift in tag.shifts)))


def _lowest_faces(roll: DiceRoll[Any]) -> str:
    """Return the lowest face that is not a miss, and the lowest that kills, as text."""
    (side,) = roll.sides
    results = [(face, roll.results([face])[0]) for face in range(1, side + 1)]
    success = next((face for face, result in results if result != "miss"), 0)
    kill = next((face for face, result in results if result == "kill"), 0)
    if not success:
        return "no face is enough"
    return f"needs {success}+" + (f", kills on {kill}+" if kill else "")


class DiceForecast(NamedTuple, Generic[R]):
    """All ends of a dice script with their chances, and the rolls that it may make, the first ones first."""

    chances: dict[R, float]
    rolls: tuple[DiceRoll[Any], ...]


def dice_forecast(start_script: Callable[[], DiceScript[R]]) -> DiceForecast[R]:
    """Return all ends of a dice script with their chances, followed through every value of its rolls.

    `start_script` starts the script again for each path.
    """
    chances, rolls = dict[R, float](), list[DiceRoll[Any]]()
    for path, chance in _paths(start_script, rolls):
        chances[path.end] = capped_chance(chances.get(path.end, 0.0) + chance)
    return DiceForecast(chances, tuple(rolls))


def exact_chances(start_script: Callable[[], DiceScript[R]]) -> dict[R, float]:
    """Return the exact chance of every end of a dice script."""
    return dice_forecast(start_script).chances


def _paths(
    start_script: Callable[[], DiceScript[R]], rolls: list[DiceRoll[Any]]
) -> Iterator[tuple[DiceScriptRun[R], float]]:
    """Yield the finished script of every path, with its chance; append each different roll to `rolls`."""
    open_paths: list[tuple[tuple[Any, ...], float]] = [((), 1.0)]
    for values, chance in open_paths:
        run = DiceScriptRun(start_script())
        for value in values:
            run.advance(value)
        if run.pending_roll is None:
            yield run, chance
            continue
        if run.pending_roll not in rolls:
            rolls.append(run.pending_roll)
        open_paths += [
            ((*values, value), chance * part) for value, part in run.pending_roll.chances().items()
        ]


def count_distribution(chances: Sequence[float]) -> list[float]:
    """Return the chances that 0, 1, 2 … of these independent events happen."""
    spread = [1.0]
    for chance in chances:
        without, with_it = [*spread, 0.0], [0.0, *spread]
        spread = [a * (1.0 - chance) + b * chance for a, b in zip(without, with_it, strict=True)]
    return [capped_chance(chance) for chance in spread]


def capped_chance(summed: float) -> float:
    """Return a sum of chances, at most 1: rounding may have taken it above."""
    return min(1.0, summed)
