package browser

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/jackc/pgx/v5"

	"tariffdesk/cmd/internal/devstack"
)

// records counts the classifications that an account has.
func (c client) records() int {
	c.Helper()
	var list struct {
		Data []struct{} `json:"data"`
	}
	c.json(http.MethodGet, "/api/v3/tariff/records?limit=50", nil, &list)
	return len(list.Data)
}

// trail is how many decisions of a record the API knows.
func (c client) trail(record string) int {
	c.Helper()
	var list struct {
		Data []struct{} `json:"data"`
	}
	c.json(http.MethodGet, "/api/v3/tariff/records/"+record+"/history", nil, &list)
	return len(list.Data)
}

// Two people who decide the same record each see what the other did; back and reload decide nothing again.
func TestTwoWindowsOnOneRecordLoseNoDecision(t *testing.T) {
	t.Parallel()
	a := shared.owner(t, "10")
	api := as(t, a)
	record := api.classify("MEX", "men's knitted T-shirt, 100 % cotton")
	const confirm = `form[action$="/confirm"] .primary`
	first, second := newTab(t, view{english, wide, true}), newTab(t, view{spanish, narrow, true})
	for _, b := range []*tab{first, second} {
		b.signIn(a)
		b.open("/app/records/" + record)
	}
	first.follow(confirm)
	first.see(`[role=status]`)
	second.follow(confirm) // which its page still offers
	second.see(`[role=status]`)
	if n := api.trail(record); n != 2 || value[int](second, `document.querySelectorAll("#history + .trail > li").length`) != 2 {
		t.Errorf("two decisions leave a trail of %d", n)
	}
	for range 2 {
		second.through("back")
		second.through("forward")
		second.load(chromedp.Reload())
	}
	if n := api.trail(record); n != 2 {
		t.Errorf("after back and reload the trail is of %d", n)
	}
	const undo = `form[action$="/undo"] button`
	first.follow(undo)
	first.see(`[role=status]`)
	second.follow(undo)
	second.see(`[role=status]`)
	if n := api.trail(record); n != 4 {
		t.Errorf("two decisions taken back leave a trail of %d", n)
	}
}

// A form that is sent twice, by a second click or by going back, is one classification and one charge.
func TestAFormThatIsSentTwiceIsChargedOnce(t *testing.T) {
	t.Parallel()
	for _, v := range []view{{english, wide, true}, {spanish, narrow, false}} {
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			a := shared.owner(t, "10")
			b := newTab(t, v)
			b.signIn(a)
			b.open("/app/classify")
			b.fill(`[name=product_description]`, "wooden dining table")
			send := func() {
				b.leave(`{ const b = document.querySelector("form#classify .form-foot .primary"); b.click(); b.click(); }`)
				b.until(`location.pathname.startsWith("/app/records/") && document.readyState === "complete"`)
			}
			form := func() string { return value[string](b, `document.querySelector("form#classify [name=form]").value`) }
			first := form()
			send()
			one := func() {
				if n := as(t, a).records(); n != 1 {
					t.Errorf("%d classifications of one form", n)
				}
			}
			one()
			b.through("back")
			if got := value[string](b, `document.querySelector("[name=product_description]").value`); got != "wooden dining table" {
				b.Errorf("back from the record the form holds %q", got)
			}
			// With scripts the history keeps the name of the form. Without, a page that a busy browser has dropped is another form.
			if v.scripts || form() == first {
				send()
				one()
			}
		})
	}
}

// through goes back or forward in the window's history, to a page that the browser may have kept.
func (b *tab) through(direction string) {
	b.Helper()
	from := b.path()
	b.do(chromedp.Evaluate[chromedp.Void](`history.` + direction + `()`))
	b.until(`location.pathname + location.search !== ` + quoted(from) + ` && document.readyState === "complete"`)
}

// script is a text in letters of several scripts, which no page may cut or turn round.
const script = "中文名称 قميص من القطن للرجال"

// When a session has ended, or a text is too long, what somebody typed comes back whole.
func TestWhatWasTypedComesBackWhole(t *testing.T) {
	t.Parallel()
	inEveryView(t, "10", func(b *tab, a account) {
		b.signIn(a)
		b.open("/app/classify")
		b.do(chromedp.Focus(chromedp.CSS(`[name=product_description]`)))
		long := strings.TrimSpace(strings.Repeat(script+" ", 1+50_000/len([]rune(script))))
		b.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) { // as a person pastes it
			_, err := cdp.Call(ctx, t, input.InsertText, input.InsertTextParams{Text: long})
			return chromedp.Void{}, err
		})
		b.watch.expect(http.StatusBadRequest)
		b.watch.expect(http.StatusUnprocessableEntity)
		b.click(`form#classify .form-foot .primary`)
		b.see(`#stream-problem li`)
		whole := `document.querySelector("[name=product_description]").value === ` + quoted(long)
		if !value[bool](b, whole) {
			b.Error("a text that is too long does not stay whole")
		}
		b.fits("too-long")

		b.watch.expect(http.StatusUnauthorized)
		b.do(call(network.ClearBrowserCookies, cdp.Empty{}))
		b.click(`form#classify .form-foot .primary`)
		b.until(`document.querySelector("[name=kept]") !== null`)
		b.inspect("session-ended")
		b.fill(`[name=email]`, a.email)
		b.fill(`[name=password]`, a.password)
		b.follow(`form[action="/app/sign-in"] .primary`)
		if !value[bool](b, whole) {
			b.Error("a text does not outlive the end of its session")
		}
		b.fill(`[name=product_description]`, "men's T-shirt of cotton, "+script)
		b.click(`form#classify .form-foot .primary`)
		b.until(`location.pathname.startsWith("/app/records/")`)
		b.seeText(`main`, script)
		b.inspect("scripts-of-the-world")
		b.uncut("scripts-of-the-world")
	})
}

// Of 10,000 records a page shows some, leads on and finds by its search; a member of another organisation finds none of them.
func TestTenThousandRecordsAreShownAPageAtATime(t *testing.T) {
	t.Parallel()
	a, stranger := shared.owner(t, "10"), shared.owner(t, "10")
	api := as(t, a)
	record := api.classify("MEX", "wooden dining table")
	batch := api.batch([]string{"wooden dining table"})
	quote := api.quote()
	shared.multiply(t, record, 10_000)

	b := newTab(t, view{english, wide, true})
	b.signIn(a)
	b.open("/app/records")
	rows := func() int { return value[int](b, `document.querySelectorAll("table.records tbody tr").length`) }
	if n := rows(); n < 10 || n > 100 {
		t.Errorf("a page shows %d records", n)
	}
	b.inspect("many-records")
	b.follow(`a[rel=next]`)
	if n := rows(); n < 10 || n > 100 {
		t.Errorf("the second page shows %d records", n)
	}
	b.open("/app/records?q=article+7777")
	if n := rows(); n != 1 {
		t.Errorf("the search finds %d records", n)
	}
	for _, path := range []string{"/app/records?q=%E4%B8%AD%E6%96%87", "/app/batches?q=nothing", "/app/quotes?q=nothing", "/app/extractions?status=failed", "/app/review?chapter=99"} {
		b.open(path)
		b.see(`.empty`)
	}

	other := newTab(t, view{spanish, narrow, true})
	other.watch.expect(http.StatusNotFound)
	other.signIn(stranger)
	for _, path := range []string{"/app/records/" + record, "/app/batches/" + batch, "/app/quotes/" + quote, "/app/quote?record=" + record, "/app/jobs/" + batch} {
		other.open(path)
		if text := other.see(`main`); strings.Contains(text, "dining") || strings.Contains(text, "teléfono") || value[int](other, `performance.getEntriesByType("navigation")[0].responseStatus`) != http.StatusNotFound {
			t.Errorf("a member of another organisation sees at %s: %s", path, text)
		}
	}
	other.inspect("not-theirs")
}

// multiply puts n copies of a record into the database.
func (p *program) multiply(t testing.TB, record string, n int) {
	t.Helper()
	url, running := devstack.RunningPostgres(p.data)
	if !running {
		t.Fatal("no database runs")
	}
	db, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close(t.Context()) }()
	_, err = db.Exec(t.Context(), `INSERT INTO classification_records (id, organisation_id, country_code, model, product_description, result, hscode, confidence, created_at)
		SELECT gen_random_uuid(), organisation_id, country_code, model, 'article ' || i, '{"x": 1}', hscode, confidence, created_at - i * interval '1 minute'
		  FROM classification_records, generate_series(1, $2::int) i WHERE id = $1`, record, n)
	if err != nil {
		t.Fatal(err)
	}
}
