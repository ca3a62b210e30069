package evaluate

import (
	"slices"

	"tariffdesk/classify"
)

// expectOpen marks rows whose text does not decide the national line.
const expectOpen = "ask_line"

// national counts what a run for a country's schedule gave below six digits.
type national struct {
	eight, ten, right8, right10 int // rows with such a label, and right ones
	under8, under10             int // … whose subheading is right
	filledWrong                 int
	undecided, open             int
	lineRight                   []bool
	lineConfidence              []float64
}

func (n *national) count(r row, result classify.Result, right accepted, subheading, splits bool) {
	var first classify.Suggestion
	if len(result.Suggestions) > 0 {
		first = result.Suggestions[0]
	}
	digits := len(slices.MaxFunc(right.codes, func(a, b string) int { return len(a) - len(b) }))
	if r.Expect == expectOpen || digits == 6 && splits {
		n.undecided++
		if first.Line.Code == "" || len(first.NationalCandidates) > 0 || len(result.Questions) > 0 {
			n.open++
		}
	}
	codes := []string{first.Line.Code}
	if digits >= 8 {
		n.eight++
		hit := hits(codes, right, 8, 1)
		n.right8 += hit
		if subheading {
			n.under8++
			if first.Line.Code != "" && hit == 0 {
				n.filledWrong++
			}
		}
		if first.LineConfidence != nil {
			n.lineRight = append(n.lineRight, hit == 1)
			n.lineConfidence = append(n.lineConfidence, *first.LineConfidence)
		}
	}
	if digits >= 10 {
		n.ten++
		n.right10 += hits([]string{first.Statistical.Code}, right, 10, 1)
		if subheading {
			n.under10++
		}
	}
}

func (n *national) fill(f *Figures) {
	f.HS8Top1, f.HS10Top1 = share(n.right8, n.eight), share(n.right10, n.ten)
	f.HS8Given6, f.HS10Given6 = share(n.right8, n.under8), share(n.right10, n.under10)
	f.LineWrong, f.NationalAsked = share(n.filledWrong, n.under8), share(n.open, n.undecided)
	f.LineECE = calibrationError(n.lineConfidence, n.lineRight)
}
