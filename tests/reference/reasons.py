# SPDX-License-Identifier: MIT
"""The features by which reasons are given (games/NAME/reasons.c), found a second time on the plain rules of this folder.

Every function takes options, position and action and returns a dict: for each feature its number, or a pair of the
number and all answers that show it. A feature that has no meaning there is left out. BETTER says which way is
better for the seat that acts. Nothing here is taken from the C.
"""

import functools

import kwinty
import masker
import tiku
import tokan
import turris
import yoxii


def outcome(module, options, position, seat):
    """"win", "loss", "draw" of a seat, or None while the game goes on."""
    found = module.result(options, position)
    return None if found is None else found[0][seat]


def best(module, options, position, number):
    """The largest number that an action of the side to act leads to, and the actions that do."""
    found = {}
    for action in module.actions(options, position):
        found.setdefault(number(module.apply(options, position, action)), []).append(action)
    return max(found), found[max(found)]


def winners(module, options, position, seat):
    return [action for action in module.actions(options, position)
            if outcome(module, options, module.apply(options, position, action), seat) == "win"]


def yes(answers):
    """A feature that some answer shows."""
    return (1, answers) if answers else 0


# ---- Tiku

def tiku_features(options, position, action):
    _, side = tiku.read(position)
    seat, other = "wb".index(side), tiku.OTHER[side]
    after = tiku.apply(options, position, action)

    def on_board(text, whose):
        return tiku.count(tiku.read(text)[0], tiku.DISC_OF[whose])

    def lead(text, whose):
        return on_board(text, whose) - on_board(text, tiku.OTHER[whose])

    own_disc = action != "pass" and tiku.read(position)[0][tiku.square_at(action[2:])] == tiku.DISC_OF[side]
    found = {"last-disc": int(on_board(after, side) == 14),
             "takes-off": on_board(position, other) - on_board(after, other), "own-disc": int(own_disc)}
    if found["last-disc"]:
        return found
    passed = tiku.write(tiku.read(after)[0], side)
    replies = [tiku.apply(options, after, one) for one in tiku.actions(options, after)]
    found["their-last-disc"] = yes(winners(tiku, options, after, 1 - seat))
    found["unstoppable"] = int(all(on_board(one, other) < 14 and winners(tiku, options, one, seat)
                                   for one in replies if on_board(after, side) >= 9)
                               and on_board(after, side) >= 9)  # a move lays five at most
    if found["unstoppable"]:
        return found
    found["threat"] = int(bool(winners(tiku, options, passed, seat)))
    number, answers = best(tiku, options, after, lambda text: lead(text, other))
    found["exchange"] = -number - lead(position, side), answers
    number, answers = best(tiku, options, after, lambda text: on_board(text, other))
    found["their-reach"] = number - on_board(after, other), answers
    number, answers = best(tiku, options, after, lambda text: -on_board(text, side))
    found["sent-back"] = on_board(after, side) + number, answers
    found["own-reach"] = best(tiku, options, passed, lambda text: on_board(text, side))[0] - on_board(after, side)
    return found


# ---- Yoxii

def yoxii_points(board, squares, side):
    return sum(yoxii.PIECES[side].index(board[square]) + 1 for square in squares if board[square] in yoxii.PIECES[side])


def yoxii_pocket(board):
    """The squares to which the totem can step."""
    reached = [yoxii.totem_square(board)]
    for square in reached:
        reached += [near for near in yoxii.neighbours(board, square) if board[near] == "." and near not in reached]
    return reached


def yoxii_features(options, position, action):
    _, side = yoxii.parse(position)
    seat, other = "wr".index(side), "r" if side == "w" else "w"
    after = yoxii.apply(options, position, action)
    board, _ = yoxii.parse(after)
    totem = yoxii.totem_square(board)

    def lead(text, whose):
        there, _ = yoxii.parse(text)
        near = yoxii.neighbours(there, yoxii.totem_square(there))
        return yoxii_points(there, near, whose) - yoxii_points(there, near, "r" if whose == "w" else "w")

    found = {"locked-in": int(outcome(yoxii, options, after, seat) == "win"), "around": lead(after, side)}
    if yoxii.result(options, after) is not None:
        return found
    found["their-lock"] = yes(winners(yoxii, options, after, 1 - seat))
    found["threat"] = int(bool(winners(yoxii, options, yoxii.write(board, side), seat)))
    number, answers = best(yoxii, options, after, lambda text: lead(text, other))
    found["their-best"] = -number, answers
    edge = {near for square in yoxii_pocket(board) for near in yoxii.neighbours(board, square)}
    found["pocket"] = yoxii_points(board, edge, side) - yoxii_points(board, edge, other)
    found["own-jumps"] = len([square for square in yoxii.destinations(board, side)
                              if square not in yoxii.neighbours(board, totem)])
    found["reaches"] = len([square for square in yoxii.neighbours(board, action[2:4]) if board[square] == "."])
    return found


# ---- Kwinty

@functools.lru_cache(maxsize=200000)
def kwinty_fives(position, side):
    """The placements of the side to act that make five."""
    found = []
    for action in kwinty.actions({}, position):
        wall, _ = kwinty.read(kwinty.apply({}, position, action))
        if max(kwinty.runs(wall, side), default=0) >= 5:
            found.append(action)
    return found


@functools.lru_cache(maxsize=200000)
def kwinty_holding(position, side):
    """The actions of the side to act after which `side`, the other one, cannot make five."""
    found = []
    for action in kwinty.actions({}, position):
        after = kwinty.apply({}, position, action)
        if not kwinty_fives(after, side):
            found.append(action)
    return found


def kwinty_doubles(options, position, side):
    """The placements of the side to act after which the other can neither make five nor stop
    one."""
    found = []
    for action in kwinty.actions(options, position):
        after = kwinty.apply(options, position, action)
        if kwinty.result(options, after) is None and not kwinty_fives(after, kwinty.OTHER[side]) \
                and not kwinty_holding(after, side):
            found.append(action)
    return found


def kwinty_rows(wall, side):
    """Lines of five squares, where the wall may grow, with three own squares and none of the
    other's."""
    colour = {square: block[0] for block in wall for square in kwinty.squares(block)}
    columns = [column for column, _ in colour]
    count = 0
    for column in range(1, 18):
        for row in range(1, 10):
            for step in kwinty.LINES:
                line = [(column + i * step[0], row + i * step[1]) for i in range(5)]
                inside = all(1 <= x <= 17 and 1 <= y <= 9 for x, y in line)
                wide = max(columns + [x for x, _ in line]) - min(columns + [x for x, _ in line]) + 1
                own = [colour.get(square) for square in line]
                count += inside and wide <= 9 and own.count(side) >= 3 and kwinty.OTHER[side] not in own
    return count


def kwinty_features(options, position, action):
    _, side = kwinty.read(position)
    other = kwinty.OTHER[side]
    after = kwinty.apply(options, position, action)
    wall, _ = kwinty.read(after)
    found = {"five": int(max(kwinty.runs(wall, side), default=0) >= 5)}
    if kwinty.result(options, after) is not None:
        return found
    passed = kwinty.write(wall, side)
    found["their-five"] = yes(kwinty_fives(after, other))
    holding = len(kwinty_holding(after, side))
    found["unstoppable"] = int(found["their-five"] == 0 and holding == 0)
    if found["unstoppable"]:
        return found
    found["ways"] = len(kwinty_fives(passed, side))
    found["safe-answers"] = holding if found["ways"] else 99
    if found["their-five"] == 0:
        found["their-double"] = yes(kwinty_doubles(options, after, other))
    found["own-double"] = int(bool(kwinty_doubles(options, passed, side)))
    found["their-rows"] = kwinty_rows(wall, other)
    found["own-rows"] = kwinty_rows(wall, side)
    found["their-places"] = len(kwinty.placements(wall, other))
    return found


# ---- Turris

def turris_areas(text, side):
    return sum(turris.largest_group(picture, side) for picture in turris.faces(turris.parse(text)["blocks"]))


def turris_front(blocks, side, reach):
    """The largest groups in the front rows of the four sides; with `reach` empty squares up to
    level 9 belong to them."""
    cubes = turris.tower(blocks)
    total = 0
    for line in (["a1", "b1", "c1"], ["c1", "c2", "c3"], ["c3", "b3", "a3"], ["a3", "a2", "a1"]):
        picture = {}
        for x, cell in enumerate(line):
            for level in range(1, 10):
                block = cubes.get((cell, level))
                if block is not None:
                    picture[(x, level)] = block[0]
                elif reach:
                    picture[(x, level)] = side
        total += turris.largest_group(picture, side)
    return total


def turris_tops(blocks, side, cells):
    cubes = turris.tower(blocks)
    height = turris.heights(cubes)
    return sum(1 for cell in cells if height[cell] and cubes[(cell, height[cell])][0] == side)


def turris_bonuses(options, position):
    """The placements of the side to act that fill the middle."""
    return [action for action in turris.actions(options, position)
            if action not in ("pass", "done") and action[0] != "x"
            and turris.MIDDLE in turris.cells_of(action[:2], action[2])]


def turris_features(options, position, action):
    side = turris.parse(position)["side"]
    other = turris.enemy(side)
    after = turris.apply(options, position, action)
    state = turris.parse(after)
    blocks = state["blocks"]

    def lead(text, whose):
        return turris_areas(text, whose) - turris_areas(text, turris.enemy(whose))

    found = {"stock": turris.supply(state, side) - turris.supply(state, other),
             "exposed": len(turris.removals(dict(state, side=other)))}
    for name, number in (("corners", lambda whose: turris_tops(blocks, whose, ["a1", "a3", "c1", "c3"])),
                         ("tops", lambda whose: turris_tops(blocks, whose, turris.CELLS)),
                         ("front", lambda whose: turris_front(blocks, whose, False)),
                         ("room", lambda whose: turris_front(blocks, whose, True))):
        found[name] = number(side) - number(other)
    if turris.over(state) or state["side"] != other:
        return found
    found["their-middle"] = yes(turris_bonuses(options, after))
    if turris_bonuses(options, after):
        found["their-upright"] = int("b2v" in turris.actions(options, after))
    loss = 0
    for first in turris_bonuses(options, after):
        bonus = turris.apply(options, after, first)
        for removal in turris.actions(options, bonus):
            if removal[0] == "x":
                end = turris.apply(options, bonus, removal)
                loss = max(loss, turris_areas(after, side) - turris_areas(end, side))
    found["bonus-loss"] = loss
    number, answers = best(turris, options, after, lambda text: lead(text, other))
    found["exchange"] = -number - lead(position, side), answers
    return found


# ---- Tokan

def tokan_points(options, text):
    """By the scoring option, as the board stands: a pair."""
    points = {"r": 0, "b": 0}
    for stack in tokan.parse(text)["board"].values():
        owner = stack and ("r" if stack[-1] in tokan.TILES["r"] else "b")
        if stack and options["scoring"] == "heads":
            points[owner] += tokan.RANGE[stack[-1].upper()]
        elif len(stack) >= 2:
            points[owner] += len(stack)
    return points


def tokan_turned(text, side):
    """The same board with a side to act that may land everywhere."""
    return tokan.write(dict(tokan.parse(text), side=side, taboo="-"))


def tokan_features(options, position, action):
    state = tokan.parse(position)
    if state["hands"] is not None:
        return {}
    side, other = state["side"], tokan.other(state["side"])
    seat = "rb".index(side)
    after = tokan.apply(options, position, action)
    board, source, to = state["board"], action[0:2], action[2:4]
    carried = int(action[5:]) if len(action) > 4 else 0
    left, target = board[source][:len(board[source]) - 1 - carried], board[to]
    movers = {one[:2] for one in tokan.actions(options, tokan_turned(position, other))}

    def lead(text, whose):
        points = tokan_points(options, text)
        return points[whose] - points[tokan.other(whose)]

    found = {"stuck": int(outcome(tokan, options, after, seat) == "win"), "leaves": 0, "covers": 0}
    if left:
        found["leaves"] = 1 if left[-1] in tokan.TILES[side] else -1
    if to in movers and target[-1] in tokan.TILES[other]:
        found["covers"] = 1
    else:
        found["lands-own"] = int(target[-1] in tokan.TILES[side])
    if tokan.result(options, after) is not None:
        return found
    passed = tokan_turned(after, side)
    theirs, own = tokan.actions(options, after), tokan.actions(options, passed)
    found["their-stuck"] = yes(winners(tokan, options, after, 1 - seat))
    found["threat"] = int(bool(winners(tokan, options, passed, seat)))
    number, answers = best(tokan, options, after, lambda text: lead(text, other))
    found["exchange"] = -number - lead(position, side), answers
    towers = {square: len(stack) for square, stack in tokan.parse(after)["board"].items()
              if len(stack) >= 2 and stack[-1] in tokan.TILES[side]}
    tallest = max([towers.get(one[2:4], 0) for one in theirs])
    found["covered"] = (tallest, [one for one in theirs if towers.get(one[2:4]) == tallest]) if tallest else 0
    found["own-moves"] = len(own)
    tops = {square: stack[-1:] for square, stack in tokan.parse(after)["board"].items()}
    found["their-hits"] = len({one[2:4] for one in theirs if tops[one[2:4]] in tokan.TILES[side]})
    found["own-animals"] = len({one[:2] for one in own})
    found["their-animals"] = len({one[:2] for one in theirs})
    return found


# ---- Masker

def masker_captured(p):
    """Every capture that is legal: the cross and the position after it, the seat and its count left
    aside."""
    for square in masker.capturable(p):
        after = masker.Position.__new__(masker.Position)
        after.__dict__ = dict(p.__dict__, piles={at: list(pile) for at, pile in p.piles.items()})
        cross = masker.lift_and_cover(after, square)
        after.free = cross == "w" or after.isolated()
        yield cross, after


def masker_taken(p, colour, captures):
    """Crosses of a colour that a seat can take with this many captures of one turn."""
    most = 0
    for cross, after in masker_captured(p) if captures else ():
        on = cross == "w" or not after.isolated()
        most = max(most, (cross == colour) + (masker_taken(after, colour, captures - 1) if on else 0))
    return most


def masker_kept(p, colour, captures, theirs):
    """The least of that in a turn of `theirs` captures, after at most this many more of this one,
    of other colours."""
    least = masker_taken(p, colour, theirs)
    for cross, after in masker_captured(p) if captures else ():
        if cross != colour:
            on = cross == "w" or not after.isolated()
            least = min(least, masker_kept(after, colour, captures - 1 if on else 0, theirs))
    return least


def masker_next(p):
    """The next seat that can act, as far as is known."""
    for steps in range(1, p.players):
        seat = p.clockwise(p.seat, steps)
        if p.held[seat - 1] < masker.CAP[p.players] and (p.colour(seat) == "?" or p.left(p.colour(seat)) > 0):
            return seat
    return None


def masker_view(options, position):
    """What the seat to act sees: its own colour, or its team's, and those of the seats that are
    out."""
    p = masker.Position(options, position)
    p.colours = [colour if colour == p.colour(p.seat) or p.left(colour) == 0 else "?" for colour in p.colours]
    return p.text()


def masker_features(options, position, action):
    if action.startswith("take"):
        return {}
    p = masker.Position(options, position)
    own, next_seat, free, cross = p.colour(p.seat), masker_next(p), p.free, None
    # Colours that others may have: known ones that are in, or, while a seat's is unknown, all that
    # are on the board.
    known = set(p.colours) - {"?"}
    possible = {colour for colour in masker.COLOURS if p.left(colour) > 0 and colour != own
                and (colour in known or "?" in p.colours)}
    if action != "stop":
        cross = masker.lift_and_cover(p, masker.square_at(action))
        free = cross == "w" or p.isolated()
    p.free = free
    left = p.left(own)
    found = {"own-last": int(left == 0), "takes-own": int(cross == own)}
    if left == 0:
        return found
    ends = action == "stop" or p.made == "2" or p.held[p.seat - 1] + 1 == masker.CAP[p.players] \
        or (cross != "w" and p.isolated())
    found["hits"] = int(cross in possible)
    found["ahead"] = left - min([p.left(colour) for colour in possible if p.left(colour) > 0], default=0)
    found["goes-on"] = int(not ends)
    found["free-own"] = int(not ends and free)
    if ends or not free:
        found["free-next"] = int(ends and free)
    near = [p.piles[square][-1] for square in p.beside()]
    found["whites"], found["beside"] = near.count("w"), len(near)
    if next_seat is not None:
        theirs = min(3, masker.CAP[p.players] - p.held[next_seat - 1])
        more = 0 if ends else min(2 - int(p.made), masker.CAP[p.players] - p.held[p.seat - 1] - 1)
        found["out-next"] = int(masker_taken(p, own, theirs) == left)
        found["kept"] = masker_kept(p, own, more, theirs)
    return found


VIEWS = {"masker": masker_view}

FEATURES = {"tiku": tiku_features, "yoxii": yoxii_features, "kwinty": kwinty_features, "turris": turris_features,
            "tokan": tokan_features, "masker": masker_features}

# Whether more or less is better for the seat that acts.
BETTER = {
    "tiku": {"last-disc": 1, "their-last-disc": -1, "unstoppable": 1, "threat": 1, "exchange": 1, "takes-off": 1,
             "own-disc": -1, "their-reach": -1, "sent-back": -1, "own-reach": 1},
    "yoxii": {"locked-in": 1, "their-lock": -1, "threat": 1, "pocket": 1, "own-jumps": 1, "around": 1, "their-best": 1,
              "reaches": 1},
    "kwinty": {"five": 1, "their-five": -1, "unstoppable": 1, "their-double": -1, "safe-answers": -1, "ways": 1,
               "own-double": 1, "their-rows": -1, "own-rows": 1, "their-places": -1},
    "turris": {"stock": 1, "their-middle": -1, "their-upright": -1, "bonus-loss": -1, "exposed": -1, "corners": 1,
               "tops": 1, "exchange": 1, "room": 1, "front": 1},
    "tokan": {"stuck": 1, "their-stuck": -1, "threat": 1, "covers": 1, "leaves": 1, "lands-own": -1, "covered": -1,
              "own-animals": 1, "their-animals": -1, "exchange": 1, "their-hits": -1,
              "own-moves": 1},
    "masker": {"own-last": -1, "out-next": -1, "takes-own": -1, "free-own": 1, "free-next": -1, "ahead": 1, "goes-on": 1,
               "whites": -1, "kept": -1, "hits": 1, "beside": -1},
}
