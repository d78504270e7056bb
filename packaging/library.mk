# SPDX-License-Identifier: MIT
# The library for other programs. In build/library: libabax.so.1 (with libabax.so beside it), libabax.a, and the headers as they are
# installed. Everything inside is built anew for it (V=shared), since code of a shared library can stand anywhere.
SONAME  := libabax.so.1
SHARED  := build/library
PUBLIC_HEADERS := bindings/c/abax.h bindings/c/batch.h

.PHONY: library
library: ## build the shared and the static library and their headers, in build/library
	@$(MAKE) -s V=shared $(SHARED)/$(SONAME) $(SHARED)/libabax.a $(PUBLIC_HEADERS:bindings/c/%=$(SHARED)/include/abax/%)

ifeq ($(V),shared)
# Only what the version script lists can be seen from outside, and the loader knows of which version it is.
$(SHARED)/$(SONAME): $(PUBLIC) $(OBJECTS) packaging/libabax.map
	@mkdir -p $(@D)
	@echo "link $@"; $(CC) -shared $(CFLAGS) $(HARD_LINK) $(LDFLAGS) -Wl,-soname,$(SONAME) -Wl,--version-script=packaging/libabax.map \
	    -Wl,-z,defs -Wl,--gc-sections $(PUBLIC) $(OBJECTS) $(LIBS) -o $@
	@ln -sf $(SONAME) $(SHARED)/libabax.so

# One object in which the same names are left to see.
$(SHARED)/libabax.a: $(PUBLIC) $(OBJECTS) packaging/libabax.map
	@mkdir -p $(@D)
	@$(CROSS)ld -r $(PUBLIC) $(OBJECTS) -o $(B)/abax.o
	@sed -n 's/^ *\(abax_[a-z0-9_]*\);$$/\1/p' packaging/libabax.map > $(B)/names.txt
	@$(CROSS)objcopy --keep-global-symbols=$(B)/names.txt $(B)/abax.o
	@rm -f $@; $(CROSS)ar rcsD $@ $(B)/abax.o

$(SHARED)/include/abax/%.h: bindings/c/%.h
	@mkdir -p $(@D)
	@cp $< $@
endif

# The public types and functions as a compiler sees them, without the rest of the library: small and quick to compare. packaging/libabax.abi
# is what was promised; tests/check-abi compares.
ABI     := build/abi
.PHONY: abi $(ABI)/libabax.abi
$(ABI)/libabax.abi:
	@tools/need abi
	@rm -rf $(ABI); mkdir -p $(ABI)/include; cp $(PUBLIC_HEADERS) $(ABI)/include
	@for file in $(wildcard bindings/c/*.c); do \
	    $(CC) $(filter-out -O% -g% -DNDEBUG -MMD -MP,$(CFLAGS)) -O0 -g -fPIC -fvisibility=hidden -c $$file -o $(ABI)/$$(basename $$file .c).o || exit 1; \
	done
	@$(CC) -shared -Wl,-soname,$(SONAME) -Wl,--version-script=packaging/libabax.map $(ABI)/*.o -o $(ABI)/$(SONAME)
	@abidw --no-corpus-path --no-comp-dir-path --no-show-locs --no-elf-needed --type-id-style hash --drop-private-types --exported-interfaces-only \
	    --headers-dir $(ABI)/include $(ABI)/$(SONAME) > $@

abi: $(ABI)/libabax.abi ## after a change that is meant: write packaging/libabax.abi, the promise that tests/check-abi guards
	@cp $< packaging/libabax.abi
