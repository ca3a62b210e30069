package browser

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// foreign are words that stand in no sentence of the other language: function words, and what buttons and labels say.
func foreign(l language) string {
	if l == spanish { // English on Spanish pages
		return `the of and is are was were be been being with without this that these those not from your you we our they their its it has_been have must want what which who when where why how
			at by on into over under than then there here as if or an any all each every other another more most only also after before between within about because while until
			add allow apply back best cancel change check choose choose click close code_of copy create date delete details document done down download edit empty end error expired failed
			file files filter find first forbidden found given help history id_of invalid key keys language last limit line lines link list loading locked look make missing month name names need needed
			needs network new next nothing number off old one open organization organisation owner page pages password paste please previous product products question questions quote quotes read reason record records refused
			remove removed request requests required result results retry review row rows save saved search section see select send sent set settings share show sign sources start started state status stop submit succeeded
			table takes teach text time today token too try two type unknown up updated upload usage used user value values wait waiting warning was week word words work wrong year yes yet
			duty duties fee fees tax taxes goods rate rates origin weight heading chapter subheading unit units`
	}
	return `el los las del que para por con una unas unos sin como este esta estos estas ese esa eso según desde hasta entre sobre también pero aún ya muy más donde cuando cada otro otra otros otras
		tu tus su sus usted elige elija escribe escriba buscar búsqueda guardar cancelar agregar quitar siguiente anterior página páginas fila filas hoja archivo archivos nombre código códigos
		país fecha fechas valor valores estado listo fallido clave claves enviar enviado abrir cerrar volver regresar ninguno ninguna nada todavía falta faltan pregunta preguntas respuesta respuestas
		partida fracción arancel impuesto impuestos derecho derechos cuota mercancía mercancías peso unidad capítulo sección nota notas`
}

// speaks lists the sentences of a page that hold a word of the list. Passed over is what is marked to be in another language, what
// is written for machines, and what people and authorities have written themselves.
const speaks = `(words) => {
	const list = new Set(words.trim().split(/\s+/));
	const out = new Set();
	const judge = (text, element) => {
		if (!text.trim() || element.closest("[lang]:not(html), code, pre, kbd, script, style, .code, .call-path, [translate=no], noscript, template, textarea")) return;
		const hits = text.replace(/Derecho de Trámite Aduanero|the authority lists it, agreed by telephone|Aceros Inventados del Ñandú|Calle de los Inventos|de fecha \d/gi, '').toLowerCase().split(/[^\p{L}\d_'’@./-]+/u).filter(w => list.has(w) && !/\d/.test(w));
		if (hits.length) out.add(hits.slice(0, 4).join(" ") + ": " + text.trim().replace(/\s+/g, " ").slice(0, 160) + " <" + element.tagName.toLowerCase() + "." + (element.getAttribute("class") || "") + ">");
	};
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walk.nextNode()) judge(walk.currentNode.data, walk.currentNode.parentElement);
	for (const e of document.querySelectorAll("[aria-label], [placeholder], [title], [alt]"))
		for (const a of ["aria-label", "placeholder", "title", "alt"]) if (e.hasAttribute(a)) judge(e.getAttribute(a), e);
	judge(document.title, document.body);
	return [...out].slice(0, 12);
}`

// crawl walks the console by its links, each kind of page twice at most, and sends the forms of each with nonsense in them; it
// judges the words of every page that comes.
type crawl struct {
	*tab

	words  string
	within string // where it stays, "" for everywhere
	seen   map[string]bool
	kinds  map[string]int
	todo   []string
	said   map[string]bool
	pages  int
}

// ids are what differs between pages of a kind.
var ids = regexp.MustCompile(`[0-9a-fA-F]{8}-[0-9a-fA-F-]{27,}|/[0-9]{2,10}\b|=[^&#]*`)

// mostPages bounds a crawl.
const mostPages = 140

func (c *crawl) judge(where string) {
	c.Helper()
	c.pages++
	quotedWords, _ := json.Marshal(c.words)
	for _, found := range value[[]string](c.tab, "("+speaks+")("+string(quotedWords)+")") {
		if !c.said[found] {
			c.said[found] = true
			c.Errorf("%s: %s", where, found)
		}
	}
}

func (c *crawl) add(paths ...string) {
	for _, path := range paths {
		path, _, _ = strings.Cut(path, "#")
		kind := ids.ReplaceAllString(path, "*")
		if c.within != "" && !strings.HasPrefix(path, c.within) {
			continue
		}
		if c.seen[path] || c.kinds[kind] >= 2 || regexp.MustCompile(`/(download|report|result|pages/\d+|state|export)\b|csv|xlsx|format=|/assets/|section=[2-9]`).MatchString(path) {
			continue
		}
		c.seen[path] = true
		c.kinds[kind]++
		c.todo = append(c.todo, path)
	}
}

// sendable counts the forms of a page that may be sent with nonsense: none that ends the session or changes the language.
const sendable = `[...document.querySelectorAll("main form[method=post]")].filter(f => f.querySelector("input:not([type=hidden]), textarea") && !/sign-|preferences|password|\/account/.test(f.action))`

func (c *crawl) walk() {
	c.Helper()
	for c.pages < mostPages && len(c.todo) > 0 {
		path := c.todo[0]
		c.todo = c.todo[1:]
		_ = value[bool](c.tab, `(window.stop(), true)`) // a page that waits turns by itself
		c.open(path)
		c.judge(path)
		c.add(value[[]string](c.tab, `[...document.querySelectorAll("a[href]")].map(a => new URL(a.href)).filter(u => u.origin === location.origin && /^\/(app|ops)(\/|$)/.test(u.pathname)).map(u => u.pathname + u.search)`)...)
		if c.kinds["form "+ids.ReplaceAllString(path, "*")]++; c.kinds["form "+ids.ReplaceAllString(path, "*")] > 1 {
			continue
		}
		for n := range min(3, value[int](c.tab, sendable+".length")) {
			c.open(path)
			const nonsense = `(n => { const f = FORMS[n]; if (!f) return false; f.noValidate = true;
				for (const e of f.querySelectorAll("input, textarea")) if (!["hidden", "file", "radio", "checkbox", "submit"].includes(e.type)) { e.type = e.tagName === "INPUT" ? "text" : e.type; e.value = "¿?"; }
				HTMLFormElement.prototype.submit.call(f); return true; })`
			before := value[float64](c.tab, `performance.timeOrigin`)
			if !value[bool](c.tab, strings.Replace(nonsense, "FORMS", sendable, 1)+"("+string(rune('0'+n))+")") {
				continue
			}
			c.until(`performance.timeOrigin !== ` + strconv.FormatFloat(before, 'f', -1, 64) + ` && document.readyState === "complete"`)
			c.judge("a form of " + path)
		}
	}
}

// inItsLanguage are goods and messages whose words are of the language of the pages: what people wrote is shown as it is.
func inItsLanguage(l language) (vague, good, name string) {
	if l == spanish {
		return "partes plásticas para máquinas", "camiseta de punto de algodón para hombre", "Almacén"
	}
	return "plastic parts for machines", "men's knitted cotton T-shirt", "Warehouse"
}

func TestEveryPageAndRefusalSpeaksOneLanguage(t *testing.T) {
	t.Parallel()
	for _, l := range []language{spanish, english} {
		t.Run(string(l), func(t *testing.T) {
			t.Parallel()
			vague, good, name := inItsLanguage(l)
			full := map[language]string{english: "English", spanish: "Spanish"}[l]
			a := shared.owner(t, "300")
			api := as(t, a)
			record := api.classified("MEX", vague, full)
			api.classified("MEX", good, full)
			api.classified("USA", good, full)
			batch := api.batchIn([]string{vague, good, "¿?"}, full)
			api.json(http.MethodPost, "/api/keys", map[string]string{"name": name, "type": "sk"}, nil)
			api.json(http.MethodPut, "/api/v3/organization/webhook", map[string]string{"url": "https://example.com/hook"}, nil)
			api.json(http.MethodPost, "/api/v3/organization/invitations", map[string]string{"email": shared.address(), "role": "admin"}, nil)
			api.ask(record, map[string]any{"message": name})
			api.quoteIn(good, full)
			b := newTab(t, view{l, wide, false})
			for _, status := range []int64{400, 401, 402, 403, 404, 409, 410, 413, 415, 422, 429, 502, 503} {
				b.watch.expect(status)
			}
			b.signIn(a)
			c := &crawl{tab: b, words: foreign(l), seen: map[string]bool{}, kinds: map[string]int{}, said: map[string]bool{}}
			c.add("/app/", "/app/records/"+record, "/app/batches/"+batch+"?show=all", "/app/lookup/MEX/61091003", "/app/lookup/USA/6109100012", "/app/lookup/MEX/99999999", "/app/lookup?q=61", "/app/quote?record="+record, "/app/nothing-of-this-name",
				"/app/records/00000000-0000-4000-8000-000000000000", "/app/extractions/00000000-0000-4000-8000-000000000000", "/app/search?q=61", "/app/review?source=batch-rows&confidence_below=", "/app/corrections", "/app/settings/share-links?record="+record)
			c.walk()
			t.Logf("%d pages", c.pages)
			if c.pages < 50 {
				t.Errorf("only %d pages were reached", c.pages)
			}
		})
	}
}

func TestOperatorsPagesSpeakOneLanguage(t *testing.T) {
	t.Parallel()
	a := shared.owner(t, "10")
	for _, l := range []language{spanish, english} {
		t.Run(string(l), func(t *testing.T) {
			t.Parallel()
			b := newTab(t, view{l, wide, false})
			for _, status := range []int64{400, 403, 404, 409, 422, 429} { // both languages are read by one operator, whose calls are limited
				b.watch.expect(status)
			}
			b.operate()
			c := &crawl{tab: b, words: foreign(l), within: "/ops", seen: map[string]bool{}, kinds: map[string]int{}, said: map[string]bool{}}
			c.add("/ops", "/ops/organisations/"+a.organisation, "/ops/jobs/00000000-0000-4000-8000-000000000000")
			c.walk()
			if c.pages < 8 {
				t.Errorf("only %d pages were reached", c.pages)
			}
		})
	}
}

// classified is classify in a language.
func (c client) classified(country, description, language string) string {
	c.Helper()
	var made struct {
		Record string `json:"classification_record_id"`
	}
	c.form("/api/v3/tariff/tariff-mini?model=fast&language="+language+"&country_code="+country, map[string]string{"product_description": description, "language": language}, &made)
	return made.Record
}

// quoteIn quotes a product in a language.
func (c client) quoteIn(description, language string) {
	c.Helper()
	c.json(http.MethodPost, "/api/v3/quoter_v2/new-quote?country_code=MEX&include_rrna=true", map[string]any{"direction": "import", "language": language, "products": []map[string]any{
		{"product_description": description, "hscode_8digits": "61091003", "country": "China"},
		{"product_description": description, "hscode_8digits": "22021001", "country": "Canada", "customs_value": 100, "currency": "MXN"},
	}}, nil)
}
