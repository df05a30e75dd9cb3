"""The documents: their examples can be loaded, their player plays."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path

import pytest

from battlesim.engine.ruleset import Ruleset
from battlesim.render.figures import FIGURE_PAINTERS
from battlesim.render.icons import ICON_SHAPES
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.maps import parse_map
from battlesim.scenarios.situations import judge_situation, load_situation
from tests.cli.conftest import ROOT

DOCS = ROOT / "docs"


def examples(name: str, language: str) -> list[str]:
    """The examples of a document in a language."""
    return re.findall(rf"```{language}\n(.*?)```", (DOCS / name).read_text(encoding="utf-8"), re.S)


def test_the_example_of_a_map_lays_a_table() -> None:
    text = "\n".join(examples("maps.md", "toml"))
    ground = parse_map(text, "docs/maps.md")
    assert {t.id for t in ground.terrain} == {"barn", "wall", "pond", "ruin", "bridge", "hut", "knoll"}


def test_the_examples_of_a_scenario_and_a_situation_are_as_they_say(tmp_path: Path) -> None:
    scenario, situation = examples("scenarios.md", "toml")
    (tmp_path / "scenario.toml").write_text(scenario)
    (tmp_path / "situation.toml").write_text(situation)
    assert list(load_scenario(str(tmp_path / "scenario.toml")).initial_state().table.pieces) == [
        "s1",
        "s2",
        "sniper",
        "n2",
    ]
    answers = judge_situation(load_situation(tmp_path / "situation.toml"))
    assert [answer.good for answer in answers] == [True] * 5


def test_the_reference_lists_the_figures_and_icons_that_there_are() -> None:
    page = (DOCS / "rulesets_reference.md").read_text(encoding="utf-8")
    for word, known in (("Figures", FIGURE_PAINTERS), ("Icons", ICON_SHAPES)):
        (listed,) = re.findall(rf"^{word}: (.*?)\n\n", page, re.S | re.M)
        assert re.findall(r"`(.*?)`", listed) == sorted(known)


def test_the_reference_names_what_there_is() -> None:
    """Every file and every member of the contract that it speaks of."""
    page = (DOCS / "rulesets_reference.md").read_text(encoding="utf-8")
    files = re.findall(r"`((?:mechanics|engine|behaviour|rulings|table|battlesim)/[\w/]*(?:\.py)?)`", page)
    assert files and all((ROOT / "battlesim" / file.removeprefix("battlesim/")).exists() for file in files)
    cells = "".join(re.findall(r"^\| `.*? \|", page, re.M))
    assert set(re.findall(r"`(\w+)(?:\(.*?\))?`", cells)) >= _members(Ruleset)


SIGNATURE_ROW = re.compile(r"^\| `(\w+/\w+)\.py` \| `([\w.]+)\((.*?)\)` \|", re.M)


def _signature_rows() -> list[tuple[str, str, list[str]]]:
    page = (DOCS / "rulesets_reference.md").read_text(encoding="utf-8")
    return [(module, name, given.split(", ")) for module, name, given in SIGNATURE_ROW.findall(page)]


@pytest.mark.parametrize(("module", "name", "given"), _signature_rows(), ids=lambda value: str(value)[:40])
def test_a_signature_of_the_reference_is_that_of_the_code(module: str, name: str, given: list[str]) -> None:
    """The arguments are there in this order, by name after the star, and no needed one is left out."""
    found = importlib.import_module(f"battlesim.{module.replace('/', '.')}")
    for part in name.split("."):
        found = getattr(found, part)
    real = [p for key, p in inspect.signature(found).parameters.items() if key != "self"]  # type: ignore[arg-type]
    needed = {
        p.name for p in real if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
    }
    stars = [number for number, each in enumerate(given) if each.startswith("*")]
    named = given[stars[0] + 1 :] if stars else []
    names = [each.lstrip("*") for each in given if each != "*"]
    assert [p.name for p in real if p.name in names] == names and needed <= set(names)
    assert [p.name for p in real if p.name in names and p.kind is p.KEYWORD_ONLY] == named


def test_the_reference_has_signatures() -> None:
    assert len(_signature_rows()) > 25


def _members(kind: type) -> set[str]:
    return {name for name in {*vars(kind), *kind.__annotations__} if not name.startswith("_")}


@pytest.mark.parametrize("document", sorted(DOCS.glob("*.md")), ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
        assert (document.parent / target).is_file(), target


def _rows(page: str, heading: str) -> list[list[str]]:
    """The rows of the table under a heading of a document."""
    (section,) = re.findall(rf"^### {heading}\n(.*?)(?=^##|\Z)", page, re.S | re.M)
    return [re.findall(r"`(.+?)`", line) for line in section.splitlines() if line.startswith("| `")]


def test_the_new_names_of_the_glossary_exist() -> None:
    page = (DOCS / "glossary.md").read_text(encoding="utf-8")
    for _, module in _rows(page, "Modules and packages"):
        path = ROOT / "battlesim" / module.replace(".", "/")
        assert path.is_dir() or path.with_suffix(".py").is_file(), module
    names = ("Classes and constants", "Functions and methods", "Arguments and fields")
    for _, name, module in (row for heading in names for row in _rows(page, heading)):
        source = (ROOT / "battlesim" / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")
        assert re.search(rf"\b{name.split('.')[-1]}\b", source), (name, module)


@pytest.mark.parametrize("document", ["architecture.md", "decisions.md", "rulesets_reference.md"])
def test_the_files_that_a_document_names_exist(document: str) -> None:
    page = (DOCS / document).read_text(encoding="utf-8")
    files = set(re.findall(r"(?<![\w./-])((?:\w+/)+[a-z][\w.]*\.(?:py|toml|json))", page))
    homes = (ROOT, ROOT / "battlesim")
    assert [file for file in sorted(files) if not any((home / file).is_file() for home in homes)] == []
