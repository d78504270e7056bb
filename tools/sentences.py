# SPDX-License-Identifier: MIT
# The sentences in C sources (core/base/sentence.h). A call has an id and its English as literals; which calls these are, the
# declarations tell: functions with the parameters `id` and `format`, or `id`, `one` and `many`, and the macros of rows.
import re

import po

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|\w+|\s+|.', re.S)
CONVERSION = re.compile(r"%%|%[-+ #0]*[\d*]*(?:\.[\d*]+)?(?:hh?|ll?|z)?[a-zA-Z]")
ESCAPE = {"n": "\n", "t": "\t", "\\": "\\", '"': '"', "'": "'"}
DECLARATION = re.compile(r"\b(\w+)\(([^()]*\bconst char \*id,\s*const char \*(?:format|one)\b[^()]*)\)")
# Rows of tables that a macro makes.
IN_MACRO = re.compile(r"^#define \w+\((?:\\\n|[^\n])*", re.M)
ROW = re.compile(r'SENTENCE\(\s*(?:\\\n\s*)?("[^"]*"),\s*(?:\\\n\s*)?("[^"]*")\)')
# Words of the standard's headers that stand in formats.
MACROS = {"PRIu64": '"llu"', "PRId64": '"lld"', "PRIx64": '"llx"'}


# Macros for a sentence that is no format, as a row of a table.
ROWS = ("SENTENCE", "COMMAND_HELP")


class SentenceError(Exception):
    pass


# Lines for the preprocessor are no calls; their line ends stay, so that lines keep their numbers.
def tokenise(source):
    place = 1
    code = re.sub(r"^[ \t]*#(?:\\\n|[^\n])*", lambda found: "\n" * found[0].count("\n"), source, flags=re.M)
    for found in TOKEN.finditer(code):
        token = found[0]
        if not token.isspace() and not token.startswith(("//", "/*")):
            yield token, place
        place += token.count("\n")


def string_macros(sources):
    macros = dict(MACROS)
    for source in sources.values():
        joined = re.sub(r"\\\n", " ", source)
        for name, value in re.findall(r'^#define (\w+)[ \t]+(.*"[^"\n]*)$', joined, re.M):
            if re.fullmatch(r'[\w\s]*', re.sub(r'"(?:\\.|[^"\\])*"', "", value)):
                macros[name] = value
    return macros


# Adjacent literals, and macros that are literals, as one text; None when there is anything else.
def literal(tokens, macros):
    text = ""
    for token in tokens:
        if token in macros:
            inner = literal([found[0] for found in tokenise(macros[token])], macros)
            if inner is None:
                return None
            text += inner
        elif token.startswith('"'):
            text += re.sub(r"\\(.)", lambda found: ESCAPE[found[1]], token[1:-1])
        else:
            return None
    return text if tokens else None


# The English with {names}; complains when names and conversions do not match in number.
def pattern(format_, names, where):
    rest = list(names)

    def name(found):
        if found[0] == "%%":
            return "%"
        if not rest:
            raise SentenceError(f"{where}: '{format_}' has more conversions than named arguments")
        return "{" + rest.pop(0) + "}"

    text = CONVERSION.sub(name, format_)
    if rest:
        raise SentenceError(f"{where}: '{format_}' has no conversion for '{rest[0]}'")
    return text


def arguments(tokens, at):
    """The arguments of a call whose '(' is at `at`: lists of tokens, and where the call ends."""
    depth, found, one = 0, [], []
    for i in range(at, len(tokens)):
        token = tokens[i][0]
        if token in "([{":
            depth += 1
        elif token in ")]}":
            depth -= 1
            if depth == 0:
                return found + [one] if one or found else [], i
        if depth == 1 and token == ",":
            found.append(one)
            one = []
        elif depth > 1 or token not in "(":
            one.append(token)
    return found, len(tokens)


# By name, where id and English stand among the arguments. A header's functions are everybody's.
def declared(source):
    found = {}
    for name, parameters in DECLARATION.findall(source):
        names = [re.sub(r".*[\s*]", "", one.strip()) for one in parameters.split(",")]
        place = names.index("id")
        found[name] = (place, place + 1, place + 2 if names[place + 1] == "one" else None)
    return found


def functions(sources):
    found = {row: (0, 1, None) for row in ROWS}
    for path, source in sources.items():
        if path.endswith(".h"):
            found.update(declared(source))
    return found


def make_entry(id_text, one, many, where, file):
    name, _, list_ = id_text.partition(":")
    names = [part.partition("@")[0] for part in list_.split(",")] if list_ else []
    if not re.fullmatch(r"[a-z0-9][\w.+ -]*", name):
        raise SentenceError(f"{where}: '{name}' is not an id")
    english = pattern(one, names if many is None or "%" in one else [], where)
    return po.new_entry(name, english, pattern(many, names, where) if many is not None else "", file)


# All entries of the sources, a dictionary of path to text. Faults go to `complain`.
def extract(sources, complain):
    macros, shared, entries = string_macros(sources), functions(sources), []
    for path, source in sorted(sources.items()):
        calls = {**shared, **declared(source)}
        tokens = list(tokenise(source))
        for found in IN_MACRO.finditer(source):
            entries += [make_entry(literal([name], {}), literal([text], {}), None, path, path)
                        for name, text in ROW.findall(found[0])]
        for i, (token, line) in enumerate(tokens[:-1]):
            if token not in calls or tokens[i + 1][0] != "(":
                continue
            where = f"{path}:{line}"
            args, end = arguments(tokens, i + 1)
            id_at, one_at, many_at = calls[token]
            if len(args) <= (many_at or one_at):
                complain(f"{where}: '{token}' has too few arguments")
                continue
            if end + 1 < len(tokens) and tokens[end + 1][0] in ("{", "__attribute__") or ["const"] == args[id_at][:1]:
                continue  # a declaration or definition
            if token in ROWS and args[0] == ["id"]:
                continue  # the macro itself
            id_text = literal(args[id_at], macros)
            if args[id_at][-1:] == ["id"]:
                continue  # a function that hands its own parameters or a row on
            one = literal(args[one_at], macros)
            many = literal(args[many_at], macros) if many_at else None
            if id_text is None or one is None or (many_at and many is None):
                complain(f"{where}: the id or the English of '{token}' is not a literal")
                continue
            try:
                if token in ROWS:
                    one = one.replace("%", "%%")  # no format
                entries.append(make_entry(id_text, one, many, where, path))
            except SentenceError as fault:
                complain(str(fault))
    return entries
