package fit

import (
	"slices"
	"strings"
	"testing"

	"tariffdesk/extract/internal/describe"
)

func newTagging() *tagging {
	t := &tagging{writer: describe.NewWriter(nil), byName: map[string]describe.Tag{}}
	for tag, name := range describe.TagNames {
		t.byName[name] = describe.Tag(tag)
	}
	return t
}

func tagNames(r *request) (names []string) {
	for i := range r.tags {
		names = append(names, nameOf(r, i))
	}
	return names
}

// TestATaggedRequestIsReadWithTheTagsOfItsWords where what stands between columns has a tag of its own, and marks belong to no word.
func TestATaggedRequestIsReadWithTheTagsOfItsWords(t *testing.T) {
	t.Parallel()
	tagging := newTagging()
	for text, want := range map[string]string{
		"Invoice: net|A and gross|A weight|G, total|F":                             "O A O A G F",
		"items|L with the unit|FC price|fC and net|AC; tip|F":                      "L OC OC FC fC OC AC F",
		"por cada caja|L: peso|FC (kg), y la moneda|F (USD|V o MXN|V)":             "O O L FC OC OC OC F V O V",
		"the seller's|G name|A and tax|A id|a, no discount|X but the due|F date|f": "O G A O A a O X O O F f",
	} {
		r := tagging.read(text)
		if r == nil || strings.Join(tagNames(r), " ") != want {
			t.Errorf("%s: %v, want %s", text, r, want)
		}
	}
	for line := range strings.Lines(taggedRequests) {
		if !strings.HasPrefix(line, "#") && tagging.read(strings.TrimSpace(line)) == nil {
			t.Errorf("not read: %s", line)
		}
	}
}

// TestDrawnRequestsCarryTags that begin something, in both languages, and drawing repeats itself.
func TestDrawnRequestsCarryTags(t *testing.T) {
	t.Parallel()
	const drawn = 400
	tagging := newTagging()
	all := tagging.draw(drawn)
	if len(all) < drawn*8/10 {
		t.Errorf("%d of %d drawn requests are read", len(all), drawn)
	}
	seen := map[string]bool{}
	for _, r := range all {
		for _, name := range tagNames(r) {
			seen[name] = true
		}
	}
	for _, name := range describe.TagNames {
		if begins := strings.ToUpper(name[:1]) == name[:1]; begins && !seen[name] {
			t.Errorf("no drawn request has the tag %s", name)
		}
	}
	for i, r := range tagging.draw(drawn / 10) {
		if !slices.Equal(r.sentence.Words, all[i].sentence.Words) {
			t.Fatalf("request %d is drawn as %q and as %q", i, all[i].sentence.Words, r.sentence.Words)
		}
	}
}

// TestTagsAreLearntFromRequests of a few kinds, for others of the same.
func TestTagsAreLearntFromRequests(t *testing.T) {
	t.Parallel()
	tagging := newTagging()
	var written []*request
	for _, text := range []string{
		"Invoice: number|F, total|F", "Receipt: shop|F, date|F, total|F", "Permit: holder|F, fee|F", "net|A and gross|A weight|G", "first|A and last|A reading|G, meter|F",
		"items|L with code|FC and price|FC", "boxes|L with weight|FC and label|FC",
	} {
		written = append(written, tagging.read(text))
	}
	for range tagLeast { // rare features are left out
		written = append(written, written[:7]...)
	}
	model := fitTags(written, nil)
	for _, text := range []string{"Ticket: seat|F, gate|F, price|F", "pallets|L with height|FC and code|FC"} {
		if r := tagging.read(text); !slices.Equal(model.Decode(r.sentence), r.tags) {
			t.Errorf("%s: %v", text, model.Decode(r.sentence))
		}
	}
}
