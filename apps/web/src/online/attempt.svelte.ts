// SPDX-License-Identifier: MIT
// The requests of a form, one at a time: whether one is under way, and why the last one failed.
import { ApiError } from "./api";
import { problemText } from "./refusals";

export class Attempt {
  busy = $state(false);
  error = $state(""); // a sentence
  status = 0; // of the answer that was an error

  // Resolves to whether `work` succeeded.
  async run(work: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.error = "";
    try {
      await work();
      return true;
    } catch (problem) {
      // Browsers throw a DOMException when they refuse notifications.
      if (!(problem instanceof ApiError || problem instanceof DOMException)) throw problem;
      this.error = problemText(problem);
      this.status = problem instanceof ApiError ? problem.status : 0;
      return false;
    } finally {
      this.busy = false;
    }
  }
}
