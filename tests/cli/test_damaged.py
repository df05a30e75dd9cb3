"""A damaged record on the command line: each command says in one line what is not read, and it is mended."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Cli

SEEN = ("--from", "3,3", "--to", "9,9")


@pytest.fixture
def damaged(battle: Path) -> bytes:
    """`a.battle` with an event in its middle cut short; what it was before."""
    whole = battle.read_bytes()
    lines = whole.splitlines(keepends=True)
    at = max(k for k, line in enumerate(lines) if b'"type":"Moved"' in line)
    battle.write_bytes(b"".join([*lines[:at], lines[at][:20] + b"\n", *lines[at + 1 :]]))
    return whole


@pytest.mark.parametrize(
    "args",
    [
        ("judge", "a.battle", *SEEN),
        ("judge", "a.battle", *SEEN, "--ruleset", "all"),
        ("template", "a.battle", "--shape", "blast:3", "--at", "5,5"),
        ("replay", "a.battle"),
    ],
)
def test_every_command_that_opens_it_tells_of_the_damage_in_one_line(
    cli: Cli, damaged: bytes, args: tuple[str, ...]
) -> None:
    (line,) = cli(*args).stderr.splitlines()
    assert "a.battle: line " in line and " is damaged, and the " in line and "--mend NEW" in line


def test_it_is_mended_in_a_new_record_and_kept(cli: Cli, battle: Path, damaged: bytes) -> None:
    before = battle.read_bytes()
    done = cli("replay", "a.battle", "--mend", "b.battle", "--verify")
    assert "was worked out again" in done.stderr and "repaired: b.battle" in done.stdout
    assert "verified: " in done.stdout and battle.read_bytes() == before
    assert battle.with_name("b.battle").read_bytes().startswith(damaged)


@pytest.mark.parametrize("force", [(), ("--force",)])
def test_it_is_never_mended_in_its_own_place(
    cli: Cli, battle: Path, damaged: bytes, force: tuple[str, ...]
) -> None:
    before = battle.read_bytes()
    said = cli("replay", "a.battle", "--mend", "./a.battle", *force, code=2).stderr
    assert "is the damaged record itself" in said and battle.read_bytes() == before
