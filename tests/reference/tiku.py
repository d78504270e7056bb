# SPDX-License-Identifier: MIT
"""Tiku in plain Python: the second implementation that the tests compare with.

A board is a dict from (column, row), both 1 to 6, to one character of the
position text. Quoted comments are sentences of the rules page. Repetition
needs the history of a game and is not part of this file.
"""

SEATS = "wb"  # the letters after the board that say who is to act
OPTIONS = {"diagonal": ["off", "on"]}

SIZE = 6
DISCS = 14
FIGURES = 6
COLUMNS = "abcdef"
ROWS = "123456"

STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]

DISC_OF = {"w": "o", "b": "x"}
OTHER = {"w": "b", "b": "w"}
FIGURE = "wWbB"


def read(position):
    """The board and the side to act of a sound position text."""
    text, side = position.split(" ")
    board = {}
    # "Boards are written from the top row down, rows separated by /."
    for index, line in enumerate(text.split("/")):
        for column, character in enumerate(line):
            board[(column + 1, SIZE - index)] = character
    return board, side


def write(board, side):
    lines = []
    for row in range(SIZE, 0, -1):
        line = ""
        for column in range(1, SIZE + 1):
            line += board[(column, row)]
        lines.append(line)
    return "/".join(lines) + " " + side


def square_name(square):
    column, row = square
    return COLUMNS[column - 1] + ROWS[row - 1]


def square_at(name):
    return COLUMNS.index(name[0]) + 1, ROWS.index(name[1]) + 1


def count(board, characters):
    return sum(1 for character in board.values() if character in characters)


def supply(board, side):
    # "Each has six figures and a supply of 14 discs."
    return DISCS - count(board, DISC_OF[side])


def moves(board, side):
    """Every move of the side, as a pair of squares."""
    found = []
    for start, character in board.items():
        if character not in FIGURE or character.lower() != side:
            continue
        directions = list(STRAIGHT)
        # "Every figure may move diagonally (any distance, same rules) once"
        if character.isupper():
            directions += DIAGONAL
        for step in directions:
            column, row = start[0] + step[0], start[1] + step[1]
            # "No square passed over, nor the destination, may hold a figure.
            # Discs never block."
            while (column, row) in board and board[(column, row)] not in FIGURE:
                found.append((start, (column, row)))
                column, row = column + step[0], row + step[1]
    return found


def sign(number):
    return (number > 0) - (number < 0)


def actions(options, position):
    if result(options, position) is not None:
        return []
    board, side = read(position)
    found = moves(board, side)
    # "A player without a legal move must pass."
    if not found:
        return ["pass"]
    return sorted(square_name(start) + square_name(end) for start, end in found)


def apply(options, position, action):
    board, side = read(position)
    if action == "pass":
        return write(board, OTHER[side])
    start, end = square_at(action[:2]), square_at(action[2:])
    step = (sign(end[0] - start[0]), sign(end[1] - start[1]))
    figure = board[start]
    # "... and loses that ability with the move."
    if step in DIAGONAL:
        figure = figure.lower()
    # 1. "A disc on the destination, of either colour, goes back to its
    # owner's supply" - before placing; the figure stands there instead.
    board[start] = "."
    board[end] = figure
    # 2. "The start square, then each square passed over in order, gets a disc
    # of the mover" ... "The destination gets none."
    disc = DISC_OF[side]
    square = start
    while square != end:
        # "an own disc there stays, and nothing is placed"
        if board[square] != disc:
            # "When the supply is empty and a further disc is needed, stop
            # placing: the remaining squares stay as they are"
            if supply(board, side) == 0:
                break
            # "an enemy disc there goes back to its owner first"
            board[square] = disc
        square = (square[0] + step[0], square[1] + step[1])
    return write(board, OTHER[side])


def result(options, position):
    board, side = read(position)
    # 3. "If the mover's supply is now empty, the mover wins." The mover is the
    # side that is not to act. (The other supply cannot be empty in play; such
    # a position counts as won too. Both at once do not fit on the board.)
    for winner in (OTHER[side], side):
        if supply(board, winner) == 0:
            # "The winner scores the number of discs in the loser's supply; the
            # loser scores 0"
            points = supply(board, OTHER[winner])
            if winner == "w":
                return ["win", "loss"], [points, 0]
            return ["loss", "win"], [0, points]
    return None


def why_over(options, position):
    board, side = read(position)
    winner = OTHER[side] if supply(board, OTHER[side]) == 0 else side
    discs = {square_name(square) for square in board if board[square] == {"w": "o", "b": "x"}[winner]}
    assert len(discs) == 14
    return [({"w": "White has", "b": "Black has"}[winner], [supply(board, OTHER[winner])], discs)], discs



def sound(options, position):
    fields = position.split(" ")
    if len(fields) != 2 or fields[1] not in ("w", "b"):
        return False
    lines = fields[0].split("/")
    if len(lines) != SIZE:
        return False
    for line in lines:
        if len(line) != SIZE:
            return False
        for character in line:
            if character not in ".ox" + FIGURE:
                return False
    board, _ = read(position)
    # "exactly the pieces that must exist (... six figures a side ...)"
    if count(board, "wW") != FIGURES or count(board, "bB") != FIGURES:
        return False
    # "no more pieces than exist"
    if count(board, "o") > DISCS or count(board, "x") > DISCS:
        return False
    # "nothing that the option excludes (a W figure with diagonal=off)"
    if options["diagonal"] == "off" and count(board, "WB") > 0:
        return False
    return True
