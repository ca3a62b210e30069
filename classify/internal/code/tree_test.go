package code

import (
	"testing"

	"tariffdesk/tariff"
)

func TestTheTreeIsTheNomenclatureInOrder(t *testing.T) {
	t.Parallel()
	k, err := tariff.LoadKnowledge()
	if err != nil {
		t.Fatal(err)
	}
	tree := NewTree(k)
	chapters, headings, subs := k.Counts()
	if len(tree.Chapters) != chapters || len(tree.Headings) != headings || len(tree.Subs) != subs || len(tree.FirstSub) != headings+1 {
		t.Fatalf("%d chapters, %d headings, %d subheadings", len(tree.Chapters), len(tree.Headings), len(tree.Subs))
	}
	for sub, entry := range tree.Subs {
		h := tree.HeadingOf[sub]
		if sub > 0 && tree.Subs[sub-1].Code >= entry.Code {
			t.Errorf("%s follows %s", entry.Code, tree.Subs[sub-1].Code)
		}
		if tree.Headings[h] != entry.Parent || int32(sub) < tree.FirstSub[h] || int32(sub) >= tree.FirstSub[h+1] || tree.SubAt[entry.Code] != int32(sub) {
			t.Errorf("%s is out of place", entry.Code)
		}
		if tree.Chapters[tree.ChapterOf[h]] != entry.Parent.Parent || tree.HeadingAt[entry.Parent.Code] != h {
			t.Errorf("%s: heading or chapter is out of place", entry.Code)
		}
	}
}

func TestPlacesOfHeadingsAndChaptersDiffer(t *testing.T) {
	t.Parallel()
	n := NumberOf("010121")
	if n != 10121 || n.Heading() != 101 || n.Chapter() != 10001 {
		t.Errorf("%d lies in %d and %d", n, n.Heading(), n.Chapter())
	}
	if last := NumberOf("999999"); last.Heading() >= n.Chapter() {
		t.Errorf("the heading %d is taken for a chapter", last.Heading())
	}
}
