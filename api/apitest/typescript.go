package apitest

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"tariffdesk/api"
)

// maxCompiled bounds the answers that are kept for the compiler, in bytes each.
const maxCompiled = 128 << 10

// realAnswer is a success in JSON.
type realAnswer struct {
	op     Operation
	status int
	body   []byte
}

// CompileTypeScript lets the compiler of TypeScript judge a success of each operation and status as a literal of the
// types that openapi-typescript makes of the document: a member that is missing, null or unknown is an error. modules
// is the folder of the pinned packages.
func (r *Recorder) CompileTypeScript(ctx context.Context, modules string) error {
	document, err := api.Document("test")
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "typescript")
	if err != nil {
		return fmt.Errorf("folder of the compiler: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	for name, content := range map[string][]byte{"openapi.json": document, "answers.ts": r.literals()} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			return fmt.Errorf("folder of the compiler: %w", err)
		}
	}
	for _, arguments := range [][]string{
		{"openapi-typescript/bin/cli.js", filepath.Join(dir, "openapi.json"), "-o", filepath.Join(dir, "schema.d.ts")},
		{"typescript/bin/tsc", "--noEmit", "--strict", "--target", "es2022", "--moduleResolution", "bundler", "--module", "es2022", filepath.Join(dir, "answers.ts")},
	} {
		arguments[0] = filepath.Join(modules, arguments[0])
		if out, err := exec.CommandContext(ctx, "node", arguments...).CombinedOutput(); err != nil {
			return fmt.Errorf("node %s: %w; run scripts/setup --tests where it is missing\n%s", arguments[0], err, out)
		}
	}
	return nil
}

// literals is the source that holds the answers.
func (r *Recorder) literals() []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	var b bytes.Buffer
	b.WriteString("import type { paths } from \"./schema\";\n")
	for i, key := range slices.Sorted(maps.Keys(r.answers)) {
		a := r.answers[key]
		fmt.Fprintf(&b, "export const answer%d: paths[%q][%q][\"responses\"][%d][\"content\"][\"application/json\"] = %s;\n",
			i, a.op.Path, strings.ToLower(a.op.Method), a.status, a.body)
	}
	return b.Bytes()
}
