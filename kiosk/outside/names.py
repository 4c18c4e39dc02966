"""What a table may be called."""

from __future__ import annotations

import re

TABLE = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
"""What a table can be called in topics, and as a user of the broker."""
LONGEST_NAME = 16
"""Of what people call it, letters: so much fits a list of the best."""
