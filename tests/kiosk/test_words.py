"""The catalogues: whole, current, and the same places in every language."""

from __future__ import annotations

import re

import pytest
from babel.messages.mofile import read_mo

from kiosk.catalogues import catalogue, collected, missing, po_path
from kiosk.table import LANGUAGES
from kiosk.words import Words

PLACE = re.compile(r"{(\w+)}")
BLAME = re.compile(r"\b(error|fejl|feil|wrong|forkert|galt)", re.IGNORECASE)


@pytest.fixture(params=LANGUAGES)
def code(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def forms(text: object) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, list | tuple) else (str(text),)


def test_a_catalogue_has_exactly_the_messages_of_the_sources(code: str) -> None:
    assert {entry.id for entry in catalogue(code) if entry.id} == {
        entry.id for entry in collected() if entry.id
    }


def test_everything_is_translated_and_nothing_guessed(code: str) -> None:
    found = catalogue(code)
    assert not list(missing(found))
    assert not [entry.id for entry in found if entry.id and entry.fuzzy]


def test_one_and_several_are_both_said(code: str) -> None:
    plurals = [entry for entry in catalogue(code) if entry.pluralizable]
    assert plurals
    assert all(len(forms(entry.string)) == 2 for entry in plurals)


def test_a_translation_has_only_the_places_of_its_message(code: str) -> None:
    for entry in catalogue(code):
        allowed = set(PLACE.findall(" ".join(forms(entry.id)))) | ({"count"} if entry.pluralizable else set())
        for text in forms(entry.string) if entry.id else ():
            assert set(PLACE.findall(text)) <= allowed, text


def test_nobody_is_blamed(code: str) -> None:
    for entry in catalogue(code):
        assert not any(BLAME.search(text) for text in forms(entry.string) if entry.id), entry.string


def test_the_compiled_catalogue_is_current(code: str) -> None:
    with po_path(code).with_suffix(".mo").open("rb") as file:
        compiled = {forms(entry.id): forms(entry.string) for entry in read_mo(file) if entry.id}
    assert compiled == {forms(entry.id): forms(entry.string) for entry in catalogue(code) if entry.id}


def test_words_are_filled_in() -> None:
    words = Words("da")
    assert words.text("Player {number}", number=3) == "Spiller 3"
    assert words.plural("player", "players", 1) == "spiller"
    assert words.plural("player", "players", 2) == "spillere"


@pytest.mark.parametrize(
    ("code", "said"), [("da", "10.350"), ("nb", "10\N{NO-BREAK SPACE}350"), ("en", "10,350")]
)
def test_thousands_stand_apart_as_people_write_them(code: str, said: str) -> None:
    assert Words(code).number(10350) == said
    assert Words(code).number(-10350) == f"−{said}"
    assert Words(code).number(950) == "950"


def test_what_no_catalogue_has_is_said_in_english() -> None:
    assert Words("nb").text("Nobody said {what}.", what="this") == "Nobody said this."


@pytest.mark.parametrize(
    ("parts", "said"), [([], ""), (["4"], "4"), (["2", "4"], "2 og 4"), (["2", "4", "4"], "2, 4 og 4")]
)
def test_a_row_is_said_as_people_do(parts: list[str], said: str) -> None:
    assert Words("da").joined(parts) == said


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(FileNotFoundError):
        Words("xx")


ONLY = {
    "da": "af noget nogle hvad intet slog tabt giver bliver igen tilbage terningerne mere kun nej brug efter",
    "nb": "av noe noen hva kastet tapt gir blir igjen tilbake terningene mer nei bruk etter",
}
"""Words that the other of the two languages does not have."""


@pytest.mark.parametrize(("code", "other"), [("da", "nb"), ("nb", "da")])
def test_danish_and_norwegian_are_not_mixed_up(code: str, other: str) -> None:
    strange = set(ONLY[other].split())
    for entry in catalogue(code):
        for text in forms(entry.string) if entry.id else ():
            assert not strange & set(re.findall(r"\w+", text.lower())), text
