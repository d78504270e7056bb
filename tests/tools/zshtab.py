#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""zshtab.py FOLDER LINE=WANTED...: whether zsh at a terminal, with the completions of the folder, makes WANTED of LINE at the first tabulator.
For tests/check-install: only zsh itself knows what its functions do with what they get."""
import os
import pty
import re
import select
import sys
import tempfile
import time

WAIT = 60


class Shell:
    def __init__(self, folder, home):
        self.heard = ""
        child, self.terminal = pty.fork()
        if child == 0:
            os.execvpe("zsh", ["zsh", "-f", "-i"], dict(os.environ, HOME=home, TERM="dumb", COLUMNS="200", LC_ALL="C.UTF-8"))
        self.ask(f"unsetopt zle_bracketed_paste promptsp; PS1=; PS2=; stty cols 200; fpath=({folder} $fpath)")
        self.ask(f"autoload -Uz compinit && compinit -u -d {home}/dump; setopt no_beep no_list_ambiguous no_auto_menu")

    def send(self, text):
        os.write(self.terminal, text.encode())

    def until(self, pattern, seconds=WAIT):
        end = time.monotonic() + seconds
        while not re.search(pattern, self.heard) and time.monotonic() < end:
            if select.select([self.terminal], [], [], 0.2)[0]:
                self.heard += os.read(self.terminal, 4096).decode(errors="replace")
        return re.search(pattern, self.heard)

    def ask(self, command):
        self.send(command + "; print DO''NE\n")
        self.until("DONE\r")
        self.heard = ""

    def complete(self, line, wanted):
        """The line as it is run after the tabulator: a function of the program's name prints it."""
        self.ask("abax() { print -r -- \"SO: abax $*.\" }")
        self.send(line + "\t")
        self.send("\n")
        self.until(r"SO: [^\r]*\.\r")
        found = re.findall(r"SO: ([^\r]*)\.\r", self.heard)
        self.ask("true")
        if not found or found[-1].rstrip() != wanted:
            print(f"  zsh makes of '{line}' {found or self.heard[-200:]!r} and not '{wanted}'")
            return False
        return True


def main():
    with tempfile.TemporaryDirectory() as home:
        shell = Shell(sys.argv[1], home)
        fine = [shell.complete(*pair.split("=", 1)) for pair in sys.argv[2:]]
        shell.send("exit\n")
    return not all(fine)


sys.exit(main())
