from __future__ import annotations

import pytest

from battlesim.table.agreement import is_plural_name, plural_verb, with_plural_verb
from battlesim.table.phrases import Ref, phrase

NAMES = {"many": "Red Daleks", "one": "First section"}


@pytest.mark.parametrize(
    ("name", "plural"),
    [
        ("Red Daleks", True),
        ("Left Cybermen", True),
        ("Warriors 2", True),
        ("First section", False),
        ("Section 2", False),
        ("Albatross", False),
        ("Virus", False),
        ("", False),
    ],
)
def test_which_names_are_plurals(name, plural):
    assert is_plural_name(name) is plural


@pytest.mark.parametrize(
    ("one", "several"),
    [
        ("is", "are"),
        ("has", "have"),
        ("goes", "go"),
        ("takes", "take"),
        ("closes", "close"),
        ("tries", "try"),
        ("lies", "lie"),
        ("passes", "pass"),
        ("reaches", "reach"),
        ("flees", "flee"),
    ],
)
def test_the_plural_of_a_verb(one, several):
    assert plural_verb(one) == several


@pytest.mark.parametrize(
    ("pattern", "subject", "said"),
    [
        ("{} takes {}", "many", "many take one"),
        ("{} takes {}", "one", "one takes one"),
        ("{} is locked with {}", "many", "many are locked with one"),
        ("{} at {}", "many", "many at one"),
        ("{}: takes {}", "many", "many: takes one"),
        ("the {} takes {}", "many", "the many takes one"),
    ],
)
def test_a_verb_after_a_plural_subject(pattern, subject, said):
    text = phrase(pattern, Ref(subject), Ref("one"))
    assert str(with_plural_verb(text, lambda name: is_plural_name(NAMES[name]))) == said


def test_a_text_without_references_stays_as_it_is():
    assert with_plural_verb("Daleks takes", lambda name: True) == "Daleks takes"
