package browser

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheCoreFlowsWorkWithoutScripts(t *testing.T) {
	t.Parallel()
	a := shared.owner(t, "100")
	b := newTab(t, view{spanish, narrow, false})
	b.signIn(a)

	b.follow(`main a[href="/app/classify"]`)
	b.fill(`[name=product_description]`, "men's knitted cotton T-shirt")
	b.follow(`form#classify .form-foot .primary`)
	if path := b.path(); !strings.HasPrefix(path, "/app/records/") {
		t.Errorf("a classification leads to %s", path)
	}

	b.open("/app/batches")
	b.files(`[name=file]`, workbook(t, goods()...))
	b.follow(`form[data-upload] [value=preview]`)
	b.see(`[data-preview] td`)
	b.follow(`form[data-upload] [value=start]`) // with the workbook that the page carries
	batch := b.path()
	for !b.has(`a[href$="/result"]`) { // every load waits, so this turns slowly
		b.open(batch)
	}
	b.open("/app/review?source=batch-rows")
	b.follow(`form[data-decide] .primary`)
	b.see(`[role=status]`)

	b.open("/app/settings/keys")
	b.fill(`[name=name]`, "no scripts")
	b.follow(`form[action="/app/settings/keys"] .primary`)
	b.see(`#key-value`)

	b.open("/app/quote")
	for field, text := range map[string]string{"product_description": "Men's cotton T-shirts, knitted", "hscode_8digits": "61091003", "country": "China", "customs_value": "100000"} {
		b.fill(`[name="`+field+`.0"]`, text)
	}
	b.follow(`form#quote .form-foot .primary`)
	b.see(`.sum-lines`)
}

// hostileText would run in a page that shows it as it is.
const hostileText = `"'></textarea></title><script>hurt()</script><img src=x onerror=hurt()>{{7*7}}`

// fillAll puts hostile text into every field that takes text, in the form that is the nth of the page.
const fillAll = `(n, text) => {
	const forms = [...document.querySelectorAll("main form[method=post]")].filter(f => f.querySelector("input:not([type=hidden]), textarea"));
	const form = forms[n];
	if (!form) return false;
	form.noValidate = true;
	for (const field of form.querySelectorAll("input, textarea")) {
		if (["hidden", "file", "radio", "checkbox", "date"].includes(field.type)) continue;
		field.setAttribute("maxlength", 9999);
		field.type === "email" || field.type === "url" ? field.type = "text" : 0;
		field.value = field.name.includes("email") ? "a+" + Math.random() + "@example.com" : field.name === "hscode" ? "610910" : text;
	}
	return true;
}`

func TestWhatPeopleTypeNeverRuns(t *testing.T) {
	t.Parallel()
	a := shared.owner(t, "200")
	c := as(t, a)
	record := c.classify("MEX", vague+" "+hostileText)
	batch := c.batch([]string{"parts " + hostileText, hostileText})
	c.json("PATCH", "/api/v3/organization/members/"+memberOf(c), map[string]string{"name": hostileText}, nil)
	b := newTab(t, view{english, wide, true})
	for _, refusal := range []int64{400, 402, 403, 404, 409, 422, 502} {
		b.watch.expect(refusal)
	}
	b.signIn(a)
	pages := []string{
		"/app/classify", "/app/extract", "/app/quote", "/app/batches", "/app/review", "/app/review?source=batch-rows", "/app/records/" + record,
		"/app/settings/keys", "/app/settings/webhooks", "/app/settings/members",
	}
	for _, page := range pages {
		b.open(page)
		sent := false
		for n := range value[int](b, `document.querySelectorAll("main form[method=post]").length`) {
			if sent {
				b.open(page)
			}
			if sent = value[bool](b, fmt.Sprintf(`(%s)(%d, %s)`, fillAll, n, quoted(hostileText))); sent {
				b.load(submitNth(n))
			}
		}
	}
	for _, page := range append(pages, "/app/", "/app/records?q="+"%22%3E%3Cscript%3Ehurt()%3C/script%3E", "/app/batches/"+batch+"?show=all", "/app/settings/precedents",
		"/app/settings/requests?path=%22%3E%3Cscript%3Ehurt()%3C/script%3E", "/app/settings/audit", "/app/settings/share-links?record="+record, "/app/account", "/app/sign-in?return=javascript:hurt()") {
		b.open(page)
		if value[bool](b, `document.querySelector("main script, main img[src=x]") !== null`) {
			t.Errorf("%s holds an element that somebody typed", page)
		}
	}
}

func memberOf(c client) string {
	var list struct {
		Data []struct {
			ID string `json:"user_id"`
		} `json:"data"`
	}
	c.json("GET", "/api/v3/organization/members", nil, &list)
	return list.Data[0].ID
}

// maxScriptBytes is what all scripts of the console may weigh, as they are written.
const maxScriptBytes = 30 << 10

func TestTheScriptsStayWithinTheirBudget(t *testing.T) {
	t.Parallel()
	total := int64(0)
	names, err := filepath.Glob("../../../console/asset/*.js")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		total += info.Size()
	}
	if total > maxScriptBytes {
		t.Errorf("the scripts weigh %d bytes together, more than %d", total, maxScriptBytes)
	}
}

func TestBothDictionariesAreComplete(t *testing.T) {
	t.Parallel()
	words := map[language]map[string]string{}
	for _, l := range []language{english, spanish} {
		words[l] = map[string]string{}
		err := fs.WalkDir(os.DirFS("../../../console/locale/"+string(l)), ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := os.ReadFile("../../../console/locale/" + string(l) + "/" + name)
			if err != nil {
				return err
			}
			entries := map[string]string{}
			if err := json.Unmarshal(text, &entries); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			for key, text := range entries {
				words[l][key] = text
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, pair := range [][2]language{{english, spanish}, {spanish, english}} {
		for key, text := range words[pair[0]] {
			other, ok := words[pair[1]][key]
			if !ok {
				t.Errorf("%s lacks %s", pair[1], key)
			}
			if strings.Count(text, "%") != strings.Count(other, "%") {
				t.Errorf("%s: %q and %q take different values", key, text, other)
			}
		}
	}
	if len(words[english]) < 100 {
		t.Errorf("only %d words", len(words[english]))
	}
}
