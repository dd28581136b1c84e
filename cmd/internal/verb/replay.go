package verb

import (
	"errors"
	"fmt"
	"io"
	"os"

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
again, the first such place is reported with the reason, and the exit status is 1.`,
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
			o.Policy = opt.FunctionPolicy()
			done, div, err := pass.Replay(m, opt.Passes(), t, o)
			if err != nil {
				return badInput{err}
			}
			if err := writeModule(c.OutOrStdout(), out, m); err != nil {
				return err
			}
			if div == nil {
				return nil
			}
			w := c.ErrOrStderr()
			fmt.Fprintf(w, "%s %v\n%d entries were followed\n", color.New(color.FgRed, color.Bold).Sprint("✗"), div, done)
			if h := t.Header.Input; h != "" && h != digestFile(in) {
				fmt.Fprintln(w, "the program is not the one that was traced")
			}
			if o.Lenient {
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
	fl.IntVar(&o.Until, "until", 0, "only the first `N` entries")
	fl.BoolVar(&o.Lenient, "lenient", false, "leave out decisions that do not apply and go on: the trace is a policy")
	c.AddCommand(replayDiff(), replayBisect(), replayReport())
	return c
}

// digestFile is the digest of the program in a file that was loaded before.
func digestFile(name string) string {
	m, err := load(name)
	if err != nil {
		return ""
	}
	return digest(m)
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
		Short: "Show the decisions that only one of two traces made",
		Args:  cobra.ExactArgs(2),
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
			if err := trace.WriteDiff(c.OutOrStdout(), d); err != nil || len(d) == 0 {
				return err
			}
			return status(StatusDivergence)
		},
	}
}

func replayBisect() *cobra.Command {
	p := &pipelineFlags{}
	runs := 60
	c := &cobra.Command{
		Use:   "bisect [flags] BEFORE.tir",
		Short: "Find the rewrite that breaks a program",
		Long: `Optimizes a program with more or fewer of the rewrites that the pipeline makes, compares each
result with the program by running both, and prints the first rewrite with which they differ: its
rule and proof, what it relied on, and the instructions before and after. Exit status 1 if there
is one.`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			cfg, err := p.resolve(c)
			if err != nil {
				return err
			}
			m, err := load(args[0])
			if err != nil {
				return err
			}
			return bisect(c.OutOrStdout(), m, cfg, difftest.Config{Runs: runs, Entry: entryOf(m)})
		},
	}
	p.add(c)
	c.Flags().IntVar(&runs, "runs", runs, "inputs for each function")
	return c
}

// bisect prints the rewrite of a pipeline that breaks m.
func bisect(w io.Writer, m *ir.Module, cfg *pass.Config, c difftest.Config) error {
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
		Args:  cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			t, err := readTrace(args[0])
			if err != nil {
				return err
			}
			var before, after *ir.Module
			if in != "" {
				if before, err = load(in); err != nil {
					return err
				}
				after = before.Clone()
				if _, div, err := pass.Replay(after, opt.Passes(), t, pass.ReplayOptions{Policy: opt.FunctionPolicy()}); err != nil {
					return badInput{err}
				} else if div != nil {
					return badInput{fmt.Errorf("%s is not what was traced: %w", in, div)}
				}
			}
			if html == "" {
				return trace.WriteMarkdown(c.OutOrStdout(), t, before, after)
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
			return err
		},
	}
	c.Flags().StringVar(&html, "html", "", "`FILE` for a page that needs nothing else")
	c.Flags().StringVar(&in, "input", "", "the program that was traced")
	return c
}
