"""Every word that is saved, sent or typed: what a change of names in the code has to leave as it is.

`python -m tests.golden.spelling --write` writes `spelling.json`; without `--write` it shows what differs.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import inspect
import json
import pkgutil
import re
from collections.abc import Callable, Iterator
from difflib import unified_diff
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import typer.main

import battlesim
from battlesim import behaviour, engine, mechanics, ui
from battlesim.commands.app import app
from battlesim.engine.codec import COMMON_DECISIONS
from battlesim.engine.decisions import AskAll, Decision
from battlesim.engine.option import Option, closed_option
from battlesim.engine.play import Play
from battlesim.engine.record import AnyRecordLine
from battlesim.engine.ruleset import AnyRuleset, Step
from battlesim.engine.run import RunPosition
from battlesim.engine.standing_orders import StandingOrder
from battlesim.exchange.plan import ConversionReport
from battlesim.geometry.edge_distances import LimitCheck
from battlesim.mechanics import ruleset_files
from battlesim.mechanics.turns import TurnState
from battlesim.photo.base_detection import DetectedBase
from battlesim.players.base import Reply
from battlesim.players.worker_process import AnswerRequest, WorkerMessage
from battlesim.report import comparison_sheet, sheet_payload, template_sheet
from battlesim.rulesets import registry, rulebook
from battlesim.rulesets.ruleset_base import _Hints
from battlesim.rulings import sight_conventions
from battlesim.rulings.sight_rules import SightRules
from battlesim.rulings.tolerance import ToleranceReport
from battlesim.scenarios.corpus import AnswerComparison, _Reply
from battlesim.scenarios.file_checks import CheckResult
from battlesim.scenarios.lessons import Lesson
from battlesim.scenarios.maps import MapSpec
from battlesim.scenarios.maps import MapVocabulary as MapWords
from battlesim.scenarios.scenario_specs import ScenarioSpec
from battlesim.scenarios.situations import SituationSpec
from battlesim.scenarios.terrain_kinds import TerrainDefaults
from battlesim.table.events import TABLE_EVENTS
from battlesim.table.pieces import Mark, Piece
from battlesim.table.tags import tag_of
from battlesim.ui.decision.pickers import PICKER_KINDS
from battlesim.ui.pages.page import Page
from battlesim.ui.settings.key_commands import KEY_COMMANDS
from battlesim.ui.settings.settings import Settings
from battlesim.ui.system.status_file import ScreenReport
from tests.golden.shapes import Shapes

FILE = Path(__file__).with_name("spelling.json")
SOURCE = Path(battlesim.__file__).parent
VARIABLE = re.compile(r"\bBATTLESIM_[A-Z]+\b")
WORD = re.compile(r"[a-z?*][a-z0-9_:*]*( [a-z]+)?")

Spelling = dict[str, Any]


def core_shapes() -> dict[str, str]:
    """What all rulesets have alike, and the files of the program."""
    shapes = Shapes()
    shapes.add("record", AnyRecordLine)
    for event in sorted(TABLE_EVENTS, key=tag_of):
        shapes.add("event", event)
    add_decisions(shapes, (*COMMON_DECISIONS, AskAll))
    roots: dict[str, Any] = {
        "position": RunPosition,
        "standing orders": tuple[StandingOrder, ...],
        "player: request": AnswerRequest,
        "player: reply": Reply,
        "player: report": WorkerMessage,
        "map": MapSpec,
        "map: words": MapWords,
        "map: kinds of terrain": dict[str, TerrainDefaults],
        "scenario": ScenarioSpec,
        "lesson": Lesson,
        "situation": SituationSpec,
        "corpus: reply": _Reply,
        "sight rules": SightRules,
        "conventions": sight_conventions._File,
        "rulebook: chapter": rulebook._Chapter,
        "rulebook: rule": rulebook._Entry,
        "hints": _Hints,
        "sheet: sight": sheet_payload.SheetPayload,
        "sheet: template": template_sheet.TemplatePayload,
        "sheet: comparison": comparison_sheet.ComparisonPayload,
        "settings": Settings,
        "status: screen": ScreenReport,
        "printed: check": CheckResult,
        "printed: corpus": AnswerComparison,
        "printed: import, export": ConversionReport,
        "printed: photo": DetectedBase,
        "printed: tolerance": ToleranceReport,
    }
    for path, kind in roots.items():
        shapes.add(path, kind)
    return shapes.found | {"printed: limit": " ".join(sorted(LimitCheck._fields))}


def add_decisions(shapes: Shapes, decisions: tuple[type[Decision[Any]], ...]) -> None:
    for decision in sorted(decisions, key=tag_of):
        shapes.add("decision", decision)
        if decision.answers is not None:
            shapes.add(f"answer to {tag_of(decision)}", decision.answers)


def ruleset_shapes(ruleset: AnyRuleset, modules: list[ModuleType]) -> dict[str, str]:
    """The states, events and decisions of a ruleset, and its files."""
    shapes = Shapes()
    shapes.add("state", ruleset.state_type)
    for event in sorted(ruleset.events, key=tag_of):
        shapes.add("event", event)
    add_decisions(shapes, ruleset.decisions)
    for file, kind in sorted(files_of(modules), key=lambda found: found[0]):
        shapes.add(file, kind)
    for module in modules:
        rules = getattr(module, "ScenarioRules", None)
        if rules is not None and rules.__module__ == module.__name__:
            shapes.add("scenario: rules", rules)
    return shapes.found


def files_of(modules: list[ModuleType]) -> Iterator[tuple[str, Any]]:
    """The files that a ruleset keeps as typed records, each with its type."""
    for module in modules:
        for value in vars(module).values():
            read = getattr(value, "__wrapped__", None)
            if isinstance(read, partial) and read.func is ruleset_files.load_package_toml:
                yield read.args[1], read.args[2]


# -- words in calls --


def asking() -> set[str]:
    """The names of the methods by which rules ask: those whose first argument is the key of the question."""
    methods = {
        name: list(inspect.signature(method).parameters)
        for name, method in vars(Play).items()
        if callable(method)
    }
    return {name for name, arguments in methods.items() if arguments[1:2] == ["what"]}


class Words:
    """The words that code gives to what is saved, found where it is called."""

    def __init__(self) -> None:
        self.questions: set[str] = set()
        self.options: set[str] = set()
        self.marks: set[str] = set()
        self.ways: set[str] = set()
        self.steps: set[str] = set()
        self.constants: set[str] = set()
        self._asking = asking()

    def read(self, module: ModuleType) -> None:
        """Add the words of a module."""
        tree = ast.parse(inspect.getsource(module))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                self._call(node, partial(value_of, module=module))
        for line in tree.body:
            if isinstance(line, ast.Assign | ast.AnnAssign):
                values = line.value.elts if isinstance(line.value, ast.Tuple) else [line.value]
                for part in values:
                    found = part.value if isinstance(part, ast.Constant) else None
                    note(self.constants, None if " " in str(found) else found)

    def _call(self, node: ast.Call, value: Callable[[ast.expr | None], Any]) -> None:
        first, second = (*node.args, None, None)[:2]
        called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        named = {keyword.arg: keyword.value for keyword in node.keywords}
        made = value(node.func)
        note(self.questions, value(named.get("what")))
        note(self.ways, value(named.get("how", named.get("mode"))))
        if called in self._asking:
            note(self.questions, value(first))
        if made in (Option, closed_option):
            note(self.options, value(first))
            note(self.options, value(named.get("key")))
        note(self.options, value(named.get("act")))
        if (
            called in (Piece.mark_count.__name__, TurnState.count.__name__, Piece.with_mark.__name__)
            or made is Mark
        ):
            note(self.marks, value(first))
        if made is Step:
            note(self.steps, value(first))
        if called == Play.move_piece.__name__:
            note(self.ways, value((*node.args, None, None, None)[2]))
        if called.endswith("_mark") or (isinstance(node.func, ast.Name) and "mark" in node.func.id):
            note(self.marks, value(second))

    @property
    def found(self) -> Spelling:
        return {
            "keys of questions": sorted(self.questions),
            "keys of options": sorted(self.options),
            "marks and counters": sorted(self.marks),
            "how pieces move": sorted(self.ways),
            "steps": sorted(self.steps),
            "words of constants": sorted(self.constants),
        }


def value_of(node: ast.expr | None, module: ModuleType) -> Any:
    """What a name or a constant in a module stands for, None for anything else."""
    match node:
        case ast.Constant():
            return node.value
        case ast.Name():
            return vars(module).get(node.id)
        case ast.Attribute(value=ast.Name() as home):
            return getattr(vars(module).get(home.id), node.attr, None)
    return None


def note(words: set[str], value: Any) -> None:
    """Add a value to some words if it is one that is not for the eye."""
    if isinstance(value, str) and WORD.fullmatch(value):
        words.add(value)


def modules_of(package: str) -> list[ModuleType]:
    """The modules of a package, itself among them."""
    top = importlib.import_module(package)
    names = sorted(found.name for found in pkgutil.walk_packages(top.__path__, f"{package}."))
    return [top, *map(importlib.import_module, names)]


# -- all of it --


def ruleset_spelling(key: str) -> Spelling:
    """The words of one ruleset."""
    ruleset = registry.load_ruleset(key)
    modules = modules_of(type(ruleset).__module__)
    words = Words()
    for module in modules:
        words.read(module)
    words.steps |= getattr(ruleset, "scripts", {}).keys()
    return {
        "version": ruleset.version,
        "fields": ruleset_shapes(ruleset, modules),
        "kinds": sorted(ruleset.piece_kinds()),
        "marks by kind": {kind: sorted(ruleset.start_marks(kind)) for kind in sorted(ruleset.piece_kinds())},
        "kinds of marker": sorted(ruleset.marker_kinds),
        "options": {rule.option: sorted(rule.choices) for rule in ruleset.rulebook.values() if rule.option},
        "roles of questions": dict(ruleset.decision_roles),
        **words.found,
    }


def commands(command: Any, name: str) -> Iterator[tuple[str, str]]:
    """The commands of the command line, each with its flags and the arguments that its help names."""
    given = [" ".join((*one.opts, *one.secondary_opts)) for one in command.params]
    yield name, ", ".join(sorted(given))
    for below, part in getattr(command, "commands", {}).items():
        yield from commands(part, f"{name} {below}")


def pages() -> list[type[Page]]:
    """The pages of the window that the status file can name."""
    modules_of(ui.__name__)
    found = [Page]
    for page in found:
        found += page.__subclasses__()
    return [
        page for page in found if page.__module__.startswith(ui.__name__) and "status_title" in vars(page)
    ]


def variables() -> list[str]:
    """The variables of the environment that the program reads."""
    texts = (file.read_text(encoding="utf-8") for file in SOURCE.rglob("*.py"))
    return sorted({name for text in texts for name in VARIABLE.findall(text)})


def spelling() -> Spelling:
    """All of it, as plain values."""
    words = Words()
    for package in (engine, mechanics, behaviour):
        for module in modules_of(package.__name__):
            words.read(module)
    return {
        "core": {
            "fields": core_shapes(),
            "commands": dict(commands(typer.main.get_command(app), "battlesim")),
            "environment": variables(),
            "keys": {action.id: action.screen for action in KEY_COMMANDS},
            "status: pages and their commands": {
                page.status_title: sorted(page.commands) for page in pages()
            },
            "status: kinds of questions": sorted(picker.status_kind for picker in PICKER_KINDS),
            **words.found,
        },
        "rulesets": {key: ruleset_spelling(key) for key in sorted(registry.BUILT_IN_RULESETS)},
    }


def text() -> str:
    return json.dumps(spelling(), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def difference(now: str) -> list[str]:
    """The lines in which the words differ from those on file."""
    kept = FILE.read_text(encoding="utf-8") if FILE.exists() else ""
    return list(unified_diff(kept.splitlines(), now.splitlines(), "on file", "now", lineterm="", n=0))


def main() -> None:
    """Write the file, or show what differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the file anew")
    now = text()
    if parser.parse_args().write:
        FILE.write_text(now, encoding="utf-8")
    else:
        print("\n".join(difference(now)))


if __name__ == "__main__":
    main()
