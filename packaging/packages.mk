# SPDX-License-Identifier: MIT
# The manual, a source archive and Debian packages.
.PHONY: docs dist deb
ifneq ($(SHIPPED),)
docs:
	@echo "the manual is taken as the archive brought it ($(SHIPPED))"
else
docs: manual ## build build/manual, one searchable HTML page of all docs and man pages; the server offers it at /manual
	@tools/need manual
	@$(MAKE) -s build/manual.made
endif

# What is made is a mark beside the manual, since the server, whose commands it tells about, takes it as it is.
build/manual.made: tools/handbook $(wildcard packaging/handbook/* docs/*.md) README.md VERSION $(INSTALLED)/made
	@tools/handbook build/manual $(INSTALLED)/man/en
	@touch $@

# The archive has the page as well, so that whoever builds from it needs neither npm nor a network. Equal sources give equal bytes.
VERSION_TEXT := $(shell cat VERSION)
DIST    := build/dist/abax-$(VERSION_TEXT)
dist: web docs ## build build/dist: the sources with the built page, and their checksums
	@packaging/dist $(DIST) $(SOURCE_DATE_EPOCH)

# Debian writes 2.0.0~dev where we write 2.0.0-dev: before 2.0.0.
DEBIAN  := $(subst -,~,$(VERSION_TEXT))-1
deb: web docs library python ## build Debian packages in build/deb: abax, abax-server, libabax1, libabax-dev, python3-abax
	@tools/need deb server
	@$(MAKE) -s V=release abax abax-lab abax-server
	@packaging/deb $(DEBIAN) $(SOURCE_DATE_EPOCH)
