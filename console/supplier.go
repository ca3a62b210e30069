package console

import (
	"encoding/json"
	"errors"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"tariffdesk/client"
	"tariffdesk/console/internal/number"
)

func supplierRoutes() []route {
	return []route{
		{pattern: "GET /app/s/{token}", open: true, handle: supplierPage},
		{pattern: "POST /app/s/{token}", open: true, handle: supplierAnswer},
		{pattern: "POST /app/s/{token}/files/{id}/remove", open: true, handle: removeSupplierFile},
	}
}

// supplierData is shown to somebody outside: the product and the questions about it.
type supplierData struct {
	formPage
	client.SharedQuestionsBody

	Questions []supplierQuestion `json:"questions"`

	Path  string `json:"-"`
	Wrong bool   `json:"-"` // an answer cannot be used
}

type supplierQuestion struct {
	client.QuestionBody

	Answer  string `json:"-"` // as it was left
	Unknown bool   `json:"-"` // answered "I don't know"
	Error   string `json:"-"` // why the answer cannot be used
}

// sizeOf writes the size of a file as people read it.
func sizeOf(bytes int64) string {
	if bytes < 1<<20 {
		return grouped((bytes+1023)>>10) + " kB"
	}
	return grouped((bytes+(1<<19))>>20) + " MB"
}

// unknownAnswer is how the API is told that somebody does not know.
const unknownAnswer = "I don't know"

// suppliedOf prepares an answer to somebody outside: no session has a part in it, the address is the
// secret, and nobody else's page may learn it.
func suppliedOf(v *visit) (token string) {
	v.token, v.viewer = "", nil
	v.w.Header().Set("Referrer-Policy", "no-referrer")
	v.w.Header().Set("X-Robots-Tag", "noindex")
	if cookie(v.r, languageCookie) == "" {
		v.language = languageSpanish
	}
	return url.PathEscape(v.r.PathValue("token"))
}

// loadQuestions asks for what is open behind a link.
func loadQuestions(v *visit, token string) (*supplierData, error) {
	d := &supplierData{Path: "/app/s/" + token}
	if err := v.get("/api/v3/sharelink/questions/"+token, nil, d); err != nil {
		return nil, err
	}
	if cookie(v.r, languageCookie) == "" && string(d.Language) == languageEnglish.Name() {
		v.language = languageEnglish
	}
	for i := range d.Questions {
		q := &d.Questions[i]
		for _, reply := range d.Draft {
			if reply.Question == q.Id || reply.Question == q.Text {
				q.Unknown = reply.Answer == unknownAnswer
				q.Answer = reply.Answer
			}
		}
		if q.Unknown {
			q.Answer = ""
		}
	}
	return d, nil
}

func supplierPage(v *visit) error {
	token := suppliedOf(v)
	d, err := loadQuestions(v, token)
	switch {
	case err == nil:
		return v.page("supplier", d)
	case refused(err, http.StatusNotFound) != nil:
		return sharedView(v, token, err)
	}
	return loadSupplierState(v, err)
}

// loadSupplierState shows the states of a link that takes no answers: sent, expired or taken back, unknown,
// asked too often.
func loadSupplierState(v *visit, err error) error {
	r := refused(err, http.StatusConflict, http.StatusGone, http.StatusNotFound, http.StatusTooManyRequests)
	if r == nil {
		return err
	}
	if r.RetryAfter != "" {
		v.w.Header().Set("Retry-After", r.RetryAfter)
	}
	return v.pageStatus(r.Status, "supplier-state", map[string]any{"State": r.State(), "RetryAfter": r.RetryAfter})
}

// sharedView is a link that shows a result and asks nothing.
func sharedView(v *visit, token string, unknown error) error {
	var d sharedData
	err := v.get("/api/v3/operations-sharelink/info/"+token, nil, &d)
	if refused(err, http.StatusNotFound) != nil {
		err = unknown
	}
	if err != nil {
		return loadSupplierState(v, err)
	}
	switch {
	case d.Kind == "quote":
		err = json.Unmarshal(d.Result, &d.Items)
	case strings.HasPrefix(string(d.Kind), "classify"):
		err = json.Unmarshal(d.Result, &d.Classification)
	}
	if err != nil {
		return err
	}
	return v.page("shared", &d)
}

// sharedData is a result that an organisation shows to somebody outside.
type sharedData struct {
	client.SharedInfoBody

	Result    json.RawMessage `json:"result"`
	Operation *sharedShipment `json:"operation"`

	Items          []quoteItem           `json:"-"`
	Classification client.ClassifyResult `json:"-"`
}

// sharedShipment is a shipment as its client sees it.
type sharedShipment struct {
	client.SharedShipment

	Totals *shipmentTotals `json:"totals"`
}

// Goods is the product at i, an empty one where the API tells none.
func (d *sharedData) Goods(i int) client.SharedProduct {
	if i < len(d.Products) {
		return d.Products[i]
	}
	return client.SharedProduct{}
}

// supplierAnswer keeps what was filled in so far, adds files, or sends it all.
func supplierAnswer(v *visit) error {
	token := suppliedOf(v)
	if err := v.readForm(); err != nil {
		return err
	}
	d, err := loadQuestions(v, token)
	if err != nil {
		return loadSupplierState(v, err)
	}
	replies := repliesOf(v, d)
	if v.field("action") == "send" {
		if d.check(v) {
			return v.pageStatus(http.StatusUnprocessableEntity, "supplier", d)
		}
		replies = repliesOf(v, d) // numbers are plain now
		err = v.post("/api/v3/sharelink/responses/"+token, map[string]any{"answers": replies}, nil)
		if err == nil {
			return v.page("supplier-state", map[string]any{"State": "sent"})
		}
		return supplierAgain(v, err, d)
	}
	if err := v.send(http.MethodPut, "/api/v3/sharelink/drafts/"+token, map[string]any{"answers": replies}, nil); err != nil {
		return supplierAgain(v, err, d)
	}
	for _, f := range v.files("files") {
		if err := addFile(v, token, f); err != nil {
			return supplierAgain(v, err, d)
		}
	}
	return v.done(d.Path, "draft")
}

func addFile(v *visit, token string, f *multipart.FileHeader) error {
	c, end, err := multipartCall(call{method: http.MethodPost, path: "/api/v3/sharelink/files/" + token}, []part{{field: "file", file: f}})
	defer end()
	if err != nil {
		return err
	}
	return v.decoded(c, nil)
}

// supplierAgain shows the form with what was refused; a link that is at its end says so.
func supplierAgain(v *visit, err error, d *supplierData) error {
	if refused(err, http.StatusConflict, http.StatusGone, http.StatusNotFound) != nil {
		return loadSupplierState(v, err)
	}
	r := refused(err)
	if r == nil {
		return err
	}
	d.refuse(r)
	for i := range d.Questions {
		d.Questions[i].Error = problemOf(r, d.Questions[i].Id, d.Questions[i].Text)
		d.Wrong = d.Wrong || d.Questions[i].Error != ""
	}
	if r.RetryAfter != "" {
		v.w.Header().Set("Retry-After", r.RetryAfter)
	}
	return v.pageStatus(r.Status, "supplier", d)
}

// check reads the numbers before the one answer is spent: it makes them plain, and tells those that are none.
func (d *supplierData) check(v *visit) (wrong bool) {
	for i := range d.Questions {
		q := &d.Questions[i]
		if q.Kind != "number" || q.Unknown || q.Answer == "" || strings.Trim(q.Answer, "0123456789.,' \u00a0") != "" {
			continue // words and units of one's own are the service's to judge
		}
		read, err := number.Read(q.Answer)
		ambiguous, asks := errors.AsType[*number.AmbiguousError](err)
		switch {
		case err == nil:
			q.Answer = read
			v.r.PostForm.Set("answer-"+q.Id, read)
			continue
		case asks:
			q.Error = v.t("supplier.two_ways", q.Answer, ambiguous.Whole, ambiguous.Decimal)
		default:
			q.Error = v.t("supplier.no_number")
		}
		d.Wrong = true
	}
	if d.Wrong {
		d.refuse(&refusal{Status: http.StatusUnprocessableEntity, Type: "ValidationError"})
	}
	return d.Wrong
}

// repliesOf are the answers of the form, kept on the questions too so that a refused form shows them.
func repliesOf(v *visit, d *supplierData) []client.AnswerBody {
	given := []client.AnswerBody{}
	for i := range d.Questions {
		q := &d.Questions[i]
		q.Answer, q.Unknown = v.field("answer-"+q.Id), v.field("unknown-"+q.Id) != ""
		if isUnknown(v, q.Answer) {
			q.Answer, q.Unknown = "", true
		}
		switch {
		case q.Unknown && (q.Answer == "" || q.Kind == "number" || q.Kind == "text"):
			given = append(given, client.AnswerBody{Question: q.Id, Answer: unknownAnswer})
		case q.Answer == "":
		case q.Kind == "number" && q.Unit != "" && strings.Trim(q.Answer, "0123456789.,") == "":
			given = append(given, client.AnswerBody{Question: q.Id, Answer: q.Answer + " " + q.Unit})
		default:
			given = append(given, client.AnswerBody{Question: q.Id, Answer: q.Answer})
		}
	}
	return slices.Clip(given)
}

func removeSupplierFile(v *visit) error {
	token := suppliedOf(v)
	path := "/api/v3/sharelink/files/" + token + "/" + url.PathEscape(v.r.PathValue("id"))
	if err := v.send(http.MethodDelete, path, nil, nil); err != nil && refused(err, http.StatusNotFound) == nil {
		return loadSupplierState(v, err)
	}
	return v.redirect("/app/s/" + token)
}
