package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/target"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/difftest/engines"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/x86"
)

// backendRow is a level to compile with. The program runs on the simulator, which reports more than
// the processor does (undefined flags, a broken calling convention), and on the processor, which is
// the truth: both execute the same bytes. level is the argument of -O, share that of Check.
type backendRow struct {
	// level is one of compiler.Options, share of 100 programs.
	level string
	share int
	// drawn says that level and target are drawn for each program, see [backendRow.of].
	drawn     bool
	target    *target.Target // nil is the default
	overrides []string       // that make it of the default
}

// -O0 and -O2 are what users run most; the others differ in passes that the optimizer's own checks
// cover. Settings of the machine are many, so that each program has some of its own.
var backendRows = []backendRow{{level: "0", share: 12}, {level: "1", share: 4}, {level: "2", share: 12}, {level: "3", share: 4}, {drawn: true, share: 12}}

func (r backendRow) name() string {
	if r.drawn {
		return "backend/any"
	}
	return "backend/O" + r.level
}

// doc is the sentence of the check.
func (r backendRow) doc() string {
	how := "-O" + r.level
	if r.drawn {
		how = "a level of -O and features and settings of the target that are drawn"
	}
	return "compiled with " + how + ", the program does on the simulator and on the processor what it does on the interpreter where that finds nothing undefined"
}

// The rows are in the order of the levels.
func backendChecks() []Check {
	var out []Check
	for _, r := range backendRows {
		out = append(out, Check{Name: r.name(), Share: r.share, Idles: true, Run: r.check, Blame: r.blame, Suspects: r.suspects, Doc: r.doc()})
	}
	return out
}

// What a campaign counts for each level: that code was made, refused, or came to a limit.
func backendFireable() []string {
	var out []string
	for _, r := range backendRows {
		out = append(out, r.name()+" compiled", r.name()+" rejected", r.name()+" limited")
	}
	return append(out, rowEvents[1:]...)
}

// rowEvents are the names of the events that code has a row of the table of encodings.
var rowEvents = func() []string {
	out := make([]string, len(x86.Forms))
	for op := range out {
		out[op] = "row " + x86.Op(op).String()
	}
	return out
}()

// expectation is what compiled code must do, on the only call there is: nil if there is nothing to
// compare. It is computed once a subject and shared by the levels. An interpreter that refuses the
// program leaves nothing to compare.
func (s *Subject) expectation() *engines.Behaviour {
	if s.expected == nil {
		// Undecided marks that the question was asked; it stays if there is nothing to compare.
		s.expected = &engines.Behaviour{End: engines.Undecided}
		base := s.Base()
		// Only programs that do not look at what is left open: compiled code chooses differently, and
		// rightly.
		if base.Kind != interp.Undefined && base.Kind != interp.OutOfFuel && base.Kind != interp.Unsupported && s.closed() {
			e := &engines.Interp{Options: s.Options(), Fuel: s.Options().Fuel, Base: base, Printed: s.printed.Bytes()}
			want, err := e.Run(context.Background(), s.program(), oneInput)
			switch {
			case err == nil:
				s.expected = want[0]
			case !rejected(err):
				panic("BUG: " + err.Error())
			}
		}
	}
	if s.expected.End == engines.Undefined || s.expected.End == engines.Undecided {
		return nil
	}
	return s.expected
}

// Subjects are entered at main, without arguments.
func (s *Subject) program() *engines.Program {
	return &engines.Program{Module: s.Module, Entry: "main"}
}

// check runs the program on the interpreter and compiled. A rejection is counted with names left
// out, so that equal reasons add up. Errors other than rejections are ours.
func (r backendRow) check(s *Subject) *Failure { return r.compare(s, comparison{}) }

// comparison says how to look at a program: the zero value as a check does, another one while blame looks for what
// is at fault.
type comparison struct {
	passes   *pass.Options // instead of the level's
	maxSteps uint64        // of the simulator: a program that takes more is not compared
	engine   string        // the only one that is asked, both if it is empty
}

// compare is check under a comparison.
func (r backendRow) compare(s *Subject, how comparison) *Failure {
	r = r.of(s)
	want := s.expectation()
	if want == nil {
		s.Idle = true
		return nil
	}
	p := s.program()
	// One worker: campaigns run several programs at a time. Check turns on the compiler's own
	// verification.
	// Check is on, so a pass of the backend that breaks an invariant is found where it does, as a panic,
	// and not by what the code computes.
	o := compiler.Options{Level: r.level, Target: r.target, Passes: how.passes, Workers: 1, Check: how.engine == ""}
	image, err := engines.Build(context.Background(), p, o, oneInput)
	if rejected(err) {
		// A rejection is the compiler's right: what it cannot compile it must refuse. Campaigns show how
		// often.
		f := Failure{Message: err.Error()}
		s.Rejected = append(s.Rejected, "O"+r.level+": "+f.Normalized())
		s.Fired = append(s.Fired, r.name()+" rejected")
		s.Idle = true
		return nil
	}
	if err != nil {
		panic("BUG: " + err.Error())
	}
	s.Fired = append(s.Fired, r.name()+" compiled")
	for _, op := range image.Rows() {
		s.Fired = append(s.Fired, rowEvents[op])
	}
	// The trial holds both engines to the behaviour of the interpreter, on the same image.
	t := &engines.Trial{Program: p, Image: image, Inputs: oneInput, Want: []*engines.Behaviour{want}, Options: s.Options(), MaxSteps: how.maxSteps}
	why, compared := "", false
	// The simulator goes first, as it explains more; if it differs the processor is not asked.
	for _, engine := range []string{"sim", "native"} {
		if how.engine != "" && engine != how.engine {
			continue
		}
		found, err := t.Run(context.Background(), engine)
		if rejected(err) { // a machine that the code is not for: the simulator has to do
			s.Rejected = append(s.Rejected, "O"+r.level+": "+err.Error())
			continue
		}
		if err != nil {
			panic("BUG: " + err.Error())
		}
		switch found[0].Kind {
		case engines.Agrees:
			compared = true
		// A run that came to a limit has shown nothing; it is counted so that a campaign shows if that is
		// the rule.
		case engines.Limited:
			s.Fired = append(s.Fired, r.name()+" limited")
		case engines.Differs:
			compared = true
			why = found[0].Why
			// The simulator found no difference, so the simulator's model may be what is wrong.
			if engine == "native" {
				why = onProcessor + why
			}
		}
		if why != "" || how.maxSteps != 0 && !compared {
			break
		}
	}
	// It is idle only if no engine could compare.
	s.Idle = !compared
	if why == "" {
		return nil
	}
	return &Failure{Message: why, Detail: why + "\ncompiled with " + r.settings() + "\n\n" + s.Module.String() + "\n\n" + annotated(p, o)}
}

// onProcessor begins the message about a difference that the simulator does not show.
const onProcessor = "on the processor: "

// oneInput is the call of a @main without parameters. A nil input is a call without arguments.
var oneInput = []*difftest.Input{nil}

// rejected tells the compiler's refusal, which is data, from any other error, which is a bug.
func rejected(err error) bool {
	var r *engines.Rejected
	return errors.As(err, &r)
}

// annotated is the machine code of the program beside its IR. It compiles again, since a failure is
// rare and its text is long.
func annotated(p *engines.Program, o compiler.Options) string {
	code, err := compiler.Compile(context.Background(), p.Module.Clone(), o)
	if err != nil {
		return err.Error()
	}
	var b bytes.Buffer
	if err := object.WriteAnnotated(&b, code); err != nil {
		return fmt.Sprint(err)
	}
	return b.String()
}
