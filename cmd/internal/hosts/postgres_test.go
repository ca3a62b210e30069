//go:build hosts && linux

package hosts

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// superuser owns the servers and the database of the service.
const superuser = "postgres"

const database = "tariffdesk"

// pair is a PostgreSQL and its standby. Replication is synchronous: what was committed survives the
// loss of one of them.
type pair struct {
	bin              string
	primary, standby *host
}

func newPair(t *testing.T) *pair {
	t.Helper()
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil || len(found) == 0 {
		t.Fatal("PostgreSQL is not installed: run scripts/setup")
	}
	p := &pair{bin: found[len(found)-1], primary: newHost(t, "pg1"), standby: newHost(t, "pg2")}
	for _, h := range []*host{p.primary, p.standby} {
		h.must(os.Chmod(h.dir, 0o777)) // its socket and data are of another user
		h.runs(&service{name: "postgres", as: superuser, answers: func() error { return p.ask(h, "SELECT 1") }, args: []string{
			filepath.Join(p.bin, "postgres"), "-D", data(h), "-k", h.dir, "-c", "listen_addresses=" + h.addr, "-c", "max_connections=200",
			"-c", "shared_buffers=64MB", "-c", "log_min_messages=fatal", "-c", "max_wal_size=128MB", "-c", "min_wal_size=48MB",
		}})
	}
	p.primary.do(superuser, filepath.Join(p.bin, "initdb"), "-D", data(p.primary), "-A", "trust", "-U", superuser, "--no-sync", "-E", "UTF8", "--locale=C")
	for file, text := range map[string]string{
		"pg_hba.conf":     "host all all " + network + "0/24 trust\nhost replication all " + network + "0/24 trust\n",
		"postgresql.conf": "include_if_exists = 'standbys.conf'\n",
	} {
		f, err := os.OpenFile(filepath.Join(data(p.primary), file), os.O_APPEND|os.O_WRONLY, 0)
		p.primary.must(err)
		_, err = f.WriteString(text)
		p.primary.must(errors.Join(err, f.Close()))
	}
	p.primary.boot()
	p.primary.must(p.ask(p.primary, "CREATE DATABASE "+database))
	p.follow()
	return p
}

func data(h *host) string { return filepath.Join(h.dir, "data") }

// ask runs a statement on the host itself.
func (p *pair) ask(h *host, sql string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, fmt.Sprintf("postgres://%s@/postgres?host=%s", superuser, h.dir))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	_, err = conn.Exec(ctx, sql)
	return err
}

// url is how the hosts of the network reach whichever of the pair takes writes.
func (p *pair) url() string {
	return fmt.Sprintf("postgres://%s@%s:5432,%s:5432/%s?target_session_attrs=read-write", superuser, p.primary.addr, p.standby.addr, database)
}

// deskURL goes by no network: it works whoever is cut off.
func (p *pair) deskURL() string {
	return fmt.Sprintf("postgres://%s@/%s?host=%s,%s&target_session_attrs=read-write", superuser, database, p.primary.dir, p.standby.dir)
}

// follow copies the primary to the standby and has its commits wait for it.
func (p *pair) follow() {
	p.standby.Helper()
	p.standby.must(os.RemoveAll(data(p.standby)))
	p.standby.do(superuser, filepath.Join(p.bin, "pg_basebackup"), "-h", p.primary.addr, "-U", superuser, "-D", data(p.standby), "-R", "-c", "fast")
	p.alone(p.standby) // as the copy would wait once it is promoted
	p.standby.boot()
	p.waitsFor("*")
	p.inStep()
}

// inStep waits until the standby has all that the primary has.
func (p *pair) inStep() {
	p.standby.Helper()
	p.standby.eventually("replication", func() error {
		return p.ask(p.primary, `SELECT 1 / count(*) FROM pg_stat_replication WHERE sync_state = 'sync'`)
	})
}

// alone has a server that is off wait for no standby.
func (p *pair) alone(h *host) {
	if err := os.Remove(filepath.Join(data(h), "standbys.conf")); !errors.Is(err, os.ErrNotExist) {
		h.must(err)
	}
}

// waitsFor names the standbys that commits of the primary wait for, none where empty.
func (p *pair) waitsFor(standbys string) {
	file := filepath.Join(data(p.primary), "standbys.conf")
	p.primary.must(os.WriteFile(file, fmt.Appendf(nil, "synchronous_standby_names = '%s'\n", standbys), 0o644))
	p.primary.must(p.ask(p.primary, "SELECT pg_reload_conf()"))
}

// promote makes the standby the primary, as whatever watches over the pair would once the other is lost.
func (p *pair) promote() {
	p.standby.must(p.ask(p.standby, "SELECT pg_promote()"))
	p.primary, p.standby = p.standby, p.primary
}

// restore makes the lost server a standby of the other: its own data is of the past.
func (p *pair) restore() {
	p.standby.kill()
	p.standby.heal()
	p.follow()
}
