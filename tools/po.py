# SPDX-License-Identifier: MIT
# gettext PO files as this project uses them, read and written by polib: msgctxt is a sentence's id, msgid its English with {arguments}.
import re

import polib

WIDTH = 110  # columns


def read(path):
    return polib.pofile(path, wrapwidth=WIDTH)


def new_file(language, plural_rule=""):
    file = polib.POFile(wrapwidth=WIDTH)
    file.header = "SPDX-License-Identifier: MIT"
    file.metadata = {"Language": language, "MIME-Version": "1.0", "Content-Type": "text/plain; charset=UTF-8",
                     "Content-Transfer-Encoding": "8bit", "Plural-Forms": plural_rule}
    return file


def new_entry(id_text, english, plural="", path=None):
    """A sentence of the sources, without a translation. The plural is the English for other numbers than 1."""
    return polib.POEntry(msgctxt=id_text, msgid=english, msgid_plural=plural, occurrences=[(path, "")] if path else [])


def texts(entry):
    """The translations: one, or one for each plural form; none before somebody has translated it."""
    found = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
    return found if any(found) else []


def set_texts(entry, found, forms=2):
    """With a plural rule of so many forms."""
    if not entry.msgid_plural:
        entry.msgstr = found[0] if found else ""
    else:
        entry.msgstr_plural = dict(enumerate(found if len(found) == forms else [""] * forms))


def english(entry):
    return entry.msgid, entry.msgid_plural


def plural_of(file):
    """The number of forms of a file's language, and its rule as C writes it."""
    found = re.fullmatch(r"nplurals=(\d); plural=(.*?);?", file.metadata.get("Plural-Forms", ""))
    return (int(found[1]), found[2]) if found else (1, "0")
