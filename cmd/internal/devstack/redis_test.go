package devstack

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

func client(t *testing.T, url string) *redis.Client {
	t.Helper()
	options, err := redis.ParseURL(url)
	if err != nil {
		t.Fatal(err)
	}
	c := redis.NewClient(options)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func startRedis(t *testing.T, c Config) *Redis {
	t.Helper()
	r, err := StartRedis(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

func TestRedisNeverEvictsAndKeepsItsDataFromStartToStart(t *testing.T) {
	t.Parallel()
	c, _ := config(t, openDir(t))
	r := startRedis(t, c)
	rdb := client(t, r.URL())
	for parameter, want := range map[string]string{"maxmemory-policy": "noeviction", "appendonly": "yes", "port": "0"} {
		got, err := rdb.ConfigGet(t.Context(), parameter).Result()
		if err != nil || got[parameter] != want {
			t.Errorf("%s is %v, %v", parameter, got, err)
		}
	}
	if err := rdb.Set(t.Context(), "kept", "here", 0).Err(); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(r.Close(), r.Close()); err != nil {
		t.Fatalf("closing twice: %v", err)
	}
	rdb = client(t, startRedis(t, c).URL())
	if got, err := rdb.Get(t.Context(), "kept").Result(); err != nil || got != "here" {
		t.Errorf("kept %q, %v", got, err)
	}
}

func TestFallenRedisIsStartedAgainWithWhatItHeld(t *testing.T) {
	t.Parallel()
	dir := openDir(t)
	c, _ := config(t, dir)
	rdb := client(t, startRedis(t, c).URL())
	if err := rdb.Set(t.Context(), "kept", "here", 0).Err(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(dir, "redis", redisPIDFile))
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it answers again", func() bool {
		got, err := rdb.Get(t.Context(), "kept").Result()
		return err == nil && got == "here"
	})
}

func TestWithoutAServerTheStandInWarnsAndExpiresKeys(t *testing.T) {
	t.Parallel()
	c, log := config(t, openDir(t))
	c.binDirs = []string{}
	r := startRedis(t, c)
	if !strings.Contains(log.String(), "level=WARN") {
		t.Errorf("no warning: %s", log)
	}
	rdb := client(t, r.URL())
	if err := rdb.Set(t.Context(), "short", "lived", time.Second).Err(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the key expires", func() bool {
		return errors.Is(rdb.Get(t.Context(), "short").Err(), redis.Nil)
	})
	if err := errors.Join(r.Close(), r.Close()); err != nil {
		t.Fatalf("closing twice: %v", err)
	}
}

// guardedSleep is what a kernel without parent-death signals gets.
func guardedSleep() int {
	sleep := exec.Command("sleep", "60")
	if err := sleep.Start(); err != nil {
		return 1
	}
	defer guard(sleep.Process.Pid, syscall.SIGTERM)()
	fmt.Println(sleep.Process.Pid)
	_ = sleep.Wait()
	return 0
}

func TestAGuardedChildEndsWithItsOwner(t *testing.T) {
	t.Parallel()
	owner := exec.Command(testBinary(t))
	owner.Env = append(os.Environ(), helperEnv+"="+helperGuard)
	out, err := owner.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := owner.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	if err := owner.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = owner.Wait()
	eventually(t, "the child ends", func() bool {
		stat, err := exec.Command("ps", "-o", "stat=", "-p", strconv.Itoa(pid)).Output()
		return err != nil || strings.HasPrefix(string(stat), "Z")
	})
}
