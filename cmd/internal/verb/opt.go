package verb

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"text/tabwriter"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/ir"
)

// pipelineFlags choose a pipeline; several verbs have them.
type pipelineFlags struct {
	level    string
	policy   string
	config   string
	passes   string
	disable  []string
	maxIters map[string]*int
}

func (p *pipelineFlags) add(c *cobra.Command) {
	fl := c.Flags()
	fl.StringVarP(&p.level, "optimize", "O", "2", "level of optimization: "+strings.Join(opt.Levels, ", ")+" (-O0 … -Ofast)")
	fl.StringVar(&p.policy, "opt-policy", "", "the pipeline locked under a version: "+strings.Join(opt.Policies(), ", "))
	fl.StringVar(&p.config, "config", "", "a pipeline from a `FILE`; --print-config writes one to start from")
	fl.StringVar(&p.passes, "passes", "", "these passes, separated by commas, until nothing changes (at most 8 times)")
	fl.StringSliceVar(&p.disable, "disable-pass", nil, "leave passes out")
	p.maxIters = map[string]*int{}
	for _, q := range opt.Passes() {
		p.maxIters[q.Name] = fl.Int("max-"+q.Name+"-iterations", 0, "in how many iterations of a stage "+q.Name+" runs, 0 for all")
	}
}

// resolve makes the configuration.
func (p *pipelineFlags) resolve(c *cobra.Command) (*pass.Config, error) {
	given := 0
	for _, name := range []string{"optimize", "opt-policy", "config", "passes"} {
		if c.Flags().Changed(name) {
			given++
		}
	}
	if given > 1 {
		return nil, errors.New("-O, --opt-policy, --config and --passes choose a pipeline each: give one of them")
	}
	table := opt.Passes()
	var cfg *pass.Config
	var err error
	switch {
	case p.policy != "":
		cfg, err = opt.Policy(p.policy)
	case p.config != "":
		var text []byte
		if text, err = readFile(p.config); err == nil {
			if cfg, err = pass.ParseConfig(p.config, text, table); err != nil {
				err = badInput{err}
			}
		}
	case p.passes != "":
		cfg = pass.Single("passes", 8, strings.Split(p.passes, ",")...)
		err = cfg.Check(table)
	default:
		cfg, err = opt.Preset(p.level)
	}
	if err != nil {
		return nil, err
	}
	cfg = cfg.Clone()
	if err := cfg.Disable(table, p.disable...); err != nil {
		return nil, err
	}
	for _, s := range cfg.Stages {
		for n := range s.Passes {
			if k := *p.maxIters[s.Passes[n].Name]; k > 0 {
				s.Passes[n].MaxIterations = k
			} else if k < 0 {
				return nil, fmt.Errorf("--max-%s-iterations is %d, expected at least 0", s.Passes[n].Name, k)
			}
		}
	}
	return cfg, nil
}

type optFlags struct {
	pipelineFlags
	out        string
	emit       string
	traceFile  string
	limit      int
	workers    int
	verifyEach bool
	timePasses bool
	printAfter []string
	check      bool
	runs       int
	printCfg   bool
	listPasses bool
}

// Opt is the verb that optimizes a program.
func Opt(name string) *cobra.Command {
	f := &optFlags{}
	c := &cobra.Command{
		Use:   name + " [flags] FILE",
		Short: "Optimize a program, and say why",
		Long: `Optimizes a .tir program ("-" is standard input) and prints the result.

Every rewrite can be recorded (--emit-trace), limited (--limit), replayed and bisected
(tuffy-replay). --check compares the program before and after each pass by running both.`,
		Example: `  tuffy opt -O2 a.tir
  tuffy opt --passes mem2reg,gvn --print-after all a.tir
  tuffy opt -O3 --check --time-passes -o out.tir a.tir
  tuffy opt -O2 --emit-trace=full --trace a.jsonl -o out.tir a.tir`,
		Args: func(c *cobra.Command, args []string) error {
			if f.printCfg || f.listPasses {
				return cobra.NoArgs(c, args)
			}
			return cobra.ExactArgs(1)(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	f.add(c)
	fl := c.Flags()
	fl.StringVarP(&f.out, "output", "o", "-", "`FILE` for the result")
	fl.StringVar(&f.emit, "emit-trace", string(trace.None), "record rewrites: none, decisions or full")
	fl.StringVar(&f.traceFile, "trace", "", "`FILE` for the trace; standard output if -o is given")
	fl.IntVar(&f.limit, "limit", 0, "allow only the first `N` rewrites, 0 for all")
	fl.IntVarP(&f.workers, "workers", "j", 0, "functions at the same time, 0 for one a processor; the result does not depend on it")
	fl.BoolVar(&f.verifyEach, "verify-each", false, "verify the module after each pass")
	fl.BoolVar(&f.timePasses, "time-passes", false, "print runs, changes, time and memory of each pass to standard error")
	fl.StringSliceVar(&f.printAfter, "print-after", nil, "print the module to standard error after these passes, or after all")
	fl.BoolVar(&f.check, "check", false, "run the program before and after each pass that changed it, and compare")
	fl.IntVar(&f.runs, "runs", 40, "with --check: inputs for each function")
	fl.BoolVar(&f.printCfg, "print-config", false, "print the pipeline as JSON, for --config")
	fl.BoolVar(&f.listPasses, "list-passes", false, "list the passes")
	return c
}

func (f *optFlags) run(c *cobra.Command, args []string) error {
	w := c.OutOrStdout()
	if f.listPasses {
		return listPasses(w)
	}
	cfg, err := f.resolve(c)
	if err != nil {
		return err
	}
	if f.printCfg {
		_, err := w.Write(cfg.JSON())
		return err
	}
	o := pass.Options{Config: cfg, Policy: opt.FunctionPolicy(), Workers: workers(f.workers), Limit: f.limit, Time: f.timePasses}
	if o.Trace, err = trace.ParseMode(f.emit); err != nil {
		return err
	}
	if f.limit < 0 {
		return fmt.Errorf("--limit is %d, expected at least 0", f.limit)
	}
	for _, p := range f.printAfter {
		if _, err := pass.Named(opt.Passes(), p); err != nil && p != "all" {
			return err
		}
	}
	m, err := load(args[0])
	if err != nil {
		return err
	}
	o.After = f.after(m, args[0], c.ErrOrStderr())
	done, err := f.record(m, &o, w)
	if err != nil {
		return err
	}
	rep, err := pass.Run(m, opt.Passes(), o)
	if cerr := done(); err == nil {
		err = cerr
	}
	if f.timePasses && rep != nil {
		writeStats(c.ErrOrStderr(), rep)
	}
	var s status
	if errors.As(err, &s) {
		return s
	}
	if err != nil {
		return badInput{err}
	}
	return writeModule(w, f.out, m)
}

// workers is a number of goroutines, with 0 for one a processor.
func workers(n int) int {
	if n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}

// digest identifies the text of a program.
func digest(m *ir.Module) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(m.String()))) }

// record opens the trace. The function that it returns completes it.
func (f *optFlags) record(m *ir.Module, o *pass.Options, w io.Writer) (func() error, error) {
	if o.Trace == trace.None {
		return func() error { return nil }, nil
	}
	file := w
	closing := func() error { return nil }
	switch {
	case f.traceFile != "":
		out, err := os.Create(f.traceFile)
		if err != nil {
			return nil, badInput{err}
		}
		file, closing = out, out.Close
	case f.out == "-":
		return nil, errors.New("the program goes to standard output: give the trace a file with --trace, or the program one with -o")
	}
	tw := trace.NewWriter(file, trace.Header{Mode: o.Trace, Input: digest(m), Pipeline: o.Config.JSON()})
	o.Record = tw.Write
	return func() error {
		err := tw.Close()
		if cerr := closing(); err == nil {
			err = cerr
		}
		return err
	}, nil
}

// after is what happens after each pass that changed the module.
func (f *optFlags) after(m *ir.Module, name string, w io.Writer) func(stage string, it int, p string, m *ir.Module) error {
	if !f.verifyEach && !f.check && len(f.printAfter) == 0 {
		return nil
	}
	before := m.Clone()
	return func(stage string, it int, p string, m *ir.Module) error {
		if f.verifyEach || f.check {
			if err := ir.Verify(m); err != nil {
				return fmt.Errorf("after %s (stage %s, iteration %d) the module does not verify, which is a bug of the pass:\n%w", p, stage, it, err)
			}
		}
		for _, q := range f.printAfter {
			if q == p || q == "all" {
				fmt.Fprintf(w, "// after %s, stage %s, iteration %d\n%s\n", p, stage, it, m)
				break
			}
		}
		if !f.check {
			return nil
		}
		now := m.Clone()
		cfg := difftest.Config{Runs: f.runs}
		if q, err := pass.Named(opt.Passes(), p); err == nil && q.Module != nil {
			cfg.Entry = entryOf(m)
		}
		res, err := difftest.Check(before, now, cfg)
		if err != nil {
			return err
		}
		if res.Verdict() == difftest.Diverged {
			fmt.Fprintf(w, "%s %s (stage %s, iteration %d) changed what the program does\n%s", color.New(color.FgRed, color.Bold).Sprint("✗"), p, stage, it, res.Text())
			fmt.Fprintf(w, "tuffy-replay bisect %s finds the rewrite\n", name)
			return status(StatusDivergence)
		}
		before = now
		return nil
	}
}

// entryOf is where a module starts as a whole: passes over modules may change every other function
// together with its calls. Without a @main each function is compared.
func entryOf(m *ir.Module) string {
	if m.Func("main") != nil {
		return "main"
	}
	return ""
}

func listPasses(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	for _, p := range opt.Passes() {
		fmt.Fprintf(tw, "%s\t%s\t%s\n", p.Name, p.Kind, p.Doc)
		for _, q := range p.Params {
			fmt.Fprintf(tw, "\t\t  %s=%d (%d to %d): %s\n", q.Name, q.Default, q.Min, q.Max, q.Doc)
		}
	}
	return tw.Flush()
}

func writeStats(w io.Writer, rep *pass.Report) {
	tw := tabwriter.NewWriter(w, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "pass\truns\tchanges\ttime\tKiB\t")
	for _, s := range rep.Passes {
		fmt.Fprintf(tw, "%s\t%d\t%d\t%v\t%d\t\n", s.Pass, s.Runs, s.Changes, s.Time.Round(1000), s.Bytes>>10)
	}
	tw.Flush()
}

// writeModule prints m to a file, or to w for "-".
func writeModule(w io.Writer, name string, m *ir.Module) error {
	if name == "-" {
		return m.Print(w)
	}
	out, err := os.Create(name)
	if err != nil {
		return badInput{err}
	}
	err = m.Print(out)
	if cerr := out.Close(); err == nil {
		err = cerr
	}
	return err
}
