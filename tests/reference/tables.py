# SPDX-License-Identifier: MIT
"""What the table of a match must say, worked out again from its games alone: counts, intervals of
scores, ratings. A game has a number from 1, players and points by seat."""
import collections
import math


def table_of(games, table=2):
    """wins, draws, losses, pairs and points against everybody, by player."""
    counts = collections.defaultdict(lambda: [0, 0, 0])
    against = collections.defaultdict(float)
    groups = collections.defaultdict(list)
    for game in games:
        for player, points in zip(game.players[:table], game.points):
            counts[player][{1: 0, 0.5: 1, 0: 2}[points]] += 1
            for other in game.players[:table]:
                if other != player:
                    against[player, other] += points
        groups[(game.number - 1) // table].append(game)
    outcomes = collections.defaultdict(lambda: [0] * (2 * table + 1))
    for group in groups.values():
        sums = collections.defaultdict(float)
        for game in group:
            for player, points in zip(game.players[:table], game.points):
                sums[player] += points
        for player, points in sums.items():
            if len(group) == table:
                outcomes[player][round(2 * points)] += 1
    return counts, against, outcomes


def interval(outcomes, mean):
    """95 % of the score, with two groups spread over all outcomes beforehand."""
    most = len(outcomes) - 1
    weights = [count + 2 / len(outcomes) for count in outcomes]
    total = sum(weights)
    middle = sum(w * i / most for i, w in enumerate(weights)) / total
    spread = sum(w * (i / most) ** 2 for i, w in enumerate(weights)) / total - middle ** 2
    reach = 1.96 * math.sqrt(spread / total)
    return min(max(middle - reach, 0), mean), max(min(middle + reach, 1), mean)


def ratings_of(games, players):
    """By player the rating and half its interval: each player in turn moves to where they would
    expect the points that they have, two draws with a player at zero among them. The interval is
    found by solving with the information for each player's difference to the mean."""
    met, points, pairs = collections.Counter(), collections.Counter(), collections.defaultdict(list)
    for game in games:
        a, b = game.players[:2]
        met[a, b] += 1
        met[b, a] += 1
        points[a] += game.points[0]
        points[b] += game.points[1]
        pairs[(game.number - 1) // 2].append(game)
    everybody = range(1, players + 1)
    at = {i: 0.0 for i in everybody}

    def expect(i, k):
        return 1 / (1 + math.exp(at.get(k, 0) - at[i]))

    def weight(i, k):
        return met[i, k] * expect(i, k) * expect(k, i)
    for _ in range(2000):
        for i in everybody:
            mine = {0: 2, **{k: met[i, k] for k in everybody if met[i, k]}}
            at[i] += ((points[i] + 1 - sum(n * expect(i, k) for k, n in mine.items())) /
                      sum(n * expect(i, k) * (1 - expect(i, k)) for k, n in mine.items()))
    found = meant = 0
    whole = [pair for pair in pairs.values() if len(pair) == 2]
    for pair in whole:
        a, b = pair[0].players[:2]
        p = expect(a, b)
        found += (sum(g.points[g.players.index(a)] for g in pair) - 2 * p) ** 2
        meant += 2 * p * (1 - p)
    before = 2 * meant / len(whole) if whole else 1
    spread = (found + before) / (meant * max(1 - (players - 1) / max(len(whole), 1), 0) + before)
    mean, reach = sum(at.values()) / players, {}
    for i in everybody:
        # Gauss and Seidel: information times x is the difference to the mean, and its variance that
        # difference of x.
        want = {k: (k == i) - 1 / players for k in everybody}
        x = {k: 0.0 for k in everybody}
        for _ in range(2000):
            for k in everybody:
                p = expect(k, 0)
                x[k] = (want[k] + sum(weight(k, n) * x[n] for n in everybody if n != k)) / (
                    2 * p * (1 - p) + sum(weight(k, n) for n in everybody if n != k))
        reach[i] = 1.96 * math.sqrt(spread * sum(want[k] * x[k] for k in everybody)) * 400 / math.log(10)
    return {i: ((at[i] - mean) * 400 / math.log(10), reach[i]) for i in everybody}
