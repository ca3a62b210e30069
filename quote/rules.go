package quote

import (
	"embed"
	"fmt"
	"io/fs"
	"iter"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/quote/table"
	"tariffdesk/tariff"
)

//go:embed data
var ruleFiles embed.FS

// Rules is the law as data, checked as a whole. It is immutable and safe for concurrent use.
type Rules struct {
	Vintage    tariff.Date               // the latest review of the files
	vintages   map[string]tariff.Date    // of files that have one of their own
	complete   map[string]bool           // imported files that hold their annex whole
	imported   map[string]bool           // files whose table was imported
	standing   map[string]table.Standing // of files that cite their source
	lineRules  map[string][]lineRule     // by line
	prosec     map[string][]prosecRate   // by line
	simplified []simplified
	history    map[string][]historicDuty // by line
	amounts    map[string][]amount
	countries  *countries
	facts      *lexicon
	agreements []agreement
	preference map[string]*prefixed[preferenceRule] // by agreement
	sheets     *sheets
	origin     prefixed[originRule]
	iva        prefixed[ivaRule]
	ieps       prefixed[iepsRule]
	isan       []isanBracket
	isanGoods  prefixed[isanGoods]
	compensate prefixed[compensatory]
	rated      dated // rows of compensatory duties and preferences, by what may not stand twice on one day
	regulation prefixed[regulation]
	standards  map[string]standard
	annex      map[string][]annexEntry // Anexo 2.4.1 by line
	notes      prefixed[noteRule]
	messages   map[string]*message
	questions  map[Fact]bilingual // with the field that answers them
	units      map[string]unit
	measures   measureUnits // by the word of a description
	currencies map[string]currency
	seasons    map[string][]season // by line
	quotas     prefixed[quota]
	prices     prefixed[estimatedPrice]
	offices    prefixed[customsOffices]
	allAmounts tariff.Date            // the day up to which no amount has ended
	lasts      map[string]tariff.Date // the last day for which a regulation is held, "" where it is open
}

// amount is a scalar of the law: a rate, a minimum, a fixed charge.
type amount struct {
	Provision
	key   string
	value decimal.Decimal
	legal string
}

// reader fills rules from the rows of their files.
type reader struct{ *Rules }

// files are rule files by name.
type files map[string][]byte

// ReadRules reads the rule files of a folder and checks the whole: columns, periods that do not
// overlap, countries, facts, standards and messages that exist, every source cited. Its error lists
// every fault with file and line.
func ReadRules(folder fs.FS) (*Rules, error) {
	all, err := merged(folder, nil)
	if err != nil {
		return nil, err
	}
	return readRules(all)
}

func readRules(all files) (*Rules, error) {
	var faults []error
	r := reader{&Rules{
		vintages: map[string]tariff.Date{}, complete: map[string]bool{}, imported: map[string]bool{}, standing: map[string]table.Standing{}, rated: dated{},
		amounts: map[string][]amount{}, standards: map[string]standard{}, lineRules: map[string][]lineRule{}, prosec: map[string][]prosecRate{}, history: map[string][]historicDuty{},
		preference: map[string]*prefixed[preferenceRule]{}, annex: map[string][]annexEntry{}, messages: map[string]*message{}, questions: map[Fact]bilingual{}, units: map[string]unit{}, measures: measureUnits{},
		currencies: map[string]currency{}, seasons: map[string][]season{}, lasts: map[string]tariff.Date{},
	}}
	table := func(name string, read func(row)) { readTable(all, name, &faults, read) }
	vintage, err := tariff.ParseDate(strings.TrimSpace(string(all["vintage.txt"])))
	if err != nil {
		faults = append(faults, fmt.Errorf("vintage.txt: %w", err))
	}
	r.Vintage = vintage
	r.readVintages(all, &faults)
	table("messages.tsv", func(row row) {
		text := row.bilingual("text")
		if strings.Count(text.English+text.Spanish, "{") != strings.Count(text.English+text.Spanish, "}") {
			row.fault("message %s has a placeholder without both braces", row.must("key"))
		}
		r.messages[row.must("key")] = newMessage(text)
	})
	table("amounts.tsv", r.readAmount)
	table("units.tsv", r.readUnit)
	table("measures.tsv", r.measures.read)
	table("currencies.tsv", r.readCurrency)
	r.countries = readCountries(table)
	r.facts = readLexicon(table)
	r.writeQuestions()
	table("agreements.tsv", r.readAgreement)
	r.sheets = readSheets(table)
	table("preferences.tsv", r.readPreference)
	table("origin_rules.tsv", r.readOriginRule)
	table("prosec.tsv", r.readProsec)
	table("history.tsv", r.readHistory)
	table("simplified.tsv", r.readSimplified)
	r.readTaxes(table)
	r.readRegulations(table)
	table("line_rules.tsv", r.readLineRule)
	table("notes.tsv", r.readNote)
	table("seasons.tsv", r.readSeason)
	table("quotas.tsv", r.readQuota)
	table("estimated_prices.tsv", r.readEstimatedPrice)
	table("customs_offices.tsv", r.readCustomsOffices)
	r.stand(all)
	faults = append(faults, r.faults()...)
	if err := joined(faults); err != nil {
		return nil, err
	}
	return r.Rules, nil
}

// vintageMark begins the comment that gives a file a vintage of its own.
const vintageMark = "# vintage:"

func (r reader) readVintages(all files, faults *[]error) {
	for name, text := range all {
		first, _, _ := strings.Cut(string(text[:min(len(text), 100)]), "\n")
		day, marked := strings.CutPrefix(strings.TrimSpace(first), vintageMark)
		if !marked {
			continue
		}
		date, err := tariff.ParseDate(strings.TrimSpace(day))
		if err != nil {
			*faults = append(*faults, fmt.Errorf("%s:1: %w", name, err))
		}
		r.vintages[name] = date
	}
}

// vintageOf is the day as of which a file stands.
func (r *Rules) vintageOf(name string) tariff.Date {
	if own := r.vintages[name]; own != "" {
		return own
	}
	return r.Vintage
}

func (r reader) readAmount(row row) {
	a := amount{Provision: row.provision(), key: row.must("key"), legal: row.must("legal_ref")}
	if value := row.number("value"); value != nil {
		a.value = *value
	} else {
		row.fault("amount %s has no value", a.key)
	}
	for _, other := range r.amounts[a.key] {
		if other.overlaps(a.Provision) {
			row.fault("amount %s has two values on one day", a.key)
		}
	}
	r.amounts[a.key] = append(r.amounts[a.key], a)
	if a.To != "" && (r.allAmounts == "" || a.To < r.allAmounts) {
		r.allAmounts = a.To
	}
}

// amountOn returns the value of key on a day; false where none is held for that day.
func (r *Rules) amountOn(key string, date tariff.Date) (amount, bool) {
	for _, a := range r.amounts[key] {
		if a.on(date) {
			return a, true
		}
	}
	return amount{}, false
}

// amountsEnded is the last day of the amounts that end before a day and have no successor, "" where none do.
func (r *Rules) amountsEnded(date tariff.Date) tariff.Date {
	last := tariff.Date("")
	if date <= r.allAmounts {
		return last
	}
	for key, list := range r.amounts {
		if _, held := r.amountOn(key, date); held {
			continue
		}
		for _, a := range list {
			if a.ended(date) {
				last = max(last, a.To)
			}
		}
	}
	return last
}

// prefixed finds rules by the prefixes of a code without scanning them all.
type prefixed[T any] struct{ byPrefix map[string][]T }

func (p *prefixed[T]) add(prefixes []string, rule T) {
	if p.byPrefix == nil {
		p.byPrefix = make(map[string][]T)
	}
	for _, prefix := range prefixes {
		p.byPrefix[prefix] = append(p.byPrefix[prefix], rule)
	}
}

// of returns the rules whose prefix the code has, the longest prefix first, those of every line last.
func (p *prefixed[T]) of(code string) []T {
	var found []T
	for length := len(code); length >= 2; length -= 2 {
		found = append(found, p.byPrefix[code[:length]]...)
	}
	return append(found, p.byPrefix["*"]...)
}

// each is of without copying the rules.
func (p *prefixed[T]) each(code string) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		under := func(prefix string) bool {
			rules := p.byPrefix[prefix]
			for i := range rules {
				if !yield(&rules[i]) {
					return false
				}
			}
			return true
		}
		for length := len(code); length >= 2; length -= 2 {
			if !under(code[:length]) {
				return
			}
		}
		under("*")
	}
}

// all returns every rule, once for each of its prefixes.
func (p *prefixed[T]) all() []T {
	var found []T
	for _, rules := range p.byPrefix {
		found = append(found, rules...)
	}
	return found
}
