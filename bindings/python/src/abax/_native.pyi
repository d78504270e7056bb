# SPDX-License-Identifier: MIT
# What cffi builds; its types are checked at run time.
from typing import Any

ffi: Any
lib: Any
