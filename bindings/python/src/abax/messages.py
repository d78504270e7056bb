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
    time: int
    version: str
    games: list[str]
    phrases: dict[str, str]
    lagForgiven: int  # milliseconds of an action's way that cost nobody time
    speeds: dict[str, str]  # of quick pairing, with their clocks


class RowSeat(TypedDict):
    kind: SeatKind
    name: str
    account: bool
    player: NotRequired[str]
    away: NotRequired[int]  # on vacation until then
    rating: NotRequired[int]  # at this game, of an account or a level
    provisional: NotRequired[bool]  # little is known of its strength yet
    ratedFrom: NotRequired[int]  # before this game, when it has changed it
    ratedTo: NotRequired[int]


class Row(TypedDict):
    id: str
    name: str
    options: str  # "key=value,..." or "-"
    clock: str
    rated: bool
    guests: bool
    created: int
    changed: int
    number: int
    # of a game that is over: a letter a seat, w won, l lost, d drawn, - broken off
    result: NotRequired[str]
    phase: Phase
    seats: list[RowSeat]


class OnlineSeat(RowSeat):
    title: str
    team: int
    here: bool


class Entry(TypedDict):
    number: int
    kind: str
    seat: int
    text: str
    at: int
    leftThen: NotRequired[list[int]]


class Head(TypedDict):
    game: str
    number: int
    ply: int


class NowUndoOffer(TypedDict):
    seat: int
    to: int
    agreed: list[int]


class Now(TypedDict):
    """How a game stands now."""

    toAct: int
    sentence: str
    over: bool
    result: NotRequired[Result]
    end: NotRequired[End]
    drawOffer: NotRequired[int]
    undoOffer: NotRequired[NowUndoOffer]
    rematchOffer: NotRequired[list[int]]
    revengeOffer: NotRequired[list[int]]  # who wants the same deal again
    series: NotRequired[Series]  # in a state of a series, and when a game is over
    next: NotRequired[str]
    time: int
    left: NotRequired[list[int]]
    bank: NotRequired[list[int]]  # of 'left', when the seat's turn began
    running: NotRequired[int]
    paused: NotRequired[bool]
    position: str
    scene: NotRequired[Scene]
    actions: NotRequired[list[str]]  # legal ones, when they were asked for


class Saying(TypedDict):
    """One of the preset phrases, said by a seat. It is not stored."""

    seat: int
    text: str
    at: int


class Declining(TypedDict):
    """Somebody declined the invitation to this game. It is not stored."""

    name: str  # empty: a guest without one
    at: int


class Deal(TypedDict):
    """what was promised of the deal; after the end also the parts"""

    promise: str  # of the server
    promises: list[str]  # of the seats, or empty
    asked: NotRequired[list[int]]  # seats that have to promise a part now
    missing: NotRequired[list[int]]  # seats that have to give their part now
    silent: list[int]  # seats that did not in time, and have no part
    part: NotRequired[str]
    parts: NotRequired[list[str]]


class StateMessagePlans(TypedDict):
    """one's own conditional lines, which begin after so many actions"""

    ply: int
    lines: list[str]


class StateMessage(Head, Now):
    type: Literal["state"]
    you: int
    name: str
    options: dict[str, str]
    clock: str
    listed: bool
    rated: bool
    guests: bool
    created: int
    deal: NotRequired[Deal]
    lots: NotRequired[Literal["open", "drawn"]]  # who sits where will be, or was, drawn by lot
    before: NotRequired[str]
    start: str
    seats: list[OnlineSeat]
    phase: Phase
    entries: list[Entry]
    said: NotRequired[list[Saying]]
    declined: NotRequired[list[Declining]]  # of an open game, to its seats
    # one's own conditional lines, which begin after so many actions
    plans: NotRequired[StateMessagePlans]


class EventMessage(Head, Now):
    type: Literal["event"]
    kind: str
    seat: int
    text: str
    at: int
    leftThen: NotRequired[list[int]]


class SaidMessage(Head, Saying):
    type: Literal["said"]


class DeclinedMessage(Head, Declining):
    type: Literal["declined"]


class SeatsMessage(Head):
    type: Literal["seats"]
    seats: list[OnlineSeat]
    phase: Phase
    deal: NotRequired[Deal]


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
    waiting: bool
    game: NotRequired[str]  # once there is an opponent; the key opens the seat


class Declined(TypedDict):
    told: bool  # somebody at a seat is connected


class Code(TypedDict):
    code: str
    game: str


class Lobby(TypedDict):
    open: list[Row]
    playing: list[Row]
    waiting: list[Pool]


class LobbyMessage(Lobby):
    type: Literal["lobby"]
    ref: NotRequired[int]


class Seated(TypedDict):
    game: str
    seat: NotRequired[int]
    token: NotRequired[str]


class Account(TypedDict):
    name: str
    bot: bool
    created: int


class Person(Account):
    token: NotRequired[str]  # of the session that was opened


class Rating(TypedDict):
    name: str
    computer: bool
    rating: float
    deviation: float
    games: int
    changed: int


class Profile(Account):
    ratings: dict[str, list[Rating]]
    games: list[Row]


class Rows(TypedDict):
    games: list[Row]


class Turn(TypedDict):
    seat: int
    yours: bool
    invited: bool
    row: Row


class Turns(TypedDict):
    time: int
    games: list[Turn]
    waiting: int


class Bot(TypedDict):
    name: str
    games: list[str]


class Bots(TypedDict):
    bots: list[Bot]


class Blocks(TypedDict):
    """Names of people whom one does not want to meet."""

    blocked: list[str]


class Vacation(TypedDict):
    days: int  # of a year
    left: int  # of them
    until: int  # 0: not on vacation


ToldBy = Literal["none", "push", "mail", "both"]


class ToldPlaces(TypedDict):
    host: str
    at: int


class Told(TypedDict):
    """How an account is told when it is away."""

    key: str  # the server's public key for push; empty: it tells nobody
    mails: bool  # it sends e-mail
    language: str
    zone: str
    quietFrom: int  # minutes of the day
    quietTo: int
    turns: ToldBy
    challenges: ToldBy
    rounds: ToldBy
    address: str  # of e-mail, confirmed; or empty
    wanted: str  # one that waits to be confirmed; or empty
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
    closed: int


class OwnDataTold(TypedDict):
    language: str
    address: str
    unconfirmed: str  # an address that nobody has confirmed yet
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
    """What is stored about an account beside its games."""

    name: str
    bot: bool
    created: int
    muted: bool
    sessions: list[OwnDataSessions]
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
    """A finished game: seats that won; none, or all, in a draw."""

    row: Row
    plies: int
    ended: int
    opening: str
    winners: list[int]


class FoundList(TypedDict):
    games: list[Found]
    next: int


class NewToken(TypedDict):
    token: str


class Leaders(TypedDict):
    leaders: list[Rating]


class Export(TypedDict):
    next: int  # what to ask for next, or 0
    records: str  # one after the other, as docs/records.md says


class Fault(TypedDict):
    error: str
    said: Said


class MeetSettings(TypedDict):
    id: str
    title: str
    host: str  # an account, or empty: the server's own
    listed: bool
    created: int
    phase: Phase
    form: Literal["swiss", "robin", "arena", "ladder", "league"]
    name: str  # of the game
    options: str
    clock: str
    slow: bool  # correspondence: days for a turn
    rated: bool
    guests: bool
    bots: bool
    streaks: bool
    cycles: int
    minutes: int
    most: int
    wait: int  # seconds until a player who has not begun has lost
    pause: int  # seconds between rounds
    begins: int  # by itself at this time, or 0
    month: str  # of a ladder or league, or empty
    rounds: int  # in all; 0: not known


Standing = TypedDict("Standing", {
    "player": "int",
    "place": "int",
    "name": "str",
    "account": "bool",
    "kind": "str",  # person, bot or a level
    "rating": "int",
    "in": "bool",  # has not withdrawn
    "absent": "bool",
    "points": "float",
    "buchholz": "float",
    "direct": "float",
    "berger": "float",
    "wins": "int",
    "draws": "int",
    "losses": "int",
    "byes": "int",
    "run": "int",  # wins in a row just now
})


class Pair(TypedDict):
    round: int
    first: int
    second: int  # -1: no opponent
    game: str
    result: Literal["", "1-0", "0-1", "1/2", "0-0", "bye"]
    forfeit: bool
    points: NotRequired[float]  # of a bye


class Tournament(MeetSettings):
    cancelled: bool
    number: int  # notes so far
    round: int
    begun: int
    ends: int  # of an arena that has begun
    standings: list[Standing]
    pairs: list[Pair]


class Tournaments(TypedDict):
    open: NotRequired[list[MeetSettings]]
    playing: NotRequired[list[MeetSettings]]
    over: NotRequired[list[MeetSettings]]


class NewTournament(TypedDict):
    tournament: str


class TakesPart(TypedDict):
    tournament: str
    player: int
    token: NotRequired[str]  # of a guest


class TournamentMessage(TypedDict):
    type: Literal["tournament"]
    tournament: Tournament


class StudyNode(TypedDict):
    id: int  # the start is 0
    parent: int
    action: str
    seat: int


class StudyRemark(TypedDict):
    id: int
    at: int  # a node
    text: str
    by: str  # who wrote it last, or empty
    account: bool
    time: int


StudyMark = TypedDict("StudyMark", {
    "at": "int",  # a node
    "from": "str",  # a spot
    "to": "str",  # the same spot: a ring
})


class StudyRow(TypedDict):
    study: str
    title: str
    name: str  # of the game
    options: str
    created: int
    number: int  # notes so far


class StudyRows(TypedDict):
    studies: list[StudyRow]
    next: int  # the next `before`, or 0


class StudyHead(TypedDict):
    study: str
    number: int  # notes so far
    title: str
    name: str  # of the game
    options: str
    start: str  # a position text
    owner: str  # an account's name, or empty
    created: int


class WholeStudy(StudyHead):
    nodes: list[StudyNode]  # a line, then what branches off
    remarks: list[StudyRemark]
    marks: list[StudyMark]


class NewStudy(TypedDict):
    study: str
    key: str  # told once


class StudyMessage(StudyHead):
    type: Literal["study"]
    edits: bool  # one may change something
    me: int  # among the people
    here: int
    # these three only where something behind `since` was missed
    nodes: NotRequired[list[StudyNode]]
    remarks: NotRequired[list[StudyRemark]]
    marks: NotRequired[list[StudyMark]]


class NotedMessage(TypedDict):
    type: Literal["noted"]
    study: str
    number: int
    nodes: NotRequired[list[StudyNode]]
    remark: NotRequired[StudyRemark]
    unsaid: NotRequired[int]  # a remark is gone
    mark: NotRequired[StudyMark]
    unmarked: NotRequired[StudyMark]
    dropped: NotRequired[int]  # a node and all below it
    leads: NotRequired[int]  # the line to this node comes first
    title: NotRequired[str]


class StudyPerson(TypedDict):
    id: int
    name: str
    edits: bool
    at: int  # the node where one stands


class StudyingMessage(TypedDict):
    type: Literal["studying"]
    study: str
    here: int
    people: list[StudyPerson]


class GoneMessage(TypedDict):
    type: Literal["gone"]
    study: str


class DoneMessage(TypedDict):
    type: Literal["done"]
    ref: int
    game: NotRequired[str]
    number: NotRequired[int]
    ply: NotRequired[int]
    study: NotRequired[str]
    at: NotRequired[int]  # of a study: the node that came of it


class RefusedMessage(TypedDict):
    type: Literal["refused"]
    ref: NotRequired[int]
    sentence: str
    said: Said
    game: NotRequired[str]
    number: NotRequired[int]
    ply: NotRequired[int]


class PongMessage(TypedDict):
    type: Literal["pong"]
    ref: NotRequired[int]
    time: int


class InvitedMessage(TypedDict):
    type: Literal["invited"]
    row: Row


class PairedMessage(TypedDict):
    type: Literal["paired"]
    game: str


class UnpairedMessage(TypedDict):
    type: Literal["unpaired"]


Message = Union[
    "GameMessage", "LobbyMessage", "DoneMessage", "RefusedMessage", "PongMessage", "InvitedMessage",
    "TournamentMessage", "PairedMessage", "UnpairedMessage", "StudyMessage", "NotedMessage",
    "StudyingMessage", "GoneMessage",
]


class PuzzleOfDay(TypedDict):
    game: str
    puzzle: int  # its number in the game's file, from 0
    tried: int  # accounts that have tried it that day
    solved: int
    people: list[str]  # the first who solved it


class PuzzleDay(TypedDict):
    day: str  # a date, UTC
    games: list[PuzzleOfDay]


class Streak(TypedDict):
    name: str
    now: int
    best: int


class StreakBoard(TypedDict):
    streaks: list[Streak]  # puzzles without a fault
    days: list[Streak]  # days in a row


class PuzzleAttempt(TypedDict):
    game: str
    puzzle: int
    day: NotRequired[str]  # when it was tried as the day's puzzle
    rated: bool
    began: int
    over: bool
    ended: NotRequired[int]
    solved: NotRequired[bool]
    actions: NotRequired[str]  # that were played, with blanks between
    ratedFrom: NotRequired[float]
    ratedTo: NotRequired[float]


class PuzzleAttempts(TypedDict):
    next: int  # the next `before`, or 0
    attempts: list[PuzzleAttempt]


class PuzzleSolver(TypedDict):
    rating: float
    deviation: float
    provisional: bool
    attempts: int  # that were rated
    solved: int
    streak: int  # solved since the last fault
    best: int
    days: int  # in a row with a solved puzzle of the day
    bestDays: int


class PuzzleStanding(TypedDict):
    rating: float
    deviation: float
    provisional: bool
    attempts: int
    solved: int
    streak: int
    best: int
    days: int
    bestDays: int
    open: NotRequired[PuzzleAttempt]
    today: NotRequired[Literal["open", "solved", "failed"]]  # the day's puzzle


class OwnPuzzles(TypedDict):
    days: int  # in a row with a solved puzzle of the day of any game
    bestDays: int
    games: dict[str, PuzzleStanding]


class PuzzleBegun(TypedDict):
    game: str
    puzzle: int
    day: NotRequired[str]
    rated: bool
    began: int
    options: str
    position: str
    seat: int
    goal: Literal["win", "draw", "lead", "keep"]
    said: Said
    left: NotRequired[int]  # a puzzle that was open and has failed by this


class PuzzleRight(TypedDict):
    game: str
    puzzle: int
    day: NotRequired[str]
    over: Literal[False]
    found: int
    played: list[str]  # own actions and answers
    options: str
    position: str
    seat: int
    goal: Literal["win", "draw", "lead", "keep"]
    said: Said


class PuzzleOverHardness(TypedDict):
    rating: float
    attempts: int
    solved: int


class PuzzleOver(TypedDict):
    game: str
    puzzle: int
    day: NotRequired[str]
    over: Literal[True]
    solved: bool
    rated: bool
    began: int
    ended: int
    of: int  # own actions of the solution
    actions: str
    solution: list[str]
    ratedFrom: NotRequired[float]
    ratedTo: NotRequired[float]
    solver: PuzzleSolver
    hardness: PuzzleOverHardness


PuzzleAnswer = Union["PuzzleRight", "PuzzleOver"]


class AnyRequest(TypedDict):
    ref: NotRequired[int]  # the answer repeats it; without a `ref` only refusals are answered


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
    """Offers a draw, or asks to undo everything since before the asker's last action. All other
    people must agree; computers do."""

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
    """Adds a line to a study. Actions that are there already are walked, not added."""

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
    "JoinRequest", "LeaveRequest", "ActRequest", "ResignRequest", "AbortRequest", "OfferRequest",
    "AgreeRequest", "DeclineRequest", "RematchRequest", "PromiseRequest", "RevealRequest",
    "PhraseRequest", "PlanRequest", "LobbyRequest", "WatchRequest", "PairRequest", "UnpairRequest",
    "ReadyRequest", "StudyRequest", "AddRequest", "SayRequest", "DrawRequest", "DropRequest",
    "LeadRequest", "TitleRequest", "StandRequest", "PingRequest",
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


class Looked(TypedDict):
    """A position that is only looked at."""

    scene: Scene


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
