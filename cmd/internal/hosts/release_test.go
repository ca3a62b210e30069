//go:build hosts && linux

package hosts

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// migration is of a release that does not exist: a column with a value in every row, and an index.
const migration = `-- +goose NO TRANSACTION
-- +goose Up
ALTER TABLE jobs ADD COLUMN of_next_release integer NOT NULL DEFAULT 0;
CREATE INDEX CONCURRENTLY jobs_of_next_release ON jobs (of_next_release) WHERE of_next_release > 0;
`

// nextRelease builds this program with one migration more.
func nextRelease(to string) error {
	out, err := exec.Command("go", "list", "-f", "{{.Dir}}", "tariffdesk/migrations").Output()
	if err != nil {
		return err
	}
	file := filepath.Join(folder, "next.sql")
	if err := os.WriteFile(file, []byte(migration), 0o600); err != nil {
		return err
	}
	added := filepath.Join(strings.TrimSpace(string(out)), "99999_next.sql")
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{added: file}})
	if err != nil {
		return err
	}
	list := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o600); err != nil {
		return err
	}
	return build(to, "-overlay", list)
}
