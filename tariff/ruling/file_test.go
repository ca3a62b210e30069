package ruling_test

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"tariffdesk/tariff"
	"tariffdesk/tariff/ruling"
)

var editions = sync.OnceValues(func() (*tariff.Editions, error) {
	knowledge, err := tariff.LoadKnowledge()
	if err != nil {
		return nil, err
	}
	return tariff.LoadEditions(knowledge.HasSubheading)
})

func options(t testing.TB) ruling.Options {
	t.Helper()
	e, err := editions()
	if err != nil {
		t.Fatal(err)
	}
	return ruling.Options{Editions: e, Day: "2026-06-01"}
}

func fixture(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func read(t testing.TB, source ruling.Source, content []byte) *ruling.File {
	t.Helper()
	f, err := ruling.Read(source, bytes.NewReader(content), options(t))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// said is what a test asks of a ruling.
type said struct {
	Reference, Date, Today string
	Status                 ruling.Status
	Counts                 bool
}

func TestEachPublicationIsReadInItsShape(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		source ruling.Source
		file   string
		want   []said
	}{
		{ruling.SourceCROSS, "cross.json", []said{
			{"H900003", "2016-01-15", "830400", ruling.StatusValid, true},
			{"N900001", "2019-03-04", "611020", ruling.StatusValid, true},
			{"N900002", "2014-06-30", "830629", ruling.StatusRevoked, false},
			{"N900004", "2020-02-11", "", ruling.StatusValid, false}, // two codes of 2017, each of which went to two chapters
			{"N900005", "2023-05-09", "961519", ruling.StatusModified, false},
		}},
		{ruling.SourceCROSS, "cross.jsonl", []said{
			{"N900010", "2022-08-01", "630790", ruling.StatusValid, true},
			{"N900011", "1996-08-01", "", ruling.StatusValid, false},
		}},
		{ruling.SourceEBTI, "ebti.csv", []said{
			{"XX-BTI-2018-0004", "2018-05-05", "621030", ruling.StatusExpired, true},
			{"XX-BTI-2019-0002", "2019-03-01", "", ruling.StatusExpired, false},
			{"XX-BTI-2021-0003", "2021-06-01", "854370", ruling.StatusRevoked, false}, // ended before its term
			{"XX-BTI-2023-0001", "2023-02-14", "392410", ruling.StatusExpired, true},
		}},
		{ruling.SourceATaR, "atar.csv", []said{
			{"GB900000001", "2023-01-09", "630790", ruling.StatusExpired, true},
			{"GB900000002", "2024-04-02", "851679", ruling.StatusValid, true},
		}},
		{ruling.SourceATaR, "atar.json", []said{{"GB900000003", "2022-10-01", "950300", ruling.StatusExpired, true}}},
		{ruling.SourcePlain, "plain.jsonl", []said{
			{"R-1", "2024-05-17", "961511", ruling.StatusValid, true},
			{"R-2", "2018-05-17", "4414", ruling.StatusValid, false}, // divided within its heading,
			{"R-3", "2024-06-01", "961519", ruling.StatusRevoked, false},
		}},
	} {
		t.Run(c.file, func(t *testing.T) {
			t.Parallel()
			var got []said
			for _, r := range read(t, c.source, fixture(t, c.file)).Rulings {
				got = append(got, said{r.Reference, r.Date, r.Today, r.Status, r.Counts()})
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got  %v\nwant %v", got, c.want)
			}
		})
	}
}

func TestTheSubjectOfARulingIsReducedToItsGoods(t *testing.T) {
	t.Parallel()
	got := map[string]string{}
	for _, r := range read(t, ruling.SourceCROSS, fixture(t, "cross.json")).Rulings {
		got[r.Reference] = r.Description
	}
	if got["N900001"] != "women's knitted pullover" || got["H900003"] != "folding quill stand of cast zinc" {
		t.Errorf("got %q", got)
	}
}

func TestAFileThatIsNotWholeIsRefusedByRow(t *testing.T) {
	t.Parallel()
	plain := string(fixture(t, "plain.jsonl"))
	for name, c := range map[string]struct {
		source  ruling.Source
		content string
		want    string
	}{
		"empty":                 {ruling.SourcePlain, " \n", "row 1: the file is empty"},
		"cut JSON lines":        {ruling.SourcePlain, plain[:len(plain)-30], "row 3: unexpected EOF"},
		"cut search":            {ruling.SourceCROSS, string(fixture(t, "cross.json"))[:900], "the file is cut off"},
		"a page of a search":    {ruling.SourceCROSS, strings.Replace(string(fixture(t, "cross.json")), `"totalHits":5`, `"totalHits":1200`, 1), "row 5: the search found 1200 rulings"},
		"cut CSV":               {ruling.SourceATaR, string(fixture(t, "atar.csv"))[:180], "row 2:"},
		"cut row":               {ruling.SourceATaR, strings.TrimSuffix(string(fixture(t, "atar.csv")), ",MUG WARMER,GIR 1 and 6\n"), "row 3: 5 columns, the header has 7"},
		"other columns":         {ruling.SourceEBTI, "a,b,c\n1,2,3\n", "row 1: no column is the reference"},
		"other keys":            {ruling.SourceCROSS, plain, "row 1: reference: missing"},
		"no JSON":               {ruling.SourcePlain, "reference,date\n", "row 1: invalid character"},
		"a number":              {ruling.SourcePlain, "12", "row 1: want an object"},
		"code of no edition":    {ruling.SourcePlain, strings.Replace(plain, "961519", "961599", 1), "row 3: code: 961599 is of no edition"},
		"no code":               {ruling.SourcePlain, strings.Replace(plain, `"code":"441400",`, "", 1), "row 2: code: missing"},
		"letters for a code":    {ruling.SourcePlain, strings.Replace(plain, "441400", "lamp", 1), `row 2: code: "lamp" is no tariff code`},
		"short code":            {ruling.SourcePlain, strings.Replace(plain, "441400", "4414", 1), `row 2: code: "4414" has fewer than six digits`},
		"no day":                {ruling.SourcePlain, strings.Replace(plain, "2018-05-17", "May", 1), "row 2: date:"},
		"unknown edition":       {ruling.SourcePlain, strings.Replace(plain, `"2017"`, `"1988"`, 1), "row 2: edition:"},
		"unknown status":        {ruling.SourcePlain, strings.Replace(plain, "revoked", "perhaps", 1), "row 3: status:"},
		"an address of a file":  {ruling.SourcePlain, strings.Replace(plain, "https://rulings", "file://rulings", 1), "row 1: url:"},
		"a field of a field":    {ruling.SourcePlain, strings.Replace(plain, `"R-2"`, `[["R-2"]]`, 1), "row 2: reference: want text"},
		"one row without bound": {ruling.SourcePlain, `{"reference":"` + strings.Repeat("x", 2<<20) + `"}`, "row 1: longer than 1048576 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, err := ruling.Read(c.source, strings.NewReader(c.content), options(t))
			if err == nil || f != nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestMoreRowsOrRulingsThanTheLimitAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rows, rulings int
		want          string
	}{{2, 3, "row 3: the file has more than 2 rows"}, {3, 2, "row 3: more than 2 rulings would be kept"}} {
		_, err := ruling.ReadWithin(ruling.SourcePlain, bytes.NewReader(fixture(t, "plain.jsonl")), options(t), c.rows, c.rulings)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}

func TestOptionsChooseWhatIsKept(t *testing.T) {
	t.Parallel()
	o := options(t)
	o.Language, o.Since = []string{"en", "es"}, "2019-01-01"
	f, err := ruling.Read(ruling.SourceEBTI, bytes.NewReader(fixture(t, "ebti.csv")), o)
	if err != nil || len(f.Rulings) != 2 || f.Left != 2 {
		t.Errorf("%v: %+v", err, f)
	}
	o = options(t)
	o.Refusals = 1
	bad := strings.Replace(string(fixture(t, "plain.jsonl")), "961519", "961599", 1)
	if f, err = ruling.Read(ruling.SourcePlain, strings.NewReader(bad), o); err != nil || len(f.Rulings) != 2 || len(f.Refused) != 1 {
		t.Errorf("%v: %+v", err, f)
	}
}

func TestWhatIsKeptIsWhatWasRead(t *testing.T) {
	t.Parallel()
	rulings := read(t, ruling.SourceEBTI, fixture(t, "ebti.csv")).Rulings
	content, err := ruling.Encode(rulings)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := ruling.Decode(content); err != nil || !reflect.DeepEqual(got, rulings) {
		t.Errorf("%v: %v", err, got)
	}
}

func fuzzed(f *testing.F, source ruling.Source, names ...string) {
	for _, name := range names {
		f.Add(fixture(f, name))
	}
	o := options(f)
	f.Fuzz(func(t *testing.T, content []byte) {
		file, err := ruling.Read(source, bytes.NewReader(content), o)
		if err != nil {
			return
		}
		for _, r := range file.Rulings {
			if r.Reference == "" || r.Description == "" || len(r.Codes) == 0 || len(r.Date) != len("2024-01-31") {
				t.Errorf("%+v", r)
			}
		}
	})
}

func FuzzCROSS(f *testing.F) { fuzzed(f, ruling.SourceCROSS, "cross.json", "cross.jsonl") }
func FuzzEBTI(f *testing.F)  { fuzzed(f, ruling.SourceEBTI, "ebti.csv") }
func FuzzATaR(f *testing.F)  { fuzzed(f, ruling.SourceATaR, "atar.csv", "atar.json") }
func FuzzPlain(f *testing.F) { fuzzed(f, ruling.SourcePlain, "plain.jsonl") }
