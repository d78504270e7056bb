// SPDX-License-Identifier: MIT
// Calls that nobody makes at a table: puzzles, the opening explorer, statistics. They are a table of their own, so that the module
// that a table of the page loads comes without them (bindings/js/wasm/table.c).
#include "protocol/command.h"
#include "protocol/session.h"

const struct session_row session_later_rows[] = {
    {"stats", 0, ANY_NUMBER, CALL_FREE, session_stats},
    {"explore", 1, ANY_NUMBER, CALL_NO_PUZZLE, session_explore},
    {"puzzle", 2, ANY_NUMBER, CALL_FREE, session_puzzle},
    {"try", 1, 1, CALL_PUZZLE, session_try},
    {"refute", 0, 1, CALL_PUZZLE, session_refute},
    {"reveal", 0, 0, CALL_PUZZLE, session_reveal},
    {"puzzles", 1, ANY_NUMBER, CALL_FREE, session_puzzles},
    {"practice", 1, ANY_NUMBER, CALL_FREE, session_practice},
};

const unsigned session_later_row_count = sizeof session_later_rows / sizeof *session_later_rows;
