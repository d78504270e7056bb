# SPDX-License-Identifier: MIT
# `make install` and `make uninstall`, with PREFIX (from the Makefile) and DESTDIR as everywhere, and what is made for them: man pages and completions from
# the program's own table of commands. packaging/install knows which files there are.
DESTDIR    ?=
BINDIR     ?= $(PREFIX)/bin
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR    ?= $(PREFIX)/share
UNITDIR    ?= $(PREFIX)/lib/systemd/system
INSTALLED  := build/packaging
PLACES      = DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)' BINDIR='$(BINDIR)' LIBDIR='$(LIBDIR)' INCLUDEDIR='$(INCLUDEDIR)' \
              DATADIR='$(DATADIR)' UNITDIR='$(UNITDIR)'

# A page tells the day of the sources, not of the build: two builds are equal.
SOURCE_DATE_EPOCH ?= $(shell tools/sources epoch)

.PHONY: manual install install-files uninstall
manual: abax abax-lab abax-server ## build man pages and completions, in build/packaging
	@tools/need build manuals
	@$(MAKE) -s V=release $(INSTALLED)/made

$(INSTALLED)/made: build/release/abax build/release/abax-lab build/release/abax-server tools/manual tools/completions $(wildcard docs/man/*.txt) \
                   docs/protocol.md docs/records.md VERSION packaging/install.mk
	@rm -rf $(INSTALLED)
	@mkdir -p $(INSTALLED)/man $(INSTALLED)/completions
	@for language in en $(LANGUAGES); do \
	    build/release/abax --lang $$language commands > $(INSTALLED)/commands && \
	    tools/manual commands $$language "$$(cat VERSION)" $(INSTALLED)/man/$$language < $(INSTALLED)/commands || exit 1; \
	done
	@tools/manual page abax-protocol 7 "the protocol of the engine, UGI" "$$(cat VERSION)" docs/protocol.md $(INSTALLED)/man/en
	@tools/manual page abax-record 5 "the record of a game, as text, JSON and link" "$$(cat VERSION)" docs/records.md $(INSTALLED)/man/en
	@for page in $(INSTALLED)/man/*/*.scd; do \
	    SOURCE_DATE_EPOCH=$(SOURCE_DATE_EPOCH) scdoc < $$page > $${page%.scd} && rm $$page || exit 1; \
	done
	@build/release/abax --lang en commands > $(INSTALLED)/commands
	@build/release/abax --lang en games --json > $(INSTALLED)/games
	@for shell in bash zsh fish; do \
	    tools/completions $$shell $(INSTALLED)/commands $(INSTALLED)/games "en $(LANGUAGES)" > $(INSTALLED)/completions/$$shell || exit 1; \
	done
	@touch $@

install: ## PREFIX=/usr/local DESTDIR=: install programs, library, headers, man pages, completions, unit, desktop file and icon
	@$(MAKE) -s V=release abax abax-lab abax-server library manual
	@$(MAKE) -s install-files

install-files:
	@$(PLACES) packaging/install put

uninstall: ## take away what `make install` put there, with the same PREFIX and DESTDIR
	@$(PLACES) packaging/install remove
