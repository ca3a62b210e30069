package console

import (
	"encoding/json"
	"errors"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

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
	Description string             `json:"product_description"`
	Language    string             `json:"language"`
	Message     string             `json:"message"`
	Questions   []supplierQuestion `json:"questions"`
	AllowFiles  bool               `json:"allow_files"`
	MaxFiles    int                `json:"max_files"`
	Files       []supplierFile     `json:"files"`
	Draft       []supplierReply    `json:"draft"`
	ExpiresAt   time.Time          `json:"expires_at"`
	Path        string             `json:"-"`
	Wrong       bool               `json:"-"` // an answer cannot be used
}

type supplierQuestion struct {
	ID      string `json:"id"`
	Text    string `json:"text"`
	Kind    string `json:"kind"`
	Unit    string `json:"unit"`
	Choices []struct {
		Value string `json:"value"`
		Label string `json:"label"`
	} `json:"choices"`
	Answer  string `json:"-"` // as it was left
	Unknown bool   `json:"-"` // answered "I don't know"
	Error   string `json:"-"` // why the answer cannot be used
}

type supplierFile struct {
	ID        string `json:"file_id"`
	Name      string `json:"name"`
	SizeBytes int64  `json:"size_bytes"`
}

// Size is the file's size as people read it.
func (f supplierFile) Size() string {
	if f.SizeBytes < 1<<20 {
		return grouped((f.SizeBytes+1023)>>10) + " kB"
	}
	return grouped((f.SizeBytes+(1<<19))>>20) + " MB"
}

type supplierReply struct {
	Question string `json:"question"`
	Answer   string `json:"answer"`
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
	if cookie(v.r, languageCookie) == "" && d.Language == languageEnglish.Name() {
		v.language = languageEnglish
	}
	for i := range d.Questions {
		q := &d.Questions[i]
		for _, reply := range d.Draft {
			if reply.Question == q.ID || reply.Question == q.Text {
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
	case strings.HasPrefix(d.Kind, "classify"):
		err = json.Unmarshal(d.Result, &d.Classification)
	}
	if err != nil {
		return err
	}
	return v.page("shared", &d)
}

// sharedData is a result that an organisation shows to somebody outside.
type sharedData struct {
	Kind           string             `json:"kind"`
	Status         string             `json:"status"`
	CreatedAt      time.Time          `json:"created_at"`
	FinishedAt     *time.Time         `json:"finished_at"`
	ExpiresAt      *time.Time         `json:"expires_at"`
	Result         json.RawMessage    `json:"result"`
	Description    string             `json:"product_description"`
	Products       []sharedGoods      `json:"products"`
	Total          *client.QuoteTotal `json:"quote_total"`
	Operation      *sharedShipment    `json:"operation"`
	Items          []quoteItem        `json:"-"`
	Classification struct {
		Entries []struct {
			Chapter       codeStep `json:"hscode_2digits"`
			Heading       codeStep `json:"hscode_4digits"`
			Subheading    codeStep `json:"hscode_6digits"`
			Line          codeStep `json:"hscode_8digits"`
			Longest       codeStep `json:"hscode_10digits"`
			Confidence    float64  `json:"overall_confidence"`
			Justification string   `json:"justification"`
		} `json:"hscodes_array"`
		Summary string `json:"summary_classification"`
	} `json:"-"`
}

// sharedShipment is a shipment as its client sees it.
type sharedShipment struct {
	Status   string `json:"status"`
	Incoterm string `json:"incoterm"`
	Lines    []struct {
		shipmentLine

		Decided bool `json:"decided"`
	} `json:"lines"`
	Totals *shipmentTotals `json:"totals"`
	Papers []struct {
		Title string `json:"title"`
		Date  string `json:"date"`
		Pages int    `json:"pages"`
	} `json:"papers"`
}

// sharedGoods is a product of a quote as it was asked.
type sharedGoods struct {
	Description string  `json:"product_description"`
	HSCode      string  `json:"hscode"`
	Country     string  `json:"country"`
	Value       *amount `json:"customs_value"`
	Currency    string  `json:"currency"`
}

// Goods is the product at i, an empty one where the API tells none.
func (d *sharedData) Goods(i int) sharedGoods {
	if i < len(d.Products) {
		return d.Products[i]
	}
	return sharedGoods{}
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
		d.Questions[i].Error = problemOf(r, d.Questions[i].ID, d.Questions[i].Text)
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
			v.r.PostForm.Set("answer-"+q.ID, read)
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
func repliesOf(v *visit, d *supplierData) []supplierReply {
	given := []supplierReply{}
	for i := range d.Questions {
		q := &d.Questions[i]
		q.Answer, q.Unknown = v.field("answer-"+q.ID), v.field("unknown-"+q.ID) != ""
		if isUnknown(v, q.Answer) {
			q.Answer, q.Unknown = "", true
		}
		switch {
		case q.Unknown && (q.Answer == "" || q.Kind == "number" || q.Kind == "text"):
			given = append(given, supplierReply{q.ID, unknownAnswer})
		case q.Answer == "":
		case q.Kind == "number" && q.Unit != "" && strings.Trim(q.Answer, "0123456789.,") == "":
			given = append(given, supplierReply{q.ID, q.Answer + " " + q.Unit})
		default:
			given = append(given, supplierReply{q.ID, q.Answer})
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
