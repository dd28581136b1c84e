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
	"strconv"
	"strings"
	"time"

	"github.com/tuffy-ir/tuffy/fuzz/mutants"
)

// main hunts the mutants that the flags select, builds each with its edit, and fails if more than
// --miss of them stay unfound.
// The exit status is 1 if too many were missed, and 2 if something could not be built or run, so that
// a broken tool is not taken for a bad result.
func main() {
	only := flag.String("only", "", "names of mutants, separated by commas; all if empty")
	where := flag.String("where", "", "where the mutants are that are hunted, separated by commas: reference, fast, shared, pass, backend; everywhere if empty")
	limit := flag.Duration("time", time.Minute, "to find each in; of processor time for a sample")
	programs := flag.Int64("programs", 0, "to find each in, 0 for no limit")
	seeds := flag.String("seeds", "1", "of the campaigns, separated by commas: each mutant is hunted with all of them")
	workers := flag.Int("workers", 0, "goroutines that run checks, 0 for one a processor")
	miss := flag.Int("miss", 2, "how many may be missed with some seed: not found, of engines not reduced far enough, of passes not blamed rightly")
	texts := flag.Bool("texts", false, "print the reduced programs, too")
	n := flag.Uint64("sample", 0, "hunt so many mutants that rules make, with default campaigns, instead of rows of the table")
	seed := flag.Uint64("seed", 1, "of the sample")
	results := flag.String("results", "", "a file for what became of each mutant of a sample; what is in it is not hunted again")
	flag.Parse()
	if *n > 0 {
		s := &sample{n: *n, seed: *seed, results: *results, flags: []string{"-cpu", limit.String(), "-time", (10 * *limit).String(), "-workers", "1"}}
		if err := s.run(); err != nil {
			fmt.Fprintln(os.Stderr, "run:", err)
			os.Exit(2)
		}
		return
	}
	h := &hunts{texts: *texts, limit: *limit, flags: []string{"-time", limit.String(), "-programs", fmt.Sprint(*programs), "-workers", fmt.Sprint(*workers)}}
	for text := range strings.SplitSeq(*seeds, ",") {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			fmt.Fprintf(os.Stderr, "run: -seeds %s: %q is no number\n", *seeds, text)
			os.Exit(2)
		}
		h.seeds = append(h.seeds, n)
	}
	missed, err := h.run(*only, *where)
	if err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(2)
	}
	if missed > *miss {
		os.Exit(1)
	}
}

// hunts is how mutants are hunted.
// A mutant counts as found, reduced or blamed if it is so with each of the seeds: a lucky seed is no
// measure.
type hunts struct {
	seeds []uint64
	limit time.Duration
	texts bool
	flags []string // of the command hunt
}

// errNotClean says that results would mean nothing.
// A mutant would be called found whatever it does.
var errNotClean = errors.New("the campaign finds a bug, so that what it finds with mutants says nothing")

// run hunts the mutants and returns how many were missed.
// only wins over where. Mutants are built one after another; each needs a compilation of the packages
// that depend on the changed file. Lines are written as they come, to standard error, too, where
// progress is.
func (h *hunts) run(only, where string) (missed int, err error) {
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
	// Before any mutant, as a finding without one ends the command: nothing of a table is printed
	// then.
	if err := h.clean(root, rows); err != nil {
		return 0, err
	}
	fmt.Println("| mutant | in | what goes wrong | first seen by | seconds | processor | programs | reduced from | instructions | blamed |")
	fmt.Println("|---|---|---|---|---:|---:|---:|---|---:|---|")
	var found, small, blamed, passes int
	for _, m := range rows {
		fmt.Fprintf(os.Stderr, "%s … ", m.Name)
		all, err := mutants.Hunt(root, &m, h.seeds, h.flags...)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", m.Name, err)
		}
		line := row(m, all)
		fmt.Println(line)
		fmt.Fprintln(os.Stderr, line)
		// HasPrefix holds for rows without a Guilty, so that isBlamed then is isFound.
		isFound, isSmall, isBlamed := true, true, true
		for _, r := range all {
			if h.texts {
				fmt.Fprintf(os.Stderr, "%s\n%s%s\n", r.Message, r.Text, r.Note)
			}
			isFound, isSmall = isFound && r.Found, isSmall && r.Small()
			isBlamed = isBlamed && r.Found && strings.HasPrefix(strings.TrimPrefix(r.Rule, "rewrite "), m.Guilty)
		}
		count(&found, isFound)
		count(&small, isSmall)
		count(&passes, m.Guilty != "")
		count(&blamed, m.Guilty != "" && isBlamed)
		// What must be small are bugs of engines only: those of passes are bisected instead, and those
		// of the backend may need many instructions.
		count(&missed, !isFound || m.Guilty == "" && m.Where != mutants.Backend && !isSmall || !isBlamed)
	}
	fmt.Printf("\n%d mutants, %d found, %d reduced to at most %d instructions; of %d in passes %d bisected to the right rewrite. Each with seeds %s.\n",
		len(rows), found, small, mutants.MaxInsts, passes, blamed, each(h.seeds, func(n uint64) string { return fmt.Sprint(n) }))
	return missed, nil
}

// count adds 1 to n if is holds.
func count(n *int, is bool) {
	if is {
		*n++
	}
}

// clean makes sure that the campaigns for the rows find nothing without a mutant. Those of the
// backend, one for each preset, share the time.
// Each kind of row has a campaign of its own, with the flags that mutants.Hunt gives for it, and only
// the first seed: without a mutant, all seeds should find nothing. The kinds that no row is of are
// left out.
func (h *hunts) clean(root string, rows []mutants.Mutant) error {
	var presets []string
	for _, m := range rows {
		if m.Where == mutants.Backend && !slices.Contains(presets, m.Preset) {
			presets = append(presets, m.Preset)
		}
	}
	var all [][]string
	if slices.ContainsFunc(rows, func(m mutants.Mutant) bool { return m.Where != mutants.Backend && m.Where != mutants.Opt }) {
		all = append(all, nil)
	}
	if slices.ContainsFunc(rows, func(m mutants.Mutant) bool { return m.Where == mutants.Opt }) {
		all = append(all, []string{"-only", "passes", "-preset", "passes"})
	}
	for _, p := range presets {
		// The flag given last wins, so that -time here replaces that of h.flags.
		each := h.limit / time.Duration(len(presets))
		all = append(all, []string{"-only", "backend", "-preset", p, "-time", each.String()})
	}
	for _, own := range all {
		results, err := mutants.Hunt(root, nil, h.seeds[:1], slices.Concat(h.flags, own)...)
		if err != nil {
			return err
		}
		if r := results[0]; r.Found {
			return fmt.Errorf("%w\n%s: %s\n%s%s", errNotClean, r.Check, r.Message, r.Text, r.Note)
		}
	}
	return nil
}

// row is a line of the table, with what came of each seed. A bar in a cell would end it, hence the
// replacement in What. The cells of times, programs and instructions have an entry a seed, unless all
// are equal; the blame is left empty for rows that have no rewrite to blame.
func row(m mutants.Mutant, all []*mutants.Result) string {
	by := each(all, func(r *mutants.Result) string {
		switch {
		case !r.Found:
			return "**not found**"
		case r.Panic:
			return r.First + " (panic)"
		}
		return r.First
	})
	insts := each(all, func(r *mutants.Result) string {
		switch {
		case !r.Found:
			return "-"
		case !r.Reduced:
			return "**not reduced**"
		}
		return fmt.Sprint(r.Insts)
	})
	seconds := each(all, func(r *mutants.Result) string { return fmt.Sprintf("%.1f", r.Seconds) })
	processor := each(all, func(r *mutants.Result) string { return fmt.Sprintf("%.1f", r.CPU) })
	programs := each(all, func(r *mutants.Result) string { return fmt.Sprint(r.Programs) })
	from, blamed := each(all, func(r *mutants.Result) string { return r.Check }), ""
	if m.Guilty != "" {
		blamed = each(all, func(r *mutants.Result) string { return r.Rule })
	}
	return fmt.Sprintf("| %s | %s, `%s` | %s | %s | %s | %s | %s | %s | %s | %s |", m.Name, m.Where, m.File, strings.ReplaceAll(m.What, "|", `\|`), by, seconds, processor, programs, from, insts, blamed)
}

// each joins what there is to say of the results, once if it is the same of all.
// Equal words of all seeds are said once, so that a table with several seeds stays readable where they
// agree.
func each[T any](all []T, say func(T) string) string {
	var out []string
	for _, r := range all {
		out = append(out, say(r))
	}
	if len(slices.Compact(slices.Clone(out))) == 1 {
		return out[0]
	}
	return strings.Join(out, ", ")
}

// moduleRoot is the folder of the module that the current folder belongs to.
// It asks the go command, which must be there anyway to build mutants.
func moduleRoot() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/tuffy-ir/tuffy").Output()
	return strings.TrimSpace(string(out)), err
}
