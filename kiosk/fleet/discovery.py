"""How a table introduces itself to Home Assistant: one retained message that names the device and what it has.

The form is that of device discovery, which Home Assistant knows since 2024.11
(https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from kiosk.fleet.settings import FleetSettings
from kiosk.fleet.topics import ROOT, Topics
from kiosk.outside.orders import LONGEST
from kiosk.sound.loudness import VOLUMES

NOW = "{{ as_timestamp(now()) }}"


def told(settings: FleetSettings, version: str) -> str:
    """The message as JSON. Only orders that are allowed are offered."""
    topics = Topics(settings.table)
    parts = {**_sensors(topics), **_orders(topics, settings.commands)}
    return json.dumps(
        {
            "device": {
                "identifiers": [f"{ROOT}-{settings.table}"],
                "name": settings.title,
                "manufacturer": "Raflebord",
                "model": "Dice table",
                "sw_version": version,
            },
            "origin": {"name": "Raflebord", "sw_version": version},
            "availability": [
                {"topic": topics.status},
                {
                    "topic": topics.state,
                    "value_template": "{{ 'online' if value_json.running else 'offline' }}",
                },
            ],
            "availability_mode": "all",
            "qos": 1,
            "components": {
                name: {"unique_id": f"{ROOT}-{settings.table}-{name}", **part} for name, part in parts.items()
            },
        },
        ensure_ascii=False,
    )


def _sensors(topics: Topics) -> Mapping[str, Mapping[str, Any]]:
    state = {"state_topic": topics.state}
    counters = {"state_topic": topics.counters, "state_class": "total_increasing"}
    return {
        "in_use": _switched("In use", "value_json.in_use", {**state, "device_class": "occupancy"}),
        "fault": _switched(
            "Fault",
            "value_json.faults",
            {**state, "device_class": "problem", "json_attributes_topic": topics.state},
        ),
        "game": _sensor("Game", "value_json.game or 'nobody plays'", {**state, "icon": "mdi:dice-multiple"}),
        "scores": _sensor("Scores", "value_json.scores | join(' – ')", {**state, "icon": "mdi:scoreboard"}),
        "finished": _sensor("Games finished", "value_json.finished", {**counters, "icon": "mdi:counter"}),
        "last_game": _sensor(
            "Last game",
            "value_json.games[0].game if value_json.games else 'none'",
            {"state_topic": topics.games, "json_attributes_topic": topics.games, "icon": "mdi:trophy"},
        ),
        "refused": _sensor(
            "Orders refused",
            "value_json.refused",
            {
                "state_topic": topics.orders,
                "state_class": "total_increasing",
                "entity_category": "diagnostic",
            },
        ),
    }


def _sensor(name: str, value: str, rest: Mapping[str, Any]) -> dict[str, Any]:
    return {"platform": "sensor", "name": name, "value_template": f"{{{{ {value} }}}}", **rest}


def _switched(name: str, value: str, rest: Mapping[str, Any]) -> dict[str, Any]:
    value = f"{{{{ 'ON' if {value} else 'OFF' }}}}"
    return {"platform": "binary_sensor", "name": name, "value_template": value, **rest}


def _orders(topics: Topics, allowed: tuple[str, ...]) -> Mapping[str, Mapping[str, Any]]:
    """A time goes with each, so that none counts later than it was meant."""
    do, state = {"command_topic": topics.do}, {"state_topic": topics.state}
    offered: dict[str, dict[str, Any]] = {
        "restart": {
            "platform": "button",
            "name": "Restart the game",
            "command_template": f'{{"do": "restart", "at": {NOW}}}',
            "icon": "mdi:restart",
            **do,
        },
        "volume": {
            "platform": "select",
            "name": "Volume",
            "options": list(VOLUMES),
            "value_template": "{{ value_json.volume }}",
            "command_template": f'{{"do": "volume", "volume": "{{{{ value }}}}", "at": {NOW}}}',
            "icon": "mdi:volume-high",
            **do,
            **state,
        },
        "attract": {
            "platform": "text",
            "name": "Line on the screen",
            "max": LONGEST,
            "value_template": "{{ value_json.attract }}",
            "command_template": f'{{"do": "attract", "text": {{{{ value | tojson }}}}, "at": {NOW}}}',
            "icon": "mdi:message-text",
            **do,
            **state,
        },
    }
    return {name: offered[name] for name in offered if name in allowed}
