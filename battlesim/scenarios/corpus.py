"""The public corpus of test questions on sight and distance as JSON, and other programs' answers to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal

import msgspec

from battlesim.scenarios.external_program import ExternalProgram
from battlesim.scenarios.questions import AnyQuestion
from battlesim.scenarios.sight_judges import judge_titles
from battlesim.scenarios.situations import (
    MAX_DISTANCE_ERROR_IN,
    MAX_FRACTION_ERROR,
    Situation,
    load_situation,
)
from battlesim.scenarios.sources import situation_files
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.pieces import Inside, Marker, OnTable, Piece
from battlesim.table.terrain import Ground

CORPUS_FORMAT: Final = 1
EXPECTED_KEYS: Final = (
    "visible",
    "share",
    "cover",
    "blockers",
    "verdicts",
    "edge",
    "inside",
    "pieces",
    "together",
)
"""The keys of a question that hold expected answers; its other keys hold the question and its basis."""
BASIS_KEYS: Final = ("why", "rules", "formula", "checks")
"""The keys of a question that say what the expected answer rests on."""
ANSWER_TOLERANCES: Final = {"share": MAX_FRACTION_ERROR, "edge": MAX_DISTANCE_ERROR_IN}
"""Largest difference that counts as the same answer, by key of the answer."""

AnswerValue = bool | float | str | tuple[str, ...]
"""Type of an answer's value."""
ComparisonOutcome = Literal["same", "differs", "unanswered"]
"""Type of the result of a comparison: same, differs or unanswered."""


class CorpusQuestion(msgspec.Struct, frozen=True):
    """A question in the public corpus of test questions, with the situation (a small table) that it is about.

    `id` is the name of the situation and the number of the question in it, such as "walls/1".
    """

    id: str
    family: str
    situation: Situation
    question: AnyQuestion


class AnswerComparison(msgspec.Struct, frozen=True):
    """The answer of another program to a question, compared with the expected answer.

    `said` is the program's answer, or None if the program gave no answer.
    """

    id: str
    family: str
    asked: str
    expected: AnswerValue
    said: AnswerValue | None
    outcome: ComparisonOutcome
    why: str


class _Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    answers: dict[str, AnswerValue]


def load_corpus() -> list[CorpusQuestion]:
    """Load all questions of the public corpus. Raises InputError if a situation file is invalid."""
    return [
        CorpusQuestion(f"{family}/{number}", family, situation, question)
        for family, path in situation_files().items()
        for situation in [load_situation(path)]
        for number, question in enumerate(situation.questions, 1)
    ]


def expected_answers(question: AnyQuestion) -> dict[str, AnswerValue]:
    """Return the expected answers to a question, in a dict with keys such as "share" or "verdicts.eye"."""
    answers: dict[str, AnswerValue] = {}
    for key, value in msgspec.to_builtins(question).items():
        if key in EXPECTED_KEYS and isinstance(value, dict):
            answers |= {f"{key}.{inner}": expected for inner, expected in value.items()}
        elif key in EXPECTED_KEYS and value is not None:
            answers[key] = tuple(value) if isinstance(value, list) else value
    return answers


def corpus_document(entries: Sequence[CorpusQuestion]) -> dict[str, Any]:
    """Return the given questions and their expected answers as a single JSON document."""
    situations: dict[str, dict[str, Any]] = {}
    for entry in entries:
        if entry.family not in situations:
            head = {"id": entry.family, "title": entry.situation.title}
            situations[entry.family] = {**head, **_table_fields(entry), "questions": []}
        fields = msgspec.to_builtins(entry.question)
        basis = {key: fields[key] for key in BASIS_KEYS if fields.get(key)}
        situations[entry.family]["questions"].append(
            {**_question_fields(entry), "expected": expected_answers(entry.question), **basis}
        )
    return {"format": CORPUS_FORMAT, "columns": judge_titles(), "situations": list(situations.values())}


def question_line(entry: CorpusQuestion) -> dict[str, Any]:
    """Return a question and its table as the dict that is sent to another program, without the answers."""
    return {**_question_fields(entry), **_table_fields(entry)}


def _question_fields(entry: CorpusQuestion) -> dict[str, Any]:
    fields = msgspec.to_builtins(entry.question).items()
    asked = {key: value for key, value in fields if key not in (*EXPECTED_KEYS, *BASIS_KEYS)}
    return {"id": entry.id, **asked, "asked": list(expected_answers(entry.question))}


def _table_fields(entry: CorpusQuestion) -> dict[str, Any]:
    table = entry.situation.table
    return {
        "ruleset": entry.situation.ruleset,
        "table": _ground(table.ground),
        "pieces": [_piece(piece) for piece in table.pieces.values()],
        "markers": [_marker(marker) for marker in table.markers.values()],
    }


def _ground(ground: Ground) -> dict[str, Any]:
    keys = ("id", "kind", "traits", "rings", "bottom", "height", "openings")
    terrain = [{key: msgspec.to_builtins(getattr(piece, key)) for key in keys} for piece in ground.terrain]
    return {"width": ground.width, "height": ground.height, "terrain": terrain}


def _piece(piece: Piece) -> dict[str, Any]:
    place = piece.place
    keys = ("x", "y", "z", "facing", "on") if isinstance(place, OnTable) else ()
    hull = piece.shape if piece.shape is not msgspec.UNSET else None
    return {
        "id": piece.id,
        "side": piece.side,
        "kind": piece.kind,
        "radius": piece.radius,
        "height": piece.height,
        **{key: getattr(place, key) for key in keys},
        **({"inside": place.terrain} if isinstance(place, Inside) else {}),
        **({"hull": msgspec.to_builtins(hull)} if hull else {}),
    }


def _marker(marker: Marker) -> dict[str, Any]:
    return {key: getattr(marker, key) for key in ("id", "kind", "x", "y", "radius", "height")}


def compare_program(entries: Sequence[CorpusQuestion], command: str) -> list[AnswerComparison]:
    """Ask another program the given questions and compare its answers with the expected answers.

    `command` starts the program. Raises InputError if the program fails.
    """
    with ExternalProgram(command, "--against") as program:
        return [row for entry in entries for row in _compare(entry, _reply(program, entry))]


def _reply(program: ExternalProgram, entry: CorpusQuestion) -> dict[str, AnswerValue]:
    raw = program.ask(msgspec.json.encode(question_line(entry)), entry.id)
    try:
        reply = msgspec.json.decode(raw, type=_Reply)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        form = '{"id": "walls/1", "answers": {"share": 0.5}}'
        raise InputError("--against", entry.id, f"this is not an answer: {error}", form) from None
    if reply.id != entry.id:
        raise InputError("--against", entry.id, f"the answer is to {reply.id!r}", "answer in the order asked")
    return reply.answers


def _compare(entry: CorpusQuestion, said: dict[str, AnswerValue]) -> Iterator[AnswerComparison]:
    for asked, value in expected_answers(entry.question).items():
        answer = said.get(asked)
        outcome: ComparisonOutcome = "unanswered"
        if answer is not None:
            outcome = "same" if _same(asked, value, answer) else "differs"
        yield AnswerComparison(entry.id, entry.family, asked, value, answer, outcome, entry.question.why)


def _same(asked: str, value: AnswerValue, answer: AnswerValue) -> bool:
    if isinstance(value, tuple):
        return isinstance(answer, tuple) and set(value) == set(answer)
    if isinstance(value, bool) or isinstance(answer, bool):
        return value is answer
    if isinstance(value, int | float) and isinstance(answer, int | float):
        return abs(value - answer) <= ANSWER_TOLERANCES[asked.partition(".")[0]]
    return value == answer
