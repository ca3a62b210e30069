package devstack

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A socket's path may have 107 bytes (103 on macOS), its longest file name here 15.
const (
	socketPrefix    = "tariffdesk-"
	socketDirLength = 80
)

// socketFolder makes a short private folder for a child's socket. link, beside the data, points
// to it: a person finds the socket there, and the next start what a killed one left behind.
func socketFolder(ctx context.Context, link string, as identity) (string, error) {
	if old, err := os.Readlink(link); err == nil && strings.HasPrefix(filepath.Base(old), socketPrefix) {
		_ = os.RemoveAll(old)
	}
	_ = os.Remove(link)
	dir, err := os.MkdirTemp(socketBase(ctx, as), socketPrefix)
	if err != nil {
		return "", fmt.Errorf("socket folder: %w", err)
	}
	if err := own(dir, as); err != nil {
		return "", err
	}
	if err := os.Symlink(dir, link); err != nil {
		return "", fmt.Errorf("socket folder: %w", err)
	}
	return dir, nil
}

func socketBase(ctx context.Context, as identity) string {
	if dir := os.TempDir(); len(dir) < socketDirLength-2*len(socketPrefix) && as.mayEnter(ctx, dir) {
		return dir
	}
	return "/tmp"
}

func removeSocketFolder(link string) {
	if dir, err := os.Readlink(link); err == nil {
		_ = os.RemoveAll(dir)
	}
	_ = os.Remove(link)
}
