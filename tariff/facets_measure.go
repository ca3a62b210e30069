package tariff

import (
	"regexp"
	"strings"
)

// measurePattern reads a value id that is a measure: [of what-][bound-]number[unit][-to-number[unit]][-percent][-or-more][-of what].
var measurePattern = regexp.MustCompile(`^(?:([a-z]+)-)??(up-to-|under-|below-|over-|from-)?(\d+(?:\.\d+)?)(t-h|[a-z]+\d?)?(?:-to-(\d+(?:\.\d+)?)([a-z]+\d?)?)?(?:-(percent))?(-or-more|-and-over)?(?:-([a-z]+|\d+[a-z]))?$`)

// measureUnits gives units as they are written; any other is written as it is.
var measureUnits = map[string]string{
	"percent": "%", "pct": "%", "gsm": "g/m²", "m2": "m²", "cc": "cm³", "kw": "kW", "w": "W", "mw": "MW", "kva": "kVA", "kv": "kV", "v": "V", "kn": "kN", "l": "L", "t-h": "t/h",
}

// measureNouns names the things that a measure is taken of.
var measureNouns = map[string]Text{
	"carbon": {"carbon", "de carbono"}, "silicon": {"silicon", "de silicio"}, "fructose": {"fructose", "de fructosa"}, "years": {"years", "años"},
}

// measureName writes a value id that is a measure in words: "over 10 kg", "más de 10 kg".
func measureName(id string) (Text, bool) {
	m := measurePattern.FindStringSubmatch(id)
	if m == nil {
		return Text{}, false
	}
	unit, last := m[4], m[6]
	if unit == "" {
		unit = last
	}
	if unit == "" {
		unit = m[7]
	}
	english, spanish := measure(m[3], unit), measure(strings.Replace(m[3], ".", ",", 1), unit)
	switch {
	case m[5] != "":
		if m[4] == "" {
			english, spanish = m[3], strings.Replace(m[3], ".", ",", 1)
		}
		if last == "" {
			last = unit
		}
		english, spanish = english+" to "+measure(m[5], last), "de "+spanish+" a "+measure(strings.Replace(m[5], ".", ",", 1), last)
	case m[2] == "up-to-":
		english, spanish = "up to "+english, "hasta "+spanish
	case m[2] == "under-", m[2] == "below-":
		english, spanish = "under "+english, "menos de "+spanish
	case m[2] == "over-":
		english, spanish = "over "+english, "más de "+spanish
	case m[2] == "from-", m[8] != "":
		english, spanish = english+" or more", spanish+" o más"
	default:
		return Text{}, false
	}
	return measureOf(Text{English: english, Spanish: spanish}, m[1], m[9])
}

func measure(number, unit string) string {
	if unit == "" {
		return number
	}
	if written, ok := measureUnits[unit]; ok {
		unit = written
	}
	return number + " " + unit
}

// measureOf adds what the measure is of, or a second number with its unit.
func measureOf(name Text, nouns ...string) (Text, bool) {
	for _, noun := range nouns {
		switch of, known := measureNouns[noun]; {
		case noun == "":
		case known:
			name = Text{English: name.English + " " + of.English, Spanish: name.Spanish + " " + of.Spanish}
		case noun[0] >= '0' && noun[0] <= '9':
			last := len(noun) - 1
			second := measure(noun[:last], noun[last:])
			name = Text{English: name.English + " and " + second, Spanish: name.Spanish + " y " + second}
		default:
			return Text{}, false
		}
	}
	return name, true
}
