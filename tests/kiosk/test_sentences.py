"""Every kind of advice has its sentence in every language."""

from __future__ import annotations

from typing import get_args

import pytest

from kiosk.referee.advice import QUESTIONS, Advice, AdviceKind
from kiosk.referee.sentences import OTHERWISE, SENTENCES, otherwise, sentence
from kiosk.table import LANGUAGES
from kiosk.words import Words

PARAMS = (
    {"count": 1, "seen": 4, "wanted": 5, "value": 3, "values": (4,), "rolled": "d6"},
    {"count": 2, "seen": 3, "wanted": 5, "value": 6, "values": (2, 4, 4), "rolled": "d12"},
)


def test_every_kind_has_a_sentence() -> None:
    assert set(SENTENCES) == set(get_args(AdviceKind))
    assert set(OTHERWISE) - QUESTIONS == {"choose_first"}


@pytest.mark.parametrize("kind", get_args(AdviceKind))
@pytest.mark.parametrize("code", LANGUAGES)
def test_it_is_said_whole(kind: AdviceKind, code: str) -> None:
    for params in PARAMS:
        said = sentence(Words(code), Advice(kind, params))
        assert said[-1] in ".?"
        assert "{" not in said
        assert said.endswith("?") == (kind in QUESTIONS)


def test_a_roll_before_green_with_nothing_kept() -> None:
    assert "nothing kept" in sentence(Words("en"), Advice("rolled_early", {"values": ()}))


@pytest.mark.parametrize(
    ("rolled", "said"), [("d6", "No black dice are rolled now."), ("d12", "Only black dice are rolled now.")]
)
def test_of_the_other_kind_it_is_said_which_are_rolled(rolled: str, said: str) -> None:
    for count in (1, 3):
        advice = Advice("wrong_kind", {"count": count, "rolled": rolled})
        assert sentence(Words("en"), advice).startswith(said)


def test_only_questions_have_another_way_out() -> None:
    assert otherwise(Words("en"), Advice("found")) == "If not, just roll."
    assert otherwise(Words("en"), Advice("leaning", {"count": 1})) == ""
