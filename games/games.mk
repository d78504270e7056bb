# SPDX-License-Identifier: MIT
# Every game is one object. Programs must run on every machine, and rules, evaluation and network are twice as fast with what newer machines
# have (figures: docs/building.md). So what is hot in a game is compiled for those too, and the registry hands out the table of the game that
# suits the machine. Words and pictures are there once; the search gains nothing. On other kinds of machines there is one table.
HOT_ON  := release shared
ifneq ($(filter $(HOT_ON),$(V)),)
ifeq ($(shell $(CC) -dumpmachine 2>/dev/null | cut -d- -f1),x86_64)
MACHINES := x86-64-v2 x86-64-v3
endif
endif
COLD    := edit levels reasons say scene text why

# A game's files become one object in which only the game's table is left to see.
ifeq ($(V),wasm)
JOIN = wasm-ld -r
HIDE = true
BOOK = --room
PAGES = printf '\0'
DIAGRAMS =
OPENINGS =
PUZZLES =
else
JOIN = $(CROSS)ld -r
DIAGRAMS = $(wildcard games/$(1)/diagrams.txt)
OPENINGS = $(wildcard games/$(1)/openings.txt)
PUZZLES = $(wildcard games/$(1)/puzzles.txt)
HIDE = $(CROSS)objcopy --localize-hidden
# What is for those who type stands in a file of its own, which the page does not show.
TYPED = $(if $(wildcard games/$(1)/texts$(2).md),echo; cat games/$(1)/texts$(2).md;)
PAGES = cat games/$(1)/rules.md; $(call TYPED,$(1)) printf '\0'; $(foreach page,$(wildcard games/$(1)/rules.*.md),printf \
        '$(patsubst games/$(1)/rules.%.md,%,$(page))\0'; cat $(page); \
        $(call TYPED,$(1),$(patsubst games/$(1)/rules%.md,%,$(page))) printf '\0';) :
endif
define GAME_OBJECT
$(B)/games/$(1)/%.o: CFLAGS += -fvisibility=hidden
$(B)/games/$(1).o: $(patsubst %.c,$(B)/%.o,$(wildcard games/$(1)/*.c)) \
                   $(patsubst %.bin,$(B)/%.o,$(wildcard games/$(1)/book.bin games/$(1)/net.bin)) $(MACHINES:%=$(B)/games/$(1).%.o)
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
# The rules in English; then, for each other language, its name and the rules; all terminated. The folder is named because a file
# that was removed changes nothing else.
$(B)/pages/$(1).c: games/$(1)/rules.md $(wildcard games/$(1)/rules.*.md games/$(1)/texts*.md games/$(1)/diagrams.txt games/$(1)/lesson.txt games/$(1)/openings.txt games/$(1)/puzzles.txt) games/$(1) tools/embed Makefile games/games.mk
	@mkdir -p $$(@D)
	@{ $(call PAGES,$(1)); } | tools/embed rules_pages_$(1) /dev/stdin > $$@
	@tools/embed diagrams_$(1) $(or $(call DIAGRAMS,$(1)),/dev/null) >> $$@
	@tools/embed puzzles_$(1) $(or $(call PUZZLES,$(1)),/dev/null) >> $$@
	@tools/embed $(BOOK) lesson_$(1) $(or $(wildcard games/$(1)/lesson.txt),/dev/null) >> $$@
	@tools/embed openings_$(1) $(or $(call OPENINGS,$(1)),/dev/null) >> $$@
$(B)/pages/$(1).o: $(B)/pages/$(1).c
	@$(CC) $(CFLAGS) -c $$< -o $$@
endef
# A TEST_GAME is in no product: tools/game.mk links it into the test programs.
TEST_GAMES := $(shell sed -n 's/^TEST_GAME(\([a-z0-9_]*\))$$/\1/p' games/games.def)
$(foreach game,$(GAME_NAMES) $(TEST_GAMES),$(eval $(call GAME_OBJECT,$(game))))
$(B)/games/registry.o: games/games.def

# game_NAME of the hot files becomes game_NAME_v3; everything else in the object is its own, the network's arithmetic too. What
# it lacks, words and weights, it finds where the game's files are joined.
HOT      = $(patsubst %.c,$(B)/%.$(2).o,$(filter-out $(COLD:%=games/$(1)/%.c),$(wildcard games/$(1)/*.c)) core/game/net.c)
define MACHINE_OBJECT
$(B)/games/$(1).$(2).o: $(call HOT,$(1),$(2))
	@$(JOIN) $$^ -o $$@
	@$(CROSS)objcopy --redefine-sym game_$(1)=game_$(1)_$(lastword $(subst -, ,$(2))) $$@
	@$(CROSS)objcopy --keep-global-symbol=game_$(1)_$(lastword $(subst -, ,$(2))) $$@
endef
define MACHINE
$(B)/%.$(1).o: %.c Makefile games/games.mk
	@mkdir -p $$(@D)
	@echo "$$(CC) -march=$(1) $$<"; $$(CCACHE) $$(CC) $$(CFLAGS) -march=$(1) -c $$< -o $$@
$(foreach game,$(GAME_NAMES) $(TEST_GAMES),$(eval $(call MACHINE_OBJECT,$(game),$(1))))
endef
$(foreach machine,$(MACHINES),$(eval $(call MACHINE,$(machine))))
ifneq ($(MACHINES),)
$(B)/games/registry.o $(B)/tests/registry.o: CFLAGS += -DGAME_MACHINES
endif
