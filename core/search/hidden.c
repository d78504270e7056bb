// SPDX-License-Identifier: MIT
// What searches under hidden information share when they report.
#include "search/hidden.h"

void hidden_sort_choices(struct hidden_report *report)
{
    for (unsigned i = 1; i < report->count; i++) {
        struct hidden_choice moving = report->choices[i];
        unsigned j = i;
        for (; j > 0 && report->choices[j - 1].visits < moving.visits; j--)
            report->choices[j] = report->choices[j - 1];
        report->choices[j] = moving;
    }
}
