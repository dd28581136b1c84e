package verb

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/fatih/color"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/ir"
)

// compare is tuffy-interp --differential.
//
// It prints for people by default, one record for --format json, and one line for --reduce, whose output
// a script compares byte by byte.
func (f *interpFlags) compare(ctx context.Context, w, notes io.Writer, before, after string) error {
	// The types of C say what inputs are like, and which values a counterexample has.
	readC.Debug, readC.Entry = true, f.options.Entry
	b, err := load(before)
	if err != nil {
		return err
	}
	a, err := load(after)
	if err != nil {
		return err
	}
	for _, m := range []*ir.Module{b, a} {
		if err := defined(m, f.options.Entry); err != nil {
			return err
		}
	}
	if f.save != "" {
		if err := folder(f.save); err != nil {
			return err
		}
	}
	// The budget begins now: reading the files is not counted.
	c := difftest.Config{Entry: f.options.Entry, Runs: f.runs, Time: f.limit, Seed: f.options.Seed, Options: f.options, Workers: f.workers}
	if c.Entry, c.Inputs, err = f.inputs(); err != nil {
		return err
	}
	stop := waiting(notes, f.limit)
	defer stop()
	res, err := difftest.Check(ctx, b, a, c)
	if res == nil {
		return badInput{err}
	}
	// The line is gone before anything is printed. The deferred call then does nothing.
	stop()
	var div []*difftest.Divergence
	for _, p := range res.Pairs {
		if p.Divergence != nil {
			div = append(div, p.Divergence)
		}
	}
	verdict := res.Verdict()
	switch {
	case f.reduce:
		fmt.Fprintln(w, "verdict:", verdict)
	case f.format == "json":
		if err := writeRecord(w, "differential", res.Record()); err != nil {
			return err
		}
	default:
		for _, d := range div {
			fmt.Fprintln(w, color.New(color.FgRed, color.Bold).Sprint("✗"), quote.Text(d.Text(d.Command(before, after), f.verbose)))
		}
		fmt.Fprint(w, quote.Text(res.Text()))
		fmt.Fprintln(w, "verdict:", verdict)
	}
	if f.save != "" {
		for _, d := range div {
			if err := saveCase(f.save, b, a, d, w); err != nil {
				return badInput{err}
			}
		}
	}
	return verdictStatus(verdict)
}

// verdictStatus is the exit status for a verdict.
//
// Inconclusive and vacuous share StatusUndecided: a script must not take either for a success.
func verdictStatus(v difftest.Verdict) error {
	switch v {
	case difftest.Refined:
		return nil
	case difftest.Diverged:
		return status(StatusDivergence)
	}
	return status(StatusUndecided)
}

// waiting shows on a terminal, after a second, that a comparison still runs and what makes it shorter. The
// function that it returns takes the line away; it may be called again.
//
// limit is the time that the comparison may take, 0 for any.
func waiting(w io.Writer, limit time.Duration) (stop func()) {
	line := newLiveLine(w)
	// Elsewhere than on a terminal the line would end up in a log.
	if !line.on {
		return func() {}
	}
	// done lets stop wait until the goroutine writes no more, so that its line does not mix with the result.
	quit, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		start, tick := time.Now(), time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				line.clear()
				return
			case now := <-tick.C:
				line.draw(now.Sub(start), joined("comparing", left(now.Sub(start), limit), "inputs on which a function runs for long take a while, --fuel ends them sooner"))
			}
		}
	}()
	return sync.OnceFunc(func() {
		close(quit)
		<-done
	})
}

// saveCase writes the two programs and the input into dir, with a header that says what was
// seen, under names that do not exist yet.
//
// The folder is opened as a root: a link in it cannot lead the files elsewhere. Names are tried from 1 on,
// so that several processes may save into one folder; O_EXCL decides between them.
func saveCase(dir string, b, a *ir.Module, d *difftest.Divergence, w io.Writer) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	// The programs follow as their author wrote them.
	header := headerOf(d)
	for n := 1; ; n++ {
		stem := fmt.Sprintf("%s-%d", fileName(d.Func), n)
		before, after := stem+".before.tir", stem+".after.tir"
		err := createNew(root, before, header+authored(b))
		if err == nil {
			// A pair is there as a whole or not: half of one would be read as a case.
			if err = createNew(root, after, authored(a)); err != nil {
				root.Remove(before)
			}
		}
		switch {
		case os.IsExist(err):
			continue
		// An error that is not about a name that is taken ends it: the next number would fail in the same
		// way.
		case err != nil:
			return written(err)
		}
		fmt.Fprintf(w, "saved %s and %s\n", quote.Line(filepath.Join(dir, before)), quote.Line(filepath.Join(dir, after)))
		return nil
	}
}

// headerOf is a comment that tells a reader of a program what a divergence is. Names of functions come from the program and may
// hold a newline, which would end the comment.
func headerOf(d *difftest.Divergence) string {
	return fmt.Sprintf("// verdict: diverges\n// entry: %s\n// input: %s\n// why: %s\n", quote.Line(d.Func), quote.Line(d.Input.String()), quote.Line(d.Diff.Why))
}

// authored is the text that a program was read from, without the header of an earlier case.
func authored(m *ir.Module) string {
	text := m.Source
	if text == "" {
		text = m.String()
	}
	for {
		line, rest, _ := strings.Cut(text, "\n")
		if !caseHeader.MatchString(line) {
			return text
		}
		text = rest
	}
}

// caseHeader is a line of [headerOf].
var caseHeader = regexp.MustCompile(`^// (verdict|entry|input|why): `)

// createNew writes a file of a folder that has none of that name, and no link.
func createNew(dir *os.Root, name, text string) error {
	out, err := dir.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, text)
	if e := out.Close(); err == nil {
		err = e
	}
	if err != nil {
		dir.Remove(name)
	}
	return err
}

// fileName makes a function name safe for a file.
//
// 80 bytes keep the name, its number and suffix under the limit of every file system (255). Two functions
// may get one name; saveCase numbers them.
func fileName(s string) string {
	out := []byte(s)
	for i, c := range out {
		if c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			out[i] = '_'
		}
	}
	return string(out[:min(len(out), 80)])
}
