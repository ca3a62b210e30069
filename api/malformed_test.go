package api_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
)

func TestAnIdInAnotherFormThanOursNamesNothing(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.queued()
	for _, form := range []string{"urn:uuid:" + id, "{" + id + "}", strings.ReplaceAll(id, "-", "")} {
		s.get("/api/v3/jobs/"+form, s.key).fails(404, "NotFound")
		s.get("/api/v3/tariff/records/"+form, s.key).fails(404, "NotFound")
		s.classify(s.key, description("chair"), part{"classification_record_id", form, ""}).fails(400, "BadRequest", "classification_record_id")
		owner := s.signIn(s.org.ID, "owner").Access
		s.send(http.MethodPatch, "/api/keys/cancel", owner, map[string]string{"key_id": form}).fails(404, "NotFound")
	}
}

// TestABodyWithMalformedChunksIsTheCallersFault writes to the connection: no client sends such a body.
func TestABodyWithMalformedChunksIsTheCallersFault(t *testing.T) {
	t.Parallel()
	s := setup(t)
	owner := s.signIn(s.org.ID, "owner").Access
	for path, contentType := range map[string]string{
		"/api/keys": "application/json", "/api/v3/tariff/items-to-excel?country_code=WORLD": "application/json",
		"/api/v3/tariff/tariff-tables?country_code=MEX": "application/json", classifyPath + "?country_code=WORLD": "multipart/form-data; boundary=b",
	} {
		token := s.key
		if path == "/api/keys" {
			token = owner
		}
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		_, err = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\njunk", path, token, contentType)
		if err != nil {
			t.Fatal(err)
		}
		r, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Errorf("%s: %v", path, err)
		} else if r.StatusCode != http.StatusBadRequest && r.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d", path, r.StatusCode)
		}
		_ = conn.Close()
	}
}
