"""Cover, sight and smoke (MI-COVR-*, MI-BCOV-*, MI-GAP-06, 07, 41, 42, 52, 67, 71)."""

from __future__ import annotations

import pytest

from battlesim.rulesets.mobile_infantry.aftermath import chain_reactions
from battlesim.rulesets.mobile_infantry.attack.attack_dice import AttackDie
from battlesim.rulesets.mobile_infantry.ground.sight import sight_views
from battlesim.rulesets.mobile_infantry.troopers import shooting
from battlesim.table.events import DiceRolled, HitsChanged
from battlesim.table.pieces import Inside, Marker, OnTable
from tests.rules.mobile_infantry.field import ScriptResult, block, field, perform, piece, rifles, warrior


def hit(state, dice, faces, how="fire", point=None) -> ScriptResult:
    return perform(
        state, lambda game: chain_reactions.resolve_attack(game, dice, how, point=point), dice=faces
    )


def hurt(state, die, faces, how="fire") -> bool:
    """Whether one die on a model costs it hit points."""
    return bool(hit(state, [die], faces, how).events_of(HitsChanged))


HALF = block("rocks", "R", 13, 10, 14, 12)


@pytest.mark.rule("MI-COVR-01", "MI-SHOT-09")
def test_partly_hidden_adds_one_to_the_save():
    rifle = AttackDie("assault_rifle", "P", "W")
    assert not hurt(field(rifles("P", 10, 10), warrior("W", 16, 10), HALF), rifle, [5, 3])
    assert hurt(field(rifles("P", 10, 10), warrior("W", 16, 10)), rifle, [5, 3])


@pytest.mark.rule("MI-COVR-02")
def test_one_firer_with_a_full_view_cancels_it():
    state = field(rifles("P", 10, 10), rifles("Q", 16, 4), warrior("W", 16, 10), HALF)
    both = [AttackDie("assault_rifle", "P", "W"), AttackDie("assault_rifle", "Q", "W")]
    assert not hit(state, both, [5, 1, 3]).piece("W").in_play
    assert hit(state, both[:1], [5, 3]).piece("W").in_play


@pytest.mark.rule("MI-COVR-03", "MI-TRT-09", "MI-GAP-56")
def test_touching_hard_cover_adds_two_less_piercing():
    house = block("building", "B", 20.5, 8, 23, 12)
    state = field(warrior("W", 10, 10), rifles("P", 20, 10), house)
    assert not hurt(state, AttackDie("plasma_claws", "W", "P"), [4, 2], "area")
    airburst = AttackDie("plasma_airburst", "W", "P")
    assert hurt(state, airburst, [4, 2], "area")
    assert not hurt(state, airburst, [4, 3], "area")
    apart = field(warrior("W", 10, 10), rifles("P", 19.9, 10), house)
    assert hurt(apart, airburst, [4, 4], "area")


@pytest.mark.rule("MI-COVR-03", "MI-GAP-06")
def test_the_better_bonus_counts_and_they_do_not_add_up():
    rock = block("rocks", "R", 13, 10, 14, 12)
    state = field(rifles("P", 10, 10), warrior("W", 16, 10), rock, block("building", "B", 15, 10.5, 18, 13))
    rifle = AttackDie("assault_rifle", "P", "W")
    assert not hurt(state, rifle, [5, 2])
    gun = AttackDie("heavy_machine_gun", "P", "W")
    assert hurt(state, gun, [5, 2])  # 2 + 2 - 1 = 3


@pytest.mark.rule("MI-TRT-09", "MI-WPN-06")
@pytest.mark.parametrize(("save", "dead"), [(3, False), (2, True)])
def test_cover_and_piercing_are_added_up(save, dead):
    state = field(
        piece("machine_gun", "G", 10, 10), warrior("W", 20, 10), block("building", "B", 20.5, 8, 23, 12)
    )
    assert hurt(state, AttackDie("heavy_machine_gun", "G", "W"), [4, save]) is dead


@pytest.mark.rule("MI-GAP-06")
@pytest.mark.parametrize(("height", "share"), [(0.5, 1 - 0.6405), (0.75, 0.0)])
def test_the_visible_share_is_the_exact_area(height, share):
    solid = block("rocks", "R", -50, 19.0, 50, 19.25, height=height)
    state = field(rifles("P", 10, 10), warrior("W", 10, 20), solid)
    view = sight_views(state, [(state.table.piece("P"), state.table.piece("W"))])["P", "W"]
    assert view.fraction == pytest.approx(share, abs=5e-5)
    assert view.visible is (share > 0)


@pytest.mark.rule("MI-GAP-06")
@pytest.mark.parametrize(
    ("option", "covered"),
    [("any", (False, True, True, True)), ("quarter", (False, False, True, True)), ("half", (0, 0, 0, 1))],
)
def test_how_much_must_be_hidden_by_option(option, covered):
    """A rock from x on hides nothing, an eighth, three eighths and five eighths of the Warrior."""
    for x, helps in zip((10.5, 10.3, 10.1, 9.9), covered, strict=True):
        rock = block("rocks", "R", x, 18.0, x + 3, 18.1)
        state = field(rifles("P", 10, 10), warrior("W", 10, 20), rock, options={"obscured_from": option})
        assert hurt(state, AttackDie("assault_rifle", "P", "W"), [5, 3]) is not bool(helps), x


@pytest.mark.rule("MI-GAP-06")
def test_a_crater_covers_against_those_outside_it():
    crater = block("crater", "C", 15, 8, 18, 12)
    rifle = AttackDie("assault_rifle", "P", "W")
    assert not hurt(field(rifles("P", 10, 10), warrior("W", 16, 10), crater), rifle, [5, 3])
    assert hurt(field(rifles("P", 17.5, 10), warrior("W", 16, 10), crater), rifle, [5, 3])


@pytest.mark.rule("MI-GAP-06")
def test_other_models_hide_nothing():
    state = field(rifles("P", 10, 10), piece("tanker", "T", 13, 10), warrior("W", 16, 10))
    assert hurt(state, AttackDie("assault_rifle", "P", "W"), [5, 3])


@pytest.mark.rule("MI-GAP-07")
def test_heights_of_models_and_solids():
    """Over a wall of 1 in a stand on the ground sees nothing of a Warrior close behind; one on it does."""
    wall = block("wall", "w", 12, 0, 12.5, 20)
    low = field(rifles("P", 10, 10), warrior("W", 13.5, 10), wall)
    high = field(rifles("P", place=OnTable(12.25, 10, 0.0, 1.0, "w")), warrior("W", 16, 10), wall)
    assert shooting.target_options(low, ("P",))[1][0].shut == "out of sight"
    assert "W" in {o.key for o in shooting.target_options(high, ("P",))[0]}
    assert [piece(k, "X").height for k in ("rifle_squad", "burrower", "tanker", "heavy_mech")] == [
        0.75,
        1.0,
        1.5,
        2.0,
    ]
    kinds = ("wall", "building", "rocks", "crater", "ruin", "breach", "tunnel_entrance")
    assert [block(k, "t", 0, 0, 1, 1).height for k in kinds] == [1, 2, 2, 0.5, 0.5, 0.5, 0.5]


def _at_tunnel(x: float, **options):
    hole = piece("tunnel_entrance", "E", 18, 10)
    ground = block("tunnel_entrance", "E", 16.5, 8.5, 19.5, 11.5)
    return field(rifles("P", 10, 10), warrior("W", x, 10), hole, ground, options=options)


@pytest.mark.rule("MI-GAP-41", "MI-BPRO-01")
@pytest.mark.parametrize(("option", "least"), [("plus_1", 3), ("plus_2", 2), ("plus_3", 2)])
def test_a_warrior_at_a_tunnel(option, least):
    """The least Save die that passes on 4+; a natural 1 fails even at +3."""
    state = _at_tunnel(16, tunnel_cover=option)
    rifle = AttackDie("assault_rifle", "P", "W")
    assert not hurt(state, rifle, [5, least])
    assert hurt(state, rifle, [5, least - 1])
    assert hurt(_at_tunnel(15.9, tunnel_cover=option), rifle, [5, 3])


@pytest.mark.rule("MI-GAP-41")
def test_plus_three_outweighs_piercing():
    assert not hurt(_at_tunnel(16, tunnel_cover="plus_3"), AttackDie("heavy_machine_gun", "P", "W"), [5, 2])
    assert hurt(_at_tunnel(16, tunnel_cover="plus_2"), AttackDie("heavy_machine_gun", "P", "W"), [5, 2])


@pytest.mark.rule("MI-GAP-41")
def test_infantry_at_a_tunnel_has_two():
    hole = piece("tunnel_entrance", "E", 18, 10)
    ground = block("tunnel_entrance", "E", 16.5, 8.5, 19.5, 11.5)
    state = field(rifles("P", 16, 10), piece("plasma_bug", "X", 30, 10), hole, ground)
    assert not hurt(state, AttackDie("plasma_airburst", "X", "P"), [4, 3], "area")
    assert hurt(state, AttackDie("plasma_airburst", "X", "P"), [4, 2], "area")


@pytest.mark.rule("MI-BCOV-01")
@pytest.mark.parametrize(("hidden", "lost"), [(True, False), (False, True)])
def test_partly_hidden_from_an_arachnid(hidden, lost):
    rock = [block("rocks", "R", 13, 10, 14, 12, height=3)] if hidden else []
    state = field(piece("plasma_bug", "X", 8, 10), rifles("P", 16, 10), *rock)
    airburst = AttackDie("plasma_airburst", "X", "P")
    assert hurt(state, airburst, [4, 4], "area") is lost
    assert hurt(state, airburst, [4, 3], "area")


@pytest.mark.rule("MI-BCOV-02", "MI-GAP-56")
def test_on_a_wall_against_arachnid_fire():
    wall = block("wall", "w", 16, 5, 16.5, 15)
    state = field(
        piece("plasma_bug", "X", 8, 10),
        piece("tanker", "T", 12, 10),
        rifles("P", place=OnTable(16.25, 10, 0.0, 1.0, "w")),
        wall,
    )
    assert not hurt(state, AttackDie("plasma_airburst", "X", "P"), [4, 3], "area")
    acid = AttackDie("acid_stream", "T", "P")
    assert not hurt(state, acid, [4, 6], "area")
    assert hurt(state, acid, [4, 5], "area")


@pytest.mark.rule("MI-BTRT-02", "MI-BWPN-05")
@pytest.mark.parametrize(("save", "lost"), [(6, False), (5, True)])
def test_flame_takes_cover_away(save, lost):
    state = field(piece("tanker", "T", 12, 10), rifles("P", 16, 10), block("building", "B", 16.5, 8, 19, 12))
    assert hurt(state, AttackDie("acid_stream", "T", "P"), [4, save], "area") is lost


@pytest.mark.rule("MI-MTRT-05", "MI-MECH-01")
def test_a_mech_has_no_cover_and_does_not_flinch():
    state = field(
        piece("plasma_bug", "X", 8, 10),
        piece("light_mech", "L", 16, 10),
        block("building", "B", 16.75, 8, 19, 12),
    )
    done = hit(state, [AttackDie("plasma_airburst", "X", "L")], [6, 3], "area")
    assert done.piece("L").hits == 2
    assert done.piece("L").xy == (16, 10)


@pytest.mark.rule("MI-BTRT-05", "MI-BPRO-03")
def test_a_large_bug_has_no_cover_and_does_not_flinch():
    hole = piece("tunnel_entrance", "E", 18.75, 10)
    ground = block("tunnel_entrance", "E", 17.25, 8.5, 20.25, 11.5)
    state = field(piece("light_mech", "L", 8, 10), piece("tanker", "T", 16, 10), hole, ground)
    done = hit(state, [AttackDie("autocannons", "L", "T")], [6, 4])
    assert (done.piece("T").hits, done.piece("T").xy) == (5, (16, 10))


@pytest.mark.rule("MI-BURR-05")
@pytest.mark.parametrize(("save", "left"), [(3, 6), (2, 5)])
def test_a_burrower_has_no_cover_either(save, left):
    state = field(rifles("P", 10, 10), piece("burrower", "X", 16, 10), block("building", "B", 17, 8, 19, 12))
    done = hit(state, [AttackDie("assault_rifle", "P", "X")], [5, save])
    assert (done.piece("X").hits, done.piece("X").xy) == (left, (16, 10))


@pytest.mark.rule("MI-GAP-42")
@pytest.mark.parametrize(
    ("option", "inside", "touching", "partly"),
    [("inside_only", 2, 4, 4), ("all", 2, 2, 3), ("none", 4, 4, 4)],
)
def test_cover_in_melee_by_option(option, inside, touching, partly):
    """The least Save die that passes on 4+ against a Warrior's D6+1."""
    bite = AttackDie("warrior_claws", "W", "P")
    for least, state in zip((inside, touching, partly), _melees({"cover_in_melee": option}), strict=True):
        assert not hurt(state, bite, [3, least], "melee")
        assert hurt(state, bite, [3, least - 1], "melee")


def _melees(options):
    house = block("building", "B", 16.5, 8, 19, 12)
    return (
        field(warrior("W", 15.9, 10), rifles("P", place=Inside("B")), house, options=options),
        field(warrior("W", 14.5, 10), rifles("P", 16, 10), house, options=options),
        field(
            warrior("W", 14.2, 10),
            rifles("P", 16, 10),
            block("rocks", "R", 15, 10.1, 15.2, 12),
            options=options,
        ),
    )


SMOKE = Marker("s", "smoke", 16, 10, 2.0, 3.0)


@pytest.mark.rule("MI-GAP-52", "MI-BTRT-06")
@pytest.mark.parametrize("target_x", [17, 19])
def test_smoke_obscures_what_is_in_or_behind_it(target_x):
    rifle = AttackDie("assault_rifle", "P", "W")
    assert not hurt(field(rifles("P", 10, 10), warrior("W", target_x, 10), SMOKE), rifle, [5, 3])
    assert hurt(field(rifles("P", 10, 10), warrior("W", target_x, 10)), rifle, [5, 3])


@pytest.mark.rule("MI-GAP-52", "MI-GAP-06")
@pytest.mark.parametrize(("option", "seen"), [("obscure", True), ("block", False)])
def test_whether_smoke_hides_by_option(option, seen):
    state = field(rifles("P", 10, 10), warrior("W", 20, 10), SMOKE, options={"smoke_effect": option})
    assert ("W" in {o.key for o in shooting.target_options(state, ("P",))[0]}) is seen


@pytest.mark.rule("MI-GAP-67")
@pytest.mark.parametrize(("option", "seen"), [("day", True), ("night", False)])
def test_how_far_one_sees_by_option(option, seen):
    state = field(
        piece("machine_gun", "G", 10, 10),
        warrior("W", 36, 10),
        warrior("V", 35, 10),
        options={"light": option},
    )
    found = {o.key for o in shooting.target_options(state, ("G",))[0]}
    assert "V" in found  # 24.0 in
    assert ("W" in found) is seen


@pytest.mark.rule("MI-GAP-71")
def test_a_model_in_the_area_that_nobody_sees_is_hit_and_has_the_bonus():
    rock = block("rocks", "R", 29.6, 10.8, 33, 11.4)
    state = field(
        piece("missile_team", "M", 30, 0.5),
        warrior("W", 28.5, 12.5),
        warrior("V", 31, 12.5),
        rock,
    )
    answers = {"target": ["W"], "weapons": [("he_warhead",)]}
    done = perform(state, lambda g: shooting.run_shooting(g, ("M",)), answers, [3, 3, 3, 3])
    assert not done.piece("W").in_play
    assert done.piece("V").in_play
    saves = [e for e in done.events_of(DiceRolled) if str(e.why).startswith("saves")]
    told = [(e.by, e.needs, [(m.value, m.words, m.rule) for m in e.modifiers]) for e in saves]
    assert told == [("W", "4+", []), ("V", "4+", [(1, "partly hidden", "MI-COVR-01")])]


@pytest.mark.rule("MI-GAP-71", "MI-GAP-67")
def test_who_cannot_see_so_far_at_night_does_not_cancel_the_bonus():
    state = field(
        rifles("P", 10, 10),
        piece("heavy_mech", "H", 48, 10, facing=180),
        warrior("W", 16, 10),
        HALF,
        options={"light": "night"},
    )
    both = [AttackDie("assault_rifle", "P", "W"), AttackDie("laser_sweeping", "H", "W")]
    assert hit(state, both, [5, 1, 3]).piece("W").in_play


@pytest.mark.rule("MI-BTRT-05", "MI-MTRT-05")
@pytest.mark.parametrize(("x", "told"), [(16.0, ["Large: no cover"]), (12.0, [])])
def test_a_large_model_is_told_why_it_has_no_cover_where_others_would(x, told):
    house = block("building", "B", 17.25, 8, 19, 12)
    state = field(piece("light_mech", "L", 8, 10), piece("tanker", "T", x, 10), house)
    done = hit(state, [AttackDie("autocannons", "L", "T")], [6, 4])
    (save,) = [roll for roll in done.events_of(DiceRolled) if str(roll.why).startswith("saves")]
    large = [m for m in save.modifiers if m.words.startswith("Large")]
    assert [m.words for m in large] == told and not any(m.value for m in large)


@pytest.mark.rule("MI-GAP-06", "MI-GAP-41")
def test_on_a_wall_at_a_tunnel_the_better_bonus_counts():
    hole = piece("tunnel_entrance", "E", 18, 10)
    ground = block("tunnel_entrance", "E", 16.5, 8.5, 19.5, 11.5)
    low = block("wall", "L", 15, 9.75, 16.6, 10.25)
    bug = piece("warrior", "W", 16, 10, place=OnTable(16, 10, 0.0, 1.0, "L"))
    state = field(rifles("P", 6, 10), bug, hole, ground, low, options={"tunnel_cover": "plus_3"})
    assert not hurt(state, AttackDie("heavy_machine_gun", "P", "W"), [5, 2])
