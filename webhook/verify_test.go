package webhook_test

import (
	"testing"
	"time"

	"tariffdesk/webhook"
)

func TestOnlyWhatWasSignedOfLateIsVerified(t *testing.T) {
	t.Parallel()
	secret, body, at := []byte("a secret of some thirty-two bytes"), []byte(`{"a":1}`), time.Unix(1_800_000_000, 0)
	h := webhook.Delivery{ID: "m1", Secret: secret}.Header(at, body)
	id, stamp, signature := h.Get("webhook-id"), h.Get("webhook-timestamp"), h.Get("webhook-signature")
	for name, tc := range map[string]struct {
		got, want bool
	}{
		"as signed":              {webhook.Verify(secret, id, stamp, signature, body, at.Add(4*time.Minute)), true},
		"second of two":          {webhook.Verify(secret, id, stamp, "v1,other "+signature, body, at), true},
		"another secret":         {webhook.Verify([]byte("another"), id, stamp, signature, body, at), false},
		"no secret":              {webhook.Verify(nil, id, stamp, signature, body, at), false},
		"another id":             {webhook.Verify(secret, "m2", stamp, signature, body, at), false},
		"no id":                  {webhook.Verify(secret, "", stamp, signature, body, at), false},
		"another body":           {webhook.Verify(secret, id, stamp, signature, []byte(`{"a":2}`), at), false},
		"recorded":               {webhook.Verify(secret, id, stamp, signature, body, at.Add(6*time.Minute)), false},
		"from the future":        {webhook.Verify(secret, id, stamp, signature, body, at.Add(-6*time.Minute)), false},
		"no time":                {webhook.Verify(secret, id, "soon", signature, body, at), false},
		"without a signature":    {webhook.Verify(secret, id, stamp, "", body, at), false},
		"of another version":     {webhook.Verify(secret, id, stamp, "v2"+signature[2:], body, at), false},
		"behind too many others": {webhook.Verify(secret, id, stamp, "a b c d e f g h i j "+signature, body, at), false},
	} {
		if tc.got != tc.want {
			t.Errorf("%s: %t", name, tc.got)
		}
	}
}
