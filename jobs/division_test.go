package jobs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tariffdesk/jobs"
)

// slotOf is the slot of a Redis Cluster that a queue lies in: CRC16 (XMODEM) of its name, modulo 16384.
func slotOf(name string) int {
	crc := uint16(0)
	for i := range len(name) {
		crc ^= uint16(name[i]) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return int(crc % 16384)
}

func TestThePartsOfAQueueLieInDifferentSlotsAndOnAllPrimaries(t *testing.T) {
	t.Parallel()
	if got := slotOf("123456789"); got != 0x31C3 { // the check value of the specification of Redis Cluster
		t.Fatalf("slot %#x", got)
	}
	for _, queue := range jobs.Queues() {
		for parts := 2; parts <= jobs.MaxParts; parts++ {
			names := jobs.Divisions{queue: {Queue: queue, Parts: parts, Before: parts, Age: time.Hour}}.Names(queue)[1:]
			slots, primaries := map[int]bool{}, map[int]int{}
			for _, name := range names {
				slots[slotOf(name)] = true
				primaries[slotOf(name)*3/16384]++
			}
			if len(slots) != parts {
				t.Errorf("%s in %d parts lies in %d slots", queue, parts, len(slots))
			}
			if parts >= 6 && len(primaries) < 3 {
				t.Errorf("%s in %d parts lies on %d of 3 primaries", queue, parts, len(primaries))
			}
		}
	}
}

func TestJobsGoByADivisionOnceItHasSettledAndAreTakenFromTheOneBefore(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		parts, before int
		age           time.Duration
		puts, takes   string
	}{
		{0, 0, 0, "classify", "classify"},
		{1, 1, time.Hour, "classify", "classify"},
		{4, 1, 0, "classify", "classify classify:0 classify:1 classify:2 classify:3"},
		{3, 1, jobs.Settle, "classify:0 classify:1 classify:2", "classify classify:0 classify:1 classify:2"},
		{1, 2, 0, "classify:0 classify:1", "classify classify:0 classify:1"},
		{1, 2, jobs.Settle, "classify", "classify classify:0 classify:1"},
		{1, 2, time.Hour, "classify", "classify"},
		{2, 4, 30 * time.Second, "classify:0 classify:1", "classify classify:0 classify:1 classify:2 classify:3"},
	} {
		d := jobs.Divisions{"classify": {Queue: "classify", Parts: c.parts, Before: c.before, Age: c.age}}
		puts := map[string]bool{}
		for n := range 500 {
			puts[d.Part("classify", fmt.Sprint(n))] = true
		}
		var names []string
		for name := range puts {
			names = append(names, name)
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != c.puts {
			t.Errorf("%+v puts jobs into %s", c, got)
		}
		if got := strings.Join(d.Names("classify"), " "); got != c.takes {
			t.Errorf("%+v takes jobs from %s", c, got)
		}
		for name := range puts {
			if jobs.QueueOf(name) != "classify" {
				t.Errorf("%s belongs to %s", name, jobs.QueueOf(name))
			}
		}
	}
}

func TestADivisionIsWithinItsBounds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		queue string
		parts int
		says  string
	}{{"classify", 0, "parts: 0 is not within 1 to 64"}, {"classify", 65, "parts: 65 is not within"}, {"classify", -1, "parts:"}, {"clasify", 2, "queue: want one of batch, classify"}} {
		if err := jobs.CheckDivision(c.queue, c.parts); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %d: %v", c.queue, c.parts, err)
		}
	}
	if err := jobs.CheckDivision("classify", 64); err != nil {
		t.Error(err)
	}
}
