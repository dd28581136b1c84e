package verb

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/reduce"
	"github.com/tuffy-ir/tuffy/reduce/predicate"
)

// reduceFlags are the flags of tuffy-reduce.
type reduceFlags struct {
	// Of interpFlags those are declared that a reduction needs; the rest stay at their zero values.
	interpFlags

	// test, ub, panics, verdict, differential and check are the six questions; validate sees to it that one is
	// asked.
	test, ub, ubFunc, verdict string
	// transform is set by run if --differential is followed by the name of a transformation.
	check, transform       string
	panics, allowUB, quiet bool
	// keep grows: predicate adds the function that it runs.
	keep, out   []string
	jobs        int
	testTimeout time.Duration
}

// Reduce is tuffy-reduce: make a program smaller while it stays interesting.
func Reduce(name string) *cobra.Command {
	f := &reduceFlags{}
	c := &cobra.Command{
		Use:   name + " [flags] IN.tir -o OUT.tir | " + name + " --differential BEFORE.tir AFTER.tir -o OUT1.tir -o OUT2.tir | " + name + " --differential TRANSFORM IN.tir -o OUT.tir",
		Short: "Make a program or a pair smaller while it stays interesting",
		Long: `Removes and simplifies parts of a program as long as it stays interesting, which one of the flags
--test, --ub, --verdict, --panic, --differential and --check says. The best program so far is in
the output file at all times, which may be the input file; reducing that file again continues
where it was left. With --differential it ends with a counterexample that is minimal for the
result, which the files name on top. C is reduced as text if the output is named so.`,
		Example: `  ` + name + ` --test './crashes.sh {}' in.tir -o out.tir
  ` + name + ` --ub use-after-free in.tir -o out.tir
  ` + name + ` --differential a.tir b.tir -o small-a.tir -o small-b.tir
  ` + name + ` --differential dead in.tir -o out.tir
  ` + name + ` --check engines in.tir -o out.tir
  ` + name + ` --test './wrong.sh {}' in.c -o out.c`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: files(2, "tir"),
		RunE:              func(c *cobra.Command, files []string) error { return f.run(c, files) },
	}
	f.declare(c)
	exits(c, "0 reduced; 130 interrupted, with the best so far written")
	usual(c, "test ub verdict panic differential check output entry args time quiet")
	return c
}

// declare hides that of interpFlags: a reduction takes fewer flags.
func (f *reduceFlags) declare(c *cobra.Command) {
	fl, o := c.Flags(), &f.options
	fl.SortFlags = false
	fl.StringVar(&f.test, "test", "", "shell `command` that exits with 0 while the program is interesting; {} is the file, {1} and {2} those of a pair")
	fl.StringVar(&f.ub, "ub", "", "the first undefined behaviour of a strict run has this `code` (12, TUF-UB-012 or use-after-free)")
	fl.StringVar(&f.ubFunc, "ub-in", "", "--ub: and it is in this `function`")
	fl.BoolVar(&f.panics, "panic", false, "the interpreter panics")
	// An interpreter that panics is caught in the predicate, so the reduction survives what it looks for.
	fl.StringVar(&f.verdict, "verdict", "", "the verdict of a strict run, as tuffy-interp --reduce prints it, is this `text` or starts with its words")
	fl.BoolVar(&f.differential, "differential", false, "the second file does not refine the first, and both shrink together; or, with the name of a transformation before one file, the result of that does not refine the file: "+strings.Join(transformNames(), ", "))
	fl.StringVar(&f.check, "check", "", "the `check` of that name fails with the same signature: "+strings.Join(checkNames(), ", "))
	takes(c, "check", checkNames()...)
	fl.BoolVar(&f.allowUB, "allow-ub", false, "--differential with --entry and --args: the first file may have undefined behaviour on the input; --test with C: candidates may have it")
	fl.StringArrayVarP(&f.out, "output", "o", nil, "`file` for the result, twice for a pair")
	fl.StringVar(&o.Entry, "entry", "", "`function` to run (default main; --differential: the first that diverges)")
	fl.StringVar(&f.args, "args", "", "arguments as `JSON`, as for tuffy-interp")
	fl.StringVar(&f.input, "input", "", "`file` with the input as JSON, as for tuffy-interp")
	offersFiles(c, "output", "tir")
	offersFiles(c, "input", "json")
	takes(c, "ub", append(codeWords(), codeNumbers()...)...)
	fl.StringArrayVar(&f.keep, "keep", nil, "`function` that stays, with its signature (repeatable; the one that a built-in question runs always does)")
	fl.IntVarP(&f.jobs, "jobs", "j", 0, "tests at a time (default one a processor, and one with --test); the result does not depend on it")
	fl.DurationVar(&f.limit, "time", 0, "stop after this long with the best so far")
	fl.DurationVar(&f.testTimeout, "test-timeout", 30*time.Second, "--test: a command that takes longer is killed with its children, and the candidate is not interesting")
	// The default follows the program: an edit easily makes a loop
	// endless, and such a candidate must be given up soon.
	fl.Int64Var(&o.Fuel, "fuel", 0, "instructions that a run may take (default about four times what the start takes)")
	fl.Uint64Var(&o.Seed, "seed", 0, "of rand, the thread schedule and generated inputs")
	fl.Uint64Var(&o.AddressSeed, "address-seed", 0, "of the base addresses of allocations")
	sandboxFlag(c, &f.sandbox, "--check backend/…")
	sourceFlags(c)
	offersFunctions(c, "entry keep ub-in")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "no statistics")
	formatFlag(c, &f.format)
}

// What the flags of tuffy-reduce have to do with each other.
// With --test the interpreter is not run at all, so that its flags would be ignored.
var (
	reducePartners = []partner{
		{"test-timeout", "test"},
		{"ub-in", "ub"},
		{"sandbox", "check"},
	}
	reduceUseless = []useless{
		{"entry args input fuel seed address-seed", "test"},
		{"entry args input address-seed", "check"},
	}
)

// run chooses the predicate that the flags ask for, reduces, and writes the best program at all
// times. An uninteresting or flaky start is an error of the input (65), since nothing of ours went
// wrong.
func (f *reduceFlags) run(c *cobra.Command, files []string) error {
	// A name of a transformation is told from a file by the number of outputs: a pair has two.
	if f.differential && len(files) == 2 && len(f.out) < 2 && slices.Contains(transformNames(), files[0]) {
		f.transform, files = files[0], files[1:]
	}
	if err := effective(c, reducePartners, reduceUseless); err != nil {
		return err
	}
	if err := atLeastOne(c, "fuel", "jobs"); err != nil {
		return err
	}
	// With or without the @: the text of a program has it, its tables have not.
	f.options.Entry, f.ubFunc = symbol(f.options.Entry), symbol(f.ubFunc)
	for n := range f.keep {
		f.keep[n] = symbol(f.keep[n])
	}
	if err := f.validate(files); err != nil {
		return err
	}
	if f.textual(files) {
		return f.runC(c, files[0])
	}
	// start is not changed: the reducer works on clones of it.
	var start reduce.Case
	for _, name := range files {
		m, err := load(name)
		if err != nil {
			return err
		}
		start = append(start, m)
	}
	// The function to run; of a transformation and a check it is @main, which they ask for themselves.
	if f.test == "" {
		for _, m := range start {
			if err := defined(m, f.options.Entry); err != nil {
				return err
			}
		}
	}
	if err := f.keepable(start); err != nil {
		return err
	}
	if err := writable(f.out...); err != nil {
		return err
	}
	// From here on Ctrl-C ends with the best program so far instead of with nothing.
	ctx, stop := interruptible(c)
	defer stop()
	begin := time.Now()
	p, err := f.first(ctx, start)
	switch {
	case err != nil && ctx.Err() != nil:
		return untried(c)
	case err != nil:
		return err
	}
	live := newLiveLine(c.ErrOrStderr())
	o := reduce.Options{Keep: f.keep, Jobs: f.jobs, Save: f.save, Progress: func(s *reduce.Stats) { live.reduction(s, f.unit(), begin, f.limit) }}
	// Without --time the reduction runs until nothing more can be removed.
	if f.limit > 0 {
		// The first question counts: --time is what the user waits for. 1 ns instead of 0, which would be no limit.
		o.Time = max(f.limit-time.Since(begin), 1)
	}
	res, err := reduce.Run(ctx, start, p, o)
	live.clear()
	// Without a result nothing was adopted, not even the start.
	if ctx.Err() != nil && res == nil {
		return untried(c)
	}
	if err != nil && ctx.Err() == nil {
		return badInput{f.explain(ctx, start, res, err)}
	}
	// Again after the end, though each step was saved: if no step succeeded nothing has been written yet.
	d, err := f.finish(ctx, p, res)
	if err != nil {
		return badInput{err}
	}
	if f.format == "json" {
		if err := writeRecord(c.OutOrStdout(), "reduce", recordOfReduction(res, f.out, d)); err != nil {
			return err
		}
	} else {
		f.report(c.ErrOrStderr(), res)
		if d != nil {
			command := "" // that takes two files
			if len(f.out) == 2 {
				command = d.Command(f.out[0], f.out[1])
			}
			fmt.Fprint(c.ErrOrStderr(), "\n", quote.Text(d.Text(command, false)))
		}
	}
	// A flaky predicate makes the result worthless, which is worse than an interruption.
	switch {
	case res.Flaky:
		return badInput{fmt.Errorf("the predicate is flaky: asked again, it does not find the result interesting (the result is written)")}
	case ctx.Err() != nil:
		fmt.Fprintf(c.ErrOrStderr(), "interrupted: the best so far is in %s\n", strings.Join(f.out, " and "))
		return status(statusInterrupted)
	}
	return nil
}

// finish writes the result, under its counterexample if the question was one of refinement and the answer can be trusted.
// The counterexample is that of the files as they are then, so that the lines that it names are theirs.
func (f *reduceFlags) finish(ctx context.Context, p reduce.Predicate, res *reduce.Result) (*difftest.Divergence, error) {
	q, ok := p.(interface {
		Counterexample(context.Context, reduce.Case) *difftest.Divergence
	})
	if !ok || res.Flaky {
		return nil, f.write(res.Best, "")
	}
	// Also after Ctrl-C, but not for long: what is not minimal by then is told as it is.
	short, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
	defer cancel()
	d := q.Counterexample(short, res.Best)
	if d == nil {
		return nil, f.write(res.Best, "")
	}
	if err := f.write(res.Best, headerOf(d)); err != nil {
		return nil, err
	}
	var files reduce.Case
	for _, name := range f.out {
		// What is no regular file, such as a device, does not read back.
		m, err := load(name)
		if err != nil {
			return d, nil
		}
		files = append(files, m)
	}
	return cmp.Or(q.Counterexample(short, files), d), nil
}

// untried is the end of a reduction that was interrupted before its first candidate.
func untried(c *cobra.Command) error {
	fmt.Fprintln(c.ErrOrStderr(), "interrupted before anything was tried: nothing is written")
	return status(statusInterrupted)
}

// transformNames and checkNames list the rows of the fuzz lab.
func transformNames() []string {
	var names []string
	for _, t := range check.Transforms() {
		names = append(names, t.Name)
	}
	return names
}

func checkNames() []string {
	var names []string
	for _, c := range check.All() {
		names = append(names, c.Name)
	}
	return names
}

// validate looks at how the flags fit together.
//
// All of it is usage, found before a file is read. The order of the cases is that in which a person would
// notice: the question, the inputs, the outputs.
func (f *reduceFlags) validate(files []string) error {
	n := 0
	for _, given := range []bool{f.test != "", f.ub != "", f.panics, f.verdict != "", f.differential, f.check != ""} {
		if given {
			n++
		}
	}
	want := 1
	if f.differential && f.transform == "" || f.test != "" && len(files) == 2 {
		want = 2
	}
	switch {
	case n != 1:
		return fmt.Errorf("say what is interesting with one of --test, --ub, --panic, --verdict, --differential and --check")
	case len(files) == 2 && len(f.out) < 2 && f.differential && !exists(files[0]):
		return fmt.Errorf("%s is neither a file nor a transformation: %s%s", files[0], alternatives(transformNames()), meant(files[0], transformNames()))
	case len(files) != want:
		return fmt.Errorf("expected %s, got %d", ir.Counted(want, "input file"), len(files))
	case len(f.out) != want:
		return fmt.Errorf("expected %s (-o), got %d", ir.Counted(want, "output file"), len(f.out))
	case want == 2 && f.out[0] == f.out[1]:
		return fmt.Errorf("the two outputs of a pair must be different files")
	case f.args != "" && f.input != "":
		return fmt.Errorf("--args and --input both give the input: use one")
	// Undefined behaviour is allowed on one input that is known; on generated ones anything would diverge.
	case f.allowUB && !f.textual(files) && (!f.differential || f.transform != "" || f.options.Entry == "" || f.args == "" && f.input == ""):
		return fmt.Errorf("--allow-ub needs --differential with two files, --entry and --args or --input")
	case f.limit < 0 || f.testTimeout < 0:
		return fmt.Errorf("--time and --test-timeout must not be negative")
	}
	for _, name := range f.out {
		if name == "-" {
			return fmt.Errorf("the output must be a file: it is replaced after every step")
		}
	}
	return nil
}

// keepable reports a name of --keep that no program has: a spelling mistake would lose the function.
func (f *reduceFlags) keepable(start reduce.Case) error {
	var names []string
	for _, m := range start {
		for _, fn := range m.Funcs {
			names = append(names, fn.Name)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	for _, k := range f.keep {
		if !slices.Contains(names, k) {
			return badInput{fmt.Errorf("--keep: there is no function %q; there are %s%s", k, strings.Join(names, ", "), meant(k, names))}
		}
	}
	return nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// first makes the question that the flags ask, whose first answer may take as long as the reduction, and a second.
func (f *reduceFlags) first(ctx context.Context, start reduce.Case) (reduce.Predicate, error) {
	limited, cancel := ctx, context.CancelFunc(func() {})
	if f.limit > 0 {
		// A second at least: a limit so short that nothing can be asked would only ever report itself.
		limited, cancel = context.WithTimeout(ctx, max(f.limit, time.Second))
	}
	defer cancel()
	p, err := f.predicate(limited, start)
	// An interruption is none of --time's; the caller speaks of it.
	if err != nil && ctx.Err() == nil && limited.Err() != nil {
		return nil, badInput{fmt.Errorf("--time %v was over before the first answer: %w", f.limit, err)}
	}
	return p, err
}

// predicate makes the question that the flags ask, and keeps the function that it runs.
//
// For the questions that run the interpreter it has been asked once when this returns, and said yes: an
// uninteresting start is reported with the verdict that there is instead.
func (f *reduceFlags) predicate(ctx context.Context, start reduce.Case) (reduce.Predicate, error) {
	// What a command asks is not known here, so that it is asked by the reducer alone. Commands of users often
	// write to a file with a fixed name, so one runs at a time unless -j says otherwise.
	if f.test != "" {
		p := &predicate.Command{Line: f.test, Timeout: f.testTimeout}
		if f.jobs = max(f.jobs, 1); f.jobs > 1 {
			if err := p.Together(ctx, start, f.jobs); err != nil {
				return nil, badInput{fmt.Errorf("--test with -j %d: %w", f.jobs, err)}
			}
		}
		return p, nil
	}
	in, err := f.readInput()
	if err != nil {
		return nil, err
	}
	o := f.options
	switch {
	case f.check != "":
		return f.checkFails(start[0])
	case f.transform != "":
		return f.transformed(ctx, start, in)
	case f.differential:
		return f.pair(ctx, start, in)
	}
	f.options.Entry = cmp.Or(o.Entry, "main")
	f.keep = append(f.keep, f.options.Entry)
	if _, err := f.prepare(start[0], in); err != nil {
		return nil, err
	}
	o.Strict = true
	p := &predicate.Program{Options: o, Input: in}
	switch {
	case f.ub != "":
		code, err := findCode(f.ub)
		if err != nil {
			return nil, badInput{err}
		}
		p.Want = func(out *interp.Outcome) bool {
			return out.Kind == interp.Undefined && out.UB.Code == code && (f.ubFunc == "" || out.UB.Where.Func == f.ubFunc)
		}
	case f.verdict != "":
		// The prefix is what tuffy-interp --reduce prints before it; both ways of copying the line work.
		want := strings.TrimPrefix(f.verdict, "verdict: ")
		p.Want = func(out *interp.Outcome) bool {
			rest, ok := strings.CutPrefix(verdictLine(out), want)
			// Words of a verdict may be left out from the end, but not parts of words: "returned 4" is not "returned 42".
			return ok && (rest == "" || strings.ContainsAny(rest[:1], " :,;"))
		}
	}
	// Bound also sets the fuel by what this run takes.
	out, err := p.Bound(ctx, start[0])
	switch {
	case err != nil:
		return nil, badInput{err}
	// No outcome means that the interpreter panicked.
	case out == nil && p.Want != nil:
		return nil, badInput{fmt.Errorf("%w: the interpreter panics; reduce it with --panic", reduce.ErrUninteresting)}
	case out != nil && p.Want == nil:
		return nil, badInput{fmt.Errorf("%w: the interpreter does not panic, the verdict is: %s", reduce.ErrUninteresting, verdictLine(out))}
	case out != nil && !p.Want(out):
		return nil, badInput{fmt.Errorf("%w: the verdict is: %s", reduce.ErrUninteresting, verdictLine(out))}
	}
	return p, nil
}

// pair makes the question of --differential with two files.
func (f *reduceFlags) pair(ctx context.Context, start reduce.Case, in *difftest.Input) (reduce.Predicate, error) {
	p := f.comparison(in)
	return p, f.find(ctx, p, start, &p.Config)
}

// comparison is what both kinds of --differential ask. An input is for one function, @main unless --entry
// says another.
func (f *reduceFlags) comparison(in *difftest.Input) *predicate.Pair {
	o := f.options
	p := &predicate.Pair{Config: difftest.Config{Entry: o.Entry, Seed: o.Seed, Options: o, Workers: f.jobs}, AllowUB: f.allowUB}
	if in != nil {
		p.Config.Entry = cmp.Or(o.Entry, "main")
		p.Config.Inputs = []*difftest.Input{in}
	}
	return p
}

// find makes the first divergence the one to keep, with the function that shows it.
//
// c is the configuration of p, whose Entry is that of the divergence when Find returns.
func (f *reduceFlags) find(ctx context.Context, p interface {
	Find(context.Context, reduce.Case) (*difftest.Divergence, error)
}, start reduce.Case, c *difftest.Config) error {
	d, err := p.Find(ctx, start)
	if err != nil {
		return badInput{err}
	}
	if d == nil && !f.allowUB {
		return badInput{fmt.Errorf("%w: the programs do not diverge on the inputs tried", reduce.ErrUninteresting)}
	}
	f.keep = append(f.keep, c.Entry)
	return nil
}

// transformed makes the question of --differential with a transformation.
func (f *reduceFlags) transformed(ctx context.Context, start reduce.Case, in *difftest.Input) (reduce.Predicate, error) {
	if err := check.Runnable(start[0]); err != nil {
		return nil, badInput{err}
	}
	p := &predicate.Transformed{Pair: *f.comparison(in)}
	for _, t := range check.Transforms() {
		if t.Name == f.transform {
			p.Apply = func(m *ir.Module) *ir.Module {
				return t.Apply(&check.Subject{Module: m, Seed: f.options.Seed, Fuel: f.options.Fuel})
			}
		}
	}
	f.keep = append(f.keep, "main")
	return p, f.find(ctx, p, start, &p.Config)
}

// checkFails makes the question of --check.
//
// The signature says which failure of the check it is, so that a reduction does not slip to another bug.
func (f *reduceFlags) checkFails(m *ir.Module) (reduce.Predicate, error) {
	c, err := check.Named(f.check)
	if err != nil {
		return nil, badInput{err}
	}
	if err := sandboxed(f.sandbox, []check.Check{c}); err != nil {
		return nil, err
	}
	if err := check.Runnable(m); err != nil {
		return nil, badInput{err}
	}
	f.keep = append(f.keep, "main")
	// Every candidate is asked with the seed of the start: what a check draws must not change under the reducer.
	try := func(m *ir.Module) *check.Failure {
		return c.Try(&check.Subject{Module: m, Seed: f.options.Seed, Fuel: f.options.Fuel})
	}
	first := try(m)
	if first == nil {
		return nil, badInput{fmt.Errorf("%w: the check does not fail with --seed %d; the command that shows a campaign's bug names the seed", reduce.ErrUninteresting, f.options.Seed)}
	}
	want := first.Signature()
	return reduce.PredicateFunc(func(_ context.Context, k reduce.Case) (bool, error) {
		failure := try(k[0])
		return failure != nil && failure.Signature() == want, nil
	}), nil
}

// findCode reads a number or name of undefined behaviour.
//
// The number, the slug and the identifier (in any case) name the same code.
func findCode(s string) (interp.Code, error) {
	for _, c := range interp.Codes() {
		if s == c.Slug() || s == fmt.Sprint(uint8(c)) || strings.EqualFold(s, c.ID()) {
			return c, nil
		}
	}
	return 0, fmt.Errorf("there is no code %q; 'tuffy-interp explain' lists them%s", s, meant(s, codeWords()))
}

// explain says more about why a reduction did not happen or ended.
//
// The command is run once more, only for its output: the reducer throws that away.
func (f *reduceFlags) explain(ctx context.Context, start reduce.Case, res *reduce.Result, err error) error {
	if res != nil && res.Stats.Tests > 0 {
		return fmt.Errorf("%w (stopped at %d of %d instructions)", err, res.Stats.Size, res.Stats.Start)
	}
	if f.test == "" || !errors.Is(err, reduce.ErrUninteresting) {
		return err
	}
	out, how := (&predicate.Command{Line: f.test, Timeout: f.testTimeout}).Run(ctx, start)
	tail := bytes.TrimSpace(out)
	// The end is where a failing command says why; 1000 bytes fit a screen.
	tail = tail[max(0, len(tail)-1000):]
	switch {
	case errors.Is(how, predicate.ErrTimeout):
		return fmt.Errorf("%w: the command was killed after --test-timeout %v", err, f.testTimeout)
	// Two answers to one question: flaky, whatever comes first.
	case how == nil:
		return fmt.Errorf("%w: asked once more, the command says yes", reduce.ErrFlaky)
	case len(tail) == 0:
		return fmt.Errorf("%w: the command ended with %v and no output", err, how)
	}
	return fmt.Errorf("%w: the command ended with %v and said:\n%s", err, how, tail)
}

// save writes the files of a case so that each is always a whole program.
//
// Of a pair each file is whole, but an interruption between them may leave files of two steps.
func (f *reduceFlags) save(c reduce.Case) error { return f.write(c, "") }

// write is save with a comment on top of each file.
func (f *reduceFlags) write(c reduce.Case, header string) error {
	for n, m := range c {
		if err := writeWhole(f.out[n], []byte(header+m.String())); err != nil {
			return fmt.Errorf("cannot write the output: %w", err)
		}
	}
	return nil
}

// writeWhole replaces a file by renaming a complete new one; what is no regular file, such as a
// device, is written to.
//
// The new file is in the same folder, since a rename does not cross file systems.
func writeWhole(name string, text []byte) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(name, text, 0)
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	if _, err = tmp.Write(text); err == nil {
		// os.CreateTemp makes it readable by its owner alone.
		err = tmp.Chmod(0o644)
	}
	if e := tmp.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	if err != nil {
		os.Remove(tmp.Name())
	}
	return err
}

// report says how far it came. Transformations that were never tried are left out, as are all with --quiet.
func (f *reduceFlags) report(w io.Writer, res *reduce.Result) {
	s := &res.Stats
	end := "nothing more can be removed"
	if !res.Complete {
		end = "stopped early: reduce the output to continue"
	}
	fmt.Fprintf(w, "%d %s → %d, %d tests, %d answers from the cache, %s\n", s.Start, f.unit(), s.Size, s.Tests, s.Hits, end)
	if f.quiet {
		return
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "transformation\ttests\taccepted\tremoved\ttime\t")
	for _, x := range s.Transforms {
		if x.Tests > 0 {
			fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%v\t\n", x.Name, x.Tests, x.Accepted, x.Removed, x.Elapsed.Round(time.Millisecond))
		}
	}
	t.Flush()
}
