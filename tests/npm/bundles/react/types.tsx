// SPDX-License-Identifier: MIT
// The element in JSX, by its types.
import { useRef } from "react";
import type { AbaxBoard } from "abax/react";

export function Board({ game, turned }: { game: string; turned: boolean }) {
  const board = useRef<AbaxBoard>(null);
  return (
    <>
      <abax-board
        ref={board}
        game={game}
        level={2}
        flipped={turned}
        className="wide"
        lang="de"
        onabax-action={({ detail }) => console.log(detail.words, board.current?.state?.over)}
      />
      {/* @ts-expect-error: there is no such theme */}
      <abax-board theme="blue" />
    </>
  );
}
