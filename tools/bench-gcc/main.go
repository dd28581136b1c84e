//go:build linux

// Command bench-gcc compares the code that tuffy -O2 makes of corpus/bench with what gcc -O2 makes of the C
// twins: for each kernel the least processor time of several runs at size M, taken by turns, less what the program
// takes at the tiny size T, and the ratios to gcc and to gcc without vectorization. tools/bench-native.sh has -O0 and counts of instructions.
//
//	go run ./tools/bench-gcc [-runs 11] [-folder corpus/bench] [-level 2] [kernel…]
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

var (
	runs   = flag.Int("runs", 11, "runs of each program, of which the least time counts")
	folder = flag.String("folder", "corpus/bench", "folder of the kernels")
	level  = flag.String("level", "2", "level of -O for tuffy")
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
		if err != nil { // the others are worth knowing all the same
			fmt.Fprintf(os.Stderr, "%s: %v\n", k, err)
			failed = true
			continue
		}
		best, err := c.measure()
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

// sizes are those that a kernel is run at: M, and T, which tells what starting takes.
var sizes = [2]string{"M", "T"}

// candidates are the programs of a kernel: those of gcc take the size as an argument, that of tuffy has it inside.
type candidates struct {
	commands [2][3][]string // by size
	status   [2]int         // the exit status of tuffy's, the low byte of the checksum
	checksum [2]string
}

// build makes the programs of a kernel.
func build(dir, tuffy, kernel string) (*candidates, error) {
	file, base := filepath.Join(*folder, kernel), filepath.Join(dir, kernel)
	text, err := os.ReadFile(file + ".tir")
	if err != nil {
		return nil, err
	}
	c := &candidates{}
	for i, args := range [][]string{{"-O2"}, {"-O2", "-fno-tree-vectorize"}} {
		program := fmt.Sprint(base, ".gcc", i)
		args = append(args, "-w", "-static", "-o", program, file+".c", "-lm")
		if err := run("gcc", args...); err != nil {
			return nil, err
		}
		c.commands[0][i], c.commands[1][i] = []string{program}, []string{program}
	}
	// The first constant of @main is the size.
	at := strings.Index(string(text), "func @main")
	constant := regexp.MustCompile(`iconst \d+`).FindIndex(text[max(at, 0):])
	if at < 0 || constant == nil {
		return nil, fmt.Errorf("@main has no iconst for the size")
	}
	for k, size := range sizes {
		m := regexp.MustCompile(`(?m)^// size ` + size + `: n=(\d+) checksum=([0-9a-f]+)`).FindSubmatch(text)
		if m == nil {
			return nil, fmt.Errorf("no line // size %s: n=… checksum=…", size)
		}
		n := string(m[1])
		c.checksum[k] = string(m[2])
		if _, err := fmt.Sscanf(c.checksum[k][len(c.checksum[k])-2:], "%x", &c.status[k]); err != nil {
			return nil, err
		}
		sized, program := base+size+".tir", base+".tuffy"+size
		if err := os.WriteFile(sized, []byte(string(text[:at+constant[0]])+"iconst "+n+string(text[at+constant[1]:])), 0o600); err != nil {
			return nil, err
		}
		for i := range 2 {
			c.commands[k][i] = append(c.commands[k][i], n)
		}
		c.commands[k][2] = []string{program}
		if err := run(tuffy, "-O"+*level, "-o", program, sized); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// measure runs the programs by turns, and returns the least processor time of each in milliseconds. The kernel of the
// system tells user time from its own by sampling, and knows the sum exactly.
func (c *candidates) measure() (best [3]float64, err error) {
	var least [2][3]float64
	for round := range *runs {
		for k, commands := range c.commands {
			for i, command := range commands {
				cmd := exec.Command(command[0], command[1:]...)
				out, err := cmd.Output()
				state := cmd.ProcessState
				switch {
				case state == nil:
					return best, err
				case i < 2 && strings.TrimSpace(string(out)) != c.checksum[k]:
					return best, fmt.Errorf("gcc's program printed %q, want %s", out, c.checksum[k])
				case i == 2 && state.ExitCode() != c.status[k]:
					return best, fmt.Errorf("tuffy's program ended with %v, want exit status %d", state, c.status[k])
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
