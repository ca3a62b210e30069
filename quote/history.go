package quote

import "tariffdesk/tariff"

// historicDuty is the general import duty of a line in a period before that of the schedule.
type historicDuty struct {
	Provision
	rate tariff.Rate
}

func (r reader) readHistory(row row) {
	line := row.must("line")
	rate, err := tariff.ParseRate(row.must("rate"))
	if err != nil {
		row.fault("column rate: %v", err)
	}
	if rate.AdValorem.Cmp(maxFraction) > 0 {
		row.fault("column rate: %s is above the limit of 500 %%", rate)
	}
	duty := historicDuty{Provision: row.provision(), rate: rate}
	for _, other := range r.history[line] {
		if other.overlaps(duty.Provision) {
			row.fault("line %s has two rates on one day", line)
		}
	}
	r.history[line] = append(r.history[line], duty)
}

// historyFile holds the duties of earlier days.
const historyFile = "history.tsv"

// lineOn is a line with the duty of a day: that of the schedule, or of a dated row before it.
func (e *Engine) lineOn(code string, date tariff.Date) (tariff.Line, bool) {
	line, found := e.schedule.Line(code)
	if duty := e.historic(line, date); duty != nil {
		line.Import, line.From, line.Certainty, line.Source = duty.rate, duty.From, duty.Certainty, duty.Source
	}
	return line, found
}

// historic is the dated row of a day before those of the schedule, nil where none is held.
func (e *Engine) historic(line tariff.Line, date tariff.Date) *historicDuty {
	for i, duty := range e.rules.history[line.Code] {
		if date < line.From && duty.on(date) {
			return &e.rules.history[line.Code][i]
		}
	}
	return nil
}

// firstDay is the first day on which a line can be quoted.
func (e *Engine) firstDay(line tariff.Line) tariff.Date {
	first := line.From
	for _, duty := range e.rules.history[line.Code] {
		first = min(first, duty.From)
	}
	return first
}
