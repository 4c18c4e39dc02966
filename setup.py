"""Builds from what stands here alone.

A `build` folder left by an earlier build would put files into the wheel that are gone from here.
Everything else about the package stands in pyproject.toml.
"""

import shutil

from setuptools import setup
from setuptools.command.build_py import build_py


class FromScratch(build_py):
    """Copies the modules and their data into an empty folder."""

    def run(self) -> None:
        """Forgets what an earlier build left."""
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


setup(cmdclass={"build_py": FromScratch})
