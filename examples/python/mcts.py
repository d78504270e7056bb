#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A tiny tree search by the names of OpenSpiel: mcts.py GAME [TRIALS] [GAMES]. It plays seat 0 against random play.

In games with secrets every trial begins with another deal that the seat cannot distinguish from the true one.
"""

import math
import random
import sys

import abax
from abax import spiel

chooser = random.Random(1)


class Node:
    def __init__(self) -> None:
        self.visits, self.worth = 0, 0.0
        self.children: dict[int, Node] = {}


def rollout(position: abax.Position) -> tuple[float, ...]:
    for _ in range(300):
        result = position.result
        if result:
            return result.rewards
        position = position.play(chooser.choice(position.numbers))
    return (0.0,) * position.seats


def trial(root: Node, position: abax.Position) -> None:
    """Goes down the tree, adds a leaf, plays at random, and updates every node of the path."""
    node, path = root, []
    while not position.over:
        actions, seat = position.numbers, position.seat
        new = [action for action in actions if action not in node.children]
        if new:
            action = chooser.choice(new)
            node.children[action] = Node()
        else:
            many = math.log(node.visits + 1)
            action = max(
                actions,
                key=lambda a: node.children[a].worth / node.children[a].visits
                + 1.4 * math.sqrt(many / node.children[a].visits),
            )
        node, position = node.children[action], position.play(action)
        path.append((node, seat))
        if new:
            break
    rewards = rollout(position)
    root.visits += 1
    for passed, seat in path:
        passed.visits += 1
        passed.worth += rewards[seat]


def search(state: spiel.State, trials: int) -> int:
    root, view = Node(), state.position().view(state.current_player())
    for number in range(trials):
        trial(root, view.redeal(number))
    return max(root.children, key=lambda action: root.children[action].visits)


def main() -> None:
    trials = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 4
    game = spiel.load_game(sys.argv[1])
    total = 0.0
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes())
                state.apply_action(chooser.choices(outcomes, chances)[0])
            elif state.current_player() == 0:
                state.apply_action(search(state, trials))
            else:
                state.apply_action(chooser.choice(state.legal_actions()))
        total += state.returns()[0]
    print(f"{count} games of seat 0 with {trials} trials an action: {total:+.0f} in all")


main()
