package schema

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"
)

// scan walks the raw document once, within its bounds, and lists what is refused whatever its place:
// other drafts, remote references, expressions that RE2 does not know.
func (s *scanner) scan(root map[string]any) Problems {
	s.walk(root, "", 0)
	if s.properties > MaxProperties {
		s.problem("", fmt.Sprintf("the schema has more than the limit of %d properties", MaxProperties))
	}
	slices.Sort(s.problems)
	return slices.Compact(s.problems)
}

type scanner struct {
	problems   Problems
	properties int
	nodes      int
	stopped    bool
	refused    []func() // take out what was refused
}

// mend takes out what was refused, so that the rest can be judged too.
func (s *scanner) mend() {
	for _, remove := range s.refused {
		remove()
	}
}

// refuse lists a keyword of an object and marks it to be taken out.
func (s *scanner) refuse(object map[string]any, keyword, at, text string) {
	s.problem(at+"/"+keyword, text)
	s.refused = append(s.refused, func() { delete(object, keyword) })
}

func (s *scanner) problem(at, text string) {
	if at == "" {
		at = "(root)"
	}
	if len(s.problems) < maxViolations {
		s.problems = append(s.problems, at+": "+text)
	}
}

// maxRawDepth bounds the nesting of the raw document: each level of fields takes two.
const maxRawDepth = 4 * MaxDepth

func (s *scanner) walk(v any, at string, depth int) {
	s.nodes++
	if s.stopped || s.nodes > maxNodes || depth > maxRawDepth {
		if !s.stopped {
			s.problem(at, fmt.Sprintf("the schema is nested deeper than %d levels or larger than %d values", maxRawDepth, maxNodes))
		}
		s.stopped = true
		return
	}
	switch v := v.(type) {
	case map[string]any:
		s.object(v, at)
		for _, name := range sortedNames(v) {
			s.walk(v[name], at+"/"+name, depth+1)
		}
	case []any:
		for i, item := range v {
			s.walk(item, fmt.Sprintf("%s/%d", at, i), depth+1)
		}
	}
}

func (s *scanner) object(v map[string]any, at string) {
	// Below "properties", a keyword's name is the name of a property.
	if strings.HasSuffix(at, "/properties") || strings.HasSuffix(at, "/enum") || strings.HasSuffix(at, "/const") {
		return
	}
	if properties, ok := v["properties"].(map[string]any); ok {
		s.properties += len(properties)
	}
	if draft, ok := v["$schema"].(string); ok && strings.TrimSuffix(strings.Replace(draft, "https:", "http:", 1), "#") != Draft {
		s.refuse(v, "$schema", at, "only "+Draft+"# is supported")
	}
	if ref, ok := v["$ref"].(string); ok && !strings.HasPrefix(ref, "#") {
		s.refuse(v, "$ref", at, errRemote.Error())
	}
	if pattern, ok := v["pattern"].(string); ok {
		if why := patternProblem(pattern); why != "" {
			s.refuse(v, "pattern", at, why)
		}
	}
	if patterns, ok := v["patternProperties"].(map[string]any); ok {
		for _, p := range sortedNames(patterns) {
			if why := patternProblem(p); why != "" {
				s.refuse(patterns, p, at+"/patternProperties", why)
			}
		}
	}
	if enum, ok := v["enum"].([]any); ok && len(enum) > maxEnum {
		s.problem(at+"/enum", fmt.Sprintf("more than the limit of %d values", maxEnum))
	}
}

// patternProblem says why an expression is refused, "" for one that is not.
func patternProblem(p string) string {
	if len(p) > maxPattern {
		return fmt.Sprintf("longer than the limit of %d characters", maxPattern)
	}
	if _, err := regexp.Compile(p); err != nil {
		return "the regular expression is not supported: it must be RE2, without lookahead, lookbehind or backreferences"
	}
	return ""
}

func sortedNames(m map[string]any) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
