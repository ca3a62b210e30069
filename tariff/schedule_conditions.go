package tariff

import (
	"slices"
	"strings"
)

// maxConditionBytes bounds what is kept of the conditions of a line and its subdivisions.
const maxConditionBytes = 4096

// groupMark separates, in the column of conditions, those of the line from those of each subdivision,
// which begin with its two digits: "screen<=35.56cm | 01 material=plastic".
const groupMark = " | "

// conditionsOf returns what was derived for a line, and for its subdivision where the code names one,
// in the language of the trees.
func (l Line) conditionsOf(code string) string {
	var parts []string
	for group := range strings.SplitSeq(l.conditions, groupMark) {
		digits, text := groupDigits(group)
		if text != "" && (digits == "" || digits == code[len(l.Code):]) {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "; ")
}

// addConditions keeps what was derived for the line or one of its subdivisions.
func (l *Line) addConditions(code, text string) {
	if text == "" {
		return
	}
	if len(code) > len(l.Code) {
		text = code[len(l.Code):] + " " + text
	}
	if joined := strings.TrimPrefix(l.conditions+groupMark+text, groupMark); len(joined) <= maxConditionBytes {
		l.conditions = joined
	}
}

// carryConditions takes over what an older version derived for what still stands.
func (l *Line) carryConditions(old Line) {
	suffixes := l.Suffixes()
	for group := range strings.SplitSeq(old.conditions, groupMark) {
		digits, text := groupDigits(group)
		if digits == "" || slices.ContainsFunc(suffixes, func(s Suffix) bool { return s.Code == l.Code+digits }) {
			l.addConditions(l.Code+digits, text)
		}
	}
}

// groupDigits splits a group into the digits of its subdivision, "" for the line's own, and its conditions.
func groupDigits(group string) (digits, text string) {
	if len(group) > 3 && isDigits(group[:2], 2) && group[2] == ' ' {
		return group[:2], group[3:]
	}
	return "", group
}
