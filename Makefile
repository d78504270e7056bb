# SPDX-License-Identifier: MIT
# `make help` lists the targets. Sources are found by wildcard.

# All cores, unless the caller says otherwise.
ifeq ($(MAKELEVEL)$(filter -j%,$(MAKEFLAGS)),0)
MAKEFLAGS += -j$(shell nproc)
endif

.DEFAULT_GOAL := all

# A variant is a compiler and its flags; each has its own folder under build/.
V       ?= release
B       := build/$(V)
# Before the names of compiler and binary tools, to build for another machine: CROSS=aarch64-linux-gnu-
CROSS   ?=

WARN    := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wundef \
           -Wpointer-arith -Wwrite-strings -Werror
# Further flags of packagers: make EXTRA=-fstack-protector-strong LDFLAGS=-Wl,-z,relro
EXTRA   ?=
# Games lay their own struct over the bytes of a game_position, hence no-strict-aliasing.
COMMON  := -std=c17 -D_GNU_SOURCE -I. -Icore -Iapps -include core/base/banned.h $(WARN) -fno-strict-aliasing -ffp-contract=off -MMD -MP \
           -ffile-prefix-map=$(CURDIR)=. $(EXTRA)
# Whoever talks to the server may be anybody: canaries on the stack, checked calls of the C library, tables of the linker read-only. That costs
# nothing that a bench would show (docs/building.md).
HARD    := -fstack-protector-strong -fstack-clash-protection -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
HARD_LINK := -Wl,-z,relro,-z,now
FAST    := -O3 -DNDEBUG -g1 $(HARD)
DEBUG   := -O1 -g -fno-omit-frame-pointer

ifeq ($(V),release)
# Runs on every machine of its kind, and is as fast as on its own: games/games.mk.
CC      := $(CROSS)gcc
CFLAGS  := $(COMMON) $(FAST)
else ifeq ($(V),native)
# What `make bench` compares with.
CC      := gcc
CFLAGS  := $(COMMON) $(FAST) -march=native
else ifeq ($(V),debug)
CC      := gcc
CFLAGS  := $(COMMON) $(DEBUG)
else ifeq ($(V),sanitize)
# Unit tests and fuzz targets share this build: the fuzzer's counters cost little in a test.
CC      := clang
CFLAGS  := $(COMMON) $(DEBUG) -g1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
else ifeq ($(V),thread)
CC      := clang
CFLAGS  := $(COMMON) $(DEBUG) -fsanitize=thread
else ifeq ($(V),swift)
# For the whole server's fuzz target alone: what compares values costs half of its time, and it has a dictionary.
CC      := clang
CFLAGS  := $(COMMON) -O2 -g -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined \
           -fno-sanitize-coverage=trace-cmp,indirect-calls -fno-sanitize-recover=all
else ifeq ($(V),coverage)
CC      := gcc
CFLAGS  := $(COMMON) -O0 -DNDEBUG -g --coverage -fprofile-update=atomic -Wno-unused-variable
else ifeq ($(V),shared)
CC      := $(CROSS)gcc
CFLAGS  := $(COMMON) $(FAST) -fPIC -fvisibility=hidden
else ifeq ($(V),wasm)
CC      := clang --target=wasm32-wasi
CFLAGS  := $(COMMON) -O2 -DNDEBUG -DABAX_NO_HELP -DABAX_NO_LEARNING -flto -mbulk-memory -msimd128
else
$(error V=$(V) is none of: release native debug sanitize thread swift coverage shared wasm)
endif
# make would export it where the environment has one, as packagers' do; other compilers that run have no use for it.
unexport CFLAGS

# Compiles through ccache where it is installed. Coverage counts into the folder where it was compiled.
CCACHE  := $(if $(filter coverage,$(V)),,$(shell command -v ccache))

GAME_NAMES := $(shell sed -n 's/^GAME(\([a-z0-9_]*\))$$/\1/p' games/games.def)
CORE    := $(wildcard core/base/*.c core/game/*.c games/*.c core/search/*.c core/play/*.c core/record/*.c core/coach/*.c core/render/*.c core/protocol/*.c)
OBJECTS := $(CORE:%.c=$(B)/%.o) $(GAME_NAMES:%=$(B)/games/%.o) $(GAME_NAMES:%=$(B)/pages/%.o) $(B)/words/languages.o
LIBRARY := $(B)/libabax.a
LIBS    := -pthread -lm
COMMA   := ,
SCREEN  := $(B)/libtui.a
LAB     := $(B)/liblab.a
CURSES  := -lncursesw -ltinfo
SERVED  := $(B)/libserver.a
CLI     := $(B)/libcli.a
SERVED_LIBS := -lsqlite3 -lpq -lsodium -lcurl -lssl -lcrypto
HEADERS := $(wildcard */*.h */*/*.h */*/*/*.h)

# The library for other programs: what is public stands in bindings/c/.
PUBLIC  := $(patsubst %.c,$(B)/%.o,$(wildcard bindings/c/*.c))
# All of it, for tests/check-layers.
$(B)/libpublic.a: $(PUBLIC)
	@rm -f $@
	@$(CROSS)ar rcsD $@ $^

.PHONY: all help always static
all: abax abax-lab abax-server ## build ./abax, ./abax-lab, and ./abax-server with the page

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile packaging/*.mk apps/lab/mpi/*.mk bindings/python/*.mk bindings/js/*.mk tools/*.mk | expand -t 20

$(B)/apps/server/%.o: CFLAGS += -I/usr/include/postgresql
# The version stands in one file.
$(B)/core/base/version.o: CFLAGS += -DABAX_VERSION='"$(shell cat VERSION)"'
$(B)/core/base/version.o: VERSION
# Where `abax` looks for the other programs, among other places.
PREFIX  ?= /usr/local
LIBEXECDIR ?= $(PREFIX)/libexec/abax
$(B)/apps/cli/program.o: CFLAGS += -DABAX_LIBEXECDIR='"$(LIBEXECDIR)"'
$(B)/apps/cli/program.o: $(B)/libexecdir.txt
$(B)/libexecdir.txt: always
	@mkdir -p $(@D)
	@echo '$(LIBEXECDIR)' | cmp -s - $@ || echo '$(LIBEXECDIR)' > $@
# OpenSSL's headers use a banned name.
$(B)/apps/server/cli/dial.o: CFLAGS := -include openssl/ssl.h $(CFLAGS)
$(B)/apps/server/notify/pushcrypt.o: CFLAGS := -include openssl/ssl.h -include openssl/hmac.h $(CFLAGS)
$(B)/%.o: %.c Makefile
	@mkdir -p $(@D)
	@echo "$(CC) $<"; $(CCACHE) $(CC) $(CFLAGS) -c $< -o $@

include games/games.mk

# The languages: PO files become parts of a catalogue, and these a part of the program. The page hands its module
# the language that it wants, so the module has none.
WORDS   := tools/words tools/po.py tools/plural.py tools/sentences.py
PO      := $(wildcard po/*.po) $(foreach game,$(GAME_NAMES),$(wildcard games/$(game)/words.*.po))
LANGUAGES := $(sort $(foreach file,$(wildcard po/*.po),$(lastword $(subst ., ,$(basename $(file))))))
build/words/%.words: $(PO) $(WORDS) | deps
	@mkdir -p $(@D)
	@tools/words compile $@ $(filter-out po/page.%,$(filter %.$*.po,$(PO)))
# The page has what it and the C that it contains say, and what a server refuses.
build/words/%.page: $(PO) $(WORDS) | deps
	@mkdir -p $(@D)
	@tools/words page $@ $(filter-out po/cli.% po/tui.% po/library.%,$(filter %.$*.po,$(PO)))
build/words/english.ts: po/page.pot $(WORDS) | deps
	@mkdir -p $(@D)
	@tools/words english $@
ifeq ($(V),wasm)
$(B)/words/languages.c: $(WORDS) | deps
	@mkdir -p $(@D)
	@tools/words embed build/words > $@
else
$(B)/words/languages.c: $(LANGUAGES:%=build/words/%.words) $(WORDS) | deps
	@mkdir -p $(@D)
	@tools/words embed build/words $(LANGUAGES) > $@
endif
$(B)/words/languages.o: $(B)/words/languages.c
	@$(CC) $(CFLAGS) -c $< -o $@

$(LIBRARY): $(OBJECTS)
	@rm -f $@
	@$(CROSS)ar rcsD $@ $^

TERMINALS := xterm-256color screen-256color tmux-256color linux vt100
$(B)/apps/tui/described.c: tools/terminals Makefile
	@mkdir -p $(@D)
	@tools/terminals $(TERMINALS) > $@
$(B)/apps/tui/described.o: $(B)/apps/tui/described.c
	@$(CC) $(CFLAGS) -c $< -o $@
$(SCREEN): $(patsubst %.c,$(B)/%.o,$(wildcard apps/tui/*.c)) $(B)/apps/tui/described.o
	@rm -f $@
	@$(CROSS)ar rcsD $@ $^

# The page is part of the program, so it is brought up to date first. The manual describes the program's commands, so it is built after
# it (make docs), and is part of the next build.
$(B)/apps/server/http/assets.c: tools/assets build/page.list
	@mkdir -p $(@D)
	@tools/assets build/web $(B)/assets build/manual > $@.new && mv $@.new $@
build/page.list: web
	@find build/web $(wildcard build/manual) -type f | LC_ALL=C sort | xargs -d '\n' sha256sum > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
$(B)/apps/server/http/assets.o: $(B)/apps/server/http/assets.c
	@$(CC) $(CFLAGS) -c $< -o $@

# Apart from the library: the page's module and most tests need no database.
# The page itself is in the program alone, so that tests of the server's parts do not wait for it.
SERVED_OBJECTS := $(patsubst %.c,$(B)/%.o,$(filter-out apps/server/cli/%,$(wildcard apps/server/*.c apps/server/*/*.c)))
ASSETS  := $(B)/apps/server/http/assets.o
$(SERVED): $(SERVED_OBJECTS)
	@rm -f $@
	@$(CROSS)ar rcsD $@ $^

# Several programs under one name: apps/cli/program.h. They have their front in common.
$(CLI): $(patsubst %.c,$(B)/%.o,$(filter-out apps/cli/main.c,$(wildcard apps/cli/*.c)))
	@rm -f $@
	@$(CROSS)ar rcsD $@ $^
FRONT := $(B)/apps/cli/main.o $(if $(filter coverage,$(V)),$(B)/tests/tools/counted.o)
$(B)/abax: $(FRONT) $(CLI) $(SCREEN) $(LIBRARY)
	@echo "link $@"; $(CC) $(CFLAGS) $(HARD_LINK) $(LDFLAGS) $^ $(LIBS) $(CURSES) -o $@
$(LAB): $(patsubst %.c,$(B)/%.o,$(wildcard apps/lab/*.c))
	@rm -f $@
	@$(CROSS)ar rcsD $@ $^
$(B)/abax-lab: $(FRONT) $(LAB) $(CLI) $(LIBRARY)
	@echo "link $@"; $(CC) $(CFLAGS) $(HARD_LINK) $(LDFLAGS) $^ $(LIBS) -o $@
$(B)/abax-server: $(FRONT) $(patsubst %.c,$(B)/%.o,$(wildcard apps/server/cli/*.c)) $(ASSETS) $(SERVED) $(CLI) $(LIBRARY)
	@echo "link $@"; $(CC) $(CFLAGS) $(HARD_LINK) $(LDFLAGS) $^ $(SERVED_LIBS) $(LIBS) -o $@

static: build/static/abax ## build build/static/abax, one file that needs no shared library
build/static/abax: $(FRONT) $(CLI) $(SCREEN) $(LIBRARY)
	@mkdir -p $(@D)
	@echo "link $@"; $(CC) $(CFLAGS) -static $(LDFLAGS) $^ $(LIBS) $(CURSES) -o $@

# ./abax, ./abax-lab and ./abax-server are always the release build, whatever variant is being made.
ifeq ($(V),release)
abax: $(B)/abax ## build ./abax alone: the rules, the engine and the terminal, without page and server
	@cp --remove-destination $< $@
abax-lab: $(B)/abax-lab ## build ./abax-lab: self-play, openings, puzzles, proofs, benchmarks
	@cp --remove-destination $< $@
abax-server: $(B)/abax-server
	@cp --remove-destination $< $@
else
abax abax-lab abax-server:
	@$(MAKE) V=release $@
endif

# In the module, what is not played or searched a million times is built small: a page has to load it.
ifeq ($(V),wasm)
$(B)/core/record/%.o $(B)/core/coach/%.o $(B)/core/render/%.o $(B)/core/protocol/%.o $(B)/bindings/js/wasm/%.o: CFLAGS += -Oz
$(patsubst %.c,$(B)/%.o,$(filter-out core/play/playout.c,$(wildcard core/play/*.c))): CFLAGS += -Oz
$(patsubst %.c,$(B)/%.o,$(wildcard games/*/text.c games/*/scene.c games/*/why.c games/*/edit.c games/*/draft.c games/*/symmetry.c games/*/reasons.c games/*/say.c games/*/themes.c games/*/deal.c)): CFLAGS += -Oz
$(addprefix $(B)/core/search/,book.o chance.o proof_tree.o parallel.o root.o symmetric.o pv.o determinize.o endgame.o hidden.o): CFLAGS += -Oz
$(B)/core/search/cfr.o $(B)/core/search/ismcts.o $(B)/core/search/belief.o $(B)/core/search/proof.o: CFLAGS += -Os
$(patsubst %.c,$(B)/%.o,$(filter-out core/base/keys.c core/game/game.c core/game/defaults.c core/game/net.c,$(wildcard core/base/*.c core/game/*.c))): CFLAGS += -Oz
endif

# It stands for parts of the C library, whose names mean something to the optimizer.
$(B)/bindings/js/wasm/library.o: CFLAGS += -fno-lto -fno-builtin
# Without -O: with it clang would call a wasm-opt that it finds, in ways that do not suit our features.
# Whoever plays loads a module without lessons, puzzles, explorer and statistics (bindings/js/wasm/table.c); their screens load the whole.
MODULE = $(patsubst %.c,$(B)/%.o,$(wildcard bindings/js/wasm/*.c)) $(OBJECTS)
$(B)/abax.linked: $(filter-out $(B)/core/protocol/lessons.o $(B)/core/protocol/sessionpuzzle.o $(B)/core/protocol/sessionpractice.o,$(MODULE))
$(B)/whole.linked: $(filter-out $(B)/bindings/js/wasm/table.o,$(MODULE))
$(B)/abax.linked $(B)/whole.linked:
	@echo "link $@"; $(CC) $(filter-out -O%,$(CFLAGS)) -nostartfiles -Wl,--no-entry,--gc-sections,--global-base=1024,-O2,-s,-z,stack-size=1048576 $^ -o $@
# Where there is no wasm-opt the module is a tenth larger, and does the same. Low memory, below --global-base, is unused.
$(B)/%.wasm: $(B)/%.linked
	@if command -v wasm-opt >/dev/null; then wasm-opt --enable-simd --enable-bulk-memory --enable-sign-ext --low-memory-unused -O3 -O3 $< -o $@; else cp $< $@; fi

# An archive brings page and manual with it (packaging/dist), and then neither npm nor pandoc is asked for.
SHIPPED := $(wildcard build/page.shipped)
include packaging/library.mk packaging/install.mk packaging/packages.mk
# Debian's packages have folders with such names, and a build of them that was broken off leaves them behind.
-include $(shell find build -path build/deb -prune -o -type f -name '*.d' -print 2>/dev/null)

# ---------------------------------------------------------------------------------------------
# What people run
# ---------------------------------------------------------------------------------------------

.PHONY: puzzles openings check-puzzles accuracy reasons deps deps-screen served-deps run dev web wasm bench load levels tune-levels gate check-proof test quick test-all test-foreign sim fuzz goldens words pot format clean
deps:
	@tools/need build

deps-screen:
	@tools/need terminal

abax abax-lab $(OBJECTS): | deps
$(patsubst %.c,$(B)/%.o,$(wildcard apps/tui/*.c)): | deps-screen

PORT    ?= 8080

run: ## build the page and the server, and run it on http://127.0.0.1:8080
	@tools/need run
	@$(MAKE) -s abax abax-server
	@echo "Abax is at http://127.0.0.1:$(PORT)/ (Ctrl+C ends it)"
	@./abax serve --port $(PORT) --db build/abax.db

dev: ## as run, but changes to the page's sources show at once, without a build (PORT=8080; the server is on the next port)
	@tools/need run
	@$(MAKE) -s abax abax-server
	@tools/dev $(PORT)

# npm and vite are slow: they run only when something of theirs has changed, and never for the program, which takes the page as it is. So
# what is made is a mark beside the page, not one of its files.
PAGE_SOURCES = VERSION $(shell find apps/web/src apps/web/public bindings/js/src -type f 2>/dev/null) $(wildcard games/*/rules*.md games/*/diagrams.txt games/*/lesson.txt games/*/puzzles.txt games/*/openings.txt games/*/book.bin games/*/net.bin) build/words/english.ts $(LANGUAGES:%=build/words/%.page)
# PAGE=no, for packagers, leaves it as it was built last.
ifneq ($(SHIPPED)$(filter no,$(PAGE)),)
web:
	@echo "the page is taken as it is ($(or $(SHIPPED),PAGE=no))"
else
web: wasm ## build build/web, the page
	@tools/need node
	@$(MAKE) -s build/page.made
endif

apps/web/node_modules/.package-lock.json: apps/web/package-lock.json
	@echo "npm ci"; cd apps/web && npm ci --no-audit --no-fund --loglevel=error

build/page.made: apps/web/node_modules/.package-lock.json build/wasm/abax.wasm build/wasm/whole.wasm $(PAGE_SOURCES) \
                 apps/server/http/headers.def tools/serve.mjs apps/web/index.html apps/web/vite.config.ts apps/web/first.ts apps/web/still.ts apps/web/svelte.config.js apps/web/tsconfig.json
	@echo "vite build"; cd apps/web && npx --no-install vite build --logLevel warn
	@touch $@

served-deps:
	@tools/need server

$(SERVED_OBJECTS) $(ASSETS): | deps served-deps


wasm: ## build build/wasm/abax.wasm, the rules for the browser
	@tools/need wasm
	@$(MAKE) -s V=wasm build/wasm/abax.wasm build/wasm/whole.wasm

bench: abax-lab $(B)/tests/tools/endgames $(B)/tests/tools/storebench $(B)/tests/tools/livebench ## print how fast rules, search, proofs, storage and online actions are, beside a build for this machine alone
	@$(MAKE) -s V=native build/native/abax-lab build/native/tests/tools/endgames
	@tools/bench build/native $(B)
	@$(B)/tests/tools/endgames
	@cd build && ../$(B)/tests/tools/storebench
	@$(B)/tests/tools/livebench

levels: abax ## play all levels against each other and write docs/levels.md (two core-hours; G=games, LEVELS=, THREADS=)
	@G="$(G)" LEVELS="$(LEVELS)" THREADS="$(THREADS)" apps/lab/tune/levels measure && apps/lab/tune/levels docs

tune-levels: abax ## find rows for the levels with even steps, in build/levels (two core-hours; G=games, THREADS=)
	@G="$(G)" THREADS="$(THREADS)" apps/lab/tune/levels fit

# Both programs speak UGI, so OLD may be of any version. G names some of the games.
OLD     ?=
MS      ?= 100
GAMES   ?= 100
gate: abax ## OLD=PROGRAM [MS=100] [GAMES=100] [G="..."]: every game against an older program at equal time, as a table
	@tools/gate --old '$(OLD)' --movetime '$(MS)' --games '$(GAMES)' $(G)

check-proof: abax ## walk the whole proof of the solved game in Python, by none of the program's code (minutes)
	@tests/check-whole-proof

# A check that is too long for `make test`, by the name of its file; it takes its keys from the environment, so from here too.
check-%: abax tests/check-%
	@tests/check-$*

# Steps build what they need, with make: they get no part of this make's jobs.
test: ## run the tests (at most 15 minutes on two quiet cores), or with T=... a step, a pattern or a game; T=list lists the steps
	@tools/need test
	@MAKEFLAGS= tests/run '$(T)'

quick: ## run the tests that concern the files edited since the last commit (under a minute after a build)
	@tools/need test
	@MAKEFLAGS= tests/run --quick

test-all: ## run every test, before a release (at most an hour)
	@tools/need test-all
	@MAKEFLAGS= tests/run --all '$(T)'

test-foreign: ## DIR=folder: the own code of Gymnasium, PettingZoo, OpenSpiel and cutegames against Abax, from sources in that folder (docs/python.md)
	@DIR='$(DIR)' tests/check-foreign

load: ## 5,000 games with 10,000 clients: on SQLite, on PostgreSQL with two processes, beside boardgame.io; or PROCESSES="1 2 4 8"
ifdef PROCESSES
	@tests/load/run --scale $(PROCESSES)
else
	@tests/load/run --figures
	@tests/load/compare
endif

SEEDS   ?= $(SEED)
sim: $(B)/tests/sim/sim ## SEED=n or SEEDS=a-b [LOUD=1]: the whole server from a seed, with crashes and faults (tests/sim/README.md)
	@$< $(SEEDS) $(if $(LOUD),--loud)

puzzles: abax abax-lab ## bring the files of puzzles to 600 or more, with themes and ratings (N=900 for more; what is there stays)
	@tools/puzzles $(N)

openings: abax-lab ## play the games of the opening explorer and write games/NAME/openings.txt (hours; COUNT=10000, NODES=20000, PROCESSES=1; goes on where it stopped)
	@COUNT="$(COUNT)" NODES="$(NODES)" PROCESSES="$(PROCESSES)" tools/openings $(G)

check-puzzles: abax abax-lab ## prove all puzzles by the rules alone
	@ALL=1 tests/check-puzzles

fuzz: ## run every fuzz target for 60 seconds
	@tests/fuzz/run 60

ACCURACY = random,level:1,level:3,level:5,level:7,level:10
GAMES_EACH = 6
SEED = 1
accuracy: $(B)/tests/tools/accuracy ## print how accurate random play and levels are in reviews (about an hour; GAMES_EACH=6, SEED=1, ACCURACY=players)
	@$(B)/tests/tools/accuracy $(GAMES_EACH) $(SEED) $(ACCURACY)

reasons: $(B)/tests/tools/whys ## print how many mistakes of level 2 against level 4 get a reason in the game's own terms (about ten minutes; GAMES_EACH=6, SEED=1, GAMES=names)
	@$(B)/tests/tools/whys $(GAMES_EACH) $(SEED) $(GAMES)

goldens: $(B)/tests/tools/golden $(B)/tests/tools/frame ## write every golden.txt and terminal.txt anew
	@for game in $(GAME_NAMES) $(TEST_GAMES); do \
	    $< $$game > games/$$game/golden.txt; \
	    $(B)/tests/tools/frame $$game > games/$$game/terminal.txt; \
	done; git diff --stat games tests/data

words: abax $(B)/tests/tools/words ## bring all PO files to what the sources say
	@tools/words update

pot: abax $(B)/tests/tools/words ## write templates for a new language to build/pot
	@tools/words pot build/pot

# What Prettier lays out: the page, and every script in JavaScript.
SCRIPTS = $(shell git ls-files '*.ts' '*.svelte' 'apps/web/*.js' '*.css' 'apps/web/*.html' '*.mjs')
format: apps/web/node_modules/.package-lock.json ## lay out all C files, the page and the scripts
	clang-format -i $(filter-out build/%,$(wildcard */*.[ch] */*/*.[ch] */*/*/*.[ch])) # what is made keeps its time
	apps/web/node_modules/.bin/prettier --config apps/web/prettier.config.js --write --log-level warn $(SCRIPTS)

# Asserts on, so that clang-tidy knows what may be relied on. Always made anew: no file tells when the calls change.
.PHONY: compile_commands.json lint coverage
compile_commands.json: ## every compiler call, for editors and clang-tidy
	@{ $(MAKE) -nB CCACHE= V=debug test-programs fuzzers build/debug/tests/load/load; \
	   $(MAKE) -nB CCACHE= V=wasm build/wasm/abax.wasm; } | tools/compile-commands > $@.new
	@mv $@.new $@

coverage: ## lines and branches that tests reach, per directory; build/coverage/report.txt names the others
	@tools/coverage

lint: ## look for faults without running anything: clang-tidy, cppcheck, shellcheck, ESLint, Prettier
	@tools/lint

clean: ## remove what was built
	rm -rf build abax abax-lab abax-server abax-mpi apps/web/node_modules

# ---------------------------------------------------------------------------------------------
# Test programs
# ---------------------------------------------------------------------------------------------

UNITS   := base batch explorer glicko puzzlesolver deduce practice trainer matches score ratings words json module laws tables symmetries net reasons says data search secrets clues lines margin player levels proof scored match driver journal diagrams lesson advice events lost features ready review classify even stats record canvas edit render grey library librarycalls outofmemory
# One a line: several people add to it.
STORED  := \
    days \
    frames \
    http \
    limits \
    live \
    tournament \
    pairing \
    push \
    store \
    storebatch \
    storebroken \
    storecare \
    storefault \
    storefinished storeplan \
    storeseeks \
    storepostgres \
    storepuzzles \
    storerace \
    storesession \
    storedocuments \
    storeoutbox \
    study \
    timekeeper \

TOOLS   := accuracy whys features trace golden endgames scored frame words storebench livebench
FUZZERS := position action game record edit wire json served

.PHONY: test-programs fuzzers
test-programs: $(B)/tests/sim/sim $(UNITS:%=$(B)/tests/unit/%) $(STORED:%=$(B)/tests/unit/%) $(TOOLS:%=$(B)/tests/tools/%) $(B)/abax $(B)/abax-lab $(B)/abax-server
fuzzers: $(FUZZERS:%=$(B)/tests/fuzz/%)

$(B)/tests/unit/library $(B)/tests/unit/librarycalls: $(B)/tests/unit/outsider.o $(PUBLIC)
$(B)/tests/unit/library $(B)/tests/unit/librarycalls: LIBS += $(LIBRARY) -lm
$(B)/tests/unit/outofmemory: $(B)/tests/unit/outsider.o $(PUBLIC)
$(B)/tests/unit/outofmemory: LIBS += $(LIBRARY) -lm -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc,--wrap=strdup,--wrap=free,--wrap=mmap,--wrap=munmap
$(B)/tests/unit/record: $(B)/tests/unit/recorded.o
$(B)/tests/unit/module: $(B)/bindings/js/wasm/format.o $(B)/bindings/js/wasm/heap.o
$(UNITS:%=$(B)/tests/unit/%): %: %.o $(B)/tests/unit/subjects.o $(B)/tests/games.o $(SCREEN) $(LIBRARY)
	@$(CC) $(CFLAGS) $^ -lcmocka $(LIBS) -o $@
$(B)/tests/unit/%.o: CFLAGS += -I/usr/include/postgresql
$(B)/tests/unit/storefault: $(B)/tests/unit/powercut.o
$(B)/tests/unit/storebroken: $(B)/tests/unit/broken.o
$(B)/tests/unit/storebroken: LIBS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup
$(B)/tests/unit/storepostgres: $(B)/tests/unit/proxy.o
$(STORED:%=$(B)/tests/unit/%): %: %.o $(addprefix $(B)/tests/unit/,stored.o cluster.o subjects.o) $(B)/tests/games.o $(SERVED) $(LIBRARY)
	@$(CC) $(CFLAGS) $^ -lcmocka $(SERVED_LIBS) $(LIBS) -o $@
$(B)/tests/load/load: %: %.o $(LIBRARY)
	@$(CC) $(CFLAGS) $^ $(LIBS) -o $@
$(B)/tests/tools/storebench $(B)/tests/tools/livebench: $(SERVED)
$(B)/tests/tools/storebench $(B)/tests/tools/livebench: LIBS += $(LIBRARY) $(SERVED_LIBS)
$(TOOLS:%=$(B)/tests/tools/%): %: %.o $(B)/tests/games.o $(SCREEN) $(LIBRARY)
	@$(CC) $(CFLAGS) $^ $(LIBS) -o $@
$(B)/tests/fuzz/wire: $(SERVED)
$(B)/tests/fuzz/wire: LIBS += $(LIBRARY) $(SERVED_LIBS)
# The whole server without threads. It needs no shared library but that of C, so that it can be carried to a machine with many cores.
# Debian's libcurl cannot be linked statically, so notransfer.c stands in for it, here and in the simulation.
$(B)/tests/fuzz/served: $(addprefix $(B)/tests/fuzz/,atonce.o heard.o memory.o notransfer.o vfs.o) $(ASSETS) $(SERVED)
$(addprefix $(B)/tests/fuzz/,served.o atonce.o heard.o memory.o notransfer.o vfs.o): CFLAGS := $(CFLAGS:-fsanitize=fuzzer-no-link$(COMMA)%=-fsanitize=%)
$(B)/tests/fuzz/served: LIBS += $(LIBRARY) -Wl,-Bstatic -lsqlite3 -lsodium -lssl -lcrypto -lz -lstdc++ -Wl,-Bdynamic -nostdlib++ -static-libgcc \
    -Wl,--wrap=crypto_pwhash_str_alg,--wrap=crypto_pwhash_str_verify,--wrap=crypto_pwhash_str_needs_rehash
$(FUZZERS:%=$(B)/tests/fuzz/%): %: %.o $(LIBRARY)
	@$(CC) $(CFLAGS) -fsanitize=fuzzer $^ $(LIBS) -o $@

# The simulation: the server's objects but for the transport, outgoing transfers, the log and PostgreSQL, in one object in which what knows of threads, time
# and passwords has other names. In release it needs no library of the machine, so that it can be carried to one with many cores.
SIM_SERVED := $(filter-out $(B)/apps/server/http/% $(B)/apps/server/log.o $(B)/apps/server/notify/transfer.o $(B)/apps/server/store/postgres%.o,$(SERVED_OBJECTS))
$(B)/tests/sim/served.o: $(SIM_SERVED) tests/sim/replaced.txt
	@$(LD) -r $(SIM_SERVED) -o $@
	@objcopy --redefine-syms=tests/sim/replaced.txt $@
$(B)/tests/sim/sim: $(patsubst %.c,$(B)/%.o,$(wildcard tests/sim/*.c)) $(addprefix $(B)/tests/fuzz/,notransfer.o vfs.o) $(B)/tests/sim/served.o $(LIBRARY)
	@echo "link $@"; $(CC) $(CFLAGS) $(if $(filter release,$(V)),-static) $^ $(filter-out -lpq -lcurl,$(SERVED_LIBS)) $(LIBS) -ldl -o $@ 2>$@.log || { cat $@.log; exit 1; } # a linker warns of what static programs cannot do

$(B)/apps/lab/tune/samples: %: %.o $(LIBRARY)
	@$(CC) $(CFLAGS) $^ $(LIBS) -o $@

include apps/lab/mpi/mpi.mk
include bindings/python/python.mk
include bindings/js/js.mk
include tools/game.mk

.SECONDARY:
