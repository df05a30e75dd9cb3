"""What the project says of itself to those who install it: its licence, its dependencies, its front page."""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
SYSTEMS = (("linux", "posix"), ("darwin", "posix"), ("win32", "nt"))
VERSIONS = ("3.11", "3.12", "3.13", "3.14")


def constraints() -> dict[str, str]:
    """Return the version that is pinned of each distribution, by its canonical name."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split("==") for line in lines if line and not line.startswith("#"))
    return {canonicalize_name(name): version for name, version in pairs}


def is_needed(requirement: Requirement, extras: set[str]) -> bool:
    """Return whether a requirement holds on some system and Python, with some of the extras or none."""
    if requirement.marker is None:
        return True
    environments = (
        {"sys_platform": system, "os_name": name, "python_version": version, "extra": extra}
        | {"platform_system": {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}[system]}
        | {"python_full_version": f"{version}.0", "implementation_name": "cpython"}
        for (system, name), version, extra in itertools.product(SYSTEMS, VERSIONS, extras | {""})
    )
    return any(requirement.marker.evaluate(environment) for environment in environments)


def needs(name: str, extras: set[str]) -> Iterator[Requirement]:
    """Yield what an installed distribution needs; nothing for one that only another system has."""
    try:
        found = metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return
    yield from (need for need in map(Requirement, found) if is_needed(need, extras))


def dependencies() -> set[str]:
    """Return the canonical names of all that the project needs with all its extras, directly or not."""
    left = [Requirement(line) for line in (*PROJECT["dependencies"], *itertools.chain(*EXTRAS.values()))]
    met = set[tuple[str, tuple[str, ...]]]()
    while left:
        need = left.pop()
        key = (canonicalize_name(need.name), tuple(sorted(need.extras)))
        if key not in met:
            met.add(key)
            left += needs(need.name, need.extras)
    return {name for name, _ in met}


def test_each_dependency_of_every_extra_is_pinned_and_nothing_else_is() -> None:
    pinned = constraints()
    assert pinned.keys() == dependencies()
    direct = [Requirement(line) for line in (*PROJECT["dependencies"], *itertools.chain(*EXTRAS.values()))]
    assert [str(need) for need in direct if pinned[canonicalize_name(need.name)] not in need.specifier] == []


def test_the_licence_is_in_the_checkout_and_goes_along() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert text.startswith("MIT License\n") and "the battlesim authors" in text
    assert (PROJECT["license"], PROJECT["license-files"]) == ("MIT", ["LICENSE"])


PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)]+)\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_reads_well_without_its_pictures(page: Path) -> None:
    """Each picture is there, and the text in its place says in a whole sentence what is to be seen."""
    for words, file in PICTURE.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / file).is_file(), file
        assert len(words.split()) >= 8 and words.endswith("."), words
