package verb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/compiler/front/c"
	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/reduce"
	creduce "github.com/tuffy-ir/tuffy/reduce/c"
	"github.com/tuffy-ir/tuffy/reduce/predicate"
)

// textual reports whether a program in C is reduced as text: its output is to be C, too.
func (f *reduceFlags) textual(files []string) bool {
	return len(files) == 1 && len(f.out) == 1 && isC(files[0]) && isC(f.out[0])
}

// unit is what sizes of a reduction are counted in.
func (f *reduceFlags) unit() string {
	if len(f.out) == 1 && isC(f.out[0]) {
		return "tokens"
	}
	return "instructions"
}

// runC reduces a program in C. The front end judges which candidates are valid, and the interpreter that no undefined
// behaviour comes in.
func (f *reduceFlags) runC(cmd *cobra.Command, file string) error {
	if err := f.usageOfC(); err != nil {
		return err
	}
	src, err := readFile(file)
	if err != nil {
		return err
	}
	if err := writable(f.out...); err != nil {
		return err
	}
	ctx, stop := interruptible(cmd)
	defer stop()
	begin := time.Now()
	live := newLiveLine(cmd.ErrOrStderr())
	o := creduce.Options{Jobs: f.jobs, Time: f.limit, Save: func(text string) error { return writeWhole(f.out[0], []byte(text)) },
		Progress: func(s *reduce.Stats) { live.reduction(s, f.unit(), begin, f.limit) }}
	if f.test != "" {
		o.Jobs = max(f.jobs, 1)
	}
	p, err := f.questionOfC(ctx, cmd, file, string(src), &o)
	if err != nil {
		return err
	}
	res, err := creduce.Run(ctx, string(src), p, o)
	live.clear()
	switch {
	case ctx.Err() != nil && res == nil:
		return untried(cmd)
	case err != nil && ctx.Err() == nil:
		return badInput{err}
	}
	all := &reduce.Result{Stats: res.Stats, Complete: res.Complete, Flaky: res.Flaky}
	if f.format == "json" {
		if err := writeRecord(cmd.OutOrStdout(), "reduce", recordOfReduction(all, f.out, nil)); err != nil {
			return err
		}
	} else {
		f.report(cmd.ErrOrStderr(), all)
	}
	switch {
	case res.Flaky:
		return badInput{errors.New("the predicate is flaky: asked again, it does not find the result interesting (the result is written)")}
	case ctx.Err() != nil:
		fmt.Fprintf(cmd.ErrOrStderr(), "interrupted: the best so far is in %s\n", f.out[0])
		return status(statusInterrupted)
	}
	return nil
}

// usageOfC refuses flags that are about Tuffy IR.
func (f *reduceFlags) usageOfC() error {
	switch {
	case f.differential:
		return errors.New("--differential reduces programs in Tuffy IR: let the outputs end in .tir")
	case len(f.keep) > 0:
		return errors.New("--keep is about functions in Tuffy IR: let the output end in .tir, or ask for the function with --test")
	}
	return nil
}

// compiledC is the module of a candidate, nil if the front end refuses it or panics of it.
func compiledC(file, text string) (m *ir.Module) {
	defer func() {
		if recover() != nil {
			m = nil
		}
	}()
	o := readC
	o.Warn = nil
	m, err := c.Compile([]c.File{{Name: file, Text: []byte(text)}}, o)
	if err != nil {
		return nil
	}
	return m
}

// questionOfC makes the question that the flags ask about a text, and says in o which texts are valid.
func (f *reduceFlags) questionOfC(ctx context.Context, cmd *cobra.Command, file, text string, o *creduce.Options) (creduce.Predicate, error) {
	start := compiledC(file, text)
	if f.test == "" {
		if start == nil {
			_, err := load(file)
			return nil, err
		}
		return f.moduleQuestion(ctx, file, text, start)
	}
	command := &predicate.Command{Line: f.test, Timeout: f.testTimeout}
	p := func(ctx context.Context, text string) (bool, error) { return command.InterestingText(ctx, ".c", text) }
	if yes, err := p(ctx, text); err != nil || !yes {
		out, how := command.RunTexts(ctx, ".c", text)
		return nil, badInput{cmp.Or(err, fmt.Errorf("%w: the command ended with %v and said:\n%s", reduce.ErrUninteresting, how, out[max(0, len(out)-1000):]))}
	}
	o.Valid = f.validC(ctx, cmd, file, start)
	return p, nil
}

// validC is what is asked of candidates before a command is: they compile, and the interpreter finds nothing undefined,
// as far as that is so of the start.
func (f *reduceFlags) validC(ctx context.Context, cmd *cobra.Command, file string, start *ir.Module) func(context.Context, string) bool {
	note := func(format string, args ...any) {
		if !f.quiet {
			fmt.Fprintf(cmd.ErrOrStderr(), "note: "+format+"\n", args...)
		}
	}
	if start == nil {
		note("Tuffy does not compile the program: whether candidates are valid is left to the command")
		return nil
	}
	compiles := func(_ context.Context, text string) bool { return compiledC(file, text) != nil }
	fuel := int64(50_000_000)
	clean := func(ctx context.Context, m *ir.Module) (steps int64, ok bool) {
		fn := m.Func("main")
		if fn == nil {
			return 0, false
		}
		o := interp.Options{Strict: true, SourceUB: true, Fuel: fuel, NoEvents: true}
		if len(fn.Params) > 0 {
			if !takesCommandLine(fn) {
				return 0, false
			}
			o.Prepare = commandLine([]string{file}, len(fn.Params)).Prepare(fn.Params, 1)
		}
		out, err := interp.Run(ctx, m, o)
		return fuelOf(out), err == nil && out.Kind != interp.Undefined && out.Kind != interp.OutOfFuel && len(out.Reports) == 0
	}
	if f.allowUB {
		return compiles
	}
	steps, ok := clean(ctx, start)
	if !ok {
		note("the program is undefined or does not end in the interpreter: candidates may be undefined, too")
		return compiles
	}
	fuel = max(4*steps, 100_000)
	return func(ctx context.Context, text string) bool {
		m := compiledC(file, text)
		if m == nil {
			return false
		}
		_, ok := clean(ctx, m)
		return ok
	}
}

func fuelOf(out *interp.Outcome) int64 {
	if out == nil {
		return 0
	}
	return out.Steps
}

// moduleQuestion is a question about the module of a program: its undefined behaviour, its verdict, a check.
func (f *reduceFlags) moduleQuestion(ctx context.Context, file, text string, start *ir.Module) (creduce.Predicate, error) {
	if f.check != "" {
		return f.checkOfC(file, text, start)
	}
	f.options.SourceUB = true
	p, err := f.first(ctx, reduce.Case{start})
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, text string) (bool, error) {
		m := compiledC(file, text)
		if m == nil || m.Func(f.options.Entry) == nil {
			return false, nil
		}
		return p.Interesting(ctx, reduce.Case{m})
	}, nil
}

// checkOfC is --check. A check looks at candidates as at programs of which nothing is promised.
func (f *reduceFlags) checkOfC(file, text string, start *ir.Module) (creduce.Predicate, error) {
	row, err := check.Named(f.check)
	if err != nil {
		return nil, badInput{err}
	}
	if err := sandboxed(f.sandbox, []check.Check{row}); err != nil {
		return nil, err
	}
	if err := check.Runnable(start); err != nil {
		return nil, badInput{err}
	}
	try := func(m *ir.Module, text string) *check.Failure {
		return row.Try(&check.Subject{Module: m, Seed: f.options.Seed, Fuel: f.options.Fuel, Source: text, Reduced: true})
	}
	first := try(start, text)
	if first == nil {
		return nil, badInput{fmt.Errorf("%w: the check does not fail with --seed %d, of a program of which nothing is promised", reduce.ErrUninteresting, f.options.Seed)}
	}
	want := first.Signature()
	return func(_ context.Context, text string) (bool, error) {
		m := compiledC(file, text)
		if m == nil || check.Runnable(m) != nil {
			return false, nil
		}
		g := try(m, text)
		return g != nil && g.Signature() == want, nil
	}, nil
}
