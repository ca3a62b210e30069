package app

import (
	"maps"
	"slices"
	"sync"

	"tariffdesk/quote"
	"tariffdesk/tariff"
	"tariffdesk/tariff/search"
)

// chart gives an edition what codes are looked up in.
func (t *tariffs) chart(e *edition) {
	e.atlas = tariff.NewAtlas(t.knowledge, e.national)
	e.tracer = t.editions.Into(slices.Collect(maps.Values(e.schedules))...)
	e.indexes = map[string]func() *search.Index{}
	for _, country := range tariff.Countries() {
		e.indexes[country] = sync.OnceValue(func() *search.Index { return search.New(t.knowledge, e.national, country) })
	}
}

// Place finds a code in the edition in force.
func (t *tariffs) Place(country, code string) (tariff.Place, error) {
	return t.current.Load().atlas.Place(country, code)
}

// Path is the way to a code of the edition in force.
func (t *tariffs) Path(country, code string) []tariff.PlaceLevel {
	return t.current.Load().atlas.Path(country, code)
}

// Origins tells which older codes led to one.
func (t *tariffs) Origins(country, code string) []tariff.Origin {
	return t.editions.Origins(country, code)
}

// Info returns the duties, taxes and regulations that follow from the line alone.
func (t *tariffs) Info(country, code string, language tariff.Language) (quote.Info, error) {
	return t.current.Load().quotes.TariffInfo(code, country, quote.Language(language))
}

// Trade returns the rates and measures of a line that depend on the origin of the goods.
func (t *tariffs) Trade(country, code string, language tariff.Language) quote.LineTrade {
	return t.current.Load().quotes.Trade(code, country, quote.Language(language))
}

// Notes are the notes, in our own words, that govern a code or send goods to it.
func (t *tariffs) Notes(code string) []tariff.Note {
	return t.knowledge.Law().Concerning(code)
}

// Search finds codes of the edition in force by words or digits.
func (t *tariffs) Search(country, query string, limit int) ([]search.Hit, bool) {
	index, ok := t.current.Load().indexes[country]
	if !ok {
		return nil, false
	}
	return index().Find(query, limit)
}

// FollowIn follows a code of an older edition to those in force.
func (t *tariffs) FollowIn(country, code string) tariff.Trace {
	return t.current.Load().tracer.FollowIn(country, code)
}
