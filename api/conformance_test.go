package api_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"tariffdesk/account"
	"tariffdesk/api"
	"tariffdesk/credit"
)

func TestAQuotesParametersAreRefusedAlike(t *testing.T) {
	t.Parallel()
	s := quoting(t)
	s.post(quotePath+"?country_code=COL", s.key, quoteBody(1)).fails(422, "SvcDocsValidationError", "country_code")
	s.post(quotePath+"?include_rrna=perhaps", s.key, quoteBody(1)).fails(422, "SvcDocsValidationError", "include_rrna")
	s.post(quotePath+"?country_code=COL", s.key, quoteBody(0)).fails(400, "BadRequest", "products", "country_code")
}

// TestAQueryIsReadAsItStands sends what url.ParseQuery would drop: nothing untrue is said of it.
func TestAQueryIsReadAsItStands(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, query := range []string{"country_code=WORLD&x=%", "x=%zz&country_code=WORLD", "a;b&country_code=WORLD", "country_code=WORLD&%=1", "country_code=WORLD&x=1;y=2"} {
		s.do1(s.formRequest(classifyPath+"?"+query, description("chair")), s.key).want(200)
	}
	e := s.do1(s.formRequest(classifyPath+"?country_code=%&model=fast;pro", description("chair")), s.key).fails(400, "BadRequest")
	if len(e.Errors) != 2 || !strings.HasPrefix(e.Errors[0], "country_code: ") || !strings.HasPrefix(e.Errors[1], "model: ") {
		t.Errorf("errors %q", e.Errors)
	}
}

func TestMembersAreMatchedExactlyAndOnce(t *testing.T) {
	t.Parallel()
	s := complete(t)
	owner := s.signIn(s.org.ID, account.RoleOwner).Access
	s.post("/api/keys", owner, `{"name":"a","name":"b","type":"sk"}`).fails(422, "ValidationError", "name")
	s.post("/api/keys", owner, `{"Name":"a","type":"sk"}`).fails(422, "ValidationError", "Name", "name")
	s.post("/api/v3/svcdocs/validate-schema", s.key, `{"json_schema":{},"json_schema":{}}`).fails(422, "SvcDocsValidationError", "json_schema")
	s.post(quotePath, s.key, `{"direction":"import","direction":"export","products":[]}`).fails(400, "BadRequest", "direction")
	for data, mention := range map[string]string{
		`{"Document_Type":"invoice","document_description":"x","json_response":{"type":"object"}}`:                           "document_type: required",
		`{"document_type":"invoice","document_type":"bill","document_description":"x","json_response":{"type":"object"}}`:    "document_type",
		`{"document_type":"invoice","document_description":"x","json_response":{"type":"object","type":"array"}}`:            "type",
		`{"document_type":"invoice","DOCUMENT_DESCRIPTION":"x","json_response":{"properties":{"a":{},"a":{"type":"null"}}}}`: "a",
	} {
		s.do1(s.formRequest(extractPath, part{field: "json_data", value: data}, part{field: "file_url", value: "/docs/samples/invoice.pdf"}), s.key).
			fails(422, "SvcDocsValidationError", mention)
	}
	s.post("/api/v3/tariff/items-to-excel?country_code=WORLD", s.key, `{"items":[{"product_description":"a","product_description":"b"}]}`).
		fails(422, "ValidationError", "product_description")
}

func TestASchemaIsJudgedByItsDraftAndApartByWhatExtractTakes(t *testing.T) {
	t.Parallel()
	s := complete(t)
	for schema, want := range map[string][2]bool{
		`{"type":"object","properties":{"a":{"type":"string"}}}`:                     {true, true},
		`{"type":"object","properties":{"a":{"type":"string","pattern":"^(?=a)b"}}}`: {true, false},
		`{"type":"nonsense"}`: {false, false},
	} {
		var j struct {
			Valid, Extractable bool
			Errors, Limits     []string
		}
		s.post("/api/v3/svcdocs/validate-schema", s.key, `{"json_schema":`+schema+`}`).want(200).decode(&j)
		if j.Valid != want[0] || j.Extractable != want[1] || (len(j.Errors) == 0) != want[0] || j.Errors == nil || j.Limits == nil {
			t.Errorf("%s: %+v", schema, j)
		}
	}
}

func TestThePlanFreeReachesWhatCostsNothing(t *testing.T) {
	t.Parallel()
	s := complete(t)
	o, _ := s.organisation(account.PlanFree, 0)
	token := s.signIn(o.ID, account.RoleOwner).Access
	r, err := recorded()
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"generate-schema", "generate-excel-schema", "validate-schema", "validate-file", "marketplace-quote"} {
		for _, op := range r.Operations {
			if op.ID == id {
				s.do1(s.exampleOf(op), token).want(200)
			}
		}
	}
	s.get("/api/v3/tariff/search?country_code=WORLD&q=shirt", token).want(200)
	s.post(quotePath, token, quoteBody(1)).fails(403, "Forbidden")
}

func TestTooFewCreditsAreToldWithWhatIsLeft(t *testing.T) {
	t.Parallel()
	s := complete(t)
	_, key := s.organisation(account.PlanPro, credit.One/2)
	for _, r := range []*response{
		s.classify(key, description("chair")),
		s.post("/api/v3/tariff/items-to-excel?country_code=WORLD", key, `{"items":[{"product_description":"chair"}]}`),
		s.do1(s.formRequest(digitizePath, part{field: "file_url", value: "/docs/samples/invoice.pdf"}), key),
	} {
		if r.want(402); r.header.Get("X-Credits-Remaining") != "0.5" {
			t.Errorf("headers %v", r.header)
		}
	}
}

// TestAQuotaNamesNoPause exceeds a limit of the subscription, which no pause lifts.
func TestAQuotaNamesNoPause(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.asOps(http.MethodPatch, "/ops/api/organizations/"+s.org.ID, `{"limits":{"classification":1}}`).want(200)
	s.classify(s.key, description("chair")).want(200)
	r := s.classify(s.key, description("chair"))
	r.fails(429, "SvcDocsLimitError")
	if r.header.Get("Retry-After") != "" {
		t.Errorf("headers %v", r.header)
	}
}

func TestListsStartAfterWhatTheyHold(t *testing.T) {
	t.Parallel()
	s := complete(t)
	owner := s.signIn(s.org.ID, account.RoleOwner).Access
	r, err := recorded()
	if err != nil {
		t.Fatal(err)
	}
	lists := 0
	for _, op := range r.Operations {
		parameters, _ := op.Node["parameters"].([]any)
		if !slices.ContainsFunc(parameters, func(p any) bool { return p.(map[string]any)["name"] == "starting_after" }) || strings.Contains(op.Path, "{") {
			continue
		}
		lists++
		for _, id := range []string{uuid.NewString(), "x", uuid.NewString() + ".3"} {
			switch {
			case strings.HasPrefix(op.Path, "/ops/"):
				s.asOps(http.MethodGet, op.Path+"?starting_after="+id, "").fails(404, "NotFound")
			case strings.Contains(op.Path, "/onboarding/"):
				s.get(op.Path+"?starting_after="+id, (&boarding{service: s}).internalKey(s.org.ID)).want(404)
			default:
				s.get(op.Path+"?starting_after="+id, owner).fails(404, "NotFound", "starting_after")
			}
		}
	}
	if lists < 12 {
		t.Errorf("%d lists", lists)
	}
	_, other := s.organisation(account.PlanPro, 0)
	job := s.queued()
	s.get("/api/v3/jobs?starting_after="+job, s.key).want(200)
	s.get("/api/v3/jobs?starting_after="+job, other).fails(404, "NotFound")
}

func TestBodiesOverTheLimitAreRefusedBeforeTheyArrive(t *testing.T) {
	t.Parallel()
	s := complete(t)
	for path, contentType := range map[string]string{
		"/api/v3/tariff/items-to-excel?country_code=WORLD": "application/json", quotePath: "application/json",
		classifyPath + "?country_code=WORLD": "multipart/form-data; boundary=b", extractPath: "multipart/form-data; boundary=b",
		"/api/v3/svcdocs/generate-schema": "application/json", "/api/v3/tariff/tariff-tables?country_code=MEX": "application/json",
	} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		_, err = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\nContent-Length: 70000000\r\n\r\n", path, s.key, contentType)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil) // nothing of the body is sent
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if resp.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("%s: %d", path, resp.StatusCode)
		}
		_, _ = resp.Body.Close(), conn.Close()
	}
}

func TestCountedCallsTellWhatIsLeft(t *testing.T) {
	t.Parallel()
	s := setup(t)
	first, second := s.get("/api/v3/tariff/precedents", s.key).want(200), s.get("/api/v3/tariff/precedents", s.key).want(200)
	if first.header.Get("RateLimit-Policy") != `"minute";q=60;w=60` || !strings.HasPrefix(first.header.Get("RateLimit"), `"minute";r=59;t=`) ||
		!strings.HasPrefix(second.header.Get("RateLimit"), `"minute";r=58;t=`) {
		t.Errorf("%q %q %q", first.header.Get("RateLimit-Policy"), first.header.Get("RateLimit"), second.header.Get("RateLimit"))
	}
	if r := s.classify(s.key, description("chair")).want(200); r.header.Get("RateLimit") != "" {
		t.Error("a charged call is not counted")
	}
}

// TestOnlyTrustedProxiesTellWhereACallComesFrom counts calls by address behind a proxy and without one.
func TestOnlyTrustedProxiesTellWhereACallComesFrom(t *testing.T) {
	t.Parallel()
	trusting := setup(t, func(c *api.Config, _ *api.Deps) {
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	plain := setup(t)
	visit := func(s *service, forwarded string) int {
		r := s.request(http.MethodGet, "/api/v3/sharelink/questions/unknown", nil)
		r.Header.Set("X-Forwarded-For", forwarded)
		return s.do1(r, "").status
	}
	for i := range 12 {
		if got := visit(trusting, fmt.Sprintf("192.0.2.99, 198.51.100.%d", i)); got != 404 {
			t.Errorf("address %d: %d", i, got)
		}
	}
	last := 0
	for i := range 12 { // what stands before the last address that is not trusted is a claim
		last = visit(trusting, fmt.Sprintf("203.0.113.%d, 198.51.100.200, 127.0.0.9", i))
	}
	if last != 429 {
		t.Errorf("a claimed address is believed: %d", last)
	}
	for i := range 12 {
		last = visit(plain, fmt.Sprintf("198.51.100.%d", i))
	}
	if last != 429 {
		t.Errorf("a header is believed without a setting: %d", last)
	}
}

// TestRightPasswordsPassWhileWrongOnesAreTried tries a hundred wrong ones for as many accounts at once.
func TestRightPasswordsPassWhileWrongOnesAreTried(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var emails []string
	for range 10 {
		emails = append(emails, s.user(s.org.ID, account.RoleMember))
	}
	var wg sync.WaitGroup
	for range 30 {
		wg.Go(func() {
			if got := s.post("/api/login", "", map[string]string{"email": uuid.NewString() + "@example.com", "password": "wrong password"}); got.status != 401 {
				t.Errorf("wrong: %d %s", got.status, got.body)
			}
		})
	}
	for _, email := range emails {
		wg.Go(func() {
			if got := s.post("/api/login", "", map[string]string{"email": email, "password": password}); got.status != 200 {
				t.Errorf("right: %d %s", got.status, got.body)
			}
		})
	}
	wg.Wait()
}

// TestACallerWhoLeavesIsNoError leaves while the job is queued.
func TestACallerWhoLeavesIsNoError(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.handle(nil)
	ctx, leave := context.WithCancel(t.Context())
	r := s.formRequest(classifyPath+"?country_code=WORLD", description("chair")).WithContext(ctx)
	r.Header.Set("Authorization", "Bearer "+s.key)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if resp, err := http.DefaultTransport.RoundTrip(r); err == nil {
			_ = resp.Body.Close()
		}
	}()
	s.eventually(func() bool {
		var jobs struct{ Data []struct{} }
		s.get("/api/v3/jobs", s.key).decode(&jobs)
		return len(jobs.Data) > 0
	})
	leave()
	<-done
	var line string
	s.eventually(func() bool {
		for l := range strings.Lines(s.logs.String()) {
			if strings.Contains(l, `"route":"/api/v3/tariff/tariff-mini"`) {
				line = l
			}
		}
		return line != ""
	})
	if !strings.Contains(line, `"status":499`) || !strings.Contains(line, `"level":"INFO"`) {
		t.Errorf("logged %s", line)
	}
}
