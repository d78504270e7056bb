// SPDX-License-Identifier: MIT
// What searches of games with secrets share when they report.
#include "search/secrets.h"

void secrets_sort(struct hidden_report *report)
{
    for (unsigned i = 1; i < report->count; i++) {
        struct hidden_choice moving = report->choices[i];
        unsigned j = i;
        for (; j > 0 && report->choices[j - 1].visits < moving.visits; j--)
            report->choices[j] = report->choices[j - 1];
        report->choices[j] = moving;
    }
}
