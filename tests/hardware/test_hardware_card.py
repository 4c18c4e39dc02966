"""The calibration card: what is printed, what is measured, and what is drawn for measuring are one and the same."""

from __future__ import annotations

import numpy as np

from hardware.tools import sheets
from vision.calibrating import card
from vision.sim import card as drawn


def test_the_printed_card_is_the_one_that_is_looked_for() -> None:
    printed, looked_for = sheets.card(), card.board()
    assert np.array_equal(printed.getIds(), looked_for.getIds())
    assert np.allclose(printed.getChessboardCorners(), looked_for.getChessboardCorners())
    assert printed.getMarkerLength() == looked_for.getMarkerLength()


def test_the_drawn_card_is_the_printed_one() -> None:
    assert (drawn.ACROSS, drawn.DOWN) == sheets.CARD
    assert (drawn.SQUARE, drawn.MARKER) == (sheets.CARD_SQUARE, sheets.CARD_MARKER)
    assert drawn.FIRST == sheets.CARD_FIRST
