package fuzz

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// CompareEngines runs a module on the fast engine and on the reference evaluator and describes
// the first difference: in how the run ended, its values, its reports (code, function, block,
// instruction, in full text), the number of instructions, the external calls and what they
// saw, or the output. Runs that an interpreter limit ended decide nothing. The context ends both runs, with its cause.
func CompareEngines(ctx context.Context, m *ir.Module, o interp.Options) error {
	_, err := compareEngines(ctx, m, o)
	return err
}

func compareEngines(ctx context.Context, m *ir.Module, o interp.Options) (*interp.Outcome, error) {
	o.Exact = false
	fast, fastOut, err := Run(ctx, m, o)
	if err != nil {
		return nil, err
	}
	o.Exact = true
	reference, referenceOut, err := Run(ctx, m, o)
	if err != nil {
		return nil, err
	}
	for _, k := range []interp.OutcomeKind{fast.Kind, reference.Kind} {
		if k == interp.OutOfFuel || k == interp.Unsupported {
			return fast, nil
		}
	}
	if !bytes.Equal(fastOut, referenceOut) {
		return fast, fmt.Errorf("output differs\nfast:  %q\nreference: %q", fastOut, referenceOut)
	}
	return fast, Compare(fast, reference)
}

// Options are for runs of generated programs, which end within their limits.
func Options(strict bool, seed uint64) interp.Options {
	return interp.Options{Strict: strict, Fuel: 1_000_000, Seed: seed, AddressSeed: seed, MemLimit: 64 << 20, MaxDepth: 200}
}

// Compare describes how the outcomes of the same run on the two engines differ.
func Compare(fast, reference *interp.Outcome) error {
	if f, p := behaviour(fast), behaviour(reference); f != p {
		return fmt.Errorf("the engines differ\nfast:\n%s\nreference:\n%s", f, p)
	}
	return nil
}

// Run runs a module and gives what it wrote, too. Where the context ends the run, the outcome is what was known until
// then and the error its cause, as of [interp.Run].
func Run(ctx context.Context, m *ir.Module, o interp.Options) (*interp.Outcome, []byte, error) {
	var out bytes.Buffer
	o.Stdout = &out
	res, err := interp.Run(ctx, m, o)
	return res, out.Bytes(), err
}

// behaviour writes all of an outcome that the engines must agree on.
func behaviour(o *interp.Outcome) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s steps=%d exit=%d %s", o.Kind, o.Steps, o.ExitCode, o.Reason)
	for _, v := range o.Values {
		s.WriteString(" " + interp.FormatValue(v, o.Space))
	}
	for _, u := range o.Reports {
		fmt.Fprintf(&s, "\n%s ×%d", u.Text(true), u.Times)
	}
	for _, e := range o.Events {
		fmt.Fprintf(&s, "\n%s reads %x at %s", e.Name, e.Read, e.Frame.Inst)
		for _, v := range append(append([]interp.Value(nil), e.Args...), e.Results...) {
			s.WriteString(" " + interp.FormatValue(v, o.Space))
		}
	}
	return s.String()
}
