package db

import (
	"net"
	"syscall"
	"time"
)

// Dialer connects so that a host which vanished without a word is noticed by the kernel too: idle
// connections are asked after, and what is sent must be acknowledged within vanishedAfter.
func Dialer() *net.Dialer {
	return &net.Dialer{
		Timeout:         connectLimit,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 5 * time.Second, Interval: 2 * time.Second, Count: 3},
		Control: func(network, _ string, c syscall.RawConn) error {
			if network == "unix" {
				return nil
			}
			var refused error
			err := c.Control(func(fd uintptr) { refused = limitUnacknowledged(int(fd), vanishedAfter) })
			if err == nil {
				err = refused
			}
			return err
		},
	}
}

// vanishedAfter is how long sent bytes may stay unacknowledged.
const vanishedAfter = 10 * time.Second
