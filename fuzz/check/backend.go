package check

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/legalize"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/difftest/engines"
	"github.com/tuffy-ir/tuffy/interp"
)

// backendRow is a way to run compiled programs.
type backendRow struct {
	level  string
	native bool
	share  int
}

// backendRows are the ways. The simulator reports more than the processor does (undefined flags, a
// broken calling convention), and needs no process; the processor is the truth.
var backendRows = []backendRow{
	{"0", false, 12}, {"1", false, 4}, {"2", false, 12}, {"3", false, 4},
	{"0", true, 6}, {"2", true, 6},
}

func (r backendRow) name() string {
	if r.native {
		return "native/O" + r.level
	}
	return "backend/O" + r.level
}

func backendChecks() []Check {
	var out []Check
	for _, r := range backendRows {
		where := "on the simulator"
		if r.native {
			where = "on the processor"
		}
		out = append(out, Check{Name: r.name(), Share: r.share, Run: r.check,
			Doc: "compiled with -O" + r.level + ", the program does " + where + " what it does on the interpreter where that finds nothing undefined"})
	}
	return out
}

func backendFireable() []string {
	var out []string
	for _, r := range backendRows {
		out = append(out, r.name()+" compiled", r.name()+" rejected")
	}
	return out
}

// check runs the program on the interpreter and compiled.
func (r backendRow) check(s *Subject) *Failure {
	base := s.Base()
	if base.Kind == interp.Undefined || base.Kind == interp.OutOfFuel || base.Kind == interp.Unsupported || !s.judged() {
		return nil
	}
	p := &engines.Program{Module: s.Module, Entry: "main"}
	reference := &engines.Interp{Options: s.Options(), Fuel: s.Options().Fuel}
	want, err := reference.Run(p, oneInput)
	if rejected(err) {
		return nil
	}
	if err != nil {
		panic("BUG: " + err.Error())
	}
	if want[0].End == engines.Undefined || want[0].End == engines.Undecided {
		return nil
	}
	o := compiler.Options{Level: r.level, Workers: 1, Check: true}
	engine := engines.Engine(&engines.Sim{Compile: o, Steps: 2000*uint64(base.Steps) + 5_000_000})
	if r.native {
		engine = &engines.Native{Compile: o}
	}
	got, err := engine.Run(p, oneInput)
	if rejected(err) {
		f := Failure{Message: err.Error()}
		s.Rejected = append(s.Rejected, "O"+r.level+": "+f.Normalized())
		s.Fired = append(s.Fired, r.name()+" rejected")
		return nil
	}
	if err != nil {
		panic("BUG: " + err.Error())
	}
	s.Fired = append(s.Fired, r.name()+" compiled")
	why := engines.Compare(want[0], got[0])
	if why == "" && got[0].End == engines.Undecided && !r.native && !r.helped(p, o) {
		why = fmt.Sprintf("does not come to its end after %d instructions, where the interpreter needs %d: %s", got[0].Steps, base.Steps, got[0].Why)
	}
	if why == "" {
		return nil
	}
	return &Failure{Message: why, Detail: why + "\n\n" + s.Module.String() + "\n\n" + annotated(p, o)}
}

// helped reports whether the program calls a helper of legalization, such as a division of wide
// integers bit by bit, which may take any number of instructions.
func (r backendRow) helped(p *engines.Program, o compiler.Options) bool {
	code, err := compiler.Compile(p.Module.Clone(), o)
	return err != nil || slices.ContainsFunc(code.Funcs, func(f *object.Func) bool { return legalize.Helper(f.Name) })
}

// oneInput is the call of a @main without parameters.
var oneInput = []*difftest.Input{nil}

func rejected(err error) bool {
	var r *engines.Rejected
	return errors.As(err, &r)
}

// annotated is the machine code of the program beside its IR.
func annotated(p *engines.Program, o compiler.Options) string {
	code, err := compiler.Compile(p.Module.Clone(), o)
	if err != nil {
		return err.Error()
	}
	var b bytes.Buffer
	if err := object.WriteAnnotated(&b, code); err != nil {
		return fmt.Sprint(err)
	}
	return b.String()
}
