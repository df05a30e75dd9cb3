"""What forces cost and know, how the turns are ordered, and what the window is told of a battle."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.invasion_earth import MAX_BATTLES, RULESET
from battlesim.rulesets.invasion_earth.battle import musters
from battlesim.rulesets.invasion_earth.core.lookups import piece_profile
from battlesim.rulesets.invasion_earth.core.marks import RADIO
from battlesim.rulesets.invasion_earth.core.profiles import Fear, Profile, TerrainKind, Weapon, profiles
from battlesim.rulesets.invasion_earth.core.skills import BATTLES, SKILLS
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.ids import SideKey
from tests.rules.invasion_earth.field import (
    DALEK,
    SLR,
    model,
)

HOVER = "dalek_hoverbout"


SKILL_ROWS = {
    "super_sneak": ("IE-EXP-05", 2, 3),
    "crack_shot": ("IE-EXP-06", 2, 2),
    "own_luck": ("IE-EXP-07", 2, 3),
    "tough_as_nails": ("IE-EXP-08", 5, 2),
    "camouflage": ("IE-EXP-09", 5, 1),
    "super_agility": ("IE-EXP-10", 3, 1),
    "super_fast": ("IE-EXP-11", 2, 3),
    "lightning_action": ("IE-EXP-12", 6, 1),
    "hand_to_hand": ("IE-EXP-13", 2, 3),
}


@pytest.mark.rule("IE-EXP-05", "IE-EXP-06", "IE-EXP-07", "IE-EXP-08", "IE-EXP-09", "IE-EXP-10")
@pytest.mark.rule("IE-EXP-11", "IE-EXP-12", "IE-EXP-13")
def test_what_each_skill_costs_and_how_often_it_is_bought() -> None:
    assert {key: (skill.rule, skill.cost, skill.most) for key, skill in SKILLS.items()} == SKILL_ROWS


@pytest.mark.rule("IE-EXP-05", "IE-EXP-06", "IE-EXP-09", "IE-EXP-10", "IE-EXP-11", "IE-GAP-82", "IE-GAP-20")
@pytest.mark.parametrize(
    ("kind", "useless"),
    [
        (SLR, set()),
        (DALEK, {"super_sneak", "camouflage"}),
        ("yeti", {"super_sneak", "camouflage", "crack_shot", "super_agility"}),
    ],
)
def test_whoever_cannot_use_a_skill_does_not_begin_with_it(kind: str, useless: set[str]) -> None:
    radio = {RADIO: 1} if "comm_link" not in profiles()[kind].abilities else {}
    most = {key: row[2] for key, row in SKILL_ROWS.items() if key not in useless}
    assert RULESET.start_marks(kind) == {**radio, **most, BATTLES: 99} and MAX_BATTLES == 99


@pytest.mark.rule("IE-GAP-82", "IE-EXP-05", "IE-EXP-06", "IE-EXP-07", "IE-EXP-08", "IE-EXP-11", "IE-EXP-13")
@pytest.mark.parametrize(
    ("kind", "marks", "changes"),
    [
        (SLR, {"crack_shot": 1}, {}),
        (SLR, {"super_sneak": 2}, {"sneak": 4.0}),
        (SLR, {"super_fast": 2}, {"fast": 10.0}),
        (HOVER, {"super_fast": 2}, {"fast": 8.0, "fly_fast": 14.0}),
        (SLR, {"own_luck": 1}, {"save": 6}),
        (SLR, {"own_luck": 3}, {"save": 4}),
        ("special_weapons_dalek", {"own_luck": 3}, {"save": 2}),
        (SLR, {"tough_as_nails": 2}, {"hits": 3}),
        (SLR, {"hand_to_hand": 3}, {"assault": 4}),
    ],
)
def test_a_skill_changes_one_value(kind: str, marks: dict[str, int], changes: dict[str, float]) -> None:
    found = piece_profile(model(kind, "a", 0, 0, **marks))
    assert found == msgspec.structs.replace(profiles()[kind], **changes)


@pytest.mark.rule("IE-GAP-33", "IE-SUP-03", "IE-GAP-57", "IE-GAP-27", "IE-GAP-32", "IE-UNS-01", "IE-UNS-03")
@pytest.mark.rule("IE-GAP-34", "IE-GAP-41", "IE-GAP-42")
def test_what_a_table_does_not_name_a_model_a_weapon_or_terrain_has_not() -> None:
    plain = Weapon("plain", (1.0, 2.0, 3.0), (3, 4, 5))
    assert (plain.damage, plain.piercing, plain.blast, plain.least, plain.no_suppression) == (
        1,
        0,
        "",
        0.0,
        "",
    )
    assert not (plain.heavy or plain.indirect or plain.fixed_arc or plain.primitive or plain.suppression)
    own = Profile("own", 1.0, 1.0, 1.0, 4.0)
    assert (own.fast, own.sneak, own.hides, own.hits, own.save, own.assault) == (0.0, 0.0, False, 1, 0, 0)
    assert (own.stupidity, own.grapple, own.fear, own.fly, own.fly_fast) == (0, 0, None, 0.0, 0.0)
    assert Fear("human", 8.0).within == 8.0
    flat = TerrainKind(1.0)
    assert not (flat.obstacle or flat.solid or flat.area or flat.difficult or flat.loose or flat.breakable)
    assert flat.depth == 0.0


@pytest.mark.rule("IE-OBS-07", "IE-GAP-62")
@pytest.mark.parametrize(
    ("extras", "half", "cost"),
    [((), False, 3.0), ((RADIO,), False, 3.5), ((RADIO,), True, 4.5), ((), True, 3.0)],
)
def test_what_a_captain_costs(extras: tuple[str, ...], half: bool, cost: float) -> None:
    assert musters.profile_cost("unit_captain", extras, half) == cost
    assert half or musters.profile_cost("unit_captain", extras) == cost


@pytest.mark.rule("IE-OBS-07", "IE-GAP-62", "IE-OBS-06")
def test_forces_are_bought_to_three_limits_in_detachments_of_ten() -> None:
    assert (musters.LIMITS, musters.MAX_DETACHMENT, musters.RADIO_COST) == ((12, 18, 24), 10, 0.5)
    able = {kind for kind in (SLR, DALEK, "unit_radio_operator", "ogron") if musters.can_have_radio(kind)}
    assert able == {SLR, "ogron"}


def clash_file(tmp_path, lines: str, options: str = ""):  # type: ignore[no-untyped-def]
    file = tmp_path / "clash.toml"
    file.write_text(f'extends = "first_patrol"\n{options}{lines}')
    return str(file)


def unit(id: str, side: str, count: int, kind: str, y: int, marks: str = "") -> str:
    rows = ", ".join(f'{{ profile = "{kind}", at = [{3 + 2 * k}, {y}]{marks} }}' for k in range(count))
    return f'[[unit]]\nid = "{id}"\nside = "{side}"\npiece = [{rows}]\n'


@pytest.mark.rule("IE-GAP-39", "IE-FLY-07", "IE-EXP-01")
@pytest.mark.parametrize(("troopers", "daleks", "fits"), [(10, 4, True), (10, 5, False)])
def test_each_side_pays_for_its_own_models(  # type: ignore[no-untyped-def]
    tmp_path, troopers, daleks, fits
) -> None:
    """At most 12 points: ten troopers cost 10, four Daleks 12."""
    lines = unit("u", "unit", troopers, SLR, 5) + unit("d", "daleks", daleks, DALEK, 25)
    loaded = load_scenario(clash_file(tmp_path, lines), {"points_limit": "12"})
    if fits:
        assert len(loaded.initial_state().table.pieces) == 14
    else:
        with pytest.raises(InputError, match="points_limit"):
            loaded.initial_state()


@pytest.mark.rule("IE-EXP-01", "IE-GAP-39")
@pytest.mark.parametrize(
    ("mark", "fits"), [("crack_shot", False), ("battles_survived", False), ("radio", True)]
)
def test_a_radio_is_no_experience(tmp_path, mark: str, fits: bool) -> None:  # type: ignore[no-untyped-def]
    lines = unit("u", "unit", 1, SLR, 5, f", marks = {{ {mark} = 1 }}") + unit("d", "daleks", 1, DALEK, 25)
    loaded = load_scenario(clash_file(tmp_path, lines))
    if fits:
        assert loaded.initial_state().table.pieces
    else:
        with pytest.raises(InputError, match="campaigns alone"):
            loaded.initial_state()


@pytest.mark.rule("IE-GAP-39", "IE-GAP-49", "IE-EXP-01", "IE-FLY-07")
@pytest.mark.parametrize(("option", "fear"), [("all", True), ("list", True), ("none", False)])
def test_the_advanced_rules_are_all_none_or_those_listed(tmp_path, option, fear) -> None:  # type: ignore[no-untyped-def]
    lines = unit("u", "unit", 1, SLR, 5) + unit("d", "daleks", 1, DALEK, 25)
    file = clash_file(tmp_path, lines, '[rules]\nadvanced = ["fear"]\n')
    known = load_scenario(file, {"advanced_rules": option}).initial_state().game.parameters.advanced
    assert ("fear" in known) == fear and ("fly" in known) == (option == "all")


@pytest.mark.rule("IE-GAP-39", "IE-EXP-08", "IE-EXP-01")
def test_a_tough_model_has_the_hits_of_its_profile_and_those_it_bought(tmp_path) -> None:  # type: ignore[no-untyped-def]
    marks = ", marks = { tough_as_nails = 2 }"
    lines = unit("u", "unit", 1, "unit_captain", 5, marks) + unit("d", "daleks", 1, DALEK, 25)
    file = clash_file(tmp_path, lines, "[rules]\ncampaign = true\n")
    (captain,) = load_scenario(file).initial_state().table.pieces_of_side(SideKey("unit"))
    assert (captain.hits, captain.hits_full) == (4, 4)
