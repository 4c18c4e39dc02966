"""Refusals of the rules in the guest's language: no English field name in a Danish sentence."""

from __future__ import annotations

import pytest

from kiosk import refusals
from kiosk.screens.yatzy_names import FIELD_NAMES
from kiosk.table import LANGUAGES
from kiosk.words import Words
from rules import Move, Refused, Roll, Score, Term, open_match
from rules.yatzy import FIELDS

TEMPLATES = (
    "The field {field} is already written.",
    "The next field is {field}.",
    "The field {field} gives 0 here, and another one scores.",
    "This turn is played again for {field}.",
)


def test_every_field_has_a_name() -> None:
    assert set(FIELDS) == set(FIELD_NAMES)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("field", FIELDS)
def test_a_field_is_called_what_the_sheet_calls_it(code: str, field: str) -> None:
    words = Words(code)
    for template in TEMPLATES:
        said = refusals.sentence(words, Refused(template, field=Term(field)))
        assert words.text(FIELD_NAMES[field]) in said
        assert (said.partition(words.text(FIELD_NAMES[field]))[0] == template.partition("{")[0]) is (
            code == "en"
        ), "the sentence itself is translated, too"


def refusal(*moves: Move) -> Refused:
    match = open_match({"game": "yatzy", "players": ["A"]})
    *before, last = moves
    for move in before:
        match, _ = match.apply(move)
    with pytest.raises(Refused) as found:
        match.apply(last)
    return found.value


@pytest.mark.parametrize(
    "code, said",
    [
        ("da", "Feltet Fuldt hus er allerede skrevet."),
        ("nb", "Feltet Hus er allerede skrevet."),
        ("en", "The field Full house is already written."),
    ],
)
def test_what_the_rules_really_say(code: str, said: str) -> None:
    roll = Roll((3, 3, 3, 5, 5))
    refused = refusal(roll, Score("full_house"), roll, Score("full_house"))
    assert refusals.sentence(Words(code), refused) == said


def test_numbers_are_written_as_people_do() -> None:
    refused = Refused(
        "The first points take {entry} in one turn; this one has {points}.", entry=1000, points=50
    )
    assert refusals.sentence(Words("da"), refused) == "De første point kræver 1.000 i én tur; denne har 50."


def test_what_is_no_term_stays_as_it_is() -> None:
    refused = Refused("{field} of {count}", field="full_house", count=3)
    assert refusals.sentence(Words("da"), refused) == "full_house of 3"
