# SPDX-License-Identifier: MIT
"""What pyproject.toml cannot say: the version is the tree's, or outside of one that of the installed library; and the extension is
built by cffi."""

import os
import re
import subprocess
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).resolve().parent


def version() -> str:
    told = Path(os.environ.get("ABAX_TREE", HERE.parents[1])) / "VERSION"
    if told.exists() and (told.parent / "bindings" / "c" / "abax.h").exists():
        return told.read_text().strip()
    if (HERE / "PKG-INFO").exists():
        found = re.search(r"^Version: (.*)$", (HERE / "PKG-INFO").read_text(), re.M)
        if found:
            return found[1]
    try:
        answer = subprocess.run(["pkg-config", "--modversion", "abax"], check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        raise SystemExit(f"{HERE} is not in the source tree of Abax, and no libabax is installed: its version is unknown") from None
    return answer.stdout.strip()


setup(
    version=version(),
    cffi_modules=["abax_build.py:ffibuilder"],
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
)
