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
		d := plan(n)
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
		if !bytes.HasPrefix(p.PDF, []byte("%PDF")) || len(p.Papers) != len(plan(n).kinds) {
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
