// Command attack tries to make Tuffy give a wrong verdict, crash, hang, or eat the machine.
//
// Each attack makes its inputs from a seed, so that the same seed makes the same inputs, and holds
// what the commands do to what docs/spec and the commands' help promise. It knows Tuffy by its
// commands only. It prints a line for each failure, with the files that show it again, and a summary
// in JSON; the exit status is 1 if anything failed.
//
// Non-goals: measuring coverage (cmd/tuffy-fuzz does), and shrinking (cmd/tuffy-reduce does).
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"time"
)

// An attack is one subcommand.
// run must count each input by saw and file each failure by fail; it may stop the process only by
// must, for faults that are not Tuffy's.
type attack struct {
	name  string
	what  string
	count int // inputs by default
	run   func(*session)
}

// A count of 0 has a meaning for bombs only.
var attacks = []attack{
	{"texts", "mutated texts, in process: parse, verify, print, run", 2000, attackTexts},
	{"sources", "mutated C, in process: translate, verify, run", 1000, attackSources},
	{"binaries", "mutated texts through every command", 100, attackBinaries},
	{"elf", "damaged executables on the simulator", 200, attackELF},
	{"folders", "hostile campaign folders", 20, attackFolders},
	{"kill", "campaigns that are killed and continue", 10, attackKill},
	{"bombs", "inputs that ask for too much time or memory", 0, attackBombs},
	{"pairs", "pairs of programs whose verdict is known", 200, attackPairs},
	{"calls", "calls between C and .tir, compiled by gcc and tuffy", 40, attackCalls},
}

// main finds the attack by its name and reads its flags; every attack has the same, so that a run
// is repeated with --seed and --first.
func main() {
	if len(os.Args) < 2 {
		usage()
	}
	for _, a := range attacks {
		if a.name != os.Args[1] {
			continue
		}
		s := &session{attack: a.name, start: time.Now(), counts: map[string]int{}, causes: map[string]int{}}
		f := flag.NewFlagSet(a.name, flag.ExitOnError)
		f.Uint64Var(&s.seed, "seed", 1, "of everything that is made up")
		f.IntVar(&s.count, "count", a.count, "how many inputs, 0 for all there are")
		f.IntVar(&s.first, "first", 0, "number of the first input, from 0")
		f.StringVar(&s.bin, "bin", "bin", "`folder` with the built commands")
		f.StringVar(&s.corpus, "corpus", "corpus", "`folder` with programs to start from")
		f.StringVar(&s.out, "out", "", "`folder` for what shows failures again (default bin/attacks/NAME)")
		f.IntVar(&s.jobs, "jobs", 1, "inputs at a time")
		f.StringVar(&s.only, "only", "", "only inputs whose name contains this")
		f.BoolVar(&s.verbose, "v", false, "print a line for each input")
		f.Parse(os.Args[2:])
		if s.first < 0 || s.count < 0 || f.NArg() > 0 {
			fmt.Fprintln(os.Stderr, "attack: --first and --count are not negative, and nothing follows the flags")
			os.Exit(64)
		}
		s.setup()
		a.run(s)
		os.Exit(s.finish())
	}
	usage()
}

func usage() {
	fmt.Fprintln(os.Stderr, "usage: attack NAME [--seed N] [--count N] [--bin DIR] …")
	for _, a := range attacks {
		fmt.Fprintf(os.Stderr, "  %-9s %s\n", a.name, a.what)
	}
	os.Exit(64)
}

// session is one run of one attack.
// The paths are absolute after setup. scratch is removed at the end, out stays. mu guards what is
// below it; what is above is written before the inputs start.
type session struct {
	attack, bin, corpus, out, only string
	seed                           uint64
	count, first, jobs             int
	verbose                        bool
	start                          time.Time
	scratch                        string

	mu     sync.Mutex
	tried  int
	failed int
	counts map[string]int // what happened, by word
	causes map[string]int // failures by kind
}

// It empties out, so that what is there after a run is of that run.
func (s *session) setup() {
	if s.out == "" {
		s.out = filepath.Join("bin", "attacks", s.attack)
	}
	for _, p := range []*string{&s.out, &s.bin, &s.corpus} {
		abs, err := filepath.Abs(*p)
		s.must(err)
		*p = abs
	}
	s.must(os.RemoveAll(s.out))
	s.must(os.MkdirAll(s.out, 0o755))
	dir, err := os.MkdirTemp("", "attack-"+s.attack+"-")
	s.must(err)
	s.scratch = dir
}

// finish prints the summary; the result is the exit status.
func (s *session) finish() int {
	os.RemoveAll(s.scratch)
	sum := map[string]any{
		"attack": s.attack, "seed": s.seed, "tried": s.tried, "failed": s.failed,
		"counts": s.counts, "failures": s.causes, "seconds": int(time.Since(s.start).Seconds()),
	}
	// The last line of the output; attackTexts reads it of its children. Keys of maps are sorted, so
	// that it is the same for the same run but for seconds.
	line, err := json.Marshal(sum)
	s.must(err)
	fmt.Println(string(line))
	if s.failed > 0 {
		return 1
	}
	return 0
}

// must ends the process with 65: the environment is at fault, and not what is attacked.
func (s *session) must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "attack:", err)
		os.Exit(65)
	}
}

// command is the path of a built command.
func (s *session) command(name string) string { return filepath.Join(s.bin, name) }

// rng is the stream of input number i.
// It depends on the number alone and not on how many inputs came before, so that --first repeats one.
func (s *session) rng(i int) *rand.Rand { return rand.New(rand.NewPCG(s.seed, uint64(i))) }

// saw counts an input, and what came of it.
// tried is the number of calls; an attack with several commands for an input counts each.
func (s *session) saw(word string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tried++
	s.counts[word]++
}

// note counts something beside the inputs.
func (s *session) note(word string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts[word]++
}

// fail files a failure of kind cause, with the files that show it again.
// Files go to out/name and replace those of an earlier failure of that name, but each is counted. The
// report is failure.txt.
func (s *session) fail(name, cause, text string, files map[string]string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed++
	s.causes[cause]++
	dir := filepath.Join(s.out, name)
	s.must(os.MkdirAll(dir, 0o755))
	for file, content := range files {
		s.must(os.WriteFile(filepath.Join(dir, file), []byte(content), 0o644))
	}
	s.must(os.WriteFile(filepath.Join(dir, "failure.txt"), []byte(cause+"\n"+text+"\n"), 0o644))
	fmt.Printf("FAIL %s %s: %s: %s (%s)\n", s.attack, name, cause, firstLine(text), dir)
}

// each calls f for all inputs, jobs at a time.
// Inputs are numbered from first. They start in order; with more than one job, they end in any.
func (s *session) each(n int, f func(i int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range max(1, s.jobs) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				f(i)
			}
		}()
	}
	for i := range n {
		next <- s.first + i
	}
	close(next)
	wg.Wait()
}

// corpusTexts are the programs to start from, in the order of their paths.
func (s *session) corpusTexts(ext string) map[string]string {
	texts := map[string]string{}
	s.must(filepath.WalkDir(s.corpus, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ext {
			return err
		}
		b, err := os.ReadFile(path)
		// Longer ones are left out. A file that cannot be read has no bytes here, and its error ends
		// the walk.
		if len(b) < 64<<10 {
			texts[path] = string(b)
		}
		return err
	}))
	return texts
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// Cut at 200 bytes, as it becomes one line of the output.
func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	if len(s) > 200 {
		s = s[:200] + "…"
	}
	return s
}

// pick chooses one of xs.
func pick[T any](r *rand.Rand, xs ...T) T { return xs[r.IntN(len(xs))] }

// temp writes a file into the scratch folder and gives its path.
func (s *session) temp(name, text string) string {
	path := filepath.Join(s.scratch, name)
	s.must(os.MkdirAll(filepath.Dir(path), 0o755))
	s.must(os.WriteFile(path, []byte(text), 0o644))
	return path
}
