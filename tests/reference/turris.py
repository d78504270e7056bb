# SPDX-License-Identifier: MIT
"""Turris, the plain second implementation: texts in, texts out.

Written from the rules page alone. Slow on purpose; the tests compare the C
rules with it.
"""

SEATS = "wb"  # the letters after the board that say who is to act
OPTIONS = {"ground": ["upright", "free"]}

# "a fixed 3x3 ground plan, columns a-c, rows 1-3"
COLUMNS = "abc"
CELLS = [column + row for column in "abc" for row in "123"]
MIDDLE = "b2"
# "20 blocks each"
BLOCKS_EACH = 20


# ---- geometry

def beside(cell, columns, rows):
    """The cell this many columns to the right and rows up, None outside."""
    column = COLUMNS.index(cell[0]) + columns
    row = int(cell[1]) + rows
    if 0 <= column < 3 and 1 <= row <= 3:
        return COLUMNS[column] + str(row)
    return None


def side_adjacent(cell):
    found = [beside(cell, 1, 0), beside(cell, -1, 0),
             beside(cell, 0, 1), beside(cell, 0, -1)]
    return [other for other in found if other is not None]


def cells_of(cell, way):
    """The cells of a block, None when it would lie outside the plan."""
    # "`b2v` upright; `a1e` flat on a1 and its right neighbour; `a1n` flat on
    # a1 and the cell above it in the plan (a2)"
    if way == "v":
        return [cell]
    second = beside(cell, 1, 0) if way == "e" else beside(cell, 0, 1)
    return None if second is None else [cell, second]


def cubes_of(cell, way, level):
    # "upright it fills two levels of one cell, flat it fills two
    # side-adjacent cells of one level."
    if way == "v":
        return [(cell, level), (cell, level + 1)]
    return [(other, level) for other in cells_of(cell, way)]


# ---- texts

def order(cell, level):
    # "sorted by level (as a number), then column, then row"
    return (level, cell[0], cell[1])


def block_text(block):
    """Without the colour; a block is (colour, cell, way, level)."""
    return block[1] + block[2] + str(block[3])


def parse(position):
    blocks, side, phase, white_last, black_last, barred = position.split(" ")
    state = {"blocks": [], "side": side, "phase": phase,
             "last": {"w": white_last, "b": black_last}, "barred": []}
    if blocks != "-":
        for text in blocks.split(","):
            state["blocks"].append((text[0], text[1:3], text[3],
                                    int(text[4:])))
    if barred != "-":
        for text in barred.split(","):
            state["barred"].append((text[0:2], int(text[2:])))
    return state


def write(state):
    blocks = sorted(state["blocks"],
                    key=lambda block: order(block[1], block[3]))
    barred = sorted(state["barred"], key=lambda cube: order(*cube))
    return " ".join([
        ",".join(block[0] + block_text(block) for block in blocks) or "-",
        state["side"], state["phase"],
        state["last"]["w"], state["last"]["b"],
        ",".join(cell + str(level) for cell, level in barred) or "-"])


# ---- the tower

def tower(blocks):
    """Every filled cube (cell, level) -> the block that fills it."""
    cubes = {}
    for block in blocks:
        for cube in cubes_of(block[1], block[2], block[3]):
            cubes[cube] = block
    return cubes


def heights(cubes):
    # "A cell's height is the number of its filled levels."
    found = {cell: 0 for cell in CELLS}
    for cell, _level in cubes:
        found[cell] += 1
    return found


def three_levels(height):
    # "the greatest height minus the smallest height is at most 3"
    return max(height.values()) - min(height.values()) <= 3


def supply(state, side):
    return BLOCKS_EACH - len([block for block in state["blocks"]
                              if block[0] == side])


def enemy(side):
    return "b" if side == "w" else "w"


# ---- placing

def ground_rule(options, state, height, cells):
    """A flat block on the ground."""
    # "only the first block of the game may lie flat on the ground" (the
    # tower is never empty again: a last placed block is not removed)
    if not state["blocks"]:
        return True
    # "With `ground=free` ... also a block that has a filled cell
    # side-adjacent to X or Y."
    if options["ground"] == "free":
        for cell in cells:
            for other in side_adjacent(cell):
                if height[other] >= 1:
                    return True
    return False


def may_place(options, state, cubes, height, cell, way):
    """Whether the side to act may place the block; "heights as before the
    placement"."""
    cells = cells_of(cell, way)
    if cells is None:
        return False
    h = height[cell]
    # Support: "Flat on cells X and Y needs equal heights h".
    if way != "v" and height[cells[1]] != h:
        return False
    # Side contact: "(upright): some side-adjacent cell has height of at
    # least h+1. The first block of the game is exempt."
    if way == "v" and state["blocks"]:
        if all(height[other] < h + 1 for other in side_adjacent(cell)):
            return False
    # Overlap: "(flat, h >= 1): the two cubes it rests on belong to two
    # different blocks."
    if way != "v" and h >= 1:
        if cubes[(cells[0], h)] == cubes[(cells[1], h)]:
            return False
    # Ground: "(flat, h = 0)".
    if way != "v" and h == 0:
        if not ground_rule(options, state, height, cells):
            return False
    filled = cubes_of(cell, way, h + 1)
    # Three levels: "afterwards the greatest height minus the smallest height
    # is at most 3".
    after = dict(height)
    for filled_cell, _level in filled:
        after[filled_cell] += 1
    if not three_levels(after):
        return False
    # Middle: "for every level that the block fills in b2, some other cell is
    # already filled at that level. This holds for the first block too."
    for filled_cell, level in filled:
        if filled_cell == MIDDLE:
            if all(height[other] < level for other in CELLS
                   if other != MIDDLE):
                return False
    # Barred: "it fills no barred cube".
    if any(cube in state["barred"] for cube in filled):
        return False
    # "The player has a block left."
    return supply(state, state["side"]) > 0


def placements(options, state):
    cubes = tower(state["blocks"])
    height = heights(cubes)
    return [cell + way for cell in CELLS for way in "ven"
            if may_place(options, state, cubes, height, cell, way)]


def removals(state):
    """The enemy's blocks that the side to act may take off in a bonus."""
    height = heights(tower(state["blocks"]))
    other = enemy(state["side"])
    found = []
    for block in state["blocks"]:
        # "the removal of one enemy block that is not the last block the
        # enemy placed (even if the enemy has passed since)"
        if block[0] != other or block_text(block) == state["last"][other]:
            continue
        # "on which nothing rests (both its cubes, or the upper one if
        # upright, are the top of their cells)"
        cubes = cubes_of(block[1], block[2], block[3])
        tops = cubes[1:] if block[2] == "v" else cubes
        if any(height[cell] != level for cell, level in tops):
            continue
        # "after whose removal the Three levels rule still holds"
        after = dict(height)
        for cell, _level in cubes:
            after[cell] -= 1
        if three_levels(after):
            found.append(block)
    return found


# ---- the interface

def over(state):
    # "The game is over, checked when a turn ends, when both supplies are
    # empty." "The bonus belongs to the turn, so it comes before the end."
    return (state["phase"] == "-" and supply(state, "w") == 0
            and supply(state, "b") == 0)


def actions(options, position):
    state = parse(position)
    if over(state):
        return []
    found = placements(options, state)
    if state["phase"] == "+":
        # "`xa1` removes the enemy block whose left or lower cell is a1"
        for block in removals(state):
            found.append("x" + block[1])
        # "`done`, to decline. It is always legal in a bonus"
        found.append("done")
    elif not found:
        # "A player who is to act (not in a bonus) and has no legal
        # placement, or no blocks, must `pass`."
        found.append("pass")
    return found


def end_turn(state, barred):
    """The other player is to act; the bar on the cubes of the turn that
    ends is lifted, the given cubes are barred for the next turn."""
    state["side"] = enemy(state["side"])
    state["phase"] = "-"
    state["barred"] = barred


def apply(options, position, action):
    state = parse(position)
    side = state["side"]
    if action in ["pass", "done"]:
        end_turn(state, [])
    elif action[0] == "x":
        # "The block returns to the enemy's supply, its two cubes are barred
        # for the whole of the enemy's next turn, and the turn ends"
        for block in removals(state):
            if block[1] == action[1:]:
                state["blocks"].remove(block)
                end_turn(state, cubes_of(block[1], block[2], block[3]))
                break
    else:
        cell, way = action[0:2], action[2]
        level = heights(tower(state["blocks"]))[cell] + 1
        block = (side, cell, way, level)
        state["blocks"].append(block)
        state["last"][side] = block_text(block)
        if MIDDLE in cells_of(cell, way):
            # "A placement that fills any level of b2 earns a bonus: the same
            # player acts again" (the turn goes on, and so does the bar)
            state["phase"] = "+"
        else:
            # "A bonus placement that does not fill b2 ends the turn", as an
            # ordinary one does.
            end_turn(state, [])
    return write(state)


def faces(blocks):
    """Five pictures: each a dict (x, y) -> colour of the square shown."""
    cubes = tower(blocks)
    colour = {cube: cubes[cube][0] for cube in cubes}
    levels = range(1, max([level for _cell, level in cubes] + [0]) + 1)
    # "showing the nearest filled cube in the line of sight (or nothing)":
    # for each side, its columns and for each the cells from near to far.
    front = [["a1", "a2", "a3"], ["b1", "b2", "b3"], ["c1", "c2", "c3"]]
    left = [["a1", "b1", "c1"], ["a2", "b2", "c2"], ["a3", "b3", "c3"]]
    back = [list(reversed(line)) for line in front]
    right = [list(reversed(line)) for line in left]
    pictures = []
    for side in [front, back, left, right]:
        picture = {}
        for x, line in enumerate(side):
            for level in levels:
                for cell in reversed(line):
                    if (cell, level) in colour:
                        picture[(x, level)] = colour[(cell, level)]
        pictures.append(picture)
    # "the roof's picture shows the top cube of every cell"
    height = heights(cubes)
    roof = {}
    for cell in CELLS:
        if height[cell] > 0:
            spot = (COLUMNS.index(cell[0]), int(cell[1]))
            roof[spot] = colour[(cell, height[cell])]
    pictures.append(roof)
    return pictures


def largest_group(picture, side):
    # "the size of own colour's largest group of squares connected along
    # sides"
    left = [spot for spot in picture if picture[spot] == side]
    best = 0
    while left:
        group = [left.pop()]
        for x, y in group:
            for spot in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]:
                if spot in left:
                    left.remove(spot)
                    group.append(spot)
        best = max(best, len(group))
    return best


def result(options, position):
    state = parse(position)
    if not over(state):
        return None
    pictures = faces(state["blocks"])
    # "The higher total over five faces wins; equal totals are a draw. Scores
    # are the totals."
    scores = [sum(largest_group(picture, side) for picture in pictures)
              for side in ["w", "b"]]
    if scores[0] > scores[1]:
        return ["win", "loss"], scores
    if scores[0] < scores[1]:
        return ["loss", "win"], scores
    return ["draw", "draw"], scores


def is_group(picture, spots, side):
    """Whether the spots are one connected group of the side's colour, as large as any."""
    own = {spot for spot in spots if picture.get(spot) == side}
    return largest_group({spot: side for spot in own}, side) == len(own) == largest_group(picture, side)


def why_over(options, position):
    # The program's faces in its order; columns count from the left of a viewer who faces the side.
    front, back, left, right, roof = faces(parse(position)["blocks"])
    mirrored = [{(2 - x, level): colour for (x, level), colour in side.items()} for side in (back, left)]
    shown = [("south", "s", front), ("east", "e", right), ("north", "n", mirrored[0]), ("west", "w", mirrored[1])]
    sentences = [("All forty", [], set())]
    sums = [0, 0]

    def groups(letter, picture):
        def holds(names):
            spots = set()
            for name in names:
                if letter:
                    assert name[0] == letter, name
                    column, level = name[1:].split(".")
                    spots.add((int(column) - 1, int(level)))
                else:
                    spots.add((COLUMNS.index(name[0]), int(name[1])))
            return spots <= set(picture) and all(is_group(picture, spots, side) for side in "wb")
        return holds

    for word, letter, picture in shown + [("roof", "", roof)]:
        sizes = [largest_group(picture, side) for side in "wb"]
        sums = [sums[0] + sizes[0], sums[1] + sizes[1]]
        sentences.append((word, sizes, groups(letter, picture)))
    sentences.append(("All five", sums, set()))
    return sentences, set()



# ---- strict reading

def level_text(text):
    """A level as it is written: 1 to 99, no leading zero (40 blocks never
    reach level 100)."""
    return (1 <= len(text) <= 2 and text[0] in "123456789"
            and all(char in "0123456789" for char in text))


def sound_block(text):
    """A block without its colour: `<cell><v|e|n><level>`, inside the plan."""
    return (text[0:2] in CELLS and text[2:3] in ["v", "e", "n"]
            and level_text(text[3:])
            and cells_of(text[0:2], text[2]) is not None)


def sound_list(text, good):
    """`-`, or entries separated by commas."""
    return text == "-" or all(good(entry) for entry in text.split(","))


def sound_tower(options, blocks):
    # In the order the page gives.
    if blocks != sorted(blocks, key=lambda block: order(block[1], block[3])):
        return False
    # No more blocks than exist.
    for side in ["w", "b"]:
        if len([block for block in blocks if block[0] == side]) > BLOCKS_EACH:
            return False
    # Nothing overlapping: each block adds two cubes.
    cubes = tower(blocks)
    if len(cubes) != 2 * len(blocks):
        return False
    # Nothing unsupported: "there are never holes under a block".
    for cell, level in cubes:
        if level > 1 and (cell, level - 1) not in cubes:
            return False
    # Nothing that the option excludes: with `ground=upright` "only the first
    # block of the game may lie flat on the ground".
    flat = [block for block in blocks if block[2] != "v" and block[3] == 1]
    if options["ground"] == "upright" and len(flat) > 1:
        return False
    # What holds in every tower, since neither placing nor removing breaks it:
    # a flat block rests on two different blocks, and three levels.
    for colour, cell, way, level in blocks:
        below = [block for block in blocks
                 if any((other, level - 1) in cubes_of(*block[1:])
                        for other in cells_of(cell, way))]
        if way != "v" and level > 1 and len(below) != 2:
            return False
    height = heights(cubes)
    return max(height.values()) - min(height.values()) <= 3


def sound_barred(state):
    """None, or the two cubes of one block that could be put back there:
    neither overlapping a block nor unsupported."""
    barred = state["barred"]
    if not barred:
        return True
    height = heights(tower(state["blocks"]))
    for cell in CELLS:
        for way in "ven":
            if cells_of(cell, way) is None:
                continue
            cubes = cubes_of(cell, way, height[cell] + 1)
            if any(height[other] != height[cell]
                   for other in cells_of(cell, way)):
                continue
            if barred == sorted(cubes, key=lambda cube: order(*cube)):
                return True
    return False


def sound(options, position):
    fields = position.split(" ")
    if len(fields) != 6:
        return False
    if not sound_list(fields[0], lambda text: text[0:1] in ["w", "b"]
                      and sound_block(text[1:])):
        return False
    if fields[1] not in ["w", "b"] or fields[2] not in ["-", "+"]:
        return False
    if not sound_list(fields[5], lambda text: text[0:2] in CELLS
                      and level_text(text[2:])):
        return False
    state = parse(position)
    if not sound_tower(options, state["blocks"]):
        return False
    # A last placed block is `-` or a block of that colour in the tower.
    for side in ["w", "b"]:
        own = [block_text(block) for block in state["blocks"]
               if block[0] == side]
        if state["last"][side] != "-" and state["last"][side] not in own:
            return False
    return sound_barred(state)
