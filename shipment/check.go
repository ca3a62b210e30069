package shipment

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/govalues/decimal"
)

// Status is the outcome of a check.
type Status string

// The outcomes. Unknown is what the papers do not decide.
const (
	StatusOK      Status = "ok"
	StatusDiffers Status = "differs"
	StatusUnknown Status = "unknown"
)

// CheckKind names the facts that a check compares.
type CheckKind string

// The kinds of checks.
const (
	CheckSum         CheckKind = "sum"          // of the lines against the total
	CheckAmount      CheckKind = "amount"       // quantity × price against the amount
	CheckQuantity    CheckKind = "quantity"     // invoice against packing list
	CheckPackages    CheckKind = "packages"     // all papers
	CheckGross       CheckKind = "gross_weight" // all papers
	CheckNet         CheckKind = "net_weight"   // all papers
	CheckGrossNet    CheckKind = "gross_net"    // gross ≥ net
	CheckCurrency    CheckKind = "currency"
	CheckParty       CheckKind = "party"
	CheckOrigin      CheckKind = "origin"
	CheckReference   CheckKind = "reference" // invoice number and date on the other papers
	CheckIncoterm    CheckKind = "incoterm"
	CheckMissing     CheckKind = "missing" // a paper that a claim needs
	CheckCode        CheckKind = "code"    // printed on the paper against the one in use
	CheckPacked      CheckKind = "packed"  // goods on one of invoice and packing list alone
	CheckCopy        CheckKind = "copy"    // the same paper twice
	CheckUnreadable  CheckKind = "unread"  // a paper that could not be read
	CheckDoubt       CheckKind = "doubt"   // where a paper begins and ends, and what of it was left out
	CheckCertificate CheckKind = "certificate"
)

// Compared is a value that a check compares.
type Compared struct {
	Paper  string  `json:"paper"` // id, "" for what the caller stated or was computed
	Name   Words   `json:"name"`  // which value it is
	Value  string  `json:"value"`
	Unit   string  `json:"unit,omitempty"`
	Source *Source `json:"source,omitempty"`
}

// Check is a comparison of what the papers say.
type Check struct {
	ID         string     `json:"id"`
	Kind       CheckKind  `json:"kind"`
	Status     Status     `json:"status"`
	Papers     []string   `json:"papers"`
	Line       string     `json:"line,omitempty"`
	Values     []Compared `json:"values"`
	Difference string     `json:"difference,omitempty"` // a number where both sides are numbers
	Tolerance  string     `json:"tolerance,omitempty"`
	Text       Words      `json:"text"`
}

// Inspect runs all checks and keeps them, the worst first: what differs, what is unknown, what agrees. Lines that
// agree stand in one check together, so that the list stays short.
func (s *Shipment) Inspect(d Dictionary) {
	s.markCopies()
	i := inspection{Shipment: s, dictionary: d, settled: s.Settle()}
	i.invoices, i.lists, i.transport, i.certificates = i.split()
	for _, check := range []func(){
		i.sums, i.amounts, i.quantities, i.packages, i.weights, i.currencies, i.parties, i.origins, i.listed, i.references,
		i.incoterms, i.claims, i.codes, i.copies, i.unread, i.doubts,
	} {
		check()
	}
	rank := map[Status]int{StatusDiffers: 0, StatusUnknown: 1, StatusOK: 2}
	slices.SortStableFunc(i.checks, func(a, b Check) int { return cmp.Compare(rank[a.Status], rank[b.Status]) })
	s.Checks = i.checks
}

// inspection is one run of all checks.
type inspection struct {
	*Shipment
	dictionary                               Dictionary
	settled                                  Settled
	invoices, lists, transport, certificates []*Paper
	checks                                   []Check
}

func (i *inspection) split() (invoices, lists, transport, certificates []*Paper) {
	for _, p := range i.counted() {
		switch {
		case p.Type.Invoice():
			invoices = append(invoices, p)
		case p.Type == TypePackingList:
			lists = append(lists, p)
		case p.Type.Transport():
			transport = append(transport, p)
		case p.Type == TypeCertificate:
			certificates = append(certificates, p)
		}
	}
	return invoices, lists, transport, certificates
}

// add keeps a check; its papers are those of its values.
func (i *inspection) add(c Check) {
	for _, v := range c.Values {
		if v.Paper != "" && !slices.Contains(c.Papers, v.Paper) {
			c.Papers = append(c.Papers, v.Paper)
		}
	}
	i.checks = append(i.checks, c)
}

// maxLineChecks bounds how many lines are named by one kind of check; the next says how many more there are.
const maxLineChecks = 200

// perLine runs a check on every line. What differs or is unknown is kept line by line; the lines that agree are
// counted in one check. A line for which compare gives no status is left out.
func (i *inspection) perLine(kind CheckKind, agree func(n int) Words, more func(n int) Words, compare func(l *Line) (Check, bool)) {
	agreed, named, left := 0, 0, 0
	for n := range i.Lines {
		l := &i.Lines[n]
		c, compared := compare(l)
		switch {
		case !compared:
		case c.Status == StatusOK:
			agreed++
		case named == maxLineChecks:
			left++
		default:
			named++
			c.ID, c.Kind, c.Line = fmt.Sprintf("%s:%s", kind, l.ID), kind, l.ID
			i.add(c)
		}
	}
	if left > 0 {
		i.add(Check{ID: string(kind) + ":more", Kind: kind, Status: StatusDiffers, Text: more(left)})
	}
	if agreed > 0 {
		i.add(Check{ID: string(kind) + ":agree", Kind: kind, Status: StatusOK, Text: agree(agreed)})
	}
}

// lineName says which line is meant: "line 3 (Steel bolts)".
func lineName(l *Line) Words {
	text := l.Description
	if letters := []rune(text); len(letters) > 40 {
		text = strings.TrimSpace(string(letters[:40])) + "…"
	}
	return Words{fmt.Sprintf("line %d (%s)", l.Position, text), fmt.Sprintf("la partida %d (%s)", l.Position, text)}
}

// figure writes a number as people read it, with its unit.
func figure(n *Number, unit string) string {
	if n == nil {
		return "?"
	}
	text := n.Trim(0).String()
	sign, digits := "", text
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	whole, part, fraction := strings.Cut(digits, ".")
	var b strings.Builder
	for at, r := range whole {
		if at > 0 && (len(whole)-at)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(r)
	}
	if fraction {
		b.WriteString("." + part)
	}
	return strings.TrimSpace(sign + b.String() + " " + unit)
}

// printedAs is a value of a paper for a check.
func printedAs(p *Paper, name Words, a Amount, unit string) Compared {
	return Compared{Paper: p.ID, Name: name, Value: shown(a.Value), Unit: unit, Source: a.Source}
}

func textOf(p *Paper, name Words, t Text) Compared {
	return Compared{Paper: p.ID, Name: name, Value: t.Value, Source: t.Source}
}

// cents is the tolerance of a sum: half a cent for each of n rounded parts, one cent at least.
func cents(n int) decimal.Decimal {
	half, err := decimal.MustNew(5, 3).Mul(decimal.MustNew(int64(n), 0))
	if err != nil || half.Cmp(decimal.MustNew(1, 2)) < 0 {
		return decimal.MustNew(1, 2)
	}
	return half
}
