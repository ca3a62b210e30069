package check

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

// secrets are those that docker-compose.yml has no default for.
func secrets() []string {
	return []string{"POSTGRES_PASSWORD=check", "JWT_SECRET=0123456789abcdef0123456789abcdef", "OPS_PASSWORD=check"}
}

func run(t *testing.T, environment []string, program string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		program = filepath.Join("/usr/sbin", program) // off the path of users in Debian
	}
	command := exec.CommandContext(t.Context(), program, args...)
	command.Env = append(os.Environ(), environment...)
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%s %s: %v\n%s", program, strings.Join(args, " "), err, out)
	}
}

func TestTheProxyReadsItsFile(t *testing.T) {
	t.Parallel()
	run(t, nil, "haproxy", "-c", "-f", "../haproxy/haproxy.cfg")
}

func TestTheOldComposeReadsTheFile(t *testing.T) {
	t.Parallel()
	run(t, secrets(), "docker-compose", "-f", "../../docker-compose.yml", "config", "--quiet")
}

func TestTheNewComposeReadsTheFile(t *testing.T) {
	t.Parallel()
	options, err := cli.NewProjectOptions([]string{"../../docker-compose.yml"}, cli.WithEnv(secrets()), cli.WithName("tariffdesk"))
	if err != nil {
		t.Fatal(err)
	}
	project, err := options.LoadProject(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range project.Services {
		if published := len(s.Ports) > 0; published != (name == "proxy") {
			t.Errorf("%s: publishes ports: %v; two containers of a role cannot share one", name, published)
		}
		if s.ContainerName != "" {
			t.Errorf("%s has a name of its own and cannot be scaled", name)
		}
	}
	if api := project.Services["api"]; api.DependsOn["migrate"].Condition != types.ServiceConditionCompletedSuccessfully {
		t.Error("the api does not wait for the schema")
	}
}

func TestComposeNeedsItsSecrets(t *testing.T) {
	t.Parallel()
	for i, missing := range secrets() {
		environment := append(append([]string{}, secrets()[:i]...), secrets()[i+1:]...)
		options, err := cli.NewProjectOptions([]string{"../../docker-compose.yml"}, cli.WithEnv(environment), cli.WithName("tariffdesk"))
		if err != nil {
			t.Fatal(err)
		}
		name, _, _ := strings.Cut(missing, "=")
		if _, err := options.LoadProject(t.Context()); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v does not name %s", err, name)
		}
	}
}

func TestComposePassesTheSettingsOnAndImagesCanBePinned(t *testing.T) {
	t.Parallel()
	const digest = "@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	environment := append(secrets(), "WEBHOOK_ALLOW=10.1.0.0/16", "DB_MAX_CONNS=7", "DRAIN_DELAY=9s", "BASE_DIGEST="+digest, "GO_DIGEST="+digest,
		"POSTGRES_IMAGE=postgres:17"+digest)
	options, err := cli.NewProjectOptions([]string{"../../docker-compose.yml"}, cli.WithEnv(environment), cli.WithName("tariffdesk"))
	if err != nil {
		t.Fatal(err)
	}
	project, err := options.LoadProject(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for service, variables := range map[string]map[string]string{
		"api":    {"WEBHOOK_ALLOW": "10.1.0.0/16", "DB_MAX_CONNS": "7", "DRAIN_DELAY": "9s"},
		"worker": {"WEBHOOK_ALLOW": "10.1.0.0/16", "DB_MAX_CONNS": "7"},
	} {
		for name, want := range variables {
			if got := project.Services[service].Environment[name]; got == nil || *got != want {
				t.Errorf("%s: %s is not passed on", service, name)
			}
		}
		for _, name := range []string{"BASE_DIGEST", "GO_DIGEST"} {
			if got := project.Services[service].Build.Args[name]; got == nil || *got != digest {
				t.Errorf("%s: %s is not passed to the build", service, name)
			}
		}
	}
	if got := project.Services["postgres"].Image; got != "postgres:17"+digest {
		t.Errorf("postgres is %s", got)
	}
}

func TestSecretsOfComposeStayOutOfImagesAndCommits(t *testing.T) {
	t.Parallel()
	for file, want := range map[string][]string{"../../.dockerignore": {"**/.env", "**/.env.*"}, "../../.gitignore": {".env", ".env.*"}} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range want {
			if !slices.Contains(strings.Split(string(text), "\n"), line) {
				t.Errorf("%s does not name %s", file, line)
			}
		}
	}
}

func TestImagesStandOnTheCurrentDebianAndTakeADigest(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"ARG BASE_IMAGE=debian:trixie-slim", "FROM ${BASE_IMAGE}${BASE_DIGEST}", "FROM --platform=$BUILDPLATFORM ${GO_IMAGE}${GO_DIGEST} AS build"} {
		if !slices.Contains(strings.Split(string(text), "\n"), line) {
			t.Errorf("Dockerfile has no line %q", line)
		}
	}
	if strings.Contains(string(text), "bookworm") {
		t.Error("Dockerfile names an older Debian")
	}
}

func TestARestartOfTheMigrationStopsNoRole(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"tariffdesk-api.service", "tariffdesk-worker@.service"} {
		text, err := os.ReadFile(filepath.Join("../systemd", file))
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]bool{}
		for line := range strings.Lines(string(text)) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
			if !slices.Contains(strings.Fields(value), "tariffdesk-migrate.service") {
				continue
			}
			if found[name] = true; name != "Wants" && name != "After" {
				t.Errorf("%s: %s= carries a stop of tariffdesk-migrate on to the role", file, name)
			}
		}
		if !found["Wants"] || !found["After"] {
			t.Errorf("%s does not want, and wait for, tariffdesk-migrate", file)
		}
	}
}

// TestEachWorkerOfAHostHasAPortOfItsOwn runs the command of the unit with a program that prints its environment.
func TestEachWorkerOfAHostHasAPortOfItsOwn(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../systemd/tariffdesk-worker@.service")
	if err != nil {
		t.Fatal(err)
	}
	_, command, _ := strings.Cut(string(text), "\nExecStart=")
	command, _, _ = strings.Cut(command, "\n")
	program := filepath.Join(t.TempDir(), "tariffdesk")
	if err := os.WriteFile(program, []byte("#!/bin/sh\nprintf '%s %s' \"$OPS_LISTEN\" \"$*\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	command = strings.NewReplacer("$$", "$", "/usr/local/bin/tariffdesk", program).Replace(command)
	for instance, want := range map[string]string{
		"1": "127.0.0.1:9101 worker", "9": "127.0.0.1:9109 worker", "10": "127.0.0.1:9110 worker", "99": "127.0.0.1:9199 worker",
		"0": "", "01": "", "100": "", "a": "", "1x": "", "-1": "",
	} {
		out, err := exec.CommandContext(t.Context(), "sh", "-c", strings.ReplaceAll(command, "%i", instance)).Output()
		if string(out) != want || (err == nil) != (want != "") {
			t.Errorf("instance %s: %q, %v, want %q", instance, out, err, want)
		}
	}
}

// The program and its environment are not on this machine: the units are read below a root that has them.
func TestSystemdReadsTheUnits(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for folder, mode := range map[string]os.FileMode{"bin": 0o755, "usr/local/bin": 0o755, "etc/tariffdesk": 0o755, "etc/systemd/system": 0o755} {
		if err := os.MkdirAll(filepath.Join(root, folder), mode); err != nil {
			t.Fatal(err)
		}
	}
	for file, mode := range map[string]os.FileMode{"bin/sh": 0o755, "usr/local/bin/tariffdesk": 0o755, "etc/tariffdesk/environment": 0o600} {
		if err := os.WriteFile(filepath.Join(root, file), []byte("#!/bin/sh\n"), mode); err != nil {
			t.Fatal(err)
		}
	}
	units, err := filepath.Glob("../systemd/*.service")
	if err != nil || len(units) != 3 {
		t.Fatalf("%d units, %v", len(units), err)
	}
	names := []string{"verify", "--man=no", "--recursive-errors=no", "--root=" + root}
	for _, unit := range units {
		text, err := os.ReadFile(unit)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.Replace(filepath.Base(unit), "@.", "@10.", 1)
		if err := os.WriteFile(filepath.Join(root, "etc/systemd/system", filepath.Base(unit)), text, 0o600); err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.Join("/etc/systemd/system", name))
	}
	run(t, []string{"SYSTEMD_LOG_LEVEL=warning"}, "systemd-analyze", names...)
}
