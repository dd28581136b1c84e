# Two targets do everything on a fresh machine with Go, gcc and make:
#   make demo   build tuffy-interp and let it find and explain a miscompilation
#   make test   install what the tests need, then run every check
GO        ?= go
RACE_PKGS  = ./ir/... ./difftest/...

.PHONY: build demo test deps lint unit race fuzz-short bench generate clean

build:
	$(GO) build -o bin/ ./cmd/...

demo: build
	@echo '$$ bin/tuffy-interp --differential corpus/demo/before.tir corpus/demo/after.tir'
	@bin/tuffy-interp --differential corpus/demo/before.tir corpus/demo/after.tir; \
	  status=$$?; [ $$status -eq 1 ] || { echo "expected exit status 1 (divergence), got $$status"; exit 1; }

test: deps lint race unit

# The tests compare with gcc; bench additionally with lli where Debian has it.
deps:
	$(GO) mod download
	@command -v gcc >/dev/null || { apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev; }

lint:
	@out=$$(gofmt -l $$(git ls-files '*.go')); [ -z "$$out" ] || { echo "gofmt would change:"; echo "$$out"; exit 1; }
	$(GO) vet ./...
	$(GO) tool -modfile=tools/lint/go.mod staticcheck ./...

race:
	$(GO) test -race -short $(RACE_PKGS)

unit:
	$(GO) test ./...

# Every native fuzz target for FUZZTIME each.
FUZZTIME ?= 20s
fuzz-short:
	@for p in $$($(GO) list ./...); do \
	  for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz'); do \
	    echo "$$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) $$p || exit 1; \
	  done; done

bench:
	$(GO) test -run '^$$' -bench . -benchmem ./interp ./memory ./parser

generate:
	$(GO) generate ./...

clean:
	rm -rf bin
