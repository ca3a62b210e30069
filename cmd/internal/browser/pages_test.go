package browser

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// place is a page with what fills it.
type place struct{ name, path string }

// filled makes an organisation whose pages all have something to show.
func filled(t *testing.T) (account, []place) {
	t.Helper()
	a := shared.owner(t, "500")
	c := as(t, a)
	record := c.classify("MEX", vague)
	c.classify("MEX", "men's knitted cotton T-shirt")
	c.classify("WORLD", strings.Repeat("a very long description of a stainless steel kitchen knife with a wooden handle ", 5))
	batch := c.batch(goods())
	c.json(http.MethodPost, "/api/keys", map[string]string{"name": "Almacén, producción", "type": "sk"}, nil)
	c.json(http.MethodPut, "/api/v3/organization/webhook", map[string]string{"url": "https://example.com/tariffdesk"}, nil)
	c.json(http.MethodPost, "/api/v3/organization/members", map[string]string{"email": shared.address(), "role": "member", "name": "Lucía", "password": "correct horse battery"}, nil)
	c.json(http.MethodPost, "/api/v3/organization/invitations", map[string]string{"email": shared.address(), "role": "admin"}, nil)
	c.ask(record, nil)
	quote := c.quote()
	return a, []place{
		{"home", "/app/"}, {"classify", "/app/classify"}, {"records", "/app/records"}, {"record", "/app/records/" + record}, {"account", "/app/account"},
		{"quotes", "/app/quotes"}, {"quoted", "/app/quotes/" + quote}, {"extractions", "/app/extractions"}, {"batches", "/app/batches"}, {"batch", "/app/batches/" + batch}, {"batch-all", "/app/batches/" + batch + "?show=all"},
		{"review", "/app/review"}, {"review-rows", "/app/review?source=batch-rows&confidence_below="},
		{"settings", "/app/settings"}, {"keys", "/app/settings/keys"}, {"usage", "/app/settings/usage"}, {"requests", "/app/settings/requests"},
		{"webhooks", "/app/settings/webhooks"}, {"share-links", "/app/settings/share-links"}, {"share-make", "/app/settings/share-links?record=" + record}, {"precedents", "/app/settings/precedents"}, {"members", "/app/settings/members"},
		{"audit", "/app/settings/audit"}, {"quote", "/app/quote"}, {"extract", "/app/extract"}, {"lookup", "/app/lookup?q=shoes"}, {"line", "/app/lookup/MEX/61091003"},
	}
}

// Nothing is clipped at any width, and what every page promises holds, on a phone in Spanish and on a desk in English.
func TestEveryPageIsSoundInBothLanguagesWidthsAndSchemes(t *testing.T) {
	t.Parallel()
	a, places := filled(t)
	for _, v := range views() {
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			b := newTab(t, v)
			b.open("/app/sign-in")
			b.inspect("sign-in")
			b.signIn(a)
			for _, p := range places {
				b.open(p.path)
				b.inspect(p.name)
				b.uncut(p.name)
				b.picture(p.name + "-" + string(v.language))
			}
		})
	}
}

func TestPagesOfAnEmptyOrganisationAreSound(t *testing.T) {
	t.Parallel()
	b := newTab(t, view{english, narrow, true})
	b.signIn(shared.owner(t, "0"))
	for _, p := range []place{
		{"empty-home", "/app/"}, {"empty-batches", "/app/batches"}, {"empty-review", "/app/review"}, {"empty-records", "/app/records"}, {"empty-keys", "/app/settings/keys"},
		{"empty-usage", "/app/settings/usage"}, {"empty-precedents", "/app/settings/precedents"}, {"empty-share-links", "/app/settings/share-links"},
	} {
		b.open(p.path)
		b.inspect(p.name)
	}
	b.watch.expect(http.StatusNotFound)
	b.open("/app/nothing-of-this-name")
	b.inspect("not-found")
}

func TestOperatorsPagesAreSound(t *testing.T) {
	t.Parallel()
	a := shared.owner(t, "10")
	c := as(t, a)
	c.classify("MEX", vague)
	shared.lists(t)
	company := declare(t, a, "submit")
	for _, v := range views() {
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			b := newTab(t, v)
			b.operate()
			for _, p := range []place{
				{"ops", "/ops"}, {"ops-jobs", "/ops/jobs?organization_id=" + a.organisation}, {"ops-organisations", "/ops/organisations"}, {"ops-knowledge", "/ops/knowledge"},
				{"ops-organisation", "/ops/organisations/" + a.organisation}, {"ops-audit", "/ops/audit?organization_id=" + a.organisation},
				{"ops-verifications", "/ops/verifications?state=any"}, {"ops-verification", "/ops/verifications/" + company}, {"ops-blacklists", "/ops/blacklists"},
			} {
				b.open(p.path)
				b.inspect(p.name)
			}
			b.open("/ops/jobs?organization_id=" + a.organisation)
			b.follow(`tbody tr:first-child td:nth-child(2) a`)
			b.inspect("ops-job")
		})
	}
}

func TestSuppliersPagesAreSound(t *testing.T) {
	t.Parallel()
	c := as(t, shared.owner(t, "20"))
	for _, v := range []view{{english, wide, true}, {spanish, narrow, true}} {
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			language := map[language]string{english: "English", spanish: "Spanish"}[v.language]
			path := client{t, c.authorization}.ask(client{t, c.authorization}.classify("MEX", vague), map[string]any{"language": language})
			b := newTab(t, v)
			b.open(path)
			b.inspect("supplier")
		})
	}
}

// clipped lists the fields, buttons and texts of the page of which an ancestor hides a part. A region that is meant to
// scroll is named: everything else that cuts its content off is a defect.
const clipped = `(() => {
	const scrolls = ".table-wrap, .queue-list, .sheets, .side, .chart-scroll, pre, .paper, .queue .product, .drop input";
	const found = [];
	for (const e of document.querySelectorAll("main input:not([type=hidden]), main select, main textarea, main button, main a, main p, main li, main td, main th, main label, main legend, main h1, main h2, main h3, main dt, main dd, main summary")) {
		if (!e.checkVisibility({visibilityProperty: true}) || e.closest(".hidden, .skip, svg, datalist, [popover]:not(:popover-open)")) continue;
		const box = e.getBoundingClientRect();
		if (box.width < 2 || box.height < 2) continue;
		if (box.width < 45 && e.textContent.trim().length > 15) found.push("squeezed to " + Math.round(box.width) + ": " + e.outerHTML.slice(0, 120));
		if (e.scrollWidth > e.clientWidth + 1 && ["hidden", "clip"].includes(getComputedStyle(e).overflowX) && !e.matches(scrolls)) found.push("its own text: " + e.outerHTML.slice(0, 120));
		for (let a = e.parentElement; a && a !== document.body; a = a.parentElement) {
			const style = getComputedStyle(a);
			if (style.overflowX === "visible" && style.overflowY === "visible") continue;
			if (a.closest(scrolls)) break;
			const frame = a.getBoundingClientRect();
			if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1 || a.scrollHeight > a.clientHeight + 1) {
				found.push(a.tagName + "." + a.getAttribute("class") + " cuts " + e.outerHTML.slice(0, 120));
				break;
			}
		}
	}
	return found.slice(0, 5);
})()`

// uncut holds that nothing of the page is clipped, in any width.
func (b *tab) uncut(name string) {
	b.Helper()
	was := b.width
	b.do(chromedp.Evaluate[chromedp.Void](`for (const d of document.querySelectorAll("main details")) d.open = true`))
	for _, width := range narrowed() {
		b.width = width
		b.look(width, light)
		b.fits(name)
		for _, what := range value[[]string](b, clipped) {
			b.Errorf("%s at %d: %s", name, width, what)
		}
	}
	b.width = was
	b.look(was, light)
}

// narrowed are the widths of a phone, a tablet and a desk.
func narrowed() []int64 { return []int64{narrow, tablet, wide} }

// A check of widths that sees nothing would pass every page.
func TestAFormThatIsCutOffIsNoticed(t *testing.T) {
	t.Parallel()
	b := newTab(t, view{english, narrow, true})
	b.signIn(shared.owner(t, "1"))
	b.open("/app/quote")
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".product").style.maxHeight = "9rem"; document.querySelector(".product").style.overflowY = "auto"`))
	if len(value[[]string](b, clipped)) == 0 {
		t.Error("a form that is cut off is not noticed")
	}
}
