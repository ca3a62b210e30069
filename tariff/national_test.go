package tariff

import (
	"strings"
	"testing"
)

// fitted fits a tree of Mexican lines, written below 852872, to a schedule of other lines.
func fitted(t *testing.T, nodes, lines string) *Tree {
	t.Helper()
	trees, err := readTree(t, nodes)
	if err != nil {
		t.Fatal(err)
	}
	s, err := ParseSchedule([]byte(strings.Replace(header, "USA", "MEX", 1) + lines))
	if err != nil {
		t.Fatal(err)
	}
	return NewNational(trees, s).Tree("MEX", "852872")
}

const twoLines = "  85287201 | Small | Chicos | screen<=35.56cm\n  85287299 | Others | Otros | other\n"

func TestATreeFollowsItsSchedule(t *testing.T) {
	t.Parallel()
	tree := fitted(t, twoLines, "85287202\tPza\tfree\n85287299\tPza\tfree\n")
	if len(tree.Children) != 2 || tree.Find("85287201") != nil || !tree.Find("85287202").Working || tree.Find("85287299").Working {
		t.Errorf("an ended line stays or a new one is missing: %v", tree.codes())
	}
}

func TestALineThatIsSubdividedKeepsItsNode(t *testing.T) {
	t.Parallel()
	tree := fitted(t, twoLines, "85287201\tPza\tfree\t\t01;02\n85287299\tPza\tfree\n")
	small := tree.Find("85287201")
	if small == nil || small.Title.English != "Small" || len(small.Children) != 2 || small.Children[0].Parent != small {
		t.Errorf("%+v", small)
	}
}

func TestALineThatIsNoLongerSubdividedTakesItsPartsIn(t *testing.T) {
	t.Parallel()
	tree := fitted(t, "  85287201 | Small | Chicos | screen<=35.56cm\n    8528720101 | Red | Rojos | said: red\n    8528720199 | Others | Otros | other\n  85287299 | Others | Otros | other\n",
		"85287201\tPza\tfree\n85287299\tPza\tfree\n")
	if small := tree.Find("85287201"); small == nil || len(small.Children) != 0 {
		t.Errorf("%+v", small)
	}
}

func TestAnUntouchedTreeIsTheWrittenOne(t *testing.T) {
	t.Parallel()
	trees, err := readTree(t, twoLines)
	if err != nil {
		t.Fatal(err)
	}
	s, err := ParseSchedule([]byte(strings.Replace(header, "USA", "MEX", 1) + "85287201\tPza\tfree\n85287299\tPza\tfree\n"))
	if err != nil {
		t.Fatal(err)
	}
	if NewNational(trees, s).Tree("MEX", "852872") != trees.Of("MEX", "852872") {
		t.Error("the tree was rebuilt although no line changed")
	}
}
