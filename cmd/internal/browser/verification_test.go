package browser

import (
	"net/http"
	"sync"
	"testing"
)

// listed is a company that the list of lists names.
const (
	listed   = "Aceros Inventados del Ñandú, S.A. de C.V."
	listedID = "AIN120314KQ3"
)

// lists loads a list of an authority, once.
func (p *program) lists(t *testing.T) {
	t.Helper()
	load.Do(func() {
		p.command(t, "blacklist", "import", "sat-69b", "../../../verification/list/testdata/sat-69b.csv")
	})
}

var load sync.Once

// declare declares the listed company by a key of an integration, makes moves and returns its id.
func declare(t *testing.T, a account, moves ...string) string {
	t.Helper()
	c := client{t, "Bearer " + shared.command(t, "key", "create", "--org", a.organisation, "--type", "cmt", "--name", "onboarding")}
	var made struct {
		ID string `json:"id"`
	}
	c.json(http.MethodPost, "/api/v3/onboarding/verifications", map[string]any{
		"country": "MEX", "legal_name": listed, "tax_id": listedID, "address": "Calle de los Inventos 12, Guadalajara", "external_id": "supplier-17",
		"representatives": []map[string]string{{"name": "Adela Ruiz Fuentes", "role": "legal representative"}},
	}, &made)
	for _, move := range moves {
		c.json(http.MethodPost, "/api/v3/onboarding/verifications/"+made.ID+"/"+move, nil, nil)
	}
	return made.ID
}

func TestAnOperatorRejectsAListedCompanyWithAReason(t *testing.T) {
	t.Parallel()
	shared.lists(t)
	inEveryView(t, "5", func(b *tab, a account) {
		id := declare(b.T, a, "submit", "review")
		b.operate()
		b.watch.expect(http.StatusUnprocessableEntity)
		b.watch.expect(http.StatusBadRequest)
		b.open("/ops/verifications")
		b.follow(`tbody a[href="/ops/verifications/` + id + `"]`)
		b.seeText(`.listings`, listedID)
		b.inspect("ops-verification-in-review")
		b.follow(`[formaction$="/reject"]`)
		b.see(`main [role=alert]`)
		b.inspect("ops-verification-refused")
		b.fill(`[name=reason]`, "the authority lists it, agreed by telephone")
		b.follow(`[formaction$="/reject"]`)
		b.see(`[role=status]`)
		b.seeText(`.trail`, "the authority lists it, agreed by telephone")
		if b.has(`[formaction]`) {
			b.Error("a rejected verification offers a move")
		}
		b.inspect("ops-verification-rejected")
	})
}
