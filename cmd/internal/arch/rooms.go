package arch

import (
	"fmt"
	"slices"
	"strings"
)

// root is the name of a package's own folder among its rooms.
const root = "."

// rooms lists, for each package that is divided, the packages below it and which of their neighbours
// each may import, all by their path without "internal". The root may import every room; a room that
// is not listed may not exist, and one imports the root only where it says so.
func rooms() map[string]map[string][]string {
	return map[string]map[string][]string{
		"api": {
			"site":       {},
			"wire":       {},
			"limit":      {"wire"},
			"gate":       {"wire", "limit"},
			"openapi":    {"wire"},
			"route":      {"wire", "limit", "gate", "openapi"},
			"submit":     {"wire", "limit", "gate", "openapi", "sample"},
			"printout":   {"openapi"},
			"sample":     {},
			"accounts":   subject("site", "submit"),
			"tariffs":    subject("submit", "printout", "sample"),
			"svcdocs":    subject("submit", "sample"),
			"quoter":     subject("submit", "printout"),
			"onboarding": subject("submit", "sample"),
			"share":      subject("submit", "site", "sample"),
			"shipment":   subject("submit", "sample"),
			"jobwatch":   subject("submit"),
			"ops":        subject("submit"),
			"docs":       subject("sample"),
			"apitest":    {root},
		},
		"console": {
			"form":   {},
			"number": {},
			"paper":  {},
		},
		"classify": {
			"data":        {},
			"coefficient": {},
			"vocabulary":  {},
			"code":        {},
			"top":         {},
			"wordmap":     {},
			"parse":       {"vocabulary"},
			"text":        {"vocabulary", "parse", "wordmap"},
			"quantity":    {"vocabulary"},
			"answer":      {"vocabulary", "text"},
			"lookup":      {"parse", "text", "code"},
			"facet":       {"text", "code", "quantity"},
			"rank":        {"coefficient", "text", "code", "top", "lookup", "facet"},
			"precedent":   {"coefficient", "text", "code", "top", "rank"},
			"opinion":     {"coefficient", "text", "code", "top", "rank", "wordmap"},
			"confidence":  {"coefficient", "vocabulary", "text"},
			"line":        {"coefficient", "vocabulary", "text", "quantity"},
			"paper":       {"vocabulary", "text"},
			"voice":       {"vocabulary", "text"},
			"dialogue":    {"answer", "code", "facet", "lookup", "quantity", "rank", "text", "voice"},
			"prose":       {"code", "confidence", "facet", "lookup", "parse", "rank", "text", "vocabulary", "voice"},
			"readertest":  {"data", "vocabulary", "parse", "text", "quantity"},
			"fit":         {root, "data", "coefficient", "rank", "precedent", "opinion", "confidence", "line"},
		},
		"store": {
			"db":            {},
			"packed":        {},
			"activity":      {"db"},
			"editions":      {"db"},
			"verifications": {"db"},
			"papers":        {"db", "activity"},
			"storetest":     {root},
		},
		"verification": {
			"taxid": {},
			"name":  {},
			"list":  {"taxid", "name"},
		},
		"extract": roomsOfExtract(),
	}
}

// roomsOfExtract are the phases of an extraction, and what they are made of.
func roomsOfExtract() map[string][]string {
	return map[string][]string{
		"data":       {},
		"doubt":      {},
		"page":       {},
		"read":       {"page", "value"},
		"schema":     {},
		"value":      {},
		"term":       {"data", "value"},
		"unit":       {"data", "schema", "term", "value"},
		"want":       {"schema", "term", "unit", "value"},
		"reading":    {"page", "term", "value"},
		"label":      {"page", "term", "value", "reading", "unit", "want"}, // want: whose a caption is
		"party":      {"page", "reading", "term", "value"},
		"confidence": {"data"},
		"describe":   {"schema", "term", "value", "want"},
		"layouts":    {},
		"table":      {"data", "page", "schema", "unit", "value", "term"},
		"papers":     {"page", "term", "value"},
		"builtin":    {},
		"taught":     {"candidate", "page", "reading", "sheet", "term", "value"},
		// The phases of an extraction, each after those that it may import.
		"grid":      {"label", "page", "reading", "schema", "table", "term", "unit", "value", "want"},
		"sheet":     {"grid", "label", "page", "party", "reading", "term", "value", "want"},
		"candidate": {"doubt", "grid", "label", "page", "party", "reading", "schema", "sheet", "table", "term", "unit", "value", "want"},
		"feature":   {"candidate", "confidence", "grid", "label", "page", "party", "reading", "sheet", "term", "value", "want"},
		"choose":    {"candidate", "confidence", "doubt", "feature", "label", "page", "party", "schema", "sheet", "term", "unit", "value", "want"},
		"result":    {"candidate", "choose", "confidence", "doubt", "grid", "label", "page", "reading", "schema", "sheet", "table", "term", "unit", "value", "want"},
		"infer":     {"candidate", "describe", "label", "page", "result", "schema", "sheet", "term", "value"},
		"assist":    {"candidate", "label", "page", "reading", "result", "schema", "sheet", "value", "want"},
		"engine":    {"confidence", "data", "grid", "page", "papers", "read", "result", "schema", "sheet", "table", "term"},
		"fit":       {root, "confidence", "describe", "engine", "page", "papers", "read", "result", "schema", "table", "value"},
	}
}

// subject lists the packages that a package of endpoints may import: the plumbing and the named ones, never another
// subject.
func subject(more ...string) []string {
	return append([]string{"wire", "limit", "gate", "openapi", "route"}, more...)
}

// roomViolation says what is wrong with one package importing another of the same top-level package;
// empty where nothing is, or where that package has no rooms.
func roomViolation(pkg, path string) string {
	divided, ok := rooms()[top(pkg)]
	from, to := room(pkg), room(path)
	if !ok || from == root || from == to {
		return ""
	}
	if allowed, known := divided[from]; !known || !slices.Contains(allowed, to) {
		return fmt.Sprintf("the room %s of %s may not import %s", from, top(pkg), path)
	}
	return ""
}

// room is the room that a package is, or lies in: the path below its top-level package, "internal"
// left out.
func room(pkg string) string {
	_, below, _ := strings.Cut(strings.TrimPrefix(pkg, module+"/"), "/")
	first, _, _ := strings.Cut(strings.TrimPrefix(below, "internal/"), "/")
	if first == "" {
		return root
	}
	return first
}
