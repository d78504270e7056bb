// SPDX-License-Identifier: MIT
// The settings of a new game, and the request made of them.
import type { Game } from "../app/games";
import { usualOptions } from "../play/setup";
import type { Engine } from "abax/engine/engine";
import { question } from "../engine/question";
import type { NewGame } from "./api";

export interface SeatRequest {
  who: string; // "me", "open", "account", a bot as "account:NAME", or a player such as "level:3"
  account: string;
}

export interface GameRequest {
  game: string;
  options: Record<string, string>;
  seats: SeatRequest[];
  clock: string;
  listed: boolean;
  guests: boolean;
  rated: boolean;
  games: number; // of the series
  points: boolean; // decide it
  begins: string; // empty: the game's custom
  lots: boolean;
}

export const clocks = ["none", "180+2", "300", "600+5", "900", "1800", "1d", "3d", "3d/14d", "7d"];

// The titles of the seats that a game has with these options.
export function seatTitles(engine: Engine, game: string, options: Record<string, string>): string[] {
  const chosen = Object.entries(options).map(([key, value]) => `o.${key}=${value}`);
  return question(engine, (session) => session.call("new", game, ...chosen).seats.map((seat) => seat.title));
}

export function freshRequest(game: Game, old?: GameRequest): GameRequest {
  return {
    game: game.name,
    options: usualOptions(game),
    seats: game.seats.map((_, seat) => ({ who: seat === 0 ? "me" : "open", account: "" })),
    clock: old?.clock ?? "none",
    listed: old?.listed ?? false,
    guests: old?.guests ?? true,
    rated: old?.rated ?? false,
    games: old?.games ?? 1,
    points: game.points && (old?.points ?? false),
    begins: game.next === "loser" ? (old?.begins ?? "") : "",
    lots: old?.lots ?? true,
  };
}

// Gives a seat to a player; you sit in one place only.
export function withSeat(request: GameRequest, seat: number, part: Partial<SeatRequest>): GameRequest {
  const seats = request.seats.map((other, i) => {
    if (i === seat) return { ...other, ...part };
    return part.who === "me" && other.who === "me" ? { ...other, who: "open" } : other;
  });
  return { ...request, seats };
}

// Whether only people sit here: then they may draw lots.
export function byLot(request: GameRequest, count: number): boolean {
  return request.seats.slice(0, count).every(({ who }) => who === "me" || who === "open" || who.startsWith("account"));
}

export function newGame(request: GameRequest, count: number, name: string): NewGame {
  const seats = request.seats
    .slice(0, count)
    .map(({ who, account }) => (who === "account" ? `account:${account.trim()}` : who));
  const { game, options, clock, listed, guests, rated, games, begins } = request;
  return {
    ...{ game, options, clock, seats, listed, guests: guests && !rated, rated, games },
    points: request.points && games > 1,
    lots: request.lots && byLot(request, count),
    ...(begins ? { begins } : {}),
    ...(name ? { name } : {}),
  };
}
