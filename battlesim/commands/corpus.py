"""The command `battlesim corpus`, which shows the corpus of rulings and tests other programs against it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from battlesim.commands.output import JSON_HELP, print_json, print_lines, print_table

if TYPE_CHECKING:
    from battlesim.scenarios.corpus import AnswerComparison, CorpusQuestion

AGAINST_HELP = "A program that reads a question per line on stdin and prints an answer per line on stdout."
"""The help text of --against."""


def corpus(
    against: Annotated[str, typer.Option(metavar="COMMAND", help=AGAINST_HELP)] = "",
    json: Annotated[bool, typer.Option("--json", help=JSON_HELP)] = False,
) -> None:
    """Show the corpus of rulings, or compare the answers of another program with it.

    The exit code is 1 if the answers of the other program differ.
    """
    from battlesim.scenarios import corpus as rulings

    entries = rulings.load_corpus()
    if not against:
        print_json(rulings.corpus_document(entries)) if json else _families(entries)
        return
    found = rulings.compare_program(entries, against)
    wrong = [row for row in found if row.outcome == "differs"]
    print_json(found) if json else _differences(found, wrong)
    if wrong:
        raise typer.Exit(1)


def _families(entries: Sequence[CorpusQuestion]) -> None:
    """Print the numbers of questions and expected answers, first by family and then by judge."""
    from battlesim.scenarios.corpus import expected_answers
    from battlesim.scenarios.sight_judges import judge_titles

    asked = [(entry, list(expected_answers(entry.question))) for entry in entries]
    questions = Counter(entry.family for entry in entries)
    answers = Counter(entry.family for entry, keys in asked for _ in keys)
    by = Counter(key for _, keys in asked for key in keys)
    rows = [(family, count, answers[family]) for family, count in questions.items()]
    total = ("all", questions.total(), answers.total())
    print_table(["family", "questions", "answers"], [*rows, total], ["questions", "answers"])
    print_lines("")
    judged = [(key, title, by[f"verdicts.{key}"]) for key, title in judge_titles().items()]
    print_table(["judged by", "title", "verdicts"], judged, ["verdicts"])


def _differences(found: Sequence[AnswerComparison], wrong: Sequence[AnswerComparison]) -> None:
    """Print the answers that differ, then the number of answers with each outcome by family."""
    outcomes = ("same", "differs", "unanswered")
    each = Counter[tuple[str, str]]((row.family, row.outcome) for row in found)
    families = dict.fromkeys(row.family for row in found)
    rows = [(family, *(each[family, outcome] for outcome in outcomes)) for family in families]
    everything = Counter[str](row.outcome for row in found)
    if wrong:
        cells = [(row.id, row.asked, _word(row.expected), _word(row.said), row.why) for row in wrong]
        print_table(["question", "asked", "expected", "answered", "why"], cells)
        print_lines("")
    total = ("all", *(everything[outcome] for outcome in outcomes))
    print_table(["family", *outcomes], [*rows, total], outcomes)


def _word(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(value) or "nothing"
    return f"{value:g}" if isinstance(value, float) else str(value)
