package app

import (
	"strings"
	"testing"
)

func TestModesOfQueriesAreTakenAndOthersNamed(t *testing.T) {
	t.Parallel()
	for mode, known := range map[string]bool{
		"exec": true, "simple_protocol": true, "cache_describe": true, "cache_statement": true, "describe_exec": true, "guess": false,
	} {
		err := Config{DatabaseURL: "postgres://u@h/d?default_query_exec_mode=" + mode}.Validate()
		if refused := err != nil && strings.Contains(err.Error(), "DATABASE_URL"); refused == known {
			t.Errorf("%s: %v", mode, err)
		}
	}
}

func TestURLsThatAreHalfGivenOrContradictThemselvesAreNamedAtTheStart(t *testing.T) {
	t.Parallel()
	const postgres, redis, blobs = "postgres://u@h/d", "redis://h:6379", "s3://bucket"
	for _, c := range []struct{ variable, postgres, redis, blobs, says string }{
		{"DATABASE_URL", "", redis, blobs, "want a PostgreSQL connection string"},
		{"DATABASE_URL", "mysql://u@h/d", redis, blobs, "want a PostgreSQL connection string"},
		{"DATABASE_URL", "postgres://u@h:port/d", redis, blobs, "want a PostgreSQL connection string"},
		{"DATABASE_URL", "postgres://u@a,b/d", redis, blobs, "add target_session_attrs=read-write"},
		{"DATABASE_URL", "host=a,b user=u", redis, blobs, "add target_session_attrs=read-write"},
		{"DATABASE_URL", "postgres://u@a,b/d?target_session_attrs=standby", redis, blobs, "the service writes"},
		{"DATABASE_URL", "postgres://u@h/d?target_session_attrs=read-only", redis, blobs, "the service writes"},
		{"REDIS_URL", postgres, "redis://", blobs, "no host given"},
		{"REDIS_URL", postgres, "rediss://:6380", blobs, "no host given"},
		{"REDIS_URL", postgres, "redis-sentinel://a:26379", blobs, "no master name given"},
		{"REDIS_URL", postgres, "redis-sentinel://a/m", blobs, `"a" is not host:port`},
		{"REDIS_URL", postgres, "redis-cluster://a:6379,", blobs, `"" is not host:port`},
		{"REDIS_URL", postgres, "redis-cluster://a:6379?sentinel_password=p", blobs, "belong to redis-sentinel"},
		{"BLOB_URL", postgres, redis, "", "want file:///folder or s3://bucket"},
		{"BLOB_URL", postgres, redis, "file://data/blobs", "want an absolute path"},
		{"BLOB_URL", postgres, redis, "file:data", "want an absolute path"},
		{"BLOB_URL", postgres, redis, "s3://?region=us-east-1", "names no bucket"},
		{"BLOB_URL", postgres, redis, "s3://bucket/folder", "nothing may follow the name"},
	} {
		err := Config{DatabaseURL: c.postgres, RedisURL: c.redis, BlobURL: c.blobs, WorkerSlots: 1, DBMaxConns: 20, Role: RoleWorker}.Validate()
		if err == nil || !strings.HasPrefix(err.Error(), c.variable+": ") || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s, %s, %s: %v", c.postgres, c.redis, c.blobs, err)
		}
	}
	for _, c := range []struct{ postgres, redis, blobs string }{
		{postgres, redis, blobs},
		{"postgres://u:p@a,b/d?target_session_attrs=read-write", "redis-sentinel://a:1,b:1/m", "file:///folder"},
		{"postgres://u@a:1,b:2/d?target_session_attrs=primary", "redis-cluster://a:1,b:1", "s3://bucket?region=r"},
		{"host=/run/postgresql dbname=d", "unix:///run/redis", "file:///folder"},
	} {
		if err := (Config{DatabaseURL: c.postgres, RedisURL: c.redis, BlobURL: c.blobs, WorkerSlots: 1, DBMaxConns: 20, Role: RoleWorker}).Validate(); err != nil {
			t.Error(err)
		}
	}
}
