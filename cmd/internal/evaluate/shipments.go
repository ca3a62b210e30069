package evaluate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/govalues/decimal"

	"tariffdesk/extract"
	"tariffdesk/quote"
	"tariffdesk/shipment"
	"tariffdesk/shipment/entry"
	"tariffdesk/shipment/packets"
	"tariffdesk/tariff"
	"tariffdesk/worker"
)

// ShipmentOptions say which drawn packets are read, and how.
type ShipmentOptions struct {
	Part         Part   // PartMeasured are the packets that nobody looks into
	Packets      []int  // these alone; empty for all of the part
	Seed         uint64 // of the drawing; of another than 0 all packets are taken
	Pages        string // folder where pages that were read are kept; "" keeps none
	Coefficients string // folder of coefficients to measure with; "" takes the embedded ones
	Details      bool   // a line for each paper, line and difference that is not right; never of PartMeasured of seed 0, nor of a sealed seed
}

// Share is how many of some are right.
type Share struct{ Right, Of int }

func (s *Share) count(right bool) {
	s.Of++
	if right {
		s.Right++
	}
}

func (s Share) String() string {
	if s.Of == 0 {
		return "none"
	}
	return fmt.Sprintf("%d of %d (%.1f %%)", s.Right, s.Of, 100*float64(s.Right)/float64(s.Of))
}

// ShipmentFigures are the figures of packets.
type ShipmentFigures struct {
	Packets             int
	Split, Typed        Share // papers with exactly their pages; those that have their type as well
	Torn                Share // papers of several pages told as more than one
	Doubted             Share // papers that are not told apart and said to be doubtful
	FalseDoubts         Share // papers that are told apart and said to be doubtful all the same
	LinesText, LinesOCR Share // whole lines: description, quantity, unit, value, origin
	Members             map[string]*Share
	Planted             map[packets.Difference]*Share
	FalseAlarms         int
	Alarms              map[shipment.CheckKind]int // of them, by kind
	Entries             Share                      // whose sum is that of a computation by hand from the same lines
	Pages               int
	Took                time.Duration // reading
}

// Shipments reads drawn packets as a shipment does, up to its entry, and prints the figures.
func Shipments(ctx context.Context, o ShipmentOptions, out io.Writer) (f ShipmentFigures, err error) {
	if o.Details && packets.Sealed(o.Seed) || o.Details && o.Seed == 0 && o.Part != PartRead {
		return f, errors.New("details are of the packets that may be looked into alone")
	}
	m := shipmentMeasure{seed: o.Seed, ShipmentFigures: ShipmentFigures{Members: map[string]*Share{}, Planted: map[packets.Difference]*Share{}, Alarms: map[shipment.CheckKind]int{}}, out: io.Discard}
	if o.Details {
		m.out = out
	}
	if m.engine, err = extract.New(extract.Config{Pages: o.Pages, Coefficients: o.Coefficients}); err != nil {
		return f, err
	}
	if m.rules, err = quote.LoadRules(); err != nil {
		return f, err
	}
	schedule, err := tariff.LoadSchedule(quote.SupportedCountry)
	if err != nil {
		return f, err
	}
	quotes := quote.New(schedule, m.rules)
	m.pricer = entry.Pricer{Engine: func() *quote.Engine { return quotes }, Now: time.Now}
	for number := range packets.Count {
		half := PartRead
		if packets.Unread(number) {
			half = PartMeasured
		}
		if o.Seed == 0 && o.Part != PartAll && o.Part != half || len(o.Packets) > 0 && !slices.Contains(o.Packets, number) {
			continue
		}
		if err := m.packet(ctx, number); err != nil {
			return f, fmt.Errorf("packet %d: %w", number, err)
		}
	}
	return m.ShipmentFigures, m.print(out)
}

// shipmentMeasure is the measuring in progress.
type shipmentMeasure struct {
	ShipmentFigures

	engine *extract.Engine
	rules  *quote.Rules
	pricer entry.Pricer
	out    io.Writer // of details
	number int
	seed   uint64
}

func (m *shipmentMeasure) note(format string, args ...any) {
	_, _ = fmt.Fprintf(m.out, "%02d\t%s\n", m.number, fmt.Sprintf(format, args...))
}

func (m *shipmentMeasure) packet(ctx context.Context, number int) error {
	p, err := packets.Draw(number, m.seed)
	if err != nil {
		return err
	}
	m.number = number
	m.Packets++
	began := time.Now()
	result, err := m.engine.Extract(ctx, extract.Request{File: p.PDF, Split: true, Schemas: worker.BuiltinSchema, Grounding: true})
	if err != nil {
		return err
	}
	m.Took, m.Pages = m.Took+time.Since(began), m.Pages+result.Pages
	readings, _, err := worker.Readings(result)
	if err != nil {
		return err
	}
	s := &shipment.Shipment{ID: fmt.Sprint(number), Facts: shipment.Facts{Date: "2026-10-01"}.WithDefaults()}
	for i, reading := range readings {
		paper, err := shipment.NewPaper(fmt.Sprint("p", i+1), 1, reading)
		if err != nil {
			return err
		}
		for _, doubt := range reading.Doubts {
			paper.Doubts = append(paper.Doubts, shipment.Words{English: doubt})
		}
		s.Papers = append(s.Papers, paper)
	}
	m.papers(p, s)
	for _, n := range s.AskPapers() {
		m.note("asked\t%s", n.Text.English)
	}
	s.Gather(m.rules)
	s.Inspect(m.rules)
	m.lines(p, s)
	m.checks(p, s)
	return m.entry(ctx, p, s)
}

// papers compares the papers that were found with those that were drawn.
func (m *shipmentMeasure) papers(p packets.Packet, s *shipment.Shipment) {
	starts := map[int]bool{}
	for _, got := range s.Papers {
		starts[got.Pages[0]] = true
	}
	for _, want := range p.Papers {
		at := slices.IndexFunc(s.Papers, func(got shipment.Paper) bool { return slices.Equal(got.Pages, want.Pages) })
		m.Split.count(at >= 0)
		if at >= 0 {
			m.FalseDoubts.count(len(s.Papers[at].Doubts) > 0)
		} else {
			m.Doubted.count(slices.ContainsFunc(s.Papers, func(got shipment.Paper) bool {
				return len(got.Doubts) > 0 && slices.ContainsFunc(got.Pages, func(n int) bool { return slices.Contains(want.Pages, n) })
			}))
		}
		typed := at >= 0 && string(s.Papers[at].Type) == want.Type
		m.Typed.count(typed)
		if len(want.Pages) > 1 {
			m.Torn.count(slices.ContainsFunc(want.Pages[1:], func(n int) bool { return starts[n] }))
		}
		switch {
		case at < 0:
			m.note("paper\t%s of pages %v is not told apart", want.Type, want.Pages)
		case !typed:
			m.note("paper\t%s of pages %v is taken for %s, %.2f", want.Type, want.Pages, s.Papers[at].Type, s.Papers[at].TypeConfidence)
		}
	}
}

// members lists the members that make a line of goods whole. Each tells whether a line that was read has it right.
func members() map[string]func(packets.Line, shipment.Line) bool {
	return map[string]func(packets.Line, shipment.Line) bool{
		"description": func(want packets.Line, got shipment.Line) bool {
			return fold(want.Description) == fold(got.Description)
		},
		"quantity": func(want packets.Line, got shipment.Line) bool { return is(got.Quantity, want.Quantity, 0) },
		"unit":     func(want packets.Line, got shipment.Line) bool { return fold(want.Unit) == fold(got.Unit) },
		"value":    func(want packets.Line, got shipment.Line) bool { return is(got.Value, want.AmountCents(), 2) },
		"origin":   func(want packets.Line, got shipment.Line) bool { return want.Origin == got.Origin },
	}
}

func is(got *shipment.Number, want, decimals int) bool {
	return got != nil && got.Cmp(decimal.MustNew(int64(want), decimals)) == 0
}

// lines compares each line that was drawn with the line that is most like it; of a planted amount that amount is right.
func (m *shipmentMeasure) lines(p packets.Packet, s *shipment.Shipment) {
	whole := &m.LinesText
	if p.Scan {
		whole = &m.LinesOCR
	}
	taken := map[string]bool{}
	all := members()
	for i, want := range p.Lines {
		var best *shipment.Line
		most := 0
		for n := range s.Lines {
			got := &s.Lines[n]
			if points := agree(want, *got); !taken[got.ID] && points > most {
				best, most = got, points
			}
		}
		if best == nil {
			whole.count(false)
			m.note("line\t%d %q was not read", i+1, want.Description)
			continue
		}
		taken[best.ID] = true
		var wrong []string
		for _, name := range []string{"description", "quantity", "unit", "value", "origin"} {
			right := all[name](want, *best)
			if name == "value" && i == p.WrongAmount {
				right = is(best.Value, want.AmountCents()+packets.WrongAmountCents, 2)
			}
			if m.Members[name] == nil {
				m.Members[name] = &Share{}
			}
			if m.Members[name].count(right); !right {
				wrong = append(wrong, name)
			}
		}
		if whole.count(len(wrong) == 0); len(wrong) > 0 {
			m.note("line\t%d %v: want %q %d %s %d %s, got %q %v %s %v %s", i+1, wrong, want.Description, want.Quantity, want.Unit, want.AmountCents(), want.Origin, best.Description, best.Quantity, best.Unit, best.Value, best.Origin)
		}
	}
	for _, got := range s.Lines {
		if !taken[got.ID] {
			m.note("line\t%q %v %v is none", got.Description, got.Quantity, got.Value)
		}
	}
}

// agree counts in what a line that was read is like one that was drawn; 0 where they are not the same goods.
func agree(want packets.Line, got shipment.Line) int {
	points := 0
	if want.Part == got.Part {
		points += 10
	}
	for _, right := range members() {
		if right(want, got) {
			points++
		}
	}
	if points < 3 {
		return 0
	}
	return points
}

// checkOf is the kind of check that finds a difference.
func checkOf(d packets.Difference) shipment.CheckKind {
	switch d {
	case packets.Unit:
		return shipment.CheckQuantity
	case packets.Net:
		return shipment.CheckGrossNet
	case packets.Sum, packets.Amount, packets.Quantity, packets.Packages, packets.Gross, packets.Party, packets.Origin, packets.Reference, packets.Freight:
	}
	return shipment.CheckKind(d)
}

// consequences are checks that a planted difference fails as well.
func consequences(d packets.Difference) []shipment.CheckKind {
	if d == packets.Net {
		return []shipment.CheckKind{shipment.CheckNet}
	}
	return nil
}

// checks compares the differences that were found with those that were planted. Of lines with one difference of a kind each
// further line is a false alarm.
func (m *shipmentMeasure) checks(p packets.Packet, s *shipment.Shipment) {
	found := map[shipment.CheckKind][]shipment.Check{}
	for _, c := range s.Checks {
		if c.Status == shipment.StatusDiffers {
			found[c.Kind] = append(found[c.Kind], c)
		}
	}
	for _, d := range p.Planted {
		if m.Planted[d] == nil {
			m.Planted[d] = &Share{}
		}
		kind := checkOf(d)
		m.Planted[d].count(len(found[kind]) > 0)
		switch {
		case len(found[kind]) == 0:
			m.note("missed\t%s", d)
		case kind == shipment.CheckOrigin: // one certificate, all lines
			delete(found, kind)
		default:
			found[kind] = found[kind][1:]
		}
		for _, also := range consequences(d) {
			delete(found, also)
		}
	}
	for _, all := range found {
		for _, c := range all {
			m.FalseAlarms++
			m.Alarms[c.Kind]++
			m.note("alarm\t%s: %s", c.Kind, c.Text.English)
		}
	}
}

// entry prices the lines as they were read, by the codes that are true, and compares the sum with a computation by hand. Terms
// and rates are stated, so that reading decides nothing but the lines.
func (m *shipmentMeasure) entry(ctx context.Context, p packets.Packet, s *shipment.Shipment) error {
	goods := map[string]packets.Line{}
	for _, l := range p.Lines {
		goods[l.Code] = l
	}
	number := func(cents int) *shipment.Number { return &shipment.Number{Decimal: decimal.MustNew(int64(cents), 2)} }
	freight, insurance := 35000, 4000
	if p.FreightCents > 0 {
		freight, insurance = p.FreightCents, p.InsuranceCents
	}
	inFreight, inInsurance, _ := shipment.IncludesFreight(p.Incoterm)
	if inFreight {
		freight = 0
	}
	if inInsurance {
		insurance = 0
	}
	s.Facts.Incoterm, s.Facts.Currency, s.Facts.ExchangeRate, s.Facts.USDRate = p.Incoterm, p.Currency, number(handRate), number(handRate)
	if s.Facts.Freight = number(freight); inFreight {
		s.Facts.Freight = nil
	}
	if s.Facts.Insurance = number(insurance); inInsurance {
		s.Facts.Insurance = nil
	}
	for i := range s.Papers { // by hand no preference is claimed
		s.Papers[i].SetAside = s.Papers[i].SetAside || s.Papers[i].Type == shipment.TypeCertificate
	}
	var lines []handLine
	for i := range s.Lines {
		l := &s.Lines[i]
		code := p.Lines[min(i, len(p.Lines)-1)].Code
		l.Decision = &shipment.Decision{Code: code, By: "truth"}
		if l.Currency = p.Currency; l.Value == nil || !l.Value.IsPos() {
			l.Value = number(10000)
		}
		if _, known := m.rules.Country(l.Origin); !known {
			l.Origin = p.Lines[0].Origin
		}
		lines = append(lines, handLine{l.Value.Decimal, goods[code].DutyPercent})
	}
	if len(lines) == 0 {
		return nil
	}
	want := byHand(lines, freight, insurance)
	priced, err := m.pricer.Price(ctx, s, quote.LanguageEnglish)
	if err != nil {
		m.Entries.count(false)
		m.note("entry\tnot priced: %v", err)
		return ctx.Err()
	}
	s.Priced = &priced
	e, _, err := entry.Read(s)
	if err != nil {
		return err
	}
	right := e.Total.Total != nil && e.Total.Total.Cmp(want) == 0
	if m.Entries.count(right); !right {
		m.note("entry\tby hand %s, got %v: %s", want, e.Total.Total, strings.Join(slices.Concat(e.Missing, e.Notes), "; "))
	}
	return nil
}

// print writes the figures as a table.
func (m *shipmentMeasure) print(out io.Writer) error {
	var all Share
	for _, s := range m.Planted {
		all.Right, all.Of = all.Right+s.Right, all.Of+s.Of
	}
	var b strings.Builder
	row := func(name string, value any) { fmt.Fprintf(&b, "| %s | %v |\n", name, value) }
	fmt.Fprintf(&b, "| %d packets, %d pages | |\n|---|---|\n", m.Packets, m.Pages)
	row("papers told apart", m.Split)
	row("papers told apart and typed", m.Typed)
	row("papers of several pages torn", m.Torn)
	row("papers not told apart, said to be doubtful", m.Doubted)
	row("papers told apart, said to be doubtful", m.FalseDoubts)
	row("lines whole, text", m.LinesText)
	row("lines whole, scanned", m.LinesOCR)
	for _, name := range []string{"description", "quantity", "unit", "value", "origin"} {
		if s := m.Members[name]; s != nil {
			row("… "+name+" of lines found", *s)
		}
	}
	row("planted differences found", all)
	for _, d := range packets.Differences() {
		if s := m.Planted[d]; s != nil {
			row("… "+string(d), *s)
		}
	}
	row("false alarms", fmt.Sprintf("%d (%.1f in 5 packets)", m.FalseAlarms, 5*float64(m.FalseAlarms)/float64(max(1, m.Packets))))
	for _, kind := range slices.Sorted(maps.Keys(m.Alarms)) {
		row("… "+string(kind), m.Alarms[kind])
	}
	row("sum of the entry as computed by hand", m.Entries)
	row("reading, a page", (m.Took / time.Duration(max(1, m.Pages))).Round(time.Millisecond))
	_, err := io.WriteString(out, b.String())
	return err
}
