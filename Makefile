# `make up` runs the whole service, `make test` tests it; both install what they miss.
SHELL := /bin/bash
GO    ?= go
LINT  := $(GO) run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
# PostgreSQL, Redis and OCR run beside the tests: two packages at a time keep two cores busy.
RACE  := $(GO) test -race -timeout 15m -p 2

# `make up LISTEN=127.0.0.1:0 DATA=/tmp/td` hands both on as flags.
UPFLAGS := $(if $(LISTEN),--listen $(LISTEN)) $(if $(DATA),--data $(DATA))

.PHONY: help up test check build bench chaos
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-7s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

up: build ## install what is missing, build, run everything [LISTEN=host:port] [DATA=folder]
	@scripts/setup
	@exec bin/tariffdesk up $(UPFLAGS)

test: ## install what is missing, run every test with the race detector
	@scripts/setup --tests
	$(RACE) ./...

check: ## format, vet, lint, import rules, module sums, race
	@scripts/setup --tests
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "gofmt -w these:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(LINT) run
	$(GO) test ./cmd/internal/arch
	$(GO) mod verify
	$(RACE) ./...

build: ## build bin/tariffdesk
	@mkdir -p bin
	$(GO) build -o bin/tariffdesk ./cmd/tariffdesk

bench: build ## figures beside their references
	@scripts/setup
	@exec bin/tariffdesk bench

chaos: ## kill real processes, then check the invariants
	@scripts/setup
	$(GO) test -count=1 -v -timeout 12m ./cmd/internal/chaos -args -all
