package verb

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/ir"
)

// Replay is the verb that works on traces of the optimizer.
func Replay(name string) *cobra.Command {
	var in, out, file string
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
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if file == "" || in == "" {
				return errors.New("--trace and --input are needed")
			}
			if o.Until < 0 {
				return fmt.Errorf("--until is %d, expected at least 0", o.Until)
			}
			if err := distinct(out, "-o", [2]string{file, "--trace"}, [2]string{in, "--input"}); err != nil {
				return err
			}
			t, err := readTrace(file)
			if err != nil {
				return err
			}
			m, err := load(in)
			if err != nil {
				return err
			}
			if o.Only != "" && m.Func(o.Only) == nil {
				return badInput{fmt.Errorf("%s has no function @%s", in, o.Only)}
			}
			if o.Until > len(t.Entries) {
				return badInput{fmt.Errorf("--until is %d, and %s has %d entries", o.Until, file, len(t.Entries))}
			}
			w, bad := c.ErrOrStderr(), color.New(color.FgRed, color.Bold).Sprint("✗")
			traced := trace.Digest(m) == t.Header.Input
			if !traced {
				fmt.Fprintf(w, "%s %s: the program is not the one that was traced\n", bad, in)
			}
			o.Policy = opt.FunctionPolicy()
			done, div, err := pass.Replay(m, opt.Passes(), t, o)
			if err != nil {
				return badInput{err}
			}
			if err := writeModule(c.OutOrStdout(), out, m); err != nil {
				return err
			}
			whole := o.Until == 0 && o.Only == "" && !o.Lenient
			differs := div == nil && traced && whole && trace.Digest(m) != t.Output
			switch {
			case div != nil:
				fmt.Fprintf(w, "%s %v\n%d entries were followed\n", bad, div, done)
			case differs:
				fmt.Fprintf(w, "%s all %d entries were followed, and the result is not that of the traced run: the trace was changed, or is of another version of the optimizer\n", bad, done)
			}
			if o.Lenient || traced && div == nil && !differs {
				return nil
			}
			return status(StatusDivergence)
		},
	}
	fl := c.Flags()
	fl.StringVar(&file, "trace", "", "the trace `FILE`, of tuffy opt --emit-trace")
	fl.StringVar(&in, "input", "", "the program `FILE`")
	fl.StringVarP(&out, "output", "o", "-", "`FILE` for the result")
	fl.StringVar(&o.Only, "only-function", "", "only what happened to this function")
	fl.IntVar(&o.Until, "until", 0, "only the first `N` entries, 0 for all")
	fl.BoolVar(&o.Lenient, "lenient", false, "leave out decisions that do not apply and go on: the trace is a policy")
	c.AddCommand(replayDiff(), replayBisect(), replayReport())
	return c
}

func readTrace(name string) (*trace.Trace, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, badInput{err}
	}
	defer f.Close()
	t, err := trace.Read(name, f)
	if err != nil {
		return nil, badInput{err}
	}
	return t, nil
}

func replayDiff() *cobra.Command {
	return &cobra.Command{
		Use:   "diff OLD.jsonl NEW.jsonl",
		Short: "Show the decisions that only one of two traces made, or both for different reasons",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return fmt.Errorf("expected two traces, got %d", len(args))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			a, err := readTrace(args[0])
			if err != nil {
				return err
			}
			b, err := readTrace(args[1])
			if err != nil {
				return err
			}
			d := trace.Diff(a, b)
			if len(d) == 0 {
				_, err := fmt.Fprintln(c.OutOrStdout(), "the same decisions")
				return written(err)
			}
			if err := trace.WriteDiff(c.OutOrStdout(), d); err != nil {
				return written(err)
			}
			return status(StatusDivergence)
		},
	}
}

func replayBisect() *cobra.Command {
	p := &pipelineFlags{}
	k := &checkFlags{}
	c := &cobra.Command{
		Use:   "bisect [flags] BEFORE.tir",
		Short: "Find the rewrite that breaks a program",
		Long: `Optimizes a program with more or fewer of the rewrites that the pipeline makes, compares each
result with the program by running both, and prints the first rewrite with which they differ: its
rule and proof, what it relied on, and the instructions before and after. Exit status 1 if there
is one.`,
		Args: oneFile,
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
			var text strings.Builder
			result := bisect(&text, c.ErrOrStderr(), m, cfg, k.config(entryOf(m)))
			if _, err := io.WriteString(c.OutOrStdout(), text.String()); err != nil {
				return written(err)
			}
			return result
		},
	}
	p.add(c)
	k.add(c, 60, "")
	return c
}

// bisect prints the rewrite of a pipeline that breaks m, and notes what it could not decide.
func bisect(w, notes io.Writer, m *ir.Module, cfg *pass.Config, c difftest.Config) error {
	o := pass.Options{Config: cfg, Policy: opt.FunctionPolicy(), Trace: trace.Full}
	t, err := pass.Recorded(m.Clone(), opt.Passes(), o)
	if err != nil {
		return badInput{err}
	}
	o.Trace = trace.None
	b, err := difftest.Bisect(m, len(t.Entries), func(n int) (*ir.Module, error) {
		after := m.Clone()
		if n == 0 {
			return after, nil
		}
		o.Limit = n
		_, err := pass.Run(after, opt.Passes(), o)
		return after, err
	}, c)
	if err != nil {
		return badInput{err}
	}
	if line := undecided(b.Result); line != "" {
		fmt.Fprintln(notes, line)
	}
	if b.Guilty == 0 {
		fmt.Fprintf(w, "%s: all %d rewrites together refine the program\n", b.Result.Verdict(), len(t.Entries))
		if b.Result.Verdict() == difftest.Inconclusive {
			return status(StatusUnsupported)
		}
		return nil
	}
	fmt.Fprintf(w, "rewrite %d of %d breaks the program (%d comparisons)\n\n", b.Guilty, len(t.Entries), b.Tests)
	fmt.Fprint(w, t.Entries[b.Guilty-1].Text())
	for _, q := range b.Result.Pairs {
		if q.Divergence != nil {
			fmt.Fprintf(w, "\n%s", q.Divergence.Text(""))
			break
		}
	}
	return status(StatusDivergence)
}

func replayReport() *cobra.Command {
	var html, in string
	c := &cobra.Command{
		Use:   "report TRACE.jsonl [--html FILE --input BEFORE.tir]",
		Short: "Report what fired in each function, and why: Markdown, or a page",
		Args:  oneFile,
		RunE: func(c *cobra.Command, args []string) error {
			if err := distinct(html, "--html", [2]string{args[0], "the trace"}, [2]string{in, "--input"}); err != nil {
				return err
			}
			t, err := readTrace(args[0])
			if err != nil {
				return err
			}
			var before, after *ir.Module
			if in != "" {
				if before, err = load(in); err != nil {
					return err
				}
				if trace.Digest(before) != t.Header.Input {
					return badInput{fmt.Errorf("%s: the program is not the one that was traced", in)}
				}
				after = before.Clone()
				if _, div, err := pass.Replay(after, opt.Passes(), t, pass.ReplayOptions{Policy: opt.FunctionPolicy()}); err != nil {
					return badInput{err}
				} else if div != nil {
					return badInput{fmt.Errorf("%s is not what was traced: %w", in, div)}
				}
			}
			if html == "" {
				return written(trace.WriteMarkdown(c.OutOrStdout(), t, before, after))
			}
			if before == nil {
				return errors.New("--html shows the program before and after: --input is needed")
			}
			out, err := os.Create(html)
			if err != nil {
				return badInput{err}
			}
			err = trace.WriteHTML(out, t, before, after)
			if cerr := out.Close(); err == nil {
				err = cerr
			}
			return written(err)
		},
	}
	c.Flags().StringVar(&html, "html", "", "`FILE` for a page that needs nothing else")
	c.Flags().StringVar(&in, "input", "", "the program that was traced")
	return c
}
