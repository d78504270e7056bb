# SPDX-License-Identifier: MIT
# `abax-mpi`: the commands of `abax-lab` that ranks on many machines share, by Open MPI. Only `make mpi` needs Open MPI.
MPI     := $(patsubst %.c,$(B)/%.o,$(wildcard apps/lab/mpi/*.c))

.PHONY: mpi mpi-deps install-mpi
mpi: $(B)/abax-mpi ## build ./abax-mpi, which shares match, selfplay and solve between the ranks of mpirun (docs/ranks.md)
	@cp --remove-destination $(B)/abax-mpi abax-mpi

install-mpi: mpi ## PREFIX=/usr/local DESTDIR=: install abax-mpi and its man page beside the other programs
	@tools/need build manuals
	@rm -rf build/packaging-mpi
	@tools/manual page abax-mpi 1 "matches, games with itself and proofs on many machines" "$$(cat VERSION)" docs/ranks.md build/packaging-mpi
	@SOURCE_DATE_EPOCH=$(SOURCE_DATE_EPOCH) scdoc < build/packaging-mpi/abax-mpi.1.scd > build/packaging-mpi/abax-mpi.1
	@install -D -m 755 abax-mpi '$(DESTDIR)$(BINDIR)/abax-mpi'
	@install -D -m 644 build/packaging-mpi/abax-mpi.1 '$(DESTDIR)$(DATADIR)/man/man1/abax-mpi.1'

mpi-deps:
	@tools/need mpi

# What Open MPI wants of the compiler is asked when it is there.
$(MPI): $(B)/%.o: %.c Makefile | mpi-deps
	@mkdir -p $(@D)
	@echo "$(CC) $<"; $(CC) $(CFLAGS) $$(mpicc --showme:compile | sed 's/-I/-isystem /g') -c $< -o $@
$(B)/abax-mpi: $(FRONT) $(MPI) $(LAB) $(CLI) $(LIBRARY)
	@echo "link $@"; $(CC) $(CFLAGS) $(HARD_LINK) $(LDFLAGS) $^ $$(mpicc --showme:link) $(LIBS) -o $@
