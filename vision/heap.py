"""One heap for all threads of a process, and what pictures have taken given back.

Left to itself the GNU C library keeps a heap for each thread, and in each what pictures have taken: some 35 MB more for
the table and its camera's process together, and it is no quicker.
"""

from __future__ import annotations

import ctypes

_ARENAS, _TRIM, _MAP = -8, -1, -3
"""The parameters of `mallopt`, as in glibc's malloc.h: M_ARENA_MAX, M_TRIM_THRESHOLD, M_MMAP_THRESHOLD."""
SETTINGS = {_ARENAS: 1, _TRIM: 4_000_000, _MAP: 2_000_000}
"""One heap; of its end so many bytes are kept for later; larger pieces are taken and given back one by one."""


def kept_small() -> bool:
    """Sets this for the process, before it starts threads; False where the C library is another one."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and all(mallopt(*setting) == 1 for setting in SETTINGS.items())
