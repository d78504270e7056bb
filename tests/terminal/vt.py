# SPDX-License-Identifier: MIT
"""A small terminal: what a program writes to a pseudo-terminal becomes a grid of characters. Knows the control
sequences that ncurses sends for xterm-256color; any other one is a fault, so that nothing is missed silently."""
import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

SEQUENCE = re.compile(r'\x1b(?:\[([?>=!]?)([0-9;:]*)([ -/]?)([@-~])|([()])(.)|([78=>cDEHMNOPZ\\])|\]([^\x07\x1b]*)(?:\x07|\x1b\\))')

PATIENCE = 120.0  # seconds until a test gives up on what should come: a busy machine is slow, and nobody waits when it comes


class Screen:
    """The grid, the cursor and which colours were used."""

    def __init__(self, rows, columns):
        self.decoder = codecs.getincrementaldecoder('utf-8')('replace')
        self.pending = ''
        self.colours = set()
        self.resize(rows, columns)

    def resize(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.grid = [[' '] * columns for _ in range(rows)]
        self.row = self.column = 0
        self.top, self.bottom = 0, rows - 1
        self.last = ' '

    def text(self):
        return '\n'.join(''.join(row).rstrip() for row in self.grid)

    def feed(self, data):
        text = self.pending + self.decoder.decode(data)
        at = 0
        while at < len(text):
            if text[at] == '\x1b':
                match = SEQUENCE.match(text, at)
                if not match:
                    if len(text) - at < 40:
                        break  # the rest has not come yet
                    raise AssertionError('unknown sequence %r' % text[at:at + 12])
                self.control(match)
                at = match.end()
            else:
                self.character(text[at])
                at += 1
        self.pending = text[at:]

    def character(self, c):
        if c == '\r':
            self.column = 0
        elif c == '\n':
            self.line_feed()
        elif c == '\b':
            self.column = max(0, self.column - 1)
        elif c == '\t':
            self.column = min(self.columns - 1, self.column // 8 * 8 + 8)
        elif c >= ' ':
            if self.column >= self.columns:
                self.column = 0
                self.line_feed()
            if self.row < self.rows:
                self.grid[self.row][self.column] = c
            self.last = c
            self.column += 1

    def line_feed(self):
        if self.row == self.bottom:
            self.scroll(1)
        else:
            self.row = min(self.rows - 1, self.row + 1)

    def scroll(self, lines):
        blank = [[' '] * self.columns for _ in range(abs(lines))]
        part = self.grid[self.top:self.bottom + 1]
        part = part[lines:] + blank if lines > 0 else blank + part[:lines]
        self.grid[self.top:self.bottom + 1] = part[:self.bottom + 1 - self.top]

    def control(self, match):
        private, numbers, _, final = match.group(1, 2, 3, 4)
        if not final or private:
            return
        n = [int(x) if x else 0 for x in re.split('[;:]', numbers)]
        one = max(1, n[0])
        row = self.grid[min(self.row, self.rows - 1)]
        if final in 'Hf':
            self.row = min(max(one, 1), self.rows) - 1
            self.column = min(max(n[1] if len(n) > 1 else 1, 1), self.columns) - 1
        elif final in 'ABCDGd`ae':
            self.move(final, one)
        elif final == 'J':
            self.erase_screen(n[0])
        elif final == 'K':
            first, last = {0: (self.column, self.columns), 1: (0, self.column + 1)}.get(n[0], (0, self.columns))
            row[first:last] = [' '] * (last - first)
        elif final == 'X':
            last = min(self.columns, self.column + one)
            row[self.column:last] = [' '] * (last - self.column)
        elif final == 'P':
            del row[self.column:self.column + one]
            row.extend([' '] * (self.columns - len(row)))
        elif final == '@':
            row[self.column:self.column] = [' '] * one
            del row[self.columns:]
        elif final in 'LM':
            top, self.top = self.top, self.row
            self.scroll(one if final == 'M' else -one)
            self.top = top
        elif final in 'ST':
            self.scroll(one if final == 'S' else -one)
        elif final == 'r':
            self.top, self.bottom = one - 1, (n[1] if len(n) > 1 and n[1] else self.rows) - 1
            self.bottom = min(self.bottom, self.rows - 1)
            self.row = self.column = 0
        elif final == 'b':
            for _ in range(one):
                self.character(self.last)
        elif final == 'm':
            self.colours.update(x for x in n if 30 <= x <= 49 and x not in (39, 49))
        elif final not in 'hlntc':
            raise AssertionError('unknown sequence %r' % match.group(0))

    def move(self, final, n):
        if final in 'A':
            self.row = max(0, self.row - n)
        elif final in 'Be':
            self.row = min(self.rows - 1, self.row + n)
        elif final in 'Ca':
            self.column = min(self.columns - 1, self.column + n)
        elif final == 'D':
            self.column = max(0, self.column - n)
        elif final in 'G`':
            self.column = min(n, self.columns) - 1
        else:
            self.row = min(n, self.rows) - 1

    def erase_screen(self, how):
        first = self.row * self.columns + self.column if how == 0 else 0
        last = self.row * self.columns + self.column + 1 if how == 1 else self.rows * self.columns
        for at in range(first, last):
            self.grid[at // self.columns][at % self.columns] = ' '


class Program:
    """A program in a pseudo-terminal."""

    def __init__(self, words, rows=24, columns=80, **environment):
        self.screen = Screen(rows, columns)
        self.bytes = b''
        self.status = None
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            try:
                os.environ.update({'TERM': 'xterm-256color', 'LANG': 'C.UTF-8', 'LC_ALL': ''})
                os.environ.update(environment)
                fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
                os.execvp(words[0], words)
            finally:
                os._exit(127)
        self.set_size(rows, columns)

    def set_size(self, rows, columns):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))

    def resize(self, rows, columns):
        self.read(0)
        self.screen.resize(rows, columns)
        self.set_size(rows, columns)
        os.kill(self.pid, signal.SIGWINCH)

    def read(self, seconds):
        """Takes what came; False at the end of the program."""
        while select.select([self.fd], [], [], seconds)[0]:
            try:
                data = os.read(self.fd, 65536)
            except OSError:
                return False
            if not data:
                return False
            self.bytes += data
            self.screen.feed(data)
            seconds = 0
        return True

    def settle(self, quiet=0.03, most=5.0):
        """Reads until nothing has come for a while."""
        end = time.monotonic() + most
        while time.monotonic() < end:
            before = len(self.bytes)
            if not self.read(quiet) or len(self.bytes) == before:
                return

    def wait_for(self, *texts, most=PATIENCE):
        """Waits until one of the texts is on the screen and returns it."""
        end, running = time.monotonic() + most, True
        while time.monotonic() < end:
            shown = self.screen.text()
            for text in texts:
                if text in shown:
                    return text
            if not running:
                raise AssertionError('the program ended while waiting for %r:\n%s' % (texts, shown))
            running = self.read(0.05)  # its last words may come with its end
        raise AssertionError('%r did not come:\n%s' % (texts, self.screen.text()))

    def wait_gone(self, text, most=PATIENCE):
        """Waits until a text is no longer on the screen."""
        end = time.monotonic() + most
        self.read(0)
        while text in self.screen.text():
            assert time.monotonic() < end, '%r stays:\n%s' % (text, self.screen.text())
            self.read(0.01)

    def send(self, keys):
        data = keys.encode() if isinstance(keys, str) else keys
        while data and self.alive():
            # A program that writes much must be read, or both wait for each other.
            _, ready, _ = select.select([], [self.fd], [], 0.2)
            if ready:
                data = data[os.write(self.fd, data[:256]):]
            self.read(0)

    def alive(self):
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = status
        return self.status is None

    def wait_end(self, most=PATIENCE):
        end = time.monotonic() + most
        while self.alive() and time.monotonic() < end:
            self.read(0.02)
        return os.waitstatus_to_exitcode(self.status) if not self.alive() else None

    def kill(self):
        if self.alive():
            os.kill(self.pid, signal.SIGKILL)
            _, self.status = os.waitpid(self.pid, 0)

    def close(self):
        """As when somebody closes the window."""
        if self.alive():
            os.kill(self.pid, signal.SIGHUP)
            self.wait_end(5)
        self.kill()
        if self.fd >= 0:
            os.close(self.fd)
        self.fd = -1
