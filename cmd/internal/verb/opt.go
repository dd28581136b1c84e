package verb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/flowgraph"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// pipelineFlags choose a pipeline; several verbs have them.
// Of level, config and passes at most one is given; resolve holds them to that.
// The flags are read after parsing only; add must have been called before resolve.
type pipelineFlags struct {
	level   string
	config  string
	passes  []string
	disable []string
	// maxIters is by the name of the pass, and 0 leaves the number to the pipeline.
	maxIters map[string]*int
	machine  bool // machine code is made of the result
}

// add declares the flags. One flag a pass is made from the table of passes, so that a new pass has it
// without more.
func (p *pipelineFlags) add(c *cobra.Command) {
	fl := c.Flags()
	fl.StringVarP(&p.level, "optimize", "O", "2", "`level` of optimization: "+strings.Join(opt.Levels, ", ")+" (-O0 … -Ofast)")
	fl.StringVar(&p.config, "config", "", "a pipeline from a `FILE`; tuffy opt --print-config writes one to start from")
	fl.StringSliceVar(&p.passes, "passes", nil, "these `passes`, separated by commas, until nothing changes (at most 8 times)")
	fl.StringSliceVar(&p.disable, "disable-pass", nil, "leave `passes` out")
	names := pass.Names(opt.Passes())
	takes(c, "passes", names...)
	takes(c, "disable-pass", names...)
	takes(c, "optimize", opt.Levels...)
	offersFiles(c, "config", "json")
	p.maxIters = map[string]*int{}
	for _, q := range opt.Passes() {
		p.maxIters[q.Name] = fl.Int("max-"+q.Name+"-iterations", 0, "in how many iterations of a stage "+q.Name+" runs, 0 for all")
	}
}

// resolve makes the configuration.
//
// The result is a copy that belongs to the caller: presets are shared tables. An error is one
// of usage, except for what a --config file holds.
func (p *pipelineFlags) resolve(c *cobra.Command) (*pass.Config, error) {
	given := 0
	for _, name := range []string{"optimize", "config", "passes"} {
		// The lookup is by long name; -O is optimize.
		if fl := c.Flags().Lookup(name); fl.Changed {
			// Empty is what an unset variable of a script makes of it; the default would hide that.
			if given++; fl.Value.String() == "" || fl.Value.String() == "[]" {
				return nil, fmt.Errorf("--%s is empty", name)
			}
		}
	}
	if given > 1 {
		return nil, errors.New("-O, --config and --passes choose a pipeline each: give one of them")
	}
	table := opt.Passes()
	var cfg *pass.Config
	var err error
	switch {
	case p.config != "":
		var text []byte
		if text, err = readFile(p.config); err == nil {
			if cfg, err = pass.ParseConfig(p.config, text, table); err != nil {
				err = badInput{err}
			}
		}
	case len(p.passes) > 0:
		// The limit ends a list of passes that undo each other.
		cfg = pass.Single("passes", 8, p.passes...)
		err = cfg.Check(table)
	default:
		if cfg, err = opt.Preset(p.level); err == nil && p.machine {
			cfg = opt.ForMachine(cfg)
		}
	}
	if err != nil {
		return nil, err
	}
	// Disable and the limits change what they are given.
	cfg = cfg.Clone()
	if err := cfg.Disable(table, p.disable...); err != nil {
		return nil, err
	}
	// A pass may stand in several stages. The limit is one for each of them.
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

// checkFlags bound the comparisons of a program with what a pass made of it.
//
// Only time makes a result depend on the machine; runs and fuel do not.
type checkFlags struct {
	runs int
	time time.Duration
	fuel int64
}

// add declares the flags. runs is the default, which is larger where comparing is all that a verb does; when
// is put before the usage texts.
func (k *checkFlags) add(c *cobra.Command, runs int, when string) {
	fl := c.Flags()
	fl.IntVar(&k.runs, "runs", runs, when+"inputs for each function, 0 for as many as --check-time allows")
	fl.DurationVar(&k.time, "check-time", 5*time.Second, when+"time for each function, 0 for no such limit")
	fl.Int64Var(&k.fuel, "fuel", 1_000_000, when+"instructions of each run, which decides nothing if it needs more")
}

// valid reports numbers that no comparison can be bounded by. 0 runs is all that time allows, and 0 time no
// limit; no fuel at all would decide nothing.
func (k *checkFlags) valid() error {
	switch {
	case k.runs < 0:
		return fmt.Errorf("--runs is %d, expected at least 0", k.runs)
	case k.time < 0:
		return fmt.Errorf("--check-time is %v, expected at least 0", k.time)
	case k.fuel < 1:
		return fmt.Errorf("--fuel is %d, expected at least 1", k.fuel)
	}
	return nil
}

// config is the configuration of the next comparison of what is made of m, whose time begins now.
func (k *checkFlags) config(m *ir.Module, entry string) difftest.Config {
	// --check-time is for one function, the budget for all that are compared.
	// A comparison of one function takes --check-time as it stands.
	functions := time.Duration(1)
	if entry == "" {
		functions = time.Duration(len(m.Funcs))
	}
	return difftest.Config{Runs: k.runs, Time: k.time * functions, Entry: entry, Options: interp.Options{Fuel: k.fuel}}
}

// undecided is a line about the functions of which comparing them said nothing, or empty.
//
// Each reason is named once, in the order of the functions.
func undecided(res *difftest.Result) string {
	n := 0
	var why []string
	for _, p := range res.Pairs {
		// Refined and diverged pairs decided something.
		if p.Verdict == difftest.Refined || p.Verdict == difftest.Diverged {
			continue
		}
		n++
		reasons := p.Reasons
		// What kept a pair from being compared at all says more than what its runs ended with.
		switch {
		case p.Skipped != "":
			reasons = []string{p.Skipped}
		case p.Why != "":
			reasons = []string{p.Why}
		case p.Runs == 0:
			reasons = []string{"no time for a run"}
		}
		for _, r := range reasons {
			if !slices.Contains(why, r) {
				why = append(why, r)
			}
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d comparisons decided nothing: %s", n, len(res.Pairs), strings.Join(why, "; "))
}

// optFlags are the flags of tuffy opt and of the compiler itself. bisect, printCfg and listPasses are
// declared by the former alone.
type optFlags struct {
	pipelineFlags
	// checks are for check and bisect and an error without them.
	checks checkFlags
	// - is standard output, empty the default of the verb.
	out       string
	emit      string
	traceFile string
	// traceFormat and traceTime are of its form: lines or an array, and the time in its header.
	traceFormat string
	traceTime   bool
	// policy is a trace that decides, policyElse refuse or default.
	policy     string
	policyElse string
	steering   *pass.TracePolicy
	target     string // of machine code, for the header of the trace
	// limit counts the rewrites of the whole module, 0 is none.
	limit int
	// rewrites is a pattern of suffixes of hashes, as bisect prints it. An empty one is an error, so that whether
	// it was given is asked of the flag.
	rewrites   string
	workers    int
	verifyEach bool
	timePasses bool
	// printAfter are names of passes, or all.
	printAfter []string
	check      bool
	// printChanged is diff, or empty.
	printChanged string
	dot, svg     string
	format       string
	bisect       bool
	printCfg     bool
	listPasses   bool
}

// Opt is the verb that optimizes a program.
func Opt(name string) *cobra.Command {
	f := &optFlags{}
	c := &cobra.Command{
		Use:   name + " [flags] FILE",
		Short: "Optimize a program, and say why",
		Long: `Optimizes a .tir program ("-" is standard input) and prints the result.

Every rewrite can be recorded (--emit-trace), limited (--limit), chosen by its hash (--rewrites)
and replayed (tuffy-replay). --check compares the program before and after each pass by running
both; --bisect finds the rewrites that break it.`,
		Example: `  tuffy opt -O2 a.tir
  tuffy opt --passes mem2reg,gvn --print-after all a.tir
  tuffy opt -O2 --print-changed=diff --svg a.svg a.tir
  tuffy opt -O3 --check --time-passes -o out.tir a.tir
  tuffy opt -O2 --emit-trace=full --trace a.jsonl -o out.tir a.tir
  tuffy opt -O2 --bisect a.tir
  tuffy opt -O2 --rewrites -x1f3b a.tir`,
		// The lists are about the optimizer and no program; a file with them would be ignored.
		// The arguments are looked at before run, so that a list with a file is usage.
		Args: func(c *cobra.Command, args []string) error {
			for _, list := range []string{"print-config", "list-passes"} {
				if !c.Flags().Changed(list) {
					continue
				}
				if len(args) > 0 {
					return fmt.Errorf("--%s takes no file", list)
				}
				return nil
			}
			return oneFile(c, args)
		},
		ValidArgsFunction: files(1, "tir"),
		RunE: func(c *cobra.Command, args []string) error {
			return untilInterrupted(c, func() error { return f.run(c, args) })
		},
	}
	exits(c, "0 optimized; 1 --check or --bisect found a divergence; 4 --bisect decided nothing")
	f.addAll(c, "-", "`FILE` for the result")
	usual(c, "optimize output passes list-passes print-changed check bisect trace rewrites svg")
	fl := c.Flags()
	formatFlag(c, &f.format)
	fl.BoolVar(&f.bisect, "bisect", false, "print no program but the rewrites that break it, as tuffy-replay bisect does")
	fl.BoolVar(&f.printCfg, "print-config", false, "print the pipeline as JSON, for --config")
	fl.BoolVar(&f.listPasses, "list-passes", false, "list the passes")
	return c
}

// addAll adds what the verbs that optimize have in common.
func (f *optFlags) addAll(c *cobra.Command, out, outUsage string) {
	sourceFlags(c)
	f.add(c)
	fl := c.Flags()
	// The default differs: tuffy opt prints, the compiler writes a file. That is why it is a parameter.
	fl.StringVarP(&f.out, "output", "o", out, outUsage)
	fl.StringVar(&f.emit, "emit-trace", string(trace.None), "record rewrites: none, decisions or full")
	takes(c, "emit-trace", string(trace.None), string(trace.Decisions), string(trace.Full))
	fl.StringVar(&f.traceFile, "trace", "", "`FILE` for the trace, of decisions unless --emit-trace says more; standard output if -o is given")
	fl.StringVar(&f.traceFormat, "trace-format", "jsonl", "the trace as JSON by lines, jsonl, or as one JSON array, `json`")
	takes(c, "trace-format", "jsonl", "json")
	fl.BoolVar(&f.traceTime, "trace-time", false, "write the time into the header of the trace")
	fl.StringVar(&f.policy, "policy", "", "decide as the trace in `FILE` does, with its pipeline; what it no longer applies to is told")
	fl.StringVar(&f.policyElse, "policy-else", "refuse", "what --policy does about rewrites that its trace does not know: refuse them, or as without it, `default`")
	takes(c, "policy-else", "refuse", "default")
	offersFiles(c, "policy", "jsonl")
	fl.IntVar(&f.limit, "limit", 0, "allow only the first `N` rewrites, 0 for all")
	fl.StringVar(&f.rewrites, "rewrites", "", "allow only rewrites whose hash a `PATTERN` chooses: suffixes of hashes, each after + or -, of which the last that fits decides; +x3f only those that end in 3f, -x3f all others")
	fl.IntVarP(&f.workers, "workers", "j", 0, "functions at the same time, 0 for one a processor; the result does not depend on it")
	fl.BoolVar(&f.verifyEach, "verify-each", false, "verify the module after each pass")
	fl.BoolVar(&f.timePasses, "time-passes", false, "print runs, changes, time and memory of each pass to standard error")
	fl.StringSliceVar(&f.printAfter, "print-after", nil, "print the module to standard error after these passes, or after all")
	fl.StringVar(&f.printChanged, "print-changed", "", "print what each pass changed to standard error, as a unified `diff` of each function")
	fl.Lookup("print-changed").NoOptDefVal = "diff"
	takes(c, "print-changed", "diff")
	fl.StringVar(&f.dot, "dot", "", "`FILE` for the flow graphs of the result as text for Graphviz")
	fl.StringVar(&f.svg, "svg", "", "`FILE` for the flow graphs of the result as a picture")
	offersFiles(c, "dot", "dot")
	offersFiles(c, "svg", "svg")
	fl.BoolVar(&f.check, "check", false, "run the program before and after each pass that changed it, and compare")
	takes(c, "print-after", append(pass.Names(opt.Passes()), "all")...)
	offersFiles(c, "trace", "jsonl")
	offersFiles(c, "output", "tir")
	// Fewer inputs than bisect has: here each pass that changed something is compared.
	f.checks.add(c, 40, "with --check: ")
}

// run reads, optimizes and writes one program. Output files are only written after everything has
// succeeded, and a trace or report that was asked for goes with them.
func (f *optFlags) run(c *cobra.Command, args []string) error {
	w := c.OutOrStdout()
	if err := f.effective(c); err != nil {
		return err
	}
	if f.listPasses {
		return written(listPasses(w))
	}
	cfg, err := f.resolve(c)
	if err != nil {
		return err
	}
	// The configuration is that after all flags, so that what is printed gives the same run with --config.
	if f.printCfg {
		_, err := w.Write(cfg.JSON())
		return written(err)
	}
	o := pass.Options{Config: cfg, Policy: opt.FunctionPolicy(), Workers: workers(f.workers), Limit: f.limit, Time: f.timePasses}
	if err := f.valid(c, args[0], &o); err != nil {
		return err
	}
	m, err := load(args[0])
	if err != nil {
		return err
	}
	// Before anything is opened: bisect runs the pipeline many times and writes no file.
	if f.bisect {
		return bisect(c.Context(), w, c.ErrOrStderr(), f.format, m, opt.Passes(), o, &f.checks)
	}
	if err := writable(f.out, f.dot, f.svg); err != nil {
		return err
	}
	if err := f.steer(c, &o); err != nil {
		return err
	}
	o.After = f.after(c.Context(), m, args[0], c.ErrOrStderr())
	rec, err := f.record(c, m, &o, w)
	if err != nil {
		return err
	}
	// discard after commit does nothing.
	defer rec.discard()
	rep, err := pass.Run(c.Context(), m, opt.Passes(), o)
	// A report of a run that failed is one of the passes until then.
	if f.timePasses && rep != nil {
		if f.format == "json" {
			if err := writeRecord(c.ErrOrStderr(), "passes", recordOfPasses(rep)); err != nil {
				return err
			}
		} else {
			writeStats(c.ErrOrStderr(), rep)
		}
	}
	var s status
	// A status is a verdict that has been printed where it was found.
	if errors.As(err, &s) {
		return s
	}
	if err != nil {
		return badInput{err}
	}
	f.steered(c.ErrOrStderr())
	if err := rec.commit(m); err != nil {
		return written(err)
	}
	if err := f.graphs(m); err != nil {
		return err
	}
	// The trace is committed first: without its program it can be replayed, the other way round not.
	return writeModule(w, f.out, m)
}

// effective reports flags that do nothing with the others.
//
// The compiler has no --bisect, --list-passes and --print-config, whose rows are left out there.
func (f *optFlags) effective(c *cobra.Command) error {
	// The default is the compiler's, which has --check alone.
	checks := "check"
	if c.Flags().Lookup("bisect") != nil {
		checks = "check bisect"
		rest := "output emit-trace trace limit rewrites workers verify-each time-passes print-after print-changed dot svg check runs check-time fuel bisect"
		pipeline := "optimize config passes disable-pass"
		if err := effective(c, nil, []useless{{rest, "list-passes print-config"}, {pipeline + " print-config", "list-passes"}}); err != nil {
			return err
		}
	}
	if err := effective(c, []partner{{"runs check-time fuel", checks}, {"policy-else", "policy"}, {"trace-format trace-time", "trace emit-trace"}}, nil); err != nil {
		return err
	}
	if c.Flags().Lookup("format") != nil {
		if err := effective(c, []partner{{"format", "bisect time-passes"}}, nil); err != nil {
			return err
		}
	}
	// A mode that was given and is the default says something, which effective's tables cannot express.
	if f.traceFile != "" && given(c, "emit-trace") && f.emit == string(trace.None) {
		return errors.New("--trace does nothing with --emit-trace=none: leave one of them out")
	}
	return nil
}

// valid checks the flags that choose no pipeline, and sets what is traced.
//
// It opens nothing. --trace without a mode means decisions: an empty trace is not what was asked for.
func (f *optFlags) valid(c *cobra.Command, file string, o *pass.Options) error {
	if f.traceFile != "" && !c.Flags().Changed("emit-trace") {
		f.emit = string(trace.Decisions)
	}
	var err error
	if o.Trace, err = trace.ParseMode(f.emit); err != nil {
		return err
	}
	if f.limit < 0 {
		return fmt.Errorf("--limit is %d, expected at least 0", f.limit)
	}
	if c.Flags().Changed("rewrites") {
		if o.Choose, err = pass.ParsePattern(f.rewrites); err != nil {
			return fmt.Errorf("--rewrites: %w", err)
		}
	}
	// The compiler has no --bisect, and the flag is never set there.
	if f.bisect {
		for _, other := range []string{"rewrites", "policy", "output", "emit-trace", "trace", "verify-each", "print-after", "print-changed", "dot", "svg", "check", "time-passes"} {
			if c.Flags().Changed(other) {
				return fmt.Errorf("--bisect runs the pipeline many times and prints what it found: leave out --%s", other)
			}
		}
	}
	if f.workers < 0 {
		return fmt.Errorf("-j is %d, expected at least 0", f.workers)
	}
	if err := f.checks.valid(); err != nil {
		return err
	}
	// Writing the trace over the program would destroy the input of the replay.
	if err := distinct(f.traceFile, "--trace", [2]string{file, "the program"}, [2]string{f.out, "-o"}, [2]string{f.config, "--config"}); err != nil {
		return err
	}
	for _, out := range [][2]string{{f.dot, "--dot"}, {f.svg, "--svg"}} {
		if err := distinct(out[0], out[1], [2]string{file, "the program"}, [2]string{f.out, "-o"}, [2]string{f.traceFile, "--trace"}, [2]string{f.config, "--config"}); err != nil {
			return err
		}
	}
	if err := distinct(f.svg, "--svg", [2]string{f.dot, "--dot"}); err != nil {
		return err
	}
	if err := distinct(f.policy, "--policy", [2]string{f.traceFile, "--trace"}, [2]string{f.out, "-o"}); err != nil {
		return err
	}
	return distinct(f.out, "-o", [2]string{f.config, "--config"})
}

// graphs writes the flow graphs that were asked for.
func (f *optFlags) graphs(m *ir.Module) error {
	for _, g := range []struct {
		name  string
		write func(io.Writer, *ir.Module) error
	}{{f.dot, flowgraph.DOT}, {f.svg, flowgraph.SVG}} {
		if g.name == "" {
			continue
		}
		if err := writeFile(g.name, func(w io.Writer) error { return g.write(w, m) }); err != nil {
			return written(err)
		}
	}
	return nil
}

// workers is a number of goroutines, with 0 for one a processor.
func workers(n int) int {
	if n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}

// recording is a trace that is being written; the zero one is none.
//
// Whoever has one calls discard in any case, and commit before it if the run succeeded.
// w is nil if nothing is recorded.
type recording struct {
	w      *trace.Writer
	file   *wholeFile // nil is standard output
	output string     // the digest of the optimized program, if it is known already
}

// record opens the trace.
//
// It must be called before the passes run, since the header holds the digest of the program as it was.
func (f *optFlags) record(c *cobra.Command, m *ir.Module, o *pass.Options, w io.Writer) (*recording, error) {
	rec := &recording{}
	switch {
	case o.Trace == trace.None:
		return rec, nil
	case f.traceFile != "" && f.traceFile != "-":
		var err error
		if rec.file, err = createWhole(f.traceFile); err != nil {
			return nil, badInput{err}
		}
		w = rec.file
	// Two texts in one stream could not be told apart.
	case f.out == "-":
		return nil, errors.New("the program goes to standard output: give the trace a file with --trace, or the program one with -o")
	}
	h := f.header(c, o)
	h.Input = trace.Digest(m)
	rec.w = trace.NewWriter(w, h)
	if f.traceFormat == "json" {
		rec.w = trace.NewArrayWriter(w, h)
	}
	o.Record = rec.w.Write
	return rec, nil
}

// append writes an entry behind those that there are.
func (r *recording) append(e *trace.Entry) {
	e.Seq = r.w.Entries() + 1
	r.w.Write(e)
}

// commit completes the trace of a run that made m.
func (r *recording) commit(m *ir.Module) error {
	if r.w == nil {
		return nil
	}
	// The digest of the result is the last line, so a trace without it was not completed.
	if err := r.w.Close(cmp.Or(r.output, trace.Digest(m))); err != nil || r.file == nil {
		return err
	}
	file := r.file
	if err := file.commit(); err != nil {
		return err
	}
	// What is committed must not be removed by discard.
	r.file = nil
	return nil
}

// discard removes a trace that was not completed.
func (r *recording) discard() {
	if r.file != nil {
		r.file.discard()
	}
}

// after is what happens after each pass that changed the module.
//
// nil if nothing was asked for, so that the optimizer does not stop for it. The result compares each state
// with the one before, not with the start: the pass that is named is the one that broke it.
func (f *optFlags) after(ctx context.Context, m *ir.Module, name string, w io.Writer) func(stage string, it int, p string, m *ir.Module) error {
	if !f.verifyEach && !f.check && len(f.printAfter) == 0 && f.printChanged == "" {
		return nil
	}
	changed := newChanges(w, m)
	// The closure owns before and replaces it after each pass.
	before := m.Clone()
	return func(stage string, it int, p string, m *ir.Module) error {
		if f.verifyEach || f.check {
			if err := ir.Verify(m); err != nil {
				return fmt.Errorf("after %s (stage %s, iteration %d) the module does not verify, which is a bug of the pass:\n%w", p, stage, it, err)
			}
		}
		// A pass that is named twice is printed once.
		for _, q := range f.printAfter {
			if q == p || q == "all" {
				fmt.Fprintf(w, "// after %s, stage %s, iteration %d\n%s\n", p, stage, it, m)
				break
			}
		}
		if f.printChanged != "" {
			changed.after(stage, it, p, m)
		}
		if !f.check {
			return nil
		}
		// Later passes continue to change m.
		now := m.Clone()
		// Passes over modules may change functions together, so only the whole is compared.
		entry := ""
		if q, err := pass.Named(opt.Passes(), p); err == nil && q.Module != nil {
			entry = entryOf(m)
		}
		cfg := f.checks.config(m, entry)
		// A difference that comes from an order of float operations counts, unless the pass may change that.
		cfg.Permitted = opt.FastMath(p)
		res, err := difftest.Check(ctx, before, now, cfg)
		if ctx.Err() != nil {
			return fmt.Errorf("the program after %s (stage %s, iteration %d) was being compared, and those before it showed no difference: %w", p, stage, it, context.Cause(ctx))
		}
		if err != nil {
			return err
		}
		if res.Verdict() == difftest.Diverged {
			fmt.Fprintf(w, "%s %s (stage %s, iteration %d) changed what the program does\n%s", color.New(color.FgRed, color.Bold).Sprint("✗"), p, stage, it, res.Text())
			fmt.Fprintln(w, "the same command with --bisect instead of --check, without -o, finds the rewrites")
			return status(StatusDivergence)
		}
		// Not deciding is no divergence: the next pass is compared from here.
		if line := undecided(res); line != "" {
			fmt.Fprintf(w, "after %s (stage %s, iteration %d): %s\n", p, stage, it, line)
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

// listPasses writes the table of passes with the parameters of each. Proven is a pass all of whose rewrites
// have a theorem, argued any other.
func listPasses(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	for _, p := range opt.Passes() {
		status := "argued"
		if p.Proven() {
			status = "proven"
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\n", p.Name, p.Kind(), status, p.Doc)
		for _, q := range p.Params {
			fmt.Fprintf(tw, "\t\t\t  %s=%d (%d to %d): %s\n", q.Name, q.Default, q.Min, q.Max, q.Doc)
		}
	}
	return tw.Flush()
}

// writeStats writes what each pass cost. Times are rounded to microseconds, memory is what was allocated, in
// KiB.
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
		return written(m.Print(w))
	}
	return written(writeFile(name, m.Print))
}
