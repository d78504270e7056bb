// SPDX-License-Identifier: MIT
// Types of <abax-board> in React's JSX: `import "abax/react"` is `import "abax/board"` with them.
import type { ClassAttributes, HTMLAttributes } from "react";
import type { AbaxBoard, ActionDetail, BoardProperties, EndDetail } from "./board.js";

export * from "./board.js";

export interface BoardEvents {
  "onabax-action"?: ((event: CustomEvent<ActionDetail>) => void) | undefined;
  "onabax-end"?: ((event: CustomEvent<EndDetail>) => void) | undefined;
  "onabax-error"?: ((event: CustomEvent<{ message: string }>) => void) | undefined;
}

type Common = Omit<HTMLAttributes<AbaxBoard>, keyof BoardProperties>;

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "abax-board": BoardProperties & BoardEvents & Common & ClassAttributes<AbaxBoard>;
    }
  }
}
