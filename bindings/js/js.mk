# SPDX-License-Identifier: MIT
# Packages for other ecosystems that are made of the module.

.PHONY: npm
npm: wasm ## build build/npm/abax-VERSION.tgz, the package for Node and browsers (docs/javascript.md)
	@tools/need node
	@$(MAKE) -s apps/web/node_modules/.package-lock.json build/words/english.ts $(LANGUAGES:%=build/words/%.page)
	@node bindings/js/build.mjs
