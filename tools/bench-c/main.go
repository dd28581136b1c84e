//go:build linux

// Command bench-c measures what C programs take, beside gcc in the same run: the interpreter on programs that are not
// optimized, with all checks on, beside gcc -O0; code of tuffy -O2 beside gcc -O2; and how many lines a second the front end
// reads, checks and lowers, beside gcc without its optimizer. The kernels are the nine of corpus/bench that other interpreters
// were measured on, and ten everyday shapes in tools/bench-c/kernels. Five of these are held out: nobody looks at profiles of
// them, so that they tell what work on the others does for programs that nobody has seen.
//
// Times are processor time, user and system, the least of several runs taken by turns, less what the program takes at
// size 0. All programs of a kernel must print the same. Instructions are counted in runs of their own: a report in JSON has an
// event for each call of the library, which takes longer than many a kernel.
//
//	go run ./tools/bench-c [-runs 5] [-files PATTERN] [kernel…]
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

var (
	runs  = flag.Int("runs", 5, "runs of each program, of which the least time counts")
	files = flag.String("files", "", "C files that the front end reads besides the programs of corpus/c/pass, as a pattern")
	tuffy = flag.String("tuffy", "", "the tuffy to measure, instead of one built of this tree")
)

// own is the folder of the everyday kernels, and shared that of the nine.
const (
	own    = "tools/bench-c/kernels"
	shared = "corpus/bench"
)

// kernel is a program with the sizes at which the interpreter and compiled code take about 0.2 and 0.05 seconds.
type kernel struct {
	folder, name string
	heldOut      bool
	interpreted  uint64
	compiled     uint64
}

var kernels = []kernel{
	{shared, "collatz", false, 20000, 320000},
	{shared, "crc32", false, 500, 4800},
	{shared, "fib", false, 28, 36},
	{shared, "list", false, 250, 3200},
	{shared, "loop", false, 1500000, 32000000},
	{shared, "loop32", false, 1000000, 8000000},
	{shared, "matmul", false, 5, 512},
	{shared, "sha256", false, 150, 10240},
	{shared, "sieve", false, 10, 320},
	{own, "hashmap", false, 40, 320},
	{own, "strscan", false, 40, 480},
	{own, "qsortcb", false, 10, 160},
	{own, "machine", false, 60, 2560},
	{own, "grid", false, 20, 640},
	{own, "matrix", true, 20, 1280},
	{own, "chain", true, 30, 640},
	{own, "bits32", true, 80000, 2560000},
	{own, "recurse", true, 40, 3072},
	{own, "floats", true, 400, 51200},
}

func main() {
	flag.Parse()
	if err := bench(flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "bench-c:", err)
		os.Exit(1)
	}
}

// figures are what was measured of a kernel: million IR instructions a second and times relative to gcc.
type figures struct {
	rate, interpreted, compiled float64
	heldOut                     bool
}

// bench prints the tables.
func bench(names []string) error {
	dir, err := os.MkdirTemp("", "bench-c")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if *tuffy == "" {
		*tuffy = filepath.Join(dir, "tuffy")
		if _, err := output("go", "build", "-o", *tuffy, "./cmd/tuffy"); err != nil {
			return err
		}
	}
	for _, n := range names {
		if !slices.ContainsFunc(kernels, func(k kernel) bool { return k.name == n }) {
			return fmt.Errorf("there is no kernel %s", n)
		}
	}
	fmt.Println("| kernel | interpreter, million instructions/s | interpreter / gcc -O0 | tuffy -O2 / gcc -O2 |")
	fmt.Println("|---|---|---|---|")
	var all []figures
	for _, k := range kernels {
		if len(names) > 0 && !slices.Contains(names, k.name) {
			continue
		}
		f, err := k.measure(dir)
		if err != nil {
			return fmt.Errorf("%s: %w", k.name, err)
		}
		all = append(all, f)
		mark := ""
		if k.heldOut {
			mark = ", held out"
		}
		fmt.Printf("| %s%s | %.0f | %.1f | %.2f |\n", k.name, mark, f.rate, f.interpreted, f.compiled)
	}
	summary("all", all)
	summary("held out", slices.DeleteFunc(slices.Clone(all), func(f figures) bool { return !f.heldOut }))
	if len(names) > 0 {
		return nil
	}
	return frontEnd(dir)
}

// summary prints geometric means and the worst.
func summary(what string, all []figures) {
	if len(all) == 0 {
		return
	}
	column := func(get func(figures) float64) (mean, worst float64) {
		var x []float64
		sum := 0.0
		for _, f := range all {
			x, sum = append(x, get(f)), sum+math.Log(get(f))
		}
		return math.Exp(sum / float64(len(x))), slices.Max(x)
	}
	rate, _ := column(func(f figures) float64 { return f.rate })
	interpreted, slowest := column(func(f figures) float64 { return f.interpreted })
	compiled, worst := column(func(f figures) float64 { return f.compiled })
	fmt.Printf("| **%s, geometric mean (worst)** | **%.0f** | **%.1f** (%.1f) | **%.2f** (%.2f) |\n", what, rate, interpreted, slowest, compiled, worst)
}

// candidate is a program of a kernel: the command that runs it at size 0 and at another.
type candidate struct {
	none, full []string
	interp     bool // it is the interpreter
}

// measure builds the programs of a kernel and takes their times.
func (k kernel) measure(dir string) (f figures, err error) {
	source := filepath.Join(k.folder, k.name+".c")
	program := func(compiler string, args ...string) string {
		if err != nil {
			return ""
		}
		out := filepath.Join(dir, k.name+strings.Join(args[len(args)-1:], "")+filepath.Base(compiler))
		command := append(strings.Fields(compiler), append(args, "-w", "-I", shared, "-o", out, source, "-lm")...)
		_, err = output(command[0], command[1:]...)
		return out
	}
	o0, o2, ours := program("gcc", "-O0"), program("gcc", "-O2"), program(*tuffy+" cc", "-O2")
	if err != nil {
		return f, err
	}
	interpret := func(n uint64, more ...string) []string {
		return append([]string{*tuffy, "interp", "--no-warnings", "-I", shared, "-D", fmt.Sprint("SIZE=", n), source}, more...)
	}
	native := func(p string, n uint64) candidate {
		return candidate{none: []string{p, "0"}, full: []string{p, fmt.Sprint(n)}}
	}
	all := []candidate{
		{none: interpret(0), full: interpret(k.interpreted), interp: true},
		native(o0, k.interpreted), native(o2, k.compiled), native(ours, k.compiled),
	}
	steps, err := count(interpret(k.interpreted, "--format", "json"))
	if err != nil {
		return f, err
	}
	start, err := count(interpret(0, "--format", "json"))
	if err != nil {
		return f, err
	}
	steps -= start
	took := make([]float64, len(all))
	for i := range all {
		took[i] = math.Inf(1)
	}
	none := slices.Clone(took)
	var printed [4]string
	for range *runs {
		for i, c := range all {
			t, _, err := c.run(c.none)
			if err != nil {
				return f, err
			}
			none[i] = min(none[i], t)
			t, text, err := c.run(c.full)
			if err != nil {
				return f, err
			}
			took[i] = min(took[i], t)
			printed[i] = text
		}
	}
	if printed[0] != printed[1] || printed[2] != printed[3] {
		return f, fmt.Errorf("programs disagree: the interpreter and gcc -O0 %q, %q, gcc -O2 and tuffy -O2 %q, %q",
			printed[0], printed[1], printed[2], printed[3])
	}
	for i := range took {
		took[i] = max(took[i]-none[i], 1e-4)
	}
	return figures{steps / took[0] / 1e6, took[0] / took[1], took[3] / took[2], k.heldOut}, nil
}

// run is the processor time of a command in seconds, and what its program printed.
func (c candidate) run(command []string) (seconds float64, text string, err error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return 0, "", fmt.Errorf("%s: %w", strings.Join(command, " "), err)
	}
	text = string(out)
	if c.interp {
		var ok bool
		if text, ok = strings.CutSuffix(text, "returned 0\n"); !ok {
			return 0, "", fmt.Errorf("%s: the program did not return 0", strings.Join(command, " "))
		}
	}
	return (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), text, nil
}

// count is how many instructions a run of the interpreter executes.
func count(command []string) (float64, error) {
	out, err := exec.Command(command[0], command[1:]...).Output()
	if err != nil {
		return 0, fmt.Errorf("%s: %w", strings.Join(command, " "), err)
	}
	var report struct{ Outcome struct{ Steps float64 } }
	if err := json.Unmarshal(out, &report); err != nil {
		return 0, err
	}
	return report.Outcome.Steps, nil
}

// frontEnd prints lines of C a second of processor time, of the programs of corpus/c/pass and of each of the files that
// are asked for.
func frontEnd(dir string) error {
	test := filepath.Join(dir, "front.test")
	if _, err := output("go", "test", "-c", "-o", test, "./compiler/front/c"); err != nil {
		return err
	}
	sets := []string{"corpus/c/pass/*.c"}
	if *files != "" {
		names, err := filepath.Glob(*files)
		if err != nil || len(names) == 0 {
			return fmt.Errorf("no files match %s: %v", *files, err)
		}
		sets = append(sets, names...)
	}
	fmt.Println("\n| C text | lines | lines/s, parsed, checked and lowered | gcc -fsyntax-only | gcc -O0 -S | tuffy / gcc -O0 -S |")
	fmt.Println("|---|---|---|---|---|---|")
	for _, pattern := range sets {
		absolute, err := filepath.Abs(pattern)
		if err != nil {
			return err
		}
		lines := 0
		names, err := filepath.Glob(absolute)
		if err != nil {
			return err
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			lines += strings.Count(string(text), "\n")
		}
		rate := 0.0
		for range *runs {
			cmd := exec.Command(test, "-test.run", "^$", "-test.bench", "Compile", "-test.benchtime", "1x")
			cmd.Dir, cmd.Env = "compiler/front/c", append(os.Environ(), "TUFFY_C_FILES="+absolute)
			out, err := cmd.CombinedOutput()
			if err != nil {
				return fmt.Errorf("%w\n%s", err, out)
			}
			rate = max(rate, metric(string(out), "lines/cpu-s"))
		}
		var peers [2]float64
		for i, args := range [][]string{{"-fsyntax-only"}, {"-O0", "-S", "-o", "/dev/null"}} {
			least := math.Inf(1)
			for range *runs {
				spent := time.Duration(0)
				for _, name := range names {
					cmd := exec.Command("gcc", append(args, "-w", name)...)
					if out, err := cmd.CombinedOutput(); err != nil {
						return fmt.Errorf("gcc %s: %w\n%s", name, err, out)
					}
					spent += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
				}
				least = min(least, spent.Seconds())
			}
			peers[i] = float64(lines) / least
		}
		fmt.Printf("| %s | %d | %.0f | %.0f | %.0f | %.2f |\n", filepath.Base(pattern), lines, rate, peers[0], peers[1], rate/peers[1])
	}
	return nil
}

// metric is the number before a unit in the output of a benchmark, 0 if there is none.
func metric(text, unit string) float64 {
	fields := strings.Fields(text)
	if i := slices.Index(fields, unit); i > 0 {
		x, _ := strconv.ParseFloat(fields[i-1], 64)
		return x
	}
	return 0
}

// output runs a command.
func output(name string, args ...string) (string, error) {
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out), nil
}
