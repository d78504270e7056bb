// SPDX-License-Identifier: MIT
// Questions to the engine that need a session for a moment only.
import type { Engine, Session } from "abax/engine/engine";

export function question<Answer>(engine: Engine, ask: (session: Session) => Answer): Answer {
  const session = engine.openSession();
  try {
    return ask(session);
  } finally {
    session.close();
  }
}
