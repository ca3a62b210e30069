package console

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// uses finds the keys that templates and pages name, and the beginnings of those they put together.
func uses(t *testing.T) (keys map[string]string, beginnings []string) {
	t.Helper()
	keys = map[string]string{}
	named := regexp.MustCompile(`(?:[{(\s]t|v\.t\(|words\.text\() ?"([a-zA-Z0-9_.]+)"`)
	begun := regexp.MustCompile(`(?:tv|t \(print|v\.t\(|words\.text\() ?"([a-zA-Z0-9_.]+\.)"`)
	for _, pattern := range []string{"page/*.html", "part/*.html", "*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range begun.FindAllStringSubmatch(string(text), -1) {
				beginnings = append(beginnings, m[1])
			}
			for _, m := range named.FindAllStringSubmatch(string(text), -1) {
				if !strings.HasSuffix(m[1], ".") {
					keys[m[1]] = file
				}
			}
		}
	}
	for _, g := range []string{"nav.work", "nav.know", "nav.account"} { // titles of groups, named in nav.go
		keys[g] = "nav.go"
	}
	return keys, append(beginnings, "done.") // of notices, named by v.done
}

func TestBothDictionariesHoldEveryKeyThatIsUsedAndNoOther(t *testing.T) {
	t.Parallel()
	words, err := loadDictionaries()
	if err != nil {
		t.Fatal(err)
	}
	keys, beginnings := uses(t)
	if len(keys) < 100 {
		t.Fatalf("only %d keys are found in templates", len(keys))
	}
	for _, l := range languages() {
		for key, file := range keys {
			if !words[l].has(key) {
				t.Errorf("%s: %s uses %s, which is missing", l, file, key)
			}
		}
		for key := range words[l] {
			begun := slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(key, b) })
			if keys[key] == "" && !begun {
				t.Errorf("%s: nothing uses %s", l, key)
			}
		}
	}
	verbs := regexp.MustCompile(`%[sd%]`)
	for key, english := range words[languageEnglish] {
		spanish, ok := words[languageSpanish][key]
		if !ok {
			t.Errorf("es: %s is missing", key)
		} else if !slices.Equal(verbs.FindAllString(english, -1), verbs.FindAllString(spanish, -1)) {
			t.Errorf("%s takes other values in Spanish: %q, %q", key, english, spanish)
		}
	}
	for key := range words[languageSpanish] {
		if !words[languageEnglish].has(key) {
			t.Errorf("en: %s is missing", key)
		}
	}
}

func TestTheLanguageIsTheChosenOneElseTheBrowsers(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]language{
		"": languageEnglish, "es-MX,es;q=0.9,en;q=0.8": languageSpanish, "en;q=0.2, es;q=0.7": languageSpanish, "de,fr": languageEnglish,
		"es;q=0": languageEnglish, "es;q=x,en": languageEnglish, strings.Repeat("de,", 5000) + "es": languageEnglish,
	} {
		if got := accepted(header); got != want {
			t.Errorf("%.40q: %s", header, got)
		}
	}
	s := setup(t)
	if w := s.post("/app/preferences", "language", "es", "theme", "dark", "return", "/app/classify"); w.Code != 303 || w.Header().Get("Location") != "/app/classify" {
		t.Fatalf("%d %s", w.Code, w.Header().Get("Location"))
	}
	if page := s.get("/app/classify").Body.String(); !strings.Contains(page, `<html lang="es" data-theme="dark">`) {
		t.Errorf("%.300s", page)
	}
}

// What a native ear does not take: a workbook is no book, and a supplier is no friend.
func TestSpanishWordsAreThoseOfTheTrade(t *testing.T) {
	t.Parallel()
	words, err := loadDictionaries()
	if err != nil {
		t.Fatal(err)
	}
	book := regexp.MustCompile(`(?i)\blibros?\b`)
	familiar := regexp.MustCompile(`(?i)(^|[^\pL])(tú|tu|tus|puedes|responde|elige|revisa|escribe|inténtalo|intenta|necesitas|tienes|pide|quieres|enviaste)($|[^\pL])`)
	for key, text := range words[languageSpanish] {
		if book.MatchString(text) {
			t.Errorf("%s: %q", key, text)
		}
		outside := strings.HasPrefix(key, "supplier.") || strings.HasPrefix(key, "shared.") || strings.HasPrefix(key, "share.body") || key == "done.draft"
		if outside && familiar.MatchString(text) {
			t.Errorf("%s addresses a supplier as a friend: %q", key, text)
		}
	}
}

// One thing has one name: what another name for it would be stands in no text.
func TestOneThingHasOneName(t *testing.T) {
	t.Parallel()
	words, err := loadDictionaries()
	if err != nil {
		t.Fatal(err)
	}
	for l, names := range map[language]map[string]string{ // the other names of a thing, by its own
		languageEnglish: {
			"documents of a shipment": `\bpapers?\b`, "revoked": `\b(take|taken|taking) back\b`, "refunded": `\bpaid back\b|\breturned\b`,
			"Archive": `\bFile it\b|\bfiled\b`, "entry": `\bcustoms declaration\b`, "Tariff": `\blook-up\b`, "tariff line": `\bnational line\b`, "request": `\bcalls?\b`,
			"Excel file": `\bworkbook\b`,
		},
		languageSpanish: {
			"operación": `\bembarques?\b`, "solicitud": `\bllamadas?\b`, "partida": `\blíneas?\b`, "contribuciones": `cotizaci[oó]n de impuestos`, "datos al": `\bal día\b`,
			"eliminar": `\bborr(ar(lo|la)?|ó|en)\b`,
		},
	} {
		for own, others := range names {
			other := regexp.MustCompile(`(?i)` + others)
			for key, text := range words[l] {
				if other.MatchString(text) && !slices.Contains([]string{"document.bill_of_lading", "section.10", "table.workbooks", "actor.name.command line"}, key) {
					t.Errorf("%s: %s calls %s %q", l, key, own, text)
				}
			}
		}
	}
}
