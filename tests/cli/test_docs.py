"""The documents: their examples can be loaded, their player plays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.maps import read_map
from battlesim.scenarios.situations import judge_situation, load_situation
from tests.cli.conftest import ROOT

DOCS = ROOT / "docs"


def examples(name: str, language: str) -> list[str]:
    """The examples of a document in a language."""
    return re.findall(rf"```{language}\n(.*?)```", (DOCS / name).read_text(encoding="utf-8"), re.S)


def test_the_example_of_a_map_lays_a_table() -> None:
    (text,) = examples("maps.md", "toml")
    ground = read_map(text, "docs/maps.md")
    assert {t.id for t in ground.terrain} == {"barn", "wall", "pond", "ruin", "bridge", "hut"}


def test_the_examples_of_a_scenario_and_a_situation_are_as_they_say(tmp_path: Path) -> None:
    scenario, situation = examples("scenarios.md", "toml")
    (tmp_path / "scenario.toml").write_text(scenario)
    (tmp_path / "situation.toml").write_text(situation)
    assert list(load_scenario(str(tmp_path / "scenario.toml")).start().table.pieces) == [
        "s1",
        "s2",
        "sniper",
        "n2",
    ]
    answers = judge_situation(load_situation(tmp_path / "situation.toml"))
    assert [answer.good for answer in answers] == [True] * 4


def test_the_tutorial_quotes_the_toy_as_it_is() -> None:
    """Names and ids that the page shows are those of the toy."""
    folder = DOCS.parent / "battlesim" / "rulesets" / "toy"
    code = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.*")) if path.is_file())
    page = (DOCS / "rulesets.md").read_text(encoding="utf-8")
    shown = "".join(re.findall(r"```(?:python|toml)\n(.*?)```", page, re.S))
    names = {*re.findall(r"(?:class|def) (\w+)", shown), *re.findall(r"TOY-\w+-\d+", shown)}
    assert names and all(name in code for name in names)


@pytest.mark.parametrize("document", sorted(DOCS.glob("*.md")), ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
        assert (document.parent / target).is_file(), target
