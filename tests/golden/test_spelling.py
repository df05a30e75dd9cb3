"""What is saved, sent or typed is spelt as it was, whatever its code is called."""

from __future__ import annotations

from battlesim.engine.codec import COMMON_DECISIONS
from battlesim.table.tags import tag_of
from battlesim.ui.decision.pickers import PICKER_KINDS
from tests.golden import spelling

HOW = f"if that is meant, write it: python -m {spelling.__name__} --write"


def test_every_word_is_spelt_as_it_was() -> None:
    differ = spelling.difference(spelling.text())
    assert not differ, "\n".join([f"words that are saved, sent or typed have changed; {HOW}", *differ])


def test_pages_and_pickers_have_names_of_their_own() -> None:
    titles = [page.status_title for page in spelling.pages()]
    kinds = [vars(picker)["status_kind"] for picker in PICKER_KINDS]
    assert len(set(titles)) == len(titles) and len(set(kinds)) == len(kinds)


def test_a_renamed_field_and_a_renamed_tag_are_told() -> None:
    kept = spelling.FILE.read_text(encoding="utf-8")
    decision = tag_of(COMMON_DECISIONS[0])
    assert f"decision type={decision}" in kept
    differ = spelling.difference(kept.replace(f'"decision type={decision}"', '"decision type=given"'))
    assert [line[:1] for line in differ if line[:3] not in ("---", "+++", "@@ ")] == ["-", "+"]
