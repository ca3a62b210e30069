package store

import (
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/jackc/pgx/v5/pgxpool"
)

var (
	errNotURL = errors.New("want a PostgreSQL connection string such as postgres://user:password@host/database") // pgx's own error may show the password
	reads     = regexp.MustCompile(`\btarget_session_attrs=(read-only|standby|prefer-standby)\b`)
)

// CheckURL refuses a connection string with which the service could not work, or would only until a
// standby takes over. It connects to nothing and shows no password.
func CheckURL(url string) error {
	config, err := pgxpool.ParseConfig(url)
	if url == "" || err != nil {
		return errNotURL
	}
	if m := reads.FindStringSubmatch(url); m != nil {
		return fmt.Errorf("target_session_attrs=%s does not work: the service writes, want read-write", m[1])
	}
	hosts := []string{config.ConnConfig.Host}
	for _, other := range config.ConnConfig.Fallbacks { // the same host without encryption is one too
		if !slices.Contains(hosts, other.Host) {
			hosts = append(hosts, other.Host)
		}
	}
	if len(hosts) > 1 && config.ConnConfig.ValidateConnect == nil {
		return errors.New("of several hosts the one that takes writes is wanted: add target_session_attrs=read-write")
	}
	return nil
}
