# SPDX-License-Identifier: MIT
"""Yoxii, the plain second implementation: texts in, texts out.

Written from the rules page alone. Slow on purpose; the tests compare the C
rules with it.
"""

SEATS = "wr"  # the letters after the board that say who is to act
OPTIONS = {}

COLUMNS = "abcdefg"

# "Board of 37 squares: columns a-g, rows 1-7; rows 1 and 7 have c-e, rows 2
# and 6 have b-f, rows 3-5 have a-g."
ROW_COLUMNS = {7: "cde", 6: "bcdef", 5: "abcdefg", 4: "abcdefg",
               3: "abcdefg", 2: "bcdef", 1: "cde"}
# "Boards are written from the top row down."
TEXT_ROWS = [7, 6, 5, 4, 3, 2, 1]

# "`1`-`4` White's pieces, `a`-`d` Red's pieces of value 1-4."
PIECES = {"w": "1234", "r": "abcd"}
# "Each has 18 pieces: five of value 1, five of 2, five of 3, three of 4."
EXISTING = [5, 5, 5, 3]

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1),
              (0, 1), (1, -1), (1, 0), (1, 1)]


def parse(position):
    """(board, side): board maps every square's name to its character."""
    board_text, side = position.split(" ")
    board = {}
    for row, text in zip(TEXT_ROWS, board_text.split("/")):
        for column, char in zip(ROW_COLUMNS[row], text):
            board[column + str(row)] = char
    return board, side


def write(board, side):
    rows = []
    for row in TEXT_ROWS:
        rows.append("".join(board[column + str(row)]
                            for column in ROW_COLUMNS[row]))
    return "/".join(rows) + " " + side


def step(square, direction):
    """The name of the next square; it may lie outside the board."""
    column = COLUMNS.find(square[0]) + direction[0]
    row = int(square[1:]) + direction[1]
    if 0 <= column < 7 and 1 <= row <= 7:
        return COLUMNS[column] + str(row)
    return None


def totem_square(board):
    for square in board:
        if board[square] == "T":
            return square
    raise ValueError("no totem")


def neighbours(board, square):
    """The squares of the board among the eight neighbours."""
    found = []
    for direction in DIRECTIONS:
        other = step(square, direction)
        if other in board:
            found.append(other)
    return found


def hand(board, side):
    """Values 1 to 4 of which the side still has a piece.

    "Hands follow from what is on the board."
    """
    on_board = list(board.values())
    values = []
    for value in [1, 2, 3, 4]:
        placed = on_board.count(PIECES[side][value - 1])
        if placed < EXISTING[value - 1]:
            values.append(value)
    return values


def destinations(board, side):
    """Where the totem can go."""
    start = totem_square(board)
    found = []
    for direction in DIRECTIONS:
        # "one step in any of the eight directions to a free square; or, in a
        # straight line of the eight directions, over an unbroken row of one
        # or more own pieces to the free square directly behind them. Enemy
        # pieces are never jumped."
        square = step(start, direction)
        while square in board and board[square] in PIECES[side]:
            square = step(square, direction)
        if square in board and board[square] == ".":
            found.append(square)
    return found


def move_totem(board, destination):
    """A new board; "the square the totem left is free"."""
    moved = dict(board)
    moved[totem_square(board)] = "."
    moved[destination] = "T"
    return moved


def placements(moved):
    """Squares for the piece, after the totem has moved."""
    # "Place one own piece ... on a free square next to (eight neighbours)
    # the totem's new square."
    free = [square for square in neighbours(moved, totem_square(moved))
            if moved[square] == "."]
    if free:
        return free
    # "If no neighbour is free, place it on any free square of the board."
    return [square for square in moved if moved[square] == "."]


def actions(options, position):
    board, side = parse(position)
    found = []
    for destination in destinations(board, side):
        for square in placements(move_totem(board, destination)):
            # "of any value still in hand"
            for value in hand(board, side):
                found.append(destination + square + str(value))
    return found


def apply(options, position, action):
    board, side = parse(position)
    # "Action: totem's destination, placement square, value."
    destination, square, value = action[0:2], action[2:4], int(action[4:])
    board = move_totem(board, destination)
    board[square] = PIECES[side][value - 1]
    return write(board, "r" if side == "w" else "w")


def result(options, position):
    # "When the player to act cannot move the totem, the game is over." The
    # move and the placing are one action, so a player without a piece in
    # hand (this cannot arise in play) cannot act either.
    if actions(options, position):
        return None
    board, _side = parse(position)
    # "Each player sums the values of own pieces on the totem's neighbour
    # squares"
    around = [board[square]
              for square in neighbours(board, totem_square(board))]
    sums = []
    counts = []
    for side in ["w", "r"]:
        values = [PIECES[side].index(char) + 1
                  for char in around if char in PIECES[side]]
        sums.append(sum(values))
        counts.append(len(values))
    # "the higher sum wins; if equal, the player with more pieces there; if
    # equal again, a draw."
    white = (sums[0], counts[0])
    red = (sums[1], counts[1])
    if white > red:
        return ["win", "loss"], sums
    if white < red:
        return ["loss", "win"], sums
    return ["draw", "draw"], sums


def why_over(options, position):
    board, _side = parse(position)
    totem = totem_square(board)
    _words, sums = result(options, position)
    around = [square for square in neighbours(board, totem) if board[square] != "."]
    sentences, so_far, count = [("The totem cannot be moved", [], {totem})], {"White": 0, "Red": 0}, {"White": 0, "Red": 0}
    # Clockwise from the north: any order would do, but a count goes round.
    clockwise = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
    for square in [step(totem, direction) for direction in clockwise]:
        if square not in around:
            continue
        owner = "White" if board[square] in PIECES["w"] else "Red"
        value = (PIECES["w"] + PIECES["r"]).index(board[square]) % 4 + 1
        so_far[owner] += value
        count[owner] += 1
        sentences.append((owner, [value, so_far[owner]], {square}))
    sentences.append(("White", sums, set()))
    # A sentence that says who or what decides is true only if there is a winner.
    if sums[0] == sums[1] and count["White"] == count["Red"]:
        sentences.append(("and so are the pieces", [count["White"]], set()))
    elif sums[0] == sums[1]:
        sentences.append(("the pieces around it decide", [count["White"], count["Red"]], set()))
    return sentences, set(around)



def sound(options, position):
    # "Position: board, side (`w` or `r`)."
    fields = position.split(" ")
    if len(fields) != 2 or fields[1] not in ["w", "r"]:
        return False
    # "rows of 3, 5, 7, 7, 7, 5, 3"
    rows = fields[0].split("/")
    if [len(row) for row in rows] != [3, 5, 7, 7, 7, 5, 3]:
        return False
    chars = "".join(rows)
    for char in chars:
        if char not in ".T1234abcd":
            return False
    # "one totem"
    if chars.count("T") != 1:
        return False
    # "a position with more pieces of a value than exist is an error."
    for side in ["w", "r"]:
        for value in [1, 2, 3, 4]:
            if chars.count(PIECES[side][value - 1]) > EXISTING[value - 1]:
                return False
    return True
