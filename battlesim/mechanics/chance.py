"""Dice scripts: rules about dice that can be played in a battle or evaluated exactly over all outcomes.

A dice script is a generator that yields rolls, is sent the value of each roll, and returns a result. It reads
the state, but makes no decisions and changes nothing. `roll_together` and `roll_script` roll the dice in
play; `exact_chances` computes the exact chances. Users: Mobile Infantry, Troice Station, Invasion Earth,
Stargrunt, Alien Invasion, the toy, the rulesets of the tests.
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
    """A roll of dice, with the size of each die, the modifiers, and a value for every possible result.

    `changes` are the modifiers of the result, and `on` names what they modify. `what` tells a player who
    rolls real dice which die to roll. `tags` has a tag for each die, or is empty.
    """

    sides: tuple[int, ...] = (6,)
    changes: tuple[Modifier, ...] = ()
    rule: str = ""
    on: str = ""
    what: str = ""
    tags: tuple[DieTag, ...] = ()

    def value_of(self, faces: Sequence[int]) -> T:
        """Return the value of the roll for the given unmodified faces of the dice."""
        raise NotImplementedError

    def results(self, faces: Sequence[int]) -> tuple[DieResult, ...]:
        """Return "miss", "hit" or "kill" for each die, or () if the dice have no target number."""
        return ()

    def needed_numbers(self) -> tuple[tuple[int, str], ...]:
        """Return the target numbers of the dice, each with a text that describes it."""
        return ()

    def value_text(self, faces: Sequence[int]) -> str:
        """Return the value of the roll as text, or "" if the results of the single dice already show it."""
        return ""

    def success_chances(self) -> tuple[float, ...]:
        """Return the chance of success for each die, or () if the dice have no target number."""
        outcomes = [self.results(faces) for faces in product(*(range(1, side + 1) for side in self.sides))]
        dice = range(len(outcomes[0]))
        return tuple(sum(results[k] != "miss" for results in outcomes) / len(outcomes) for k in dice)

    def chances(self) -> dict[T, float]:
        """Return a dict that maps every possible value of the roll to its chance."""
        counts = Counter(
            self.value_of(faces) for faces in product(*(range(1, side + 1) for side in self.sides))
        )
        return {value: count / math.prod(self.sides) for value, count in counts.items()}


class PlainRoll(DiceRoll[tuple[int, ...]], frozen=True, kw_only=True):
    """A roll whose value is the tuple of the faces of its dice."""

    def value_of(self, faces: Sequence[int]) -> tuple[int, ...]:
        """Return the faces of the dice unchanged."""
        return tuple(faces)


class Threshold(NamedTuple):
    """A number that a die must reach, with its result, its rule and texts for the preview and the log."""

    least: int
    name: str = ""
    words: str = ""
    result: DieResult = "hit"
    rule: str = ""


class ThresholdRoll(DiceRoll[int], frozen=True, kw_only=True):
    """A roll of a modified die against increasing thresholds. Its value is the number of thresholds reached.

    `naturals` maps faces of the die to the number of thresholds that they reach regardless of modifiers.
    """

    thresholds: tuple[Threshold, ...]
    naturals: Mapping[int, int] = {}

    def value_of(self, faces: Sequence[int]) -> int:
        """Return the number of thresholds that the die reaches.

        If `naturals` contains the face, its value is used. Otherwise the modifiers are added to the face.
        """
        (face,) = faces
        return self.naturals.get(
            face, thresholds_reached(self.thresholds, face + modifier_total(self.changes))
        )

    def results(self, faces: Sequence[int]) -> tuple[DieResult, ...]:
        """Return the result for the highest threshold that the die reaches, or "miss" if it reaches none."""
        reached = self.value_of(faces)
        return (self.thresholds[reached - 1].result if reached else "miss",)

    def needed_numbers(self) -> tuple[tuple[int, str], ...]:
        """Return the thresholds of the roll, each with its text."""
        return tuple((reach.least, reach.words) for reach in self.thresholds)


def thresholds_reached(thresholds: Sequence[Threshold], number: int) -> int:
    """Return how many of the thresholds, given in ascending order, are reached by `number`."""
    return max((k for k, reach in enumerate(thresholds, 1) if number >= reach.least), default=0)


def d6_at_least(
    needed: int, rule: str, *changes: Modifier, on: str = "", result: DieResult = "hit"
) -> ThresholdRoll:
    """Return a roll of a D6 that succeeds if the modified result is at least `needed`."""
    return ThresholdRoll(thresholds=(Threshold(needed, result=result),), rule=rule, changes=changes, on=on)


def modifier_total(changes: Sequence[Modifier]) -> int:
    """Return the sum of the values of the modifiers."""
    return sum(change.value for change in changes)


DiceScript = Generator[DiceRoll[Any], Any, R]


def single_roll(roll: DiceRoll[T]) -> DiceScript[T]:
    """Return a dice script (a generator of rolls) that makes a single roll and returns its value."""
    value: T = yield roll
    return value


class DiceScriptRun(Generic[R]):
    """A dice script (a generator of rolls) in progress.

    It holds the pending roll (None at the end), the last value and the result.
    """

    value: Any
    end: R

    def __init__(self, dice_script: DiceScript[R]) -> None:
        self._script = dice_script
        self.pending_roll: DiceRoll[Any] | None = None
        self.advance(None)

    def apply_faces(self, faces: Sequence[int]) -> None:
        """Continue the dice script with the value of the pending roll for the given faces of its dice."""
        assert self.pending_roll is not None
        self.advance(self.pending_roll.value_of(faces))

    def advance(self, value: Any) -> None:
        """Send a value to the dice script and run it up to its next roll or to its end."""
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
    """Roll the pending dice of several dice scripts together and continue each script. Return all faces."""
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
    """Run a dice script (a generator of rolls) in a battle, one roll at a time. Return its result."""
    run = DiceScriptRun(dice_script)
    while run.pending_roll is not None:
        yield from roll_together(play, [run], why, rule=rule, by=by, **told)
    return run.end


def _joint_needs(rolls: Sequence[DiceRoll[Any]]) -> DiceNeeds:
    """Return the needs of several rolls combined into one roll."""
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
    """Yield each roll with the faces that belong to it."""
    left = iter(faces)
    for roll in rolls:
        yield roll, [next(left) for _ in roll.sides]


def _tags(rolls: Sequence[DiceRoll[Any]]) -> tuple[DieTag, ...]:
    """Return a tag for every die, or () if no die has a tag."""
    tagged = any(roll.tags for roll in rolls)
    return tuple(tag for t in rolls for tag in t.tags or (DieTag(),) * len(t.sides)) if tagged else ()


def _needs_text(needs: set[tuple[int, str]]) -> str:
    """Return the numbers to reach as text, for example "4+" or "4+ or 6+ to hit"."""
    (words,) = {words for _, words in needs}
    return f"{' or '.join(f'{least}+' for least, _ in sorted(needs))} {words}".rstrip()


def _shared_modifiers(rolls: Sequence[DiceRoll[Any]]) -> tuple[Modifier, ...]:
    """Return the distinct modifiers of the rolls, each with the number of rolls it applies to (0: all)."""
    counts = Counter(change for roll in rolls for change in roll.changes)
    partial_counts = {change: count if count < len(rolls) else 0 for change, count in counts.items()}
    return tuple(msgspec.structs.replace(change, dice=count) for change, count in partial_counts.items())


def _roll_labels(rolls: Sequence[DiceRoll[Any]]) -> tuple[str, ...]:
    """Return a label for each roll with the lowest faces that succeed, for players with real dice.

    A roll without a name is named after its modifiers; if all these names are equal, no labels are returned.
    If the dice have tags, the labels are for the single dice instead.
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
    """Return the name of a die with the shifts that led to its size."""
    return ", ".join((tag.label or "die", *(modifier_text(shift, 0) for shift in tag.shifts)))


def _lowest_faces(roll: DiceRoll[Any]) -> str:
    """Return a text with the lowest face that succeeds and the lowest that kills, after all modifiers."""
    (side,) = roll.sides
    words = [words for _, words in roll.needed_numbers() if words]
    results = [(face, roll.results([face])[0]) for face in range(1, side + 1)]
    success = next((face for face, result in results if result != "miss"), 0)
    kill = next((face for face, result in results if result == "kill"), 0)
    if not success:
        return "no face is enough"
    first, last = (words[0], f", {kill}+ {words[-1]}") if words else ("", f", kills on {kill}+")
    return f"needs a face of {success}+ {first}".rstrip() + (last if kill else "")


class DiceForecast(NamedTuple, Generic[R]):
    """The possible results of a dice script (a generator of rolls), their chances, and its possible rolls."""

    chances: dict[R, float]
    rolls: tuple[DiceRoll[Any], ...]


def dice_forecast(start_script: Callable[[], DiceScript[R]]) -> DiceForecast[R]:
    """Return the chance of every result of a dice script (a generator of rolls), and its possible rolls.

    Every possible value of every roll is tried. `start_script` is called each time to start the script again.
    """
    chances, rolls = dict[R, float](), list[DiceRoll[Any]]()
    for path, chance in _paths(start_script, rolls):
        chances[path.end] = capped_chance(chances.get(path.end, 0.0) + chance)
    return DiceForecast(chances, tuple(rolls))


def exact_chances(start_script: Callable[[], DiceScript[R]]) -> dict[R, float]:
    """Return a dict that maps every possible result of a dice script to its exact chance.

    `start_script` starts the script, which is a generator of rolls.
    """
    return dice_forecast(start_script).chances


def _paths(
    start_script: Callable[[], DiceScript[R]], rolls: list[DiceRoll[Any]]
) -> Iterator[tuple[DiceScriptRun[R], float]]:
    """Yield the finished run of each path with its chance, and append each new roll to `rolls`."""
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
    """Return the chances that exactly 0, 1, 2 … of several independent events happen.

    `chances` holds the chance of each event.
    """
    spread = [1.0]
    for chance in chances:
        without, with_it = [*spread, 0.0], [0.0, *spread]
        spread = [a * (1.0 - chance) + b * chance for a, b in zip(without, with_it, strict=True)]
    return [capped_chance(chance) for chance in spread]


def capped_chance(summed: float) -> float:
    """Return a sum of chances, or 1 if rounding errors have raised the sum above 1."""
    return min(1.0, summed)
