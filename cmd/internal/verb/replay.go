package verb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/jsontext"
	"github.com/tuffy-ir/tuffy/ir"
)

// Replay is the verb that works on traces of the optimizer.
// The name is that in examples: replay as a verb of tuffy, tuffy-replay as a binary.
func Replay(name string) *cobra.Command {
	// The variables belong to this command; RunE is called once.
	var in, out, file, only string
	var o pass.ReplayOptions
	c := &cobra.Command{
		Use:   name + " --trace TRACE --input BEFORE.tir",
		Short: "Replay, compare, report and bisect what the optimizer did",
		Long: `Makes the decisions of a trace on a program and prints the result. If the program is the one that
was traced, the result is that of the traced run, byte for byte; where a decision cannot be made
again, the first such place is reported with the reason, and the exit status is 1. So it is for
any other program, unless --lenient takes the trace as a policy.`,
		Example: `  tuffy opt -O2 --emit-trace=full --trace a.jsonl -o out.tir a.tir
  ` + name + ` --trace a.jsonl --input a.tir --output again.tir
  ` + name + ` --trace a.jsonl --input a.tir --until 12
  ` + name + ` diff old.jsonl new.jsonl
  ` + name + ` bisect -O2 a.tir
  ` + name + ` report a.jsonl --html a.html --input a.tir`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			// All of usage is looked at before a file is opened.
			only = symbol(only)
			if file == "" || in == "" {
				return errors.New("--trace and --input are needed")
			}
			// An Until beyond the trace is an error of the input, found when the trace has been read.
			if o.Until < 0 {
				return fmt.Errorf("--until is %d, expected at least 0", o.Until)
			}
			if err := distinct(out, "-o", [2]string{file, "--trace"}, [2]string{in, "--input"}); err != nil {
				return err
			}
			return atOnce(c, func(doing func(string)) error {
				doing("reading " + file)
				t, err := replayable(file)
				if err != nil {
					return err
				}
				m, err := load(in)
				if err != nil {
					return err
				}
				if o.Until > len(t.Entries) {
					return badInput{fmt.Errorf("--until is %d, and the number of entries of %s is %d", o.Until, file, len(t.Entries))}
				}
				w, bad := c.ErrOrStderr(), color.New(color.FgRed, color.Bold).Sprint("✗")
				// Before the replay changes m.
				traced := trace.Digest(m) == t.Header.Input
				if !traced {
					fmt.Fprintf(w, "%s %s: the program is not the one that was traced\n", bad, in)
				}
				doing(fmt.Sprintf("replaying the %d entries of %s", len(t.Entries), file))
				o.Policy = opt.FunctionPolicy()
				if o.Only, err = affecting(c.Context(), w, m, t, only, o); err != nil {
					return err
				}
				r, err := pass.Replay(c.Context(), m, opt.Passes(), t, o)
				if err != nil {
					return badInput{err}
				}
				div, done := r.First(), r.Followed
				doing("")
				// What was made so far is written also after a divergence: it is what one looks at to understand it.
				// The order matters to a script: the file is there whatever the status is.
				if err := writeModule(c.OutOrStdout(), out, m); err != nil {
					return err
				}
				// Only a replay of everything has to end with the digest of the trace.
				whole := o.Until == 0 && only == "" && !o.Lenient
				differs := div == nil && traced && whole && trace.Digest(m) != t.Output
				switch {
				case div != nil:
					for _, d := range r.Diverged {
						fmt.Fprintf(w, "%s %v\n", bad, d)
					}
					fmt.Fprintf(w, "entries that were followed: %d of %d\n", done, r.Steps)
				case differs:
					fmt.Fprintf(w, "%s entries that were followed: %d, which is all, and the result is not that of the traced run: the trace was changed, or is of another version of the optimizer\n", bad, done)
				}
				// A policy that fits in part is what --lenient asks for.
				// A program that was not the traced one is a divergence even if all entries applied.
				if o.Lenient || traced && div == nil && !differs {
					return nil
				}
				return status(StatusDivergence)
			})
		},
	}
	fl := c.Flags()
	fl.StringVar(&file, "trace", "", "the trace `FILE`, of tuffy opt --emit-trace")
	fl.StringVar(&in, "input", "", "the program `FILE`")
	fl.StringVarP(&out, "output", "o", "-", "`FILE` for the result")
	fl.StringVar(&only, "only-function", "", "only what happened to this function, and to those that it rests on")
	fl.IntVar(&o.Until, "until", 0, "only the first `N` entries, 0 for all")
	fl.BoolVar(&o.Lenient, "lenient", false, "leave out decisions that do not apply and continue: the trace is a policy")
	offersFiles(c, "trace", "jsonl")
	offersFiles(c, "input output", "tir")
	must(c.RegisterFlagCompletionFunc("only-function", cobra.NoFileCompletions))
	exits(c, "0 replayed; 1 the replay departs from the trace")
	c.AddCommand(replayDiff(), replayBisect(), replayReport())
	return c
}

// affecting are the functions whose entries are replayed for one of them, nil for all, and notes
// those that were not asked for.
//
// The first name is the one that was asked for.
func affecting(ctx context.Context, notes io.Writer, m *ir.Module, t *trace.Trace, only string, o pass.ReplayOptions) ([]string, error) {
	if only == "" {
		return nil, nil
	}
	if err := defined(m, only); err != nil {
		return nil, err
	}
	names, err := pass.Affecting(ctx, m, opt.Passes(), t, only, o)
	if err != nil {
		return nil, badInput{err}
	}
	if len(names) > 1 {
		fmt.Fprintf(notes, "@%s rests on what happened to @%s, which is replayed, too\n", only, strings.Join(names[1:], ", @"))
	}
	return names, nil
}

// readTrace reads a trace of any version of the passes; diff and report need no more.
func readTrace(name string) (*trace.Trace, error) {
	f, err := open(name)
	if err != nil {
		return nil, err
	}
	// The file is closed in any case; nothing of it is kept but what Read returns.
	defer f.Close()
	t, err := trace.Read(name, f)
	if err != nil {
		return nil, badInput{err}
	}
	return t, nil
}

// replayable reads a trace of which all entries name passes and rules that there are.
//
// The error is placed at the key of the entry that does not fit, in the text of the file: a trace is JSON by
// lines and the reader has gone over it already.
func replayable(name string) (*trace.Trace, error) {
	t, err := readTrace(name)
	if err != nil {
		return nil, err
	}
	entry, key, err := pass.Known(opt.Passes(), t)
	if err == nil {
		return t, nil
	}
	where := name
	// A file that cannot be read again, such as a pipe, is named without a place.
	if text, bad := os.ReadFile(name); bad == nil {
		// entry counts from 0 behind the header.
		seen := -1 // the header is the first line that is not empty
		for n, line := range bytes.Split(text, []byte("\n")) {
			if len(bytes.TrimSpace(line)) == 0 {
				continue
			}
			if seen == entry {
				if at, err := jsontext.Locate(line); err == nil {
					where = fmt.Sprintf("%s:%d:%d", name, n+1, at.Offset(key)+1)
				}
				break
			}
			seen++
		}
	}
	return nil, badInput{fmt.Errorf("%s: %w", where, err)}
}

// replayDiff is the verb that compares two traces by their decisions. Like diff it exits with 1 if
// they differ.
func replayDiff() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "diff OLD.jsonl NEW.jsonl",
		Short: "Show the decisions that only one of two traces made, or both for different reasons",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return fmt.Errorf("expected two traces, got %d", len(args))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			return atOnce(c, func(doing func(string)) error {
				doing("reading " + args[0])
				a, err := readTrace(args[0])
				if err != nil {
					return err
				}
				doing("reading " + args[1])
				b, err := readTrace(args[1])
				if err != nil {
					return err
				}
				doing("comparing the traces")
				d := trace.Diff(a, b)
				doing("")
				if format == "json" {
					if err := writeRecord(c.OutOrStdout(), "trace-diff", recordOfTraceDiff(d)); err != nil || len(d) == 0 {
						return err
					}
					return status(StatusDivergence)
				}
				if len(d) == 0 {
					_, err := fmt.Fprintln(c.OutOrStdout(), "the same decisions")
					return written(err)
				}
				if err := trace.WriteDiff(c.OutOrStdout(), d); err != nil {
					return written(err)
				}
				return status(StatusDivergence)
			})
		},
		ValidArgsFunction: files(2, "jsonl"),
	}
	formatFlag(c, &format)
	exits(c, "0 the same decisions; 1 the traces differ")
	return c
}

// replayBisect is the verb that searches a smallest set of rewrites with which a program is wrong,
// on inputs that are given or made.
// Flags of the pipeline are those of tuffy opt, so that the command of a wrong result needs no translation.
func replayBisect() *cobra.Command {
	p := &pipelineFlags{}
	k := &checkFlags{}
	var format string
	c := &cobra.Command{
		Use:   "bisect [flags] BEFORE.tir",
		Short: "Find the rewrites that break a program",
		Long: bisectHelp + `

tuffy opt --bisect does the same.`,
		Args:              oneFile,
		ValidArgsFunction: files(1, "tir"),
		RunE: func(c *cobra.Command, args []string) error {
			cfg, err := p.resolve(c)
			if err != nil {
				return err
			}
			if err := k.valid(); err != nil {
				return err
			}
			m, err := load(args[0])
			if err != nil {
				return err
			}
			// Nothing is traced: a bisection looks at programs and not at reasons.
			o := pass.Options{Config: cfg, Policy: opt.FunctionPolicy()}
			return untilInterrupted(c, func() error {
				return bisect(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), format, m, opt.Passes(), o, k)
			})
		},
	}
	p.add(c)
	k.add(c, 60, "")
	formatFlag(c, &format)
	exits(c, "0 all rewrites together refine the program; 1 rewrites that break it were found; 4 undecided")
	usual(c, "optimize passes disable-pass config runs check-time fuel")
	return c
}

const bisectHelp = `Optimizes a program again and again with a part of the rewrites that the pipeline makes, chosen by
bits of their hashes, compares each result with the program by running both, and prints a set of
rewrites with which the two differ though no other fires, and without any of which they do not.
The last of them breaks the program, the others are what it needs: each with its rule and proof,
what it relied on, and the instructions before and after. --rewrites takes the pattern that is printed.`

// bisect prints the rewrites of a pipeline that break m, and notes what it could not decide.
//
// m is not changed. The program as it was is always compared with a whole result, not pass by pass.
func bisect(ctx context.Context, stdout, notes io.Writer, format string, m *ir.Module, table []pass.Pass, o pass.Options, k *checkFlags) error {
	// last is the latest comparison, wrong the latest that diverged: the one to show if there is one.
	var last, wrong *difftest.Result
	asked, broken := 0, 0
	b, err := pass.Bisect(ctx, m, table, o, func(after *ir.Module, rep *pass.Report) (bool, error) {
		c := k.config(m, entryOf(m))
		// Orders of float operations may differ only if a pass that may change them did something.
		c.Permitted = slices.ContainsFunc(rep.Passes, func(s pass.PassStats) bool { return s.Changes > 0 && opt.FastMath(s.Pass) })
		asked++
		var err error
		if last, err = difftest.Check(ctx, m, after, c); err != nil || last.Verdict() != difftest.Diverged {
			return false, err
		}
		wrong = last
		broken++
		return true, nil
	})
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("the bisection was in comparison %d, %d of those before it showed a difference, and no rewrite is known to be guilty: %w", asked, broken, err)
	}
	if err != nil {
		return badInput{err}
	}
	if wrong != nil {
		last = wrong
	}
	if line := undecided(last); line != "" {
		fmt.Fprintln(notes, line)
	}
	if format == "json" {
		if err := writeRecord(stdout, "bisect", recordOfBisection(b, last)); err != nil {
			return err
		}
		return bisected(b, last)
	}
	// The text is written at once, so that an error of writing is seen once.
	var w strings.Builder
	switch {
	case len(b.Guilty) > 0:
		few := "this one breaks"
		if n := len(b.Guilty); n > 1 {
			few = fmt.Sprintf("these %d break", n)
		}
		fmt.Fprintf(&w, "of %s %s the program without any other (%s)\n", ir.Counted(b.Total, "rewrite"), few, ir.Counted(b.Tests, "comparison"))
		fmt.Fprintf(&w, "--rewrites %s lets nothing else fire\n\n", b.Choice)
		for n := range b.Guilty {
			if n == len(b.Guilty)-1 && n > 0 {
				fmt.Fprint(&w, "and last, with which the program is wrong and without which it is not:\n")
			}
			fmt.Fprint(&w, b.Guilty[n].Text())
		}
		for _, q := range last.Pairs {
			if q.Divergence != nil {
				fmt.Fprintf(&w, "\n%s", q.Divergence.Text("", false))
				break
			}
		}
	case last.Verdict() != difftest.Refined:
		fmt.Fprintf(&w, "%s: with all %d rewrites not everything is known of the program\n", last.Verdict(), b.Total)
	default:
		fmt.Fprintf(&w, "%s: all %d rewrites together refine the program\n", last.Verdict(), b.Total)
	}
	if _, err := io.WriteString(stdout, w.String()); err != nil {
		return written(err)
	}
	return bisected(b, last)
}

// bisected is the exit status for a bisection whose last comparison that says something is last.
// What is printed and the status come from the same two results, also as JSON.
func bisected(b *pass.Bisection, last *difftest.Result) error {
	switch {
	case len(b.Guilty) > 0:
		return status(StatusDivergence)
	case last.Verdict() != difftest.Refined:
		return status(StatusUndecided)
	}
	return nil
}

// replayReport is the verb that shows a trace for people, as Markdown or as a page; with --input
// the decisions are placed in the program's text.
// Without --input no program is read and nothing is replayed: the trace alone is told.
func replayReport() *cobra.Command {
	var html, in string
	var hot bool
	c := &cobra.Command{
		Use:   "report TRACE.jsonl [--html FILE --input BEFORE.tir]",
		Short: "Report what fired in each function, and why: Markdown, or a page",
		Args:  oneFile,

		ValidArgsFunction: files(1, "jsonl"),
		RunE: func(c *cobra.Command, args []string) error {
			if hot && (in == "" || html != "") {
				return errors.New("--hot orders the text by the profile of the program: --input is needed, and --html is another form")
			}
			if err := distinct(html, "--html", [2]string{args[0], "the trace"}, [2]string{in, "--input"}); err != nil {
				return err
			}
			// Only placing the decisions in a program needs passes and rules of today.
			read := readTrace
			if in != "" {
				read = replayable
			}
			return atOnce(c, func(doing func(string)) error {
				doing("reading " + args[0])
				t, err := read(args[0])
				if err != nil {
					return err
				}
				var before, after *ir.Module
				if in != "" {
					if before, err = load(in); err != nil {
						return err
					}
					// Without the very program its text would be annotated at the wrong places.
					if trace.Digest(before) != t.Header.Input {
						return badInput{fmt.Errorf("%s: the program is not the one that was traced", in)}
					}
					after = before.Clone()
					doing(fmt.Sprintf("replaying the %d entries of %s", len(t.Entries), args[0]))
					if r, err := pass.Replay(c.Context(), after, opt.Passes(), t, pass.ReplayOptions{Policy: opt.FunctionPolicy()}); err != nil {
						return badInput{err}
					} else if div := r.First(); div != nil {
						return badInput{fmt.Errorf("%s is not what was traced: %w", in, div)}
					}
				}
				doing("")
				if hot {
					return written(trace.WriteHot(c.OutOrStdout(), t, before, after))
				}
				if html == "" {
					return written(trace.WriteMarkdown(c.OutOrStdout(), t, before, after))
				}
				if before == nil {
					return errors.New("--html shows the program before and after: --input is needed")
				}
				return written(writeFile(html, func(w io.Writer) error { return trace.WriteHTML(w, t, before, after) }))
			})
		},
	}
	c.Flags().StringVar(&html, "html", "", "`FILE` for a page that needs nothing else")
	c.Flags().StringVar(&in, "input", "", "the program that was traced")
	c.Flags().BoolVar(&hot, "hot", false, "the functions that ran most by the profile of the program first")
	offersFiles(c, "html", "html")
	offersFiles(c, "input", "tir")
	return c
}
