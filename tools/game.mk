# SPDX-License-Identifier: MIT
# What concerns one game at a time: the games of the test programs, `make new-game` and `make game`.

# The test programs link a registry that also has the TEST_GAMES, and a catalogue with their words. Both come before the library
# on the command line, so the linker never takes the library's own.
TEST_PO := $(foreach game,$(TEST_GAMES),$(wildcard games/$(game)/words.*.po))
$(B)/tests/registry.o: games/registry.c games/games.def Makefile tools/game.mk
	@mkdir -p $(@D)
	@echo "$(CC) $<, with the test games"; $(CCACHE) $(CC) $(CFLAGS) -DABAX_TEST_GAMES $(if $(MACHINES),-DGAME_MACHINES) -c $< -o $@
build/words/tests/%.words: $(PO) $(TEST_PO) $(WORDS)
	@mkdir -p $(@D)
	@tools/words compile $@ $(filter-out po/page.%,$(filter %.$*.po,$(PO) $(TEST_PO)))
$(B)/tests/languages.c: $(LANGUAGES:%=build/words/tests/%.words) $(WORDS)
	@mkdir -p $(@D)
	@tools/words embed build/words/tests $(LANGUAGES) > $@
$(B)/tests/languages.o: $(B)/tests/languages.c
	@$(CC) $(CFLAGS) -c $< -o $@
$(B)/tests/games.o: $(B)/tests/registry.o $(B)/tests/languages.o $(TEST_GAMES:%=$(B)/games/%.o) $(TEST_GAMES:%=$(B)/pages/%.o)
	@$(JOIN) $^ -o $@

# The program as it is, with the test games.
$(B)/tests/abax: $(FRONT) $(B)/tests/games.o $(CLI) $(SCREEN) $(LIBRARY)
	@echo "link $@"; $(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIBS) $(CURSES) -o $@

# ---------------------------------------------------------------------------------------------
# For who writes a game (docs/adding-a-game.md)
# ---------------------------------------------------------------------------------------------

.PHONY: game new-game
game: ## G=NAME: build and test one game, and list per screen what it has, lacks and could have
	@tools/need build compilers terminal
	@tools/game '$(G)'

new-game: ## G=NAME: make the folder games/NAME of a small complete game, to be changed into yours
	@tools/new-game '$(G)'
