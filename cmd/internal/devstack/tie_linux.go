package devstack

import "syscall"

// tie has the kernel send sig to the child when its parent dies, and says that it will.
func tie(attr *syscall.SysProcAttr, sig syscall.Signal) bool {
	attr.Pdeathsig = sig
	return true
}
