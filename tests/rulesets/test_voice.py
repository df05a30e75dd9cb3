"""The voice of a game: every line of its file is needed, and nothing that happens is without words."""

from __future__ import annotations

import ast
import gzip
import re
from functools import cache
from pathlib import Path

import pytest

import battlesim.ui.session
from battlesim.engine.record_replay import Replay
from battlesim.engine.voice import SpokenText, Voice, voice_of
from battlesim.rulesets.invasion_earth.core.events import EdgesChosen
from battlesim.rulesets.registry import load_ruleset
from battlesim.scenarios.library import load_scenario, scenario_files
from battlesim.scenarios.sources import load_record
from battlesim.table.phrases import AnyText, Ref, length_text, phrase, with_names
from battlesim.table.tags import tag_of
from battlesim.ui.session.move_phrases import MOVE_PHRASES
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.system.sound import SOUND_CAPTIONS
from tests.golden.records import BATTLES, file_of

GAMES = [
    key
    for key in ("mobile_infantry", "troice_station", "invasion_earth", "stargrunt", "alien_invasion")
    if voice_of(load_ruleset(key)).texts
]
GOLDEN = [
    (key, id)
    for id, battle in BATTLES.items()
    for key in GAMES
    if load_scenario(battle.scenario).ruleset.key == key
]
FIELD = re.compile(r"\{[^}]*\}")


@cache
def constants(game: str) -> frozenset[str]:
    """The texts in the code of a game and of the log, with {} for what is filled in.

    What a test is for ("to leave cover") stands behind a name.
    """
    package = Path(__import__(f"battlesim.rulesets.{game}", fromlist=[""]).__file__).parent
    files = [*package.rglob("*.py"), *Path(battlesim.ui.session.__path__[0]).glob("*.py")]
    found = {f"{{}}{words}" for pair in MOVE_PHRASES.values() for words in pair}
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(FIELD.sub("{}", node.value))
            elif isinstance(node, ast.JoinedStr):
                found.add(
                    "".join(one.value if isinstance(one, ast.Constant) else "{}" for one in node.values)
                )
    return frozenset(found | {f"{{}} {text}" for text in found if text.startswith(("to ", "not to "))})


@pytest.mark.parametrize("game", GAMES)
def test_every_key_of_the_voice_is_used(game: str) -> None:
    ruleset = load_ruleset(game)
    voice = voice_of(ruleset)
    assert sorted(voice.texts.keys() - constants(game)) == []
    assert sorted(voice.marks.keys() - constants(game)) == []
    assert {*voice.events, *voice.silent} <= {tag_of(event) for event in ruleset.events}
    own = {name for name in scenario_files() if load_scenario(name).ruleset.key == game}
    assert voice.briefings.keys() == own and voice.sounds.keys() <= SOUND_CAPTIONS.keys()


@pytest.mark.parametrize("game", GAMES)
def test_every_event_of_the_game_speaks_or_is_silent(game: str) -> None:
    ruleset = load_ruleset(game)
    voice = voice_of(ruleset)
    assert {tag_of(event) for event in ruleset.events} == {*voice.events, *voice.silent}


@pytest.mark.parametrize(("game", "battle"), GOLDEN)
def test_every_event_of_a_golden_record_has_a_text_in_both_voices(
    game: str, battle: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    missing: set[AnyText] = set()
    text_for = Voice.text_for

    def noted(self: Voice, text: AnyText, number: int = 0) -> AnyText | None:
        said = text_for(self, text, number)
        if said is None or not str(said):
            missing.add(str(text))
        return said

    monkeypatch.setattr(Voice, "text_for", noted)
    path = tmp_path / "battle.battle"
    path.write_bytes(gzip.decompress(file_of(battle).read_bytes()))
    record = load_record(path)
    story = ViewHistory(record.ruleset, record.state)
    story.add(Replay(record).events)
    plain = [str(line.text) for line in story.lines]
    story.speak(True)
    assert missing == set() and all(plain) and len(story.lines) == len(plain)


@pytest.mark.parametrize(
    ("key", "said", "text", "found"),
    [
        ("{} hides", "a bush: {}", phrase("{} hides", Ref("ada")), phrase("a bush: {}", Ref("ada"))),
        (
            "{} at {}",
            "{1} by {0}",
            phrase("{} at {}", Ref("ada"), Ref("bo")),
            phrase("{} by {}", Ref("bo"), Ref("ada")),
        ),
        ("{} takes {}, {} left", "{} has {2}", "Ada takes 1, 2 left", "Ada has 2"),
        ("{} hides", "a bush", "Ada waits", None),
        (
            "{} runs",
            "off goes {}",
            phrase("{} runs: {} north", Ref("ada"), length_text(4)),
            phrase("off goes {}: {} north", Ref("ada"), length_text(4)),
        ),
    ],
)
def test_a_text_is_found_by_its_pattern(key: str, said: str, text: AnyText, found: AnyText | None) -> None:
    assert Voice({key: (said,)}).text_for(text) == found


@pytest.mark.parametrize("key", ["Ada fires at {}", "{} fires at {} again"])
def test_the_key_that_gives_the_most_words_goes_first(key: str) -> None:
    assert Voice({"{} fires at {}": ("late",), key: ("early",)}).text_for("Ada fires at Bo again") == "early"


def test_variants_take_turns() -> None:
    known = Voice({"so": ("one", "two")})
    assert [known.text_for("so", number) for number in range(3)] == ["one", "two", "one"]


def test_without_a_file_a_game_speaks_as_the_rules_do() -> None:
    assert voice_of(load_ruleset("toy")).text_for("Ada hides") is None


def test_a_mapping_is_said_with_its_values() -> None:
    voice = Voice(events={"EdgesChosen": SpokenText("edges: {edges}", ("edges: {edges}",))})
    said = voice.event_text(EdgesChosen(edges={"a": "north", "b": "south"}))
    assert with_names(said, str.upper) == "edges: A north, B south"
