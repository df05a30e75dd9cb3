"""What a scenario adds to the rules: special acts at places, things that are carried, and hidden finds."""

from __future__ import annotations

from typing import Literal

import msgspec

from battlesim.table.ids import MarkerId, SideKey
from battlesim.table.limits import Count, Identifier, Name
from battlesim.table.pieces import Marker

EMPTY_PLACE = "empty"
"""The card that stands for a place where nothing is hidden."""


class SpecialAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A special act that a scenario allows: where it is done, by which sides (all if empty), and its effect.

    It is done by a group with a figure in one of the areas, or touching one of the markers, in `at`. If it
    needs a `roll`, one figure of the group must roll a 6. Its effect is to "find" what is hidden at a place,
    to "uncover" the craft `makes` if it is hidden there, to raise the flag `makes`, to "take" the thing
    `makes`, which the group then carries, or a "blast" of so many `dice` at a point that the group sees. If
    `at` is empty, it can be done anywhere. `after` is a flag that must be up before, `needs` the kind of a
    carried thing that is used up. Rules: MT-SPC-03.
    """

    key: Identifier
    title: Name
    at: tuple[Identifier, ...]
    effect: Literal["find", "uncover", "flag", "take", "blast"]
    by: tuple[SideKey, ...] = ()
    roll: bool = False
    makes: Identifier = ""
    after: Identifier = ""
    needs: Identifier = ""
    dice: Count = 4


class HiddenCraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A craft that its side hides at one of several marked places before the first batch of cards."""

    piece: Identifier
    places: tuple[MarkerId, ...]


class ItemSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An object that is not on the table at the start, but is found at a place or taken by a special act."""

    id: MarkerId
    kind: Identifier
    name: Name
    hidden: bool = True


class ScenarioEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The effect of a Special Event in a scenario: a text, and the flag that it raises, if any."""

    text: Name
    flag: Identifier = ""


class Objectives(msgspec.Struct, frozen=True, omit_defaults=True):
    """The special acts of a battle and its portable objects by id, with the results of both so far.

    `hatches` has the kind of figure that may hatch from things of a kind.
    """

    acts: tuple[SpecialAct, ...] = ()
    items: dict[MarkerId, Marker] = {}
    searched: tuple[Identifier, ...] = ()
    flags: tuple[Identifier, ...] = ()
    at_most: Count = 2
    events: tuple[ScenarioEvent, ...] = ()
    hatches: dict[Identifier, Identifier] = {}
