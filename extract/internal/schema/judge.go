package schema

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Judgement lists the findings about a schema: of Draft 7 itself, and of the parts that Parse supports.
type Judgement struct {
	Errors Problems // against Draft 7; none for a valid schema
	Limits Problems // what Parse refuses beyond that
}

// Judge tells apart what Draft 7 forbids and what is allowed there but not supported here: other drafts,
// remote references, recursion, expressions beyond RE2, sizes over a bound.
func Judge(raw []byte) Judgement {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return Judgement{Errors: Problems{"the schema is not JSON"}}
	}
	if deeper(doc, maxJudgedDepth) {
		return Judgement{Errors: Problems{fmt.Sprintf("nested deeper than the limit of %d levels", maxJudgedDepth)}}
	}
	j := Judgement{Errors: draftProblems(doc)}
	if _, err := Parse(raw); err != nil {
		wrong := map[string]bool{} // places
		for _, p := range j.Errors {
			wrong[placeOf(p)] = true
		}
		var refused Problems
		errors.As(err, &refused)
		j.Limits = slices.DeleteFunc(refused, func(p string) bool { return wrong[placeOf(p)] })
	}
	return j
}

// placeOf is the place that a problem names.
func placeOf(problem string) string {
	place, _, _ := strings.Cut(problem, ": ")
	return place
}

// draftProblems are the violations of the draft's own schema.
func draftProblems(doc any) Problems {
	c := jsonschema.NewCompiler()
	c.UseLoader(refuseLoader{})
	c.UseRegexpEngine(wellFormed)
	c.AssertFormat()
	draft, err := c.Compile(Draft + "#")
	if err != nil {
		return Problems{"the draft's own schema: " + err.Error()}
	}
	v, ok := errors.AsType[*jsonschema.ValidationError](draft.Validate(doc))
	if !ok {
		return nil
	}
	return problemsOf(v)
}

// The faults that make an expression wrong in every dialect. What only RE2 lacks, such as lookahead, is
// not among them: Draft 7 asks for expressions of ECMA 262.
var malformed = []syntax.ErrorCode{
	syntax.ErrInvalidCharRange, syntax.ErrMissingBracket, syntax.ErrMissingParen, syntax.ErrUnexpectedParen,
	syntax.ErrMissingRepeatArgument, syntax.ErrTrailingBackslash, syntax.ErrInvalidRepeatOp,
}

// wellFormed is the engine by which expressions are judged: one that only RE2 lacks matches nothing.
func wellFormed(text string) (jsonschema.Regexp, error) {
	re, err := regexp.Compile(text)
	if err == nil {
		return re, nil
	}
	if broken, ok := errors.AsType[*syntax.Error](err); ok && slices.Contains(malformed, broken.Code) {
		return nil, errors.New(broken.Code.String())
	}
	return regexp.MustCompile(`[^\x00-\x{10FFFF}]`), nil
}

// maxJudgedDepth bounds the nesting that is judged: each level costs its whole path.
const maxJudgedDepth = 256

// deeper reports whether a value is nested beyond a number of levels.
func deeper(v any, levels int) bool {
	if levels < 0 {
		return true
	}
	below := func(inner any) bool { return deeper(inner, levels-1) }
	switch v := v.(type) {
	case []any:
		return slices.ContainsFunc(v, below)
	case map[string]any:
		for _, inner := range v {
			if below(inner) {
				return true
			}
		}
	}
	return false
}
