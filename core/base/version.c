// SPDX-License-Identifier: MIT
// The build hands the content of VERSION to this file alone.
#include "base/version.h"

const char version_text[] = ABAX_VERSION;
