//go:build chaos && linux

package app

import (
	"log/slog"
	"os"
	"time"
	_ "unsafe" // go:linkname
)

// The runtime reads the clock through a function of the kernel, whose address it holds here.
//
//go:linkname vdsoClockgettimeSym runtime.vdsoClockgettimeSym
var vdsoClockgettimeSym uintptr

// What the function in place of it calls and adds.
var (
	trueClock  uintptr
	clockShift int64 // seconds
)

func shiftedClockAddress() uintptr

// disturbClock puts the clock of this process off by CHAOS_CLOCK, such as 2m or -2m. Only what has passed stays right.
func disturbClock(log *slog.Logger) {
	shift, err := time.ParseDuration(os.Getenv("CHAOS_CLOCK"))
	if err != nil || trueClock != 0 || vdsoClockgettimeSym == 0 {
		return
	}
	trueClock, clockShift = vdsoClockgettimeSym, int64(shift/time.Second)
	vdsoClockgettimeSym = shiftedClockAddress()
	log.Warn("the clock of this process is off", "by", shift)
}
