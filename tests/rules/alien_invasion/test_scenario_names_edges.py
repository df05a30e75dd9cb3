"""The names in a scenario, which are those that it has."""

from __future__ import annotations

import pytest

from battlesim.table.pieces import Marker
from tests.rules.alien_invasion.plans import ACT, HOUSES, ITEM, TWO, game, refused, unit

pytestmark = pytest.mark.rule("MT-SET-01")
SHIP = unit("ship", "dalek", ("saucer",))
GOOD = ACT | {"at": []}


@pytest.mark.rule("MT-SPC-03", "MT-VEH-06", "MT-SCN-11", "MT-SCN-02", "MT-DALK-05")
@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"victory": [{"side": "unit", "when": "destroyed", "of": ["dalek"]}]}, ""),
        ({"victory": [{"side": "spug", "when": "destroyed"}]}, "rules.victory[0]: 'spug' is not a side"),
        ({"victory": [{"side": "unit", "when": "destroyed", "of": ["spug"]}]}, "'spug' is not a side"),
        ({"cards": {"spug": {}}}, "rules.cards.spug: is not a side"),
        ({"exits": {"spug": ["west"]}}, "rules.exits.spug: is not a side"),
        ({"solo": "spug"}, "rules.solo.spug: is not a side"),
        ({"solo": "unit"}, ""),
        ({"special": [ACT]}, ""),
        ({"special": [ACT | {"at": ["dalek_1"]}]}, ""),
        ({"special": [ACT | {"at": ["site"]}]}, ""),
        ({"special": [ACT | {"at": ["h3"]}]}, "rules.special[0].at: 'h3' is not a place"),
        ({"hidden": [{"piece": "ship_1", "places": ["site"]}]}, ""),
        ({"hidden": [{"piece": "ship_1", "places": ["h1"]}]}, "rules.hidden[0].places: 'h1' is not a place"),
        ({"hidden": [{"piece": "boat", "places": ["site"]}]}, "rules.hidden[0].piece: 'boat' is not a place"),
        ({"special": [GOOD | {"after": "up"}]}, "rules.special[0].after: 'up' is not a flag"),
        ({"special": [GOOD | {"after": "up"}, GOOD | {"effect": "flag", "makes": "up"}]}, ""),
        ({"special": [GOOD | {"after": "up"}], "event": [{"text": "x", "flag": "up"}]}, ""),
        ({"special": [GOOD | {"after": "mastermind_dead"}]}, ""),
        ({"special": [GOOD | {"after": "UNSET"}]}, "rules.special[0].after: 'UNSET' is not a flag"),
        ({"special": [GOOD | {"after": "ship_1_left"}]}, ""),
        (
            {"special": [GOOD | {"after": "egg"}, GOOD | {"effect": "take", "makes": "egg"}], "item": [ITEM]},
            "'egg' is not a flag",
        ),
        ({"special": [GOOD | {"needs": "part"}]}, "rules.special[0].needs: 'part' is not a kind of thing"),
        ({"special": [GOOD | {"needs": "part"}], "carried": ["part"]}, ""),
        ({"special": [GOOD | {"needs": "egg"}], "item": [ITEM]}, ""),
        ({"special": [GOOD | {"effect": "take", "makes": "egg"}], "item": [ITEM]}, ""),
        (
            {"special": [GOOD | {"effect": "take", "makes": "part"}], "item": [ITEM]},
            "rules.special[0].makes: 'part' is not a thing or craft",
        ),
        ({"special": [GOOD | {"effect": "uncover", "makes": "ship_1"}]}, ""),
        ({"special": [GOOD | {"effect": "uncover", "makes": "boat"}]}, "'boat' is not a thing or craft"),
        ({"victory": [{"side": "unit", "when": "holds", "item": "egg"}], "carried": ["egg"]}, ""),
        (
            {"victory": [{"side": "unit", "when": "holds", "item": "egg"}]},
            "rules.victory[0].item: 'egg' is not a name that counts there",
        ),
        ({"victory": [{"side": "unit", "when": "brought_off", "item": "egg"}]}, "'egg' is not a name"),
        ({"victory": [{"side": "unit", "when": "flag", "item": "egg"}]}, "'egg' is not a name"),
        ({"victory": [{"side": "unit", "when": "flag", "item": "mastermind_dead"}]}, ""),
        ({"victory": [{"side": "unit", "when": "killed", "item": "dalek"}]}, ""),
        ({"victory": [{"side": "unit", "when": "killed", "item": "mite"}]}, "'mite' is not a name"),
        ({"victory": [{"side": "unit", "when": "guards", "item": "ship_1"}]}, ""),
        ({"victory": [{"side": "unit", "when": "guards", "item": "ship"}]}, "'ship' is not a name"),
        ({"victory": [{"side": "unit", "when": "no_aliens", "item": "anything"}]}, ""),
        ({"victory": [{"side": "unit", "when": "no_aliens"}]}, ""),
        ({"vehicle": [{"piece": "ship_1", "after": "up"}]}, "rules.vehicle[0].after: 'up' is not a flag"),
        ({"vehicle": [{"piece": "ship_1", "after": "mastermind_dead"}]}, ""),
        ({"vehicle": [{"piece": "ship_1"}]}, ""),
        ({"vehicle": [{"piece": "dalek_1"}]}, "'dalek_1' is not a vehicle of this scenario"),
        ({"vehicle": [{"piece": "ship_1", "drivers": ["spug"]}]}, "rules.vehicle[0]: 'spug' is not a side"),
        ({"vehicle": [{"piece": "ship_1", "drivers": ["unit"], "weapons": ["tank_gun"]}]}, ""),
        ({"vehicle": [{"piece": "ship_1", "weapons": ["laser"]}]}, "'laser' is not a weapon of a vehicle"),
        ({"vehicle": [{"piece": "ship_1", "goes": ["scrub"]}]}, ""),
        ({"vehicle": [{"piece": "ship_1", "goes": ["mud"]}]}, "'mud' is not a kind of terrain"),
        ({"hatches": {"egg": "dalek"}, "carried": ["egg"]}, ""),
        ({"hatches": {"egg": "dalek"}}, "rules.hatches: 'egg' is not a kind of thing"),
        ({"hatches": {"egg": "hatchling"}, "carried": ["egg"]}, "'hatchling' is not a figure of a side"),
        ({"alliance": [{"sides": ["unit", "dalek"]}]}, ""),
        ({"alliance": [{"sides": ["unit", "spug"]}]}, "rules.alliance[0].sides: 'spug' has no seat"),
        ({"alliance": [{"sides": ["spug", "unit"]}]}, "rules.alliance[0].sides: 'spug' has no seat"),
        ({"alliance": [{"sides": ["unit", "unit"]}]}, "rules.alliance[0].sides: are the same side"),
    ],
)
def test_names_in_a_scenario_are_those_that_it_has(rules, words):
    markers = (Marker("site", "site", 5, 5),)
    if words:
        assert words in refused(*TWO, SHIP, rules=rules, markers=markers, ground=HOUSES)
    else:
        game(*TWO, SHIP, rules=rules, markers=markers, ground=HOUSES)
