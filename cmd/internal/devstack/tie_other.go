//go:build !linux

package devstack

import "syscall"

// tie says that this kernel cannot tie a child to its parent; a guard does it instead.
func tie(*syscall.SysProcAttr, syscall.Signal) bool { return false }
