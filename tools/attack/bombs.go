package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// bomb is a small thing that asks for much. It may be refused by a limit that is named, or finish;
// it may not take more than bombTime and bombMemory.
// A file is a function that writes it, since some are larger than memory should be.
type bomb struct {
	name  string
	files map[string]func(w *bufio.Writer)
	setup []string // a command that must succeed first
	argv  []string // the first is one of Tuffy's commands; names of files are relative to their folder
	stdin string
}

const (
	// bombTime and bombMemory are for the command and not for the writer of its files; 1 GiB is
	// resident memory, which a lazy allocation does not count against.
	bombTime   = 10 * time.Second
	bombMemory = 1 << 30
)

// limitNamed is a word of a message that says which limit was reached.
// It is a wide net: it tells a limit that is named from silence, not one limit from another.
var limitNamed = regexp.MustCompile(`(?i)limit|fuel|too (large|many|deep|long|big|much|wide|small)|exceed|memory|depth|unsupported|budget|inconclusive|steps|at most|more than|not supported|vacuous|undefined|stopped|stack|range|bound`)

// attackBombs runs the bombs, all of them unless count says fewer.
// A failure shows a command that a hostile or unlucky input can stop: the promise is an answer or a
// limit that is named, within the bounds of the table's head.
func attackBombs(s *session) {
	all := allBombs()
	seen := map[string]bool{}
	for _, b := range all {
		// Two bombs of one name would share a folder.
		if seen[b.name] {
			panic("attack: two bombs are called " + b.name)
		}
		seen[b.name] = true
	}
	chosen := evenly(all, s.first, s.count)
	if len(chosen) == 0 {
		fmt.Fprintf(os.Stderr, "attack: there is no bomb %d: the last of %d is %d\n", s.first, len(all), len(all)-1)
		os.Exit(64)
	}
	s.each(len(chosen), func(i int) {
		b := chosen[i-s.first]
		if strings.Contains(b.name, s.only) {
			s.explode(b)
		}
	})
}

// evenly takes count of the list from first on, with even gaps; all of them if the count is 0.
func evenly[T any](list []T, first, count int) (out []T) {
	rest := list[min(first, len(list)):]
	n := len(rest)
	if count > 0 {
		n = min(n, count)
	}
	for i := range n {
		out = append(out, rest[i*len(rest)/n])
	}
	return out
}

// explode writes a bomb's files, runs its command under limits of time and memory, and counts how
// it ended. Files are written as streams, since some are larger than memory should be.
// The folder is the bomb's own and is removed, so that bombs can run side by side.
func (s *session) explode(b bomb) {
	dir := filepath.Join(s.scratch, b.name)
	s.must(os.MkdirAll(dir, 0o755))
	defer os.RemoveAll(dir)
	for name, write := range b.files {
		f, err := os.Create(filepath.Join(dir, name))
		s.must(err)
		w := bufio.NewWriterSize(f, 1<<16)
		write(w)
		s.must(w.Flush())
		s.must(f.Close())
	}
	if b.setup != nil {
		o := run(limits{wall: bombTime}, dir, append([]string{s.command(b.setup[0])}, b.setup[1:]...)...)
		if o.status != 0 {
			s.fail(b.name, "setup", o.report(), nil)
			s.saw("not set up")
			return
		}
	}
	// More time than it may take, so that slow and endless are told apart.
	o := run(limits{wall: 4 * bombTime, stdin: b.stdin, maxFile: 4 << 20}, dir, append([]string{s.command(b.argv[0])}, b.argv[1:]...)...)
	s.saw(fmt.Sprintf("status %d", o.status))
	if s.verbose {
		fmt.Printf("%-40s %3d %6.1f s %6.1f s %5d MB  %s\n", b.name, o.status, o.wall.Seconds(), o.cpu.Seconds(), o.rss>>20, firstLine(o.stderr+o.stdout))
	}
	// Any documented status is right, since most bombs may be refused or answered; 70 never is.
	cause := o.complaint(0, 1, 2, 3, 4, 64, 65)
	said := o.stdout + o.stderr
	switch {
	// The command waited for a processor, which is not its fault.
	case cause == "timeout" && !o.slow(bombTime):
		s.note("kept from the processor by others")
		cause = ""
	case cause == "timeout":
		cause = "endless"
	case cause != "":
	case o.slow(bombTime):
		cause = "slow"
	case o.rss > bombMemory:
		cause = "memory"
	// Status 4 without the name of a limit leaves the user without a way on; so does a refusal without
	// a word.
	case o.status == 4 && !limitNamed.MatchString(said), o.status >= 64 && said == "":
		cause = "limit not named"
	}
	if cause == "" {
		return
	}
	// What a bomb is made of is kept if it is small; the attack makes it again in any case.
	keep := map[string]string{"command": strings.Join(b.argv, " ") + "\n"}
	for name := range b.files {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err == nil && len(text) < 1<<16 {
			keep[name] = string(text)
		}
	}
	s.fail(b.name, cause, fmt.Sprintf("%.1f s (processor %.1f s), %d MB, status %d\n%s", o.wall.Seconds(), o.cpu.Seconds(), o.rss>>20, o.status, o.report()), keep)
}

// text is a file of a fixed text.
func text(s string) func(*bufio.Writer) {
	return func(w *bufio.Writer) { w.WriteString(s) }
}

// times writes a text again and again; %d in it is the number of the copy, %[2]d the next one's.
// A format without a verb is written as it is; the last number of the next copy is n. Indexes of verbs
// follow package fmt.
func times(w *bufio.Writer, n int, format string) {
	if !strings.Contains(format, "%") {
		for range n {
			w.WriteString(format)
		}
		return
	}
	next := strings.Contains(format, "%[2]d")
	for i := range n {
		if next {
			fmt.Fprintf(w, format, i, i+1)
		} else {
			fmt.Fprintf(w, format, i)
		}
	}
}

// prog is one file, p.tir.
func prog(write func(w *bufio.Writer)) map[string]func(*bufio.Writer) {
	return map[string]func(*bufio.Writer){"p.tir": write}
}

// mainOf is a program of a sketch of @main's body.
// No parameters; the memory token is $m0.
func mainOf(stmts string) map[string]func(*bufio.Writer) {
	return prog(text(tir("func @main() -> int {\n bb0($m0: mem):\n" + stmts + "\n}\n")))
}

// interpret runs p.tir with limits that let nothing run for long.
func interpret(flags ...string) []string {
	return append([]string{"tuffy-interp", "--fuel", "20000000", "--mem-limit", "268435456", "p.tir"}, flags...)
}

// onAll makes a bomb for each of several commands on p.tir.
// The command's name becomes the end of the bomb's name. "exact" gets a tenth of the fuel of "interp",
// "O0" and "O2" make an object file without linking. An unknown name is a slip in the table, hence the
// panic.
func onAll(name string, files map[string]func(*bufio.Writer), commands ...string) []bomb {
	var bs []bomb
	for _, c := range commands {
		b := bomb{name: name + "-" + c, files: files}
		switch c {
		case "verify":
			b.argv = []string{"tuffy", "verify", "p.tir"}
		case "fmt":
			b.argv = []string{"tuffy", "fmt", "p.tir"}
		case "interp":
			b.argv = interpret()
		case "exact":
			b.argv = interpret("--exact", "--fuel", "2000000") // it is slower by that much
		case "opt":
			b.argv = []string{"tuffy", "opt", "-O2", "-o", "o.tir", "p.tir"}
		case "opt3":
			b.argv = []string{"tuffy", "opt", "-O3", "-o", "o.tir", "p.tir"}
		case "O0", "O2":
			b.argv = []string{"tuffy", "-" + c, "-c", "-o", "p.o", "p.tir"}
		case "pair":
			b.argv = []string{"tuffy-interp", "--differential", "--time", "3s", "p.tir", "p.tir"}
		default:
			panic("attack: no command " + c)
		}
		bs = append(bs, b)
	}
	return bs
}

// allBombs is the table of all bombs, in an order that does not change, so that a count takes the same ones.
func allBombs() []bomb {
	var all []bomb
	for _, f := range []func() []bomb{
		textBombs, typeBombs, intBombs, valueBombs, outputBombs, threadBombs, memoryBombs,
		argumentBombs, cfgBombs, endlessBombs, optBombs, reducerBombs, pairBombs, simBombs,
	} {
		all = append(all, f()...)
	}
	return all
}
