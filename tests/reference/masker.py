# SPDX-License-Identifier: MIT
"""Masker in plain Python: the second implementation that the tests compare with.

On both boards a square holds a pile, a list of crosses from bottom to top: one
cross or none on the flat board. So the colourless cross lifts off its pile and
replaces the top of another on both. Quoted comments are sentences of the rules
page. Seats count from 1; lists a seat have seat 1 at index 0.
"""
import itertools

OPTIONS = {"players": ["2", "3", "4"], "board": ["flat", "tower"]}

COLOURS = "rygbp"
CROSSES = {"r": 6, "y": 6, "g": 6, "b": 6, "p": 6, "w": 5, "*": 1}
ALL = 36
# "at most 18 crosses with two players, 12 with three, 9 with four"
CAP = {2: 18, 3: 12, 4: 9}
# Side length and height of a pile.
SIZE = {"flat": 6, "tower": 3}
HEIGHT = {"flat": 1, "tower": 4}


class Position:
    """The six fields, and the two options, as plain values."""

    def __init__(self, options, text):
        fields = text.split(" ")
        self.players = int(options["players"])
        self.kind = options["board"]
        self.size = SIZE[self.kind]
        self.piles = read_board(self.kind, fields[0])
        self.seat = int(fields[1])
        self.made = fields[2]
        self.free = fields[3] == "+"
        self.held = [int(number) for number in fields[4].split(",")]
        self.colours = fields[5].split(",")

    def text(self):
        return " ".join([write_board(self.kind, self.piles), str(self.seat),
                         self.made, "+" if self.free else "-",
                         ",".join(str(number) for number in self.held),
                         ",".join(self.colours)])

    def colour(self, seat):
        # "with four players: each team, seats 1 and 3 against 2 and 4"; "one a
        # seat for two or three players, one a team for four"
        if self.players == 4:
            return self.colours[(seat - 1) % 2]
        return self.colours[seat - 1]

    def left(self, colour):
        """How many crosses of a colour are on the board."""
        return sum(pile.count(colour) for pile in self.piles.values())

    def eliminated(self, seat):
        # "A player who loses the last cross of own colour from the board is
        # eliminated"
        return self.left(self.colour(seat)) == 0

    def remaining(self):
        """How many players, or teams of four players, are not eliminated."""
        return sum(1 for colour in self.colours if self.left(colour) > 0)

    def can_act(self, seat):
        # "not eliminated and below the cap"
        return (not self.eliminated(seat)
                and self.held[seat - 1] < CAP[self.players])

    def clockwise(self, seat, steps):
        return (seat - 1 + steps) % self.players + 1

    def colourless(self):
        """The square of the colourless cross."""
        for square, pile in self.piles.items():
            if "*" in pile:
                return square
        return None

    def beside(self):
        """The side-adjacent squares of the colourless cross that hold a cross."""
        column, row = self.colourless()
        found = []
        for square in ((column + 1, row), (column - 1, row),
                       (column, row + 1), (column, row - 1)):
            if square in self.piles and self.piles[square]:
                found.append(square)
        return found

    def isolated(self):
        # "no cross on any side-adjacent square"; "all side-adjacent piles are
        # empty"
        return not self.beside()


def read_board(kind, text):
    size = SIZE[kind]
    piles = {}
    for index, line in enumerate(text.split("/")):
        # "Flat: rows with . for empty. Tower: piles from bottom to top,
        # separated by ,  - for none."
        cells = list(line) if kind == "flat" else line.split(",")
        empty = "." if kind == "flat" else "-"
        for column, cell in enumerate(cells):
            square = (column + 1, size - index)
            piles[square] = [] if cell == empty else list(cell)
    return piles


def write_board(kind, piles):
    size = SIZE[kind]
    empty = "." if kind == "flat" else "-"
    between = "" if kind == "flat" else ","
    lines = []
    for row in range(size, 0, -1):
        cells = []
        for column in range(1, size + 1):
            cells.append("".join(piles[(column, row)]) or empty)
        lines.append(between.join(cells))
    return "/".join(lines)


def square_name(square):
    return "abcdef"[square[0] - 1] + str(square[1])


def square_at(name):
    return "abcdef".index(name[0]) + 1, int(name[1])


def capturable(p):
    """The squares that the next capture may name."""
    # "A normal capture takes a cross on a side-adjacent square."
    if not p.free:
        return p.beside()
    # "A free capture takes any cross on the board"; in a tower "the top cross
    # of any pile; for the pile under the colourless cross that is the cross
    # directly below it"
    found = []
    for square, pile in p.piles.items():
        if [cross for cross in pile if cross != "*"]:
            found.append(square)
    return found


def need(p):
    """How many crosses the self-eliminated seat to act is due."""
    # "with need = min(12 - own crosses, crosses of both others together)"
    own = p.held[p.seat - 1]
    return min(CAP[3] - own, sum(p.held) - own)


def takes(p):
    # "takeA:B, A from the next seat clockwise, B from the one after, A + B =
    # need, neither more than that seat has"
    after = p.held[p.clockwise(p.seat, 1) - 1]
    last = p.held[p.clockwise(p.seat, 2) - 1]
    total = need(p)
    return ["take%d:%d" % (a, total - a) for a in range(total + 1)
            if a <= after and total - a <= last]


def actions(options, position):
    if result(options, position) is not None:
        return []
    p = Position(options, position)
    if p.made == "t":
        return sorted(takes(p))
    found = [square_name(square) for square in capturable(p)]
    # "After one or two captures the player may stop."
    if p.made in ("1", "2"):
        found.append("stop")
    return sorted(found)


def end_turn(p):
    # "Next acts the next seat clockwise (1, 2, 3, 4, 1 ...) that is not
    # eliminated and below the cap; seats that are not are skipped". The circle
    # closes at the seat itself, which stays when no seat can act.
    p.made = "0"
    for steps in range(1, p.players + 1):
        seat = p.clockwise(p.seat, steps)
        if p.can_act(seat):
            p.seat = seat
            return


def lift_and_cover(p, square):
    """Moves the colourless cross; returns the cross that it captures."""
    # "moves the colourless cross onto another cross, which the player takes;
    # the square left becomes empty"; "leaving its old pile one lower"
    p.piles[p.colourless()].pop()
    cross = p.piles[square].pop()
    p.piles[square].append("*")
    return cross


def hand_over(p, loser):
    # "the eliminator hands over min(12 - crosses of the eliminated, own
    # crosses, the one just captured included)"
    own = p.held[p.seat - 1]
    number = min(CAP[3] - p.held[loser - 1], own)
    p.held[p.seat - 1] -= number
    p.held[loser - 1] += number


def capture(p, square):
    cross = lift_and_cover(p, square)
    p.held[p.seat - 1] += 1
    made = int(p.made) + 1
    isolated = p.isolated()
    # "The next capture, by whoever makes it, is free after a white cross was
    # captured, and after the colourless cross became isolated"
    p.free = cross == "w" or isolated
    # "(only while two players remain after the elimination)"
    piles_matter = p.players == 3 and p.remaining() == 2
    if p.eliminated(p.seat):
        # "A player who captures the last cross of own colour is eliminated and
        # the turn ends at once." With three players the take comes first.
        if piles_matter:
            p.made = "t"
        else:
            end_turn(p)
        return
    # "Capturing the last cross of another player's colour eliminates that
    # player; the turn goes on." The hand-over is "before the own cap is checked".
    if cross in p.colours and p.left(cross) == 0 and piles_matter:
        hand_over(p, p.colours.index(cross) + 1)
    # "at most three crosses"
    if made == 3:
        end_turn(p)
    # "After a capture of a cross that is not white and leaves the colourless
    # cross isolated, the turn ends."
    elif cross != "w" and isolated:
        end_turn(p)
    # "On reaching the cap the turn ends."
    elif p.held[p.seat - 1] >= CAP[p.players]:
        end_turn(p)
    else:
        p.made = str(made)


def take(p, action):
    first, second = action[len("take"):].split(":")
    p.held[p.clockwise(p.seat, 1) - 1] -= int(first)
    p.held[p.clockwise(p.seat, 2) - 1] -= int(second)
    p.held[p.seat - 1] += int(first) + int(second)
    # "as one action before the turn passes on"; "A right to a free capture
    # passes on to the next seat."
    end_turn(p)


def apply(options, position, action):
    p = Position(options, position)
    if action == "stop":
        end_turn(p)
    elif action.startswith("take"):
        take(p, action)
    else:
        capture(p, square_at(action))
    return p.text()


def result(options, position):
    p = Position(options, position)
    seats = range(1, p.players + 1)
    # "Scores are the crosses of each seat's colour left on the board."
    scores = [p.left(p.colour(seat)) for seat in seats]
    # "Over when one player or team remains"
    if p.remaining() == 1:
        return ["loss" if p.eliminated(seat) else "win" for seat in seats], scores
    # "... or no seat can act." A take is an action of an eliminated seat.
    if p.made == "t" or any(p.can_act(seat) for seat in seats):
        return None
    # "If no seat can act, the players not eliminated draw and the others lose."
    return ["loss" if p.eliminated(seat) else "draw" for seat in seats], scores


def why_over(options, position):
    p = Position(options, position)
    sentences = [("Only one" if p.remaining() == 1 else "Nobody can take", [], set())]
    marked = set()
    names = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "p": "purple"}
    for side, colour in enumerate(p.colours):
        spots = {square_name(square) for square, pile in p.piles.items() if colour in pile}
        seats = [side, side + 2] if p.players == 4 else [side]
        who = " and ".join(("First", "Second", "Third", "Fourth")[seat] for seat in seats)
        sentences.append(("%s: %s" % (who, names[colour]), [p.left(colour)], spots))
        marked |= spots
    return sentences, marked



def plain_number(text):
    """Whether the text is a number of one or two digits as it would be written."""
    if text == "" or len(text) > 2:
        return False
    if any(character not in "0123456789" for character in text):
        return False
    return len(text) == 1 or text[0] != "0"


def sound_board(kind, text):
    lines = text.split("/")
    if len(lines) != SIZE[kind]:
        return False
    empty = "." if kind == "flat" else "-"
    for line in lines:
        cells = list(line) if kind == "flat" else line.split(",")
        if len(cells) != SIZE[kind]:
            return False
        for cell in cells:
            if cell == empty:
                continue
            if cell == "" or len(cell) > HEIGHT[kind]:
                return False
            if any(cross not in CROSSES for cross in cell):
                return False
            # "The colourless cross always lies on top of a pile."
            if "*" in cell[:-1]:
                return False
    # "no more pieces than exist, exactly the pieces that must exist (... one
    # colourless cross)"
    for cross, number in CROSSES.items():
        if text.count(cross) > number:
            return False
    return text.count("*") == 1


def sound_fields(options, fields):
    """Whether each field after the board has the right shape."""
    players = int(options["players"])
    seat, made, free, held, colours = fields
    if seat not in [str(number) for number in range(1, players + 1)]:
        return False
    # "captures made this turn (0-2, or t when takeA:B is due)"
    if made not in ("0", "1", "2", "t") or free not in ("+", "-"):
        return False
    numbers = held.split(",")
    if len(numbers) != players or not all(plain_number(n) for n in numbers):
        return False
    # "a player holds at most 18 crosses with two players, ..."
    if any(int(number) > CAP[players] for number in numbers):
        return False
    # "draws a secret colour at random, all different"
    secrets = colours.split(",")
    if len(secrets) != (3 if players == 3 else 2):
        return False
    if any(len(secret) != 1 or secret not in COLOURS for secret in secrets):
        return False
    return len(set(secrets)) == len(secrets)


def sound(options, position):
    fields = position.split(" ")
    if len(fields) != 6 or not sound_board(options["board"], fields[0]):
        return False
    if not sound_fields(options, fields[1:]):
        return False
    p = Position(options, position)
    # A cross is on the board or held: 36 crosses in all.
    if sum(p.held) + sum(len(pile) for pile in p.piles.values()) != ALL:
        return False
    # "+ if the next capture is free", which it is whenever the colourless
    # cross is isolated.
    if p.isolated() and not p.free:
        return False
    # "t when takeA:B is due": three players, the seat to act is eliminated and
    # two players remain.
    if p.made == "t":
        return p.players == 3 and p.eliminated(p.seat) and p.remaining() == 2
    # The seat to act is one that can act, unless the game is over.
    return result(options, position) is not None or p.can_act(p.seat)


# ---- What a seat may know

def team(options, seat):
    """Partners have one team: "seats 1 and 3 against 2 and 4"."""
    return seat % 2 if options["players"] == "4" else seat


def to_act(position):
    return int(position.split(" ")[1])


def view(options, position, seat):
    # "The board, all captures and counts, who was eliminated and with which
    # colour, and the own (team's) colour"; "after the game all is open"
    p = Position(options, position)
    if result(options, position) is None:
        own = p.colour(seat)
        p.colours = [colour if colour == own or p.left(colour) == 0 else "?"
                     for colour in p.colours]
    return p.text()


def kept(options, before, after, seat):
    """Of a puzzle that asks a seat to lose no cross of the own colour "before the next turn": None
    so far, True when that turn has come (no capture of it is made yet) or the game is over, False
    when a cross has left the board."""
    then, now = Position(options, before), Position(options, after)
    if now.left(now.colour(seat)) < then.left(then.colour(seat)):
        return False
    if result(options, after) is not None or (now.seat == seat and now.made == "0"):
        return True
    return None


def deals(options, position, seat):
    """Every position that looks the same to the seat: what is unknown can be
    any colours that are still on the board, "all different"."""
    seen = view(options, position, seat)
    *fields, secrets = seen.split(" ")
    found = []
    for colours in itertools.product(COLOURS, repeat=secrets.count("?")):
        rest = list(colours)
        full = [rest.pop(0) if secret == "?" else secret for secret in secrets.split(",")]
        text = " ".join(fields + [",".join(full)])
        if len(set(full)) == len(full) and view(options, text, seat) == seen:
            found.append(text)
    return found
