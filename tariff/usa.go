package tariff

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// ForeignDuties holds the duties of a line of the United States beside its general rate.
type ForeignDuties struct {
	Special       []SpecialRate
	Column2       string // as published: "35%", "5.5¢/kg", "Free"
	Additional    []Provision
	ColumnsDay    Date // whose law Special and Column2 show
	AdditionalDay Date // up to which the provisions are known
}

// SpecialRate is a rate of column 1 for goods that qualify under any of its programmes.
type SpecialRate struct {
	Rate       string   // as published, "free", or "see " and where it is set
	Programmes []string // by their symbols: "S" the agreement with Mexico and Canada
}

// Provision is an additional duty of chapter 99 that lists lines.
type Provision struct {
	Number    string // "9903.88.01"
	Title     Text
	Effect    string // "+25%", "+50% of the metal content", "floor 15%"
	Origin    string // ISO 3166 of the only origin it concerns, "" for all but its exceptions
	From, To  Date
	Certainty Certainty
	scope     []string // sorted
	except    bool     // every line but those of scope
}

// Covers reports whether the provision lists a code of eight digits, or codes below it.
func (p *Provision) Covers(code string) bool {
	i, _ := slices.BinarySearch(p.scope, code)
	listed := i < len(p.scope) && strings.HasPrefix(p.scope[i], code)
	for n := 4; n <= len(code) && !listed; n++ {
		_, listed = slices.BinarySearch(p.scope, code[:n])
	}
	return listed != p.except
}

// usaTables are the tables of the United States, read once in a process.
type usaTables struct {
	columnsDay, provisionsDay Date
	column2                   map[string]string
	special                   map[string][]SpecialRate
	provisions                []Provision
}

var loadUSA = sync.OnceValues(readUSA)

// DutiesOfUSA returns what is held of an eight-digit line beside its general rate, the provisions
// in force on a day alone.
func DutiesOfUSA(code string, on Date) (ForeignDuties, error) {
	t, err := loadUSA()
	if err != nil {
		return ForeignDuties{}, err
	}
	d := ForeignDuties{Special: t.special[code], Column2: t.column2[code], ColumnsDay: t.columnsDay, AdditionalDay: t.provisionsDay}
	for i := range t.provisions {
		if p := &t.provisions[i]; on.Within(p.From, p.To) && p.Covers(code) {
			d.Additional = append(d.Additional, *p)
		}
	}
	return d, nil
}

func readUSA() (*usaTables, error) {
	t := &usaTables{column2: map[string]string{}, special: map[string][]SpecialRate{}}
	if err := t.readColumns("data/schedules/usa_columns.tsv"); err != nil {
		return nil, err
	}
	return t, t.readProvisions("data/schedules/usa_provisions.tsv")
}

// eachLine calls f with every line that is no comment and no header; day is the vintage stated.
func eachLine(name, header string, f func(line string) error) (day Date, err error) {
	content, err := embedded.ReadFile(name)
	if err != nil {
		return "", fmt.Errorf("read %s: %w", name, err)
	}
	number := 0
	for line := range strings.Lines(string(content)) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if vintage, ok := strings.CutPrefix(line, "# vintage: "); ok {
			if day, err = ParseDate(vintage); err != nil {
				return "", fmt.Errorf("%s:%d: %w", name, number, err)
			}
		}
		if line == "" || line[0] == '#' || line == header {
			continue
		}
		if err := f(line); err != nil {
			return "", fmt.Errorf("%s:%d: %w", name, number, err)
		}
	}
	if day == "" {
		return "", fmt.Errorf("%s: no vintage is stated", name)
	}
	return day, nil
}

func (t *usaTables) readColumns(name string) (err error) {
	sets := map[string][]SpecialRate{}
	t.columnsDay, err = eachLine(name, "code\tcolumn_2\tspecial", func(line string) error {
		if set, rates, ok := strings.Cut(line, " = "); ok && !strings.Contains(set, "\t") {
			parsed, err := specialRates(rates)
			sets[set] = parsed
			return err
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 3 || !isDigits(fields[0], 8) {
			return fmt.Errorf("want code, column 2 and special rates")
		}
		t.column2[fields[0]] = fields[1]
		if set, ok := sets[fields[2]]; ok {
			t.special[fields[0]] = set
			return nil
		}
		parsed, err := specialRates(fields[2])
		t.special[fields[0]] = parsed
		return err
	})
	return err
}

// specialRates reads "free: A AU S; 3.2%: JP".
func specialRates(text string) (out []SpecialRate, err error) {
	if text == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(text, "; ") {
		at := strings.LastIndex(part, ": ")
		if at < 0 {
			return nil, fmt.Errorf("special rate %q names no programme", part)
		}
		out = append(out, SpecialRate{Rate: part[:at], Programmes: strings.Fields(part[at+2:])})
	}
	return out, nil
}

func (t *usaTables) readProvisions(name string) (err error) {
	t.provisionsDay, err = eachLine(name, "provision\ttitle\ttítulo\teffect\torigin\tfrom\tto\tcertainty\tscope", func(line string) error {
		f := strings.Split(line, "\t")
		if len(f) != 9 {
			return fmt.Errorf("%d columns, want 9", len(f))
		}
		p := Provision{Number: f[0], Title: Text{English: f[1], Spanish: f[2]}, Effect: f[3], Origin: f[4], From: Date(f[5]), To: Date(f[6]), Certainty: Certainty(f[7]), scope: strings.Fields(f[8])}
		if len(p.scope) > 0 && p.scope[0] == "except" {
			p.except, p.scope = true, p.scope[1:]
		}
		if !slices.IsSorted(p.scope) || !p.Certainty.Known() {
			return fmt.Errorf("scope of %s is not in order, or its certainty unknown", p.Number)
		}
		t.provisions = append(t.provisions, p)
		return nil
	})
	return err
}
