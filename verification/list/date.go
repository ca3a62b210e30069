package list

import (
	"regexp"
	"strings"
	"time"
)

// day reads a date as the authorities write it, day first; "" for anything else. monthFirst is how
// the United States write it.
func day(text string, monthFirst bool) string {
	text = strings.TrimSpace(text)
	if len(text) > 40 {
		text = text[:40]
	}
	layouts := []string{"02/01/2006", "2/1/2006", "02-01-2006", "2006-01-02", "2006/01/02", "20060102", "02/01/06", "2006-01-02T15:04:05", "2006-01-02T15:04:05Z07:00"}
	if monthFirst {
		layouts[0], layouts[1], layouts[2] = "01/02/2006", "1/2/2006", "01-02-2006"
	}
	for _, candidate := range []string{text, firstDate.FindString(text)} {
		for _, layout := range layouts {
			if t, err := time.Parse(layout, candidate); err == nil && t.Year() > 1900 && t.Year() < 2200 {
				return t.Format(time.DateOnly)
			}
		}
	}
	return spelled(text)
}

var (
	firstDate   = regexp.MustCompile(`\d{1,4}[/-]\d{1,2}[/-]\d{1,4}`)
	spelledDate = regexp.MustCompile(`(?i)(\d{1,2})(?:\s+de)?\s+([a-z]+)(?:\s+del?)?\s+(\d{4})`)
)

// spelled reads "30 de abril de 2026".
func spelled(text string) string {
	months := []string{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"}
	parts := spelledDate.FindStringSubmatch(text)
	if parts == nil {
		return ""
	}
	for i, m := range months {
		if strings.EqualFold(m, parts[2]) || m == "septiembre" && strings.EqualFold(parts[2], "setiembre") {
			t, err := time.Parse("2 January 2006", strings.Join([]string{parts[1], time.Month(i + 1).String(), parts[3]}, " "))
			if err == nil {
				return t.Format(time.DateOnly)
			}
		}
	}
	return ""
}

// dayOf finds the day that a file says it shows, among the lines above its header.
func dayOf(lines []string) string {
	newest := ""
	for _, line := range lines {
		line = line[:min(len(line), 400)]
		found := spelled(line)
		if found == "" {
			found = day(firstDate.FindString(line), false)
		}
		newest = max(newest, found)
	}
	return newest
}
