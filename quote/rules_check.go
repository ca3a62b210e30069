package quote

import (
	"fmt"
	"slices"

	"tariffdesk/tariff"
)

// faults checks what no single row shows: that names refer to something and that no rule has two
// versions on one day.
func (r *Rules) faults() []error {
	var found []error
	add := func(format string, args ...any) { found = append(found, fmt.Errorf(format, args...)) }
	periods := map[string][]Provision{}
	rule := func(file, id string, p Provision, facts []Fact) {
		key := file + " " + id
		if slices.Contains(periods[key], p) {
			return // one rule under several prefixes
		}
		if slices.ContainsFunc(periods[key], p.overlaps) {
			add("%s: two versions on one day", key)
		}
		periods[key] = append(periods[key], p)
		for _, fact := range facts {
			if _, known := r.facts.facts[fact]; !known {
				add("%s: fact %q is unknown", key, fact)
			}
		}
	}
	for _, one := range r.iva.all() {
		rule("iva.tsv", one.id, one.Provision, append(one.facts(), one.limit.named()...))
	}
	for _, one := range r.ieps.all() {
		rule("ieps.tsv", one.id, one.Provision, append(one.facts(), one.limit.named()...))
		if _, counted := numberFields[one.quantity]; one.quantity != "" && !counted {
			add("ieps.tsv %s: %q counts nothing", one.id, one.quantity)
		}
	}
	for _, one := range r.isanGoods.all() {
		rule("isan_goods.tsv", one.id, one.Provision, one.facts())
	}
	for _, one := range r.compensate.all() {
		rule("compensatory.tsv", one.id, one.Provision, one.facts())
		if _, known := r.countries.byISO2[one.origin]; !known {
			add("compensatory.tsv %s: %q is no ISO code", one.id, one.origin)
		}
	}
	for _, one := range r.regulation.all() {
		rule("regulations.tsv", one.id, one.Provision, one.facts())
		r.checkStandards("regulations.tsv "+one.id, one.standards, add)
	}
	regulations := map[string]bool{}
	for _, one := range r.regulation.all() {
		regulations[one.id] = true
	}
	for prefix, entries := range r.lineRules {
		for _, entry := range entries {
			rule("line_rules.tsv "+prefix, entry.rule, entry.Provision, entry.facts())
			if !regulations[entry.rule] {
				add("line_rules.tsv %s: regulation %q is unknown", prefix, entry.rule)
			}
		}
	}
	for line, entries := range r.annex {
		for _, entry := range entries {
			r.checkStandards("annex_2_4_1.tsv "+line, []string{entry.standard}, add)
		}
	}
	r.checkNames(add)
	return found
}

func (l numericLimit) named() []Fact {
	if l.fact == "" {
		return nil
	}
	return []Fact{l.fact}
}

func (r *Rules) checkStandards(where string, codes []string, add func(string, ...any)) {
	for _, code := range codes {
		if _, known := r.standards[code]; !known {
			add("%s: standard %q is unknown", where, code)
		}
	}
}

// checkNames checks agreements, preferences, standards and the facts of the request.
func (r *Rules) checkNames(add func(string, ...any)) {
	var names []string
	for _, a := range r.agreements {
		names = append(names, a.name)
		for _, member := range a.members {
			if _, known := r.countries.byISO2[member]; !known {
				add("agreements.tsv %s: %q is no ISO code", a.name, member)
			}
		}
	}
	for _, rule := range r.origin.all() {
		if !slices.Contains(names, rule.agreement) {
			add("origin_rules.tsv: agreement %q is unknown", rule.agreement)
		}
	}
	for name, rules := range r.preference {
		if !slices.Contains(names, name) {
			add("preferences.tsv: agreement %q is unknown", name)
		}
		for _, p := range rules.all() {
			if p.sheet != "" && !slices.Contains(r.sheets.columns, p.sheet) {
				add("preferences.tsv: sheet %q is unknown", p.sheet)
			}
			if _, known := r.countries.byISO2[p.partner]; p.partner != "" && !known {
				add("preferences.tsv %s: %q is no ISO code", name, p.partner)
			}
		}
	}
	for _, s := range r.standards {
		for _, fact := range slices.Concat(s.when, s.unless) {
			if _, known := r.facts.facts[fact]; !known {
				add("standards.tsv %s: fact %q is unknown", s.code, fact)
			}
		}
	}
	for fact := range numberFields {
		if _, known := r.facts.facts[fact]; !known {
			add("facts.tsv lacks the field %q", fact)
		}
	}
	for fact := range flagFields {
		if _, known := r.facts.facts[fact]; !known {
			add("facts.tsv lacks the field %q", fact)
		}
	}
}

// Check reports the rules whose prefix lies in no line of the schedule: a reform of the tariff may
// leave rules behind.
func (r *Rules) Check(schedule *tariff.Schedule) error {
	var faults []error
	check := func(file string, prefixes map[string]bool) {
		for prefix := range prefixes {
			if prefix != "*" && !schedule.Had(prefix) {
				faults = append(faults, fmt.Errorf("%s: prefix %s has no line in the tariff of %s", file, prefix, schedule.Vintage))
			}
		}
	}
	check("iva.tsv", r.iva.prefixes())
	check("ieps.tsv", r.ieps.prefixes())
	check("isan_goods.tsv", r.isanGoods.prefixes())
	check("compensatory.tsv", r.compensate.prefixes())
	check("regulations.tsv", r.regulation.prefixes())
	check("notes.tsv", r.notes.prefixes())
	check("quotas.tsv", r.quotas.prefixes())
	check("estimated_prices.tsv", r.prices.prefixes())
	check("customs_offices.tsv", r.offices.prefixes())
	for line, list := range r.seasons {
		check("seasons.tsv", map[string]bool{line: true})
		for _, s := range list {
			check("seasons.tsv", map[string]bool{s.other: true})
		}
	}
	check("origin_rules.tsv", r.origin.prefixes())
	sheet := make(map[string]bool, len(r.sheets.rows))
	for line := range r.sheets.rows {
		sheet[line] = true
	}
	check("preferences_2017.tsv", sheet)
	for _, rules := range r.preference {
		check("preferences.tsv", rules.prefixes())
	}
	lines := make(map[string]bool, len(r.annex))
	for line := range r.annex {
		lines[line] = true
	}
	check("annex_2_4_1.tsv", lines)
	named := make(map[string]bool, len(r.lineRules))
	for prefix := range r.lineRules {
		named[prefix] = true
	}
	check("line_rules.tsv", named)
	sectors := make(map[string]bool, len(r.prosec))
	for line := range r.prosec {
		sectors[line] = true
	}
	check("prosec.tsv", sectors)
	return joined(faults)
}

func (p *prefixed[T]) prefixes() map[string]bool {
	set := make(map[string]bool, len(p.byPrefix))
	for prefix := range p.byPrefix {
		set[prefix] = true
	}
	return set
}
