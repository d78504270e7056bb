# SPDX-License-Identifier: MIT
"""The JSON messages of servers (docs/api.md), sessions (docs/session.md) and commands (docs/json.md), as types.

Written by tools/types from core/protocol/schema: change that.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Literal, TypedDict, Union

if TYPE_CHECKING or sys.version_info >= (3, 11):
    from typing import NotRequired


class Option(TypedDict):
    key: str
    title: str
    values: list[str]
    names: list[str]  # what a menu calls the values


class Rule(TypedDict):
    id: str
    sentence: str


class Game(TypedDict):
    name: str
    title: str
    goal: str
    about: str
    seats: list[str]
    colours: list[Colour]  # of the seats
    options: list[Option]
    rules: NotRequired[list[Rule]]  # left out of the page
    scores: bool
    points: bool  # scores of several games can be added up
    next: Literal["rotate", "loser", "revenge"]  # the custom of a match of several games
    hidden: bool
    randomStart: bool
    data: list[str]  # files that the engine wants before it thinks


class Level(TypedDict):
    name: str  # the same in every language
    id: str  # of the next, for a catalogue
    about: str


class Games(TypedDict):
    levels: list[Level]  # from 1, the weakest
    games: list[Game]


class Fact(TypedDict):
    """A reason (docs/review.md), with the numbers that its sentence names."""

    id: str
    grade: Literal["rules", "proven", "estimated"]
    seat: int
    actions: NotRequired[int]
    after: NotRequired[int]
    average: NotRequired[int]
    before: NotRequired[int]
    chance: NotRequired[int]  # in thousandths
    left: NotRequired[int]
    letting: NotRequired[int]
    of: NotRequired[int]
    others: NotRequired[int]
    points: NotRequired[int]
    replies: NotRequired[int]
    tenths: NotRequired[int]
    value: NotRequired[int]
    other: NotRequired[int]
    feature: NotRequired[str]
    counter: NotRequired[str]
    word: NotRequired[str]
    action: NotRequired[str]
    text: str
    said: Said


class Area(TypedDict):
    panel: str
    row: NotRequired[str]
    column: NotRequired[str]
    near: NotRequired[str]
    spots: list[str]


class Hint(TypedDict):
    rung: int
    seat: int
    # lost: every action loses, proven; losing: probably lost, by estimate
    standing: NotRequired[Literal["losing", "lost"]]
    # beside standing: what is best about the actions; try: by estimate
    resists: NotRequired[Literal["try", "longest", "points"]]
    area: NotRequired[Area]  # of level 1
    candidates: NotRequired[list[str]]  # of level 2
    best: NotRequired[str]  # of levels 3 and 4
    words: NotRequired[dict[str, Said]]  # by action of candidates or best: what it is in words
    # by action of candidates or best: others that lead to the same game
    also: NotRequired[dict[str, list[str]]]
    reasons: NotRequired[list[Fact]]  # of level 4
    text: str


class Hints(TypedDict):
    """A session's hints, level by level."""

    hints: list[Hint]  # by level


class Setup(TypedDict):
    """The words with which another session follows this game, with its secrets."""

    setup: list[str]  # the words of `follow` before `actions`
    start: str  # the position it began with
    actions: list[str]


class Chosen(TypedDict):
    """What a computer has played."""

    action: str
    index: int  # its index among the legal actions
    length: int  # how many actions were played before it


Outcome = Literal["win", "draw", "loss", None]


ReviewTurn = TypedDict("ReviewTurn", {
    "ply": "int",
    "settled": "bool",
    "from": "Outcome",
    "to": "Outcome",
})


class ReviewSummary(TypedDict):
    game: str
    actions: int
    nodes: int
    status: str
    names: list[str]
    accuracy: list[float | None]
    end: list[float | None]
    mistakes: list[int]  # plies, the largest loss first
    turns: list[ReviewTurn]


ReviewWord = Literal[
    "forced", "best", "good", "inaccuracy", "mistake", "blunder", "missed-win", "lost-draw",
]


class StatsTally(TypedDict):
    games: int
    won: int
    drawn: int
    lost: int


class StatsSeat(TypedDict):
    seat: int
    games: int
    won: int
    drawn: int
    lost: int


class StatsLevel(TypedDict):
    level: int
    games: int
    won: int
    drawn: int
    lost: int


class StatsOpening(TypedDict):
    actions: str  # the first two, or where the start is dealt the first
    games: int
    won: int
    drawn: int
    lost: int


class StatsEven(TypedDict):
    """The level for an even game (core/play/even.h)."""

    games: int  # against levels
    level: int
    score: float  # expected there
    low: float  # levels between which the person stands with 90 %
    high: float
    sure: float  # how likely the person scores 35 to 65 % there


class StatsGame(TypedDict):
    game: str
    games: int
    won: int
    drawn: int
    lost: int
    seats: list[StatsSeat]
    levels: list[StatsLevel]
    openings: list[StatsOpening]
    even: StatsEven


class Stats(TypedDict):
    """Games of one person against computers (a session's call stats, abax stats --json)."""

    games: list[StatsGame]
    left_out: int


class Judged(TypedDict):
    """What an action that is not played would cost compared with the best one, as a review judges
    it (docs/review.md)."""

    action: str
    words: Said  # the action as a sentence
    warned: bool  # it costs enough for the strength of warnings
    said: Said  # the warning, without reasons
    reason: list[Fact]  # one of `against`, to be shown first; or none
    word: ReviewWord
    loss: float  # winning chance that it costs, 0 to 1
    before: float  # winning chance of the seat that acts, with the best action
    after: float  # with this action
    proven_before: Outcome
    proven_after: Outcome
    better: str  # the best line
    better_words: Said  # its first action as a sentence
    why: list[Fact]  # reasons for the best line
    against: list[Fact]  # reasons against the action


class ReviewPly(TypedDict):
    ply: int
    seat: int
    action: str
    words: Said  # the action
    word: ReviewWord
    loss: float
    before: float  # chance of the seat that acts
    after: float
    proven_before: Outcome
    proven_after: Outcome
    better: str | None
    better_words: NotRequired[Said]  # its first action
    then: NotRequired[list[Said]]  # of a mistake: the rest of that line
    why: NotRequired[list[Fact]]
    against: NotRequired[list[Fact]]


class Edit(TypedDict):
    position: str
    fault: Said | None  # why it is not a position yet
    done: bool  # the touched spots were an edit
    targets: list[int]
    scene: Scene


class LessonStep(TypedDict):
    id: str
    title: str
    text: str
    task: str
    goal: str
    hint: str
    done: str
    options: list[str]  # "key=value"
    position: str
    seat: int  # from 1


class LessonSteps(TypedDict):
    game: str
    title: str
    steps: list[LessonStep]


class Remark(TypedDict):
    """A part of what the tutor says (core/coach/tutor.h)."""

    id: Literal["missed", "so-far", "go-on", "beginning", "other-rule", "task", "done", "rule", "answers", "would-answer"]
    rule: NotRequired[str]
    seat: NotRequired[int]
    action: NotRequired[str]
    words: NotRequired[Said]  # the action


class Judgement(TypedDict):
    verdict: Literal["done", "again", "more", "refused"]
    say: str
    remarks: list[Remark]
    actions: list[str]
    position: str


class Move(TypedDict):
    """A legal action."""

    text: str
    spots: list[int]  # the spots to touch, in order


class Moves(TypedDict):
    """The legal actions."""

    moves: list[Move]


class ExploredAction(TypedDict):
    """An action, and the games that reached the position after it."""

    text: str
    words: Said  # the action as a sentence
    also: list[str]  # other actions that lead to the same game
    games: int
    results: list[int]  # won by the first seat, drawn, won by the second
    chance: NotRequired[float]  # winning chance of the seat to act, by the search
    proven: NotRequired[Literal["win", "draw", "loss"]]  # for the seat to act


class ExploredHere(TypedDict):
    """the games that reached this position"""

    games: int
    results: list[int]  # won by the first seat, drawn, won by the second
    chance: NotRequired[float]
    proven: NotRequired[Literal["win", "draw", "loss"]]


class Explored(TypedDict):
    """How games went on from a position (docs/explorer.md)."""

    source: Literal["openings", "games", "server"]
    total: int  # games of the source
    nodes: int  # per action of the searches that played the games; 0 if no search did
    here: ExploredHere  # the games that reached this position
    actions: list[ExploredAction]  # those of which something is known, most games first
    making: NotRequired[bool]  # a server is still counting


class MovesAnswerMoves(TypedDict):
    text: str
    words: Said


class MovesAnswer(TypedDict):
    moves: list[MovesAnswerMoves]


class PositionAnswer(TypedDict):
    position: str
    length: int  # actions played
    toAct: int  # a seat from 0; -1 after the end
    over: bool
    result: NotRequired[Result]


class ShowAnswer(TypedDict):
    lines: list[str]


class WhyAnswer(TypedDict):
    verdict: Literal["legal", "incomplete", "refused"]
    matches: NotRequired[int]  # of an incomplete one: legal actions that begin so
    rule: NotRequired[str]
    sentence: NotRequired[str]  # in the language of --lang


class PerftAnswer(TypedDict):
    depth: int
    count: int


class PlayoutsAnswer(TypedDict):
    games: int
    actions: int


class LevelAnswer(TypedDict):
    level: int
    name: str
    about: str


class RulesAnswer(TypedDict):
    game: str
    title: str
    language: str
    rules: list[Rule]  # what a refusal can name
    lines: list[str]  # the page of the rules, with its drawings


class SolveAnswer(TypedDict):
    proven: bool
    winner: NotRequired[int]  # a seat from 0, -1: a draw; only when proven
    denied: NotRequired[int]  # instead, when --seat asked for one: it cannot force a win
    margin: NotRequired[int]  # points, where the search finds them
    line: list[str]  # best play as far as it is known
    book: bool  # known from the book of solved positions
    nodes: int


class BestLine(TypedDict):
    depth: int
    line: int  # from 1, the best first
    value: int
    chance: float
    proven: NotRequired[Literal["win", "draw", "loss"]]
    margin: NotRequired[int]
    expected_margin: NotRequired[float]
    nodes: int
    actions: str
    words: list[Said]  # the actions, one by one
    also: NotRequired[list[str]]  # other first actions that lead to the same game


class BestBeliefBelief(TypedDict):
    secret: str
    chance: float


class BestBelief(TypedDict):
    seat: int  # whose secret is guessed at
    belief: list[BestBeliefBelief]


class RandomAnswer(TypedDict):
    actions: list[str]
    position: str  # where it ended, as toAct, over and result
    length: int
    toAct: int
    over: bool
    result: NotRequired[Result]


class BenchAnswer(TypedDict):
    game: str
    options: str
    playouts: int  # random games a second of processor time, as the next two
    actions: int
    perft: int  # positions of perft
    depth: int  # of perft; the same on every machine
    cpu: float  # seconds of the processor that the playouts took
    wall: float  # seconds that passed meanwhile


class BenchSearchAnswer(TypedDict):
    game: NotRequired[str]  # missing in the last line, which has the sum: the signature
    nodes: int
    speed: int  # nodes a second of processor time
    machine: NotRequired[str]  # in the last line: for which processors the code was chosen


class CheckAnswer(TypedDict):
    game: str
    options: str
    position: str
    seat: int  # from 0, of which it is claimed
    claim: Literal["wins", "does not lose"]
    keys: int  # in the certificate
    positions: int  # that were walked through, each once
    games: int  # that came to their end


class ExploitAnswerAgainst(TypedDict):
    player: str | None  # null: the solution itself
    gains: list[float]  # of a best response against it in each seat, in points of win chance


class ExploitAnswer(TypedDict):
    nodes: int
    deals: int
    rounds: int
    wins: list[float]  # of each seat when both play the solution, in percent
    against: list[ExploitAnswerAgainst]


class PuzzleAnswerRow(TypedDict):
    number: int  # in the file, from 1
    position: str
    goal: Literal["win", "draw", "lead", "keep"]
    lead: NotRequired[int]  # points, of that goal
    within: NotRequired[int]  # actions of the solver's, if that is asked for
    options: str
    line: list[str]
    rating: int  # 0: not rated
    themes: list[str]


Phase = Literal["open", "playing", "over"]

SeatKind = Literal["open", "person", "bot", "computer"]


class About(TypedDict):
    """The server."""

    time: int  # the server's
    version: str
    protocol: int  # of the WebSocket: what `hello` may say
    games: list[str]  # names
    phrases: dict[str, str]  # the preset phrases: English text by name
    lagForgiven: int  # milliseconds of network delay per action that cost no time
    speeds: dict[str, str]  # of quick pairing: clock by name


class RowSeat(TypedDict):
    """A seat of a game."""

    kind: SeatKind
    name: str  # of the player
    account: bool  # the name is that of an account
    player: NotRequired[str]  # of a computer, such as `level:3`
    away: NotRequired[int]  # on vacation until this time
    rating: NotRequired[int]  # at this game, of an account or a level
    provisional: NotRequired[bool]  # the rating's deviation is above 110
    ratedFrom: NotRequired[int]  # of a rated game that is over: the rating before it
    ratedTo: NotRequired[int]  # the rating after it


class Row(TypedDict):
    """A game in a list."""

    id: str
    name: str  # of the game
    options: str  # `key=value,...` or `-`
    clock: str
    rated: bool
    guests: bool  # people without an account may sit down
    created: int
    changed: int  # the time of its last entry
    number: int  # entries of its journal
    # after the end: a letter per seat, `w` won, `l` lost, `d` drawn, `-` aborted
    result: NotRequired[str]
    phase: Phase
    seats: list[RowSeat]


class OnlineSeat(RowSeat):
    """A seat of a game in memory."""

    title: str  # such as White
    team: int  # seats of one team win and lose together
    here: bool  # the player is connected, to any process


class Entry(TypedDict):
    """An entry of a game's journal."""

    number: int  # from 1, without gaps
    kind: str  # see the table of entries
    seat: int
    text: str  # the action, or what the kind needs
    at: int
    leftThen: NotRequired[list[int]]  # with a clock: milliseconds of each seat after it


class Head(TypedDict):
    """Every message about a game has these."""

    game: str
    number: int  # entries of its journal so far
    ply: int  # actions that stand


class NowUndoOffer(TypedDict):
    seat: int  # the one that asks
    to: int  # the number of actions that would stand
    agreed: list[int]  # seats that agree


class Now(TypedDict):
    """How a game stands now. `drawOffer`, `undoOffer`, `rematchOffer`, `revengeOffer` and `next`
    are there only while there is one."""

    toAct: int  # a seat, or -1 after the end
    sentence: str  # how it stands, in English
    over: bool
    result: NotRequired[Result]  # after the end
    end: NotRequired[End]  # after the end
    drawOffer: NotRequired[int]  # the seat that offers a draw
    undoOffer: NotRequired[NowUndoOffer]
    rematchOffer: NotRequired[list[int]]  # seats that ask for the next game
    revengeOffer: NotRequired[list[int]]  # seats that ask for the same deal again
    # in the state of a series, and after the end, this game counted then
    series: NotRequired[Series]
    next: NotRequired[str]  # the next game
    time: int  # the server's
    # with a clock: milliseconds of each seat at `time`; to spectators who see the game late, as
    # they were then
    left: NotRequired[list[int]]
    # of days with a bank: what of `left` was the bank when the seat's turn began
    bank: NotRequired[list[int]]
    running: NotRequired[int]  # with a clock: the seat whose clock runs, or -1
    paused: NotRequired[bool]  # the server stopped the clocks
    position: str  # its text, as the receiver may know it; all of it after the end
    scene: NotRequired[Scene]  # if the client asked for it
    # if the client asked for them: the legal actions of the seat to act; in a game with secrets
    # only to that seat
    actions: NotRequired[list[str]]


class Saying(TypedDict):
    """A seat used a preset phrase. It is not stored."""

    seat: int
    text: str  # the name of the phrase
    at: int


class Declining(TypedDict):
    """Someone declined the invitation to an open game. Sent to seats only, and not stored."""

    name: str  # empty: a guest without a name
    at: int


class Deal(TypedDict):
    """The shares of the server and the players in a deal (see Deals)."""

    promise: str  # of the server; keep it before you give anything
    promises: list[str]  # of the seats; empty: none
    asked: NotRequired[list[int]]  # seats that have to send `promise` now
    missing: NotRequired[list[int]]  # when all have promised: seats that have to send `reveal` now
    # seats that did not answer in time, or whose client did not say `deals`: they have no part
    silent: list[int]
    part: NotRequired[str]  # after the end: of the server
    parts: NotRequired[list[str]]  # after the end: of the seats


class StateMessagePlans(TypedDict):
    """your planned answers"""

    ply: int  # how many actions stand before the lines
    lines: list[str]


class StateMessage(Head, Now):
    """All about a game: its setup, the entries, and how it stands."""

    type: Literal["state"]
    you: int  # your seat, or -1
    name: str  # of the game
    options: dict[str, str]  # the value of each option
    clock: str
    listed: bool  # it is in the lobby
    rated: bool
    guests: bool  # people without an account may sit down
    created: int
    deal: NotRequired[Deal]  # in games with secrets
    lots: NotRequired[Literal["open", "drawn"]]  # who sits where will be, or was, drawn by lot
    before: NotRequired[str]  # the game before it: this one is its rematch
    start: str  # a position text, as the receiver may know it
    seats: list[OnlineSeat]
    phase: Phase
    entries: list[Entry]  # those after `since`
    said: NotRequired[list[Saying]]  # the last twelve phrases
    declined: NotRequired[list[Declining]]  # the last eight, to seats of an open game
    plans: NotRequired[StateMessagePlans]  # your planned answers


class EventMessage(Head, Now):
    """An entry was stored, and how the game stands now. The fields are as in `Entry`."""

    type: Literal["event"]
    kind: str
    seat: int
    text: str
    at: int
    leftThen: NotRequired[list[int]]


class SaidMessage(Head, Saying):
    """A seat used a preset phrase."""

    type: Literal["said"]


class DeclinedMessage(Head, Declining):
    """Someone declined the invitation."""

    type: Literal["declined"]


class SeatsMessage(Head):
    """Someone sat down, came or left; or the end of a rated game changed the ratings."""

    type: Literal["seats"]
    seats: list[OnlineSeat]
    phase: Phase
    deal: NotRequired[Deal]  # until a game with secrets is dealt


GameMessage = Union[
    "StateMessage", "EventMessage", "SaidMessage", "DeclinedMessage", "SeatsMessage",
]


class Pool(TypedDict):
    """People who look for an opponent."""

    name: str  # of the game
    clock: str
    rated: bool
    count: int


class Paired(TypedDict):
    """Whether quick pairing found an opponent."""

    waiting: bool
    game: NotRequired[str]  # when an opponent is found: the game; the key is the token of your seat


class Declined(TypedDict):
    told: bool  # someone at a seat is connected, to any process


class Code(TypedDict):
    """A code to say aloud, as long as the game is open."""

    code: str
    game: str


class Lobby(TypedDict):
    """Listed games, newest first, 50 of each, and who looks for an opponent."""

    open: list[Row]
    playing: list[Row]
    waiting: list[Pool]


class LobbyMessage(Lobby):
    """The lobby, after it changed."""

    type: Literal["lobby"]
    ref: NotRequired[int]


class Seated(TypedDict):
    """A game, and the seat that the request took, if any."""

    game: str
    seat: NotRequired[int]
    token: NotRequired[str]  # opens the seat


class Account(TypedDict):
    name: str
    bot: bool
    created: int


class Person(Account):
    """An account."""

    token: NotRequired[str]  # of the login that was opened, or of a new bot


class Rating(TypedDict):
    """A rating at a game."""

    name: str
    computer: bool  # it is a level of the computer
    rating: float
    deviation: float
    games: int  # how many it counts
    changed: int


class Profile(Account):
    """An account, its games and ratings."""

    ratings: dict[str, list[Rating]]  # by game, oldest first
    games: list[Row]


class Rows(TypedDict):
    """50 games, newest first."""

    games: list[Row]


class Turn(TypedDict):
    """A game that you play."""

    seat: int
    yours: bool  # your seat has to act, or to give its promise or part of the deal
    invited: bool  # the seat is kept for the account, and not taken
    row: Row


class Turns(TypedDict):
    """The games that are not over: those of the account, and those that the request names."""

    time: int
    games: list[Turn]
    waiting: int  # how many are `yours` or `invited`


class Bot(TypedDict):
    """A bot that waits for challenges."""

    name: str
    games: list[str]  # names


class Bots(TypedDict):
    """By name, at most 50."""

    bots: list[Bot]


class Blocks(TypedDict):
    """Accounts that cannot invite you or sit down at your games."""

    blocked: list[str]  # names


class Vacation(TypedDict):
    """Days without clocks in correspondence games."""

    days: int  # per year
    left: int  # of them
    until: int  # 0: not on vacation


ToldBy = Literal["none", "push", "mail", "both"]


class ToldPlaces(TypedDict):
    host: str
    at: int


class Told(TypedDict):
    """How the server notifies an account when nobody is there."""

    key: str  # the server's key for `PushManager.subscribe`; empty: it sends no notifications
    mails: bool  # the server sends email
    language: str  # of the notifications
    zone: str  # such as `Europe/Berlin`; empty: UTC
    quietFrom: int  # quiet hours, in minutes of the day; equal to `quietTo`: none
    quietTo: int
    turns: ToldBy
    challenges: ToldBy
    rounds: ToldBy
    # confirmed; or empty. Set it to be sent a link to confirm it, or to nothing to remove it
    address: str
    wanted: str  # an address that waits to be confirmed, for a day; or empty
    # browsers that get pushes, at most the eight newest; one that its push service reports gone is
    # removed
    places: list[ToldPlaces]


class OwnDataSessions(TypedDict):
    began: int
    used: int


class OwnDataReports(TypedDict):
    name: str
    game: str
    reason: str
    text: str
    at: int
    closed: int  # 0: open


class OwnDataTold(TypedDict):
    language: str
    address: str
    unconfirmed: str  # an address that waits to be confirmed
    zone: str
    quietFrom: int
    quietTo: int


class OwnDataPlaces(TypedDict):
    endpoint: str
    at: int


class OwnDataVacation(TypedDict):
    since: int
    until: int
    used: int


class OwnDataRatings(TypedDict):
    game: str
    rating: float
    deviation: float
    games: int
    changed: int


class OwnData(TypedDict):
    """What the server stores about an account besides its games."""

    name: str
    bot: bool
    created: int
    muted: bool  # its phrases are not sent
    sessions: list[OwnDataSessions]  # logins
    bots: list[str]
    blocked: list[str]
    studies: list[StudyRow]  # the newest
    attempts: list[PuzzleAttempt]  # the newest
    reports: list[OwnDataReports]
    told: NotRequired[OwnDataTold]
    places: list[OwnDataPlaces]
    vacation: NotRequired[OwnDataVacation]
    ratings: list[OwnDataRatings]
    tournaments: list[MeetSettings]  # the newest


class Found(TypedDict):
    """A finished game."""

    row: Row
    plies: int  # its actions
    ended: int
    opening: str  # its first actions
    winners: list[int]  # seats; none, or all, in a draw


class FoundList(TypedDict):
    """50 finished games, newest first."""

    games: list[Found]
    next: int  # the next `before`, or 0


class NewToken(TypedDict):
    """A new token; the old one opens nothing any more."""

    token: str


class Leaders(TypedDict):
    """The best ratings, levels of the computer on the same list."""

    leaders: list[Rating]


class Export(TypedDict):
    """50 games, newest first."""

    next: int  # the next `before`, or 0
    records: str  # record texts, one after the other (docs/records.md)


class Fault(TypedDict):
    """An error."""

    error: str  # in English
    said: Said  # the same, with the id and arguments for other languages


class MeetSettings(TypedDict):
    """A tournament's settings."""

    id: str
    title: str
    host: str  # an account; empty: the server
    listed: bool
    created: int
    phase: Phase
    form: Literal["swiss", "robin", "arena", "ladder", "league"]  # `robin`: all against all
    name: str  # of the game
    options: str  # `key=value,...` or `-`
    clock: str
    slow: bool  # correspondence: days per turn
    rated: bool
    guests: bool
    bots: bool
    streaks: bool  # arena: two wins in a row double the next results
    cycles: int  # all against all: once or twice
    minutes: int  # of an arena
    most: int  # players at most
    wait: int  # seconds until a player who has not begun has lost
    pause: int  # seconds between rounds
    begins: int  # it begins by itself at this time; 0: the host begins it
    month: str  # of a ladder or league, such as 2026-11; else empty
    rounds: int  # 0: not known


# A player of a tournament.
Standing = TypedDict("Standing", {
    "player": "int",  # a number, which pairs name
    "place": "int",
    "name": "str",
    "account": "bool",
    "kind": "str",  # `person`, `bot` or a level
    "rating": "int",
    "in": "bool",  # has not withdrawn
    "absent": "bool",  # withdrawn for not acting
    "points": "float",
    # the points of all opponents; a round without one counts the player's own points
    "buchholz": "float",
    "direct": "float",  # points among those who are equal so far, if all have met
    # Sonneborn-Berger: the points of beaten opponents and half of those of drawn ones
    "berger": "float",
    "wins": "int",
    "draws": "int",
    "losses": "int",
    "byes": "int",
    "run": "int",  # wins in a row now
})


class Pair(TypedDict):
    """A pair of a round."""

    round: int
    first: int  # a player's number
    second: int  # -1: a bye
    game: str
    result: Literal["", "1-0", "0-1", "1/2", "0-0", "bye"]  # empty: the game goes on
    forfeit: bool  # won without a fight
    points: NotRequired[float]  # of a bye


class Tournament(MeetSettings):
    """A tournament, its standings and pairs."""

    cancelled: bool
    number: int  # events so far
    round: int
    begun: int
    ends: int  # of an arena that has begun
    standings: list[Standing]
    pairs: list[Pair]


class Tournaments(TypedDict):
    """Newest first, 50 of each."""

    open: NotRequired[list[MeetSettings]]
    playing: NotRequired[list[MeetSettings]]
    over: NotRequired[list[MeetSettings]]


class NewTournament(TypedDict):
    tournament: str  # its id


class TakesPart(TypedDict):
    tournament: str
    player: int  # a number, which standings and pairs name
    token: NotRequired[str]  # of a guest: opens the seats in all games of the tournament


class TournamentMessage(TypedDict):
    """A tournament that the client watches, with the pairs of the last round and those not
    finished."""

    type: Literal["tournament"]
    tournament: Tournament


class StudyNode(TypedDict):
    """An action, and the node after which it was played. The start is node 0 and not listed; an id
    is never used twice."""

    id: int
    parent: int
    action: str
    seat: int


class StudyRemark(TypedDict):
    """A remark at a node."""

    id: int
    at: int  # a node
    text: str
    by: str  # who wrote it last; or empty
    account: bool
    time: int


# An arrow between two spots, or a ring where both are the same.
StudyMark = TypedDict("StudyMark", {
    "at": "int",  # a node
    "from": "str",  # a spot
    "to": "str",  # a spot
})


class StudyRow(TypedDict):
    """A study in a list."""

    study: str
    title: str
    name: str  # of the game
    options: str
    created: int
    number: int  # changes so far


class StudyRows(TypedDict):
    """Your studies, newest first, 50."""

    studies: list[StudyRow]
    next: int  # the next `before`, or 0


class StudyHead(TypedDict):
    """What a study is about."""

    study: str
    number: int  # changes so far
    title: str
    name: str  # of the game
    options: str
    start: str  # a position text
    owner: str  # an account's name; or empty
    created: int


class WholeStudy(StudyHead):
    """A study."""

    # as in a record: a line, then what branches off; the first child of a node is the main line
    nodes: list[StudyNode]
    remarks: list[StudyRemark]
    marks: list[StudyMark]


class NewStudy(TypedDict):
    study: str  # its id: everyone who has it can look
    key: str  # everyone who has it can edit; shown once


class StudyMessage(StudyHead):
    """A study that the client opened. `nodes`, `remarks` and `marks` are there only if `since` is
    not its `number`."""

    type: Literal["study"]
    edits: bool  # you may edit it
    me: int  # your id in `studying`
    here: int  # how many look, at all processes
    nodes: NotRequired[list[StudyNode]]
    remarks: NotRequired[list[StudyRemark]]
    marks: NotRequired[list[StudyMark]]


class NotedMessage(TypedDict):
    """A change of a study was stored. Without any of the fields after `number`, the key is new."""

    type: Literal["noted"]
    study: str
    number: int
    nodes: NotRequired[list[StudyNode]]  # added
    remark: NotRequired[StudyRemark]  # new or changed
    unsaid: NotRequired[int]  # the id of a remark that was deleted
    mark: NotRequired[StudyMark]  # added
    unmarked: NotRequired[StudyMark]  # removed
    dropped: NotRequired[int]  # a node that was deleted with everything below it
    leads: NotRequired[int]  # a node: the line to it is now the main line
    title: NotRequired[str]


class StudyPerson(TypedDict):
    """Someone who looks at a study."""

    id: int
    name: str
    edits: bool
    at: int  # a node


class StudyingMessage(TypedDict):
    """Who looks at a study."""

    type: Literal["studying"]
    study: str
    here: int  # how many, at all processes
    people: list[StudyPerson]  # those at this process


class GoneMessage(TypedDict):
    """A study was deleted."""

    type: Literal["gone"]
    study: str


class DoneMessage(TypedDict):
    """A request with a `ref` was carried out."""

    type: Literal["done"]
    ref: int
    game: NotRequired[str]
    number: NotRequired[int]
    ply: NotRequired[int]
    study: NotRequired[str]
    at: NotRequired[int]  # of a study: the node that the change made


class RefusedMessage(TypedDict):
    """A request was refused."""

    type: Literal["refused"]
    ref: NotRequired[int]
    sentence: str  # why, in English
    said: Said  # the same, with the id and arguments for other languages
    game: NotRequired[str]
    number: NotRequired[int]
    ply: NotRequired[int]


class PongMessage(TypedDict):
    """The answer to `ping`."""

    type: Literal["pong"]
    ref: NotRequired[int]
    time: int  # the server's


class InvitedMessage(TypedDict):
    """A seat of this new game is kept for the bot that said `ready` here, or is its own in a
    tournament."""

    type: Literal["invited"]
    row: Row


class PairedMessage(TypedDict):
    """An opponent was found. Join with the key as `token`."""

    type: Literal["paired"]
    game: str


class UnpairedMessage(TypedDict):
    """The search for an opponent ended: the account looks elsewhere now."""

    type: Literal["unpaired"]


Message = Union[
    "GameMessage", "LobbyMessage", "DoneMessage", "RefusedMessage", "PongMessage", "InvitedMessage",
    "TournamentMessage", "PairedMessage", "UnpairedMessage", "StudyMessage", "NotedMessage",
    "StudyingMessage", "GoneMessage",
]


class PuzzleOfDay(TypedDict):
    """A puzzle of a day."""

    game: str
    puzzle: int  # its number in the game's file, from 0
    tried: int  # how many accounts tried it that day
    solved: int
    people: list[str]  # the first 50 who solved it


class PuzzleDay(TypedDict):
    """The puzzles of a day, one per game."""

    day: str  # a date, UTC
    games: list[PuzzleOfDay]


class Streak(TypedDict):
    name: str
    now: int  # the one that runs
    best: int


class StreakBoard(TypedDict):
    """The longest streaks that run."""

    streaks: list[Streak]  # rated puzzles of the game solved without a mistake
    days: list[Streak]  # days in a row with a solved puzzle of the day, of the game or of any


class PuzzleAttempt(TypedDict):
    """An attempt at a puzzle."""

    game: str
    puzzle: int
    day: NotRequired[str]  # of a puzzle of the day: its date
    rated: bool
    began: int
    over: bool
    ended: NotRequired[int]
    solved: NotRequired[bool]
    actions: NotRequired[str]  # those played, with blanks between
    ratedFrom: NotRequired[float]
    ratedTo: NotRequired[float]


class PuzzleAttempts(TypedDict):
    """50, newest first."""

    next: int  # the next `before`, or 0
    attempts: list[PuzzleAttempt]


class PuzzleSolver(TypedDict):
    """A person's puzzle rating."""

    rating: float
    deviation: float
    provisional: bool
    attempts: int  # rated ones
    solved: int
    streak: int  # solved since the last mistake
    best: int  # the longest streak
    days: int  # in a row with a solved puzzle of the day
    bestDays: int


class PuzzleStanding(TypedDict):
    """How a person stands at the puzzles of a game."""

    rating: float
    deviation: float
    provisional: bool
    attempts: int
    solved: int
    streak: int
    best: int
    days: int
    bestDays: int
    # the attempt that is not over; one at a puzzle of the day only if there is no other
    open: NotRequired[PuzzleAttempt]
    today: NotRequired[Literal["open", "solved", "failed"]]  # the puzzle of the day


class OwnPuzzles(TypedDict):
    """How a person stands at all puzzles."""

    days: int  # in a row with a solved puzzle of the day of any game
    bestDays: int
    games: dict[str, PuzzleStanding]


class PuzzleBegun(TypedDict):
    """An attempt that began. Nothing tells the solution, its length or its rating."""

    game: str
    puzzle: int
    day: NotRequired[str]  # of a puzzle of the day: its date
    rated: bool
    began: int
    options: str
    position: str  # as the solver sees it
    seat: int  # the solver
    goal: Literal["win", "draw", "lead", "keep"]
    said: Said  # the goal as a sentence
    left: NotRequired[int]  # the number of an open puzzle that failed because this one began


class PuzzleRight(TypedDict):
    """All actions are right so far, and something is left to find. Nothing is stored."""

    game: str
    puzzle: int
    day: NotRequired[str]
    over: Literal[False]
    found: int  # how many of the solver's actions
    played: list[str]  # the solver's actions and the answers
    options: str
    position: str
    seat: int
    goal: Literal["win", "draw", "lead", "keep"]
    said: Said


class PuzzleOverHardness(TypedDict):
    """the puzzle's rating now"""

    rating: float
    attempts: int
    solved: int


class PuzzleOver(TypedDict):
    """The attempt is over."""

    game: str
    puzzle: int
    day: NotRequired[str]
    over: Literal[True]
    solved: bool
    rated: bool
    began: int
    ended: int
    of: int  # how many actions the solver had to find
    actions: str
    solution: list[str]
    ratedFrom: NotRequired[float]
    ratedTo: NotRequired[float]
    solver: PuzzleSolver  # the person's rating now
    hardness: PuzzleOverHardness  # the puzzle's rating now


PuzzleAnswer = Union["PuzzleRight", "PuzzleOver"]


class AnyRequest(TypedDict):
    ref: NotRequired[int]  # the answer repeats it; without a `ref` only refusals are answered


class HelloRequest(AnyRequest):
    """Asks whether client and server understand each other: refused with `protocol.old` or
    `protocol.new` if not. A client that does not ask speaks version 1, which every server of
    version 2 understands."""

    do: Literal["hello"]
    protocol: int  # the version of these requests and messages that the client was made for


class JoinRequest(AnyRequest):
    """Follows a game, with a token from its seat, else as the public. Answered by `state`, then
    `done`."""

    do: Literal["join"]
    game: str
    token: NotRequired[str]  # of a seat, a login or a bot
    # the last `number` that the client knows; the state has the entries after it
    since: NotRequired[int]
    scene: NotRequired[bool]  # states and events have a scene
    actions: NotRequired[bool]  # states and events have the legal actions
    deals: NotRequired[bool]  # the client answers when a deal asks (see Deals)


class LeaveRequest(AnyRequest):
    """Stops following a game."""

    do: Literal["leave"]
    game: str


class ActRequest(AnyRequest):
    """Plays an action."""

    do: Literal["act"]
    game: str
    ply: int  # how many actions stood when it was chosen
    action: str  # its text


class ResignRequest(AnyRequest):
    """Resigns."""

    do: Literal["resign"]
    game: str


class AbortRequest(AnyRequest):
    """Aborts the game. Refused after everyone has acted once."""

    do: Literal["abort"]
    game: str


class OfferRequest(AnyRequest):
    """Offers a draw, or asks to go back to before your last action. All other people must agree;
    computers do."""

    do: Literal["offer"]
    game: str
    what: Literal["draw", "undo"]


class AgreeRequest(AnyRequest):
    """Accepts the offer."""

    do: Literal["agree"]
    game: str
    what: Literal["draw", "undo"]


class DeclineRequest(AnyRequest):
    """Declines the offer, or withdraws your own."""

    do: Literal["decline"]
    game: str
    what: Literal["draw", "undo"]


class RematchRequest(AnyRequest):
    """Asks for the next game, after the end. When all people have asked it begins, with the same
    tokens, and the entry `rematch` names it. In a series that goes on, asking again after a minute
    is enough."""

    do: Literal["rematch"]
    game: str
    # `second`: the loser lets the other begin; `revenge`: the same deal with seats swapped, if all
    # ask for it
    wish: NotRequired[Literal["second", "revenge"]]


class PromiseRequest(AnyRequest):
    """Promises your part of the deal, while `deal.asked` has your seat."""

    do: Literal["promise"]
    game: str
    promise: str  # the SHA-256 of the part; empty: you have no part, and nobody waits for it


class RevealRequest(AnyRequest):
    """Gives your part of the deal, while `deal.missing` has your seat."""

    do: Literal["reveal"]
    game: str
    part: str


class PhraseRequest(AnyRequest):
    """Sends a preset phrase to all who follow the game. It is not stored. Five in a row, then one
    every four seconds."""

    do: Literal["phrase"]
    game: str
    phrase: str  # its name in `About.phrases`


class PlanRequest(AnyRequest):
    """Plans answers, in games without a clock or with days per turn, while it is not your turn.
    They replace earlier plans, are stored, and are played at once when the expected action comes.
    Only you see them, as `plans` of `state`."""

    do: Literal["plan"]
    game: str
    ply: int  # how many actions stand before the lines
    lines: list[str]  # at most 8: the expected action, the answer, and so on, with blanks between


class LobbyRequest(AnyRequest):
    """Answered by `lobby`, which comes again when something changes, at most once a second."""

    do: Literal["lobby"]
    on: bool  # false: stop


class WatchRequest(AnyRequest):
    """Answered by `tournament`, which comes again when something changes, at most once a second."""

    do: Literal["watch"]
    tournament: str
    on: bool  # false: stop


class PairRequest(AnyRequest):
    """Looks for an opponent until `paired` comes or this socket closes. After a lost connection,
    send it again with the same key."""

    do: Literal["pair"]
    game: str  # its name
    speed: str  # a name in `About.speeds`
    key: str  # 22 characters; the token of the seat
    token: NotRequired[str]  # of a login
    name: NotRequired[str]  # of a guest
    rated: NotRequired[bool]


class UnpairRequest(AnyRequest):
    """Stops looking for an opponent."""

    do: Literal["unpair"]


class ReadyRequest(AnyRequest):
    """A bot takes challenges as long as this socket is open."""

    do: Literal["ready"]
    token: str  # of the bot
    games: list[str]  # names, at most 8; none: it takes no more


class StudyRequest(AnyRequest):
    """Opens a study. Answered by `study`, then `noted` and `studying` when something changes."""

    do: Literal["study"]
    study: str
    on: bool  # false: close it
    since: NotRequired[int]  # the last `number` that the client knows
    key: NotRequired[str]  # with which it may be edited
    token: NotRequired[str]  # of a login
    name: NotRequired[str]  # of a guest


class AddRequest(AnyRequest):
    """Adds a line to a study, but for actions that are there already."""

    do: Literal["add"]
    study: str
    at: int  # a node of its tree
    actions: str  # at most 64, with blanks between


class SayRequest(AnyRequest):
    """Writes a remark at a node."""

    do: Literal["say"]
    study: str
    at: int  # a node of its tree
    remark: NotRequired[int]  # the remark that it replaces
    text: str  # empty: the remark is deleted


# Adds or removes an arrow, or a ring where both spots are the same.
DrawRequest = TypedDict("DrawRequest", {
    "ref": "NotRequired[int]",  # the answer repeats it; without a `ref` only refusals are answered
    "do": 'Literal["draw"]',
    "study": "str",
    "at": "int",  # a node of its tree
    "from": "str",  # a spot
    "to": "str",  # a spot
    "on": "bool",  # false: remove it
})


class DropRequest(AnyRequest):
    """Deletes a node with everything below it."""

    do: Literal["drop"]
    study: str
    at: int  # a node of its tree


class LeadRequest(AnyRequest):
    """Makes the line to a node the main line."""

    do: Literal["lead"]
    study: str
    at: int  # a node of its tree


class TitleRequest(AnyRequest):
    """Renames a study."""

    do: Literal["title"]
    study: str
    title: str


class StandRequest(AnyRequest):
    """Shows the others at which node you are."""

    do: Literal["stand"]
    study: str
    at: int  # a node of its tree


class PingRequest(AnyRequest):
    """Answered by `pong` with the server's time."""

    do: Literal["ping"]


Request = Union[
    "HelloRequest", "JoinRequest", "LeaveRequest", "ActRequest", "ResignRequest", "AbortRequest",
    "OfferRequest", "AgreeRequest", "DeclineRequest", "RematchRequest", "PromiseRequest",
    "RevealRequest", "PhraseRequest", "PlanRequest", "LobbyRequest", "WatchRequest", "PairRequest",
    "UnpairRequest", "ReadyRequest", "StudyRequest", "AddRequest", "SayRequest", "DrawRequest",
    "DropRequest", "LeadRequest", "TitleRequest", "StandRequest", "PingRequest",
]

Colour = Literal[
    "bare", "wood", "ivory", "ebony", "white", "grey", "brown", "red", "orange", "yellow", "green",
    "teal", "blue", "purple", "pink",
]

Shape = Literal[
    "stone", "disc", "counter", "ring", "pawn", "figure", "ringed", "totem", "tile", "card", "die",
    "cube", "block", "cross",
]

Emblem = Literal[
    "letter", "mouse", "jackal", "lion", "dot", "circle", "hoop", "triangle", "box", "diamond",
    "star", "crown",
]

Sign = Literal["last", "recent", "barred", "outside", "free", "deciding", "chosen"]

Form = Literal["square", "hexagon"]

Ground = Literal["plain", "inlaid", "cut", "wall", "plan", "table", "mosaic", "row"]

Facing = Literal["south", "east", "north", "west"]

Side = Literal["s", "e", "n", "w", "sw", "se", "ne", "nw"]


class Panel(TypedDict):
    """A board, or a part of one."""

    id: str
    title: str  # translated as `panel.ID`
    # `flat`: one piece per spot; `piles`: show every piece; `tops`: show the top piece and the
    # height; `tray`: no board, things to touch
    style: Literal["flat", "piles", "tops", "tray"]
    form: Form
    ground: Ground
    facing: NotRequired[Facing]  # of a picture only


class Spot(TypedDict):
    """What can be touched, but for pictures."""

    name: str  # unique in the scene: what `touch` takes
    label: str  # spoken; the caption of a button
    said: NotRequired[Said]  # the label as a sentence, if it has arguments
    panel: int  # its index in `panels`
    use: Literal["place", "hand", "button", "picture"]
    x: int  # the centre, in tenths of a cell from the panel's lower left
    y: int  # grows upward


class Label(TypedDict):
    """What a column or row is called. A column's label is below its lower end, a row's left of its
    left end, also when the board is turned."""

    text: str
    panel: int
    axis: Literal["row", "column"]
    x: int  # one end of the line that is named, at the outer side of the outer cell
    y: int
    toX: int  # the other end
    toY: int


class Edge(TypedDict):
    """Sides of a spot that belong to a seat."""

    spot: int
    sides: list[Side]
    owner: int  # a seat, or -1
    colour: Colour


class Look(TypedDict):
    """How a piece looks."""

    name: str  # its text is `names["piece.NAME"]`
    shape: Shape
    colour: Colour
    emblem: NotRequired[Emblem]
    glyph: NotRequired[str]  # its letter in plain text
    value: int  # pips or range; 0: none


class Piece(TypedDict):
    """Pieces are sorted by panel, spot and level. All pieces in hand lie on their spot in a pile,
    so their number is how many are left."""

    name: str  # its text is `names["piece.NAME"]`
    shape: Shape
    colour: Colour
    emblem: NotRequired[Emblem]
    glyph: NotRequired[str]  # its letter in plain text
    value: int  # pips or range; 0: none
    owner: int  # a seat, or -1
    level: int  # the lowest level that it fills, from 1
    rise: int  # how many levels it fills
    spot: int
    other: int  # the second spot of a piece that covers two, else `spot`


class Counter(TypedDict):
    """A number that the game counts, such as pieces left."""

    id: str
    title: str  # translated as `counter.ID`
    owner: int  # a seat, or -1
    value: int
    word: str | None  # shown instead of the value if not null; translated as `word.WORD`
    minor: NotRequired[bool]  # left out where space is short
    panel: NotRequired[int]  # show it beside this panel
    spot: NotRequired[int]  # show it beside this spot
    look: NotRequired[Look]  # one of the pieces that are counted


class Mark(TypedDict):
    """Marks with the sign `last` show the last turn: all actions that one seat made in a row."""

    name: str  # its text is `names["mark.NAME"]`
    sign: Sign
    spot: int
    level: int  # 0: the whole spot
    step: NotRequired[int]  # of `last`: which action of the turn, from 1
    # of `last`: fewer pieces, more pieces or other pieces than before that action; missing if it
    # was only touched
    change: NotRequired[Literal["left", "came", "changed"]]


class Outline(TypedDict):
    """Spots that belong together, to be drawn as one area."""

    name: str  # its text is `names["mark.NAME"]`
    owner: int  # a seat, or -1
    colour: Colour
    spots: list[int]


class Result(TypedDict):
    """How a game ended."""

    outcomes: list[Literal["win", "draw", "loss"]]  # of each seat
    scores: NotRequired[list[int]]  # of each seat, in games that count points


class Status(TypedDict):
    """Whose turn it is, and what to do."""

    over: bool
    seat: int  # the seat to act, or -1
    step: str  # what is asked, such as `move`; `over` at the end
    prompt: str  # translated as `step.STEP`
    # `carry`: the top piece of the spot touched first goes to the next one; `lay`: a new piece
    # comes to the spot; `lead`: a piece that everyone moves goes to the spot touched first, one in
    # hand to the next
    gesture: NotRequired[Literal["carry", "lay", "lead"]]
    leads: NotRequired[int]  # of `lead`: where that piece lies
    lays: NotRequired[Look]  # of `lay`: that piece


class Verdict(TypedDict):
    """Why a game that the rules ended was won or lost."""

    said: Said
    step: bool  # part of a count that can be played step by step
    spots: list[int]  # what it is about


# A part of the last turn's path.
Leg = TypedDict("Leg", {
    "way": 'Literal["moved", "laid", "taken"]',
    "step": "int",  # which action of the turn, from 1
    "from": "int",
    # of a piece that was laid: the second spot that it covers, or `from`; of one that was taken:
    # `from`
    "to": "int",
    "level": "int",  # of the piece on top of `to` after the action; 0: none
})


Clue = Literal["possible", "ruled-out", "certain", "no-suspect"]


class Thing(TypedDict):
    """Something that a seat may have."""

    word: str  # translated as `word.WORD`
    look: Look
    left: int  # on the board
    all: int  # of them in the game


class DeskRow(TypedDict):
    """The clues about one seat."""

    clues: list[Clue]  # by thing
    taken: list[int]  # by thing: how many the seat took since the start


class Desk(TypedDict):
    """The clues, in games in which something has to be found out."""

    seat: int  # the viewer, or -1
    things: list[Thing]
    rows: list[DeskRow]  # by seat


class Scene(TypedDict):
    """What one seat sees of a position."""

    panels: list[Panel]
    spots: list[Spot]
    labels: list[Label]
    edges: list[Edge]
    pieces: list[Piece]
    counters: list[Counter]
    marks: list[Mark]
    outlines: list[Outline]
    # English texts by `seat.N` (from 1), `piece.NAME` and `mark.NAME`, the keys of the game's
    # translations. `mark.last` and `mark.chosen` are shared by all games. A text may contain
    # `{value}`. A piece with an owner is named with its seat (`White's figure`), one without by its
    # name alone (`red cross`)
    names: dict[str, str]
    colours: list[Colour]  # of the seats
    status: Status
    # what the last turn did to players that the board does not show. "You" is the one person who
    # plays computers; on a server the reader's seat. After the end they come before the verdicts
    events: NotRequired[list[Said]]
    verdicts: NotRequired[list[Verdict]]  # when the rules have ended the game
    legs: list[Leg]  # the path of the last turn, in order
    desk: NotRequired[Desk]
    result: NotRequired[Result]  # after the end


class Seat(TypedDict):
    """A place at the board, and who plays there."""

    name: str  # of the player
    title: str  # such as White
    colour: Colour
    team: int  # seats of one team win and lose together
    who: Literal["person", "computer", "remote"]
    player: NotRequired[str]  # of a computer, such as `level:3`
    left: NotRequired[int]  # with a clock: milliseconds


class Played(TypedDict):
    """An action that was played."""

    text: str
    words: Said  # the action as a sentence
    seat: int
    spent: NotRequired[int]  # with a clock: milliseconds
    hints: NotRequired[int]  # a bit for each hint level used before it


class End(TypedDict):
    """Why a game is over."""

    how: Literal["rules", "resigned", "agreed", "time", "aborted"]
    repeated: bool  # drawn by repetition
    scored: bool  # the scores of the result mean something
    seat: NotRequired[int]  # who resigned, ran out of time or aborted the game


class Touch(TypedDict):
    """What a touch did."""

    # `staged`: more touches are needed; `ready`: they are the action, not played yet; `undone`: the
    # last spot was touched again, which undoes that touch; `refused`: no legal action
    answer: Literal["staged", "ready", "undone", "refused"]
    action: NotRequired[str]  # of `ready`: its text
    words: NotRequired[Said]  # of `ready`: the action as a sentence
    putBack: NotRequired[bool]  # something staged before gave way
    rule: NotRequired[str]  # of `refused`: the id of the rule
    sentence: NotRequired[str]  # of `refused`: why


class Said(TypedDict):
    """A sentence in English, with the id and arguments by which a catalogue says it in another
    language (docs/translating.md)."""

    text: str
    id: NotRequired[str]  # missing: it is the same in every language
    args: NotRequired[dict[str, str | Said]]


class SeriesPlayers(TypedDict):
    seat: int
    points: float
    score: int


class Series(TypedDict):
    """Several games between the same players. Fields marked ? are there when this game is over."""

    games: int  # how many the series has
    played: int  # with this one, when it is over
    byScore: bool  # the sum of the scores decides
    # who begins the next game; `choice`: the loser chooses
    begins: Literal["alternate", "loser", "choice"]
    repeated: bool  # this game has the deal of the one before
    leader: NotRequired[int]  # the seat that leads or has won, or -1
    chooser: NotRequired[int]  # the seat that may say who begins the next game, or -1
    revenge: NotRequired[bool]  # the deal may be played again
    players: list[SeriesPlayers]


class StateClock(TypedDict):
    rule: str
    running: int  # the seat whose clock runs, or -1


class State(TypedDict):
    """How a match stands."""

    game: str  # its name
    options: dict[str, str]  # the value of each option
    seats: list[Seat]
    actions: list[Played]  # all actions; those from `length` on are undone
    length: int  # how many actions are played
    toAct: int  # the seat to act, or -1 after the end
    eyes: int  # the seat that sees the scene, or -1: the public
    sentence: str  # how it stands, in English
    over: bool
    result: NotRequired[Result]  # after the end
    end: NotRequired[End]  # after the end
    drawOffer: int  # the seat that offers a draw, or -1
    clock: StateClock
    series: Series
    lots: bool  # who sits where was drawn by lot
    position: str  # its text, as the eyes may know it
    staged: list[int]  # the spots touched so far
    targets: list[int]  # the spots that can be touched next
    touch: NotRequired[Touch]  # the answer to `touch`
    scene: Scene  # what the eyes see
    puzzle: NotRequired[Puzzle]  # while a puzzle is solved


EventNumber = int


class Began(TypedDict):
    """A match: everything is new."""

    number: EventNumber
    type: Literal["began"]
    state: State


class ActionPlayed(TypedDict):
    """An action was played; those that could be redone from there on are gone. `length` is one more
    than `at`."""

    number: EventNumber
    type: Literal["played"]
    at: int  # its index in `actions`
    action: Played


class Undone(TypedDict):
    """Actions were undone. Of `actions`, `count` are left."""

    number: EventNumber
    type: Literal["undone"]
    length: int  # how many actions are played
    count: int  # with those that can be redone


class Redone(TypedDict):
    """Actions were played again."""

    number: EventNumber
    type: Literal["redone"]
    length: int  # how many actions are played
    count: int  # with those that can be redone


class SceneChange(TypedDict):
    """What is different in another scene."""

    # of the scene's lists, those that differ: one splice after the other
    lists: dict[str, list[Splice]]
    parts: dict[str, object]  # its other members that are new or differ
    gone: list[str]  # members that it does not have


class SceneChanged(SceneChange):
    """The viewer sees something else."""

    number: EventNumber
    type: Literal["scene"]


class Splice(TypedDict):
    """A change of a list, as JavaScript's `splice` makes it."""

    at: int  # an index of the list after the splices before
    remove: int  # how many elements to remove there
    add: list[object]  # elements to insert there


class TurnChanged(TypedDict):
    """Who is to act, or what the position is. Unless the game is over, `result` and `end` are
    gone."""

    number: EventNumber
    type: Literal["turn"]
    toAct: int  # the seat to act, or -1 after the end
    eyes: int  # the seat that sees the scene, or -1: the public
    sentence: str  # how it stands, in English
    over: bool
    position: str  # its text, as the eyes may know it


class OfferChanged(TypedDict):
    """A draw was offered, or the offer is void."""

    number: EventNumber
    type: Literal["offer"]
    drawOffer: int  # the seat that offers a draw, or -1


class Ended(TypedDict):
    """The game is over."""

    number: EventNumber
    type: Literal["ended"]
    result: Result
    end: End


class SeriesChanged(TypedDict):
    """How the series stands."""

    number: EventNumber
    type: Literal["series"]
    series: Series


class Touched(TypedDict):
    """What is touched, or what can be. Without `touch` nothing was touched just now."""

    number: EventNumber
    type: Literal["touched"]
    staged: list[int]  # the spots touched so far
    targets: list[int]  # the spots that can be touched next
    touch: NotRequired[Touch]  # the answer to `touch`


class PuzzleChanged(TypedDict):
    """How the puzzle stands."""

    number: EventNumber
    type: Literal["puzzle"]
    puzzle: Puzzle


class ClockChanged(TypedDict):
    """What the clocks show at the time of the call."""

    number: EventNumber
    type: Literal["clock"]
    running: int  # the seat whose clock runs, or -1
    left: NotRequired[list[int]]  # with a clock: milliseconds of each seat


SessionEvent = Union[
    "Began", "ActionPlayed", "Undone", "Redone", "SceneChanged", "TurnChanged", "OfferChanged",
    "Ended", "SeriesChanged", "Touched", "PuzzleChanged", "ClockChanged",
]


class Update(TypedDict):
    """The answer of a call that changes the state: what has changed since the last one, in
    order."""

    events: list[SessionEvent]


class Snapshot(TypedDict):
    """Everything, for a caller that has missed events."""

    number: int  # of the last event that it contains
    state: State


class Looked(TypedDict):
    """A position that is only looked at."""

    scene: Scene


class LookedChange(TypedDict):
    """A position that is only looked at, after `events`: how its scene differs from that of the
    state."""

    change: SceneChange


class Line(TypedDict):
    """A line of an analysis."""

    depth: int
    line: int
    value: int
    chance: float
    proven: NotRequired[Literal["win", "draw", "loss"]]
    margin: NotRequired[int]
    expected_margin: NotRequired[float]
    nodes: int
    ms: int
    actions: str
    words: list[Said]  # the actions, one by one
    also: NotRequired[list[str]]  # other first actions that lead to the same game


Goal = Literal["win", "draw", "lead", "keep"]


# A puzzle that is being solved.
Puzzle = TypedDict("Puzzle", {
    "verdict": 'Literal["asked", "right", "wrong", "solved", "shown"]',  # `asked` at first
    "goal": "Goal",
    "said": "Said",  # the goal as a sentence
    "solver": "int",  # a seat
    "from": "int",  # how many actions come before the puzzle
    "found": "int",  # how many of the solver's actions are found
    "tried": "NotRequired[Played]",  # the wrong action
    "refutation": "NotRequired[list[Played]]",  # the actions after it
    "proven": "NotRequired[bool]",  # it was worked out here that the goal is lost
    "lost": "NotRequired[Said]",  # what the wrong action loses
    "reasons": "NotRequired[list[Fact]]",
    # how many actions the solver has to find; this and the next are there when it is over
    "of": "NotRequired[int]",
    "rating": "NotRequired[int]",  # 0: unknown
    "themes": "NotRequired[list[str]]",
    "solution": "NotRequired[list[Played]]",
    "rest": "NotRequired[Said]",  # if the game goes on: what is proven from there
})


class PuzzleRow(TypedDict):
    """A puzzle of a file."""

    goal: Goal
    own: int  # how many actions the solver has to find
    rating: int  # 0: unknown
    themes: list[str]


class PuzzleFile(TypedDict):
    """The puzzles of a file."""

    game: str
    puzzles: list[PuzzleRow]


class PracticeRated(TypedDict):
    """A player after an attempt at a puzzle."""

    solver: str  # keep it, and pass it the next time
    rating: int
    deviation: int


class PracticeChosen(TypedDict):
    """The next puzzle."""

    number: NotRequired[int]  # from 0; missing when all are done


class PracticePick(TypedDict):
    """A puzzle of the day."""

    game: str
    number: int  # from 0


class PracticeDay(TypedDict):
    """The puzzles of a day."""

    puzzle: NotRequired[PracticePick]  # of all games
    each: list[PracticePick]  # of each game


class PracticeAgain(TypedDict):
    """When a puzzle comes back."""

    box: int
    known: bool  # it does not come back
    due: NotRequired[str]  # such as 2026-11-17
