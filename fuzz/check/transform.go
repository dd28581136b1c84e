package check

import (
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/rules/value"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/fuzz/mutate"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// Transform changes programs without changing what they mean: its result must refine its
// argument, whatever the bits are that the result calls don't-care, where those of the argument are
// truly so, and no memory token of it may be stale where none of the argument is. This is how a
// pass joins the fuzz lab. Each row may be asked of any program; a campaign weighs it by Share.
type Transform struct {
	Name  string
	Doc   string // one sentence: what it does
	Share int    // of 100 programs, on how many a campaign tries it
	// Apply returns the transformed copy of the subject's module, and leaves that alone. Nil
	// says that there is nothing to change.
	// It may draw from [Subject.Rand], must not keep the module, and must verify.
	Apply func(s *Subject) *ir.Module
	// Blame says of a failure which part of the transform is at fault, and tells its story. Nil
	// says that it has no parts.
	Blame func(s *Subject) (rule, story string)
}

// Transforms is the table of transforms. The order is that of reports. Passes follow.
func Transforms() []Transform {
	return append([]Transform{
		{Name: "reparse", Share: 5, Apply: reparse, Doc: "prints the program and parses the text"},
		{Name: "compact", Share: 5, Apply: compact, Doc: "drops what edits left in the arenas and renumbers the rest"},
		{Name: "dead", Share: 20, Apply: dead, Doc: "edits blocks that the run does not enter (equivalence modulo inputs)"},
		{Name: "loosen", Share: 10, Apply: loosen, Doc: "drops claims"},
		{Name: "image", Share: 15, Apply: image, Doc: "spells out initial zeros, or fills data from main instead of by its bytes and relocations"},
		{Name: "commute", Share: 10, Apply: commute, Doc: "swaps operands"},
		{Name: "spill", Share: 20, Apply: spill, Doc: "keeps values in memory between definition and use"},
		{Name: "llvm", Share: 20, Apply: throughLLVM, Doc: "writes the program as LLVM IR, where that has what it needs, and reads it back"},
		{Name: "rewrite", Share: 20, Apply: rewriteRules, Doc: "applies proven rewrite rules, all or so many"},
	}, optTransforms()...)
}

// Fireable lists what [Subject.Fired] may name. A campaign shows which of them never fired.
// The order is stable, as campaigns show it.
func Fireable() []string {
	out := []string{"transform expand"}
	for _, t := range Transforms() {
		out = append(out, "transform "+t.Name)
	}
	for _, r := range allRules {
		out = append(out, "rule "+r.Name)
	}
	out = append(out, backendFireable()...)
	return append(out, passFireable()...)
}

// fuelFactor and fuelFloor say how much longer a transformed program may run. Transforms such as
// image and spill add instructions.
// The bound only has to tell an end from none. The floor is for programs that end at once, where a factor
// gives nothing.
const (
	fuelFactor = 1000
	fuelFloor  = 100_000
)

// check compares the program with its transform. What must stay true of tokens and don't-care bits
// is found out before the transform runs, and only if it is true of the program itself.
func (t Transform) check(s *Subject) *Failure {
	// Before undefined behaviour a transform may do anything, so such programs show nothing.
	before := s.Base()
	if before.Kind == interp.Undefined || before.Kind == interp.OutOfFuel || before.Kind == interp.Unsupported || !s.closed() {
		s.Idle = true
		return nil
	}
	// A claim about tokens or bits can be lost only where it was true; asking costs two runs at most, that of bits only
	// if the result has some.
	s.tokens, s.bits = s.freshTokens(), true
	defer func() { s.tokens, s.bits = false, false }()
	m := t.Apply(s)
	if m == nil {
		s.Idle = true
		return nil
	}
	s.Fired = append(s.Fired, "transform "+t.Name)
	f := s.judge(m)
	if f == nil {
		return nil
	}
	// The story is computed while tokens and bits are set, so blame judges as this check did.
	if t.Blame != nil {
		rule, story := t.Blame(s)
		f.Rule, f.Detail = rule, story+"\n\n"+f.Detail
		if rule != "" {
			f.Cause = CauseRewrite + rule
		}
	}
	f.Detail += "\n\nbefore:\n" + s.Module.String() + "\nafter:\n" + m.String()
	return f
}

// blamePanic finds the cause of a panic of the transform, which [Transform.check] does not come to look for.
func (t Transform) blamePanic(s *Subject, f *Failure) (cause, story string) {
	if t.Blame == nil || !strings.HasPrefix(f.Message, "panic: ") {
		return "", ""
	}
	rule, story := t.Blame(s)
	if rule == "" {
		return "", ""
	}
	return CauseRewrite + rule, story
}

// judge says what is wrong with the result of a transform; nil if it refines the program.
func (s *Subject) judge(m *ir.Module) *Failure {
	if err := ir.Verify(m); err != nil {
		return &Failure{Rule: "verify", Message: unverified + firstLine(err.Error()), Detail: err.Error()}
	}
	// This is before the run: an external function of that name would end the run as unsupported, and
	// nothing would be compared.
	if name := s.lost(m); name != "" {
		return &Failure{Message: "the result names @" + name + ", which is gone"}
	}
	before, o := s.Base(), s.Options()
	// The same seed and addresses as before, so no difference comes from there.
	o.Fuel = fuelFactor*before.Effort() + fuelFloor
	after, why := (*interp.Outcome)(nil), ""
	tokens := s.tokens && !linear(m) // else none can be stale
	if tokens {
		p := o
		checkTokens(&p)
		after = run(m, p)
		why = differ(s.Module, before, after)
	}
	// The check of tokens only adds reports: a run with it that refines the program speaks for the one without it.
	if !tokens || why != "" || after.Kind == interp.Unsupported {
		checked, stale := after, why
		after = run(m, o)
		if after.Kind == interp.Unsupported {
			// However it would have continued: a loop without end that prints comes to the limit of memory first.
			if n, most := calls(after), calls(before); n > most {
				return &Failure{Message: fmt.Sprintf("makes %d external calls and more where the program makes %d", n, most), Detail: "before:\n" + before.Text() + "\nafter:\n" + after.Reason}
			}
			return nil
		}
		if why = differ(s.Module, before, after); why == "" && stale != "" {
			after, why = checked, stale
		}
	}
	if why == "" && s.bits && m.IgnoresBits() && s.sparesBits() {
		s.anyBits(&o)
		after = run(m, o)
		why = differ(s.Module, before, after)
	}
	if why == "" {
		return nil
	}
	return &Failure{Message: why, Detail: "before:\n" + before.Text() + "\nafter:\n" + after.Text()}
}

// calls counts the external calls that can be seen outside.
func calls(o *interp.Outcome) int {
	n := 0
	for _, e := range o.Events {
		if !interp.Unobservable(e.Name) {
			n++
		}
	}
	return n
}

// lost is a function of the program that m names and does not have: there it would be an external one,
// of which a run decides nothing. It is empty if there is none.
func (s *Subject) lost(m *ir.Module) string {
	// Only a module that lost a function can name one that is gone.
	if len(m.Funcs) == len(s.Module.Funcs) {
		return ""
	}
	gone := func(sym ir.Symbol) bool {
		name := m.SymbolName(sym)
		return m.Func(name) == nil && s.Module.Func(name) != nil
	}
	for _, d := range m.Data {
		for _, r := range d.Relocs {
			if gone(r.Sym) {
				return m.SymbolName(r.Sym)
			}
		}
	}
	for _, f := range m.Funcs {
		for i := range f.InstsOf(ir.OpSymbolAddr) {
			if gone(f.SymbolOf(i)) {
				return m.SymbolName(f.SymbolOf(i))
			}
		}
	}
	return ""
}

// under reports whether the program behaves the same under other options.
func (s *Subject) under(change func(o *interp.Options)) bool {
	o := s.Options()
	change(&o)
	return differ(s.Module, s.Base(), run(s.Module, o)) == ""
}

// freshTokens reports whether the program reads through no stale memory token.
// A stale token reads an older state of memory: such a program is undefined only under the option, so it
// may not be held to it.
func (s *Subject) freshTokens() bool {
	if s.fresh == 0 {
		s.fresh = -1
		if linear(s.Module) || s.under(checkTokens) {
			s.fresh = 1
		}
	}
	return s.fresh > 0
}

// sparesBits reports whether the program does the same whatever the bits are that it calls don't-care.
func (s *Subject) sparesBits() bool {
	if s.spared == 0 {
		s.spared = -1
		if !s.Module.IgnoresBits() || s.under(s.anyBits) {
			s.spared = 1
		}
	}
	return s.spared > 0
}

// checkTokens makes a read through a stale memory token undefined.
func checkTokens(o *interp.Options) { o.CheckMemSSA = true }

// anyBits makes don't-care bits random.
func (s *Subject) anyBits(o *interp.Options) {
	o.DontCare = interp.Choice{Kind: interp.ChooseRandom, Seed: s.Seed}
}

// refines is empty if after refines before. A program that does not end any more is named as such, whatever
// the comparison says of the limit.
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

// reparse is a transform that does not change anything but handles and order of tables.
func reparse(s *Subject) *ir.Module {
	m, err := parser.Parse("printed.tir", []byte(s.Module.Canonical()))
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

// Blocks that the run does not enter may be anything; if a change in them shows, something looked at code
// that is not executed.
func dead(s *Subject) *ir.Module {
	return mutate.Dead(s.Module, s.Executed, s.Rand("dead", 64))
}

// allRules is copied once: the table is large.
var allRules = value.All()

// rewriteRules applies the rewrite rules, in one of three programs only some firings so that
// what stands between them is compared too.
func rewriteRules(s *Subject) *ir.Module {
	m := s.Module.Clone()
	draw := s.Rand("rewrite", 2)
	limit := 0
	// A third, of 256.
	if draw[0] < 85 {
		limit = 1 + int(draw[1])%8
	}
	fired := 0
	for _, f := range m.Funcs {
		r := value.Apply(f, value.Options{Limit: limit})
		// The engine bounds its own rewriting; that it reached the bound means a cycle of rules.
		if r.Endless {
			panic("BUG: rewrite rules undo each other")
		}
		if r.Fired == 0 {
			continue
		}
		for _, rule := range allRules {
			if r.Counts[rule.Name] > 0 {
				s.Fired = append(s.Fired, "rule "+rule.Name)
			}
		}
		fired += r.Fired
	}
	if fired == 0 {
		return nil
	}
	return m
}
