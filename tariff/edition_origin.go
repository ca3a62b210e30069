package tariff

import (
	"slices"
)

// Origin is the codes of one older tariff whose goods a code of today took over.
type Origin struct {
	Edition Edition
	Tariff  string   // HarmonizedSystem, or "MEX" for lines of the Mexican tariff
	Codes   []string // in order; the code itself where it kept its number
}

// origins are the relations read backwards.
type origins struct {
	hs    map[Edition]map[string][]string // subheading of today to those of an edition; only what changed
	fresh map[Edition]map[string]bool     // subheadings an edition did not have
	lines map[string][]string             // line of eight digits to Mexican lines of 2012
}

// turn reads the relations backwards.
func (e *Editions) turn() {
	e.back.hs = map[Edition]map[string][]string{Edition2012: {}, Edition2017: {}}
	for edition, codes := range e.hs {
		for code, successors := range codes {
			for _, s := range successors {
				e.back.hs[edition][s] = append(e.back.hs[edition][s], code)
			}
		}
	}
	e.back.lines = map[string][]string{}
	for code, successors := range e.lines {
		for _, s := range successors {
			e.back.lines[s[:8]] = append(e.back.lines[s[:8]], code)
			e.back.lines[s] = append(e.back.lines[s], code)
		}
	}
}

// readFresh reads which subheadings of today an edition did not have.
func (e *Editions) readFresh() error {
	e.back.fresh = map[Edition]map[string]bool{Edition2012: {}, Edition2017: {}}
	return eachRow("data/editions/new.tsv", 2, func(f []string) error {
		of := e.back.fresh[Edition(f[0])]
		if of == nil || !isDigits(f[1], SubheadingDigits) {
			return errEditionRow(f)
		}
		of[f[1]] = true
		return nil
	})
}

// Origins tells which older codes led to a code of today of six digits or more, newest edition
// first: those of its subheading and, of a Mexican line, the lines of 2012 that are known to have
// become it.
func (e *Editions) Origins(country, code string) (list []Origin) {
	if len(code) < SubheadingDigits {
		return nil
	}
	subheading := code[:SubheadingDigits]
	for _, edition := range []Edition{Edition2017, Edition2012} {
		codes := slices.Clone(e.back.hs[edition][subheading])
		if _, moved := e.hs[edition][subheading]; !moved && !e.back.fresh[edition][subheading] && e.known(subheading) {
			codes = append(codes, subheading) // it did not change
		}
		list = appendOrigin(list, Origin{Edition: edition, Tariff: HarmonizedSystem, Codes: codes})
	}
	if country == "MEX" && len(code) >= 8 {
		list = appendOrigin(list, Origin{Edition: Edition2012, Tariff: country, Codes: slices.Clone(e.back.lines[code])})
	}
	return list
}

func appendOrigin(list []Origin, o Origin) []Origin {
	if len(o.Codes) == 0 {
		return list
	}
	slices.Sort(o.Codes)
	o.Codes = slices.Compact(o.Codes)
	return append(list, o)
}
