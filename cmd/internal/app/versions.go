package app

import (
	"fmt"

	"tariffdesk/classify/data"
	"tariffdesk/jobs"
	"tariffdesk/tariff"
)

// versions returns what says with what a classification for a country is made; the schedules in force may change meanwhile.
func (a *App) versions() (func(country string) jobs.Versions, error) {
	digest, err := tariff.Digest(data.Files)
	if err != nil {
		return nil, err
	}
	return func(country string) jobs.Versions {
		return jobs.Versions{Tariff: a.tariffs.version(country), Knowledge: digest, Program: a.cfg.Version}
	}, nil
}

// version names the edition of the nomenclature and, of a country, the schedule with its vintage.
func (t *tariffs) version(country string) string {
	const edition = "HS 2022"
	e := t.current.Load()
	s := e.schedules[country]
	if s == nil {
		return edition
	}
	named := fmt.Sprintf("%s, %s %s", edition, country, s.Vintage)
	if v := e.versions[country]; v > 0 {
		named += fmt.Sprintf(", import %d", v)
	}
	return named
}
