"""Reading strictly what comes from outside: the right shape, or `Refused` with what was wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.refused import Refused, quoted

OUT_OF_RANGE = "{what} go from {least} to {most} in steps of {step}, not {given}."
"""What is said of a number that cannot be."""


def an_object(what: str, given: object) -> Mapping[str, object]:
    """A mapping with text keys; raises `Refused`."""
    if isinstance(given, Mapping) and all(isinstance(key, str) for key in given):
        return given
    raise Refused("{what} must be an object, not {given}.", what=what, given=quoted(given))


def a_list(what: str, given: object) -> Sequence[object]:
    """A list of anything; raises `Refused`."""
    if isinstance(given, list | tuple):
        return given
    raise Refused("{what} must be a list, not {given}.", what=what, given=quoted(given))


def a_number_each(what: str, given: object, seats: int, allowed: range) -> tuple[int, ...]:
    """A whole number of this range for each seat, such as the scores of a position; raises `Refused`."""
    numbers = a_list(what, given)
    if len(numbers) != seats:
        raise Refused("{what} must have one number for each of the {seats} players.", what=what, seats=seats)
    return tuple(_in_range(what, number, allowed) for number in numbers)


def _in_range(what: str, given: object, allowed: range) -> int:
    if type(given) is int and given in allowed:
        return given
    raise Refused(
        OUT_OF_RANGE,
        what=what,
        least=allowed[0],
        most=allowed[-1],
        step=allowed.step,
        given=quoted(given),
    )


def a_seat(what: str, given: object, seats: int) -> int:
    """The number of a seat, counted from 0; raises `Refused`."""
    if type(given) is int and 0 <= given < seats:
        return given
    raise Refused(
        "{what} must be a seat from 0 to {last}, not {given}.", what=what, last=seats - 1, given=quoted(given)
    )
