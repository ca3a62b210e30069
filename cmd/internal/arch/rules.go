// Package arch owns the import rules of the project and the test that holds every package to
// them: who may import whom, also among the rooms inside a package, and which package owns which
// library, and how large a package, a type and a function may be.
//
// It refuses exceptions. A new package or another direction is a change of the tables below,
// argued in docs/adr.
package arch

import (
	"fmt"
	"slices"
	"strings"
)

const module = "tariffdesk"

// mayImport lists, for each top-level package, the other top-level packages that it and those
// below it may import. A package that is not listed may not exist.
func mayImport() map[string][]string {
	return map[string][]string{
		"cmd": {"api", "console", "worker", "jobs", "account", "credit", "store", "migrations", "excel", "tariff", "classify",
			"extract", "quote", "report", "shipment", "model", "fetch", "mail", "webhook", "blob", "verification", "mcp", "client", "docs", "bounded", "logline", "text", "fail"},
		"api": {"jobs", "account", "credit", "tariff", "quote", "extract", "classify", "excel", "blob", "fetch",
			"language", "report", "shipment", "turns", "verification", "webhook", "docs", "bounded", "logline", "fail"},
		"worker": {"jobs", "credit", "excel", "blob", "fetch", "webhook", "tariff", "classify", "extract", "quote",
			"language", "shipment", "verification", "bounded", "logline", "fail"},
		"console":      {"client", "language"}, // a front of the API's handler, which it is handed; client: its types
		"mcp":          {"bounded"},            // too
		"docs":         {},                     // the guide
		"client":       {},                     // generated from the OpenAPI document
		"language":     {},                     // of messages, which it takes as they are
		"jobs":         {"credit", "fail"},
		"store":        {"jobs", "account", "credit", "tariff", "classify", "quote", "shipment", "webhook", "verification", "migrations", "bounded", "logline", "fail"},
		"migrations":   {},
		"account":      {"turns", "bounded", "fail"},
		"credit":       {"fail"},
		"tariff":       {"bounded", "text", "fail"},
		"classify":     {"ask", "odds", "tariff", "bounded", "fail"},
		"quote":        {"tariff", "bounded", "text", "fail"},
		"shipment":     {"quote", "tariff", "verification", "report", "excel", "bounded", "text", "fail"}, // report and excel: of shipment/report
		"report":       {"quote", "classify", "tariff", "bounded", "fail"},
		"extract":      {"ask", "odds", "turns", "bounded", "text", "fail"},
		"excel":        {"bounded", "text", "fail"},
		"model":        {"ask", "fail"},
		"ask":          {}, // the question to a model, for engines that know no server
		"fetch":        {"bounded", "fail"},
		"mail":         {},
		"webhook":      {"fail"},
		"blob":         {"fail"},
		"turns":        {},
		"verification": {"bounded", "fail"},
		"bounded":      {},
		"odds":         {},
		"logline":      {},
		"text":         {},
		"fail":         {},
	}
}

// ownership ties a library, or a package of our own, by the prefix of its import path, to the packages that may know it:
// top-level ones with all below them, or single ones by their path.
type ownership struct {
	library string
	owners  []string
}

// libraryOwners keeps each outside technology behind one package.
func libraryOwners() []ownership {
	return []ownership{
		{"github.com/labstack/echo", []string{"api/route"}},
		{"github.com/danielgtaylor/huma/v2/adapters", []string{"api/route"}},
		{"github.com/danielgtaylor/huma", []string{"api"}},
		{"github.com/jackc/pgx", []string{"store", "cmd"}},
		{"github.com/pressly/goose", []string{"store", "cmd"}},
		{"database/sql", []string{"store", "cmd"}},
		{"github.com/hibiken/asynqmon", []string{"cmd/internal/app"}},
		{"github.com/hibiken/asynq", []string{"jobs", "worker", "cmd/internal/bench"}}, // bench: the bare queue is its reference
		{"github.com/xuri/excelize", []string{"excel", "cmd/internal/bench"}},          // bench: bare excelize is its reference
		{"github.com/modelcontextprotocol", []string{"mcp", "cmd/internal/app"}},       // app: its client tries the whole
		{"github.com/yuin/goldmark", []string{"docs"}},
		{"github.com/wneessen/go-mail", []string{"mail"}},
		{"github.com/go-pdf/fpdf", []string{"report", "extract/layouts", "shipment/packets"}},
		{"github.com/santhosh-tekuri/jsonschema", []string{"extract", "api/apitest", "mcp"}}, // apitest: holds answers against the document; mcp: checks arguments of tools
		{"github.com/chromedp", []string{"cmd/internal/browser"}},
		{"tariffdesk/classify/fit", []string{"cmd/tariffdesk"}},               // no server fits what it serves with
		{"tariffdesk/extract/fit", []string{"cmd/tariffdesk", "extract/fit"}}, // the latter: its library of logits
		{"tariffdesk/extract/layouts", []string{"cmd/tariffdesk"}},            // nor draws what it reads
		{"tariffdesk/shipment/packets", []string{"cmd/internal/evaluate"}},    // for tests and measuring alone
	}
}

// domain packages are pure: functions of their arguments, without network.
func domain() []string {
	return []string{"account", "credit", "tariff", "classify", "extract", "quote", "report", "shipment", "excel", "turns", "verification", "ask", "odds", "bounded", "text", "fail"}
}

// vagueNames say nothing about what a package provides.
func vagueNames() []string {
	return []string{"util", "utils", "common", "models", "helper", "helpers", "misc", "base", "shared", "types", "lib"}
}

// violation says what is wrong with package pkg importing path; empty where nothing is. Both are
// import paths.
func violation(pkg, path string) string {
	from := top(pkg)
	if owned := ownedElsewhere(pkg, path); owned != "" {
		return owned
	}
	if to, ours := strings.CutPrefix(path, module+"/"); ours {
		to, _, _ = strings.Cut(to, "/")
		if from == to {
			return roomViolation(pkg, path)
		}
		if slices.Contains(mayImport()[from], to) {
			return ""
		}
		return fmt.Sprintf("%s may not import %s", pkg, path)
	}
	if slices.Contains(domain(), from) && (path == "net/http" || strings.HasPrefix(path, "net/http/")) {
		return fmt.Sprintf("%s is a domain package and may not import %s", pkg, path)
	}
	return ""
}

// ownedElsewhere says whose a library is that package pkg may not import; empty where it may.
func ownedElsewhere(pkg, path string) string {
	for _, o := range libraryOwners() {
		if path == o.library || strings.HasPrefix(path, o.library+"/") {
			if slices.Contains(o.owners, top(pkg)) || slices.Contains(o.owners, strings.TrimPrefix(pkg, module+"/")) {
				return ""
			}
			return fmt.Sprintf("%s may not import %s, which belongs to %s", pkg, path, strings.Join(o.owners, ", "))
		}
	}
	return ""
}

// top is the first element of an import path below the module.
func top(pkg string) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(pkg, module+"/"), "/")
	return first
}
