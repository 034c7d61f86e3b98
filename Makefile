# What one does with FormDrafts. `make demo` and `make test` do all the set-up there is.

SWIFT ?= swift
STRICT = -Xswiftc -warnings-as-errors
# On Linux the command carries its libraries: a dynamic one takes four times as long to start.
STATIC = $(if $(filter Linux,$(shell uname)),--static-swift-stdlib -Xswiftc -static-executable)
# Not wholly static: SQLite's calls are counted where they enter the C library. Valgrind cannot read
# the shared libraries of Swift.
BENCHED = $(if $(filter Linux,$(shell uname)),--static-swift-stdlib)
PREFIX ?= /usr/local
FORMATTED = Package.swift migrations Sources Tests Examples Benchmarks Fuzz

.PHONY: demo examples test test-thread test-address soak fuzz lint format docs build release install \
  bench bench-gate bench-scale setup clean

demo: setup            ## the main job, from a half-filled form to a proven purge
	sh Examples/demo.sh

examples: setup        ## the four clients and a plain form, each compared with what it should say
	SWIFT=$(SWIFT) sh Examples/clients.sh

test: setup            ## all tests
	$(SWIFT) build --build-tests $(STRICT)
	$(SWIFT) test --skip-build

test-thread: setup     ## all tests under the thread sanitizer
	FORMDRAFTS_SANITIZER=thread $(SWIFT) test --sanitize=thread --scratch-path .build-thread

test-address: setup    ## all tests under the address sanitizer; XCTest's own runner leaks a little
	FORMDRAFTS_SANITIZER=address ASAN_OPTIONS=detect_leaks=0 \
	  $(SWIFT) test --sanitize=address --scratch-path .build-address

# The long form of the reliability tests, optimised; docs/RELIABILITY.md says what it does.
soak: setup            ## every fault at every call, 10 000 kills, power loss at every call: hours
	FORMDRAFTS_SOAK=1 $(SWIFT) test -c release -Xswiftc -enable-testing \
	  --scratch-path .build-soak --no-parallel --filter '$(or $(SUITE),$(RELIABILITY))'

RELIABILITY := FaultTests|PowerLossTests|ChanceDamageTests|RoomTests|ManyProcessesTests
RELIABILITY := $(RELIABILITY)|KillCyclesTests|ResolverPropertyTests

fuzz: setup            ## libFuzzer; TIME seconds a target (600), TARGET one or several (all)
	SWIFT=$(SWIFT) TIME=$(or $(TIME),600) sh Fuzz/run.sh $(TARGET)

lint:                  ## formatting rules, strictly
	$(SWIFT) format lint --strict --recursive --parallel $(FORMATTED)

format:                ## apply the formatting rules
	$(SWIFT) format --in-place --recursive --parallel $(FORMATTED)

docs: setup            ## a DocC archive in docs/archive; warnings are errors
	SWIFT=$(SWIFT) sh scripts/docs.sh

build: setup
	$(SWIFT) build $(STRICT)

release: setup         ## the command, as it is shipped: .build/release/drafts
	$(SWIFT) build -c release --product drafts $(STATIC)

# Removing the symbols halves the command.
install: setup         ## the command in PREFIX/bin: stripped, and on Linux needing no library
	$(SWIFT) build -c release --product drafts --scratch-path .build-install \
	  $(STATIC) -Xlinker -s
	mkdir -p "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 .build-install/release/drafts "$(DESTDIR)$(PREFIX)/bin/drafts"

bench: setup           ## every benchmark beside its peers; FILTER=save.change for some of them
	$(SWIFT) build -c release --product drafts --scratch-path .build-install $(STATIC) -Xlinker -s
	$(SWIFT) build -c release --package-path Benchmarks --product benchmark $(BENCHED)
	Benchmarks/.build/release/benchmark --drafts .build-install/release/drafts \
	  $(if $(FILTER),--filter $(FILTER)) $(BENCHFLAGS)

bench-gate: setup      ## what a save costs in statements, bytes and syncs, which repeats exactly
	$(SWIFT) build -c release --package-path Benchmarks --product benchmark $(BENCHED)
	Benchmarks/.build/release/benchmark gate

bench-scale: setup     ## a store of 1 000 owners; SCALEFLAGS="--owners 100 --bytes 1000000"
	$(SWIFT) build -c release --product drafts --scratch-path .build-install $(STATIC) -Xlinker -s
	$(SWIFT) build -c release --package-path Benchmarks --product benchmark $(BENCHED)
	Benchmarks/.build/release/benchmark scale --drafts .build-install/release/drafts $(SCALEFLAGS)

setup:
	@sh scripts/setup.sh

clean:
	rm -rf .build .build-* docs/archive Examples/TerminalForm/.build Examples/Clients/.build \
	  Benchmarks/.build Fuzz/.build Fuzz/Found
