package text

import (
	"testing"

	"tariffdesk/classify/data"
	"tariffdesk/classify/internal/vocabulary"
)

func TestWordsAreReadAsTheirCountryMeansThem(t *testing.T) {
	t.Parallel()
	book, err := vocabulary.Read(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	r := NewRegional(book)
	count := 0
	for _, words := range r.senses {
		count += len(words)
	}
	if count < 160 {
		t.Errorf("only %d words are listed", count)
	}
	for _, c := range []struct{ country, text, want string }{
		{"ARG", "Manteca", "mantequilla"},
		{"ARG", "manteca de cerdo", "manteca de cerdo"},
		{"MEX", "manteca", "manteca"},
		{"COL", "Saco de lana para dama", "suéter de lana para dama"},
		{"COL", "saco de yute con lana", "saco de yute con lana"},
		{"COL", "saco de dormir", "saco de dormir"},
		{"WORLD", "Medias veladas, talla M", "pantimedias, talla M"},
		{"WORLD", "saco de lana", "saco de lana"},
		{"ARG", "garrafa de gas 10 kg", "cilindro de acero para gas de gas 10 kg"},
		{"COL", "garrafa de vidrio", "garrafa de vidrio"},
		{"ARG", "", ""},
		{"COL", "ÑOÑO ciclas", "ÑOÑO bicicleta"},
	} {
		got, found := r.Read(c.country, c.text)
		if got != c.want || (got != c.text) != (len(found) == 1) {
			t.Errorf("%s, %q: %q, %+v; want %q", c.country, c.text, got, found, c.want)
		}
	}
}
