package check

import (
	"fmt"
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
)

// FuzzChecks holds every row of the table on generated programs.
func FuzzChecks(f *testing.F) {
	for _, data := range Seeds() {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := FromBytes(data)
		if err := ir.Verify(s.Module); err != nil {
			t.Fatalf("%v\n%s", err, s.Module)
		}
		for _, c := range All() {
			if f := c.Try(s); f != nil {
				t.Fatalf("%s\n%s\n\nthe program, seed %d:\n%s", f, f.Detail, s.Seed, s.Module)
			}
		}
	})
}

// FuzzTransforms applies transforms one after another: each must take what the others leave,
// and the last result must refine the program.
func FuzzTransforms(f *testing.F) {
	for n, data := range Seeds() {
		f.Add(data, []byte{byte(n), byte(n + 1), byte(n / 2)})
	}
	f.Fuzz(func(t *testing.T, data, order []byte) {
		if f := transformed(FromBytes(data), pipeline(Transforms(), order)); f != nil {
			t.Fatalf("%s\n%s", f, f.Detail)
		}
	})
}

// maxPipeline bounds the transforms of a pipeline.
const maxPipeline = 6

// pipeline is a transform that applies those that the bytes choose, one after another.
func pipeline(table []Transform, order []byte) Transform {
	order = order[:min(len(order), maxPipeline)]
	p := Transform{}
	for n, b := range order {
		if n > 0 {
			p.Name += ","
		}
		p.Name += table[int(b)%len(table)].Name
	}
	p.Apply = func(s *Subject) *ir.Module {
		var last *ir.Module
		for n, b := range order {
			in := *s
			if last != nil {
				in = Subject{Module: last, Seed: s.Seed, Fuel: s.Fuel, Open: s.Open}
			}
			m := table[int(b)%len(table)].Apply(&in)
			if m == nil {
				continue
			}
			if err := ir.Verify(m); err != nil {
				panic(fmt.Sprintf("BUG: transform %d of %s: %v", n, p.Name, err))
			}
			last = m
		}
		return last
	}
	return p
}

// transformed runs the check of a transform, whose panic is a failure too.
func transformed(s *Subject, t Transform) *Failure {
	return Check{Name: "transform/" + t.Name, Run: t.check}.Try(s)
}

// TestPipeline: a wrong transform is found wherever it stands in a pipeline.
func TestPipeline(t *testing.T) {
	planted := Transform{Name: "planted", Apply: func(s *Subject) *ir.Module {
		m := s.Module.Clone()
		f := m.Func("main")
		for b := range f.Blocks() {
			if i := f.Terminator(b); f.Op(i) == ir.OpRet {
				f.RemoveInst(i)
				f.At(b).Stop(ir.OpUnreachable, ir.Synthetic)
			}
		}
		return m
	}}
	table := append(Transforms(), planted)
	s := func() *Subject { return FromBytes(Seeds()[1]) }
	for at := range 3 {
		order := []byte{0, 1, 2}
		order[at] = byte(len(table) - 1)
		if f := transformed(s(), pipeline(table, order)); f == nil {
			t.Errorf("not found at %d", at)
		} else {
			t.Log(f)
		}
	}
	if f := transformed(s(), pipeline(table, []byte{0, 1, 2})); f != nil {
		t.Errorf("without it: %s", f)
	}
}
