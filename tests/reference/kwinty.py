# SPDX-License-Identifier: MIT
"""Kwinty in plain Python: the second implementation that the tests compare with.

A wall is a list of blocks (colour, column, row, orientation), columns 1 to 17
for a to q, rows 1 to 9. Quoted comments are sentences of the rules page.
"""

SEATS = "wb"  # the letters after the board that say who is to act
OPTIONS = {}

COLUMNS = "abcdefghijklmnopq"
ROWS = "123456789"
WIDEST = 9
BLOCKS = 20
OTHER = {"w": "b", "b": "w"}
# Along a row, up a column, and the two diagonals.
LINES = [(1, 0), (0, 1), (1, 1), (1, -1)]


def read(position):
    """The wall and the side to act of a sound position text."""
    text, side = position.split(" ")
    wall = []
    # "Blocks are <colour><square><h|v>, comma-separated"; "- for an empty wall"
    if text != "-":
        for block in text.split(","):
            column = COLUMNS.index(block[1]) + 1
            row = ROWS.index(block[2]) + 1
            wall.append((block[0], column, row, block[3]))
    return wall, side


def block_order(block):
    # "sorted by column, then row"
    return block[1], block[2]


def write(wall, side):
    texts = []
    for colour, column, row, way in sorted(wall, key=block_order):
        texts.append(colour + COLUMNS[column - 1] + ROWS[row - 1] + way)
    return (",".join(texts) or "-") + " " + side


def squares(block):
    """The two squares that a block covers."""
    _, column, row, way = block
    # "flat (h: a square and its right neighbour) or upright (v: a square and
    # the one above)"
    if way == "h":
        return [(column, row), (column + 1, row)]
    return [(column, row), (column, row + 1)]


def lowest(block):
    if block[3] == "h":
        return squares(block)
    return squares(block)[:1]


def filled(wall):
    """A dict from each filled square to the block that fills it."""
    return {square: block for block in wall for square in squares(block)}


def inside(block):
    # "in rows 1-9 and columns a-q"
    return all(1 <= column <= len(COLUMNS) and 1 <= row <= len(ROWS)
               for column, row in squares(block))


def supported(block, full):
    # "every lowest square of it is in row 1 or has a filled square right below"
    return all(row == 1 or (column, row - 1) in full
               for column, row in lowest(block))


def neighbours(block):
    """The squares that share a side with a block."""
    own = squares(block)
    found = []
    for column, row in own:
        for square in ((column + 1, row), (column - 1, row),
                       (column, row + 1), (column, row - 1)):
            if square not in own:
                found.append(square)
    return found


def touching(block, full):
    """The blocks that a block touches along a side."""
    return [full[square] for square in neighbours(block) if square in full]


def ends(block):
    """The squares that a short end of a block faces."""
    first, second = squares(block)
    if block[3] == "h":
        return [(first[0] - 1, first[1]), (second[0] + 1, second[1])]
    return [(first[0], first[1] - 1), (second[0], second[1] + 1)]


def short_ends_meet(block, full):
    # "no short end of it touches a short end of a block of the same colour:
    # two flat blocks of one colour may not lie end to end in a row, two upright
    # blocks of one colour may not stand directly on each other."
    for square in ends(block):
        if square in full:
            other = full[square]
            if other[0] == block[0] and other[3] == block[3]:
                return True
    return False


def width(wall):
    """How many columns the wall spans, from leftmost to rightmost."""
    columns = [column for block in wall for column, _ in squares(block)]
    return max(columns) - min(columns) + 1


def may_place(wall, full, block):
    # "both squares are empty, in rows 1-9 and columns a-q"
    if not inside(block) or any(square in full for square in squares(block)):
        return False
    # "it is fully supported"
    if not supported(block, full):
        return False
    # "The first block of the game covers column i (upright), or i and j (flat)";
    # "the first block is exempt" from touching.
    if not wall:
        return block[1] == COLUMNS.index("i") + 1
    # "it touches a block already there along a side (corners do not count)"
    if not touching(block, full):
        return False
    # "afterwards the filled columns, from leftmost to rightmost, span at most 9"
    if width(wall + [block]) > WIDEST:
        return False
    return not short_ends_meet(block, full)


def placements(wall, side):
    # "20 blocks of each colour"
    if sum(1 for block in wall if block[0] == side) >= BLOCKS:
        return []
    full = filled(wall)
    found = []
    for column in range(1, len(COLUMNS) + 1):
        for row in range(1, len(ROWS) + 1):
            for way in "hv":
                block = (side, column, row, way)
                if may_place(wall, full, block):
                    found.append(block)
    return found


def runs(wall, colour):
    """The lengths of the maximal runs of a colour in all four line directions."""
    own = set()
    for block in wall:
        if block[0] == colour:
            own.update(squares(block))
    lengths = []
    for step in LINES:
        for column, row in own:
            if (column - step[0], row - step[1]) in own:
                continue
            length = 1
            while (column + length * step[0], row + length * step[1]) in own:
                length += 1
            lengths.append(length)
    return lengths


def in_runs(wall, colour, wanted):
    """The names of the squares in maximal runs whose length is wanted."""
    own = set()
    for block in wall:
        if block[0] == colour:
            own.update(squares(block))
    found = set()
    for step in LINES:
        for column, row in own:
            if (column - step[0], row - step[1]) in own:
                continue
            run = [(column, row)]
            while (run[-1][0] + step[0], run[-1][1] + step[1]) in own:
                run.append((run[-1][0] + step[0], run[-1][1] + step[1]))
            if wanted(len(run)):
                found.update(run)
    return {COLUMNS[column - 1] + ROWS[row - 1] for column, row in found}


def why_over(options, position):
    wall, side = read(position)
    for winner in (OTHER[side], side):
        five = in_runs(wall, winner, lambda length: length >= 5)
        if five:
            return [({"w": "White has five", "b": "Black has five"}[winner], [], five)], five
    white, black = (in_runs(wall, colour, lambda length: length == 4) for colour in "wb")
    rows = [runs(wall, colour).count(4) for colour in "wb"]
    return [("Nobody can place", [], set()), ("White", rows[:1], white), ("Black", rows[1:], black),
            ("White", rows, set())], white | black



def actions(options, position):
    if result(options, position) is not None:
        return []
    wall, side = read(position)
    found = placements(wall, side)
    # "A player with no legal placement (or no blocks left) must pass while the
    # opponent still has one." (If the opponent had none, the game were over.)
    if not found:
        return ["pass"]
    return sorted(COLUMNS[column - 1] + ROWS[row - 1] + way
                  for _, column, row, way in found)


def apply(options, position, action):
    wall, side = read(position)
    if action != "pass":
        column = COLUMNS.index(action[0]) + 1
        row = ROWS.index(action[1]) + 1
        wall.append((side, column, row, action[2]))
    return write(wall, OTHER[side])


def result(options, position):
    wall, side = read(position)
    # "A row of five or more squares of the mover's colour, horizontal, vertical
    # or diagonal: the mover wins." The mover is the side that is not to act.
    # (Only the mover can have a five in play; a lone five of the side to act
    # counts as won too.) "a win by five scores 1 and 0"
    for winner in (OTHER[side], side):
        if any(length >= 5 for length in runs(wall, winner)):
            if winner == "w":
                return ["win", "loss"], [1, 0]
            return ["loss", "win"], [0, 1]
    # "When neither player can place a block"
    if placements(wall, "w") or placements(wall, "b"):
        return None
    # "each counts the rows of exactly four squares of own colour (maximal runs,
    # in all four line directions); more rows wins; equal is a draw."
    white, black = runs(wall, "w").count(4), runs(wall, "b").count(4)
    if white > black:
        return ["win", "loss"], [white, black]
    if white < black:
        return ["loss", "win"], [white, black]
    return ["draw", "draw"], [white, black]


def well_formed(text):
    """Whether the first field has the right shape, letter by letter."""
    if text == "-":
        return True
    for block in text.split(","):
        if len(block) != 4 or block[0] not in "wb" or block[1] not in COLUMNS:
            return False
        if block[2] not in ROWS or block[3] not in "hv":
            return False
    return True


def connected(wall):
    full = filled(wall)
    reached = [wall[0]]
    for block in reached:
        for other in touching(block, full):
            if other not in reached:
                reached.append(other)
    return len(reached) == len(wall)


def sound(options, position):
    fields = position.split(" ")
    if len(fields) != 2 or fields[1] not in ("w", "b"):
        return False
    if not well_formed(fields[0]):
        return False
    wall, side = read(position)
    if not wall:
        return True
    # Outside, then overlapping: a square that two blocks fill is counted once.
    if not all(inside(block) for block in wall):
        return False
    full = filled(wall)
    if len(full) != 2 * len(wall):
        return False
    # "sorted by column, then row"
    if write(wall, side) != position:
        return False
    # "all blocks supported and connected, no touching short ends of one
    # colour, at most 9 wide, at most 20 blocks a colour, i1 filled"
    if not all(supported(block, full) for block in wall):
        return False
    if not connected(wall):
        return False
    if any(short_ends_meet(block, full) for block in wall):
        return False
    if width(wall) > WIDEST:
        return False
    if any(sum(1 for block in wall if block[0] == colour) > BLOCKS
           for colour in "wb"):
        return False
    return (COLUMNS.index("i") + 1, 1) in full
