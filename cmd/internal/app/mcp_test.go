package app

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"tariffdesk/credit"
)

// bearer sends a key with each request.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// connect opens a session of the SDK's own client.
func (r running) connect(key string) (*mcp.ClientSession, error) {
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(r.Context(), &mcp.StreamableClientTransport{
		Endpoint: r.url + "/mcp", HTTPClient: &http.Client{Transport: bearer(key)}, DisableStandaloneSSE: true, MaxRetries: -1,
	}, nil)
	if err == nil {
		r.Cleanup(func() { _ = session.Close() })
	}
	return session, err
}

func (r running) session(key string) *mcp.ClientSession {
	r.Helper()
	session, err := r.connect(key)
	if err != nil {
		r.Fatal(err)
	}
	return session
}

type toolAnswer struct {
	*mcp.CallToolResult
	text string         // of the content
	body map[string]any // the structured content
}

func (r running) use(session *mcp.ClientSession, tool string, arguments map[string]any) toolAnswer {
	r.Helper()
	got, err := session.CallTool(r.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		r.Fatalf("%s: %v", tool, err)
	}
	a := toolAnswer{CallToolResult: got, text: got.Content[0].(*mcp.TextContent).Text}
	a.body, _ = got.StructuredContent.(map[string]any)
	return a
}

func TestAModelClassifiesRefinesAndQuotesOverMCPAndPaysAsByHTTP(t *testing.T) {
	t.Parallel()
	r := start(t, "")
	session := r.session(r.key)
	schemas := r.outputSchemas(session)

	classified := r.use(session, "classify", map[string]any{"country_code": "WORLD", "model": "fast", "product_description": "milk"})
	if classified.IsError || classified.Meta["credits_charged"] != "1" || classified.Meta["credits_remaining"] != "49" {
		t.Fatalf("got %v %s, want a classification for 1 credit", classified.Meta, classified.text)
	}
	questions, _ := classified.body["questions"].([]any)
	if len(questions) == 0 {
		t.Fatalf("nothing asked: %s", classified.text)
	}
	refined := r.use(session, "refine", map[string]any{
		"country_code": "WORLD", "model": "fast", "classification_record_id": classified.body["classification_record_id"],
		"answers": []any{map[string]any{"question": questions[0].(map[string]any)["id"], "answer": "I don't know"}},
	})
	if refined.IsError || refined.Meta["credits_remaining"] != "48" || !strings.Contains(refined.text, `"dialogue"`) {
		t.Fatalf("got %v %s, want a refined classification", refined.Meta, refined.text)
	}
	quoted := r.use(session, "quote", map[string]any{"direction": "import", "language": "English", "include_rrna": true,
		"products": []any{map[string]any{"product_description": "men's cotton t-shirt", "hscode_8digits": "61091003", "country": "China"}}})
	if items, _ := quoted.body["items"].([]any); quoted.IsError || len(items) != 1 || quoted.Meta["credits_remaining"] != "47.75" {
		t.Fatalf("got %v %s, want a quote for 0.25 credits", quoted.Meta, quoted.text)
	}
	landed := r.use(session, "landed_cost", map[string]any{"destination": "MEX", "provenance": "USA", "currency": "USD", "exchange_rate": 18,
		"items": []any{map[string]any{"product_description": "cotton t-shirt", "country": "China", "quantity": 2, "unit_value": 15}}})
	code := r.use(session, "lookup_code", map[string]any{"country_code": "MEX", "code": "6109.10.03"})
	found := r.use(session, "lookup_code", map[string]any{"country_code": "WORLD", "query": "cotton t-shirts"})
	for tool, answers := range map[string][]toolAnswer{
		"classify": {classified}, "refine": {refined}, "quote": {quoted}, "landed_cost": {landed}, "lookup_code": {code, found},
	} {
		for _, a := range answers {
			if a.IsError {
				t.Errorf("%s: %s", tool, a.text)
			} else if err := schemas[tool].Validate(a.StructuredContent); err != nil {
				t.Errorf("%s: the answer is not what its schema says: %v", tool, err)
			}
		}
	}
}

// outputSchemas compiles what the tools say they answer.
func (r running) outputSchemas(session *mcp.ClientSession) map[string]*jsonschema.Schema {
	r.Helper()
	listed, err := session.ListTools(r.Context(), nil)
	if err != nil {
		r.Fatal(err)
	}
	schemas := map[string]*jsonschema.Schema{}
	compiler := jsonschema.NewCompiler()
	var names []string
	for _, tool := range listed.Tools {
		names = append(names, tool.Name)
		if err := compiler.AddResource(tool.Name+".json", tool.OutputSchema); err != nil {
			r.Fatal(err)
		}
		if schemas[tool.Name], err = compiler.Compile(tool.Name + ".json"); err != nil {
			r.Fatal(err)
		}
	}
	slices.Sort(names)
	if want := []string{"classify", "extract", "job", "landed_cost", "lookup_code", "quote", "refine", "shipment"}; !slices.Equal(names, want) {
		r.Fatalf("tools %v, want %v", names, want)
	}
	return schemas
}

func TestRefusalsReachAModelInTheWordsOfTheAPI(t *testing.T) {
	t.Parallel()
	r := start(t, "")
	for _, key := range []string{"", "sk_" + strings.Repeat("0", 64)} {
		if _, err := r.connect(key); err == nil || !strings.Contains(err.Error(), "Unauthorized") && !strings.Contains(err.Error(), "token") {
			t.Errorf("key %q: %v, want an error that says what is wrong with the key", key, err)
		}
	}
	poor, session := r.session(r.organisation(0)), r.session(r.key)
	tshirt := map[string]any{"country_code": "WORLD", "product_description": "cotton t-shirt"}
	for _, c := range []struct {
		session   *mcp.ClientSession
		tool      string
		arguments map[string]any
		want      string
	}{
		{poor, "classify", tshirt, `"error":"CreditError"`},
		{poor, "quote", map[string]any{"direction": "import", "products": []any{map[string]any{"product_description": "t-shirt", "hscode_8digits": "61091003", "country": "China"}}}, `"status_code":403`},
		{session, "extract", map[string]any{"file_url": "http://127.0.0.1/x.pdf", "document_type": "invoice", "document_description": "all",
			"json_response": map[string]any{"type": "object", "properties": map[string]any{"total": map[string]any{"type": "number"}}}}, "SvcDocsResourceError"},
		{session, "lookup_code", map[string]any{"country_code": "WORLD", "code": "../../../keys"}, `"status_code":4`},
		{session, "job", map[string]any{"job_id": "01a1fd92-1263-7484-b0bd-5197b48c7adc"}, `"error":"NotFound"`},
		{session, "shipment", map[string]any{"file_urls": []any{"http://127.0.0.1/x.pdf"}}, "SvcDocsResourceError"},
		{session, "shipment", map[string]any{"file_urls": []any{"/docs/samples/invoice.pdf"}, "operation": map[string]any{"incoterm": "XXX"}}, `"status_code":422`},
		{session, "shipment", map[string]any{"operation_id": "01a1fd92-1263-7484-b0bd-5197b48c7adc", "continue": true}, `"error":"NotFound"`},
	} {
		if got := r.use(c.session, c.tool, c.arguments); !got.IsError || !strings.Contains(got.text, c.want) {
			t.Errorf("%s %v: got error %t %s, want an error with %s", c.tool, c.arguments, got.IsError, got.text, c.want)
		}
	}
	for _, description := range []string{`5`, `true`, `{"a":1}`, `null`} {
		status, body := r.mcp(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"classify","arguments":{"country_code":"WORLD","product_description":` +
			description + `}}}`)
		if status != http.StatusOK || !strings.Contains(body, `"code":-32602`) || !strings.Contains(body, "product_description") {
			t.Errorf("description %s: %d %s, want -32602", description, status, body)
		}
	}
	if got := r.use(session, "classify", tshirt); got.Meta["credits_remaining"] != "49" {
		t.Errorf("%v left after refusals and one classification, want 49", got.Meta["credits_remaining"])
	}
	if status, body := r.mcp(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"classify","arguments":{"product_description":"` +
		strings.Repeat("x", 5<<20) + `"}}}`); status != http.StatusRequestEntityTooLarge {
		t.Errorf("a message of 5 MB: %d %s, want 413", status, body)
	}
}

// mcp posts a raw message.
func (r running) mcp(message string) (status int, body string) {
	request, err := http.NewRequestWithContext(r.Context(), http.MethodPost, r.url+"/mcp", strings.NewReader(message))
	if err != nil {
		return 0, err.Error()
	}
	request.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "Authorization": {"Bearer " + r.key}}
	return do(request)
}

func TestAModelFetchesTheResultOfAJobThatTookLonger(t *testing.T) {
	t.Parallel()
	r := start(t, "", func(c *Config) { c.SyncWait = time.Nanosecond })
	session := r.session(r.key)
	id := ""
	for try := 0; id == ""; try++ {
		accepted := r.use(session, "classify", map[string]any{"country_code": "WORLD", "model": "fast", "product_description": "cotton t-shirt"})
		if id, _ = accepted.body["job_id"].(string); accepted.IsError || id == "" && try == 10 {
			t.Fatalf("got %s, want a job", accepted.text)
		} // else a worker was quicker than the caller's look at the clock
	}
	var job toolAnswer
	for range 20 {
		job = r.use(session, "job", map[string]any{"job_id": id, "wait": 10})
		if job.body["status"] == "succeeded" {
			break
		}
	}
	result, _ := json.Marshal(job.body["result"])
	if job.IsError || !strings.Contains(string(result), `"code":"610910"`) {
		t.Errorf("got %s, want the classification", job.text)
	}
	if left := r.use(session, "job", map[string]any{"job_id": id}); left.body["credits"].(map[string]any)["charged"] != 1.0 {
		t.Errorf("got %s, want one credit charged", left.text)
	}
}

// A model opens an operation from the address of its papers, decides what is asked, and reads the entry.
func TestAModelTurnsAShipmentIntoAnEntry(t *testing.T) {
	t.Parallel()
	r := start(t, "")
	key := r.organisation(100 * credit.One)
	session := r.session(key)
	schema := r.outputSchemas(session)["shipment"]
	opened := r.use(session, "shipment", map[string]any{"file_urls": []any{"/docs/samples/shipment.pdf"}, "wait": 60, "idempotency_key": "k",
		"operation": map[string]any{"reference": "M-1", "date": "2026-06-01", "exchange_rate": 17.5, "usd_exchange_rate": 17.5, "freight": 350, "insurance": 0}})
	id, _ := opened.body["operation_id"].(string)
	if opened.IsError || id == "" || len(opened.body["lines"].([]any)) == 0 {
		t.Fatalf("opened: %s", opened.text)
	}
	asked := opened
	for round := 0; asked.body["status"] == "needs_input" && round < 3; round++ {
		var decided, answers []any
		for _, raw := range asked.body["needs"].([]any) {
			need := raw.(map[string]any)
			line := map[string]any{"line_id": need["line"]}
			choices, _ := need["choices"].([]any)
			switch {
			case len(choices) > 0:
				answers = append(answers, map[string]any{"id": need["id"], "choice": choices[0].(map[string]any)["value"]})
				continue
			case need["kind"] == "code":
				line["code"] = "61091003"
			case need["kind"] == "origin":
				line["origin"] = "China"
			default:
				t.Fatalf("asked %v", need)
			}
			decided = append(decided, line)
		}
		with := map[string]any{"operation_id": id, "lines": decided, "continue": true, "wait": 60}
		if answers != nil {
			with["answers"] = answers
		}
		if decided == nil {
			delete(with, "lines")
		}
		asked = r.use(session, "shipment", with)
	}
	if asked.IsError || asked.body["status"] != "ready" || asked.body["totals"] == nil {
		t.Fatalf("it rests: %s", asked.text)
	}
	read := r.use(session, "shipment", map[string]any{"operation_id": id, "operation": map[string]any{"freight": 400}})
	if facts, _ := read.body["facts"].(map[string]any); read.IsError || facts["freight"] != 400.0 {
		t.Errorf("read after a change: %s", read.text)
	}
	for _, line := range []string{"l999", "l1000"} {
		lines := []any{map[string]any{"line_id": "l1", "unit": "KG"}, map[string]any{"line_id": line, "unit": "KG"}}
		half := r.use(session, "shipment", map[string]any{"operation_id": id, "operation": map[string]any{"freight": 400}, "lines": lines})
		if !half.IsError || !strings.Contains(half.text, `"changed":["operation","l1"]`) {
			t.Errorf("a change whose second line %q is refused: %s, want it to say what stands", line, half.text)
		}
	}
	for _, a := range []toolAnswer{opened, asked, read} {
		if err := schema.Validate(a.StructuredContent); err != nil {
			t.Errorf("the answer is not what its schema says: %v", err)
		}
	}
	paid := 0.0
	for _, raw := range read.body["costs"].([]any) {
		cost := raw.(map[string]any)
		paid += cost["charged"].(float64) - cost["refunded"].(float64)
	}
	code := r.use(session, "lookup_code", map[string]any{"country_code": "WORLD", "query": "cotton t-shirts"})
	if left := code.Meta["credits_remaining"]; left != nil && left != strconv.FormatFloat(100-paid, 'f', -1, 64) {
		t.Errorf("%v credits are left, the steps cost %v of 100", left, paid)
	}
	again := r.use(session, "shipment", map[string]any{"file_urls": []any{"/docs/samples/shipment.pdf"}, "idempotency_key": "k", "wait": 0,
		"operation": map[string]any{"reference": "M-1", "date": "2026-06-01", "exchange_rate": 17.5, "usd_exchange_rate": 17.5, "freight": 350, "insurance": 0}})
	if again.body["operation_id"] != id {
		t.Errorf("the same call under its key opened %s", again.text)
	}
}
