package browser

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// crawl walks the console by its links as a browser without scripts would, each kind of page twice at most, and sends the
// forms of each with nonsense in them. It judges the words of every page that comes. To read a page takes a
// twentieth of what a browser takes to show it.
type crawl struct {
	*testing.T

	language language
	foreign  map[string]bool
	within   string // where it stays, "" for everywhere
	cookies  map[string]string
	allowed  []int // statuses of 400 and above
	host     string
	seen     map[string]bool
	kinds    map[string]int
	todo     []string
	noted    map[string]bool
	pages    int
}

func newCrawl(t *testing.T, l language, allowed ...int) *crawl {
	t.Helper()
	c := &crawl{T: t, language: l, foreign: map[string]bool{}, allowed: allowed, host: shared.host(), seen: map[string]bool{}, kinds: map[string]int{}, noted: map[string]bool{}}
	for word := range strings.FieldsSeq(foreign(l)) {
		c.foreign[word] = true
	}
	return c
}

func (c *crawl) signIn(a account) { c.cookies = session(c.T, a) }

// ids are what differs between pages of a kind.
var ids = regexp.MustCompile(`[0-9a-fA-F]{8}-[0-9a-fA-F-]{27,}|/[0-9]{2,10}\b|=[^&#]*`)

// files are addresses that answer with something else than a page of ours, or with another part of one.
var files = regexp.MustCompile(`^/ops/queues|/(download|report|result|pages/\d+|state|export)\b|csv|xlsx|format=|section=[2-9]`)

// mostPages bounds a crawl.
const mostPages = 140

func (c *crawl) add(paths ...string) {
	for _, path := range paths {
		path, _, _ = strings.Cut(path, "#")
		kind := ids.ReplaceAllString(path, "*")
		if c.within != "" && !strings.HasPrefix(path, c.within) || c.seen[path] || c.kinds[kind] >= 2 || files.MatchString(path) {
			continue
		}
		c.seen[path] = true
		c.kinds[kind]++
		c.todo = append(c.todo, path)
	}
}

func (c *crawl) walk() {
	c.Helper()
	for c.pages < mostPages && len(c.todo) > 0 {
		path := c.todo[0]
		c.todo = c.todo[1:]
		page := c.page(path)
		for link := range page.Descendants() {
			if link.Type == html.ElementNode && link.Data == "a" {
				if to := c.address(path, attribute(link, "href")); regexp.MustCompile(`^/(app|ops)(/|$|\?)`).MatchString(to) && !strings.Contains(to, "/assets/") {
					c.add(to)
				}
			}
		}
		kind := "form " + ids.ReplaceAllString(path, "*")
		if c.kinds[kind]++; c.kinds[kind] > 1 {
			continue
		}
		for _, form := range sendable(page)[:min(3, len(sendable(page)))] {
			c.send(path, form)
		}
	}
}

// address is where a link of a page leads, "" where that is another host.
func (c *crawl) address(page, link string) string {
	base, err := url.Parse(shared.url + page)
	if err != nil || link == "" {
		return ""
	}
	to, err := base.Parse(link)
	if err != nil || to.Host != base.Host {
		return ""
	}
	return to.RequestURI()
}

// page gets a page and judges it.
func (c *crawl) page(path string) *html.Node {
	c.Helper()
	return c.judged(path, c.request(http.MethodGet, path, nil))
}

func (c *crawl) request(method, path string, body io.Reader) *http.Request {
	c.Helper()
	request, err := http.NewRequestWithContext(c.Context(), method, shared.url+path, body)
	if err != nil {
		c.Fatal(err)
	}
	request.Header.Set("Accept", "text/html")
	request.Header.Set("Accept-Language", string(c.language))
	request.Header.Set("X-Forwarded-For", c.host)
	request.Header.Set("Sec-Fetch-Site", "same-origin")
	for name, value := range c.cookies {
		request.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	return request
}

// judged sends a request and judges the page that comes, after what it redirects to.
func (c *crawl) judged(where string, request *http.Request) *html.Node {
	c.Helper()
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		c.Fatal(err)
	}
	defer answer.Body.Close()
	page, err := html.ParseWithOptions(answer.Body, html.ParseOptionEnableScripting(false))
	if err != nil {
		c.Fatalf("%s: %v", where, err)
	}
	c.pages++
	if answer.StatusCode >= http.StatusBadRequest && !slices.Contains(c.allowed, answer.StatusCode) {
		c.note("%s: answered %d", where, answer.StatusCode)
	}
	if policy := answer.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'") {
		c.note("%s: the policy is %q", where, policy)
	}
	root := page.FirstChild
	for root != nil && root.Type != html.ElementNode {
		root = root.NextSibling
	}
	if got := attribute(root, "lang"); got != string(c.language) {
		c.note("%s: the page is in %q", where, got)
	}
	c.speaks(where, page, false)
	c.obeys(where, page)
	return page
}

// note fails the test once for each text.
func (c *crawl) note(format string, args ...any) {
	c.Helper()
	if text := strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " "); !c.noted[text] {
		c.noted[text] = true
		c.Error(text)
	}
}

// obeys refuses what the policy of the pages forbids: styles and scripts within the page, and what another host serves.
func (c *crawl) obeys(where string, page *html.Node) {
	c.Helper()
	for n := range page.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		for _, a := range n.Attr {
			if a.Key == "style" || strings.HasPrefix(a.Key, "on") {
				c.note("%s: <%s %s> runs or styles within the page", where, n.Data, a.Key)
			}
			loads := a.Key == "src" || a.Key == "action" || a.Key == "formaction" || n.Data == "link" && a.Key == "href"
			if loads && !strings.HasPrefix(a.Val, "data:") && a.Val != "" && c.address("/app/", a.Val) == "" {
				c.note("%s: <%s> loads %s", where, n.Data, a.Val)
			}
		}
		if n.Data == "style" || n.Data == "script" && attribute(n, "src") == "" && attribute(n, "type") == "" {
			c.note("%s: <%s> within the page", where, n.Data)
		}
	}
}

// sendable are the forms of a page that may be sent with nonsense: none that ends the session or changes the language.
func sendable(page *html.Node) []*html.Node {
	var found []*html.Node
	for form := range page.Descendants() {
		if form.Type != html.ElementNode || form.Data != "form" || !strings.EqualFold(attribute(form, "method"), "post") || !within(form, "main") ||
			regexp.MustCompile(`sign-|preferences|password|/account`).MatchString(attribute(form, "action")) {
			continue
		}
		for field := range form.Descendants() {
			if field.Data == "textarea" || field.Data == "input" && attribute(field, "type") != "hidden" {
				found = append(found, form)
				break
			}
		}
	}
	return found
}

// nonsense is what is written into every field.
const nonsense = "¿?"

// send sends a form of a page with nonsense in its fields, in the way of its encoding.
func (c *crawl) send(path string, form *html.Node) {
	c.Helper()
	values := url.Values{}
	var uploads []string
	for field := range form.Descendants() {
		name := attribute(field, "name")
		switch kind := attribute(field, "type"); {
		case field.Type != html.ElementNode || name == "" || has(field, "disabled"):
		case field.Data == "select":
			values.Add(name, chosen(field))
		case field.Data == "textarea":
			values.Add(name, nonsense)
		case field.Data != "input" || kind == "submit":
		case kind == "hidden":
			values.Add(name, attribute(field, "value"))
		case kind == "radio" || kind == "checkbox":
			if has(field, "checked") {
				values.Add(name, attribute(field, "value"))
			}
		case kind == "file":
			uploads = append(uploads, name)
		default:
			values.Add(name, nonsense)
		}
	}
	body, contentType := io.Reader(strings.NewReader(values.Encode())), "application/x-www-form-urlencoded"
	if attribute(form, "enctype") == "multipart/form-data" {
		body, contentType = inParts(values, uploads)
	}
	action := path
	if to := attribute(form, "action"); to != "" {
		action = c.address(path, to)
	}
	request := c.request(http.MethodPost, action, body)
	request.Header.Set("Content-Type", contentType)
	request.Header.Set("Origin", shared.url)
	request.Header.Set("Referer", shared.url+path)
	c.judged("a form of "+path, request)
}

// inParts is a form as browsers send one that may hold files: where none is chosen, an empty one without a name.
func inParts(values url.Values, uploads []string) (body io.Reader, contentType string) {
	var content bytes.Buffer
	w := multipart.NewWriter(&content)
	for name, several := range values {
		for _, value := range several {
			_ = w.WriteField(name, value)
		}
	}
	for _, name := range uploads {
		_, _ = w.CreateFormFile(name, "")
	}
	_ = w.Close()
	return &content, w.FormDataContentType()
}

// chosen is the value of a select.
func chosen(list *html.Node) string {
	first, found := "", false
	for option := range list.Descendants() {
		if option.Data != "option" {
			continue
		}
		value := attribute(option, "value")
		if has(option, "selected") {
			return value
		}
		if !found {
			first, found = value, true
		}
	}
	return first
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}

func within(n *html.Node, element string) bool {
	for above := range n.Ancestors() {
		if above.Data == element {
			return true
		}
	}
	return false
}

// written are words of people and authorities, which stand on pages of both languages.
var written = regexp.MustCompile(`(?i)Derecho de Trámite Aduanero|(the authority lists it|wrong chapter), agreed by telephone|Aceros Inventados del Ñandú|Calle de los Inventos|de fecha \d`)

// between are what stands between words.
var between = regexp.MustCompile(`[^\p{L}\d_'’@./-]+`)

// speaks notes the sentences of a node that hold a word of the other language. Passed over is what is marked to be in another
// language, what is written for machines, and what people and authorities have written themselves.
func (c *crawl) speaks(where string, n *html.Node, apart bool) {
	c.Helper()
	switch n.Type {
	case html.TextNode:
		if !apart {
			c.words(where, n.Data, n.Parent)
		}
	case html.ElementNode:
		apart = apart || has(n, "lang") && n.Data != "html" || attribute(n, "translate") == "no" ||
			slices.Contains([]string{"code", "pre", "kbd", "script", "style", "noscript", "template", "textarea"}, n.Data) ||
			slices.ContainsFunc(strings.Fields(attribute(n, "class")), func(class string) bool { return class == "code" || class == "call-path" })
		for _, a := range n.Attr {
			if !apart && slices.Contains([]string{"aria-label", "placeholder", "title", "alt"}, a.Key) {
				c.words(where, a.Val, n)
			}
		}
	default:
	}
	for child := range n.ChildNodes() {
		c.speaks(where, child, apart)
	}
}

func (c *crawl) words(where, text string, n *html.Node) {
	c.Helper()
	var hits []string
	for _, word := range between.Split(strings.ToLower(written.ReplaceAllString(text, "")), -1) {
		if c.foreign[word] {
			hits = append(hits, word)
		}
	}
	if len(hits) > 0 {
		if sentence := "<" + n.Data + " " + attribute(n, "class") + "> " + strings.Join(strings.Fields(text), " "); !c.noted[sentence] {
			c.noted[sentence] = true
			c.Errorf("%s: %q in %.200s", where, hits, sentence)
		}
	}
}
