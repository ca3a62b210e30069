package answer

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/classify/internal/text"
)

// Bounds of the choices in a question of somebody's own.
const (
	mostChoices     = 10
	longestQuestion = 2_000 // bytes read
)

// marker matches the mark before a choice: "(a)", "a)", "1." or "2)".
var marker = regexp.MustCompile(`(?i)(?:^|[\s;,:])\(?(?:([a-j])|([1-9]|10))[).]\s*`)

// Choices returns the choices that a question offers in its words: "(a) cotton; (b) wool", or "cotton, linen or
// wool?"; nil where it offers none.
func (w *Words) Choices(question string) []string {
	question = strings.TrimSpace(question[:min(len(question), longestQuestion)])
	if choices := marked(question); len(choices) > 1 {
		return choices
	}
	if at := strings.LastIndexByte(question, ':'); at >= 0 && at+1 < len(question) {
		question = question[at+1:]
	}
	return w.joined(question)
}

// marked cuts a question at markers that count from a or from 1.
func marked(question string) (choices []string) {
	found := marker.FindAllStringSubmatchIndex(question, mostChoices)
	for i, m := range found {
		end := len(question)
		if i+1 < len(found) {
			end = found[i+1][0]
		}
		if !follows(question, m, i) {
			return nil
		}
		choice := strings.Trim(question[m[1]:end], " ;,.?\t\n")
		if choice == "" {
			return nil
		}
		choices = append(choices, choice)
	}
	return choices
}

// follows reports whether a marker is the one expected at place i: "b" after "a".
func follows(question string, m []int, i int) bool {
	if m[2] >= 0 {
		return int(question[m[2]]|0x20-'a') == i
	}
	place := 0
	for _, digit := range question[m[4]:m[5]] {
		place = 10*place + int(digit-'0')
	}
	return place == i+1
}

// joined cuts "cotton, linen or wool?" at its commas and before its last choice.
func (w *Words) joined(question string) []string {
	words := strings.Fields(strings.Trim(question, " ?¿."))
	last := -1
	for i, word := range words {
		if w.or[text.Fold(word)] && i > 0 && i+1 < len(words) {
			last = i
		}
	}
	if last < 0 {
		return nil
	}
	var choices []string
	for part := range strings.SplitSeq(strings.ReplaceAll(strings.Join(words[:last], " "), ";", ","), ",") {
		choices = append(choices, strings.TrimSpace(part))
	}
	choices = append(choices, strings.Join(words[last+1:], " "))
	choices = slices.DeleteFunc(choices, func(c string) bool { return c == "" })
	if len(choices) < 2 || len(choices) > mostChoices {
		return nil
	}
	return choices
}
