# SPDX-License-Identifier: MIT
"""Where a game's name stands outside its folder, for tools/new-game, which refuses a name that would collide, and tests/check-names.

A coined name must not occur anywhere, in no comment and as no part of a word. A name that is a common word, such as that of an old
game, may occur in comments, in prose and inside other words, but not in code: no identifier with the name as its first or only part,
no text that is the name or an id of it. A comment in games/games.def says which names are common words."""
import os
import re
import subprocess

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
LIST = "games/games.def"
MAY = re.compile(r"games/[^/]+/|games/games\.def$|tests/|docs/|apps/web/tests/|apps/web/package-lock\.json$|[A-Z]+\.md$")
PROSE = re.compile(r"\.(md|txt|json|svg|html|css|tsv|webmanifest|1|5)$|^po/|^LICENSE$|^VERSION$")
SLASHES, HASH = r"(?<!:)//[^\n]*", r"(?<![\w$&{\\])#[^\n]*"  # comments to the end of the line


def read_list():
    """The names of games.def, and those that it calls common words."""
    with open(os.path.join(ROOT, LIST), encoding="utf-8") as file:
        text = file.read()
    return re.findall(r"^(?:TEST_)?GAME\((\w+)\)$", text, re.M), set(re.findall(r"^// (\w+) is a common word", text, re.M))


def common_word_line(name):
    """The comment of games.def for such a name."""
    return f"// {name} is a common word: tests/check-names looks for it in code, not in comments and prose."


def texts():
    """The files in which no game's name may stand, with their texts."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for path in sorted(listed.splitlines()):
        full = os.path.join(ROOT, path)
        if MAY.match(path) or not os.path.isfile(full):
            continue
        with open(full, "rb") as file:
            some = file.read()
        if b"\0" not in some:
            yield path, some.decode("utf-8", errors="replace")


def bare(path, text):
    """Code without comments: as many lines as before."""
    def blank(found):
        return "\n" * found[0].count("\n")

    if re.search(r"\.(c|h|def|ts|mjs|js|svelte)$", path):
        text = re.sub(r"/\*.*?\*/|<!--.*?-->", blank, text, flags=re.S)
        return re.sub(SLASHES, "", text)
    if path.endswith(".py") or text.startswith("#!/usr/bin/env python3"):
        text = re.sub(r'""".*?"""', blank, text, flags=re.S)
    return re.sub(HASH, "", text)


def lines_with(pattern, text):
    return [text.count("\n", 0, found.start()) + 1 for found in pattern.finditer(text)]


def anywhere(name):
    """(path, line) of each place with these letters."""
    pattern = re.compile(name, re.I)
    return [(path, line) for path, text in texts() for line in lines_with(pattern, text)]


def in_code(name):
    """(path, line) of each place in code: an identifier that is the name or begins with it, game_NAME, a text that is it."""
    part = f"(?:{name}|{name.upper()}|{name.title()})"
    code = re.compile(rf"(?<!\w)(?:game_)?{part}(?![a-z0-9])")
    ids = re.compile(rf'^msgctxt "{name}\.', re.M)  # of messages
    places = []
    for path, text in texts():
        if re.search(r"\.pot?$", path):
            places += [(path, line) for line in lines_with(ids, text)]
        elif not PROSE.search(path):
            places += [(path, line) for line in lines_with(code, strings_reduced(bare(path, text)))]
    return places


def strings_reduced(text):
    """Texts of several words are prose: they are emptied. A text without blanks stays."""
    return re.sub(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', lambda found: found[0] if " " not in found[0] else '""', text)
