package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/fuzz/mutants"
)

// sample is a measure with mutants that rules made and a seed chose.
type sample struct {
	n       uint64 // how many
	seed    uint64
	results string   // a file that has a line for each, so that a measure that was stopped goes on; none if empty
	flags   []string // of the command hunt
}

// outcome is what became of one of them, a line of the file of results.
type outcome struct {
	Name, Place, Operator, File, Func, What string

	Line    int
	Verdict string // found, crash, missed or unknown
	Check   string // that saw it
	Rule    string // that was blamed
	Seconds float64
	CPU     float64
	Insts   int // of the reduced program, 0 if none
}

// The verdicts. A crash is a campaign that ends with an error, which nobody overlooks. What is missed has a witness among
// the tests; of what is unknown nobody can say that it is wrong.
const (
	found   = "found"
	crash   = "crash"
	missed  = "missed"
	unknown = "unknown"
)

// run hunts the sample with default campaigns, prints a line for each and the shares found.
//
// A text that does not compile is no mutant: the next number of the seed takes its place.
func (s *sample) run() error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	done, err := s.read()
	if err != nil {
		return err
	}
	// A finding without a mutant would be taken for each mutant's.
	clean, err := mutants.Hunt(root, nil, []uint64{s.seed}, s.defaults()...)
	if err != nil {
		return err
	}
	if r := clean[0]; r.Found {
		return fmt.Errorf("%w\n%s: %s\n%s%s", errNotClean, r.Check, r.Message, r.Text, r.Note)
	}
	sampler, err := mutants.NewSampler(root)
	if err != nil {
		return err
	}
	var all []outcome
	for number := uint64(0); uint64(len(all)) < s.n; number++ {
		m, err := sampler.Mutant(s.seed, number)
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(done, func(o outcome) bool { return o.Name == m.Name }); i >= 0 {
			all = append(all, done[i])
			continue
		}
		if ok, err := mutants.Compiles(root, m.Mutant); err != nil {
			return err
		} else if !ok {
			continue
		}
		o, err := s.hunt(root, m)
		if err != nil {
			return fmt.Errorf("%s: %w", m.Name, err)
		}
		fmt.Fprintf(os.Stderr, "%d of %d: %s\n", len(all)+1, s.n, o.line())
		all = append(all, o)
		if err := s.write(o); err != nil {
			return err
		}
	}
	s.print(all)
	return nil
}

// defaults are the flags of the command hunt for a default campaign.
func (s *sample) defaults() []string {
	return slices.Concat(s.flags, []string{"-only", "all", "-preset", ""})
}

// hunt runs a default campaign with a mutant, and the tests if it finds nothing.
func (s *sample) hunt(root string, m mutants.Sampled) (outcome, error) {
	o := outcome{Name: m.Name, Place: m.Place.Name, Operator: m.Operator, File: m.File, Func: m.Func, What: m.What, Line: m.Line}
	all, err := mutants.Hunt(root, &m.Mutant, []uint64{s.seed}, s.defaults()...)
	switch {
	case err != nil:
		o.Verdict, o.Check = crash, clip(err.Error())
		return o, nil
	case all[0].Found:
		r := all[0]
		o.Verdict, o.Check, o.Rule, o.Seconds, o.CPU = found, r.First, r.Rule, r.Seconds, r.CPU
		if r.Reduced {
			o.Insts = r.Insts
		}
		return o, nil
	}
	o.Verdict = unknown
	wrong, err := mutants.HasWitness(root, m.Mutant, m.Place.Witness)
	if wrong {
		o.Verdict = missed
	}
	return o, err
}

// clip is the first line of an error, as far as a cell holds it.
func clip(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line[:min(len(line), 80)]
}

// line is a row of the table.
func (o outcome) line() string {
	cell := func(s string) string { return strings.ReplaceAll(s, "|", `\|`) }
	return fmt.Sprintf("| %s | %s | %s | `%s:%d` | %s | **%s** | %s | %.1f | %d | %s |",
		o.Name, o.Place, o.Operator, o.File, o.Line, cell(o.What), o.Verdict, cell(o.Check), o.CPU, o.Insts, cell(o.Rule))
}

// print writes the rows, and what was found of those that are wrong: in all, by place and by operator.
func (s *sample) print(all []outcome) {
	fmt.Println("| mutant | place | operator | where | what | verdict | first seen by | processor | instructions | blamed |")
	fmt.Println("|---|---|---|---|---|---|---|---:|---:|---|")
	for _, o := range all {
		fmt.Println(o.line())
	}
	fmt.Println("\n| | mutants | unknown | found | missed | found of those with a witness | 95 % interval |")
	fmt.Println("|---|---:|---:|---:|---:|---:|---|")
	share("all", all)
	for _, p := range mutants.Places() {
		share(p.Name, slices.DeleteFunc(slices.Clone(all), func(o outcome) bool { return o.Place != p.Name }))
	}
	for _, p := range mutants.Operators() {
		share(p.Name, slices.DeleteFunc(slices.Clone(all), func(o outcome) bool { return o.Operator != p.Name }))
	}
	var cpu, insts []float64
	for _, o := range all {
		if o.Verdict == found {
			cpu = append(cpu, o.CPU)
			if o.Insts > 0 {
				insts = append(insts, float64(o.Insts))
			}
		}
	}
	fmt.Printf("\nSeed %d. Median time to find %.1f s of processor time, median size of reduced programs %.0f instructions.\n", s.seed, median(cpu), median(insts))
}

// share prints a line of counts, none for nothing.
func share(name string, all []outcome) {
	if len(all) == 0 {
		return
	}
	count := map[string]int{}
	for _, o := range all {
		count[o.Verdict]++
	}
	hits := count[found] + count[crash]
	low, high := wilson(hits, hits+count[missed])
	fmt.Printf("| %s | %d | %d | %d | %d | %.0f %% | %.0f to %.0f %% |\n", name, len(all), count[unknown], hits, count[missed],
		100*float64(hits)/float64(max(hits+count[missed], 1)), 100*low, 100*high)
}

// wilson is the interval that holds a share with a chance of 95 % (Wilson, "Probable inference, the law of succession,
// and statistical inference", 1927). Nothing is known of none.
func wilson(hits, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.96
	p, m := float64(hits)/float64(n), float64(n)
	center, spread := p+z*z/(2*m), z*math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return max((center-spread)/(1+z*z/m), 0), min((center+spread)/(1+z*z/m), 1)
}

// median is the lower one of the two in the middle, 0 of none.
func median(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	slices.Sort(x)
	return x[(len(x)-1)/2]
}

// read is what the file of results has already.
func (s *sample) read() (all []outcome, err error) {
	if s.results == "" {
		return nil, nil
	}
	f, err := os.Open(s.results)
	if os.IsNotExist(err) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		var o outcome
		if err := json.Unmarshal(lines.Bytes(), &o); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", s.results, n, err)
		}
		all = append(all, o)
	}
	return all, lines.Err()
}

// write appends an outcome to the file of results.
func (s *sample) write(o outcome) error {
	if s.results == "" {
		return nil
	}
	f, err := os.OpenFile(s.results, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	err = json.NewEncoder(f).Encode(o)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}
