# SPDX-License-Identifier: MIT
"""The names that others depend on, computed from the tree: one function per list in tests/data/compatibility. Files are found by what is in
them and not by where they are, so that moving a file changes nothing here; a source that cannot be found is an error."""
import ast
import json
import os
import re
import sqlite3
import subprocess

import typescript

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ABAX = os.environ.get("ABAX", "build/release/abax")


class Missing(Exception):
    """What a list is computed from is not there."""


def tracked():
    """The files of the tree with their texts."""
    if not tracked.files:
        listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
        for path in listed.splitlines():
            if re.search(r"\.(c|h|ts|svelte|py|json|map|md|po|js)$|^VERSION$", path) and os.path.exists(os.path.join(ROOT, path)):
                with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                    tracked.files[path] = file.read()
    return tracked.files


tracked.files = {}


def sources(ending, pattern="", but=r"^tests/|^apps/web/tests/|^examples/"):
    """The files with this ending whose text has the pattern."""
    found = {path: text for path, text in tracked().items()
             if path.endswith(ending) and not re.search(but, path) and re.search(pattern, text, re.M)}
    if not found:
        raise Missing(f"no *{ending} has '{pattern}' any more: say in tests/compatibility/names.py where its names are now")
    return found


def source(ending, pattern):
    found = sources(ending, pattern)
    if len(found) > 1:
        raise Missing(f"'{pattern}' is in several files: {', '.join(found)}")
    return next(iter(found.values()))


def run(*words, given=""):
    done = subprocess.run([os.path.join(ROOT, ABAX), *words], input=given, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        raise Missing(f"'abax {' '.join(words)}' fails: {done.stderr.strip()}")
    return done.stdout


def bare(text):
    """C, TypeScript: without comments."""
    return re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", text, flags=re.S)


# ---------------------------------------------------------------------------------------------
# Libraries
# ---------------------------------------------------------------------------------------------

def c():
    """The library: its functions by the linker's map, its types, constants and fields by the headers."""
    names = {f"{name}()" for name in re.findall(r"^ +(abax_\w+);$", source(".map", r"\babax_abi;"), re.M)}
    for text in sources(".h", r"^ABAX_API\b|\babax_batch_free\(|\babax_abi\(").values():
        text = bare(text)
        names |= set(re.findall(r"\bABAX_(?!API\b)\w+\b(?!_H\b)", text)) | {f"struct {name}" for name in re.findall(r"struct (abax_\w+)", text)}
        for name, body in re.findall(r"struct (abax_\w+)\s*\{(.*?)\n\}", text, re.S):
            names |= {f"struct {name}.{field}" for field in re.findall(r"(\w+)(?:\[[^\]]*\])?\s*[;,]", re.sub(r"\([^()]*\)\s*;", ";", body))}
    return {name for name in names if not name.endswith("_H")}


def python_members(path, owner, node, names):
    arguments = node.args if isinstance(node, ast.FunctionDef) else None
    names.add(owner)
    for each in arguments.posonlyargs + arguments.args + arguments.kwonlyargs if arguments else []:
        if each.arg not in ("self", "cls"):
            names.add(f"{owner}({each.arg})")
    for child in node.body if isinstance(node, ast.ClassDef) else []:
        if isinstance(child, ast.FunctionDef) and (not child.name.startswith("_") or child.name == "__init__"):
            python_members(path, f"{owner}.{child.name}", child, names)
        for target in [child.target] if isinstance(child, ast.AnnAssign) else child.targets if isinstance(child, ast.Assign) else []:
            if isinstance(target, ast.Name) and not target.id.startswith("_"):
                names.add(f"{owner}.{target.id}")


def python():
    """The package: what it exports, with the members of classes and the arguments of functions, and its public modules."""
    package = next(iter(sources("/abax/__init__.py")))
    listed = ast.parse(tracked()[package]).body
    exported = next(ast.literal_eval(node.value) for node in listed
                    if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__")
    names = {f"abax.{name}" for name in exported} | {"abax.__version__"}
    for path, text in sources(".py").items():
        module = os.path.basename(path)[:-3]
        if os.path.dirname(path) != os.path.dirname(package) or module in ("__init__", "messages"):  # messages: as the schemas
            continue
        public = module if module in ("spiel", "envs") else None  # the modules that docs/python.md names
        for node in ast.parse(text).body:
            if not isinstance(node, (ast.ClassDef, ast.FunctionDef)) or node.name.startswith("_"):
                continue
            if public:
                python_members(path, f"abax.{public}.{node.name}", node, names)
            elif node.name in exported:
                python_members(path, f"abax.{node.name}", node, names)
    return names


def javascript():
    """The npm package: its entry points, what they export with all members, and the element <abax-board>."""
    package = next(path for path in sources("package.json") if json.loads(tracked()[path])["name"] == "abax")
    folder = os.path.join(os.path.dirname(package), "src")
    names = {"import " + re.sub(r"^\.", "abax", entry) for entry in json.loads(tracked()[package])["exports"]}
    for entry in ("index.ts", "node.ts"):
        names |= typescript.exports(tracked(), os.path.join(folder, entry))
    for entry, file in (("board", "public.d.ts"), ("react", "react.d.ts")):
        names |= {f"{entry}: {name}" for name in typescript.own_exports(tracked(), os.path.join(folder, "element", file))}
    element = source(".ts", r"customElements\?\.define\(")
    names |= {f"<{tag}>" for tag in re.findall(r'customElements\?\.define\("([\w-]+)"', element)}
    kinds = re.search(r"export const kinds[^{]*\{(.*?)\n\}", source(".ts", r"^export const kinds\b"), re.S)
    names |= {f"attribute {name}" for name in re.findall(r"^ +(\w+)[:,]", kinds[1], re.M)} | {"attribute lang"}
    names |= {f"event {name}" for name in re.findall(r'tell\(\s*"([\w-]+)"|CustomEvent\("([\w-]+)"', element) for name in name if name}
    names |= {f"style {name}" for name in re.findall(r"`(--[\w-]+)`", source("javascript.md", r"--board-height"))}
    names |= {f"part {name}" for name in re.findall(r'\bpart="([\w -]+)"', element)}
    return names


# ---------------------------------------------------------------------------------------------
# Server
# ---------------------------------------------------------------------------------------------

def braces(text, at):
    """From an opening brace to the one that closes it."""
    depth = 0
    for end in range(at, len(text)):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        if depth == 0:
            return text[at:end + 1]
    return text[at:]


def shapes(text):
    """The fields of each table `static const struct schema_field NAME[]` of a file; macros are the fields that they stand for."""
    macros = dict(re.findall(r'#define (\w+)\s*\\?\s*\{\s*\\?\s*"(\w+)"', text))
    found = {}
    for match in re.finditer(r"struct schema_field (\w+)\[\]\s*=\s*\{", text):
        body = braces(text, match.end() - 1)
        found[match[1]] = set(re.findall(r'\{\s*"(\w+)"', body)) | {field for macro, field in macros.items() if re.search(rf"\b{macro}\b", body)}
    return found


def functions(text):
    return {match[1]: braces(text, match.end() - 1) for match in re.finditer(r"^[\w *]*?\b(\w+)\([^;{}]*?\)\n\{", text, re.M)}


def reached(name, bodies, fields, seen):
    """What a function of a file reads of a request, itself or by functions of the same file."""
    seen.add(name)
    words = set(re.findall(r"\w+", bodies[name]))
    found = {field for shape in words & set(fields) for field in fields[shape]}
    for other in (words & set(bodies)) - seen:
        found |= reached(other, bodies, fields, seen)
    return found


def rest():
    """Paths with their methods, and what they take: fields of what is posted, and words of the query."""
    rows = re.findall(r'\{\s*REQUEST_(GET|POST),\s*"([^"]+)",\s*(\w+)\s*\}', source(".c", r"\{REQUEST_GET,\s*\"/healthz\""))
    names = {f"{method} {path}" for method, path, _ in rows}
    for text in sources(".c", r"^\w+ api_\w+\(struct live_registry").values():
        bodies, fields = functions(bare(text)), shapes(bare(text))
        for method, path, handler in rows:
            if handler not in bodies:
                continue
            seen = set()
            posted = reached(handler, bodies, fields, seen)
            asked = {word for name in seen for word in re.findall(r'\b(?:request_query|read_word)\(r, "(\w+)"', bodies[name])}
            asked |= {"before"} if any("request_before(" in bodies[name] for name in seen) else set()
            names |= {f"{method} {path} {field}" for field in posted if method == "POST"} | {f"{method} {path} ?{word}=" for word in asked}
    return names


def metrics():
    """What GET /metrics counts."""
    return {f"abax_{name}" for name in re.findall(r'\b(?:metric|counter|gauge|tell_number|write_metric)\([^"]*"(\w+)",', bare(source(".c", r"# HELP abax_%s")))}


def socket():
    """What a client says by the WebSocket; what the server says is in the lists of JSON."""
    text = bare(source(".c", r"\[WIRE_JOIN\] = {"))
    fields = shapes(text)
    rows = re.findall(r'\[WIRE_\w+\]\s*=\s*\{"(\w+)",\s*(\w+)\}', text)
    return {f"do {name}" for name, _ in rows} | {f"do {name} {field}" for name, shape in rows for field in fields[shape]}


def entries():
    """Kinds of journal entries, phrases: words that are stored and sent."""
    kinds = set(re.findall(r'\{"([a-z-]+)", (?:OPEN|PLAYING|OVER)[ |A-Z]*, make_\w+\}', source(".c", r'\{"offer-rematch", OVER,')))
    phrases = re.search(r"\{\s*\{\"hello\".*?\n\}", source(".c", r'\{"hello", "Hello"\}'), re.S)
    return {f"entry {kind}" for kind in kinds} | {f"phrase {name}" for name in re.findall(r'\{"([a-z-]+)",', phrases[0])}


def schema_names(name, node, names):
    if not isinstance(node, dict):
        return
    for field, inner in node.get("properties", {}).items():
        names.add(f"{name}.{field}")
        schema_names(f"{name}.{field}", inner, names)
    names |= {f"{name} = {value}" for value in node.get("enum", []) + ([node["const"]] if "const" in node else [])}
    for inner in node.get("allOf", []) + node.get("anyOf", []) + node.get("oneOf", []):
        schema_names(name, inner, names)
    for key in ("items", "additionalProperties"):
        schema_names(f"{name}[]" if key == "items" else f"{name}.*", node.get(key), names)


def schemas():
    """Types and fields of the JSON Schemas: answers of commands, sessions and the server, settings of matches."""
    names = set()
    for path, text in sources(".json", r'"\$schema"').items():
        if "/schema/" not in path:
            continue
        schema, base = json.loads(text), os.path.basename(path)[:-5]
        for name, node in schema.get("$defs", {}).items():
            names.add(f"{base} {name}")
            schema_names(f"{base} {name}", node, names)
        schema_names(base, schema, names)
    return names


def database():
    """Tables and columns, as the migrations make them in SQLite."""
    text = bare(source(".c", r"\bmigrations\[SCHEMA_VERSION\]"))
    body = braces(text, text.index("{", text.index("migrations[SCHEMA_VERSION]")))
    every = re.findall(r'"(?:[^"\\]|\\.)*"|,', body)
    scripts = "".join(part[1:-1] if part != "," else "\0" for part in every).replace('\\"', '"').replace("\\n", "\n").split("\0")
    kind = source(".c", r"\.identity = \"INTEGER PRIMARY KEY AUTOINCREMENT\"")
    marks = dict(re.findall(r'\.(identity|clustered|own|news) = "([^"]*)"', kind))
    db = sqlite3.connect(":memory:")
    for script in scripts:
        db.executescript(re.sub(r"\{(\w+)\}", lambda mark: marks[mark[1]], script))
    names = set()
    for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"):
        names.add(table)
        names |= {f"{table}.{row[1]}" for row in db.execute(f"PRAGMA table_info({table})")}
    return names


# ---------------------------------------------------------------------------------------------
# Page
# ---------------------------------------------------------------------------------------------

def constants(text, shared):
    return {**shared, **dict(re.findall(r'\bconst (\w+) = "([^"]*)"', text))}


def storage():
    """Keys of localStorage and sessionStorage, databases, stores and indexes of IndexedDB. A star stands for what varies."""
    files = {path: text for ending in (".ts", ".svelte") for path, text in sources(ending).items() if not path.endswith(".d.ts")}
    prefix = re.search(r'const PREFIX = "(\w+\.)"', source(".ts", r"^const PREFIX ="))[1]
    names = set()
    for text in files.values():
        text = bare(text)
        imported = {name for names in re.findall(r"import \{([^}]*)\}", text) for name in re.findall(r"\w+", names)}
        shared = {name: value for other in files.values() for name, value in re.findall(r'^export const (\w+) = "([^"]*)"', other, re.M)
                  if name in imported}
        known = constants(text, shared)
        for call in re.findall(r"\b(?:keep|kept|keptText|keptKeys|forget)(?:<[^()]*?>)?\(\s*([\"`\w][^,)]*)", text):
            names |= {f"localStorage {prefix}{key}" for key in keys(call.strip(), known, text)}
        names |= {f"localStorage {prefix}{re.sub(r'[$][{][^}]*[}]', '*', key)}" for key in re.findall(r"\bthis\.key = [`\"]([^`\"]*)", text)}
        if "sessionStorage" in text:
            names |= {f"sessionStorage {re.sub(r'[$][{][^}]*[}]', '*', name)}" for name in re.findall(r"[`\"](abax[.-][^`\"]*)", text)}
        names |= databases(text, known)
    return {name.replace("`", "").replace('"', "") for name in names}


def keys(call, known, text):
    """The key that a call means: a literal, a template, a constant, or a constant before something that varies."""
    if call[0] in "\"`":
        return {re.sub(r"[$]\{[^}]*\}", "*", call.strip("\"`"))}
    first, _, more = call.partition(" + ")
    if first in known:
        return {known[first] + ("*" if more or known[first].endswith(".") else "")}
    of_function = re.search(rf"\b{re.escape(first.split('(')[0])} = \([^)]*\)[^=]*=> (?:SLOTS \+|[\"`])([^\n;]*)", text)
    return {re.sub(r"[$]\{[^}]*\}", "*", of_function[1].strip("\"`"))} if of_function and of_function[1].strip("\"`") else set()


def databases(text, known):
    names = set()
    if not re.search(r"\bdatabase\(NAME", text):
        return names
    name = known["NAME"]
    names.add(f"indexedDB {name}")
    stores = dict(re.findall(r'(\w+): "(\w+)"', (re.search(r"const STORES = \{([^}]*)\}", text) or ["", ""])[1]))
    for store, options in re.findall(r"createObjectStore\(([\w.]+)(?:, \{([^}]*)\})?", text):
        store = stores.get(store.split(".")[-1], known.get(store))
        names.add(f"indexedDB {name} {store} ({options.strip()})")
    names |= {f"indexedDB {name} index {index}" for index in re.findall(r"createIndex\(\"(\w+)\"", text)}
    return names


def addresses():
    """What follows the # of an address of the page: people keep and send these."""
    text = source(".ts", r"^export function readRoute\(")
    parts = re.search(r"^const PARTS\b.*?\n\};", text, re.S | re.M)[0]
    names = {f"#/{word}" for word in re.findall(r"^  (\w+): \[\[", parts, re.M)}
    names |= set(re.findall(r'startsWith\("(#\w+=)"\)', text))
    return names


# ---------------------------------------------------------------------------------------------
# Programs
# ---------------------------------------------------------------------------------------------

def commands():
    """Commands with their options and words, of `abax` and of what it runs."""
    names = set()
    listed = [json.loads(line) for line in run("commands").splitlines()]
    served = os.path.join(os.path.dirname(ABAX), "abax-server")
    done = subprocess.run([os.path.join(ROOT, served), "commands"], capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        raise Missing(f"'{served} commands' fails: {done.stderr.strip()}")
    for row in listed + [json.loads(line) for line in done.stdout.splitlines()]:
        names.add(f"abax {row['name']}")
        for option in row["options"]:
            names |= {f"abax {row['name']} {name}" for name in (option["name"], option["brief"]) if name}
        usage = re.sub(r"\[[^\]]*\]", " ", row["usage"].replace("[search]", "search"))
        names |= {f"abax {row['name']} {word}" for word in re.findall(r"(?:^|[\s|])([a-z]+)(?=$|[\s|])", usage)}
    return names


def ugi():
    """Commands and options of the engine; options of games are in the list of games."""
    answer = run("ugi", given="ugi\nhelp\nquit\n")
    every = {option["key"] for game in json.loads(run("games", "--json"))["games"] for option in game["options"]}
    names = {f"option {name}" for name in re.findall(r"^option name (\w+)", answer, re.M) if name not in every}
    for name, usage in re.findall(r"^info string (\w+)([^:\n]*):", answer, re.M):
        names.add(name)
        names |= {f"{name} {word}" for word in re.findall(r"\b[a-z]\w*\b", usage)}
    return names


def sessions():
    """Calls of `abax session` and of the module."""
    names = set()
    for text in sources(".c", r'^ +\{"\w+", \d+, (?:\d+|ANY_NUMBER), CALL_\w+, \w+\}').values():
        names |= set(re.findall(r'^ +\{"(\w+)", \d+, (?:\d+|ANY_NUMBER), CALL_\w+, \w+\}', text, re.M))
    tasks = source(".c", r'^ +\{"rate", \d+, \d+, \w+\}')
    return names | {f"practice {name}" for name in re.findall(r'^ +\{"(\w+)", \d+, (?:\d+|ANY_NUMBER), \w+\}', tasks, re.M)}


def records():
    """Tags of records, their ends, and the keys of their JSON."""
    rows = re.search(r"struct known known\[\] = \{(.*?)\n\};", source(".c", r"struct known known\[\]"), re.S)
    names = {f"[{tag}]" for tag in re.findall(r'\{"(\w+)", read_\w+\}', rows[1])}
    for text in sources(".c", r"record_add_tag\(|_TAG\b|\btag\(to, \"").values():
        names |= {f"[{tag}]" for tag in re.findall(r'record_add_tag\(\w+, "([A-Z]\w*)"|\btag\(to, "([A-Z]\w*)"', text) for tag in tag if tag}
    names |= {f"[{tag}]" for text in sources(".c", r'_TAG "').values() for tag in re.findall(r'#define \w+_TAG "([A-Z]\w*)"', text)}
    keys_of = re.findall(r"\b(?:action_)?keys\[\] = \{([^}]*)\}", source(".c", r"\baction_keys\[\] ="))
    return names | {f"json {key}" for some in keys_of for key in re.findall(r'"(\w+)"', some)}


def games():
    """Games, their options and values, and the ids of their rules: they stand in records, links, addresses, databases."""
    names = set()
    for game in json.loads(run("games", "--json"))["games"]:
        names.add(game["name"])
        names |= {f"{game['name']} {option['key']}={value}" for option in game["options"] for value in option["values"]}
        names |= {f"{game['name']} rule {rule['id']}" for rule in game["rules"]}
    return names


def players():
    """How a player is named in commands, records, sessions and the database."""
    text = source(".c", r"^\} numbered\[\] = \{")
    names = {f"{name}:N" for name in re.findall(r'\{"(\w+)", ', text[text.index("} numbered[]"):].split(";")[0])}
    plain = {name for name in ("random", "greedy", "person", "remote") if any(f'"{name}"' in each for each in sources(".c").values())}
    return names | plain | ({"engine:COMMAND"} if any('"engine:"' in each for each in sources(".c").values()) else set())


def environment():
    """Variables that the programs and packages read."""
    names = set()
    for text in sources(".c", r"\bgetenv\(").values():
        names |= set(re.findall(r'\bgetenv\("(\w+)"\)', text))
        if "getenv(names[i])" in text:
            names |= set(re.findall(r'"(L[A-Z_]+)"', text))
    for text in sources(".py", r"os\.environ", r"^tests/|^tools/|^tune/|/tests/|^examples/").values():  # of building the Python package
        names |= set(re.findall(r'os\.environ(?:\.get\(|\[)"(\w+)"', text))
    return names


def messages():
    """Ids with their arguments of what clients receive: refusals, `said` of sessions, words of games. Translations are found by them."""
    names = set()
    for path, text in sources(".po").items():
        if re.search(r"\.de\.po$", path) and not re.search(r"/(page|cli|tui)\.de\.po$", path):  # these stay in our own programs
            for ident, english in re.findall(r'^msgctxt "([^"]+)"\nmsgid (".*?(?:"\n".*?)*")\n', text, re.M):
                arguments = sorted(set(re.findall(r"\{(\w+)\}", english)))
                names.add(" ".join([ident, *arguments]))
    return names


def versions():
    """The versions of formats that are read. A new one is one more line; none goes."""
    schema = int(re.search(r"\bSCHEMA_VERSION = (\d+)", source(".h", r"\bSCHEMA_VERSION = \d+"))[1])
    names = {f"database schema {number}" for number in range(1, schema + 1)}
    link = source(".c", r"b->at\[0\] != VERSION")
    names |= {f"record link {number}" for number in range(1, int(re.search(r"\bVERSION = (\d+)", link)[1]) + 1)}
    names |= {f"{what} file {re.search(r'VERSION = ([0-9]+)', source('.c', pattern))[1]}"
              for what, pattern in (("openings", r'"openings %d %s'), ("puzzles", r'"puzzles %d %s'), ("practice", r'"practice %d %s'))}
    names |= {f"certificate file {number}" for text in sources(".c", r'"abax certificate \d+\\n').values()
              for number in re.findall(r'"abax certificate (\d+)\\n', text)}
    names.add("library ABI " + re.search(r"\bABAX_ABI = (\d+)", source(".h", r"\bABAX_ABI = \d+"))[1])
    names |= {f"library {name}" for name in re.findall(r"^(ABAX_\d+) \{", source(".map", r"\babax_abi;"), re.M)}
    names.add("indexedDB version " + re.search(r"indexedDB\.open\(name, (\d+)\)", source(".ts", r"indexedDB\.open\(name, \d+\)"))[1])
    return names


LISTS = {each.__name__: each for each in (c, python, javascript, rest, metrics, socket, entries, schemas, database, storage, addresses, commands, ugi,
                                          sessions, records, games, players, environment, messages, versions)}
