package app

import (
	"strings"
	"testing"
)

func TestEveryFormOfRedisURLIsRead(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"redis://localhost:6379/2":                            "localhost:6379 db2",
		"rediss://u:p@r.example:6380":                         "r.example:6380 u:p tls",
		"unix:///tmp/x/redis.sock?db=0":                       "/tmp/x/redis.sock",
		"redis-sentinel://u:p%40q@a:26379,b:26379/mymaster/3": "a:26379,b:26379 u:p@q mymaster db3",
		"redis-cluster://a:6379,b:6379":                       "a:6379,b:6379 cluster",
		"redis-cluster://:secret@a:6379":                      "a:6379 :secret cluster",
		"redis-cluster://:secret@a:6379?tls=true":             "a:6379 :secret tls cluster",
		"redis-sentinel://a:1/m?sentinel_password=s%26&sentinel_user=w&tls=true&tls_server_name=r": "a:1 tls m sentinel w:s&",
	} {
		o, err := redisOptions(raw)
		if err != nil {
			t.Errorf("%s: %v", raw, err)
			continue
		}
		got := strings.Join(o.Addrs, ",")
		if o.Username+o.Password != "" {
			got += " " + o.Username + ":" + o.Password
		}
		if o.TLSConfig != nil {
			got += " tls"
		}
		if o.MasterName != "" {
			got += " " + o.MasterName
		}
		if o.SentinelPassword != "" {
			got += " sentinel " + o.SentinelUsername + ":" + o.SentinelPassword
		}
		if o.DB > 0 {
			got += " db" + string(rune('0'+o.DB))
		}
		if o.IsClusterMode {
			got += " cluster"
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", raw, got, want)
		}
	}
}

func TestAMistakenRedisURLIsRefusedWithoutShowingItsPassword(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{"", "localhost:6379", "http://hunter2@x", "redis-sentinel://:hunter2@a:1", "redis-cluster://", "redis-sentinel://a:1/m/hunter2x", "redis://:hunter2@x:port",
		"redis-cluster://a:1/0", "redis-cluster://a:1?sentinel_password=hunter2", "redis-sentinel://a:1/m?sentinel_password=%zzhunter2",
		"redis-sentinel://a:1/m?sentinel_user=u", "redis-sentinel://a:1/m?password=hunter2", "redis-cluster://a:1?tls=maybe",
		"redis-cluster://a:1?tls_server_name=x", "redis-cluster://a:1?tls=true&tls_ca=/no/such/file"} {
		if _, err := redisOptions(raw); err == nil {
			t.Errorf("%q was accepted", raw)
		} else if raw != "redis-sentinel://a:1/m/hunter2x" && strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: the password shows in %q", raw, err)
		}
	}
}
