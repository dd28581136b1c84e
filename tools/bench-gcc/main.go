//go:build linux

// Command bench-gcc compares the code that tuffy -O2 makes of corpus/bench with what gcc -O2 makes of the C
// twins: for each kernel the least processor time of several runs, taken by turns, less what the program takes at the tiny
// size T, and the ratios to gcc and to gcc without vectorization. The size is M, or a greater one at which gcc's program takes
// some time, since the least of short runs differs by a half. tools/bench-native.sh has -O0 and counts of instructions.
//
//	go run ./tools/bench-gcc [-runs 11] [-least 20ms] [-folder corpus/bench] [-level 2] [kernel…]
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

var (
	runs   = flag.Int("runs", 11, "runs of each program, of which the least time counts")
	folder = flag.String("folder", "corpus/bench", "folder of the kernels")
	level  = flag.String("level", "2", "level of -O for tuffy")
	least  = flag.Duration("least", 20*time.Millisecond, "what gcc's program takes at least, if a kernel can be made greater")
)

func main() {
	flag.Parse()
	if err := bench(flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "bench-gcc:", err)
		os.Exit(1)
	}
}

// bench prints the table. Programs are built first, so that nothing but them runs while they are measured.
func bench(kernels []string) error {
	dir, err := os.MkdirTemp("", "bench-gcc")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if len(kernels) == 0 {
		files, err := filepath.Glob(filepath.Join(*folder, "*.tir"))
		if err != nil {
			return err
		}
		for _, f := range files {
			kernels = append(kernels, strings.TrimSuffix(filepath.Base(f), ".tir"))
		}
	}
	tuffy := filepath.Join(dir, "tuffy")
	if err := run("go", "build", "-o", tuffy, "./cmd/tuffy"); err != nil {
		return err
	}
	fmt.Println("| kernel | gcc ms | gcc, no vectors ms | tuffy ms | tuffy / gcc | tuffy / gcc, no vectors |")
	fmt.Println("|---|---|---|---|---|---|")
	var all, scalar []float64
	failed := false
	for _, k := range kernels {
		c, err := build(dir, tuffy, k)
		if err == nil {
			c, err = c.grown()
		}
		if err != nil { // the others are worth knowing all the same
			fmt.Fprintf(os.Stderr, "%s: %v\n", k, err)
			failed = true
			continue
		}
		best, err := c.measure(*runs)
		if err != nil {
			return fmt.Errorf("%s: %w", k, err)
		}
		g, s, t := best[0], best[1], best[2]
		all, scalar = append(all, t/g), append(scalar, t/s)
		fmt.Printf("| %s | %.1f | %.1f | %.1f | %.2f | %.2f |\n", k, g, s, t, t/g, t/s)
	}
	if len(all) == 0 {
		return fmt.Errorf("no kernel was measured")
	}
	fmt.Printf("\ngeometric mean %.2f, worst %.2f; without vectors %.2f, %.2f\n", mean(all), slices.Max(all), mean(scalar), slices.Max(scalar))
	if failed {
		return fmt.Errorf("some kernels were not measured")
	}
	return nil
}

// sizes are those that a kernel is run at: M or more, and T, which tells what starting takes.
var sizes = [2]string{"M", "T"}

// candidates are the programs of a kernel: those of gcc take the size as an argument, that of tuffy has it inside.
type candidates struct {
	dir, tuffy, kernel string
	before, after      string // the text of the program around the size
	n                  [2]uint64
	checksum           [2]string
	commands           [2][3][]string // by size
}

// build makes the programs of a kernel.
func build(dir, tuffy, kernel string) (*candidates, error) {
	file := filepath.Join(*folder, kernel)
	text, err := os.ReadFile(file + ".tir")
	if err != nil {
		return nil, err
	}
	c := &candidates{dir: dir, tuffy: tuffy, kernel: kernel}
	for i, args := range [][]string{{"-O2"}, {"-O2", "-fno-tree-vectorize"}} {
		args = append(args, "-w", "-static", "-o", c.gcc(i), file+".c", "-lm")
		if err := run("gcc", args...); err != nil {
			return nil, err
		}
	}
	// The first constant of @main is the size.
	at := strings.Index(string(text), "func @main")
	constant := regexp.MustCompile(`iconst \d+`).FindIndex(text[max(at, 0):])
	if at < 0 || constant == nil {
		return nil, fmt.Errorf("@main has no iconst for the size")
	}
	c.before, c.after = string(text[:at+constant[0]]), string(text[at+constant[1]:])
	for k, size := range sizes {
		m := regexp.MustCompile(`(?m)^// size ` + size + `: n=(\d+) checksum=([0-9a-f]+)`).FindSubmatch(text)
		if m == nil {
			return nil, fmt.Errorf("no line // size %s: n=… checksum=…", size)
		}
		c.checksum[k] = string(m[2])
		if c.n[k], err = strconv.ParseUint(string(m[1]), 10, 64); err != nil {
			return nil, err
		}
		if err := c.sized(k); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// gcc is the program of gcc, with vectorization or without.
func (c *candidates) gcc(i int) string { return filepath.Join(c.dir, fmt.Sprint(c.kernel, ".gcc", i)) }

// sized makes what is run at the size k.
func (c *candidates) sized(k int) error {
	n := fmt.Sprint(c.n[k])
	program := filepath.Join(c.dir, c.kernel+".tuffy"+n)
	text := program + ".tir"
	if err := os.WriteFile(text, []byte(c.before+"iconst "+n+c.after), 0o600); err != nil {
		return err
	}
	c.commands[k] = [3][]string{{c.gcc(0), n}, {c.gcc(1), n}, {program}}
	return run(c.tuffy, "-O"+*level, "-o", program, text)
}

// tooLong is what no run of a program that is measured takes.
const tooLong = 500 * time.Millisecond

// grown is c at a greater size, if gcc's program takes little time at size M. A size at which it takes very long, or at
// which the programs do not agree, as where it is more than the kernel has room for, is no size.
func (c *candidates) grown() (*candidates, error) {
	took, _, err := c.time(c.gcc(0), c.n[0])
	if err != nil {
		return nil, err
	}
	factor := min(float64(*least)/float64(max(took, 20*time.Microsecond)), 1000)
	for ; factor > 1.05; factor = math.Sqrt(factor) {
		g := *c
		g.n[0] = uint64(float64(c.n[0]) * factor)
		took, out, err := c.time(c.gcc(0), g.n[0])
		if err != nil || took > tooLong {
			continue
		}
		g.checksum[0] = out
		if err := g.sized(0); err != nil {
			continue
		}
		if _, err := g.measure(1); err == nil {
			return &g, nil
		}
	}
	return c, nil
}

// time is the processor time of a program at a size, and what it printed.
func (c *candidates) time(program string, n uint64) (time.Duration, string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 4*tooLong)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, fmt.Sprint(n))
	out, err := cmd.Output()
	if err != nil {
		return 0, "", err
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), strings.TrimSpace(string(out)), nil
}

// status is the exit status of tuffy's program at size k, the low byte of the checksum.
func (c *candidates) status(k int) (n int, err error) {
	_, err = fmt.Sscanf(c.checksum[k][max(len(c.checksum[k])-2, 0):], "%x", &n)
	return n, err
}

// measure runs the programs by turns, and returns the least processor time of each in milliseconds. The kernel of the
// system tells user time from its own by sampling, and knows the sum exactly.
func (c *candidates) measure(runs int) (best [3]float64, err error) {
	var least [2][3]float64
	for round := range runs {
		for k, commands := range c.commands {
			status, err := c.status(k)
			if err != nil {
				return best, err
			}
			for i, command := range commands {
				cmd := exec.Command(command[0], command[1:]...)
				out, err := cmd.Output()
				state := cmd.ProcessState
				switch {
				case state == nil:
					return best, err
				case i < 2 && strings.TrimSpace(string(out)) != c.checksum[k]:
					return best, fmt.Errorf("gcc's program printed %q, want %s", out, c.checksum[k])
				case i == 2 && state.ExitCode() != status:
					return best, fmt.Errorf("tuffy's program ended with %v, want exit status %d", state, status)
				}
				ms := float64(state.UserTime()+state.SystemTime()) / float64(time.Millisecond)
				if round == 0 || ms < least[k][i] {
					least[k][i] = ms
				}
			}
		}
	}
	for i := range best {
		best[i] = max(least[0][i]-least[1][i], 0.01)
	}
	return best, nil
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(x)))
}

func run(name string, args ...string) error {
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return nil
}
