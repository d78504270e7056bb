# SPDX-License-Identifier: MIT
"""Builds the extension module abax._native from the public headers of the library.

The declarations are taken from the headers themselves, so that they cannot differ. Inside the source tree the static
library of build/library is linked in, and the module needs nothing else; with ABAX_SYSTEM=1 the installed library is
used (pkg-config abax). ABAX_TREE names the tree where this file is a copy outside of it.
"""

import os
import re
import subprocess
from pathlib import Path

import cffi

HERE = Path(__file__).resolve().parent
TREE = Path(os.environ.get("ABAX_TREE", HERE.parents[1])).resolve()
HEADERS = ("abax.h", "batch.h")


def system() -> bool:
    return os.environ.get("ABAX_SYSTEM") == "1"


def pkg_config(*words: str) -> list[str]:
    answer = subprocess.run(["pkg-config", *words, "abax"], check=True, capture_output=True, text=True)
    return answer.stdout.split()


def library_folder() -> Path:
    """Where the static library lies; it is built first where it is missing or old."""
    if os.environ.get("ABAX_BUILT") != "1":
        subprocess.run(["make", "-s", "library"], cwd=TREE, check=True)
    return TREE / "build" / "library"


def include_folders() -> list[str]:
    if system():
        return [word[2:] for word in pkg_config("--cflags-only-I")] or ["/usr/include"]
    return [str(library_folder() / "include")]


def declarations(text: str) -> str:
    """What cffi reads of a header: no comments, macros or attributes."""
    text = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#include"))
    answer = subprocess.run(
        ["cc", "-E", "-P", "-xc", "-"], input=text, check=True, capture_output=True, text=True
    ).stdout
    answer = re.sub(r"__attribute__\(\(.*?\)\)\)|__attribute__\(\([^()]*\([^()]*\)\)\)", "", answer)
    answer = re.sub(r"_Alignas\(16\) unsigned char bytes\[.*?\];", "...;", answer)
    return answer


def header(name: str) -> str:
    for folder in include_folders():
        path = Path(folder) / "abax" / name
        if path.exists():
            return path.read_text()
    raise SystemExit(f"abax/{name} is not installed")


ffibuilder = cffi.FFI()
for name in HEADERS:
    ffibuilder.cdef(declarations(header(name)))
ffibuilder.cdef('extern "Python" void abax_python_progress(void *to, const abax_report *report);')
ffibuilder.set_source(
    "abax._native",
    "\n".join(f"#include <abax/{name}>" for name in HEADERS),
    include_dirs=include_folders(),
    extra_objects=[] if system() else [str(library_folder() / "libabax.a")],
    libraries=["abax"] if system() else ["m", "pthread"],
    extra_compile_args=[f"-ffile-prefix-map={TREE}=."],  # equal sources give equal bytes in any folder
    py_limited_api=True,
)

if __name__ == "__main__":
    ffibuilder.compile(tmpdir=os.environ.get("ABAX_OUT", "."), verbose=False)
