package main

import (
	"context"

	"tariffdesk/store"
	"tariffdesk/tariff"
)

type tariffCommand struct {
	Correlate tariffCorrelateCommand `cmd:"" help:"Follow codes of HS 2012, HS 2017 or the Mexican tariff of 2012 to those of today; needs no server."`
	Import    tariffImportCommand    `cmd:"" help:"Import an official publication as the next version of a country's tariff."`
	Redate    tariffRedateCommand    `cmd:"" help:"Mend a wrong first day of imported rates."`
	Show      tariffShowCommand      `cmd:"" help:"Show what is known about a code and the tree below it: titles, conditions, unit, duties; needs no server."`
}

// inForce follows old codes to the tariffs that a database holds.
func inForce(ctx context.Context, s *store.Store, knowledge *tariff.Knowledge) (tariff.Tracer, error) {
	editions, err := tariff.LoadEditions(knowledge.HasSubheading)
	if err != nil {
		return tariff.Tracer{}, err
	}
	newest, err := s.TariffVersions(ctx)
	if err != nil {
		return tariff.Tracer{}, err
	}
	var schedules []*tariff.Schedule
	for _, country := range tariff.ScheduleCountries() {
		schedule, err := s.Tariff(ctx, country, newest[country])
		if err != nil {
			return tariff.Tracer{}, err
		}
		schedules = append(schedules, schedule)
	}
	return editions.Into(schedules...), nil
}
