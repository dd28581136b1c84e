package check

import (
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/fuzz"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// Transform changes programs without changing what they mean: its result must refine its
// argument. This is how a pass joins the fuzz lab.
type Transform struct {
	Name  string
	Doc   string // one sentence: what it does
	Share int    // of 100 programs, on how many a campaign tries it
	// Apply returns the transformed copy of the subject's module, and leaves that alone. Nil
	// says that there is nothing to change.
	Apply func(s *Subject) *ir.Module
}

// Transforms is the table of transforms.
func Transforms() []Transform {
	return []Transform{
		{Name: "reparse", Share: 5, Apply: reparse, Doc: "prints the program and parses the text"},
		{Name: "compact", Share: 5, Apply: compact, Doc: "drops what edits left in the arenas and renumbers the rest"},
		{Name: "dead", Share: 20, Apply: dead, Doc: "edits blocks that the run does not enter (equivalence modulo inputs)"},
	}
}

// fuelFactor and fuelFloor say how much longer a transformed program may run.
const (
	fuelFactor = 1000
	fuelFloor  = 100_000
)

// check compares the program with its transform.
func (t Transform) check(s *Subject) *Failure {
	before := s.Base()
	if s.Open || before.Kind == interp.Undefined || before.Kind == interp.OutOfFuel || before.Kind == interp.Unsupported {
		return nil
	}
	m := t.Apply(s)
	if m == nil {
		return nil
	}
	show := func() string { return "\n\nbefore:\n" + s.Module.String() + "\nafter:\n" + m.String() }
	if err := ir.Verify(m); err != nil {
		return &Failure{Rule: "verify", Message: firstLine(err.Error()), Detail: err.Error() + show()}
	}
	o := s.Options()
	o.Fuel = fuelFactor*before.Steps + fuelFloor
	after := run(m, o)
	if after.Kind == interp.Unsupported {
		return nil
	}
	why := differ(s.Module, before, after)
	if why == "" {
		return nil
	}
	return &Failure{Message: why, Detail: "before:\n" + before.Text() + "\nafter:\n" + after.Text() + show()}
}

func refines(before, after *interp.Outcome, returns []ir.Param) string {
	d := difftest.Refines(before, after, returns)
	switch {
	case d.Verdict == difftest.Refined:
		return ""
	case after.Kind == interp.OutOfFuel:
		return "does not end"
	}
	return d.Why
}

func reparse(s *Subject) *ir.Module {
	m, err := parser.Parse("printed.tir", []byte(s.Module.String()))
	if err != nil {
		panic("BUG: the text of a verified module does not read back: " + err.Error())
	}
	return m
}

func compact(s *Subject) *ir.Module {
	m := s.Module.Clone()
	for _, f := range m.Funcs {
		f.Compact()
	}
	return m
}

func dead(s *Subject) *ir.Module {
	return fuzz.MutateDead(s.Module, s.Executed, s.Rand("dead", 64))
}
