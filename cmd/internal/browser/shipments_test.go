package browser

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tariffdesk/shipment/packets"
)

// packet is a PDF of an invoice with the papers that go with it, whose packing list holds another quantity.
func packet(t *testing.T) string {
	t.Helper()
	drawn, err := packets.New(27) // in English; its packing list holds another quantity, and quotes no order
	if err != nil {
		t.Fatal(err)
	}
	return file(t, "papers.pdf", drawn.PDF)
}

// rests waits until no step of a shipment is under way.
func (b *tab) rests() {
	b.Helper()
	b.until(`document.querySelector(".facts .badge") && !document.querySelector(".facts .badge.busy") && document.readyState === "complete"`)
}

func TestAPacketOfPapersIsReadDecidedQuotedSharedAndFiled(t *testing.T) {
	t.Parallel()
	inEveryView(t, "60", func(b *tab, a account) {
		as(b.T, a).json(http.MethodGet, "/api/v3/operations", nil, nil)
		b.signIn(a)
		b.open("/app/shipments")
		b.inspect("shipments-empty")
		b.files(`[name=files]`, packet(b.T))
		b.fill(`[name=reference]`, "PO 7788")
		b.follow(`form[action="/app/shipments"] .primary`)
		b.until(`/^.app.shipments.[0-9a-f-]+$/.test(location.pathname)`)
		shipment := b.path()
		b.rests()
		b.looks("shipment")
		if got := value[int](b, `document.querySelectorAll("figure svg.strip image").length`); got == 0 {
			b.Error("no difference shows its places on the pages")
		}
		b.until(`performance.getEntriesByType("resource").some(e => e.name.includes("/pages/p1/") && e.responseStatus === 200)`)

		b.decideAll()
		b.stateFacts()
		b.open(shipment)
		b.follow(`form[action$="/continue"] .primary`)
		b.rests()
		if sum := b.see(`.entry .sum`); sum == "" {
			b.Error("the entry has no sum")
		}
		b.looks("shipment-quoted")
		for format, begins := range map[string]string{"pdf": "%PDF", "xlsx": "PK", "json": `{"operation_id"`, "html": "<!"} {
			got := value[string](b, `fetch(location.pathname + "/report?format=`+format+`").then(r => r.text()).then(t => t.slice(0, 15))`)
			if !strings.HasPrefix(strings.ToLower(got), strings.ToLower(begins)) {
				b.Errorf("the report as %s begins with %q", format, got)
			}
		}
		if kept := value[string](b, `fetch(location.pathname + "/report").then(r => r.headers.get("Content-Disposition"))`); kept != "inline" {
			b.Errorf("the report to print is %q", kept)
		}

		b.follow(`form[action$="/share"] button`)
		link := b.see(`#share-address`)
		guest := newTab(b.T, view{spanish, narrow, true})
		guest.open(link)
		if text := guest.see("main"); !strings.Contains(text, "PO 7788") || strings.Contains(text, a.email) || !guest.has(`main .quoted .code`) {
			guest.Errorf("a client sees %s", text)
		}
		guest.inspect("shipment-shared")

		b.open(shipment)
		b.follow(`form[action$="/close"] button`)
		b.see(`[role=status]`)
		b.open("/app/shipments?q=7788&status=closed")
		b.see(`.records tbody tr`)
		b.inspect("shipments")
		b.open("/app/extractions")
		b.follow(`table.jobs tbody a`)
		b.see(`.tabs a[aria-current]`)
		b.looks("shipment-extracted")
		b.open(shipment)
		b.click(`.sure summary`)
		b.follow(`.sure .danger`)
		b.until(`location.pathname === "/app/shipments"`)
		b.watch.expect(http.StatusNotFound)
		b.open(shipment)
	})
}

// looks is inspect for a page that shows pictures of papers, which weigh what the papers weigh.
func (b *tab) looks(name string) {
	b.Helper()
	b.fits(name)
	for _, violation := range b.axe(`{resultTypes: ["violations"]}`) {
		b.Errorf("%s, %s: %s", name, b.view, violation)
	}
	b.picture(name + "-" + b.view.String())
}

// decideAll takes the first code that is offered for each line that a person has to decide.
func (b *tab) decideAll() {
	b.Helper()
	for range 20 {
		if !b.has(`details.line[open] form`) {
			return
		}
		if !b.has(`details.line[open] form [name=code]:checked`) {
			b.click(`details.line[open] form [name=code]`)
		}
		b.follow(`details.line[open] form .primary`)
		b.see(`[role=status]`)
	}
	b.Error("lines stay undecided")
}

// stateFacts states facts whose numbers come back as they were written, and takes one of them back.
func (b *tab) stateFacts() {
	b.Helper()
	b.click(`details:has(form[action$="/facts"]) summary`)
	if paper := value[string](b, `document.querySelector("[name=currency]").placeholder`); paper != "USD" {
		b.Errorf("the currency of the papers is %q", paper)
	}
	for name, number := range map[string]string{"exchange_rate": "17.1250", "usd_exchange_rate": "17.1250", "freight": "1500000", "insurance": "12"} {
		b.fill(`form[action$="/facts"] [name=`+name+`]`, number)
	}
	b.follow(`form[action$="/facts"] .primary`)
	b.see(`[role=status]`)
	b.click(`details:has(form[action$="/facts"]) summary`)
	for name, number := range map[string]string{"exchange_rate": "17.1250", "freight": "1500000", "insurance": "12", "currency": ""} {
		if got := value[string](b, `document.querySelector("form[action$='/facts'] [name=`+name+`]").value`); got != number {
			b.Errorf("%s is shown as %q, stated was %q", name, got, number)
		}
	}
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("form[action$='/facts'] [name=insurance]").value = ""`))
	b.follow(`form[action$="/facts"] .primary`)
	b.see(`[role=status]`)
	if got := value[string](b, `document.querySelector("form[action$='/facts'] [name=insurance]").value`); got != "" {
		b.Errorf("a fact that was taken back is shown as %q", got)
	}
}
