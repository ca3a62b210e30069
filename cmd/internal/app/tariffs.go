package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"tariffdesk/classify"
	"tariffdesk/jobs"
	"tariffdesk/quote"
	"tariffdesk/tariff"
	"tariffdesk/tariff/search"
)

// tariffSource keeps the imported versions of schedules and of the tables of the quote rules.
type tariffSource interface {
	TariffVersions(ctx context.Context) (map[string]int, error)
	Tariff(ctx context.Context, country string, version int) (*tariff.Schedule, error)
	RuleVersions(ctx context.Context) (map[string]int, error)
	RuleTables(ctx context.Context) ([]quote.Overlay, error)
}

// tariffs gives every part of the process the schedules in force and the quote engine on them. A
// newer version replaces them as a whole: a call sees one version or the other.
type tariffs struct {
	source    tariffSource
	goods     quote.Classifier // what descriptions mean; nil where nothing is compared
	trees     *tariff.Trees
	knowledge *tariff.Knowledge
	editions  *tariff.Editions
	current   atomic.Pointer[edition]
	log       *slog.Logger
}

// edition is one set of schedules; it does not change.
type edition struct {
	versions  map[string]int
	imported  map[string]int // tables of the quote rules
	schedules map[string]*tariff.Schedule
	rules     *quote.Rules
	quotes    *quote.Engine
	national  *tariff.National
	atlas     *tariff.Atlas
	tracer    tariff.Tracer
	indexes   map[string]func() *search.Index // by country; each is built when it is first asked
}

// tariffInterval is how often a process looks for newer versions.
const tariffInterval = 5 * time.Second

func newTariffs(ctx context.Context, source tariffSource, knowledge *tariff.Knowledge, log *slog.Logger) (*tariffs, error) {
	trees, err := tariff.LoadTrees(knowledge.Vocabulary())
	if err != nil {
		return nil, err
	}
	editions, err := tariff.LoadEditions(knowledge.HasSubheading)
	if err != nil {
		return nil, err
	}
	t := &tariffs{source: source, trees: trees, knowledge: knowledge, editions: editions, log: log}
	return t, t.refresh(ctx)
}

// compare lets the quotes know what descriptions mean. The engine that knows reads the schedules of t,
// so that it is built after t; call it before anything is quoted.
func (t *tariffs) compare(goods quote.Classifier) {
	t.goods = goods
	e := *t.current.Load()
	e.quotes = t.quotes(&e)
	t.current.Store(&e)
}

func (t *tariffs) quotes(e *edition) *quote.Engine {
	options := []quote.Option{quote.WithSchedules(slices.Collect(maps.Values(e.schedules))...)}
	if t.goods != nil {
		options = append(options, quote.WithClassifier(t.goods))
	}
	return quote.New(e.schedules[quote.SupportedCountry], e.rules, options...)
}

// run looks for newer versions until ctx ends.
func (t *tariffs) run(ctx context.Context, pulse *jobs.Pulse) {
	follow(ctx, pulse, "tariffs", t.log, t.refresh)
}

// follow looks for what was imported each tariffInterval until ctx ends.
func follow(ctx context.Context, pulse *jobs.Pulse, loop string, log *slog.Logger, refresh func(context.Context) error) {
	beat := pulse.Watch(loop, jobs.LoopLimit)
	tick := time.NewTicker(tariffInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := refresh(ctx); err != nil && ctx.Err() == nil {
				log.WarnContext(ctx, "imports not read", "loop", loop, "error", err)
			}
			beat()
		}
	}
}

func (t *tariffs) refresh(ctx context.Context) error {
	newest, err := t.source.TariffVersions(ctx)
	if err != nil {
		return err
	}
	imported, err := t.source.RuleVersions(ctx)
	if err != nil {
		return err
	}
	old := t.current.Load()
	if old != nil && maps.Equal(old.versions, newest) && maps.Equal(old.imported, imported) {
		return nil
	}
	next := &edition{versions: newest, imported: imported, schedules: map[string]*tariff.Schedule{}}
	if next.rules, err = t.rules(ctx, old, imported); err != nil {
		return err
	}
	for _, country := range tariff.ScheduleCountries() {
		if old != nil && old.versions[country] == newest[country] {
			next.schedules[country] = old.schedules[country]
			continue
		}
		if next.schedules[country], err = t.source.Tariff(ctx, country, newest[country]); err != nil {
			return err
		}
	}
	next.quotes = t.quotes(next)
	next.national = tariff.NewNational(t.trees, slices.Collect(maps.Values(next.schedules))...)
	t.chart(next)
	t.current.Store(next)
	t.log.InfoContext(ctx, "tariff in use", "versions", fmt.Sprint(newest), "rules", fmt.Sprint(imported))
	return nil
}

// rules returns the rules of the edition in force, or those of a table that was imported since.
func (t *tariffs) rules(ctx context.Context, old *edition, imported map[string]int) (*quote.Rules, error) {
	if old != nil && maps.Equal(old.imported, imported) {
		return old.rules, nil
	}
	overlays, err := t.source.RuleTables(ctx)
	if err != nil {
		return nil, err
	}
	rules, err := quote.LoadRules(overlays...)
	if err == nil {
		return rules, nil
	}
	// A table imported for another release must not keep the service from answering.
	t.log.ErrorContext(ctx, "imported tables of the quote rules do not fit: those before them stay in use", "error", err)
	if old != nil {
		return old.rules, nil
	}
	return quote.LoadRules()
}

// standing tells what is known of each table of the edition in force.
func (t *tariffs) standing(today tariff.Date) []quote.TableStanding {
	e := t.current.Load()
	return quote.Standing(e.rules, slices.Collect(maps.Values(e.schedules)), today)
}

// ready fails until the schedules are loaded.
func (t *tariffs) ready(context.Context) error {
	if t.current.Load() == nil {
		return errors.New("tariff data not loaded")
	}
	return nil
}

// Quote answers with the edition in force.
func (t *tariffs) Quote(ctx context.Context, checked quote.Checked) ([]quote.Item, error) {
	return t.current.Load().quotes.Quote(ctx, checked)
}

// Parcel prices with the edition in force.
func (t *tariffs) Parcel(ctx context.Context, p quote.Parcel) (quote.ParcelQuote, error) {
	return t.current.Load().quotes.Parcel(ctx, p, t.goods)
}

// Read validates with the edition in force.
func (t *tariffs) Read(body []byte, countryCode string, includeRRNA bool) (quote.Checked, error) {
	return t.current.Load().quotes.Read(body, countryCode, includeRRNA)
}

// TableIn looks codes up in the edition in force.
func (t *tariffs) TableIn(code, country string, language quote.Language) ([]quote.Table, error) {
	return t.current.Load().quotes.TableIn(code, country, language)
}

// Lines gives the classifier the national lines below a subheading.
func (t *tariffs) Lines(country classify.Country, subheading string) []tariff.Line {
	return classify.National{National: t.current.Load().national}.Lines(country, subheading)
}

// Tree gives the classifier what tells the lines below a subheading apart.
func (t *tariffs) Tree(country classify.Country, subheading string) *tariff.Tree {
	return t.current.Load().national.Tree(string(country), subheading)
}

// TariffInfo gives classification answers the duties, taxes and regulations of a code, nil where
// nothing is known of it.
func (t *tariffs) TariffInfo(country classify.Country, code, description string, language tariff.Language) json.RawMessage {
	info, err := t.current.Load().quotes.InfoFor(code, string(country), description, quote.Language(language))
	if err != nil {
		return nil // a heading or subheading that splits has no single duty
	}
	b, err := json.Marshal(info)
	if err != nil {
		t.log.Error("tariff info not encoded", "error", err)
		return nil
	}
	return b
}
