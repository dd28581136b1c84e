// Rows plants mutants, one after the other or together, runs a campaign with each, and prints what the campaign
// takes for bugs: a planted bug should be one row.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"

	"github.com/tuffy-ir/tuffy/fuzz/mutants"
)

// main exits with 1 if there are not as many rows as planted bugs, and with 2 if something could not be built or run.
func main() {
	only := flag.String("only", "", "names of mutants, separated by commas; a sample if empty")
	where := flag.String("where", "backend", "where the mutants of a sample are")
	n := flag.Int("n", 6, "how many a sample has")
	seed := flag.Uint64("seed", 1, "of the sample")
	together := flag.Bool("together", false, "plant all in one campaign")
	args := flag.String("run", "--preset backend --time 60s --checks backend/O0,backend/O1,backend/O2,backend/O3", "the flags of tuffy-fuzz run")
	flag.Parse()
	all, err := chosen(*only, *where, *n, *seed)
	if err != nil {
		fmt.Fprintln(os.Stderr, "rows:", err)
		os.Exit(2)
	}
	groups := [][]mutants.Mutant{all}
	if !*together {
		groups = nil
		for _, m := range all {
			groups = append(groups, []mutants.Mutant{m})
		}
	}
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/tuffy-ir/tuffy").Output()
	if err != nil {
		fmt.Fprintln(os.Stderr, "rows:", err)
		os.Exit(2)
	}
	wrong := false
	for _, g := range groups {
		var names []string
		for _, m := range g {
			names = append(names, m.Name)
		}
		programs, rows, err := mutants.Rows(strings.TrimSpace(string(out)), g, strings.Fields(*args)...)
		if err != nil {
			fmt.Fprintln(os.Stderr, "rows:", err)
			os.Exit(2)
		}
		fmt.Printf("%s: %d rows; %s\n", strings.Join(names, " and "), len(rows), programs)
		for _, r := range rows {
			fmt.Println("  " + r)
		}
		wrong = wrong || len(rows) != len(g)
	}
	if wrong {
		os.Exit(1)
	}
}

// chosen are the named mutants, or n of a place, drawn by the seed.
func chosen(only, where string, n int, seed uint64) (all []mutants.Mutant, err error) {
	if only != "" {
		for name := range strings.SplitSeq(only, ",") {
			m, err := mutants.Named(name)
			if err != nil {
				return nil, err
			}
			all = append(all, m)
		}
		return all, nil
	}
	for _, m := range mutants.All() {
		if string(m.Where) == where {
			all = append(all, m)
		}
	}
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(n, len(all))], nil
}
