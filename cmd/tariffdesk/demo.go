package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"tariffdesk/account"
	"tariffdesk/credit"
	"tariffdesk/fail"
)

// demo is the content of demo.json in the data folder: all that a first call needs.
type demo struct {
	BaseURL        string `json:"base_url"`
	OrganisationID string `json:"organization_id"`
	APIKey         string `json:"api_key"`
	Email          string `json:"email"`
	Password       string `json:"password"`
}

const demoCredits = 1000 * credit.One

// openDemo returns the demo organisation of the data folder, created where there is none or where
// the database does not know it, with baseURL as its address; made tells that it was created.
func openDemo(ctx context.Context, accounts *account.Service, path, baseURL string) (d demo, made bool, err error) {
	if d, err = readDemo(path); err != nil {
		return demo{}, false, err
	}
	known := false
	if d.OrganisationID != "" {
		_, err := accounts.FindOrganisation(ctx, d.OrganisationID)
		if err != nil && !errors.Is(err, fail.New(fail.CodeNotFound, "")) {
			return demo{}, false, fmt.Errorf("find demo organisation: %w", err)
		}
		known = err == nil
	}
	if !known {
		if d, err = createDemo(ctx, accounts); err != nil {
			return demo{}, false, fmt.Errorf("create demo organisation: %w", err)
		}
	}
	d.BaseURL = baseURL
	return d, !known, writeDemo(path, d)
}

func createDemo(ctx context.Context, accounts *account.Service) (demo, error) {
	n := account.NewOrganisation{Name: "demo", Plan: account.PlanPro, Credits: int64(demoCredits)}
	o, err := accounts.CreateOrganisation(ctx, n)
	if errors.Is(err, fail.New(fail.CodeConflict, "")) { // the demo of a deleted data folder
		n.Name += "-" + secretText(4)
		o, err = accounts.CreateOrganisation(ctx, n)
	}
	if err != nil {
		return demo{}, err
	}
	// An address of its own: the database may hold the demo of a deleted data folder.
	d := demo{OrganisationID: o.ID, Email: "demo-" + secretText(4) + "@example.com", Password: secretText(16)}
	if _, err = accounts.CreateUser(ctx, account.NewUser{
		OrganisationID: o.ID, Email: d.Email, Password: d.Password, Role: account.RoleOwner,
	}); err != nil {
		return demo{}, err
	}
	_, d.APIKey, err = accounts.CreateKey(ctx, account.NewKey{
		OrganisationID: o.ID, Name: "demo", Type: account.KeyTypeSecret,
	})
	return d, err
}

// readDemo returns the zero demo where there is no file, or none that can be read as one.
func readDemo(path string) (demo, error) {
	var d demo
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return d, nil
	}
	if err != nil {
		return d, fmt.Errorf("read demo: %w", err)
	}
	if json.Unmarshal(b, &d) != nil {
		return demo{}, nil //nolint:nilerr // a torn file is as good as none: it is written anew
	}
	return d, nil
}

func writeDemo(path string, d demo) error {
	b, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		return fmt.Errorf("write demo: %w", err)
	}
	return writeSecret(path, append(b, '\n'))
}

// call is a line for a shell that classifies a product with the demo's key: with the key itself at the
// start that made it; later the shell reads it from the file.
func (d demo) call(made bool, file string) string {
	key := d.APIKey
	if !made {
		key = fmt.Sprintf(`$(grep -o 'sk_[0-9a-f]*' '%s')`, file)
	}
	return fmt.Sprintf(`curl -sS -X POST '%s/api/v3/tariff/tariff-mini?country_code=WORLD&model=fast' `+
		`-H "Authorization: Bearer %s" -F "product_description=men's knitted cotton t-shirt"`, d.BaseURL, key)
}

// console is a line that says where people sign in: with what, at the start that made it; later, where
// that stands.
func (d demo) console(made bool, file string) string {
	if made {
		return fmt.Sprintf("console %s/app/ email %s password %s", d.BaseURL, d.Email, d.Password)
	}
	return fmt.Sprintf("console %s/app/ email and password in %s", d.BaseURL, file)
}

// signingSecret returns the secret that signs sessions, made at the first start and kept, so that
// sessions outlive a restart.
func signingSecret(dataDir string) (string, error) {
	path := filepath.Join(dataDir, "jwt_secret")
	b, err := os.ReadFile(path)
	if err == nil && len(strings.TrimSpace(string(b))) >= account.MinSecretBytes {
		return strings.TrimSpace(string(b)), nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("read signing secret: %w", err)
	}
	secret := secretText(32)
	return secret, writeSecret(path, []byte(secret+"\n"))
}

// writeSecret replaces a file that only its owner may read; readers see the old one or the new.
func writeSecret(path string, content []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".secret-") // mode 0600
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	_, err = f.Write(content)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// secretText is n random bytes in hexadecimal.
func secretText(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails: the runtime aborts the process instead
	return hex.EncodeToString(b)
}
