# `make up` runs the whole service, `make test` tests it; both install what they miss.
SHELL := /bin/bash
GO    ?= go
LINT  := $(GO) run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
# Most tests wait for servers and programs of their own: more of them at a time than there are cores keep those busy,
# but too many starve one another into time limits.
# `make check` vets, and nobody debugs these binaries.
TEST  := $(GO) test -timeout 25m -p 3 -parallel 4 -vet=off -ldflags=-w

# Packages whose goroutines share memory: all their tests run under the race detector. Elsewhere code computes, or
# holds answers against a document; those tests run under it that have callers at once, for the rest takes many times as long.
SHARED  := account blob credit fetch jobs model store turns webhook worker
CALLERS := ManyCallers|ManySearches|WhileAdding|Remembered|WhileAModelThinks|HoldNoPlace|AtOnce|Together|Concurrent|Twice|InTurn

# Known where the build itself may not ask git.
VERSION = $(shell git describe --tags --always --dirty 2>/dev/null)
COMMIT  = $(shell git rev-parse HEAD 2>/dev/null)
DATE    = $(shell git log -1 --format=%cI 2>/dev/null)

# `make up LISTEN=127.0.0.1:0 DATA=/tmp/td` hands both on as flags.
UPFLAGS := $(if $(LISTEN),--listen $(LISTEN)) $(if $(DATA),--data $(DATA))

.PHONY: help up test race check lint-openapi build generate fit bench packets chaos chaos-hosts soak growth manifests release
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

up: build ## install what is missing, build, run everything [LISTEN=host:port] [DATA=folder]
	@scripts/setup
	@exec bin/tariffdesk up $(UPFLAGS)

test: ## install what is missing, run every test, under the race detector where goroutines share memory
	@scripts/setup --tests
	$(TEST) $$($(GO) list ./... | grep -Ev '^tariffdesk/($(subst $() ,|,$(strip $(SHARED))))$$')
	$(TEST) -race $(SHARED:%=./%)
	$(TEST) -race -run '$(CALLERS)' ./api ./classify/... ./extract/...

race: ## every test under the race detector, which takes its time
	@scripts/setup --tests
	$(TEST) -race -timeout 40m ./...

check: ## format, vet, lint, import rules, module sums, known vulnerabilities
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "gofmt -w these:"; echo "$$unformatted"; exit 1; fi
	$(LINT) run # vets too
	$(GO) test ./cmd/internal/arch
	cd deploy && $(LINT) run --config ../.golangci.yml ./... && $(GO) test ./...
	$(GO) mod verify
	@scripts/vulnerabilities
	$(MAKE) lint-openapi

lint-openapi: ## lint the OpenAPI document with Redocly and Spectral (npm)
	@scripts/lint-openapi

build: ## build bin/tariffdesk, its data compressed
	@mkdir -p bin
	$(GO) run ./cmd/internal/pack tariff/data tariff/data.zip
	$(GO) build -trimpath -tags packed -ldflags='-s -w -X main.release=$(VERSION) -X main.commit=$(COMMIT) -X main.date=$(DATE)' -o bin/tariffdesk ./cmd/tariffdesk

generate: ## write client/ anew from the OpenAPI document
	@scripts/setup --tests
	$(GO) test -count=1 ./cmd/internal/app -run TestTheClientIsTheOneThatTheDocumentGenerates -args -update

fit: build ## repeat every fit, with hashes of what it read and wrote [DATA=folder OUT=folder STEPS="values ..." DAY=YYYY-MM-DD DRAWN=1000]
	@scripts/setup
	@DAY=$(DAY) DRAWN=$(DRAWN) scripts/fit "$(DATA)" "$(OUT)" $(STEPS)

bench: build ## figures beside their references
	@scripts/setup
	@exec bin/tariffdesk bench

packets: build ## how well drawn packets of papers are read, the unread ones too
	@scripts/setup
	bin/tariffdesk eval shipments --part read
	bin/tariffdesk eval shipments --part measured

chaos: ## kill real processes, then check the invariants
	@scripts/setup
	$(GO) test -count=1 -v -timeout 45m ./cmd/internal/chaos -args -all

chaos-hosts: ## as root: hosts that die, freeze or vanish, then the invariants [SHORT=1 for a few]
	@scripts/setup --tests
	$(GO) test -tags hosts -count=1 -v -timeout 60m ./cmd/internal/hosts -args $(if $(SHORT),,-all)

soak: ## mixed work with faults for MINUTES (20), then what grew and the invariants
	@scripts/setup
	$(GO) test -count=1 -v -timeout 0 ./cmd/internal/chaos -run TestMixedWork -args -minutes $(or $(MINUTES),20)

growth: ## what calls and loops read and take beside a million jobs of one organisation, with those of 100,000 before
	@scripts/setup
	$(GO) test -count=1 -v -timeout 60m ./store -run TestWhatEvery -args -jobs 100000
	$(GO) test -count=1 -v -timeout 60m ./store -run TestWhatEvery -args -jobs 1120000 # nine of ten are of one organisation: more than a million

manifests: ## render deploy/kubernetes from the chart
	cd deploy && $(GO) test ./check -args -update

release: ## archives, checksums and bill of materials of this commit into dist/
	@scripts/release
