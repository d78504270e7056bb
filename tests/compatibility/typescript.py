# SPDX-License-Identifier: MIT
"""What a TypeScript file exports, with the members of classes, interfaces and object types, as far as prettier's layout shows it: the package
needs no compiler to be looked at."""
import os
import re

DECLARED = re.compile(r"^(?:export )?(?:declare )?(?:abstract )?(class|interface|type|const|function|async function) (\w+)")
MEMBER = re.compile(r"^  (?!private |protected |#|constructor\b|//|/\*|\*)(?:(?:public|static|readonly|async|get|set|declare|override) )*"
                    r"(\"[\w-]+\"|\w+)\??\s*[(:<=!]")


def block(lines, at):
    """The lines of a declaration: to the brace that closes it, or to its semicolon."""
    last = (lambda line: line.startswith("}")) if lines[at].rstrip().endswith("{") else (lambda line: line.rstrip().endswith((";", "}")))
    for end in range(at, len(lines)):
        if last(lines[end]):
            return lines[at:end + 1]
    raise ValueError(f"'{lines[at]}' has no end")


def members(kind, lines):
    if kind in ("class", "interface"):
        return {match[1].strip('"') for line in lines[1:] if (match := MEMBER.match(line))} | \
            set(re.findall(r"(?<!private )\breadonly (\w+):", "\n".join(lines))) | \
            ({match for match in re.findall(r"\b(\w+)\??: ", lines[0])} if len(lines) == 1 else set())
    if kind == "type":
        text = "\n".join(re.sub(r"//.*", "", line) for line in lines)
        return set(re.findall(r"\b(\w+)\??: ", text)) | {f'"{word}"' for word in re.findall(r'"([\w-]+)"', text)}
    return set()


def own(text):
    """What a file declares: {NAME: (exported, members)}. A deprecated `type OLD = NEW;` has the members of NEW."""
    lines = text.split("\n")
    found = {}
    for at, line in enumerate(lines):
        if match := DECLARED.match(line):
            kind = match[1]
            found.setdefault(match[2], (line.startswith("export"), members(kind, block(lines, at) if kind in ("class", "interface", "type") else [])))
    for old, new in re.findall(r"^(?:export )?type (\w+) = (\w+);$", text, re.M):
        found[old] = (found[old][0], found.get(new, found[old])[1])
    return found


def resolve(files, path, target):
    base = os.path.normpath(os.path.join(os.path.dirname(path), target))
    for candidate in (base, base + ".ts", base.replace(".js", ".ts")):
        if candidate in files:
            return candidate
    raise KeyError(f"{path} exports from {target}, which is not there")


def named(name, found):
    return {name} | {f"{name}.{member}" for member in found}


def members_of(files, path, name):
    """The members of a name of a file, wherever it got the name from."""
    declared = own(files[path])
    if name in declared:
        return declared[name][1]
    for inner, target in re.findall(r"(?:export|import)(?: type)? \{([^}]*)\} from \"([^\"]+)\"", files[path]):
        if target.startswith(".") and re.search(rf"\b{name}\b", inner):
            return members_of(files, resolve(files, path, target), name)
    for target in re.findall(r"export (?:type )?\* from \"(\.[^\"]+)\"", files[path]):
        if name in plain(files, resolve(files, path, target)):
            return members_of(files, resolve(files, path, target), name)
    return set()


def plain(files, path):
    return {name for name in exports(files, path) if "." not in name}


def own_exports(files, path):
    return {each for name, (exported, found) in own(files[path]).items() if exported for each in named(name, found)}


def exports(files, path):
    text = files[path]
    names = own_exports(files, path)
    for inner, target in re.findall(r"^export (?:type )?\{([^}]*)\}(?: from \"([^\"]+)\")?", text, re.M):
        for each in filter(None, (part.strip() for part in inner.split(","))):
            old, _, new = re.sub(r"^type ", "", each).partition(" as ")
            names |= named(new or old, members_of(files, resolve(files, path, target) if target else path, old))
    explicit = {name for name in names if "." not in name}  # they win over those of a star
    for target in re.findall(r"^export (?:type )?\* from \"(\.[^\"]+)\"", text, re.M):
        names |= {name for name in exports(files, resolve(files, path, target)) if name.partition(".")[0] not in explicit}
    return names
