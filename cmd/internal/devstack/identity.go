package devstack

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// identity is the user a child runs as. The zero credential means the user of this process.
type identity struct {
	uid, gid   int
	name       string
	credential *syscall.Credential
}

func current() identity {
	id := identity{uid: os.Geteuid(), gid: os.Getegid(), name: strconv.Itoa(os.Geteuid())}
	if u, err := user.LookupId(id.name); err == nil {
		id.name = u.Username
	}
	return id
}

// unprivileged picks the user that root's children drop to, since PostgreSQL refuses to run as
// root: the owner of a folder an earlier start left, else postgres, else nobody.
func unprivileged(owned string) (identity, error) {
	folders, _ := filepath.Glob(owned)
	for _, folder := range folders {
		info, err := os.Stat(folder)
		if err != nil {
			continue
		}
		if st, ok := info.Sys().(*syscall.Stat_t); ok && st.Uid != 0 {
			return dropTo(int(st.Uid), int(st.Gid), nameOf(int(st.Uid))), nil
		}
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uidErr := strconv.Atoi(u.Uid)
		gid, gidErr := strconv.Atoi(u.Gid)
		if uidErr == nil && gidErr == nil && uid > 0 {
			return dropTo(uid, gid, name), nil
		}
	}
	return identity{}, fmt.Errorf("no unprivileged user to run the servers as: create a user named postgres")
}

func nameOf(uid int) string {
	id := strconv.Itoa(uid)
	if u, err := user.LookupId(id); err == nil {
		return u.Username
	}
	return id
}

func dropTo(uid, gid int, name string) identity {
	return identity{uid: uid, gid: gid, name: name, credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
}

// mayEnter asks the kernel, as that user, so that access lists and mounts count too.
func (i identity) mayEnter(ctx context.Context, dir string) bool {
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", `cd -- "$1"`, "sh", dir)
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: i.credential}
	return cmd.Run() == nil
}
