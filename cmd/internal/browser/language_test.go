package browser

import (
	"net/http"
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
			c := newCrawl(t, l, http.StatusBadRequest, http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden, http.StatusNotFound, http.StatusConflict, http.StatusGone,
				http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable)
			c.signIn(a)
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
			c := newCrawl(t, l, http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound, http.StatusConflict, http.StatusUnprocessableEntity, http.StatusTooManyRequests)
			c.within = "/ops"
			c.signIn(shared.operator(t))
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
