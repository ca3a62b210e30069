package verification_test

import (
	"strings"
	"testing"
	"time"

	"tariffdesk/fail"
	"tariffdesk/verification"
	"tariffdesk/verification/list"
)

func TestOnlyLegalMovesLeadOn(t *testing.T) {
	t.Parallel()
	legal := map[string]verification.State{
		"draft submit": verification.StateSubmitted, "submitted review": verification.StateInReview, "in_review approve": verification.StateApproved,
		"in_review reject": verification.StateRejected, "draft close": verification.StateClosed, "submitted close": verification.StateClosed,
		"in_review close": verification.StateClosed, "approved expire": verification.StateInReview, "approved list": verification.StateInReview,
		"submitted list": verification.StateInReview,
	}
	for _, s := range verification.States() {
		for _, m := range []verification.Move{"submit", "review", "approve", "reject", "close", "expire", "list", "fly"} {
			to, err := s.After(m)
			want, ok := legal[string(s)+" "+string(m)]
			switch {
			case ok && (err != nil || to != want):
				t.Errorf("%s %s: %s, %v", s, m, to, err)
			case !ok && (fail.CodeOf(err) != fail.CodeConflict || !strings.Contains(fail.As(err).Message, string(s)) || to != s):
				t.Errorf("%s %s: %s, %v", s, m, to, err)
			}
		}
	}
}

func declaration() verification.Declaration {
	return verification.Declaration{Country: "MEX", LegalName: "Aceros Inventados del Ñandú SA de CV", TaxID: "AIN120314KQ3", Address: "Calle de los Inventos 12, Guadalajara",
		Representatives: []verification.Representative{{Name: "Adela Ruiz Fuentes", Email: "adela@example.com"}}}
}

func declared(t testing.TB) verification.Verification {
	t.Helper()
	v, err := verification.Declare(declaration())
	if err != nil {
		t.Fatal(err)
	}
	v.ID = "v"
	return v
}

func TestEveryProblemOfADeclarationIsTold(t *testing.T) {
	t.Parallel()
	d := verification.Declaration{Country: "MEX", LegalName: strings.Repeat("A", 10_000), TaxID: "XAXX010101000", Address: "x\u202ey",
		Representatives: []verification.Representative{{Name: "", TaxID: "nonsense", Email: "nobody"}}}
	_, err := verification.Declare(d)
	if fail.CodeOf(err) != fail.CodeValidation {
		t.Fatal(err)
	}
	all := strings.Join(fail.As(err).Details, "\n")
	for _, want := range []string{"legal_name: want at most 300", "tax_id: a generic", "address: contains the invisible character U+202E",
		"representatives[0].name", "representatives[0].tax_id", "representatives[0].email"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not told: %s", want, all)
		}
	}
}

var now = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// outcomes maps the names of checks to their outcomes.
func outcomes(checks []verification.Check) map[string]verification.Outcome {
	all := map[string]verification.Outcome{}
	for _, c := range checks {
		all[c.Name] = c.Outcome
	}
	return all
}

func TestHomoglyphsAndDoubtfulIdsAreWarnings(t *testing.T) {
	t.Parallel()
	d := declaration()
	d.LegalName, d.TaxID, d.Representatives = "АCEROS Inventados", "AIN120314KQ4", nil // a Cyrillic А; the digit is wrong
	v, err := verification.Declare(d)
	if err != nil {
		t.Fatal(err)
	}
	got := outcomes(verification.Inspect(v, now))
	for _, name := range []string{verification.CheckLegalName, verification.CheckTaxID, verification.CheckRepresentatives} {
		if got[name] != verification.OutcomeWarning {
			t.Errorf("%s: %s", name, got[name])
		}
	}
}

func listed(id int64, situation list.Situation) *list.Register {
	return list.NewRegister().With(list.Version{ID: id, Source: list.SourceSAT69B, AsOf: "2026-04-30", Rows: 1},
		[]list.Entry{{TaxID: "AIN120314KQ3", Shown: "AIN120314KQ3", Name: "ACEROS", Situation: situation, Since: "2019-03-14"}})
}

func TestAListingIsToldWithListSituationAndDay(t *testing.T) {
	t.Parallel()
	for situation, want := range map[list.Situation]verification.Outcome{
		list.SituationDefinitive: verification.OutcomeFailed, list.SituationPresumed: verification.OutcomeFailed,
		list.SituationCleared: verification.OutcomeWarning, list.SituationFavourable: verification.OutcomeWarning,
	} {
		checks, keys := verification.Screen(declared(t), listed(1, situation), now)
		if checks[0].Outcome != want || len(keys) != 1 || !strings.Contains(checks[0].Detail, "sat-69b") || !strings.Contains(checks[0].Detail, "2026-04-30") {
			t.Errorf("%s: %+v %q", situation, checks[0], keys)
		}
	}
	if checks, keys := verification.Screen(declared(t), list.NewRegister(), now); checks[0].Outcome != verification.OutcomeUnknown || len(keys) > 0 {
		t.Errorf("%+v", checks[0])
	}
}

func TestOnlyWhatIsNewInANewerListIsNew(t *testing.T) {
	t.Parallel()
	v := declared(t)
	lists := listed(7, list.SituationDefinitive)
	if s := verification.Rescreen(v, lists); len(s.Newly) != 1 || !s.Changed(nil) {
		t.Errorf("never checked: %+v", s)
	}
	_, v.Listed = verification.Screen(v, lists, now)
	v.CheckedLists = 7
	if s := verification.Rescreen(v, lists); len(s.Newly) != 0 || s.Changed(v.Listed) {
		t.Errorf("checked with it: %+v", s)
	}
	same := lists.With(list.Version{ID: 8, Source: list.SourceSAT69B, AsOf: "2026-05-30"}, []list.Entry{{TaxID: "AIN120314KQ3", Shown: "AIN120314KQ3", Name: "ACEROS", Situation: list.SituationDefinitive}})
	if s := verification.Rescreen(v, same); len(s.Newly) != 0 {
		t.Errorf("a listing that stood before is not new: %+v", s)
	}
	cleared := lists.With(list.Version{ID: 8, Source: list.SourceSAT69B, AsOf: "2026-05-30"}, []list.Entry{{TaxID: "AIN120314KQ3", Shown: "AIN120314KQ3", Name: "ACEROS", Situation: list.SituationCleared}})
	if s := verification.Rescreen(v, cleared); len(s.Newly) != 0 || !s.Changed(v.Listed) {
		t.Errorf("cleared: %+v", s)
	}
	v.Listed, v.CheckedLists = nil, 8
	worse := cleared.With(list.Version{ID: 9, Source: list.SourceSAT69B, AsOf: "2026-06-30"}, []list.Entry{{TaxID: "AIN120314KQ3", Shown: "AIN120314KQ3", Name: "ACEROS", Situation: list.SituationDefinitive}})
	if s := verification.Rescreen(v, worse); len(s.Newly) != 1 {
		t.Errorf("a situation that turned adverse is new: %+v", s)
	}
}

func place(text string) verification.Place {
	return verification.Place{Text: text, Page: 1, Box: [4]float64{0.1, 0.2, 0.3, 0.4}}
}

func TestEachDifferenceOfADocumentIsACheckWithItsPlace(t *testing.T) {
	t.Parallel()
	d := verification.Document{ID: "d", Kind: "constancia_de_situacion_fiscal"}
	good := verification.Reading{Lines: []verification.Place{place("CONSTANCIA DE SITUACIÓN FISCAL"), place("RFC: AIN120314KQ3"), place("Denominación/Razón Social: ACEROS INVENTADOS DEL ÑANDÚ")},
		Fields: map[string]verification.Place{verification.FieldIssuedOn: place("2026-11-01"), verification.FieldAddress: place("DE LOS INVENTOS 12 GUADALAJARA")}}
	for name, got := range outcomes(verification.Compare(declared(t), d, good, now)) {
		if got != verification.OutcomePassed {
			t.Errorf("%s: %s", name, got)
		}
	}
	bad := verification.Reading{Lines: []verification.Place{place("CONSTANCIA DE SITUACIÓN FISCAL"), place("RFC: MUE101010ZZ1")},
		Fields: map[string]verification.Place{verification.FieldIssuedOn: place("2026-07-01"), verification.FieldLegalName: place("MUEBLES DE OTRO CUENTO"),
			verification.FieldTaxID: place("MUE101010ZZ1"), verification.FieldAddress: place("AVENIDA SIN NOMBRE 99 OAXACA")}}
	checks := verification.Compare(declared(t), d, bad, now)
	want := map[string]verification.Outcome{verification.CheckDocumentKind: verification.OutcomePassed, verification.CheckDocumentTaxID: verification.OutcomeFailed,
		verification.CheckDocumentName: verification.OutcomeFailed, verification.CheckDocumentAge: verification.OutcomeWarning, verification.CheckDocumentAddress: verification.OutcomeFailed}
	for name, outcome := range want {
		if got := outcomes(checks)[name]; got != outcome {
			t.Errorf("%s: %s, want %s", name, got, outcome)
		}
	}
	for _, c := range checks {
		if c.Page != 1 || c.Box == nil || c.Box[3] != 0.4 || c.DocumentID != "d" {
			t.Errorf("%+v has no place", c)
		}
	}
	for name, got := range outcomes(verification.Compare(declared(t), d, verification.Reading{}, now)) {
		if got != verification.OutcomeUnknown && got != verification.OutcomeWarning {
			t.Errorf("of an empty page %s is %s", name, got)
		}
	}
}

func TestAConstanciaIsRecentForThreeMonths(t *testing.T) {
	t.Parallel()
	for day, want := range map[string]verification.Outcome{"2026-08-23": verification.OutcomePassed, "2026-08-21": verification.OutcomeWarning,
		"2026-11-22": verification.OutcomePassed, "2027-01-01": verification.OutcomeFailed, "soon": verification.OutcomeUnknown} {
		r := verification.Reading{Fields: map[string]verification.Place{verification.FieldIssuedOn: place(day)}}
		got := outcomes(verification.Compare(declared(t), verification.Document{Kind: "constancia_de_situacion_fiscal"}, r, now))
		if got[verification.CheckDocumentAge] != want {
			t.Errorf("%s: %s", day, got[verification.CheckDocumentAge])
		}
	}
}

func TestADocumentOfAnotherKindIsFound(t *testing.T) {
	t.Parallel()
	r := verification.Reading{Lines: []verification.Place{place("INSTITUTO NACIONAL ELECTORAL"), place("RUIZ"), place("FUENTES"), place("ADELA")}}
	got := outcomes(verification.Compare(declared(t), verification.Document{Kind: "acta_constitutiva"}, r, now))
	if got[verification.CheckDocumentKind] != verification.OutcomeFailed {
		t.Errorf("%v", got)
	}
	card := outcomes(verification.Compare(declared(t), verification.Document{Kind: "identification"}, r, now))
	if card[verification.CheckDocumentKind] != verification.OutcomePassed || card[verification.CheckDocumentSigner] != verification.OutcomePassed {
		t.Errorf("%v", card)
	}
}

func TestKindsGoByTheirNames(t *testing.T) {
	t.Parallel()
	if len(verification.DocumentKinds()) != 6 {
		t.Errorf("%q", verification.DocumentKinds())
	}
	for text, want := range map[string]verification.DocumentKind{"constancia": "constancia_de_situacion_fiscal", "Acta-Constitutiva": "acta_constitutiva", "poder": "power_of_attorney"} {
		if got, err := verification.ParseDocumentKind(text); err != nil || got != want {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
	if _, err := verification.ParseDocumentKind("selfie"); fail.CodeOf(err) != fail.CodeBadRequest {
		t.Error(err)
	}
}

func TestTheDayOfAQuietCheckIsThatOfTheListsInForce(t *testing.T) {
	t.Parallel()
	v := declared(t)
	lists := listed(5, list.SituationDefinitive)
	checks := []verification.Check{{Name: verification.CheckBlacklist, Outcome: verification.OutcomeUnknown}, {Name: verification.CheckBlacklist, Outcome: verification.OutcomeFailed, Listings: []verification.Listing{{}}}}
	v.CheckedLists = 4
	if verification.Renew(v, checks, lists); checks[0].Outcome != verification.OutcomeUnknown {
		t.Error("renewed before it was checked")
	}
	v.CheckedLists = 5
	if verification.Renew(v, checks, lists); checks[0].Outcome != verification.OutcomePassed || checks[0].AsOf != "2026-04-30" || checks[1].Outcome != verification.OutcomeFailed {
		t.Errorf("%+v", checks)
	}
}
