package verb

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/fatih/color"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/difftest/engines"
)

// agree is tuffy-interp --differential --engines: one program on several engines.
//
// interp has to be among the engines, since it alone knows whether the input has undefined behaviour,
// where engines may differ.
func (f *interpFlags) agree(ctx context.Context, w, notes io.Writer, file string) error {
	names := slices.Clone(f.engines)
	// Order and repetition mean nothing. Sorted, the report is the same for each spelling of the list.
	slices.Sort(names)
	names = slices.Compact(names)
	applySandbox(f.sandbox)
	if !slices.Contains(names, "interp") || len(names) < 2 {
		return fmt.Errorf("--engines %s: name interp, which the others are compared with, and at least one other", strings.Join(f.engines, ","))
	}
	// Asked before the file is read: the answer does not depend on it.
	if slices.Contains(names, "native") {
		if err := needsSandbox(); err != nil {
			return err
		}
	}
	m, err := load(file)
	if err != nil {
		return err
	}
	if err := defined(m, f.options.Entry); err != nil {
		return err
	}
	c := engines.Config{Engines: names, Levels: f.levels, Entry: f.options.Entry, Runs: f.runs, Seed: f.options.Seed, Interp: f.options,
		// Check verifies the phases of the compiler on the way: time matters less than a bug that is found early.
		Time: f.limit, Compile: compiler.Options{Check: true}}
	if c.Runs == 0 {
		// A tenth of the runs of two files: each run here starts every engine at every level.
		c.Runs = difftest.DefaultRuns / 10
	}
	if c.Entry, c.Inputs, err = f.inputs(); err != nil {
		return err
	}
	stop := waiting(notes, f.limit)
	list, err := engines.Check(ctx, m, c)
	stop()
	// With a list there are results to show, even if something ended the comparison early.
	if list == nil {
		return badInput{place(file, err)}
	}
	if f.format == "json" {
		return cmp.Or(writeRecord(w, "engines", recordOfEngines(list)), verdictStatus(engines.Verdict(list)))
	}
	for _, a := range list {
		// What decided nothing has a mark of its own, for it is neither.
		mark := "–"
		switch a.Verdict() {
		case difftest.Refined:
			mark = color.New(color.FgGreen, color.Bold).Sprint("✓")
		case difftest.Diverged:
			mark = color.New(color.FgRed, color.Bold).Sprint("✗")
		}
		fmt.Fprintln(w, mark, a)
	}
	verdict := engines.Verdict(list)
	if verdict == difftest.Refined {
		fmt.Fprintln(w, "verdict: the engines agree")
		return nil
	}
	fmt.Fprintln(w, "verdict:", verdict)
	return verdictStatus(verdict)
}
