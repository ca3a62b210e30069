package text

import (
	"regexp"
	"slices"
	"strings"
)

var (
	htmlTag    = regexp.MustCompile(`<[a-zA-Z/!][^<>]{0,400}>`)
	webAddress = regexp.MustCompile(`(?i)\b(?:https?://|www\.)\S+`)
)

// WithoutMarkup takes mark-up and addresses off.
func WithoutMarkup(s string) string {
	if strings.IndexByte(s, '<') >= 0 {
		s = htmlTag.ReplaceAllString(s, " ")
	}
	if strings.Contains(s, "://") || strings.Contains(s, "www.") {
		s = webAddress.ReplaceAllString(s, " ")
	}
	return s
}

// parts is a description split into its three places.
type parts struct{ title, attributes, category string }

// split finds the attribute list and the category path of a listing. A text that is itself an
// attribute list ("Material: cotton; Gender: men") has no title.
func (r *Reader) split(s string) (p parts) {
	p.title = s
	if strings.IndexByte(s, ':') < 0 {
		return p
	}
	if before, after, ok := cutLabel(p.title, r.categoryLabels, true); ok && strings.Contains(after, ">") {
		p.category, p.title = after, before
	}
	if before, after, ok := cutLabel(p.title, r.attributeLabels, false); ok {
		p.attributes, p.title = after, before
	} else if strings.Count(p.title, ": ") >= 2 && strings.Count(p.title, ";") >= 1 {
		p.title, p.attributes = splitList(p.title)
	}
	return p
}

// labelSpace holds the characters allowed between a label and its colon, labelEdge those allowed before a label.
const (
	labelSpace = " \t\n\f\r"
	labelEdge  = labelSpace + ".;|"
)

// cutLabel takes s apart at the first, or at the last, colon behind one of labels.
func cutLabel(s string, labels []string, last bool) (before, after string, ok bool) {
	for from := 0; ; {
		n := strings.IndexByte(s[from:], ':')
		if n < 0 {
			return before, after, ok
		}
		name := strings.TrimRight(s[from:from+n], labelSpace)
		edge := strings.LastIndexAny(name, labelEdge)
		labelled := func(label string) bool { return strings.EqualFold(name[edge+1:], label) }
		if (edge >= 0 || from == 0) && slices.ContainsFunc(labels, labelled) {
			before, after, ok = s[:from+max(edge, 0)], s[from+n+1:], true
			if !last {
				return before, after, ok
			}
		}
		from += n + 1
	}
}

// splitList separates leading prose from "key: value; key: value".
func splitList(s string) (title, attributes string) {
	first := strings.Index(s, ": ")
	cut := strings.LastIndexAny(s[:first], ".;\n")
	return s[:cut+1], s[cut+1:]
}
