package packets

import (
	"bytes"
	"slices"
	"testing"
)

func TestThePacketsAreAsManifoldAsTheyAreSaidToBe(t *testing.T) {
	t.Parallel()
	planted, sizes, languages := map[Difference]int{}, map[int]bool{}, map[string]int{}
	unread, scans := 0, 0
	for n := range Count {
		d := plan(n, 0)
		if len(d.Lines) < 2 || len(d.kinds) < 2 || len(d.kinds) > 12 || !d.has("invoice") {
			t.Errorf("packet %d: %d lines, papers %v", n, len(d.Lines), d.kinds)
		}
		for _, difference := range d.Planted {
			planted[difference]++
		}
		languages[d.Lang]++
		sizes[len(d.kinds)] = true
		if d.Scan {
			scans++
		}
		if Unread(n) {
			unread++
		}
	}
	if unread != 20 || scans < 18 || scans > 22 || len(languages) != 3 || len(sizes) != 11 {
		t.Errorf("%d unread, %d scans, languages %v, %d numbers of papers", unread, scans, languages, len(sizes))
	}
	for _, difference := range Differences() {
		if planted[difference] == 0 {
			t.Errorf("no packet plants %s", difference)
		}
	}
}

func TestAPacketIsDrawnWithItsTruth(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 6, 22, 24} { // text, small print overleaf, a scan, an invoice of two pages
		p, err := New(n)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(p.PDF, []byte("%PDF")) || len(p.Papers) != len(plan(n, 0).kinds) {
			t.Errorf("packet %d: %d papers", n, len(p.Papers))
		}
		next := 1
		for _, one := range p.Papers {
			for _, page := range one.Pages {
				if page != next {
					t.Errorf("packet %d: page %d stands where page %d should", n, page, next)
				}
				next++
			}
			if one.CopyOf > 0 && p.Papers[one.CopyOf-1].Type != one.Type {
				t.Errorf("packet %d: a %s repeats a %s", n, one.Type, p.Papers[one.CopyOf-1].Type)
			}
		}
	}
	again, err := New(0)
	first, err2 := New(0)
	if err != nil || err2 != nil || !bytes.Equal(first.PDF, again.PDF) {
		t.Error("the same packet is drawn otherwise the second time")
	}
	with, err := Find(func(p Packet) bool { return slices.Equal(p.Planted, []Difference{Quantity}) })
	if err != nil || !slices.Equal(with.Planted, []Difference{Quantity}) {
		t.Errorf("%v: %v", with.Planted, err)
	}
}

func TestAnotherSeedDrawsPacketsOfOtherWords(t *testing.T) {
	t.Parallel()
	read, other := wordings(wordFile), wordings(otherWordFile)
	for key, said := range read {
		if len(other[key]) < 2 {
			t.Errorf("%s has %d other wordings", key, len(other[key]))
		}
		same := 0
		for _, text := range other[key] {
			if slices.Contains(said, text) {
				same++
			}
		}
		if same > 1 {
			t.Errorf("%s: %d wordings are those of seed 0", key, same)
		}
	}
	designs := map[int]bool{}
	for n := range Count {
		d := plan(n, 1)
		designs[d.design] = true
	}
	if len(designs) != allDesigns {
		t.Errorf("%d designs", len(designs))
	}
	a, err := Draw(0, 1)
	b, err2 := Draw(0, 2)
	c, err3 := New(0)
	if err != nil || err2 != nil || err3 != nil || bytes.Equal(a.PDF, b.PDF) || bytes.Equal(a.PDF, c.PDF) {
		t.Error("two seeds draw the same", err, err2, err3)
	}
	for n := range Count {
		if p := plan(n, 1); !p.Scan {
			if _, err := Draw(n, 1); err != nil {
				t.Error(err)
			}
		}
	}
}
