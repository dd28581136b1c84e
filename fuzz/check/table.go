package check

import (
	"context"
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/fuzz"
	"github.com/tuffy-ir/tuffy/fuzz/mutate"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// All is the table of checks: those of this file, then one for each row of [Transforms]. Shares are
// of 100 programs; cheap checks are asked always. The names are part of signatures and of reports.
func All() []Check {
	rows := []Check{
		{Name: "engines", Share: 100, Run: bothEvaluators, Blame: blameEvaluator(itself, true), Doc: "the fast engine and the reference evaluator agree on outcome, reports, calls, output and number of instructions"},
		{Name: "normal", Share: 10, Run: normal, Blame: blameEvaluator(itself, false), Doc: "the engines agree on what a run does that continues after undefined behaviour"},
		{Name: "tools", Share: 2, Run: tools, Doc: "the engines agree on what tools say of a run: coverage, traces, checked memory tokens, don't-care bits"},
		{Name: "text", Share: 20, Run: text, Doc: "the printed module parses to a module that prints the same"},
		{Name: "mutant", Share: 10, Run: mutant, Blame: blameEvaluator(itsMutant, true), Doc: "what verifies runs without a panic, and on both engines alike, whatever its values are"},
		{Name: "choices", Share: 10, Run: choices, Doc: "nothing that the semantics leaves open is seen: addresses, freeze, NaN payloads, don't-care bits, stale memory tokens"},
		{Name: "planted", Share: 100, Run: planted, Doc: "undefined behaviour that the generator planted is reported, and nothing else"},
		{Name: "defined", Share: 100, Run: defined, Doc: "a program that the generator promises to be defined has no undefined behaviour"},
		{Name: "memory", Share: 100, Run: memoryRules, Doc: "constant data is at the end of a run as it was, and what free ends had been allocated and starts there"},
		{Name: "transform/expand", Share: 60, Run: expand, Doc: "the result refines the program, and the program the result: computes instructions by others that define them"},
	}
	for _, t := range Transforms() {
		// No generator makes the question that constant-p answers, so that having nothing to compare says nothing.
		rows = append(rows, Check{Name: "transform/" + t.Name, Doc: "the result refines the program: " + t.Doc, Share: t.Share, Idles: t.Name != "opt/constant-p", Run: t.check, Blame: t.blamePanic})
	}
	return append(rows, backendChecks()...)
}

// bothEvaluators compares two engines that share no code for evaluation.
// The reference evaluator is the judge; both have the same options, so the same addresses and choices.
func bothEvaluators(s *Subject) *Failure {
	return disagreement(s.Base(), s.Reference())
}

// normal is the mode that continues after a report; it reaches code behind undefined behaviour.
func normal(s *Subject) *Failure {
	o := s.Options()
	o.Strict = false
	return compare(s.Module, o)
}

// tools compares what tools say of a run, one after another: the first that differs is the failure.
func tools(s *Subject) *Failure {
	for _, tool := range fuzz.Tools {
		if err := tool.Compare(context.Background(), s.Module, s.Options()); err != nil {
			return &Failure{Rule: tool.Name, Message: "the engines differ with " + tool.Name, Detail: err.Error()}
		}
	}
	return nil
}

// mutant checks that the verifier is strict enough: what it accepts must run. Mutants are bounded
// tightly, as they may loop.
// Mutants may do anything but crash an engine or tell two engines apart.
func mutant(s *Subject) *Failure {
	m := mutate.Module(s.Module, s.Rand("mutant", 64))
	if err := ir.Verify(m); err != nil {
		return &Failure{Rule: "verify", Message: firstLine(err.Error()), Detail: m.String()}
	}
	o := s.Options()
	// The bound is lower than that of programs that are known to end.
	o.Fuel = min(o.Fuel, 20_000)
	f := compare(m, o)
	if f != nil {
		f.Detail += "\n\nthe mutant:\n" + m.String()
	}
	return f
}

// compare runs both engines under the same options.
func compare(m *ir.Module, o interp.Options) *Failure {
	fast := run(m, o)
	o.Exact = true
	return disagreement(fast, run(m, o))
}

// disagreement compares two runs that must not differ in anything. Limits of the two engines may be
// met at different moments.
// A limit is no behaviour: one engine counts in another way near it.
func disagreement(fast, reference *interp.Outcome) *Failure {
	for _, o := range []*interp.Outcome{fast, reference} {
		if o.Kind == interp.OutOfFuel || o.Kind == interp.Unsupported {
			return nil
		}
	}
	err := fuzz.Compare(fast, reference)
	if err == nil {
		return nil
	}
	return &Failure{Rule: firstDifference(fast, reference), Message: summary(fast, reference), Detail: err.Error()}
}

// firstDifference names the instruction where two runs begin to differ, as far as their reports
// tell. It goes by reports, since outcomes without any differ in too many ways to name.
func firstDifference(a, b *interp.Outcome) string {
	// Reports are in the order in which they happened, so the first that differs is where the runs part.
	for n := range max(len(a.Reports), len(b.Reports)) {
		switch {
		case n >= len(a.Reports):
			return b.Reports[n].Code.Slug() + " at " + opcode(b.Reports[n].Where.Inst)
		case n >= len(b.Reports):
			return a.Reports[n].Code.Slug() + " at " + opcode(a.Reports[n].Where.Inst)
		}
		x, y := a.Reports[n], b.Reports[n]
		if x.Text(true) != y.Text(true) || x.Times != y.Times {
			// Equal codes with other causes: the poison came from elsewhere, and the place of the report
			// says little.
			if x.Cause != nil && y.Cause != nil && x.Cause.Text() != y.Cause.Text() {
				return "cause of " + x.Code.Slug()
			}
			return x.Code.Slug() + " at " + opcode(x.Where.Inst)
		}
	}
	if a.Kind != b.Kind {
		return a.Kind.String() + " and " + b.Kind.String()
	}
	// A difference in values has no place.
	return ""
}

// summary says in a line how two runs differ.
// It is the first of the differences in the order of what is easiest to see.
func summary(a, b *interp.Outcome) string {
	x, y := a.Text(), b.Text()
	switch {
	case x != y:
		return firstLine(x) + " against " + firstLine(y)
	case len(a.Reports) != len(b.Reports):
		return fmt.Sprintf("%d against %d reports", len(a.Reports), len(b.Reports))
	case len(a.Events) != len(b.Events):
		return fmt.Sprintf("%d against %d external calls", len(a.Events), len(b.Events))
	case a.Steps != b.Steps:
		return "the numbers of instructions executed differ"
	}
	return "reports or external calls differ"
}

// opcode is the mnemonic without suffixes of an instruction as printed.
// inst is as in a report: results, mnemonic with suffixes, operands.
func opcode(inst string) string {
	if _, rest, ok := strings.Cut(inst, " = "); ok {
		inst = rest
	}
	inst, _, _ = strings.Cut(inst, " ")
	inst, _, _ = strings.Cut(inst, ".")
	return inst
}

// text is the round trip of printer and parser, verification included.
func text(s *Subject) *Failure {
	printed := s.Module.Canonical()
	back, err := parser.Parse("printed.tir", []byte(printed))
	if err != nil {
		return &Failure{Rule: "parse", Message: firstLine(err.Error()), Detail: err.Error() + "\n\n" + printed}
	}
	if err := ir.Verify(back); err != nil {
		return &Failure{Rule: "verify", Message: firstLine(err.Error()), Detail: err.Error() + "\n\n" + printed}
	}
	if again := back.Canonical(); again != printed {
		// The texts are compared, not the modules, as numbers of values may differ.
		return &Failure{Rule: "print", Message: "the text of what was read back is another one", Detail: printed + "\n\nbecame\n\n" + again}
	}
	return nil
}

// choices runs the program under other choices; only for programs that promise not to look. Of
// any other it is only known that its tokens are fresh, if they are.
func choices(s *Subject) *Failure {
	if !s.Reduced {
		return observesChoice(s, "")
	}
	if !linear(s.Module) {
		return nil
	}
	return observesChoice(s, staleTokens)
}

// staleTokens is the rule of a failure that is about memory tokens.
const staleTokens = "memory tokens"

// closed reports whether the program observes nothing that the semantics leaves open, so that a
// transform must not change what it does.
func (s *Subject) closed() bool {
	if s.Open || !s.Reduced {
		return !s.Open
	}
	if s.observes == 0 {
		s.observes = -1
		if observesChoice(s, "") != nil {
			s.observes = 1
		}
	}
	return s.observes < 0
}

// observesChoice finds a choice that the program observes, any or the one named. Undefined programs
// are left out: their behaviour may be any. Each choice is varied alone, so that the rule names it.
func observesChoice(s *Subject, only string) *Failure {
	base := s.Base()
	if s.Open || s.Expect != 0 || base.Kind == interp.Undefined || base.Kind == interp.OutOfFuel || base.Kind == interp.Unsupported {
		return nil
	}
	random := interp.Choice{Kind: interp.ChooseRandom, Seed: s.Seed + 1}
	for _, v := range []struct {
		name   string
		change func(o *interp.Options)
	}{
		// The offset is arbitrary; another seed is another layout.
		{"addresses", func(o *interp.Options) { o.AddressSeed += 12345 }},
		{"freeze", func(o *interp.Options) { o.Freeze = random }},
		{"NaN payloads", func(o *interp.Options) { o.NaN = random }},
		{"don't-care bits", func(o *interp.Options) { o.DontCare = random }},
		{staleTokens, func(o *interp.Options) { o.CheckMemSSA = true }},
	} {
		if only != "" && only != v.name {
			continue
		}
		o := s.Options()
		v.change(&o)
		other := run(s.Module, o)
		if why := differ(s.Module, base, other); why != "" {
			return &Failure{Rule: v.name, Message: why, Detail: "before:\n" + base.Text() + "\nafter:\n" + other.Text()}
		}
	}
	return nil
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// differ says why after does not refine before, empty if it does. It is the refinement of docs/spec
// with the signature of main.
func differ(m *ir.Module, before, after *interp.Outcome) string {
	d := refines(before, after, m.Func("main").Returns)
	if d == "" {
		return ""
	}
	if after.Kind == interp.Undefined {
		return fmt.Sprintf("%s: %s at %s", d, after.UB.Code.Slug(), opcode(after.UB.Where.Inst))
	}
	return d
}
