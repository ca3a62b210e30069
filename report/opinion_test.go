package report_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"tariffdesk/classify"
	"tariffdesk/report"
	"tariffdesk/tariff"
)

// classified is a classification with a dialogue, evidence and alternatives.
func classified(description string) report.Classification {
	level := func(code, name string) classify.Level { return classify.Level{Code: code, Name: name} }
	share := 0.7
	return report.Classification{
		ID: "0191", ParentID: "0190", Organisation: "Importadora Ejemplo", Country: "MEX", Model: "fast", Language: tariff.LanguageSpanish,
		Description: description, Attached: "Net weight 3 kg", Attachments: []string{"ficha.pdf"},
		AskedAt: time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC), MadeAt: time.Date(2026, 6, 15, 12, 0, 1, 0, time.UTC), RequestIDs: []string{"r-1", "r-2"},
		Tariff: "HS 2022, MEX 2026-04-01", Knowledge: "0a1b2c3d4e5f", Program: "v1.2.3",
		Result: classify.Result{
			Suggestions: []classify.Suggestion{{
				Chapter: level("61", "Prendas de punto"), Heading: level("6109", "Playeras"), Subheading: level("610910", "Playeras de algodón"),
				Line: level("61091003", "Playeras de algodón"), Statistical: level("6109100301", "Para adultos"), Confidence: 0.91, LineConfidence: &share,
				Reason: "La mercancía está comprendida en la partida 6109.", Advice: "Averigüe el peso.", Presumed: []string{"usuario: hombre"},
				Evidence: []classify.Evidence{{Kind: classify.EvidenceNote, Reference: "ch61-n4", Text: "Con bolsillos bajo la cintura no son playeras.", Code: "610910", Status: classify.EvidenceStatusSupports, Source: "Harmonized System 2022"}},
			}, {
				Heading: level("6105", "Camisas"), Subheading: level("610510", "Camisas de algodón, de punto"), Confidence: 0.05, Reason: "Exige cuello.",
			}},
			Open:     []classify.Question{{ID: "q", Text: "¿Para quién es?", Choices: []classify.Choice{{Value: "a", Label: "adultos", LeadsTo: []string{"6109100301"}}, {Value: "b", Label: "niños", LeadsTo: []string{"6109100399"}}}}},
			Dialogue: []classify.Exchange{{Question: "¿De qué fibra?", Answer: "algodón", Understood: "algodón"}, {Answer: "es de punto", Understood: "«punto»"}},
			Told:     "playera. algodón. punto",
			Moved:    &classify.Move{From: classify.Standing{Code: "620520", Confidence: 0.3}, To: classify.Standing{Code: "6109100301", Confidence: 0.91}, Ranks: []classify.Rank{{Code: "610910", Before: 3, After: 1}, {Code: "620520", Before: 1}}},
		},
	}
}

func TestAnOpinionTellsEverythingABrokerFiles(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := report.Opinion(classified("playera"), tariff.LanguageSpanish).HTML(&b); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"Importadora Ejemplo", "6109.10.03.01", "91 %: alta", "ficha.pdf", "Net weight 3 kg", "¿De qué fibra?", "(dicho sin pregunta)", "playera. algodón. punto", "6205.20 (30 %)",
		"fuera de la lista", "Sección", "XI", "La mercancía está comprendida", "ch61-n4", "usuario: hombre", "Averigüe el peso.", "¿Para quién es?", "6109.10.03.99", "6105.10", "Exige cuello.",
		"2026-06-15 12:00 UTC", "r-1, r-2", "0a1b2c3d4e5f", "v1.2.3", "HS 2022, MEX 2026-04-01", "0190",
	} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("the opinion lacks %q", part)
		}
	}
}

func TestEveryCaptionOfAnOpinionStandsInBothLanguages(t *testing.T) {
	t.Parallel()
	for _, language := range []tariff.Language{tariff.LanguageEnglish, tariff.LanguageSpanish} {
		var b bytes.Buffer
		if err := report.Opinion(classified("playera"), language).HTML(&b); err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"_", ">asked<", ">path<", ">supports<", ">note<"} {
			if strings.Contains(b.String()[strings.Index(b.String(), "<body>"):], key) {
				t.Errorf("%s: a caption is missing: %q stands in the page", language, key)
			}
		}
	}
}

func TestAnyDescriptionIsPrintedWhole(t *testing.T) {
	t.Parallel()
	for name, description := range map[string]string{
		"long": strings.Repeat("camiseta de algodón peinado, ", 1700), "one word": strings.Repeat("x", 50_000), "Chinese": strings.Repeat("男士针织棉T恤。", 2000), "signs": "Señal ≤ 5 → Ω\x00\u200d🙂",
	} {
		d := report.Opinion(classified(description), tariff.LanguageSpanish)
		var pdf, page bytes.Buffer
		if err := d.PDF(&pdf, report.PaperLetter); err != nil || !bytes.HasPrefix(pdf.Bytes(), []byte("%PDF-")) {
			t.Errorf("%s: %v", name, err)
		}
		if err := d.HTML(&page); err != nil || name != "signs" && !strings.Contains(page.String(), strings.TrimSpace(description)) {
			t.Errorf("%s: the page cuts the description: %v", name, err)
		}
	}
}
