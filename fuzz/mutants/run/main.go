// Run builds and hunts mutants one after another and prints what became of them as a Markdown
// table. It exits with status 1 if fewer are found, or reduced far enough, than asked for.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/tuffy-ir/tuffy/fuzz/mutants"
)

func main() {
	only := flag.String("only", "", "names of mutants, separated by commas; all if empty")
	where := flag.String("where", "", "where the mutants are that are hunted, separated by commas: plain, fast, shared, pass, backend; everywhere if empty")
	limit := flag.Duration("time", time.Minute, "to find each in")
	seed := flag.Uint64("seed", 1, "of the campaigns")
	workers := flag.Int("workers", 0, "goroutines that run checks, 0 for one a processor")
	miss := flag.Int("miss", 2, "how many may be missed: not found, of engines not reduced far enough, of passes not blamed rightly")
	texts := flag.Bool("texts", false, "print the reduced programs, too")
	flag.Parse()
	missed, err := run(*only, *where, *texts, *limit, "-time", limit.String(), "-seed", fmt.Sprint(*seed), "-workers", fmt.Sprint(*workers))
	if err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(2)
	}
	if missed > *miss {
		os.Exit(1)
	}
}

// errNotClean says that results would mean nothing.
var errNotClean = errors.New("the campaign finds a bug, so that what it finds with mutants says nothing")

// run hunts the mutants and returns how many were missed.
func run(only, where string, texts bool, limit time.Duration, flags ...string) (missed int, err error) {
	rows := slices.DeleteFunc(mutants.All(), func(m mutants.Mutant) bool {
		return where != "" && !slices.Contains(strings.Split(where, ","), string(m.Where))
	})
	if only != "" {
		rows = nil
		for name := range strings.SplitSeq(only, ",") {
			m, err := mutants.Named(name)
			if err != nil {
				return 0, err
			}
			rows = append(rows, m)
		}
	}
	root, err := moduleRoot()
	if err != nil {
		return 0, err
	}
	if err := clean(root, rows, limit, flags); err != nil {
		return 0, err
	}
	fmt.Println("| mutant | in | what goes wrong | first seen by | seconds | programs | reduced from | instructions | blamed |")
	fmt.Println("|---|---|---|---|---:|---:|---|---:|---|")
	found, small, blamed, passes := 0, 0, 0, 0
	for _, m := range rows {
		fmt.Fprintf(os.Stderr, "%s … ", m.Name)
		r, err := mutants.Hunt(root, &m, flags...)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", m.Name, err)
		}
		line := row(m, r)
		fmt.Println(line)
		fmt.Fprintln(os.Stderr, line)
		if texts {
			fmt.Fprintf(os.Stderr, "%s\n%s%s\n", r.Message, r.Text, r.Note)
		}
		if r.Found {
			found++
		}
		if r.Small() {
			small++
		}
		right := strings.HasPrefix(r.Rule, m.Guilty)
		if m.Guilty != "" {
			passes++
			if r.Found && right {
				blamed++
			}
		}
		if !r.Found || m.Guilty == "" && m.Where != mutants.Backend && !r.Small() || !right {
			missed++
		}
	}
	fmt.Printf("\n%d mutants, %d found, %d reduced to at most %d instructions; of %d in passes %d bisected to the right rewrite.\n", len(rows), found, small, mutants.MaxInsts, passes, blamed)
	return missed, nil
}

// clean makes sure that the campaigns for the rows find nothing without a mutant. Those of the
// backend, one for each preset, share the time.
func clean(root string, rows []mutants.Mutant, limit time.Duration, flags []string) error {
	var presets []string
	for _, m := range rows {
		if m.Where == mutants.Backend && !slices.Contains(presets, m.Preset) {
			presets = append(presets, m.Preset)
		}
	}
	var all [][]string
	if slices.ContainsFunc(rows, func(m mutants.Mutant) bool { return m.Where != mutants.Backend }) {
		all = append(all, nil)
	}
	for _, p := range presets {
		each := limit / time.Duration(len(presets))
		all = append(all, []string{"-backend", "-preset", p, "-time", each.String()})
	}
	for _, own := range all {
		r, err := mutants.Hunt(root, nil, slices.Concat(flags, own)...)
		if err != nil {
			return err
		}
		if r.Found {
			return fmt.Errorf("%w\n%s: %s\n%s%s", errNotClean, r.Check, r.Message, r.Text, r.Note)
		}
	}
	return nil
}

// row is a line of the table.
func row(m mutants.Mutant, r *mutants.Result) string {
	by, from, insts := "**not found**", "", ""
	if r.Found {
		by, insts = r.First, "**not reduced**"
		if r.Panic {
			by += " (panic)"
		}
	}
	if r.Reduced {
		from, insts = r.Check, fmt.Sprint(r.Insts)
	}
	blamed := ""
	if m.Guilty != "" {
		blamed = r.Rule
	}
	return fmt.Sprintf("| %s | %s, `%s` | %s | %s | %.1f | %d | %s | %s | %s |", m.Name, m.Where, m.File, strings.ReplaceAll(m.What, "|", `\|`), by, r.Seconds, r.Programs, from, insts, blamed)
}

// moduleRoot is the folder of the module that the current folder belongs to.
func moduleRoot() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/tuffy-ir/tuffy").Output()
	return strings.TrimSpace(string(out)), err
}
