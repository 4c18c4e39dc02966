"""docs/fleet.md says what is: its examples are what the programs write and take."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from broker import PAGE, dedented
from fleet_parts import PlayedTable

from kiosk.fleet import discovery, played
from kiosk.fleet.order_desk import OrderDesk
from kiosk.fleet.settings import FleetSettings, read_section
from kiosk.fleet.topics import HOUSE_BEST, Topics
from kiosk.outside import best, orders, places
from kiosk.outside.best import Finished
from kiosk.outside.orders import KINDS

TEXT = PAGE.read_text("utf-8")
GIVEN = 1764612450.5
"""The time in the page's example of an order."""


def blocks(kind: str) -> list[str]:
    return [dedented(found) for found in re.findall(rf"^ *```{kind}\n(.*?)^ *```", TEXT, re.M | re.S)]


def example(topic: str) -> Any:
    """The JSON that is shown for a topic."""
    found = re.search(rf"^`raflebord/table-1/{topic}`.*?```json\n(.*?)```", TEXT, re.M | re.S)
    assert found is not None
    return json.loads(found[1])


SETTINGS = read_section(tomllib.loads(blocks("toml")[0])["fleet"])
GAMES = [Finished(1764612100, 1764612450, {"game": "farkle", "options": {"goal": 4000}}, (4350, 2900))]
PLAYED = played.Played(
    GAMES, {"farkle": {"finished": 1}, "yatzy": {"left": 1}}, starts=3, faults={"camera": 1}
)


def test_the_state_of_a_table(tmp_path: Path) -> None:
    table = PlayedTable(tmp_path, 2)
    table.begin("farkle")
    table.play(1)
    told = json.loads((table.run / places.STATE).read_text())
    table.close()
    shown = example("state")
    assert list(shown) == ["name", *told]
    for name, value in told.items():
        assert type(value) is type(shown[name]), name
    assert {**told, "scores": shown["scores"], "turn": shown["turn"], "name": "Bord 1"} == shown


def test_the_last_games_the_counters_and_the_best() -> None:
    assert example("games") == json.loads(played.games_told(PLAYED))
    assert example("counters") == json.loads(played.counters_told(PLAYED))
    assert example("best") == json.loads(played.best_told(PLAYED, "table-1", SETTINGS.name))
    assert best.read(json.dumps(example("best")), "table-1")


def test_what_became_of_orders() -> None:
    class Clock:
        def now(self) -> float:
            return 0.0

        def wall(self) -> float:
            return GIVEN

    assert set(example("orders")) == set(json.loads(OrderDesk(lambda _: True, (), Clock()).told))


def test_each_example_of_an_order_is_one() -> None:
    (shown,) = (block for block in blocks("json") if block.startswith('{"do"'))
    found = [orders.read(line, KINDS, GIVEN) for line in shown.splitlines()]
    assert {orders.kind_of(order) for order in found} == set(KINDS)
    assert set(SETTINGS.commands) == set(KINDS)


@pytest.mark.parametrize("topic", ["status", "state", "games", "counters", "best", "orders", "do"])
def test_every_topic_is_on_the_page(topic: str) -> None:
    assert f"`{getattr(Topics('table-1'), topic)}`" in TEXT
    assert f"`{HOUSE_BEST}`" in TEXT


def components(settings: FleetSettings) -> dict[str, dict[str, Any]]:
    return dict(json.loads(discovery.told(settings, "0.1.0"))["components"])


def test_home_assistants_page_shows_what_the_table_offers() -> None:
    """Entities are named by Home Assistant after the device and the part."""
    cards = yaml.safe_load(blocks("yaml")[0])["cards"]
    offered = {
        f"{part['platform']}.{SETTINGS.title} {part['name']}".lower().replace(" ", "_")
        for part in components(SETTINGS).values()
    }
    shown = {one["entity"] for one in cards[0]["entities"]}
    assert shown <= offered
    assert yaml.safe_load(blocks("yaml")[1])["mqtt"][0]["sensor"]["state_topic"] == HOUSE_BEST


def test_home_assistant_is_offered_only_what_is_allowed() -> None:
    none = components(FleetSettings(table="table-1"))
    assert not [part for part in none.values() if "command_topic" in part]
    volume = components(FleetSettings(table="table-1", commands=("volume",)))
    assert [name for name, part in volume.items() if "command_topic" in part] == ["volume"]


def filled(template: str, value: str) -> str:
    """A template of an order as Home Assistant fills it."""
    told = template.replace("{{ value | tojson }}", json.dumps(value)).replace("{{ value }}", value)
    return told.replace(discovery.NOW, str(GIVEN))


def test_what_home_assistant_sends_is_an_order() -> None:
    parts = components(SETTINGS)
    sent = {name: filled(parts[name]["command_template"], "high") for name in KINDS}
    assert {name: orders.kind_of(orders.read(text, KINDS, GIVEN)) for name, text in sent.items()} == {
        name: name for name in KINDS
    }


def test_every_part_has_what_device_discovery_asks_for() -> None:
    told = json.loads(discovery.told(SETTINGS, "0.1.0"))
    assert {"device", "origin", "components"} <= set(told)
    assert told["device"]["identifiers"] == ["raflebord-table-1"]
    unique = [part["unique_id"] for part in told["components"].values()]
    assert len(set(unique)) == len(unique)
    for part in told["components"].values():
        assert part["platform"] in ("sensor", "binary_sensor", "button", "select", "text")
        assert "state_topic" in part or "command_topic" in part
