#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks a certificate of Kwinty without any of the program's code: kwinty_proof.py FILE [--every N] [--seconds N]

The format stands in apps/lab/certificate.c. The claiming seat plays an action that ends the game as claimed or
leads to a listed key; every reply of the other seat is walked. Positions that were seen are known whole, as
sets of squares, never by a hash. The listed keys are hashes, but they only say what to try: a wrong one, or
two positions with one key, can make this refuse a true claim, never accept a false one.

kwinty.py says the rules sentence by sentence and takes milliseconds for a position. Here they are said again
with sets of squares in one integer each; at every Nth position (100 if not given, and always the first) actions and results are
compared with kwinty.py, and any difference ends the check. With --seconds it stops after so long and says
how far it came; that is no proof, and the exit status is 3.
"""
import argparse
import sys
import time

import kwinty

# A set of squares: bit ROW * WIDE + COLUMN, both from 0. A column that always stays empty parts the
# rows, so that no line runs out at one side and in at the other.
COLUMNS, ROWS = len(kwinty.COLUMNS), len(kwinty.ROWS)
WIDE = COLUMNS + 1
SET = WIDE * ROWS
GROUND = (1 << COLUMNS) - 1
BOARD = sum(GROUND << row * WIDE for row in range(ROWS))
BELOW_TOP = BOARD >> WIDE
FIRST = 1 << kwinty.COLUMNS.index("i")
STEPS = (1, WIDE, WIDE + 1, WIDE - 1)
WORD = (1 << 64) - 1


class Refused(Exception):
    """The sentence that says why."""


# ---------------------------------------------------------------------------------------------
# The rules, with sets of squares. A position is (squares of white, of black, left squares of flat
# blocks, upper squares of upright ones, side to act: 0 is white). Squares are filled from the
# ground up, since every block is supported.
# ---------------------------------------------------------------------------------------------

def columns_within_reach():
    """By leftmost and rightmost column: the squares in which a wall stays nine wide."""
    found = {}
    for first in range(COLUMNS):
        for last in range(first, min(first + kwinty.WIDEST, COLUMNS)):
            low, high = max(last - kwinty.WIDEST + 1, 0), min(first + kwinty.WIDEST - 1, COLUMNS - 1)
            row = (1 << high + 1) - (1 << low)
            found[(1 << last + 1) - (1 << first)] = sum(row << r * WIDE for r in range(ROWS))
    return found


REACH = columns_within_reach()


def placements(own, full, lefts, tops):
    """The lower squares of uprights and the left squares of flats that a side may place."""
    if own.bit_count() >= 2 * kwinty.BLOCKS:
        return 0, 0
    if not full:
        return FIRST, FIRST
    resting = (full << WIDE | GROUND) & BOARD & ~full
    touching = full << 1 | full >> 1 | full << WIDE | full >> WIDE
    reach = REACH[full & GROUND]
    free = resting & reach
    uprights = free & BELOW_TOP & (touching | touching >> WIDE) & ~((tops & own) << WIDE)
    flat = lefts & own
    flats = free & free >> 1 & (touching | touching >> 1) & ~(flat << 2 | flat >> 2)
    return uprights, flats


def has_five(own):
    for step in STEPS:
        two = own & own >> step
        if two & two >> 2 * step & own >> 4 * step:
            return True
    return False


def fours(own):
    """Rows of exactly four."""
    count = 0
    for step in STEPS:
        two = own & own >> step
        count += (two & two >> 2 * step & ~(own << step) & ~(own >> 4 * step)).bit_count()
    return count


def children(position):
    """Every position after one action, or none when no piece can be placed; a five of either side
    is not looked at."""
    white, black, lefts, tops, side = position
    own, full = (black if side else white), white | black
    uprights, flats = placements(own, full, lefts, tops)
    found = []
    while uprights:
        at = uprights & -uprights
        uprights ^= at
        both = at | at << WIDE
        found.append((white, black | both, lefts, tops | at << WIDE, 0) if side
                     else (white | both, black, lefts, tops | at << WIDE, 1))
    while flats:
        at = flats & -flats
        flats ^= at
        both = at | at << 1
        found.append((white, black | both, lefts | at, tops, 0) if side
                     else (white | both, black, lefts | at, tops, 1))
    if not found and any(placements(white if side else black, full, lefts, tops)):
        found.append((white, black, lefts, tops, 1 - side))
    return found


def ended(position):
    """None while the game goes on; then how many half points white gets. The last mover is the
    other side."""
    white, black, lefts, tops, side = position
    if has_five(white if side else black):
        return 2 if side else 0
    full = white | black
    if any(placements(white, full, lefts, tops)) or any(placements(black, full, lefts, tops)):
        return None
    more = fours(white) - fours(black)
    return 1 + (more > 0) - (more < 0)


# ---------------------------------------------------------------------------------------------
# Texts, and the comparison with kwinty.py
# ---------------------------------------------------------------------------------------------

def read_position(text):
    if not kwinty.sound({}, text):
        raise Refused(f"position '{text}' is not sound")
    wall, side = kwinty.read(text)
    sets = [0, 0, 0, 0]
    for block in wall:
        for column, row in kwinty.squares(block):
            sets[block[0] == "b"] |= 1 << (row - 1) * WIDE + column - 1
        upright = block[3] == "v"
        column, row = kwinty.squares(block)[upright]
        sets[2 + upright] |= 1 << (row - 1) * WIDE + column - 1
    return (*sets, int(side == "b"))


def write_position(position):
    white, _, lefts, tops, side = position
    wall = []
    for column in range(COLUMNS):
        for row in range(ROWS):
            at = 1 << row * WIDE + column
            colour = "w" if white & at else "b"
            if lefts & at:
                wall.append((colour, column + 1, row + 1, "h"))
            if tops & at:
                wall.append((colour, column + 1, row, "v"))
    return kwinty.write(wall, "wb"[side])


def compare(position, after):
    """The slow rules agree about the position and about everything after it."""
    text = write_position(position)
    slow = {kwinty.apply({}, text, action) for action in kwinty.actions({}, text)}
    if slow != {write_position(child) for child in after}:
        raise Refused(f"kwinty.py has other actions at {text}")
    for child in after:
        result = kwinty.result({}, write_position(child))
        half_points = {"win": 2, "draw": 1, "loss": 0}[result[0][0]] if result else None
        if half_points != ended(child):
            raise Refused(f"kwinty.py has another result at {write_position(child)}")


# ---------------------------------------------------------------------------------------------
# Keys, as games/kwinty/proof.c describes them: the wall moved to the left in a frame of nine
# columns, or its mirror image if that is less; rows 1 to 7 of white, of black and of the flat
# blocks, then rows 8 and 9 of all.
# ---------------------------------------------------------------------------------------------

NINE = (1 << 9) - 1
TURNED = [int(f"{row:09b}"[::-1], 2) for row in range(NINE + 1)]


def fold(position):
    white, black, lefts, _, side = position
    ground = (white | black) & GROUND
    left = max((ground & -ground).bit_length() - 1, 0)
    empty = 9 - ground.bit_count()
    plain, mirror = [], []
    top = turned_top = shift = 0
    for squares in (white, black, lefts | lefts << 1):
        squares >>= left
        word = turned = 0
        place = 0
        while squares and place < 63:
            row = squares & NINE
            word |= row << place
            turned |= TURNED[row] << place
            place += 9
            squares >>= WIDE
        if squares:
            for place in (0, 9):
                row = squares & NINE
                top |= row << place + shift
                turned_top |= TURNED[row] << place + shift
                squares >>= WIDE
        plain.append(word)
        mirror.append(turned >> empty)
        shift += 18
    plain.append(top)
    mirror.append(turned_top >> empty)
    key = 0x452821e638d01377 ^ side
    for word in min(plain, mirror):
        key = (key ^ word) * 0x9fb21c651e98df25 & WORD
        key ^= key >> 29
    key = (key ^ key >> 32) * 0xd6e8feb86659fd93 & WORD
    key = (key ^ key >> 32) * 0xd6e8feb86659fd93 & WORD
    return key ^ key >> 32


# ---------------------------------------------------------------------------------------------
# The file
# ---------------------------------------------------------------------------------------------

def take_line(data, at, word):
    end = data.find(b"\n", at)
    if end < 0 or not data.startswith(word.encode(), at):
        raise Refused(f"a line '{word}...' is missing or damaged")
    return data[at + len(word):end].decode("ascii", "replace"), end + 1


def take_keys(data, at, count):
    keys, key = set(), 0
    for number in range(count):
        step = shift = 0
        while True:
            if at >= len(data) or shift > 63:
                raise Refused(f"key {number + 1} of {count} is damaged")
            byte = data[at]
            at += 1
            step |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        key += step
        keys.add(key)
    return keys, at


def read_claims(data):
    """Position, seat (0 or 1), half points that are claimed at least, and keys of every claim."""
    at = 0
    while at < len(data) or at == 0:
        began = at
        _, at = take_line(data, at, "abax certificate 1")
        game, at = take_line(data, at, "game ")
        options, at = take_line(data, at, "options ")
        text, at = take_line(data, at, "position ")
        claim, at = take_line(data, at, "claim seat ")
        count, at = take_line(data, at, "keys ")
        if game != "kwinty" or options != "-":
            raise Refused(f"game '{game}' with options '{options}' is not Kwinty")
        if claim[:1] not in ("1", "2") or claim[1:] not in (" wins", " does not lose") or not count.isdigit():
            raise Refused(f"claim 'seat {claim}' or keys '{count}' cannot be read")
        keys, at = take_keys(data, at, int(count))
        total = 0xcbf29ce484222325
        for byte in data[began:at]:
            total = (total ^ byte) * 0x100000001b3 & WORD
        given, at = take_line(data, at, "sum ")
        if given != f"{total:016x}":
            raise Refused(f"the sum is {total:016x}, not {given}: the file is damaged")
        yield read_position(text), text, int(claim[0]) - 1, claim, keys


# ---------------------------------------------------------------------------------------------
# The walk
# ---------------------------------------------------------------------------------------------

class Walk:
    def __init__(self, start, seat, least, keys, options):
        self.start, self.seat, self.least, self.keys, self.options = start, seat, least, keys, options
        self.seen = set()  # whole positions
        self.reached = set()  # keys that were of use, to report how far the walk is
        self.games = self.compared = 0
        self.began = self.reported = time.monotonic()

    def report(self):
        seconds = max(time.monotonic() - self.began, 1e-9)
        print(f"{len(self.seen):,} positions, {len(self.reached):,} of {len(self.keys):,} keys reached, "
              f"{len(self.seen) / seconds:,.0f} positions/s, {self.compared:,} compared with kwinty.py",
              file=sys.stderr, flush=True)
        self.reported = time.monotonic()

    def keeps(self, half_points):
        return (2 - half_points if self.seat else half_points) >= self.least

    def choose(self, position, after):
        """The claiming seat's next position, or None when its action ends the game as claimed."""
        open_ones = []
        for child in after:
            end = ended(child)
            if end is None:
                open_ones.append(child)
            elif self.keeps(end):
                self.games += 1
                return None
        for child in open_ones:
            key = fold(child)
            if key in self.keys:
                self.reached.add(key)
                return child
        raise Refused(f"no listed action at {write_position(position)}")

    def replies(self, after):
        """What is left to be walked after every reply."""
        for child in after:
            end = ended(child)
            if end is None:
                yield child
            elif self.keeps(end):
                self.games += 1
            else:
                raise Refused(f"the claim is broken at {write_position(child)}")

    def run(self):
        """False when the time was over. No position comes back in this game, so what was seen needs
        no second walk."""
        end = ended(self.start)
        waiting = [self.start] if end is None else []
        if end is not None and not self.keeps(end):
            raise Refused(f"the claim is broken at {write_position(self.start)}")
        while waiting:
            position = waiting.pop()
            if position in self.seen:
                continue
            self.seen.add(position)
            after = children(position)
            if (len(self.seen) - 1) % self.options.every == 0:  # the first one always
                compare(position, after)
                self.compared += 1
            if position[4] == self.seat:
                chosen = self.choose(position, after)
                if chosen:
                    waiting.append(chosen)
            else:
                waiting.extend(self.replies(after))
            if len(self.seen) % 256 == 0:
                now = time.monotonic()
                if now - self.reported >= 5:
                    self.report()
                if self.options.seconds and now - self.began >= self.options.seconds:
                    return False
        return True


def main():
    parser = argparse.ArgumentParser(description="checks a certificate of Kwinty by the rules in kwinty.py")
    parser.add_argument("file")
    parser.add_argument("--every", type=int, default=100, help="compare every Nth position with kwinty.py")
    parser.add_argument("--seconds", type=float, default=0, help="stop after so long")
    options = parser.parse_args()
    if options.every < 1:
        parser.error("--every must be 1 at least")
    try:
        with open(options.file, "rb") as file:
            data = file.read()
        for start, text, seat, claim, keys in read_claims(data):
            walk = Walk(start, seat, 2 if claim.endswith("wins") else 1, keys, options)
            whole = walk.run()
            walk.report()
            print(f"{'accepted' if whole else 'no objection so far'}: kwinty, position {text}: seat {claim}; {len(keys)} keys, "
                  f"{len(walk.seen)} positions, {walk.games} games, {walk.compared} compared")
            if not whole:
                return 3
    except OSError:
        print(f"certificate: file '{options.file}' cannot be read")
        return 1
    except Refused as error:
        print(f"certificate refused: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
