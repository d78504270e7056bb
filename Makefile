# SPDX-License-Identifier: MIT
# The front door. `make help` lists the targets; sources are found by wildcard.

# A variant is a compiler and its flags; each has its own folder under build/.
V       ?= release
ARCH    ?= native
B       := build/$(V)

WARN    := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wundef \
           -Wpointer-arith -Wwrite-strings -Werror
# Games lay their own struct over the bytes of a game_position, hence no-strict-aliasing.
COMMON  := -std=c17 -D_GNU_SOURCE -I. -include base/banned.h $(WARN) -fno-strict-aliasing -ffp-contract=off -MMD -MP
FAST    := -O3 -DNDEBUG -g1
DEBUG   := -O1 -g -fno-omit-frame-pointer

ifeq ($(V),release)
CC      := gcc
CFLAGS  := $(COMMON) $(FAST) -march=$(ARCH)
else ifeq ($(V),clang)
CC      := clang
CFLAGS  := $(COMMON) $(FAST) -march=$(ARCH)
else ifeq ($(V),debug)
CC      := gcc
CFLAGS  := $(COMMON) $(DEBUG)
else ifeq ($(V),sanitize)
CC      := clang
CFLAGS  := $(COMMON) $(DEBUG) -fsanitize=address,undefined -fno-sanitize-recover=all
else ifeq ($(V),thread)
CC      := clang
CFLAGS  := $(COMMON) $(DEBUG) -fsanitize=thread
else ifeq ($(V),fuzz)
CC      := clang
CFLAGS  := $(COMMON) $(DEBUG) -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
else ifeq ($(V),coverage)
CC      := gcc
CFLAGS  := $(COMMON) -O0 -DNDEBUG -g --coverage -fprofile-update=atomic -Wno-unused-variable
else ifeq ($(V),wasm)
CC      := clang --target=wasm32-wasi
CFLAGS  := $(COMMON) -O2 -DNDEBUG -DABAX_NO_HELP -flto -mbulk-memory -msimd128
else
$(error V=$(V) is none of: release clang debug sanitize thread fuzz coverage wasm)
endif

GAME_NAMES := $(shell sed -n 's/^GAME(\([a-z0-9_]*\))$$/\1/p' games/games.def)
ROOMS   := $(wildcard base/*.c game/*.c games/*.c search/*.c play/*.c record/*.c coach/*.c paint/*.c protocol/*.c)
OBJECTS := $(ROOMS:%.c=$(B)/%.o) $(GAME_NAMES:%=$(B)/games/%.o) $(GAME_NAMES:%=$(B)/pages/%.o) $(B)/words/languages.o
LIBRARY := $(B)/libabax.a
LIBS    := -pthread -lm
SCREEN  := $(B)/libtui.a
CURSES  := -lncursesw -ltinfo
SERVED  := $(B)/libserver.a
SERVED_LIBS := -lsqlite3 -lpq -lsodium -lwebsockets -luv -lssl -lcrypto
HEADERS := $(wildcard */*.h */*/*.h)

.PHONY: all help
all: abax

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

$(B)/server/%.o: CFLAGS += -I/usr/include/postgresql
# The version stands in one file.
$(B)/base/version.o: CFLAGS += -DABAX_VERSION='"$(shell cat VERSION)"'
$(B)/base/version.o: VERSION
# The library's headers use a banned name.
TRANSPORT := $(addprefix $(B)/server/net/,serve.o listen.o visitor.o socket.o web.o) $(B)/cli/dial.o
$(TRANSPORT): CFLAGS := -include libwebsockets.h $(CFLAGS)
$(B)/%.o: %.c Makefile
	@mkdir -p $(@D)
	@echo "$(CC) $<"; $(CC) $(CFLAGS) -c $< -o $@

# A game's files become one object in which only the game's table is left to see.
ifeq ($(V),wasm)
JOIN = wasm-ld -r
HIDE = true
BOOK = --room
PAGES = printf '\0'
DIAGRAMS =
else
JOIN = ld -r
DIAGRAMS = $(wildcard games/$(1)/diagrams.txt)
HIDE = objcopy --localize-hidden
PAGES = cat games/$(1)/rules.md; printf '\0'; $(foreach page,$(wildcard games/$(1)/rules.*.md),printf \
        '$(patsubst games/$(1)/rules.%.md,%,$(page))\0'; cat $(page); printf '\0';) :
endif
define GAME_OBJECT
$(B)/games/$(1)/%.o: CFLAGS += -fvisibility=hidden
$(B)/games/$(1).o: $(patsubst %.c,$(B)/%.o,$(wildcard games/$(1)/*.c)) \
                   $(patsubst %.bin,$(B)/%.o,$(wildcard games/$(1)/book.bin games/$(1)/net.bin))
	@$(JOIN) $$^ -o $$@
	@$(HIDE) $$@
$(B)/games/$(1)/book.c: games/$(1)/book.bin tools/embed
	@mkdir -p $$(@D)
	@tools/embed $(BOOK) $(1)_book $$< > $$@
$(B)/games/$(1)/net.c: games/$(1)/net.bin tools/embed
	@mkdir -p $$(@D)
	@tools/embed $(BOOK) $(1)_weights $$< > $$@
$(B)/games/$(1)/book.o $(B)/games/$(1)/net.o: %.o: %.c
	@$(CC) $(CFLAGS) -fvisibility=hidden -c $$< -o $$@
# The rules in English; then, for each other language, its name and the rules; all terminated.
$(B)/pages/$(1).c: games/$(1)/rules.md $(wildcard games/$(1)/rules.*.md games/$(1)/diagrams.txt games/$(1)/lesson.txt) tools/embed Makefile
	@mkdir -p $$(@D)
	@{ $(call PAGES,$(1)); } | tools/embed rules_pages_$(1) /dev/stdin > $$@
	@tools/embed diagrams_$(1) $(or $(call DIAGRAMS,$(1)),/dev/null) >> $$@
	@tools/embed $(BOOK) lesson_$(1) $(or $(wildcard games/$(1)/lesson.txt),/dev/null) >> $$@
$(B)/pages/$(1).o: $(B)/pages/$(1).c
	@$(CC) $(CFLAGS) -c $$< -o $$@
endef
$(foreach game,$(GAME_NAMES),$(eval $(call GAME_OBJECT,$(game))))
$(B)/games/registry.o: games/games.def

# The languages: PO files become parts of a catalogue, and these a part of the program. The page hands its module
# the language that it wants, so the module has none.
WORDS   := tools/words tools/po.py tools/plural.py tools/sentences.py
PO      := $(wildcard po/*.po) $(foreach game,$(GAME_NAMES),$(wildcard games/$(game)/words.*.po))
LANGUAGES := $(sort $(foreach file,$(wildcard po/*.po),$(lastword $(subst ., ,$(basename $(file))))))
build/words/%.words: $(PO) $(WORDS)
	@mkdir -p $(@D)
	@tools/words compile $@ $(filter-out po/page.%,$(filter %.$*.po,$(PO)))
# The page has what it and the C that it contains say, and what a server refuses.
build/words/%.page: $(PO) $(WORDS)
	@mkdir -p $(@D)
	@tools/words page $@ $(filter-out po/cli.% po/tui.%,$(filter %.$*.po,$(PO)))
build/words/english.ts: po/page.pot $(WORDS)
	@mkdir -p $(@D)
	@tools/words english $@
ifeq ($(V),wasm)
$(B)/words/languages.c: $(WORDS)
	@mkdir -p $(@D)
	@tools/words embed build/words > $@
else
$(B)/words/languages.c: $(LANGUAGES:%=build/words/%.words) $(WORDS)
	@mkdir -p $(@D)
	@tools/words embed build/words $(LANGUAGES) > $@
endif
$(B)/words/languages.o: $(B)/words/languages.c
	@$(CC) $(CFLAGS) -c $< -o $@

$(LIBRARY): $(OBJECTS)
	@rm -f $@
	@ar rcs $@ $^

$(SCREEN): $(patsubst %.c,$(B)/%.o,$(wildcard tui/*.c))
	@rm -f $@
	@ar rcs $@ $^

# The page, as it was built last, inside the program.
$(B)/server/net/assets.c: tools/assets $(shell find build/web -type f 2>/dev/null)
	@mkdir -p $(@D)
	@tools/assets build/web $(B)/assets > $@
$(B)/server/net/assets.o: $(B)/server/net/assets.c
	@$(CC) $(CFLAGS) -c $< -o $@

# Apart from the library: the page's module and most tests need no database.
SERVED_OBJECTS := $(patsubst %.c,$(B)/%.o,$(wildcard server/*.c server/*/*.c)) $(B)/server/net/assets.o
$(SERVED): $(SERVED_OBJECTS)
	@rm -f $@
	@ar rcs $@ $^

ifeq ($(V),coverage)
$(B)/abax: $(B)/tests/tools/counted.o
endif
$(B)/abax: $(patsubst %.c,$(B)/%.o,$(wildcard cli/*.c)) $(SCREEN) $(SERVED) $(LIBRARY)
	@echo "link $@"; $(CC) $(CFLAGS) $^ $(SERVED_LIBS) $(LIBS) $(CURSES) -o $@

# ./abax is always the release build, whatever variant is being made.
ifeq ($(V),release)
abax: $(B)/abax
	@cp --remove-destination $< $@
else
abax:
	@$(MAKE) V=release abax
endif

# In the module, what is not played or searched a million times is built small: a page has to load it.
ifeq ($(V),wasm)
$(B)/record/%.o $(B)/coach/%.o $(B)/paint/%.o $(B)/protocol/%.o $(B)/wasm/%.o: CFLAGS += -Oz
$(patsubst %.c,$(B)/%.o,$(filter-out play/playout.c,$(wildcard play/*.c))): CFLAGS += -Oz
$(patsubst %.c,$(B)/%.o,$(wildcard games/*/text.c games/*/scene.c games/*/why.c games/*/edit.c games/*/draft.c games/*/image.c games/*/reasons.c games/*/say.c)): CFLAGS += -Oz
$(addprefix $(B)/search/,book.o chance.o witness.o parallel.o twins.o line.o deals.o ending.o secrets.o): CFLAGS += -Oz
$(B)/search/cfr.o $(B)/search/hidden.o $(B)/search/belief.o: CFLAGS += -Os
$(patsubst %.c,$(B)/%.o,$(filter-out base/keys.c game/game.c game/net.c,$(wildcard base/*.c game/*.c))): CFLAGS += -Oz
endif

# It stands for parts of the C library, whose names mean something to the optimizer.
$(B)/wasm/library.o: CFLAGS += -fno-lto -fno-builtin
# Without -O: with it clang would call a wasm-opt that it finds, in ways that do not suit our features.
$(B)/linked.wasm: $(patsubst %.c,$(B)/%.o,$(wildcard wasm/*.c)) $(OBJECTS)
	@echo "link $@"; $(CC) $(filter-out -O%,$(CFLAGS)) -nostartfiles -Wl,--no-entry,--gc-sections,--global-base=1024,-O2,-s,-z,stack-size=1048576 $^ -o $@
# Where there is no wasm-opt the module is a tenth larger, and does the same. Low memory, below --global-base, is unused.
$(B)/abax.wasm: $(B)/linked.wasm
	@if command -v wasm-opt >/dev/null; then wasm-opt --enable-simd --enable-bulk-memory --enable-sign-ext --low-memory-unused --converge -O3 $< -o $@; else cp $< $@; fi

-include $(shell find build -name '*.d' 2>/dev/null)

# ---------------------------------------------------------------------------------------------
# What people run
# ---------------------------------------------------------------------------------------------

.PHONY: accuracy reasons deps deps-screen served-deps run web wasm bench load levels tune-levels gate check-proof test fuzz goldens words pot format clean
deps:
	@tools/need gcc=gcc ld=binutils /usr/include/stdio.h=libc6-dev python3=python3

deps-screen:
	@tools/need /usr/include/curses.h=libncurses-dev

abax $(OBJECTS): | deps
$(patsubst %.c,$(B)/%.o,$(wildcard tui/*.c)): | deps-screen

PORT    ?= 8080

# The page goes into the program, so the program is made after it.
run: web ## build the page and the server, and run it on http://127.0.0.1:8080
	@$(MAKE) -s abax
	@echo "Abax is at http://127.0.0.1:$(PORT)/ (Ctrl+C ends it)"
	@./abax serve --port $(PORT) --db build/abax.db

# npm and vite are slow: they run only when something of theirs has changed, and never for the program, which takes the page as it is. So
# what is made is a mark beside the page, not one of its files.
PAGE_SOURCES = VERSION $(shell find web/src web/public -type f 2>/dev/null) $(wildcard games/*/rules*.md games/*/diagrams.txt games/*/lesson.txt games/*/book.bin games/*/net.bin) build/words/english.ts $(LANGUAGES:%=build/words/%.page)
web: wasm ## build build/web, the page
	@tools/need node=nodejs npm=npm
	@$(MAKE) -s build/page.made

web/node_modules/.package-lock.json: web/package-lock.json
	@echo "npm ci"; cd web && npm ci --no-audit --no-fund --loglevel=error

build/page.made: web/node_modules/.package-lock.json build/wasm/abax.wasm $(PAGE_SOURCES) \
                 server/net/headers.def tools/serve.mjs web/index.html web/vite.config.ts web/first.ts web/still.ts web/svelte.config.js web/tsconfig.json
	@echo "vite build"; cd web && npx --no-install vite build --logLevel warn
	@touch $@

served-deps:
	@tools/need /usr/include/sqlite3.h=libsqlite3-dev /usr/include/postgresql/libpq-fe.h=libpq-dev \
	    /usr/include/sodium.h=libsodium-dev \
	    /usr/include/libwebsockets.h=libwebsockets-dev /usr/include/uv.h=libuv1-dev brotli=brotli

$(SERVED_OBJECTS): | deps served-deps


wasm: ## build build/wasm/abax.wasm, the rules for the browser
	@tools/need clang=clang wasm-ld=lld /usr/lib/wasm32-wasi/libc.a=wasi-libc \
	    '/usr/lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a=libclang-rt-dev-wasm32'
	@tools/need wasm-opt=binaryen || echo "without wasm-opt (binaryen) the module will be a tenth larger"
	@$(MAKE) -s V=wasm build/wasm/abax.wasm

bench: abax $(B)/tests/tools/endgames $(B)/tests/tools/storebench ## print how fast rules, search, proofs of endgames and storage are
	@./abax bench --seconds 2
	@./abax bench search
	@$(B)/tests/tools/endgames
	@cd build && ../$(B)/tests/tools/storebench

levels: abax ## play all levels against each other and write docs/levels.md (two core-hours; G=games, LEVELS=, THREADS=)
	@G="$(G)" LEVELS="$(LEVELS)" THREADS="$(THREADS)" tune/levels measure && tune/levels docs

tune-levels: abax ## find rows for the levels with even steps, in build/levels (two core-hours; G=games, THREADS=)
	@G="$(G)" THREADS="$(THREADS)" tune/levels fit

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

test: ## run every test, or with T=... a step, a pattern or a game; T=list lists the steps
	@tools/need python3=python3
	@tests/run '$(T)'

load: ## 5,000 games with 10,000 clients: on SQLite, on PostgreSQL with two processes, beside boardgame.io
	@tests/load/run
	@tests/load/run --postgres
	@tests/load/compare

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
	@for game in $(GAME_NAMES); do \
	    $< $$game > games/$$game/golden.txt; \
	    $(B)/tests/tools/frame $$game > games/$$game/terminal.txt; \
	done; git diff --stat games tests/data

words: abax $(B)/tests/tools/words ## bring all PO files to what the sources say
	@tools/words update

pot: abax $(B)/tests/tools/words ## write templates for a new language to build/pot
	@tools/words pot build/pot

# What Prettier lays out: the page, and every script in JavaScript.
SCRIPTS = $(shell git ls-files 'web/*.ts' 'web/*.svelte' 'web/*.js' 'web/*.css' 'web/*.html' '*.mjs')
format: web/node_modules/.package-lock.json ## lay out all C files, the page and the scripts
	clang-format -i $(wildcard */*.[ch] */*/*.[ch] */*/*/*.[ch])
	web/node_modules/.bin/prettier --config web/prettier.config.js --write --log-level warn $(SCRIPTS)

# Asserts on, so that clang-tidy knows what may be relied on. Always made anew: no file tells when the calls change.
.PHONY: compile_commands.json lint coverage
compile_commands.json: ## every compiler call, for editors and clang-tidy
	@{ $(MAKE) -nB V=debug build/debug/abax test-programs fuzzers build/debug/tests/load/load; \
	   $(MAKE) -nB V=wasm build/wasm/abax.wasm; } | tools/compile-commands > $@.new
	@mv $@.new $@

coverage: ## lines and branches that tests reach, a figure a room; build/coverage/report.txt names the others
	@tools/coverage

lint: ## look for faults without running anything: clang-tidy, cppcheck, shellcheck, ESLint, Prettier
	@tools/lint

clean: ## remove what was built
	rm -rf build abax web/node_modules

# ---------------------------------------------------------------------------------------------
# Test programs
# ---------------------------------------------------------------------------------------------

UNITS   := base score words json module laws images net reasons says data search secrets desk lines margin player levels proof scored match driver journal diagrams lesson advice features review record canvas edit paint
STORED  := store storesession storerace storefault storebroken storepostgres limits glicko live
TOOLS   := accuracy whys features trace golden endgames scored frame words storebench
FUZZERS := position action game record edit wire json

.PHONY: test-programs fuzzers
test-programs: $(UNITS:%=$(B)/tests/unit/%) $(STORED:%=$(B)/tests/unit/%) $(TOOLS:%=$(B)/tests/tools/%) $(B)/abax
fuzzers: $(FUZZERS:%=$(B)/tests/fuzz/%)

$(B)/tests/unit/record: $(B)/tests/unit/recorded.o
$(B)/tests/unit/score: $(B)/cli/score.o
$(B)/tests/unit/module: $(B)/wasm/format.o $(B)/wasm/heap.o
$(UNITS:%=$(B)/tests/unit/%): %: %.o $(B)/tests/unit/subjects.o $(SCREEN) $(LIBRARY)
	@$(CC) $(CFLAGS) $^ -lcmocka $(LIBS) -o $@
$(B)/tests/unit/%.o: CFLAGS += -I/usr/include/postgresql
$(B)/tests/unit/storefault: $(B)/tests/unit/powercut.o
$(B)/tests/unit/storebroken: $(B)/tests/unit/broken.o
$(B)/tests/unit/storebroken: LIBS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup
$(B)/tests/unit/storepostgres: $(B)/tests/unit/proxy.o
$(STORED:%=$(B)/tests/unit/%): %: %.o $(addprefix $(B)/tests/unit/,stored.o cluster.o subjects.o) $(SERVED) $(LIBRARY)
	@$(CC) $(CFLAGS) $^ -lcmocka $(SERVED_LIBS) $(LIBS) -o $@
$(B)/tests/load/load: %: %.o $(LIBRARY)
	@$(CC) $(CFLAGS) $^ $(LIBS) -o $@
$(B)/tests/tools/storebench: $(SERVED)
$(B)/tests/tools/storebench: LIBS += $(LIBRARY) $(SERVED_LIBS)
$(TOOLS:%=$(B)/tests/tools/%): %: %.o $(SCREEN) $(LIBRARY)
	@$(CC) $(CFLAGS) $^ $(LIBS) -o $@
$(B)/tests/fuzz/wire: $(SERVED)
$(B)/tests/fuzz/wire: LIBS += $(LIBRARY) $(SERVED_LIBS)
$(FUZZERS:%=$(B)/tests/fuzz/%): %: %.o $(LIBRARY)
	@$(CC) $(CFLAGS) -fsanitize=fuzzer $^ $(LIBS) -o $@

$(B)/tune/samples: %: %.o $(LIBRARY)
	@$(CC) $(CFLAGS) $^ $(LIBS) -o $@

.SECONDARY:
