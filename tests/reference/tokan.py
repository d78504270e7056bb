# SPDX-License-Identifier: MIT
"""Tokan, the plain second implementation: texts in, texts out.

Written from the rules page alone. Slow on purpose; the tests compare the C
rules with it.
"""

import itertools

SEATS = "rb"  # the letters after the board that say who is to act
OPTIONS = {"scoring": ["towers", "heads"], "setup": ["random", "draft"]}

ROWS = 5
# "Board 6 columns (a-f) x 5 rows (1-5)." "During the draft the columns are
# a-j and the two dealt columns are e and f."
PLAY_COLUMNS = "abcdef"
DRAFT_COLUMNS = "abcdefghij"
DEALT_COLUMNS = "ef"
MOST_COLUMNS = 6

# "`M` `J` `L` red mouse, jackal, lion, `m` `j` `l` black"
TILES = {"r": "MJL", "b": "mjl"}
# "each colour with 3 mice (range 1), 7 jackals (range 2), 5 lions (range 3)"
EXISTING = {"M": 3, "J": 7, "L": 5}
RANGE = {"M": 1, "J": 2, "L": 3}
# "a jackal may carry one, a lion one or two, a mouse none"
CARRY = {"M": 0, "J": 1, "L": 2}

SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1)]


# ---- texts

def parse(position):
    """A dict: columns, board (square name -> stack from bottom to top, ""
    for a gap), side, taboo (a square or "-"), hands (None in play)."""
    fields = position.split(" ")
    state = {"columns": DRAFT_COLUMNS if len(fields) == 5 else PLAY_COLUMNS,
             "board": {}, "side": fields[1], "taboo": fields[2],
             "hands": None}
    # "Boards are written from the top row down, rows separated by `/`."
    row = ROWS
    for row_text in fields[0].split("/"):
        for column, stack in zip(state["columns"], row_text.split(",")):
            state["board"][column + str(row)] = "" if stack == "-" else stack
        row -= 1
    if len(fields) == 5:
        # "the hands as `M2J5L3` (Red) and `m1j5l4` (Black)"
        state["hands"] = {}
        for text in fields[3:5]:
            for letter, count in zip(text[0::2], text[1::2]):
                state["hands"][letter] = int(count)
    return state


def write(state):
    rows = []
    for row in range(ROWS, 0, -1):
        rows.append(",".join(state["board"][column + str(row)] or "-"
                             for column in state["columns"]))
    fields = ["/".join(rows), state["side"], state["taboo"]]
    if state["hands"] is not None:
        for side in ["r", "b"]:
            fields.append("".join(letter + str(state["hands"][letter])
                                  for letter in TILES[side]))
    return " ".join(fields)


def other(side):
    return "b" if side == "r" else "r"


def step(state, square, direction):
    """The name of the next square, None outside the board."""
    column = state["columns"].index(square[0]) + direction[0]
    row = int(square[1]) + direction[1]
    if 0 <= column < len(state["columns"]) and 1 <= row <= ROWS:
        return state["columns"][column] + str(row)
    return None


# ---- the draft

def touches_laid(state, square):
    for direction in SIDES:
        beside = step(state, square, direction)
        if beside is not None and state["board"][beside]:
            return True
    return False


def span(board):
    """From the first laid column to the last, both counted."""
    laid = [DRAFT_COLUMNS.index(square[0]) for square in board if board[square]]
    return max(laid) - min(laid) + 1


def draft_actions(state):
    found = []
    for square in state["board"]:
        # "a player lays one own tile on an empty square of rows 1-5 that
        # touches a laid tile along a side"
        if state["board"][square] or not touches_laid(state, square):
            continue
        # "the laid columns may never span more than 6"
        after = dict(state["board"])
        after[square] = "?"
        if span(after) > MOST_COLUMNS:
            continue
        for letter in TILES[state["side"]]:
            if state["hands"][letter] > 0:
                # "the tile and the square, `Lg3`"
                found.append(letter + square)
    return found


def draft_apply(state, action):
    letter, square = action[0], action[1:]
    state["board"][square] = letter
    state["hands"][letter] -= 1
    state["side"] = other(state["side"])
    if sum(state["hands"].values()) > 0:
        return
    # "After all 20, the 6 columns are lettered a-f from the left, and play
    # starts with Red (who laid first), no taboo."
    laid = [column for column in DRAFT_COLUMNS
            if any(state["board"][column + str(row)]
                   for row in range(1, ROWS + 1))]
    board = {}
    for old, new in zip(laid, PLAY_COLUMNS):
        for row in range(1, ROWS + 1):
            board[new + str(row)] = state["board"][old + str(row)]
    state.update(columns=PLAY_COLUMNS, board=board, side="r", taboo="-",
                 hands=None)


# ---- the turn

def target(state, square, direction, distance):
    """The destination, or None when a gap or the edge is in the way."""
    # "Every square from the first step up to and including the destination
    # must hold a stack"
    for _ in range(distance):
        square = step(state, square, direction)
        if square is None or not state["board"][square]:
            return None
    return square


def play_actions(state):
    found = []
    for square in state["board"]:
        stack = state["board"][square]
        # "Move the top tile of a stack whose top tile is own colour"
        if not stack or stack[-1] not in TILES[state["side"]]:
            continue
        kind = stack[-1].upper()
        for direction in SIDES:
            # "in one of the four straight directions, by exactly its range"
            to = target(state, square, direction, RANGE[kind])
            # "Taboo: the destination may not be the square where the
            # opponent's last moved tile now lies."
            if to is None or to == state["taboo"]:
                continue
            # "alone or carrying the tiles directly below it"
            for carried in range(0, CARRY[kind] + 1):
                if carried + 1 > len(stack):
                    continue
                # "t + k + 1 > h"
                if len(state["board"][to]) + carried + 1 > len(stack):
                    suffix = "+" + str(carried) if carried else ""
                    found.append(square + to + suffix)
    return found


def direction_of(from_square, to_square):
    columns = ord(to_square[0]) - ord(from_square[0])
    rows = int(to_square[1]) - int(from_square[1])
    if columns:
        return (1 if columns > 0 else -1, 0)
    return (0, 1 if rows > 0 else -1)


def play_apply(state, action):
    board = state["board"]
    source, to = action[0:2], action[2:4]
    moving = 1 + (int(action[5:]) if len(action) > 4 else 0)
    stack = board[source]
    # "Carried tiles may be of either colour and keep their order."
    board[to] = board[to] + stack[len(stack) - moving:]
    board[source] = stack[:len(stack) - moving]
    if not board[source]:
        # "Closing up: if the whole stack left its square, the unbroken run
        # of stacks directly behind it (against the direction of the move, up
        # to the first gap or the edge) moves one square forward."
        forward = direction_of(source, to)
        backward = (-forward[0], -forward[1])
        empty = source
        tail = step(state, empty, backward)
        while tail is not None and board[tail]:
            board[empty] = board[tail]
            board[tail] = ""
            empty = tail
            tail = step(state, empty, backward)
    # The run that closes up lies behind the mover, so the moved tile stays.
    state["taboo"] = to
    state["side"] = other(state["side"])


# ---- the interface

def actions(options, position):
    state = parse(position)
    if state["hands"] is not None:
        return draft_actions(state)
    return play_actions(state)


def apply(options, position, action):
    state = parse(position)
    if state["hands"] is not None:
        draft_apply(state, action)
    else:
        play_apply(state, action)
    return write(state)


def result(options, position):
    # "When the player to act has no legal action, the game is over"
    if actions(options, position):
        return None
    stacks = {"r": [], "b": []}
    for stack in parse(position)["board"].values():
        # "The top tile owns the stack."
        if stack:
            owner = "r" if stack[-1] in TILES["r"] else "b"
            stacks[owner].append(stack)
    scores = []
    keys = []
    for side in ["r", "b"]:
        towers = sorted([len(stack) for stack in stacks[side]
                         if len(stack) >= 2], reverse=True)
        if options["scoring"] == "towers":
            # "each player sums the heights of own stacks of height 2 or
            # more. Higher wins, equal draws."
            scores.append(sum(towers))
            keys.append((sum(towers),))
        else:
            # "each player sums the ranges of own top tiles, single tiles
            # included. Higher wins. If equal, compare own stacks of height 2
            # or more from the highest down: the first difference wins, and a
            # player who runs out of stacks first loses the comparison" (as
            # Python compares lists)
            heads = sum(RANGE[stack[-1].upper()] for stack in stacks[side])
            scores.append(heads)
            keys.append((heads, towers))
    if keys[0] > keys[1]:
        return ["win", "loss"], scores
    if keys[0] < keys[1]:
        return ["loss", "win"], scores
    return ["draw", "draw"], scores


def why_over(options, position):
    state = parse(position)
    _words, scores = result(options, position)
    sentences = [({"r": "Red", "b": "Black"}[state["side"]] + " has no legal move", [], set())]
    marked = set()
    for side, name in (("r", "Red"), ("b", "Black")):
        own = [square for square in sorted(state["board"], key=lambda square: (square[1], square[0]))
               if state["board"][square] and state["board"][square][-1] in TILES[side]]
        if options["scoring"] == "towers":
            so_far = 0
            for square in own:
                height = len(state["board"][square])
                if height >= 2:
                    so_far += height
                    sentences.append((name, [height, so_far], {square}))
                    marked.add(square)
        else:
            sentences.append((name, [scores["rb".index(side)]], set(own)))
            marked |= set(own)
    sentences.append(("Red", scores, set()))
    if options["scoring"] != "towers" and scores[0] == scores[1]:
        sentences.append(towers_compared(state["board"]))
    return sentences, marked


def towers_compared(board):
    """What is said of equal sums of ranges: the first pair of towers, from the highest down, that
    differ."""
    towers = {side: sorted((len(stack) for stack in board.values() if len(stack) >= 2 and stack[-1] in TILES[side]), reverse=True)
              for side in "rb"}
    if towers["r"] == towers["b"]:
        return "and so are the towers", [], set()
    pair = next((red, black) for red, black in itertools.zip_longest(towers["r"], towers["b"], fillvalue=0) if red != black)
    spots = {square for square, stack in board.items()
             if len(stack) >= 2 and len(stack) == pair[stack[-1] in TILES["b"]]}
    if 0 in pair:
        return {0: "Black has one of", 1: "Red has one of"}[pair.index(0)], [max(pair)], spots
    return "where they differ", list(pair), spots



# ---- strict reading

def sound_board(text, columns):
    """Shape and letters of the board field."""
    rows = text.split("/")
    if len(rows) != ROWS:
        return False
    for row in rows:
        squares = row.split(",")
        if len(squares) != len(columns):
            return False
        for square in squares:
            if square == "-":
                continue
            if square == "" or any(char not in "MJLmjl" for char in square):
                return False
    return True


def sound_hand(text, letters):
    """`M2J5L3`: "all three letters always written"; no kind has ten tiles,
    so a count is one digit."""
    return (len(text) == 6 and text[0::2] == letters
            and all(char in "0123456789" for char in text[1::2]))


def all_tiles_there(state):
    """Exactly the 30 tiles, on the board and in the hands together."""
    tiles = "".join(state["board"].values())
    for side in ["r", "b"]:
        for letter in TILES[side]:
            count = tiles.count(letter)
            if state["hands"] is not None:
                count += state["hands"][letter]
            if count != EXISTING[letter.upper()]:
                return False
    return True


def sound_draft(state):
    board = state["board"]
    # "the taboo field is `-`"
    if state["taboo"] != "-":
        return False
    # A player lays "one own tile on an empty square".
    if any(len(stack) > 1 for stack in board.values()):
        return False
    # "Five random tiles of each colour, mixed, fill two neighbouring columns
    # of five ... the two dealt columns are e and f."
    dealt = "".join(board[column + str(row)] for column in DEALT_COLUMNS
                    for row in range(1, ROWS + 1))
    for side in ["r", "b"]:
        if len([tile for tile in dealt if tile in TILES[side]]) != 5:
            return False
    # "the laid columns may never span more than 6"
    if span(board) > MOST_COLUMNS:
        return False
    # "an empty square ... that touches a laid tile along a side": all laid
    # tiles hang together with the dealt columns.
    found = {column + str(row) for column in DEALT_COLUMNS
             for row in range(1, ROWS + 1)}
    waiting = list(found)
    while waiting:
        square = waiting.pop()
        for direction in SIDES:
            beside = step(state, square, direction)
            if beside and board[beside] and beside not in found:
                found.add(beside)
                waiting.append(beside)
    if any(board[square] and square not in found for square in board):
        return False
    # "Red first, alternately"
    red = sum(state["hands"][letter] for letter in TILES["r"])
    black = sum(state["hands"][letter] for letter in TILES["b"])
    if black - red != (1 if state["side"] == "b" else 0):
        return False
    # "After all 20" the text is that of the play.
    return sum(state["hands"].values()) > 0


def sound_taboo(state):
    """The taboo square is "where the opponent's last moved tile now lies",
    that is, on top of a stack there."""
    taboo = state["taboo"]
    if taboo == "-":
        return True
    if taboo not in state["board"] or not state["board"][taboo]:
        return False
    return state["board"][taboo][-1] in TILES[other(state["side"])]


def sound(options, position):
    fields = position.split(" ")
    if len(fields) == 5:
        # A draft only with `setup=draft`.
        if options["setup"] != "draft":
            return False
        if not sound_board(fields[0], DRAFT_COLUMNS):
            return False
        if not sound_hand(fields[3], "MJL") or not sound_hand(fields[4], "mjl"):
            return False
    elif len(fields) != 3 or not sound_board(fields[0], PLAY_COLUMNS):
        return False
    if fields[1] not in ["r", "b"]:
        return False
    state = parse(position)
    if not all_tiles_there(state):
        return False
    if len(fields) == 5:
        return sound_draft(state)
    return sound_taboo(state)
