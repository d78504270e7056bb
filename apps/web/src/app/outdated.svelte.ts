// SPDX-License-Identifier: MIT
// Whether page and server are of versions that do not understand each other.
import type { Said } from "abax/engine/state";

class Outdated {
  said = $state.raw<Said>(); // the server's sentence, which asks for a reload
}

export const outdated = new Outdated();
