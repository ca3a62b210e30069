package browser

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	xdraw "golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

// inEveryView walks a flow in both languages and widths, each by a person of its own.
func inEveryView(t *testing.T, credits string, flow func(b *tab, a account)) {
	t.Helper()
	for _, v := range views() {
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			a := shared.owner(t, credits)
			flow(newTab(t, v), a)
		})
	}
}

// mostClicks is how far every flow may be from the sign-in.
const mostClicks = 3

func (b *tab) near(what string) {
	b.Helper()
	if b.clicks > mostClicks {
		b.Errorf("%s takes %d clicks from the sign-in, more than %d", what, b.clicks, mostClicks)
	}
}

// label is a photo of a product's label: an image with words on it.
func label(t *testing.T, words ...string) string {
	t.Helper()
	small := image.NewGray(image.Rect(0, 0, 320, 40+20*len(words)))
	draw.Draw(small, small.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	for i, line := range words {
		d := font.Drawer{Dst: small, Src: image.NewUniform(color.Black), Face: basicfont.Face7x13, Dot: fixed.P(20, 30+20*i)}
		d.DrawString(line)
	}
	photo := image.NewGray(image.Rect(0, 0, 4*small.Bounds().Dx(), 4*small.Bounds().Dy()))
	xdraw.CatmullRom.Scale(photo, photo.Bounds(), small, small.Bounds(), draw.Src, nil)
	var content bytes.Buffer
	if err := png.Encode(&content, photo); err != nil {
		t.Fatal(err)
	}
	return file(t, "label.png", content.Bytes())
}

func TestSigningInAndOut(t *testing.T) {
	t.Parallel()
	inEveryView(t, "1", func(b *tab, a account) {
		b.watch.expect(http.StatusUnauthorized)
		b.open("/app/settings/usage")
		b.fill(`[name=email]`, a.email)
		b.fill(`[name=password]`, "not the password")
		b.follow(`form[action="/app/sign-in"] .primary`)
		b.see(`[role=alert]`)
		b.inspect("sign-in-wrong")
		b.fill(`[name=password]`, a.password)
		b.follow(`form[action="/app/sign-in"] .primary`)
		if got := b.path(); got != "/app/settings/usage" {
			b.Errorf("after the sign-in: %s", got)
		}
		if b.width == narrow {
			b.click(`[popovertarget=menu]`)
		}
		b.follow(`form[action="/app/sign-out"] button`)
		b.see(`[role=status]`)
		b.open("/app/")
		if got := b.path(); !strings.HasPrefix(got, "/app/sign-in") {
			b.Errorf("signed out, yet the browser stands at %s", got)
		}
	})
}

func TestTheLanguageAndTheThemeAreTheVisitorsChoice(t *testing.T) {
	t.Parallel()
	b := newTab(t, view{english, wide, true})
	b.open("/app/sign-in")
	b.follow(`.preferences [name=language][value=es]`)
	b.follow(`.preferences [name=theme]`)
	b.until(`document.documentElement.lang === "es" && document.documentElement.dataset.theme === "dark"`)
}

func TestClassifyingWithAPhoto(t *testing.T) {
	t.Parallel()
	inEveryView(t, "5", func(b *tab, a account) {
		b.signIn(a)
		b.follow(`main a[href="/app/classify"]`)
		b.fill(`[name=product_description]`, "camiseta / T-shirt")
		b.files(`[name=image_files]`, label(b.T, "MEN'S KNITTED T-SHIRT", "100% COTTON"))
		b.see(`.files img`)
		b.click(`form#classify .primary`)
		b.near("a classification")
		b.until(`location.pathname.startsWith("/app/records/")`)
		if code := b.see(`.candidate.best summary .code`); !strings.HasPrefix(code, "6109") {
			b.Errorf("the shirt is %s", code)
		}
		b.inspect("classified")
	})
}

func TestAnsweringAQuestionRefinesTheRecord(t *testing.T) {
	t.Parallel()
	inEveryView(t, "5", func(b *tab, a account) {
		record := as(b.T, a).classify("MEX", "T-shirt, knitted")
		b.signIn(a)
		b.follow(`main a[href="/app/records/` + record + `"]`)
		if !b.has(`.ask`) {
			b.Fatalf("nothing is asked of a T-shirt of unknown material: %s", b.see("main"))
		}
		if b.has(`.ask input[type=radio]`) {
			b.click(`.ask input[type=radio]`)
		} else {
			b.fill(`.ask input[type=text]`, "100 % cotton")
		}
		b.follow(`.ask .primary`)
		b.near("an answer")
		b.see(`.moved`)
		b.inspect("refined")
	})
}

func TestAWorkbookIsUploadedAndWatchedToItsEnd(t *testing.T) {
	t.Parallel()
	inEveryView(t, "100", func(b *tab, a account) {
		b.signIn(a)
		b.follow(`main a[href="/app/batches"]`)
		b.files(`[name=file]`, workbook(b.T, goods()...))
		b.click(`form[data-upload] [value=preview]`)
		b.seeText(`[data-preview] td`, "SKU-1")
		b.inspect("batch-preview")
		b.uncut("batch-preview")
		if got := b.see(`[data-preview]`); !strings.Contains(got, "12") {
			b.Errorf("the preview tells nothing of the 12 rows: %s", got)
		}
		b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("[data-preview] [name=header_row]").value = "0"; document.querySelector("[data-preview] [name=header_row]").dispatchEvent(new Event("change", {bubbles: true}))`))
		const named = `[...document.querySelectorAll("[data-preview] td")].some(e => e.textContent === "SKU")`
		b.until(named) // the names are a row like others now
		b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("[data-preview] [name=header_row]").value = "1"; document.querySelector("[data-preview] [name=header_row]").dispatchEvent(new Event("change", {bubbles: true}))`))
		b.until("!" + named)
		b.click(`[data-preview] [value=start]`)
		b.near("a batch")
		b.until(`location.pathname.startsWith("/app/batches/")`)
		b.see(`a[href$="/result"]`) // the page turns by itself when the batch has ended
		b.seeText(`[data-live-text=completed]`, "12")
		if got := value[string](b, `fetch(document.querySelector("a[href$='/result']").href).then(r => r.status + " " + r.headers.get("Content-Type") + " " + r.headers.get("Content-Disposition"))`); !strings.HasPrefix(got, "200 application/vnd.openxmlformats") {
			b.Errorf("the workbook comes as %s", got)
		}
		b.open("/app/batches")
		b.see(`table.jobs tbody tr`)
	})
}

func TestAWorkbookThatIsNoneIsRefusedWithWords(t *testing.T) {
	t.Parallel()
	b := newTab(t, view{spanish, wide, true})
	b.watch.expect(http.StatusBadRequest)
	b.watch.expect(http.StatusUnprocessableEntity)
	b.signIn(shared.owner(t, "10"))
	b.open("/app/batches")
	b.files(`[name=file]`, file(t, "products.xlsx", []byte("no workbook")))
	b.click(`form[data-upload] [value=preview]`)
	b.see(`main .problem-summary`)
	b.inspect("batch-refused")
}

func TestTheQueueIsReviewedByKeyboard(t *testing.T) {
	t.Parallel()
	inEveryView(t, "20", func(b *tab, a account) {
		c := as(b.T, a)
		c.batch([]string{"parts", "set of tools", vague})
		b.signIn(a)
		b.follow(`main a[href="/app/review"]`)
		b.near("a review")
		b.follow(`.tabs a[href*="batch-rows"]`)
		first := b.see(`h2#item`)
		b.load(press("j"))
		if second := b.see(`h2#item`); second == first {
			b.Errorf("j stays at %q", first)
		}
		b.load(press("k"))
		if again := b.see(`h2#item`); again != first {
			b.Errorf("k leads to %q, not back to %q", again, first)
		}
		b.fill(`[name=hscode]`, "8206.00")
		b.fill(`[name=reason]`, "as the invoice says")
		b.load(press("c"))
		b.see(`[role=status]`)
		if next := b.see(`h2#item`); next == first {
			b.Errorf("after the decision %q is still open", first)
		}
		b.open("/app/review?source=batch-rows&confidence_below=&confirmed=true")
		b.seeText(`.trail`, "as the invoice says")
		b.inspect("review-trail")
	})
}

func TestAKeyIsMadeUsedAndCancelled(t *testing.T) {
	t.Parallel()
	inEveryView(t, "5", func(b *tab, a account) {
		b.signIn(a)
		if b.width == narrow {
			b.click(`[popovertarget=menu]`)
		}
		b.follow(`nav a[href="/app/settings"]`)
		b.follow(`main a[href="/app/settings/keys"]`)
		b.near("the form for a key")
		b.fill(`[name=name]`, "warehouse")
		b.follow(`form[action="/app/settings/keys"] .primary`)
		key := b.see(`#key-value`)
		b.inspect("key-made")
		program := client{b.T, "Bearer " + key}
		program.classify("WORLD", "wooden dining table")
		b.open("/app/settings/keys")
		if strings.Contains(b.see("main"), key) {
			b.Error("the value of a key shows twice")
		}
		b.click(`.sure summary`)
		b.follow(`.sure .danger`)
		b.see(`[role=status]`)
		if status := statusOf(b.T, http.MethodGet, "/api/v3/organization/subscription-info", "Bearer "+key); status != http.StatusUnauthorized {
			b.Errorf("a cancelled key is answered %d", status)
		}
	})
}

func TestAnInvitationMakesAMember(t *testing.T) {
	t.Parallel()
	inEveryView(t, "5", func(b *tab, a account) {
		b.signIn(a)
		b.open("/app/settings/members")
		b.fill(`[name=email]`, shared.address())
		b.follow(`form[action$="/invitations"] .primary`)
		link := b.see(`#invitation-link`)
		guest := newTab(b.T, b.view)
		guest.open(link)
		guest.inspect("invitation")
		for _, field := range []string{"new_password", "repeat_password"} {
			guest.fill(`[name=`+field+`]`, "correct horse battery")
		}
		guest.follow(`main form .primary`)
		guest.until(`location.pathname === "/app/"`)
		guest.open("/app/settings")
		if guest.has(`main a[href="/app/settings/keys"]`) {
			b.Error("a member is shown the way to the keys")
		}
	})
}

func TestAWebhookIsSetAndUnsafeAddressesAreRefused(t *testing.T) {
	t.Parallel()
	inEveryView(t, "5", func(b *tab, a account) {
		b.watch.expect(http.StatusBadRequest)
		b.watch.expect(http.StatusUnprocessableEntity)
		b.signIn(a)
		b.open("/app/settings/webhooks")
		for _, unsafe := range []string{"https://127.1/", "https://0x7f000001/", "https://localhost/"} {
			b.fill(`[name=url]`, unsafe)
			b.follow(`form[action="/app/settings/webhooks"] .primary`)
			b.see(`main [role=alert]`)
		}
		b.inspect("webhook-refused")
		b.fill(`[name=url]`, "https://example.com/tariffdesk")
		b.follow(`form[action="/app/settings/webhooks"] .primary`)
		b.see(`#webhook-secret`)
		b.inspect("webhook-secret")
	})
}

func TestWithoutCreditsThePageSaysSo(t *testing.T) {
	t.Parallel()
	inEveryView(t, "0", func(b *tab, a account) {
		b.watch.expect(http.StatusPaymentRequired)
		b.signIn(a)
		b.open("/app/classify")
		b.fill(`[name=product_description]`, "wooden dining table")
		b.click(`form#classify .primary`)
		b.see(`#stream-problem`)
		b.inspect("no-credits")
	})
}
