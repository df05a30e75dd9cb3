"""The corpus for other programs: its JSON form, what a program answers, and programs that do not."""

from __future__ import annotations

import json
import os
import re
import select
import shlex
import sys
from pathlib import Path

import pytest

from battlesim.scenarios import corpus, external_program
from battlesim.scenarios.toml_reading import InputError
from tests.cli.conftest import ROOT, Cli
from tests.support.ours import SITUATIONS

PAGE = (ROOT / "docs" / "corpus.md").read_text(encoding="utf-8")
LINES = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.S) for line in block.splitlines()]
(MINE,) = re.findall(r"```python\n(.*?)```", PAGE, re.S)

ANSWERING = "import json, sys\nfor line in sys.stdin:\n    q = json.loads(line)\n"
FEW = ("walls", "arcs_and_templates")


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> list[corpus.CorpusQuestion]:
    """The corpus without most of its families."""
    monkeypatch.setattr(corpus, "situation_files", lambda: {family: SITUATIONS[family] for family in FEW})
    return corpus.load_corpus()


def written(folder: Path, text: str) -> str:
    (folder / "mine.py").write_text(text, encoding="utf-8")
    return shlex.join([sys.executable, str(folder / "mine.py")])


def test_its_page_has_commands() -> None:
    assert len(LINES) == 5


@pytest.mark.parametrize("line", LINES)
def test_the_commands_of_its_page_work(cli: Cli, tmp_path: Path, line: str) -> None:
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    words = shlex.split(line.replace("python3", sys.executable))
    done = cli(*words[1:], code=1 if "--against" in words else 0)
    assert done.stdout.strip() and not done.stderr


def test_the_corpus_has_its_questions_with_verdicts() -> None:
    entries = corpus.load_corpus()
    assert sum(bool(getattr(entry.question, "verdicts", None)) for entry in entries) >= 300
    assert len({entry.id for entry in entries}) == len(entries)


def test_every_question_with_verdicts_says_what_it_rests_on() -> None:
    for entry in corpus.load_corpus():
        question = entry.question
        if getattr(question, "verdicts", None):
            assert question.why and question.rules and question.checks, entry.id


def test_the_document_holds_every_question_and_its_table(cli: Cli, few: list[corpus.CorpusQuestion]) -> None:
    found = json.loads(cli("corpus", "--json").stdout)
    questions = [question for situation in found["situations"] for question in situation["questions"]]
    assert [question["id"] for question in questions] == [entry.id for entry in few]
    assert all(question["asked"] == list(question["expected"]) for question in questions)
    walls = found["situations"][0]
    assert {piece["id"] for piece in walls["pieces"]} >= {questions[0]["from"], questions[0]["to"]}
    assert walls["table"]["terrain"][0]["rings"]


def test_a_program_is_asked_without_being_told(few: list[corpus.CorpusQuestion]) -> None:
    asked = corpus.question_line(few[0])
    assert asked["asked"] == list(corpus.expected_answers(few[0].question))
    assert {"expected", "visible", "share", "cover", "formula", "why"}.isdisjoint(asked)


def test_the_right_answers_are_the_same(tmp_path: Path, few: list[corpus.CorpusQuestion]) -> None:
    right = {entry.id: corpus.expected_answers(entry.question) for entry in few}
    told = written(
        tmp_path,
        f"{ANSWERING}    right = {right!r}[q['id']]\n"
        "    print(json.dumps({'id': q['id'], 'answers': right}), flush=True)\n",
    )
    assert {row.outcome for row in corpus.compare_program(few, told)} == {"same"}


@pytest.mark.parametrize(
    ("asked", "answer", "outcome"),
    [
        ("share", 0.50009, "same"),
        ("share", 0.5002, "differs"),
        ("share", True, "differs"),
        ("blockers", ["w2"], "differs"),
        ("visible", 1, "differs"),
        ("inside", False, "unanswered"),
    ],
)
def test_how_answers_are_compared(
    tmp_path: Path, few: list[corpus.CorpusQuestion], asked: str, answer: object, outcome: str
) -> None:
    """The first question of the walls: half of a target is behind one of them."""
    reply = f"{{'id': q['id'], 'answers': {{{asked!r}: {answer!r}}}}}"
    told = written(tmp_path, f"{ANSWERING}    print(json.dumps({reply}), flush=True)\n")
    half = next(one for one in few if corpus.expected_answers(one.question).get("share") == 0.5)
    rows = {row.asked: row.outcome for row in corpus.compare_program([half], told)}
    assert rows.get(asked, "unanswered") == outcome
    assert set(rows.values()) <= {outcome, "unanswered"}


PROGRAMS = {
    "ends": ("import sys; sys.stdin.readline(); sys.exit(7)", "ended (exit code 7) without an answer"),
    "dead": ("raise SystemExit(1)", "ended (exit code 1) without an answer"),
    "endless": ("while True: print('x' * 999, end='')", "the answer is longer than 65536 bytes"),
    "babble": ("print('good morning', flush=True); input(); input()", "this is not an answer: "),
    "deep": ("print('[' * 60000, flush=True); input(); input()", "this is not an answer: "),
    "stranger": (
        'print(\'{"id": "x/1", "answers": {}}\', flush=True); input(); input()',
        "the answer is to 'x/1'",
    ),
    "silent": ("import time; time.sleep(60)", "gave no answer within 0.3 s"),
    "deaf": (
        "import os, time; os.close(0); print('{\"id\": \"', end='', flush=True); time.sleep(60)",
        "the program",
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_that_does_not_answer_is_one_line(
    cli: Cli, tmp_path: Path, few: list[corpus.CorpusQuestion], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    text, words = PROGRAMS[name]
    if name in ("silent", "deaf"):
        monkeypatch.setattr(external_program, "ANSWER_TIMEOUT_S", 0.3)
    done = cli("corpus", "--against", written(tmp_path, text), code=2)
    (line,) = done.stderr.splitlines()
    assert words in line and few[0].id in line and not done.stdout


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("no_such_program_here", "cannot be started"),
        ("' ", "is not a command"),
        (" ", "names no command"),
    ],
)
def test_what_is_no_program_is_one_line(cli: Cli, command: str, words: str) -> None:
    (line,) = cli("corpus", "--against", command, code=2).stderr.splitlines()
    assert words in line


@pytest.mark.skipif(sys.platform == "win32", reason="process groups")
def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    """A child holds a pipe open, which ends with the last that does."""
    os.mkfifo(tmp_path / "held")
    held = os.open(tmp_path / "held", os.O_RDONLY | os.O_NONBLOCK)
    command = written(
        tmp_path,
        "import os, subprocess, sys\n"
        f"held = os.open({str(tmp_path / 'held')!r}, os.O_WRONLY)\n"
        "sleep = [sys.executable, '-c', 'import time; time.sleep(60)']\n"
        "subprocess.Popen(sleep, pass_fds=[held])\n"
        "print('{}', flush=True)\ninput()\ninput()\n",
    )
    with external_program.ExternalProgram(command, "--against") as one:
        one.ask(b"{}", "x")
    try:
        assert select.select([held], [], [], 20.0)[0]
        assert os.read(held, 1) == b""
    finally:
        os.close(held)


def test_all_answers_together_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external_program, "TOTAL_TIMEOUT_S", 0.3)
    command = written(tmp_path, "import time; time.sleep(60)")
    with (
        external_program.ExternalProgram(command, "--against") as one,
        pytest.raises(InputError, match="for all questions"),
    ):
        one.ask(b"{}", "x")


def test_check_takes_a_folder(cli: Cli, tmp_path: Path) -> None:
    for name in FEW:
        (tmp_path / f"{name}.toml").write_bytes(SITUATIONS[name].read_bytes())
    (tmp_path / "notes.txt").write_text("no situation")
    rows = json.loads(cli("check", ".", "--json").stdout)
    assert [(row["name"], row["good"]) for row in rows] == [(f"{name}.toml", True) for name in sorted(FEW)]
