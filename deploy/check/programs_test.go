package check

import (
	"os"
	"os/exec"
	"path/filepath"
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

// The program and its environment are not on this machine: the units are read below a root that has them.
func TestSystemdReadsTheUnits(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for folder, mode := range map[string]os.FileMode{"usr/local/bin": 0o755, "etc/tariffdesk": 0o755, "etc/systemd/system": 0o755} {
		if err := os.MkdirAll(filepath.Join(root, folder), mode); err != nil {
			t.Fatal(err)
		}
	}
	for file, mode := range map[string]os.FileMode{"usr/local/bin/tariffdesk": 0o755, "etc/tariffdesk/environment": 0o600} {
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
		name := strings.Replace(filepath.Base(unit), "@.", "@1.", 1)
		if err := os.WriteFile(filepath.Join(root, "etc/systemd/system", filepath.Base(unit)), text, 0o600); err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.Join("/etc/systemd/system", name))
	}
	run(t, []string{"SYSTEMD_LOG_LEVEL=warning"}, "systemd-analyze", names...)
}
