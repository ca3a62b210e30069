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

// lineOn is a line with the duty of a day: a dated row of the table history, that of the schedule, or
// that of a schedule before it.
func (e *Engine) lineOn(code string, date tariff.Date) (tariff.Line, bool) {
	line, _, found := e.schedule.On(code, date)
	if scheduled, known := e.schedule.Line(code); known {
		if duty := e.historic(scheduled, date); duty != nil {
			scheduled.Import, scheduled.From, scheduled.Certainty, scheduled.Source = duty.rate, duty.From, duty.Certainty, duty.Source
			return scheduled, true
		}
	}
	return line, found
}

// endOf is the last day of the duty that a line had on a day, and the day of its source; "" while the
// duty stands.
func (e *Engine) endOf(code string, date tariff.Date) (until, vintage tariff.Date) {
	if scheduled, known := e.schedule.Line(code); known {
		if duty := e.historic(scheduled, date); duty != nil {
			return duty.To, e.rules.vintageOf(historyFile)
		}
	}
	if _, earlier, _ := e.schedule.On(code, date); earlier != nil {
		return earlier.To, earlier.Vintage
	}
	return "", ""
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
	first := e.schedule.FirstDay(line.Code)
	for _, duty := range e.rules.history[line.Code] {
		first = min(first, duty.From)
	}
	return first
}
