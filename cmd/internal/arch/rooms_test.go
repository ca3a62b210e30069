package arch

import "testing"

func TestEveryRoomIsInTheTable(t *testing.T) {
	t.Parallel()
	for _, s := range sources(t) {
		divided, ok := rooms()[top(s.pkg)]
		if !ok || room(s.pkg) == root {
			continue
		}
		if _, known := divided[room(s.pkg)]; !known {
			t.Errorf("%s: the room %s of %s is not in the table of rooms", s.file, room(s.pkg), top(s.pkg))
		}
	}
}

func TestTheRoomsFormNoCircle(t *testing.T) {
	t.Parallel()
	for pkg, divided := range rooms() {
		var visit func(name string, above []string)
		visit = func(name string, above []string) {
			for _, outer := range above {
				if outer == name {
					t.Errorf("%s: %v leads back to %s", pkg, above, name)
					return
				}
			}
			for _, next := range divided[name] {
				if _, known := divided[next]; !known && next != root {
					t.Errorf("%s: %s may import %s, which is no room", pkg, name, next)
				}
				visit(next, append(above, name))
			}
		}
		for name := range divided {
			visit(name, nil)
		}
	}
}

func TestViolationsOfRoomsAreFound(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		pkg, imported string
		wrong         bool
	}{
		"the root to a room":                 {"tariffdesk/classify", "tariffdesk/classify/internal/rank", false},
		"a room to the root":                 {"tariffdesk/classify/internal/rank", "tariffdesk/classify", true},
		"along the table":                    {"tariffdesk/classify/internal/rank", "tariffdesk/classify/internal/facet", false},
		"against it":                         {"tariffdesk/classify/internal/facet", "tariffdesk/classify/internal/rank", true},
		"between neighbours":                 {"tariffdesk/classify/internal/lookup", "tariffdesk/classify/internal/facet", true},
		"within a room":                      {"tariffdesk/classify/internal/text", "tariffdesk/classify/internal/text/spell", false},
		"below a room":                       {"tariffdesk/classify/internal/text/spell", "tariffdesk/classify/internal/rank", true},
		"a room of no table":                 {"tariffdesk/classify/internal/attic", "tariffdesk/classify/internal/text", true},
		"a room to the floor":                {"tariffdesk/classify/internal/facet", "tariffdesk/tariff", false},
		"a room to a stranger":               {"tariffdesk/classify/internal/facet", "tariffdesk/quote", true},
		"rooms of extract":                   {"tariffdesk/extract/internal/read", "tariffdesk/extract/internal/page", false},
		"extract, against them":              {"tariffdesk/extract/internal/page", "tariffdesk/extract/internal/read", true},
		"a subject of the store to its pool": {"tariffdesk/store/internal/editions", "tariffdesk/store/internal/db", false},
		"the pool of the store to a subject": {"tariffdesk/store/internal/db", "tariffdesk/store/internal/editions", true},
		"a package undivided":                {"tariffdesk/tariff/ruling", "tariffdesk/tariff", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := violation(tc.pkg, tc.imported); (got != "") != tc.wrong {
				t.Errorf("violation %q", got)
			}
		})
	}
}
