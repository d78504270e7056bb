// SPDX-License-Identifier: MIT
// How an end is reported: players read their own score first, others read whose score is whose.
import { describe, expect, test } from "vitest";
import type { State } from "abax/engine/state";
import { setLanguage } from "../src/i18n/index.svelte";
import { endReason, endSentence, endTitle } from "../src/i18n/local";
import { seriesText } from "../src/play/series";

type How = NonNullable<State["end"]>["how"];

interface Ended {
  who?: string[];
  scores?: number[];
  how?: How;
  seat?: number; // who resigned
}

const names = ["White", "Black", "Green", "Blue"];

function ended({ who = ["person", "computer"], scores = [0, 6], how = "rules", seat }: Ended = {}): State {
  const most = Math.max(...scores);
  const drawn = scores.every((score) => score === most);
  const won = (score: number, i: number) => (seat === undefined ? score === most : i !== seat);
  return {
    game: "g",
    seats: scores.map((_, i) => ({ who: who[i], name: "", title: names[i], team: i })),
    over: true,
    result: { scores, outcomes: scores.map((score, i) => (drawn ? "draw" : won(score, i) ? "win" : "loss")) },
    end: { how, repeated: false, scored: true, ...(seat === undefined ? {} : { seat }) },
    scene: { verdicts: [] },
  } as unknown as State;
}

describe("against computers", () => {
  test.each([
    [["person", "computer"], [6, 0], "You won 6 : 0"],
    [["person", "computer"], [0, 6], "You lost 0 : 6"],
    [["computer", "person"], [0, 6], "You won 6 : 0"],
    [["computer", "person"], [6, 0], "You lost 0 : 6"],
    [["computer", "person"], [5, 5], "A draw, 5 : 5"],
    [["computer", "computer", "person", "computer"], [1, 2, 6, 3], "You won (Green 6, White 1, Black 2, Blue 3)"],
    [["person", "computer"], [1, 0], "You won"], // a score of 1 says no more than the winner
  ])("%j with %j reads %s", (who, scores, title) => expect(endTitle(ended({ who, scores }))).toBe(title));
  test("who resigns is told apart from the score", () => {
    const state = ended({ scores: [0, 13], how: "resigned", seat: 0 });
    expect(endTitle(state)).toBe("You lost 0 : 13");
    expect(endReason(state)).toBe("White resigned.");
  });
});

test.each([
  ["de", ["Du hast 6 : 0 gewonnen", "Du hast 0 : 6 verloren", "Unentschieden, 5 : 5"]],
  ["fr", ["Vous avez gagné 6 à 0", "Vous avez perdu 0 à 6", "Partie nulle, 5 à 5"]],
])("in the language %s too", async (language, wanted) => {
  await setLanguage(language);
  const who = ["computer", "person"];
  const told = [
    [0, 6],
    [6, 0],
    [5, 5],
  ].map((scores) => endTitle(ended({ who, scores })));
  await setLanguage("en");
  expect(told).toEqual(wanted);
});

describe("on a server", () => {
  const state = ended({ who: ["remote", "remote"], scores: [0, 6] });
  test("the loser in the first seat", () => expect(endTitle(state, 0)).toBe("You lost 0 : 6"));
  test("the winner in the second", () => expect(endTitle(state, 1)).toBe("You won 6 : 0"));
  test("whoever watches", () => expect(endTitle(state, -1)).toMatch(/\(White 0, Black 6\)$/));
  test("and no reason says it again", () =>
    expect([0, 1, -1].map((you) => endReason(state, you)).join()).not.toMatch(/\d/));
});

test("two people at one device read whose score is whose", () =>
  expect(endTitle(ended({ who: ["person", "person"] }))).toMatch(/\(White 0, Black 6\)$/));

test("what is told to strangers says 'you' to nobody", () =>
  expect(endSentence(ended({ who: ["person", "computer"] }))).toMatch(/\(White 0, Black 6\)$/));

test.each(["aborted", "agreed"] as const)("a game that was %s has no score", (how) =>
  expect(endTitle(ended({ how, scores: [3, 3] }))).not.toMatch(/\d/),
);

describe("a series", () => {
  const series = (leader?: number) => ({
    ...ended(),
    series: {
      games: 3,
      played: 3,
      byScore: false,
      leader,
      players: [
        { seat: 0, points: "1", score: 0 },
        { seat: 1, points: "2", score: 0 },
      ],
    },
  });
  test.each([
    [0, "White 1 · Black 2"],
    [1, "Black 2 · White 1"],
    [-1, "White 1 · Black 2"],
  ])("seat %d reads %s", (you, standing) => expect(seriesText(series(1) as unknown as State, you)).toContain(standing));
});
