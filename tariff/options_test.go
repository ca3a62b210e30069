package tariff

import (
	"flag"
	"regexp"
	"strings"
	"testing"
)

// go test ./tariff -run TestOptions -v -args -options lists every question of headings and trees with its options, to be read by eye.
var listOptions = flag.Bool("options", false, "list every question with its options in both languages")

// smallWords are words of one language that the other does not have.
var smallWords = map[Language]map[string]bool{
	LanguageEnglish: wordSet("the of with and for other or not than whose from without containing used having by less between only any their which"),
	LanguageSpanish: wordSet("de con y para otro los las del sin que por más menos otros otras la el en un una"),
}

func wordSet(words string) map[string]bool {
	out := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		out[word] = true
	}
	return out
}

// codeOfTariff is a code that whoever answers cannot be expected to know. Those of chapters 98 and 99 are measures of a country, which are.
var codeOfTariff = regexp.MustCompile(`\b(?:[0-8]\d|9[0-7])\d\d\.\d\d\b`)

// faultOf says what is wrong with words that a question or an option shows, "" where nothing is.
func faultOf(words string, language, other Language) string {
	if strings.TrimSpace(words) == "" {
		return "is empty"
	}
	if codeOfTariff.MatchString(words) {
		return "names a code of the tariff"
	}
	own, foreign := 0, 0
	for word := range strings.FieldsFuncSeq(strings.ToLower(words), func(r rune) bool { return strings.ContainsRune(" ,.;:()¿?/-", r) }) {
		switch {
		case smallWords[language][word]:
			own++
		case smallWords[other][word]:
			foreign++
		}
	}
	if foreign > own+1 || foreign > own && own == 0 && foreign > 1 {
		return "is in the other language"
	}
	return ""
}

func checkOption(t *testing.T, where string, words Text) {
	t.Helper()
	if *listOptions {
		t.Logf("%s | %s | %s", where, words.English, words.Spanish)
	}
	if fault := faultOf(words.English, LanguageEnglish, LanguageSpanish); fault != "" {
		t.Errorf("%s: %q %s", where, words.English, fault)
	}
	if fault := faultOf(words.Spanish, LanguageSpanish, LanguageEnglish); fault != "" {
		t.Errorf("%s: %q %s", where, words.Spanish, fault)
	}
}

func TestOptionsOfQuestionsAreSaidInTheirLanguageWithoutCodes(t *testing.T) {
	t.Parallel()
	knowledge := embeddedKnowledge(t)
	national, err := LoadNational(knowledge.Vocabulary())
	if err != nil {
		t.Fatal(err)
	}
	options := 0
	for _, chapter := range knowledge.Chapters() {
		for _, heading := range chapter.Children {
			for _, f := range heading.Facets {
				checkOption(t, heading.Code+" "+f.Name, f.Question)
			}
			for _, sub := range heading.Children {
				for _, country := range ScheduleCountries() {
					tree := national.Tree(country, sub.Code)
					if tree == nil {
						continue
					}
					var walk func(nodes []*Node)
					walk = func(nodes []*Node) {
						for _, n := range nodes {
							options++
							if len(nodes) > 1 {
								checkOption(t, country+" "+sub.Code+" "+n.Code, n.Title)
							}
							walk(n.Children)
						}
					}
					walk(tree.Children)
				}
			}
		}
	}
	if options < 30_000 {
		t.Errorf("%d options, want all of four countries", options)
	}
	for words, language := range map[string]Language{"Cookers of 7321.11 only": LanguageEnglish, "Others, not for the use with": LanguageSpanish, " ": LanguageEnglish} {
		other := LanguageEnglish
		if language == LanguageEnglish {
			other = LanguageSpanish
		}
		if faultOf(words, language, other) == "" {
			t.Errorf("%q passes", words)
		}
	}
}
