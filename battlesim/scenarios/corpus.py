"""The corpus of rulings as other programs read it, and where their answers differ (docs/corpus.md).

Inches, degrees.
"""

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
EXPECTED_KEYS: Final = ("visible", "share", "cover", "blockers", "verdicts", "edge", "inside", "pieces")
"""The keys of a question that say what is expected; the rest of it is what is asked, and on what it rests."""
BASIS_KEYS: Final = ("why", "rules", "formula", "checks")
ANSWER_TOLERANCES: Final = {"share": MAX_FRACTION_ERROR, "edge": MAX_DISTANCE_ERROR_IN}

AnswerValue = bool | float | str | tuple[str, ...]
ComparisonOutcome = Literal["same", "differs", "unanswered"]


class CorpusQuestion(msgspec.Struct, frozen=True):
    """A question of the corpus: `id` is its family and its number there, counted from 1."""

    id: str
    family: str
    situation: Situation
    question: AnyQuestion


class AnswerComparison(msgspec.Struct, frozen=True):
    """What was asked and expected, what a program says (None for nothing), and how the two compare."""

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
    """Every question, family by family. Raises InputError."""
    return [
        CorpusQuestion(f"{family}/{number}", family, situation, question)
        for family, path in situation_files().items()
        for situation in [load_situation(path)]
        for number, question in enumerate(situation.questions, 1)
    ]


def expected_answers(question: AnyQuestion) -> dict[str, AnswerValue]:
    """What a question expects, by what is asked: "share", "verdicts.eye", "pieces.p1" and so on."""
    found: dict[str, AnswerValue] = {}
    for key, value in msgspec.to_builtins(question).items():
        if key in EXPECTED_KEYS and isinstance(value, dict):
            found |= {f"{key}.{inner}": one for inner, one in value.items()}
        elif key in EXPECTED_KEYS and value is not None:
            found[key] = tuple(value) if isinstance(value, list) else value
    return found


def corpus_document(entries: Sequence[CorpusQuestion]) -> dict[str, Any]:
    """The corpus as one JSON document."""
    situations: dict[str, dict[str, Any]] = {}
    for one in entries:
        if one.family not in situations:
            head = {"id": one.family, "title": one.situation.title}
            situations[one.family] = {**head, **_laid(one), "questions": []}
        whole = msgspec.to_builtins(one.question)
        basis = {key: whole[key] for key in BASIS_KEYS if whole.get(key)}
        situations[one.family]["questions"].append(
            {**_asked(one), "expected": expected_answers(one.question), **basis}
        )
    return {"format": CORPUS_FORMAT, "columns": judge_titles(), "situations": list(situations.values())}


def question_line(entry: CorpusQuestion) -> dict[str, Any]:
    """A question as a program is asked it: with its table, without what is expected."""
    return {**_asked(entry), **_laid(entry)}


def _asked(entry: CorpusQuestion) -> dict[str, Any]:
    kept = msgspec.to_builtins(entry.question).items()
    about = {key: value for key, value in kept if key not in (*EXPECTED_KEYS, *BASIS_KEYS)}
    return {"id": entry.id, **about, "asked": list(expected_answers(entry.question))}


def _laid(entry: CorpusQuestion) -> dict[str, Any]:
    table = entry.situation.table
    return {
        "ruleset": entry.situation.ruleset,
        "table": _ground(table.ground),
        "pieces": [_piece(piece) for piece in table.pieces.values()],
        "markers": [_marker(marker) for marker in table.markers.values()],
    }


def _ground(ground: Ground) -> dict[str, Any]:
    keys = ("id", "kind", "traits", "rings", "bottom", "height", "openings")
    terrain = [{key: msgspec.to_builtins(getattr(one, key)) for key in keys} for one in ground.terrain]
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
    """What another program answers to the questions. Raises InputError for one that does not answer them."""
    with ExternalProgram(command, "--against") as program:
        return [row for entry in entries for row in _compare(entry, _reply(program, entry))]


def _reply(program: ExternalProgram, entry: CorpusQuestion) -> dict[str, AnswerValue]:
    raw = program.ask(msgspec.json.encode(question_line(entry)), entry.id)
    try:
        reply = msgspec.json.decode(raw, type=_Reply)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        form = '{"id": "walls/1", "answers": {"share": 0.5}}'
        raise InputError("--against", entry.id, f"the answer is none: {error}", form) from None
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
