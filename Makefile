# The front door. CMake does the work; see CONTRIBUTING.md.
#
#   make          build into build/ (programs: build/bin/bisheng, build/bin/belay)
#   make demo     build, compile a sample kernel as the public documentation says, run it
#   make test     all tests, as CI runs them
#   make quick    the tests of a few seconds
#   make long     the exhaustive tests (hours)
#   make sanitize the tests under AddressSanitizer and UndefinedBehaviorSanitizer
#   make clang    the library and its unit tests built with clang
#   make site     the documents as pages for a browser, with the reference of instructions and rules: build/site
#   make install  build and install under PREFIX (/usr/local), in DESTDIR if set
#   make deb      the Debian package, build/belay_VERSION_ARCHITECTURE.deb
#   make bench    the benchmarks, as ratios against memcpy, OpenBLAS and oneDNN
#   make clean

BUILD ?= build
JOBS ?= $(shell nproc)
PREFIX ?= /usr/local

.PHONY: all site demo install deb test quick long sanitize bench clang clean

all: | tools-for-building
	@$(call build,$(BUILD),)

.PHONY: all-with-tests
all-with-tests: | tools-for-testing
	@$(call build,$(BUILD),-DBELAY_TESTS=ON -DBELAY_BENCH=ON)

# build(FOLDER, CMAKE OPTIONS)
build = cmake -S . -B $(1) $(2) -DCMAKE_BUILD_TYPE=RelWithDebInfo >$(1).log 2>&1 || { cat $(1).log; exit 1; }; \
        rm -f $(1).log; MAKEFLAGS=--no-print-directory cmake --build $(1) -j $(JOBS)
ctest = ctest --test-dir $(1) --output-on-failure -j $(JOBS) $(2)

.PHONY: tools-for-building tools-for-testing tools-for-benchmarks tools-for-packaging tools-for-site
tools-for-building:
	@tools/setup.sh build
tools-for-testing:
	@tools/setup.sh test
tools-for-benchmarks:
	@tools/setup.sh bench
tools-for-packaging:
	@tools/setup.sh package
tools-for-site:
	@tools/setup.sh site

demo: all
	@echo "$$ bisheng examples/padding_modes.asc -o padding_modes --npu-arch=dav-3510 && ./padding_modes"
	@PATH="$(CURDIR)/$(BUILD)/bin:$$PATH"; cd $(BUILD) && bisheng ../examples/padding_modes.asc -o padding_modes --npu-arch=dav-3510 && ./padding_modes

site: all | tools-for-site
	@tools/docsite.py $(BUILD)

install: all
	@cmake --install $(BUILD) --prefix $(PREFIX) >$(BUILD)/install.log || { cat $(BUILD)/install.log; exit 1; }
	@echo "Installed in $(DESTDIR)$(PREFIX)"

deb: | tools-for-packaging
	@$(MAKE) --no-print-directory all
	@cd $(BUILD) && cpack >package.log || { cat package.log; exit 1; }
	@ls $(BUILD)/*.deb

test: all-with-tests
	@$(call ctest,$(BUILD),)

quick: all-with-tests
	@$(call ctest,$(BUILD),-L quick)

long: all-with-tests
	@tests/long.sh $(BUILD)

sanitize: tools-for-testing
	@$(call build,$(BUILD)-sanitize,-DBELAY_TESTS=ON -DBELAY_SANITIZE=ON)
	@$(call ctest,$(BUILD)-sanitize,)

bench: tools-for-benchmarks
	@$(call build,$(BUILD),-DBELAY_BENCH=ON)
	@cmake --build $(BUILD) --target bench

clang: tools-for-testing
	@CC=clang CXX=clang++ $(MAKE) --no-print-directory clang-tests

.PHONY: clang-tests
clang-tests:
	@$(call build,$(BUILD)-clang,-DBELAY_TESTS=ON)
	@$(call ctest,$(BUILD)-clang,-L "quick|conformance")

clean:
	rm -rf $(BUILD) $(BUILD)-sanitize $(BUILD)-clang
