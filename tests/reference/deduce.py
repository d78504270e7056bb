# SPDX-License-Identifier: MIT
"""Puzzles of games with secrets, proven a second time from the reference rules. A set of positions
that look the same to the solver is asked as one: an action must do for all of them, and after it
the solver knows what can then be seen."""


class TooLarge(Exception):
    pass


class Deduction:
    """The question of one puzzle: does the solver's side reach the goal whatever the others hold
    and know?"""

    def __init__(self, module, options, position, goal, most):
        self.module, self.options, self.most = module, options, most
        self.solver = module.to_act(position)
        self.side = module.team(options, self.solver)
        self.goal, _, lead = goal.partition(":")
        self.lead = int(lead or 0)
        self.known, self.nodes = {}, 0

    def met(self, result):
        words, scores = result
        own = self.solver - 1
        if self.goal == "draw":
            return words[own] != "loss"
        others = [score for seat, score in enumerate(scores, 1)
                  if self.module.team(self.options, seat) != self.side]
        return words[own] == "win" and (self.goal == "win" or scores[own] - max(others) >= self.lead)

    def stands(self, before, after):
        """Whether the goal is met, or None while that is open."""
        if self.goal == "keep":
            return self.module.kept(self.options, before, after, self.solver)
        result = self.module.result(self.options, after)
        return None if result is None else self.met(result)

    def after(self, deals, action):
        seen = {}
        for deal in deals:
            position = self.module.apply(self.options, deal, action)
            met = self.stands(deal, position)
            if met is None:
                seen.setdefault(self.module.view(self.options, position, self.solver), set()).add(position)
            elif not met:
                return False
        return all(self.reaches(frozenset(part)) for part in seen.values())

    def reaches(self, deals):
        if deals not in self.known:
            self.nodes += 1
            if self.nodes > self.most:
                raise TooLarge
            some = min(deals)
            answers = (self.after(deals, action) for action in self.module.actions(self.options, some))
            own = self.module.team(self.options, self.module.to_act(some)) == self.side
            self.known[deals] = any(answers) if own else all(answers)
        return self.known[deals]

    def only(self, position, own):
        """The own action does in all deals together, and every action that leads elsewhere fails in
        one of them."""
        deals = self.module.deals(self.options, position, self.solver)
        if not self.after(deals, own):
            return False
        same = {turned(self.module.apply(self.options, position, own))}
        for action in self.module.actions(self.options, position):
            if turned(self.module.apply(self.options, position, action)) in same:
                continue
            if all(self.after([deal], action) for deal in deals):
                return False
        return True


def turned(position):
    """The least of the eight ways to look at a board, so that mirror images are the same."""
    board, *rest = position.split(" ")
    flat = "," not in board
    rows = [list(row) if flat else row.split(",") for row in board.split("/")]
    ways = []
    for _ in range(4):
        rows = [list(row) for row in zip(*rows[::-1])]
        ways += [rows, [row[::-1] for row in rows]]
    return (min(str(way) for way in ways), *rest)


def prove(module, options, row, most):
    """Yes, no, or None where there are too many positions."""
    _number, position, goal, _options, line = row[:5]
    proof = Deduction(module, options, position, goal, most)
    for count, action in enumerate(line.split(), 1):
        if module.to_act(position) == proof.solver:
            try:
                if not proof.only(position, action):
                    return False
            except (TooLarge, RecursionError):
                return None
        before, position = position, module.apply(options, position, action)
        ended = proof.stands(before, position) is not None
        if ended and count < len(line.split()):
            return False
    return True
