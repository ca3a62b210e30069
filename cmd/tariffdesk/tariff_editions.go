package main

import (
	"context"

	"tariffdesk/store"
	"tariffdesk/tariff"
)

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
