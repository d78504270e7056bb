# SPDX-License-Identifier: MIT
# gettext PO files as this project uses them: msgctxt is a sentence's id, msgid its English with {arguments}.
import re
from dataclasses import dataclass, field


@dataclass
class Entry:
    id: str
    english: str
    plural: str = ""  # the English for other numbers than 1
    texts: list = field(default_factory=list)  # translations: one, or one a plural form
    comments: list = field(default_factory=list)  # whole lines, as they stand: "#: core/play/match.c"
    fuzzy: bool = False
    line: int = 0

    def translated(self):
        return bool(self.texts) and all(self.texts) and not self.fuzzy


class PoError(Exception):
    pass


ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


def unquote(text):
    return re.sub(r"\\(.)", lambda found: ESCAPES.get(found[1], found[1]), text[1:-1])


def quote(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t").replace("\n", "\\n") + '"'


# A long text stands on several lines, cut behind line ends and between words.
def quote_lines(key, text, width=110):
    if len(key) + len(text) + 3 <= width and "\n" not in text[:-1]:
        return [f"{key} {quote(text)}"]
    lines = [f'{key} ""']
    for part in re.findall(r"[^\n]*\n|[^\n]+$", text):
        row = ""
        for word in re.findall(r"\S*\s*", part):
            if row and len(row) + len(word) > width - 2:
                lines.append(quote(row))
                row = ""
            row += word
        if row:
            lines.append(quote(row))
    return lines


# The header as a dictionary, and the entries in their order. Obsolete entries (#~) are passed over.
def read(path):
    entries, fields, comments, last, fuzzy, start = [], {}, [], None, False, 0
    header = {}

    def finish():
        nonlocal fields, comments, fuzzy, last
        if "msgid" in fields:
            if not fields["msgid"] and "msgctxt" not in fields:
                for line in fields.get("msgstr", "").splitlines():
                    name, _, value = line.partition(":")
                    header[name.strip()] = value.strip()
                header["#"] = comments
            else:
                forms = sorted(key for key in fields if key.startswith("msgstr"))
                entries.append(Entry(fields.get("msgctxt", ""), fields["msgid"], fields.get("msgid_plural", ""),
                                     [fields[form] for form in forms], comments, fuzzy, start))
            comments, fuzzy = [], False
        fields, last = {}, None

    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if line.startswith("#~") or not line.strip():
                finish()
            elif line.startswith("#"):
                if fields:
                    finish()
                if line.startswith("#,"):
                    fuzzy |= "fuzzy" in line
                else:
                    comments.append(line)
            elif line.startswith('"'):
                if last is None or not line.endswith('"') or len(line) < 2:
                    raise PoError(f"{path}:{number}: a text that belongs to nothing")
                fields[last] += unquote(line)
            else:
                found = re.fullmatch(r'(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?) (".*")', line)
                if not found:
                    raise PoError(f"{path}:{number}: '{line}' is no line of a PO file")
                if found[1] in fields:
                    finish()
                if not fields:
                    start = number
                last = found[1]
                fields[last] = unquote(found[2])
        finish()
    return header, entries


def text(header, entries):
    """What the file says, byte for byte."""
    out = list(header.get("#", []))
    out += ['msgid ""', 'msgstr ""']
    out += [quote(f"{name}: {value}\n") for name, value in header.items() if name != "#"]
    for entry in entries:
        out.append("")
        out += entry.comments
        if entry.fuzzy:
            out.append("#, fuzzy")
        out += quote_lines("msgctxt", entry.id) + quote_lines("msgid", entry.english)
        if entry.plural:
            out += quote_lines("msgid_plural", entry.plural)
            for i, text in enumerate(entry.texts or ["", ""]):
                out += quote_lines(f"msgstr[{i}]", text)
        else:
            out += quote_lines("msgstr", entry.texts[0] if entry.texts else "")
    return "\n".join(out) + "\n"


def write(path, header, entries):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text(header, entries))


# The forms of a language, and its rule as C writes it.
def plural_of(header):
    found = re.fullmatch(r"nplurals=(\d); plural=(.*?);?", header.get("Plural-Forms", ""))
    return (int(found[1]), found[2]) if found else (1, "0")
