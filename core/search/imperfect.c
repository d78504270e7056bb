// SPDX-License-Identifier: MIT
// The report of imperfect-information searches.
#include "search/imperfect.h"

void imperfect_sort_choices(struct imperfect_report *report)
{
    for (unsigned i = 1; i < report->count; i++) {
        struct imperfect_choice moving = report->choices[i];
        unsigned j = i;
        for (; j > 0 && report->choices[j - 1].visits < moving.visits; j--)
            report->choices[j] = report->choices[j - 1];
        report->choices[j] = moving;
    }
}
