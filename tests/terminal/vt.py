# SPDX-License-Identifier: MIT
"""A program in a pseudo-terminal, and what it shows there: pyte turns what it writes into a grid of characters. A control sequence that
neither pyte nor this file knows is an error, so that nothing is missed silently."""
import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

import pyte

PATIENCE = 120.0  # seconds until a test gives up on what should come: a busy machine is slow, and nobody waits when it comes


class Stream(pyte.ByteStream):
    """Sequences that ncurses sends and pyte lacks."""
    escape = {**pyte.Stream.escape, '=': 'ignore', '>': 'ignore'}
    csi = {**pyte.Stream.csi, 'b': 'repeat', 'S': 'scroll_up', 'T': 'scroll_down', 't': 'ignore'}


class Screen(pyte.Screen):
    """The grid, and which colours were used."""

    def __init__(self, rows, columns):
        super().__init__(columns, rows)
        self.colours = set()
        self.last = ' '
        self.fed = b''
        self.stream = Stream(self)

    def resize(self, rows, columns):
        """Empties it: the program has to show everything again."""
        super().resize(rows, columns)
        self.set_margins()
        self.erase_in_display(2)
        self.cursor_position()

    def text(self):
        rows = (self.buffer[row] for row in range(self.lines))
        return '\n'.join(''.join(row[column].data for column in range(self.columns)).rstrip() for row in rows)

    def feed(self, data):
        self.fed = data
        self.stream.feed(data)

    def draw(self, data):
        self.last = data[-1]
        super().draw(data)

    def repeat(self, count=1):
        self.draw(self.last * max(1, count))

    def scroll_up(self, count=1):
        self.scroll(self.margins.bottom if self.margins else self.lines - 1, self.index, count)

    def scroll_down(self, count=1):
        self.scroll(self.margins.top if self.margins else 0, self.reverse_index, count)

    def scroll(self, row, step, count):
        before, self.cursor.y = self.cursor.y, row
        for _ in range(max(1, count)):
            step()
        self.cursor.y = before

    def select_graphic_rendition(self, *attributes, **_):
        self.colours.update(x for x in attributes if 30 <= x <= 49 and x not in (39, 49))
        super().select_graphic_rendition(*attributes)

    def ignore(self, *_, **__):
        pass

    def debug(self, *_, **__):
        raise AssertionError('unknown sequence in %r' % self.fed)


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
