// Command csmith runs programs of the generator csmith on the interpreter, the simulator and the processor, and compares
// what they print with what gcc's program prints. It knows Tuffy by its commands only.
//
// Packed structs are left out, since csmith makes pointers to their members, which are misaligned. It needs csmith and its headers (Debian: csmith, libcsmith-dev) and gcc. A program that gcc's does not end within
// five seconds is passed over. Each difference is a line, and its program stays in the output folder.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
)

// engine is a way to run a program.
type engine struct {
	name string
	argv []string
}

// main tries each seed, and ends with 1 if a program differs.
func main() {
	first := flag.Int("seed", 1, "`number` of the first program, csmith's seed")
	count := flag.Int("count", 100, "how many programs")
	bin := flag.String("bin", "bin", "`folder` with the built commands")
	out := flag.String("out", "bin/csmith", "`folder` for programs that differ")
	headers := flag.String("headers", "/usr/include", "`folder` with csmith.h")
	jobs := flag.Int("jobs", 1, "programs at a time")
	limit := flag.Duration("limit", 100*time.Second, "time for each run; one that does not end is counted")
	flag.Parse()
	if err := os.MkdirAll(*out, 0o755); err != nil {
		fmt.Fprintln(os.Stderr, "csmith:", err)
		os.Exit(65)
	}
	c := &campaign{bin: *bin, out: *out, headers: *headers, limit: *limit, counts: map[string]int{}}
	seeds := make(chan int)
	var wg sync.WaitGroup
	for range max(1, *jobs) {
		wg.Go(func() {
			for s := range seeds {
				c.try(s)
			}
		})
	}
	for s := range *count {
		seeds <- *first + s
	}
	close(seeds)
	wg.Wait()
	fmt.Println("seeds", *first, "to", *first+*count-1, c.counts)
	if c.failed {
		os.Exit(1)
	}
}

type campaign struct {
	bin, out, headers string
	limit             time.Duration

	mu     sync.Mutex
	counts map[string]int
	failed bool
}

func (c *campaign) count(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts[what]++
}

// run is a command's output and status, or that it took too long.
func run(limit time.Duration, argv ...string) (out []byte, status int, late bool) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.WaitDelay = time.Second
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return nil, 0, true
	}
	if err != nil && cmd.ProcessState == nil {
		return []byte(err.Error()), -1, false
	}
	if status = cmd.ProcessState.ExitCode(); status != 0 {
		out = append(out, stderr.Bytes()...)
	}
	return out, status, false
}

// try makes program number s and compares it on all engines.
func (c *campaign) try(s int) {
	base := filepath.Join(c.out, fmt.Sprint(s))
	src, exe := base+".c", base+".gcc"
	if out, status, _ := run(c.limit, "csmith", "--seed", fmt.Sprint(s), "--no-packed-struct", "--output", src); status != 0 {
		fmt.Fprintf(os.Stderr, "csmith: %s\n", out)
		os.Exit(65)
	}
	keep := false
	defer func() {
		os.Remove(exe)
		if !keep {
			os.Remove(src)
		}
	}()
	if out, status, late := run(c.limit, "gcc", "-w", "-O1", "-I", c.headers, "-o", exe, src); status != 0 || late {
		fmt.Fprintf(os.Stderr, "csmith: seed %d: gcc: %s\n", s, out)
		os.Exit(65)
	}
	want, status, late := run(5*time.Second, exe)
	if late || status != 0 {
		c.count("passed over")
		return
	}
	tuffy := filepath.Join(c.bin, "tuffy")
	for _, e := range []engine{
		{"interpreter", []string{filepath.Join(c.bin, "tuffy-interp"), "-I", c.headers, src}},
		{"simulator", []string{tuffy, "-O2", "--run=sim", "-I", c.headers, src}},
		{"processor -O0", []string{tuffy, "-O0", "--run=native", "-I", c.headers, src}},
		{"processor -O2", []string{tuffy, "-O2", "--run=native", "-I", c.headers, src}},
	} {
		got, status, late := run(c.limit, e.argv...)
		got = bytes.TrimSuffix(got, []byte("returned 0\n")) // the interpreter's own last line
		switch {
		case late:
			c.count(e.name + " late")
		case status != 0 || !bytes.Equal(got, want):
			keep = true
			c.count(e.name + " differs")
			c.mu.Lock()
			c.failed = true
			fmt.Printf("seed %d: %s: status %d, %.300q, gcc has %.100q\n", s, e.name, status, got, want)
			c.mu.Unlock()
		default:
			c.count(e.name + " as gcc")
		}
	}
}
