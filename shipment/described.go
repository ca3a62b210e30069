package shipment

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
)

//go:embed code_captions.tsv
var codeCaptions string

// codeWords are the captions of a tariff code, and the words that may stand between one and its digits, by kind.
var codeWords = func() map[string][]string {
	words := map[string][]string{}
	for line := range strings.Lines(codeCaptions) {
		if kind, phrases, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			for phrase := range strings.SplitSeq(phrases, ";") {
				words[kind] = append(words[kind], strings.TrimSpace(phrase))
			}
		}
	}
	return words
}()

// tariffCode matches a code of six to ten digits, as it is printed: 8504.40, 8207 70 38, 0901.11.90.00.
var tariffCode = regexp.MustCompile(`^\d{4}[.\s]?\d{2}(?:[.\s]?\d{2}){0,2}$`)

// codeGroup matches a group of a code that is printed with spaces.
var codeGroup = regexp.MustCompile(`^\d{2}$`)

const longestCaption = 3 // words

// takeCode moves a tariff code that stands in the description behind its caption to the code: "LED driver HS 8504.40". A code that is
// read already stays.
func (i *Item) takeCode() {
	words := strings.Fields(i.Description.Value)
	for at := range words {
		for n := longestCaption; n > 0; n-- {
			end := at + n
			if end >= len(words) || !slices.Contains(codeWords["caption"], strings.TrimSpace(fold(strings.Join(words[at:end], " ")))) {
				continue
			}
			for end < len(words)-1 && slices.Contains(codeWords["between"], strings.TrimSpace(fold(words[end]))) {
				end++
			}
			code := bare(words[end])
			for end+1 < len(words) && codeGroup.MatchString(bare(words[end+1])) && tariffCode.MatchString(code+" "+bare(words[end+1])) {
				end++
				code += " " + bare(words[end])
			}
			if !tariffCode.MatchString(code) {
				continue
			}
			if i.Code.Value == "" {
				i.Code = Text{Value: code, Source: i.Description.Source}
			}
			rest := strings.TrimSpace(strings.Join(slices.Concat(words[:at], words[end+1:]), " "))
			if rest = strings.TrimRight(rest, " ,;:(-"); rest != "" {
				i.Description.Value = rest
			}
			return
		}
	}
}

// bare is a word without brackets and marks around it.
func bare(word string) string { return strings.Trim(word, "()[],;:.#") }
