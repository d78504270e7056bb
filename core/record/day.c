// SPDX-License-Identifier: MIT
// Checks whether a text is a date. Readers of records and filters use it.
#include "record/day.h"

#include <string.h>

bool day_written(const char *text)
{
    static const char form[] = "dddd-dd-dd";

    if (strlen(text) != sizeof form - 1)
        return false;
    for (unsigned i = 0; form[i]; i++) {
        if (form[i] == '-' ? text[i] != '-' : text[i] < '0' || text[i] > '9')
            return false;
    }
    return true;
}

static int digits(const char *at, int count)
{
    int number = 0;

    for (int i = 0; i < count; i++)
        number = number * 10 + at[i] - '0';
    return number;
}

bool day_exists(const char *date)
{
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int year = digits(date, 4), month = digits(date + 5, 2), day = digits(date + 8, 2);
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

    return month >= 1 && month <= 12 && day >= 1 &&
           day <= lengths[month - 1] + (month == 2 && leap);
}
