package verb

import (
	"bytes"
	"fmt"
	"io"
	"strconv"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// noErrorExit is the default of --error-exitcode: the statuses of tuffy-interp.
const noErrorExit = -1

// declareFindings declares what is found beside undefined behaviour, and how findings are handed on.
func (f *interpFlags) declareFindings(c *cobra.Command) {
	fl := c.Flags()
	fl.StringVar(&f.mallocFail, "malloc-fail", "", "let the `N`-th allocation of the C library fail; all: one run for each allocation, in which it fails")
	offers(c, "malloc-fail", "1", "all")
	fl.BoolVar(&f.notes, "notes", false, "of C files: note conversions that change a value, right shifts of negative numbers and comparisons that depend on the sign of char, each once")
	fl.StringVar(&f.sarif, "sarif", "", "write what was found to a `file` as SARIF 2.1.0, for editors and code hosts")
	fl.IntVar(&f.errorExit, "error-exitcode", noErrorExit, "end with status `N` if undefined behaviour or a leak was found, and else with that of the program")
	fl.BoolVar(&f.program, "program", false, "stand for the program: print to standard output what it prints and no more, and end with its status (undefined behaviour: --error-exitcode, by default 2)")
	offersFiles(c, "sarif", "sarif", "json")
}

// writeFindings writes the file of --sarif.
func (f *interpFlags) writeFindings(out *interp.Outcome, notes []note) error {
	if f.sarif == "" {
		return nil
	}
	return written(writeFile(f.sarif, func(w io.Writer) error { return writeSARIF(w, out, notes) }))
}

// runRecord is the record of a run.
func (f *interpFlags) runRecord(out *interp.Outcome, stdout string, notes []note) map[string]any {
	r := map[string]any{"outcome": out.Record(), "stdout": stdout}
	if f.notes {
		r["notes"] = append([]note{}, notes...)
	}
	return r
}

// showNotes prints notes.
func showNotes(w io.Writer, notes []note) {
	for _, n := range notes {
		fmt.Fprintln(w, quote.Text(n.String()))
	}
}

// programStatus is the status of --error-exitcode and --program: N if something was found, else the program's own.
func (f *interpFlags) programStatus(out *interp.Outcome) error {
	found := outcomeStatus(out)
	if found == nil && len(out.Leaks) > 0 && (f.leaks == "fail" || f.errorExit >= 0) {
		found = status(StatusUB)
	}
	if found != nil && (out.Kind == interp.Undefined || len(out.Reports) > 0 || len(out.Leaks) > 0) && f.errorExit >= 0 {
		return exitWith(f.errorExit)
	}
	if found != nil {
		return found
	}
	if out.Kind == interp.Exited {
		return exitWith(out.ExitCode)
	}
	if len(out.Values) == 1 {
		if v, ok := out.Values[0].(interp.Int); ok {
			return exitWith(int(v.V.Low64() & 0xff))
		}
	}
	return nil
}

// exitWith is the status n; nil is 0.
func exitWith(n int) error {
	if n&0xff == 0 {
		return nil
	}
	return status(n & 0xff)
}

// failing runs the program with allocations that fail: one, or each in a run of its own.
func (f *interpFlags) failing(c *cobra.Command, m *ir.Module, in *difftest.Input) error {
	n, err := strconv.ParseInt(f.mallocFail, 10, 64)
	if f.mallocFail != "all" && (err != nil || n < 1) {
		return fmt.Errorf("--malloc-fail %s: expected the number of an allocation, from 1, or all", f.mallocFail)
	}
	w, notes := c.OutOrStdout(), c.ErrOrStderr()
	if f.mallocFail != "all" {
		out, printed, err := f.failOnce(c, m, in, n)
		if err != nil {
			return err
		}
		if _, err := w.Write(printed); err != nil {
			return written(err)
		}
		if out.Allocs < n {
			fmt.Fprintf(notes, "the run has %s, and so none of them failed\n", ir.Counted(out.Allocs, "allocation"))
		}
		f.report(c, out)
		return outcomeStatus(out)
	}
	out, _, err := f.failOnce(c, m, in, -1)
	if err != nil {
		return err
	}
	if err := outcomeStatus(out); err != nil {
		fmt.Fprintln(w, "without a failing allocation:")
		f.report(c, out)
		return err
	}
	return f.failEach(c, m, in, out.Allocs)
}

// failEach makes a run for each allocation, and tells the reports that differ.
func (f *interpFlags) failEach(c *cobra.Command, m *ir.Module, in *difftest.Input, all int64) error {
	w := c.OutOrStdout()
	var worst error
	seen := map[string]int{}
	found := 0
	for k := int64(1); k <= all; k++ {
		if c.Context().Err() != nil {
			break
		}
		out, _, err := f.failOnce(c, m, in, k)
		if err != nil {
			return err
		}
		err = outcomeStatus(out)
		worst = worse(worst, err)
		if err == nil {
			continue
		}
		found++
		key := out.Text()
		for _, u := range out.Reports {
			key += "\n" + u.Where.String()
		}
		if seen[key]++; seen[key] > 1 {
			continue
		}
		fmt.Fprintf(w, "%s allocation %d fails:\n", color.New(color.FgYellow, color.Bold).Sprint("malloc-fail:"), k)
		f.report(c, out)
	}
	fmt.Fprintf(w, "%s, each failed once: %s with undefined behaviour or without an end, %d of them different\n", ir.Counted(all, "allocation"), ir.Counted(found, "run"), len(seen))
	return worst
}

// failOnce is a run in which allocation n fails, none if it is below 1, and what it printed.
func (f *interpFlags) failOnce(c *cobra.Command, m *ir.Module, in *difftest.Input, n int64) (*interp.Outcome, []byte, error) {
	o, err := f.prepare(m, in)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := difftest.Within(c.Context(), f.limit)
	defer cancel()
	var printed bytes.Buffer
	o.FailAlloc, o.Stdout, o.NoEvents = n, &printed, true
	out, err := interp.Run(ctx, m, o)
	if out == nil {
		return nil, nil, badInput{err}
	}
	return out, printed.Bytes(), nil
}
