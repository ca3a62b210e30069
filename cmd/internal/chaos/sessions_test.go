package chaos

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"tariffdesk/store/storetest"
)

// tokens are those of a session.
type tokens struct{ access, refresh string }

const password = "correct horse battery staple"

// newUser makes a user of the organisation and returns the address.
func (h *house) newUser(t *testing.T, name string) string {
	t.Helper()
	email := name + "@example.com"
	if out, err := h.command("user", "create", "--org", h.org, "--email", email, "--password", password).CombinedOutput(); err != nil {
		t.Fatalf("user create: %v\n%s", err, out)
	}
	return email
}

// at asks a process with a token, or none where it is "". A body makes it a POST.
func (h *house) at(p *process, token, path string, body any) answer {
	return h.from("", p, token, path, body)
}

// behindProxy has an API believe who a call comes from: it counts callers without a key by their addresses.
const behindProxy = "TRUSTED_PROXIES=127.0.0.0/8"

// from is at of a caller at an address, "" for this machine's.
func (h *house) from(address string, p *process, token, path string, body any) answer {
	method := http.MethodGet
	var content bytes.Buffer
	if body != nil {
		method = http.MethodPost
		if err := json.NewEncoder(&content).Encode(body); err != nil {
			return answer{err: err}
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, p.url+path, &content)
	if err != nil {
		return answer{err: err}
	}
	req.Header.Set("Content-Type", "application/json")
	if address != "" {
		req.Header.Set("X-Forwarded-For", address)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := client.Do(req)
	if err != nil {
		return answer{err: err}
	}
	defer func() { _ = res.Body.Close() }()
	a := answer{status: res.StatusCode, header: res.Header}
	a.err = json.NewDecoder(res.Body).Decode(&a.body)
	return a
}

func tokensOf(a answer) tokens {
	access, _ := a.body["access_token"].(string)
	refresh, _ := a.body["refresh_token"].(string)
	return tokens{access, refresh}
}

func (h *house) signIn(p *process, email string) (tokens, answer) {
	a := h.at(p, "", "/api/login", map[string]string{"email": email, "password": password})
	return tokensOf(a), a
}

// apiKilledUnderSessions kills an API while users refresh their sessions. Whoever lost an answer may sign in again; nobody
// is signed in as another, and no session that was answered is lost.
func apiKilledUnderSessions(t *testing.T) {
	const users = 6
	h := newHouse(t)
	stays := h.start("api")
	dies := h.start("api")
	var working sync.WaitGroup
	var mu sync.Mutex
	refreshed, lost := 0, 0
	ending := make(chan struct{})
	for i := range users {
		email := h.newUser(t, fmt.Sprint("user", i))
		now, a := h.signIn(stays, email)
		if a.status != http.StatusOK {
			t.Fatalf("sign in: status %d, %v, %v", a.status, a.err, a.body)
		}
		working.Go(func() {
			for at := i; ; at++ {
				select {
				case <-ending:
					if a := h.at(stays, now.access, "/api/v3/account", nil); a.status != http.StatusOK || fmt.Sprint(a.body["email"]) != email {
						t.Errorf("%s: status %d, %v", email, a.status, a.body)
					}
					return
				case <-time.After(200 * time.Millisecond):
				}
				p := stays
				if at%2 == 0 {
					p = dies
				}
				a := h.at(p, "", "/api/refresh-token", map[string]string{"refresh_token": now.refresh})
				mu.Lock()
				if a.status == http.StatusOK {
					now = tokensOf(a)
					refreshed++
				} else {
					lost++
				}
				mu.Unlock()
				if a.status != http.StatusOK && (a.err == nil || p == dies) {
					if again := h.at(stays, "", "/api/refresh-token", map[string]string{"refresh_token": now.refresh}); again.status == http.StatusOK {
						now = tokensOf(again)
					} else if now, again = h.signIn(stays, email); again.status != http.StatusOK {
						t.Errorf("%s cannot sign in again: status %d, %v", email, again.status, again.body)
						return
					}
				}
			}
		})
	}
	<-time.After(2 * time.Second)
	dies.kill()
	<-time.After(3 * time.Second)
	close(ending)
	working.Wait()
	t.Logf("%d refreshes were answered, %d were not", refreshed, lost)
	if refreshed == 0 || lost == 0 {
		t.Error("the fault met no refresh")
	}
	h.settled(0)
}

// linksAnsweredUnderKills has share links answered, each by several at once and again after a failure, while workers and
// the API die: each is answered once, by one job, and gives back what it reserved.
func linksAnsweredUnderKills(t *testing.T) {
	const links = 8
	h := newHouse(t)
	worker := h.start("worker")
	first := h.start("api", behindProxy)
	type link struct {
		token   string
		answers []map[string]string
	}
	var open []link
	for range links {
		a := h.classify(t.Context(), "zapatos", "")
		record, _ := a.body["classification_record_id"].(string)
		l := h.at(first, h.token, "/api/v3/sharelink", map[string]string{"classification_record_id": record})
		token, _ := l.body["token"].(string)
		shown := h.at(first, "", "/api/v3/sharelink/questions/"+token, nil)
		questions, _ := shown.body["questions"].([]any)
		if len(questions) == 0 {
			t.Fatalf("nothing is asked: %v %v", l.body, shown.body)
		}
		one := link{token: token}
		for _, q := range questions {
			asked, _ := q.(map[string]any)
			text, _ := asked["text"].(string)
			if text == "" {
				text, _ = asked["question"].(string)
			}
			one.answers = append(one.answers, map[string]string{"question": text, "answer": "yes"})
		}
		open = append(open, one)
	}
	second := h.start("api", behindProxy)
	var answering sync.WaitGroup
	for i, l := range open {
		for n := range 3 {
			answering.Go(func() {
				p := []*process{first, second}[(i+n)%2]
				var last answer
				for tries := 0; tries < 40; tries++ {
					a := h.from(fmt.Sprintf("192.0.2.%d", 10*i+n), p, "", "/api/v3/sharelink/responses/"+l.token, map[string]any{"answers": l.answers})
					if a.err == nil && (a.status == http.StatusAccepted || a.status == http.StatusConflict) {
						return
					}
					if a.err == nil && a.status < 500 && a.status != http.StatusTooManyRequests {
						t.Errorf("answer: status %d %v", a.status, a.body)
						return
					}
					last, p = a, second
					<-time.After(250 * time.Millisecond)
				}
				t.Errorf("a link was not answered: status %d, %v, %v", last.status, last.err, last.body)
			})
		}
		if i == links/2 {
			first.kill()
			worker.kill()
		}
	}
	answering.Wait()
	h.start("worker")
	h.until("answered links", links, `SELECT count(*) FROM share_links WHERE state = 'answered' AND answer_job_id IS NOT NULL`)
	h.settled(2 * links)
	var sharing int
	if err := h.store.QueryRow(t.Context(), `SELECT count(*) - count(DISTINCT answer_job_id) FROM share_links`, nil, &sharing); err != nil || sharing != 0 {
		t.Errorf("%d links share a job (%v)", sharing, err)
	}
	storetest.CheckInvariants(t, h.store)
}
