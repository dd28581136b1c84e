package fuzz

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// Tool is something that looks at a run, or changes it, and must say the same on both engines.
type Tool struct {
	Name string
	// Start changes the options; what the result writes after the run is compared.
	Start func(o *interp.Options) (result func(w *bytes.Buffer) error)
}

// Tools are the tools of `tuffy interp`.
var Tools = []Tool{
	{"coverage", func(o *interp.Options) func(*bytes.Buffer) error {
		o.Coverage = &interp.Coverage{}
		return func(w *bytes.Buffer) error { return covered(o.Coverage, w) }
	}},
	{"trace", trace(interp.TraceOptions{})},
	{"trace as JSON", trace(interp.TraceOptions{JSON: true})},
	{"trace of every third instruction", trace(interp.TraceOptions{JSON: true, Show: func(f *ir.Func, i ir.Inst) bool {
		return (int(i)+len(f.Name))%3 == 0
	}})},
	{"trace with all others", func(o *interp.Options) func(*bytes.Buffer) error {
		result := trace(interp.TraceOptions{Show: func(f *ir.Func, i ir.Inst) bool { return f.Op(i) != ir.OpIConst && i%2 == 0 }})(o)
		o.DontCare, o.CheckMemSSA, o.Coverage = interp.Choice{Kind: interp.ChooseOne}, true, &interp.Coverage{}
		return func(w *bytes.Buffer) error {
			if err := result(w); err != nil {
				return err
			}
			return covered(o.Coverage, w)
		}
	}},
	{"check-memssa", func(o *interp.Options) func(*bytes.Buffer) error {
		o.CheckMemSSA = true
		return nothing
	}},
	{"coverage with check-memssa", func(o *interp.Options) func(*bytes.Buffer) error {
		o.CheckMemSSA, o.Coverage = true, &interp.Coverage{}
		return func(w *bytes.Buffer) error { return covered(o.Coverage, w) }
	}},
	{"dont-care zero", func(o *interp.Options) func(*bytes.Buffer) error {
		o.DontCare.Kind = interp.ChooseZero
		return nothing
	}},
	{"dont-care one", func(o *interp.Options) func(*bytes.Buffer) error {
		o.DontCare.Kind = interp.ChooseOne
		return nothing
	}},
	{"dont-care random with all others", func(o *interp.Options) func(*bytes.Buffer) error {
		o.DontCare, o.CheckMemSSA, o.Coverage = interp.Choice{Kind: interp.ChooseRandom, Seed: o.Seed}, true, &interp.Coverage{}
		return func(w *bytes.Buffer) error { return covered(o.Coverage, w) }
	}},
}

// covered writes all counts, an entry a line.
// Package fmt sorts maps by their keys.
func covered(c *interp.Coverage, w *bytes.Buffer) error {
	_, err := w.WriteString(strings.ReplaceAll(fmt.Sprintf("%v", *c), " {", "\n{"))
	return err
}

// trace is a tool that prints the run.
func trace(how interp.TraceOptions) func(o *interp.Options) func(*bytes.Buffer) error {
	return func(o *interp.Options) func(*bytes.Buffer) error {
		var lines bytes.Buffer
		o.Observer = interp.NewTracer(&lines, how)
		return func(w *bytes.Buffer) error {
			_, err := lines.WriteTo(w)
			return err
		}
	}
}

// nothing is said by a tool that changes the run alone.
func nothing(*bytes.Buffer) error { return nil }

// CompareTools runs a module with each tool on both engines and describes the first difference: in what the tool says,
// or in the run itself, as CompareEngines does. Runs that an interpreter limit ended decide nothing.
func CompareTools(ctx context.Context, m *ir.Module, o interp.Options) error {
	for _, tool := range Tools {
		if err := tool.Compare(ctx, m, o); err != nil {
			return fmt.Errorf("%s: %w", tool.Name, err)
		}
	}
	return nil
}

// Compare runs the module twice, and compares the runs before what the tool says of them.
func (tool Tool) Compare(ctx context.Context, m *ir.Module, o interp.Options) error {
	var said [2]bytes.Buffer
	var outcomes [2]*interp.Outcome
	for n, exact := range []bool{false, true} {
		o := o
		o.Exact = exact
		result := tool.Start(&o)
		out, text, err := Run(ctx, m, o)
		if err != nil {
			return err
		}
		if out.Kind == interp.OutOfFuel || out.Kind == interp.Unsupported {
			return nil
		}
		fmt.Fprintf(&said[n], "output %q\n", text)
		if err := result(&said[n]); err != nil {
			return err
		}
		outcomes[n] = out
	}
	if err := Compare(outcomes[0], outcomes[1]); err != nil {
		return err
	}
	fast, reference := bytes.Split(said[0].Bytes(), []byte("\n")), bytes.Split(said[1].Bytes(), []byte("\n"))
	for n, line := range fast {
		if n >= len(reference) || !bytes.Equal(line, reference[n]) {
			return fmt.Errorf("line %d differs\nfast:\n%s\nreference:\n%s", n, around(fast, n), around(reference, n))
		}
	}
	if len(reference) > len(fast) {
		return fmt.Errorf("the fast engine says nothing of\n%s", around(reference, len(fast)))
	}
	return nil
}

// around is line n with some before and after it.
func around(lines [][]byte, n int) []byte {
	return bytes.Join(lines[min(max(n-8, 0), len(lines)):min(n+4, len(lines))], []byte("\n"))
}
