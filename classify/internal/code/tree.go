package code

import "tariffdesk/tariff"

// Tree is the nomenclature numbered: chapters, headings and subheadings, each in order of code. It is read only once
// built.
type Tree struct {
	Chapters  []*tariff.Entry
	Headings  []*tariff.Entry
	Subs      []*tariff.Entry
	Numbers   []Number // by subheading: its code
	ChapterOf []int32  // by heading
	HeadingOf []int32  // by subheading
	FirstSub  []int32  // by heading: its subheadings are FirstSub[h] … FirstSub[h+1]-1
	SubAt     map[string]int32
	HeadingAt map[string]int32
}

// NewTree numbers the nomenclature.
func NewTree(k *tariff.Knowledge) *Tree {
	t := &Tree{SubAt: map[string]int32{}, HeadingAt: map[string]int32{}}
	for _, chapter := range k.Chapters() {
		for _, heading := range chapter.Children {
			t.HeadingAt[heading.Code] = int32(len(t.Headings))
			for _, sub := range heading.Children {
				t.SubAt[sub.Code] = int32(len(t.Subs))
				t.Subs, t.Numbers = append(t.Subs, sub), append(t.Numbers, NumberOf(sub.Code))
				t.HeadingOf = append(t.HeadingOf, int32(len(t.Headings)))
			}
			t.FirstSub = append(t.FirstSub, int32(len(t.Subs)-len(heading.Children)))
			t.Headings, t.ChapterOf = append(t.Headings, heading), append(t.ChapterOf, int32(len(t.Chapters)))
		}
		t.Chapters = append(t.Chapters, chapter)
	}
	t.FirstSub = append(t.FirstSub, int32(len(t.Subs)))
	return t
}

// FirstMade is the chapter from which headings go by what goods are and do, not by what they are made of or how far they
// are worked.
const FirstMade = "84"
