package language_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"

	"tariffdesk/language"
)

// languageOf sends a request through With and reads its body.
func languageOf(t *testing.T, r *http.Request) language.Language {
	t.Helper()
	r = language.With(r)
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		t.Fatal(err)
	}
	return language.Of(r.Context())
}

func TestTheHeaderIsReadByItsQualityValues(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]language.Language{
		"":                                       language.English,
		"*":                                      language.English,
		"es":                                     language.Spanish,
		"ES-mx":                                  language.Spanish,
		"es-MX,es;q=0.9,en;q=0.8":                language.Spanish,
		"en;q=0.1, es":                           language.Spanish,
		"es;q=0.1, en":                           language.English,
		"en, es":                                 language.English, // the same weight: the first
		"fr, es;q=0.3":                           language.Spanish,
		"fr":                                     language.English,
		"es;q=0":                                 language.English,
		"es;q=NaN":                               language.English,
		"es;q=7":                                 language.English, // malformed
		"es ; Q = 0.5 , en ; q=0.25":             language.Spanish,
		"*;q=0.5, es;q=0.4":                      language.English,
		"est":                                    language.English, // Estonian
		";;;,,,=":                                language.English,
		strings.Repeat("fr;q=0.1,", 1000) + "es": language.English, // beyond the bound
		"es," + strings.Repeat("x", 8<<10):       language.Spanish,
		strings.Repeat("x", 8<<10):               language.English,
		strings.Repeat("de,", 31) + "es":         language.Spanish,
		strings.Repeat("de,", 32) + "es":         language.English,
		"en;q=0." + strings.Repeat("0", 1<<10) + "1, es":   language.English, // its weight is cut off
		strings.Repeat("de,", 10) + "en;q=0.2,es-419;q=.3": language.Spanish,
	} {
		r := httptest.NewRequest(http.MethodGet, "/", http.NoBody)
		r.Header.Set("Accept-Language", header)
		if got := languageOf(t, r); got != want {
			t.Errorf("%.60q: %s, want %s", header, got, want)
		}
	}
}

func TestAStatedLanguageGoesBeforeTheHeader(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 100_000)
	for body, want := range map[string]language.Language{
		`{"language":"Spanish"}`:                                      language.Spanish,
		`{ "a": [1, {"language": "x"}], "language" : "Spanish" }`:     language.Spanish,
		`{"a":"\"language\":\"Spanish\"","b":1}`:                      language.English,
		`{"a":{"language":"Spanish"}}`:                                language.English,
		`[{"language":"Spanish"}]`:                                    language.English,
		`{"language":"es"}`:                                           language.English,
		`{"language":null}`:                                           language.English,
		`{"language":{"language":"Spanish"}}`:                         language.English,
		`{"language":["Spanish"]}`:                                    language.English,
		`{"x":"language","y":"Spanish"}`:                              language.English,
		`{"\u006canguage":"Sp\u0061nish"}`:                            language.Spanish,
		`{"language":12,"a":"Spanish"}`:                               language.English,
		`"language":"Spanish"`:                                        language.English,
		`{"` + long + `":"` + long + `","language":"Spanish"}`:        language.Spanish,
		`{"language":"Spanish` + long + `"}`:                          language.English,
		"\xEF\xBB\xBF{\"language\":\"Spanish\"}":                      language.Spanish,
		`{"products":[{"a":"}"},{"b":"]"}],"language":"Spanish","z":`: language.Spanish, // malformed behind it
		`not json`: language.English,
		``:         language.English,
	} {
		for _, reader := range []io.Reader{strings.NewReader(body), iotest.OneByteReader(strings.NewReader(body))} {
			r := httptest.NewRequest(http.MethodPost, "/", io.NopCloser(reader))
			r.Header.Set("Accept-Language", "en")
			if got := languageOf(t, r); got != want {
				t.Errorf("%.60s: %s, want %s", body, got, want)
			}
		}
	}
	for query, want := range map[string]language.Language{"": language.Spanish, "?language=English": language.English, "?language=French": language.Spanish} {
		r := httptest.NewRequest(http.MethodGet, "/"+query, http.NoBody)
		r.Header.Set("Accept-Language", "es")
		if got := languageOf(t, r); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}

func TestAMessageIsTranslatedWithItsValues(t *testing.T) {
	t.Parallel()
	for english, want := range map[string]string{
		"product_description: expected length <= 50000":                "product_description: debe tener como máximo 50000 caracteres",
		"key_id, key: want exactly one of them":                        "key_id, key: indique exactamente uno de ellos",
		"direction: must be import or export":                          "direction: debe ser import o export",
		"Content-Type: want multipart/form-data":                       "Content-Type: debe ser multipart/form-data",
		`body: the member "a: b" stands more than once`:                `body: el campo "a: b" aparece más de una vez`,
		"missing token: send the header Authorization: Bearer <token>": "falta el token: envíe el encabezado Authorization: Bearer <token>",
		"products[0].price: %":                                         "",
		`products[1].currency_exchange_rate: 2 MXN for one EUR contradicts exchange_rate, which says 20: they are more than 40 % apart`: `products[1].currency_exchange_rate: 2 MXN por un EUR contradice a exchange_rate, que dice 20: difieren en más de 40 %`,
		`file: the file "a.txt": not valid UTF-8`:                                                             `file: el archivo "a.txt": el texto no es UTF-8 válido`,
		`the file is corrupt: its TIFF header is truncated`:                                                   `el archivo está dañado: su encabezado TIFF está incompleto`,
		`a.pdf was not read: the file is encrypted: give its password, or remove it and send the file again.`: `a.pdf no se leyó: el archivo está cifrado: indique su contraseña, o quítela y envíe el archivo de nuevo.`,
		`id: expected string to be RFC 4122 uuid: invalid UUID length: 3`:                                     `id: debe ser un UUID según RFC 4122 (tiene 3 caracteres)`,
		"/properties/a/type: value must be one of 'array', 'boolean'":                                         "/properties/a/type: el valor debe ser uno de 'array', 'boolean'",
		"(root): got array, want boolean or object":                                                           "(root): es array, debe ser boolean o object",
		"Listed: sat-69b, definitive since 2020-01-31, list of 2026-04-30.":                                   "Aparece en una lista: sat-69b, definitivo desde 2020-01-31, lista del 2026-04-30.",
		"Form and check digit fit. It is the id of a natural person.":                                         "La forma y el dígito verificador corresponden. Es la clave de una persona física.",
		"want a day with the sun":                                                                             "",
		"nobody says this":                                                                                    "",
		"field: nobody says this":                                                                             "",
	} {
		got, known := language.Text(language.Spanish, english)
		if known != (want != "") || known && got != want {
			t.Errorf("%q: %q (known %t), want %q", english, got, known, want)
		}
		if !known && got != english {
			t.Errorf("%q without a translation is %q", english, got)
		}
		if got, known := language.Text(language.English, english); got != english || !known {
			t.Errorf("%q in English is %q", english, got)
		}
	}
}

func TestAMessageThatQuotesItsProblemsIsTranslatedPieceByPiece(t *testing.T) {
	t.Parallel()
	problems := []string{"a: required", "b: expected number", "c: is required", "d: want text; or not"}
	quoted := "the request has 4 problems: " + strings.Join(problems[:3], "; ")
	text, texts, known := language.Messages(language.Spanish, quoted, problems[:3])
	if want := "la solicitud tiene 4 problemas: a: es obligatorio; b: debe ser un número; c: es obligatorio"; !known || text != want {
		t.Errorf("%q, want %q", text, want)
	}
	if fmt.Sprint(texts) != "[a: es obligatorio b: debe ser un número c: es obligatorio]" {
		t.Error(texts)
	}
	if _, _, known := language.Messages(language.Spanish, quoted, problems); known {
		t.Error("a problem without a translation is not told of")
	}
	if text, texts, known := language.Messages(language.Spanish, "insufficient credits", nil); text != "créditos insuficientes" || texts != nil || !known {
		t.Error(text, texts, known)
	}
}

func TestAResultIsTranslatedInItsSentencesAlone(t *testing.T) {
	t.Parallel()
	result := `{"status":"success","document_data":{"errors":["required"],"note":"not found in the document <b>"},"errors":["/a: not found in the document"],` +
		`"warnings":[{"code":"unreadable","message":"no page of the document has print that can be read: send a sharper scan or the original file","value":"required"}],` +
		`"documents":[{"document":1,"errors":["/b: not found in the document"]}],"billed_pages":1}`
	want := `{"status":"success","document_data":{"errors":["required"],"note":"not found in the document <b>"},"errors":["/a: no se encontró en el documento"],` +
		`"warnings":[{"code":"unreadable","message":"ninguna página del documento tiene texto legible: envíe un escaneo más nítido o el archivo original","value":"required"}],` +
		`"documents":[{"document":1,"errors":["/b: no se encontró en el documento"]}],"billed_pages":1}`
	if got := language.Result(language.Spanish, []byte(result)); string(got) != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	for _, same := range []string{result} {
		if got := language.Result(language.English, []byte(same)); string(got) != same {
			t.Errorf("%s", got)
		}
	}
	for _, other := range []string{`[{"errors":["required"]}]`, `null`, ``, `{"errors":null,"warnings":7}`, `{"errors":[1]}`, `{`} {
		if got := language.Result(language.Spanish, []byte(other)); string(got) != other {
			t.Errorf("%s became %s", other, got)
		}
	}
}

func FuzzNoHeaderBodyOrMessageBreaksTheTranslation(f *testing.F) {
	f.Add("es-MX;q=0.3, en", `{"language":"Spanish"}`, "a: expected length <= 5")
	f.Add(strings.Repeat("es,", 3000), "\xff{[\"\\", "the request has 2 problems: a: b; c")
	f.Fuzz(func(t *testing.T, header, body, message string) {
		r := httptest.NewRequest(http.MethodPost, "/", io.NopCloser(strings.NewReader(body)))
		r.Header["Accept-Language"] = []string{header}
		r = language.With(r)
		read, err := io.ReadAll(r.Body)
		if err != nil || string(read) != body {
			t.Errorf("the body changed: %q", read)
		}
		if l := language.Of(r.Context()); l != language.English && l != language.Spanish {
			t.Error(l)
		}
		if text, known := language.Text(language.Spanish, message); !known && text != message {
			t.Errorf("%q became %q", message, text)
		}
		if got := language.Result(language.Spanish, []byte(body)); len(body) > 0 && bytes.Equal(got, nil) {
			t.Error("the result is lost")
		}
	})
}

func TestPlainPutsAMessageIntoWordsOfAForm(t *testing.T) {
	t.Parallel()
	for english, want := range map[string]string{
		"expected length >= 1":                                    "is required",
		"expected length >= 8":                                    "needs 8 characters or more",
		"name: expected length <= 100":                            "name: takes 100 characters at most",
		"expected number >= 0":                                    "must be 0 or more",
		`expected value to be one of "free, pro"`:                 "must be one of these: free, pro",
		"expected string to be RFC 5322 email: mail: missing '@'": "must be an email address such as name@example.com",
		"want 6, 8 or 10 digits; near: 610910":                    "needs 6, 8 or 10 digits; near: 610910",
		"this email address is taken":                             "this email address is taken",
		"debe ser un número entero":                               "debe ser un número entero",
	} {
		if got := language.Plain(english); got != want {
			t.Errorf("%q becomes %q, want %q", english, got, want)
		}
	}
}
