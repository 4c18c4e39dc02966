"""The bench measures the tray controller where the simulated chip has been built."""

from __future__ import annotations

from pathlib import Path

from tray_build import BUILT, runner, tray_elf

from kiosk.bench.light import light_stages


def test_round_trip_and_latency_of_a_hit() -> None:
    tray_elf()
    runner()
    ping, hit = light_stages(6, BUILT)
    assert 1 < ping.median < 500, "two frames on the line take 2 ms"
    assert 4 < hit.median < 500, "the controller listens for 4 ms"
    assert (ping.unit, ping.runs, hit.runs) == ("ms", 6, 3)


def test_without_a_simulated_chip_there_is_nothing_to_measure(tmp_path: Path) -> None:
    assert list(light_stages(6, tmp_path)) == []
