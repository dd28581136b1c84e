# Two targets do everything on a fresh machine with Go, gcc, node and make:
#   make demo   build tuffy-interp and let it find and explain a miscompilation
#   make test   install what the tests need, then run every check
GO        ?= go
RACE_PKGS  = ./ir/... ./difftest/... ./fuzz/campaign/metric ./fuzz/campaign/web

.PHONY: build demo test deps lint lean unit race csuite fuzz-short mutants mutants-backend nightly attacks gofuzz man bench bench-native bench-gcc bench-c generate clean

build:
	$(GO) build -o bin/ ./cmd/...

demo: build
	@echo '$$ bin/tuffy-interp --differential corpus/demo/before.tir corpus/demo/after.tir'
	@bin/tuffy-interp --differential corpus/demo/before.tir corpus/demo/after.tir; \
	  status=$$?; [ $$status -eq 1 ] || { echo "expected exit status 1 (divergence), got $$status"; exit 1; }

test: deps lint lean race unit csuite

# The tests compare with gcc, the GNU assembler and gdb, and look at the campaign's page in
# Chromium, and have LLVM's assembler read what is written for it; bench additionally uses lli where Debian has it, bench-native valgrind.
deps:
	$(GO) mod download
	@command -v gcc >/dev/null || { apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev; }
	@command -v gdb >/dev/null || { apt-get update && apt-get install -y --no-install-recommends gdb binutils valgrind bc; }
	@command -v chromium >/dev/null || { apt-get update && apt-get install -y --no-install-recommends chromium; }
	@command -v llvm-as-19 >/dev/null || command -v llvm-as-15 >/dev/null || { apt-get update && { apt-get install -y --no-install-recommends llvm-19 || apt-get install -y --no-install-recommends llvm-15; }; }

lint:
	@out=$$(gofmt -l $$(git ls-files '*.go')); [ -z "$$out" ] || { echo "gofmt would change:"; echo "$$out"; exit 1; }
	$(GO) vet ./... && $(GO) vet -tags peer ./...
	$(GO) tool -modfile=tools/lint/go.mod staticcheck ./...

# Checks every Lean proof, the axioms that they rest on, that the planted wrong rules are
# rejected, what the passes of compiler/opt declare, and that lean/export and testdata/lean are what
# the sources say.
lean:
	node --test lean/check/test/runner.cjs >/dev/null
	GO=$(GO) node lean/check/check.cjs check negative passes export --compare

race:
	$(GO) test -race -short $(RACE_PKGS)

# The tests with the tag peer read the programs of another implementation, where somebody has them.
PEER = $(if $(wildcard ../shared/corpus/tuffy),-tags peer)
unit:
	$(GO) test $(PEER) ./...

# C programs of others, in a module of their own since they are 134 MB: gcc's torture tests and tcc's tests.
csuite:
	cd tools/csuite && $(GO) mod download && $(GO) test ./...

# Every native fuzz target for FUZZTIME each.
FUZZTIME ?= 20s
fuzz-short:
	@for p in $$($(GO) list ./...); do \
	  for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz'); do \
	    echo "$$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 20x $$p || exit 1; \
	  done; done

# go-fuzz on the table of checks for FUZZTIME, at least 10s; its corpus stays in bin/gofuzz.
gofuzz:
	@mkdir -p bin/gofuzz/corpus
	$(GO) tool go-fuzz-build -o bin/gofuzz.zip ./fuzz/gofuzz
	timeout -s INT $(FUZZTIME) $(GO) tool go-fuzz -bin bin/gofuzz.zip -workdir bin/gofuzz -procs 2 || [ $$? -eq 124 ]
	@[ -z "$$(ls bin/gofuzz/crashers)" ] || { ls bin/gofuzz/crashers; exit 1; }

# Each planted engine bug must be found by a campaign and reduced; SAMPLE=n SEED=s hunts n mutants that nobody wrote
# instead, 90 seconds of processor time each. RESULTS=FILE keeps what became of each, and goes on from there.
SEED ?= 1
mutants:
	$(GO) run ./fuzz/mutants/run $(if $(SAMPLE),-sample $(SAMPLE) -seed $(SEED) -time 90s -results "$(RESULTS)",-where reference$(comma)fast$(comma)shared$(comma)pass)
comma := ,

# The same for code generation; docs/lab/backend.md has the table.
mutants-backend:
	$(GO) run ./fuzz/mutants/run -where backend -miss 0

# A bounded campaign with a fixed seed; given the folder of last time it continues. Then a look for needles.
NIGHTLY_TIME ?= 5m
NIGHTLY_OUT  ?= nightly
NEEDLE_TIME  ?= 10s
nightly: build
	bin/tuffy-fuzz run --time $(NIGHTLY_TIME) --seed 1 --out $(NIGHTLY_OUT)
	$(GO) test ./difftest -run 'TestNeedles$$' -v -needles $(NEEDLE_TIME)

# Every attack of tools/attack at a small count; docs/lab/attacks.md has the large ones. SEED makes others.
SEED ?= 1
attacks: build
	$(GO) build -o bin/ ./tools/attack
	@failed=0; for a in texts binaries elf folders kill "bombs --count 60" pairs calls sources; do \
	  bin/attack $$a --seed $(SEED) || failed=1; done; exit $$failed

bench:
	$(GO) test -run '^$$' -bench . -benchmem ./interp ./memory ./parser ./fuzz/... ./reduce/... ./compiler/...

# Code of tuffy and of gcc for the same kernels: user time and instructions executed.
bench-native:
	tools/bench-native.sh

# The same in a minute: processor time at -O2 only, the least of many runs by turns.
bench-gcc:
	$(GO) run ./tools/bench-gcc

# C programs: the interpreter beside gcc -O0, code beside gcc -O2, lines a second of the front end; three minutes.
bench-c:
	$(GO) run ./tools/bench-c

generate:
	$(GO) generate ./...

# Read one by man -l bin/man/man1/tuffy-opt.1
man: build
	bin/tuffy gen man bin/man/man1

clean:
	rm -rf bin
