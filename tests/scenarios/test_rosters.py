"""Files of rosters, campaigns and musters: what is wrong in them is refused in one line, whatever it is."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from battlesim import data_folders
from battlesim.commands.app import app
from battlesim.scenarios.campaigns import read_campaign
from battlesim.scenarios.musters import muster_text, new_muster, read_muster
from battlesim.scenarios.rosters import Roster, RosterModel, read_roster, roster_text
from battlesim.scenarios.toml_reading import InputError

ROSTER = roster_text(
    Roster(
        "three_nights",
        2,
        "2_forward_observer",
        ("Yates",),
        (
            RosterModel("m1", "Benton", "unit_sergeant", 1, 1, {"crack_shot": 1}, {"radio": 1}, "sergeant"),
            RosterModel("m2", "Yates", "unit_sergeant", 1, 1, {"own_luck": 1}),
        ),
    )
)
CAMPAIGN = (data_folders.maps_folder() / "campaigns" / "three_nights.toml").read_text(encoding="utf-8")
MUSTER = muster_text(new_muster("invasion_earth", "unit", 12)).replace(
    '"unit_captain"', '"unit_captain", extras = []'
)

Reader = Callable[[Path], object]
READERS: dict[str, tuple[str, Reader]] = {
    "roster": (ROSTER, read_roster),
    "campaign": (CAMPAIGN, read_campaign),
    "muster": (MUSTER, read_muster),
}
TROOPER = '  { profile = "unit_trooper_slr" },\n'
WRONG = [
    ("roster", ("three_nights", "four_nights"), "campaign: four_nights: no campaign has this id"),
    ("roster", ("crack_shot = 1", "crack_shot = 3"), "model[0].skills.crack_shot: 3 is too many (at most 2)"),
    ("roster", ("crack_shot = 1", "crack_shot = 0"), "model[0].skills.crack_shot: 0 is too few"),
    ("roster", ("crack_shot = 1", "crackshot = 1"), "is not a skill (did you mean crack_shot?)"),
    ("roster", ('id = "m2"', 'id = "m1"'), "model[1].id: 'm1' is taken by model[0].id already"),
    ("roster", ('id = "m2"', 'id = "2 m"'), "model[1].id: '2 m' cannot be an id"),
    ("roster", ('slot = ""', 'slot = "sergeant"'), "model[1].slot: sergeant is taken by another model"),
    ("roster", ('slot = "sergeant"', 'slot = ""'), "but no model takes part in it"),
    (
        "roster",
        ("2_forward_observer", "2_village"),
        "under_way: '2_village' is not battle 2 (use \"2_forward",
    ),
    ("roster", ('"2_forward_observer"', '""'), "under_way: no battle is under way, but models take part"),
    ("roster", ("battle = 2", "battle = 7"), "battle: 7 is not one of its battles (use 1 to 3)"),
    ("roster", ("battle = 2", "battle = 0"), "battle: 0 is not one of its battles (use 1 to 3)"),
    ("roster", ("points = 1", "points = -1"), "points"),
    ("roster", ("points = 1", "points = nan"), "model[0].points: nan is not a finite number"),
    ("roster", ("points = 1", 'points = "1"'), "model[0].points"),
    ("roster", ("points = 1", "pionts = 1"), "did you mean points?"),
    (
        "roster",
        ("unit_sergeant", "unit_sargent"),
        "has no profile 'unit_sargent' (did you",
    ),
    ("roster", ("{ radio = 1 }", "{ radio = 2 }"), "model[0].marks.radio"),
    ("roster", ('"unit_sergeant"', '"land_rover"'), "model[0].profile: invasion_earth has no profile"),
    (
        "roster",
        ("crack_shot = 1", "super_sneak = 1, crack_shot = 2, own_luck = 4"),
        "own_luck: 4 is too",
    ),
    ("roster", ("[[model]]", "[[model"), "is not valid TOML"),
    ("campaign", ("invasion_earth", "troice_station"), "ruleset: troice_station: this ruleset has no rules"),
    ("campaign", ("invasion_earth", "invasion_mars"), "ruleset: "),
    (
        "campaign",
        ('"village"', '"vilage"'),
        "scenarios[2]: no scenario is called 'vilage' (did you mean",
    ),
    ("campaign", ('["first_patrol", "forward_observer", "village"]', "[]"), "scenarios"),
    ("campaign", ("title", "titel"), "did you mean title?"),
    ("campaign", ('side = "unit"', 'side = "unity"'), "side: first_patrol has no side 'unity'"),
    ("muster", (TROOPER, TROOPER * 2), "points: the models cost 13 points, 12 are allowed (raise the limit"),
    ("muster", ("points = 12", "points = 13"), "points: 13 is not a limit of points (use 12, 18, 24)"),
    ("muster", ("points = 12", "points = nan"), "points: nan is not a finite number"),
    ("muster", ('"unit"', '"unti"'), "faction: no faction is called 'unti' (did you mean unit or yeti?)"),
    ("muster", ("unit_captain", "dalek"), "detachment[0].model[0].profile: 'dalek' is not a profile of UNIT"),
    (
        "muster",
        ("extras = []", 'extras = ["radoi"]'),
        "extras[0]: 'radoi' is not an extra (did you mean radio?)",
    ),
    ("muster", ("extras = []", 'extras = ["radio"]'), "the models cost 12.5 points, 12 are allowed"),
    ("muster", ("extras = []", 'extras = ["radio", "radio"]'), "extras[1]: radio is there twice"),
    (
        "muster",
        ('"unit_captain", extras = []', '"unit_radio_operator", extras = ["radio"]'),
        "model[0].extras[0]: unit_radio_operator cannot have a Radio (leave it out)",
    ),
    ("muster", ("invasion_earth", "toy_wars"), "ruleset: "),
    ("muster", ("invasion_earth", "mobile_infantry"), "forces of mobile_infantry are not bought by points"),
]


@pytest.mark.parametrize(("kind", "change", "message"), WRONG)
def test_what_is_wrong_in_a_file_is_named_in_one_line(
    tmp_path: Path, kind: str, change: tuple[str, str], message: str
) -> None:
    text, read = READERS[kind]
    assert change[0] in text
    file = tmp_path / "file.toml"
    file.write_text(text.replace(*change, 1), encoding="utf-8")
    with pytest.raises(InputError) as error:
        read(file)
    assert message in str(error.value) and "\n" not in str(error.value)
    assert str(error.value).startswith(str(file))


@pytest.mark.rule("IE-OBS-07", "IE-OBS-09")
def test_ten_troopers_with_radios_cost_fifteen_points(tmp_path: Path) -> None:
    model = '  { profile = "unit_trooper_smg", extras = ["radio"] },\n'
    file = tmp_path / "m.toml"
    head = 'ruleset = "invasion_earth"\nfaction = "unit"\npoints = 18\n[[detachment]]\nmodel = [\n'
    file.write_text(f"{head}{model * 10}]\n")
    shown = CliRunner().invoke(app, ["muster", "show", str(file)])
    assert shown.exit_code == 0 and "15 of 18 points" in shown.output


@pytest.mark.rule("IE-GAP-39")
@pytest.mark.parametrize("models", [0, 11])
def test_a_detachment_has_one_to_ten_models(tmp_path: Path, models: int) -> None:
    file = tmp_path / "m.toml"
    head = 'ruleset = "invasion_earth"\nfaction = "unit"\npoints = 12\n[[detachment]]\nmodel = [\n'
    file.write_text(head + TROOPER * models + "]\n")
    with pytest.raises(InputError, match=f"a detachment of {models} models"):
        read_muster(file)


def damaged(text: str, rng: random.Random) -> str:
    """The text of a file with a few characters changed, cut out, doubled or moved."""
    for _ in range(rng.randint(1, 4)):
        at, long = rng.randrange(len(text)), rng.randint(1, 12)
        piece = text[at : at + long]
        new = rng.choice(["", piece * 2, "nan", "-1", '"', "[[model]]", "=", "\n", "999999999999", "é", "{}"])
        text = text[:at] + new + text[at + long :]
        text = text or "x"
    return text


def read_damaged(folder: Path, seeds: range) -> None:
    """Damaged files of each kind are read, or refused in one line that names the file."""
    file = folder / "f.toml"
    for seed in seeds:
        text, read = list(READERS.values())[seed % len(READERS)]
        file.write_text(damaged(text, random.Random(seed)), encoding="utf-8")
        try:
            read(file)
        except InputError as error:
            assert "\n" not in str(error) and str(error).startswith(str(file)), seed


def test_damaged_files_are_read_or_refused_in_one_line(tmp_path: Path) -> None:
    read_damaged(tmp_path, range(150))


@pytest.mark.slow
def test_five_thousand_damaged_files(tmp_path: Path) -> None:
    read_damaged(tmp_path, range(5000))
