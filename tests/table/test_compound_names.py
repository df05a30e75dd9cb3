"""Names of two parts and lists of ids: spelt as records have them, and split as they were made."""

from __future__ import annotations

import pytest

from battlesim.table.compound_names import (
    compound_id,
    compound_name,
    id_list,
    ids_listed,
    kind_of,
    subject_of_id,
    subjects,
)
from battlesim.table.pieces import Mark


@pytest.mark.parametrize(("name", "kind"), [("copy:r-1", "copy"), ("due:", "due"), ("spent", "spent")])
def test_the_kind_of_a_name(name: str, kind: str) -> None:
    assert kind_of(name) == Mark(name).kind == kind


def test_subjects_are_those_of_the_kind_alone() -> None:
    names = (compound_name("copy", "r:1"), "copy", "copyist:r2", "due:r3", "copy:r4")
    assert names[0] == "copy:r:1"
    assert subjects(names, "copy") == ("r:1", "r4")


def test_a_compound_id_gives_back_its_subject() -> None:
    assert compound_id("copy", "copy-1") == "copy-copy-1"
    assert subject_of_id("copy-copy-1", "copy") == "copy-1"
    assert subject_of_id("r1", "copy") == "r1"


@pytest.mark.parametrize(("ids", "text"), [((), ""), (("CT",), "CT"), (("CT", "RS 1"), "CT, RS 1")])
def test_ids_in_a_text(ids: tuple[str, ...], text: str) -> None:
    assert id_list(ids) == text
    assert ids_listed(text) == ids
