package browser

import (
	"net/http"
	"strings"
	"testing"
)

func TestASupplierAnswersOnAPhoneWithoutAnAccount(t *testing.T) {
	t.Parallel()
	inEveryView(t, "10", func(b *tab, a account) {
		c := as(b.T, a)
		record := c.classify("MEX", vague)
		b.signIn(a)
		b.open("/app/settings/share-links?record=" + record)
		b.inspect("share-make")
		b.fill(`[name=message]`, "Hola, necesitamos estos datos.")
		b.follow(`form[action="/app/settings/share-links"] .primary`)
		link := b.see(`#share-address`)
		b.inspect("share-made")

		s := newTab(b.T, view{spanish, narrow, true})
		s.open(link)
		if text := s.see("main"); !strings.Contains(text, vague) || strings.Contains(text, a.email) {
			b.Errorf("a supplier sees %s", text)
		}
		s.files(`#photos`, label(b.T, "POLYPROPYLENE", "INJECTION MOULDED"))
		s.see(`.supplier-files li`) // kept as soon as it is chosen
		s.inspect("supplier-photo")
		for _, id := range value[[]string](s, `[...document.querySelectorAll("[data-supplier] fieldset.question")].map(f => (f.querySelector("[type=radio], input[type=text], textarea") || {}).name || "").filter(n => n)`) {
			if s.has(`[type=radio][name="` + id + `"]`) {
				s.click(`[type=radio][name="` + id + `"]`)
			} else {
				s.fill(`[name="`+id+`"]`, "plastic")
			}
		}
		s.follow(`[value=save]`)
		s.see(`[role=status]`)
		s.follow(`[value=send]`)
		s.see(`.supplier-end`)
		s.inspect("supplier-sent")
		s.watch.expect(http.StatusConflict)
		s.open(link)
		s.see(`.supplier-end`)
		s.inspect("supplier-again")
		_, token, _ := strings.Cut(link, "/app/s/")
		if log := shared.log.String(); strings.Contains(log, token) {
			b.Error("the log holds the token of a link")
		}
	})
}

func TestALinkThatIsTakenBackIsNoLongerValid(t *testing.T) {
	t.Parallel()
	a := shared.owner(t, "10")
	c := as(t, a)
	link := c.ask(c.classify("MEX", vague), nil)
	b := newTab(t, view{spanish, narrow, true})
	b.signIn(a)
	b.open("/app/settings/share-links")
	b.inspect("share-links")
	b.click(`.sure summary`)
	b.follow(`.sure .danger`)
	b.see(`[role=status]`)
	b.watch.expect(http.StatusGone)
	b.watch.expect(http.StatusNotFound)
	b.open(link)
	b.see(`.supplier-end`)
	b.inspect("supplier-gone")
	b.open("/app/s/nothing-of-this-name")
	b.see(`.supplier-end`)
}

func TestAnOperatorRefundsAJobWithAReason(t *testing.T) {
	t.Parallel()
	inEveryView(t, "10", func(b *tab, a account) {
		c := as(b.T, a)
		c.classify("MEX", "wooden dining table")
		b.operate()
		b.open("/ops/jobs?organization_id=" + a.organisation)
		b.follow(`tbody tr:first-child td:nth-child(2) a`)
		b.fill(`[name=reason]`, "wrong chapter, agreed by telephone")
		b.follow(`form[action$="/refund"] button`)
		b.see(`[role=status]`)
		b.seeText(`main`, "wrong chapter, agreed by telephone")
		b.inspect("ops-refunded")
		if left := c.remaining(); left != "10" {
			b.Errorf("after the refund %s credits are left, 10 were there", left)
		}
	})
}

func TestAnOperatorChangesAPlanAndAddsCredits(t *testing.T) {
	t.Parallel()
	a := shared.owner(t, "10")
	b := newTab(t, view{english, wide, true})
	b.operate()
	b.open("/ops/organisations/" + a.organisation)
	b.fill(`[name=credits]`, "2.5")
	b.fill(`[name=note]`, "welcome")
	b.follow(`form[action$="/credits"] button`)
	b.see(`[role=status]`)
	if left := as(t, a).remaining(); left != "12.5" {
		t.Errorf("%s credits are left, 12.5 were to be", left)
	}
	b.fill(`[name=plan]`, "enterprise")
	b.follow(`form[action="/ops/organisations/` + a.organisation + `"] .primary`)
	b.see(`[role=status]`)
	if plan := value[string](b, `document.querySelector("[name=plan]").value`); plan != "enterprise" {
		t.Errorf("the plan is %s", plan)
	}
}

func TestOperatorsPagesAskStrangersForThePassword(t *testing.T) {
	t.Parallel()
	answer, err := http.Get(shared.url + "/ops")
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusUnauthorized || !strings.Contains(answer.Header.Get("WWW-Authenticate"), "Basic") {
		t.Errorf("%d %s", answer.StatusCode, answer.Header)
	}
}
