# SPDX-License-Identifier: MIT
# The Python package, and the batches behind it. It is built for Debian's Python, whose numpy and cffi it uses.
PYTHON  ?= /usr/bin/python3
PACKAGE := build/python/abax

.PHONY: python python-deps wheel bench-python
python-deps:
	@tools/need python

# The static library, and so the module, is made anew only when something of it has changed.
python: python-deps library ## build the Python package in build/python (PYTHONPATH=build/python; docs/python.md)
	@$(MAKE) -s $(PACKAGE)/_native.abi3.so
	@cp -pu bindings/python/src/abax/*.py bindings/python/src/abax/*.pyi bindings/python/src/abax/py.typed $(PACKAGE)/

$(PACKAGE)/_native.abi3.so: bindings/python/abax_build.py build/library/libabax.a $(wildcard build/library/include/abax/*.h)
	@mkdir -p $(@D)
	@echo "cffi $@"; CFLAGS='$(EXTRA)' ABAX_BUILT=1 ABAX_OUT=build/python $(PYTHON) bindings/python/abax_build.py

# Built in a copy, since pip leaves its folders beside what it builds.
WHEEL   := build/wheel
wheel: python-deps library ## build build/wheel/abax-*.whl, for pip in a virtual environment (docs/python.md)
	@tools/need wheel
	@rm -rf $(WHEEL); mkdir -p $(WHEEL)
	@cp -r bindings/python $(WHEEL)/source
	@ABAX_BUILT=1 ABAX_TREE='$(CURDIR)' $(PYTHON) -m pip wheel --quiet --no-index --no-build-isolation --no-deps --wheel-dir $(WHEEL) ./$(WHEEL)/source
	@rm -rf $(WHEEL)/source; ls $(WHEEL)/*.whl

bench-python: python ## print how many steps a second batches of games do
	@PYTHONPATH=build/python $(PYTHON) bindings/python/bench.py

$(B)/tests/unit/batch: $(PUBLIC)
$(B)/tests/unit/batch: LIBS += $(LIBRARY) -lm
