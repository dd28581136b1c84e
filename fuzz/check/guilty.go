package check

import (
	"context"
	"slices"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/fuzz/mutate"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// What is at fault, in words that are the same for every program that shows the bug. Two checks that see
// one bug name the same cause, so they are one row of a campaign; two bugs that end alike have two causes.
const (
	causeRewrite   = "rewrite "         // and PASS/RULE: of a pass, as bisection finds it
	causeCode      = "code generation " // and an opcode: of selection, allocation, emission
	causeLegalize  = "legalization "    // and an opcode
	causeEvaluator = "interpreter "     // and an opcode: of one of the evaluators
)

// blame finds what of the compiler is at fault: a rewrite of the level's passes if the program is wrong
// once they have run, as the interpreter sees it, otherwise the first instruction whose value is another
// one in machine code.
func (r backendRow) blame(s *Subject, _ *Failure) (cause, story string) {
	level := func(*Subject) pass.Options {
		return pass.Options{Config: mustPreset(r.level), Policy: opt.FunctionPolicy()}
	}
	s.tokens = s.freshTokens()
	defer func() { s.tokens = false }()
	after, _ := optimized(s, level(s))
	if s.judge(after) != nil {
		rule, story := blame(s, level)
		if rule == "" {
			return "", story
		}
		return causeRewrite + rule, story
	}
	op := guiltyOpcode(after, s.Options(), func(m *ir.Module) bool {
		return r.compare(s.like(m), comparison{passes: noPasses(), maxSteps: maxBlameSteps}) != nil
	})
	if op == "" {
		return "", ""
	}
	cause = causeCode
	if s.legalizedWrong(after, r.level) {
		cause = causeLegalize
	}
	return cause + op, "the program is right when the passes of -O" + r.level + " have run; the first value that is another one in machine code is that of " + op
}

// maxBlameSteps are more than a program of a campaign takes, and so few that some hundred may be asked.
const maxBlameSteps = 6_000_000

func noPasses() *pass.Options { return &pass.Options{Config: &pass.Config{}} }

// mustPreset is the pipeline of a level of the table.
func mustPreset(level string) *pass.Config {
	c, err := opt.Preset(level)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return c
}

// like is another program looked at as s is, of which nothing is promised.
func (s *Subject) like(m *ir.Module) *Subject {
	return &Subject{Module: m, Seed: s.Seed, Fuel: s.Fuel, Open: s.Open, Reduced: true}
}

// legalizedWrong reports whether the program that instructions are selected for is already wrong. Only
// programs that stay IR are asked: what cannot be run after legalization is not at fault there.
func (s *Subject) legalizedWrong(m *ir.Module, level string) bool {
	legal := m.Clone()
	if _, err := compiler.Compile(context.Background(), legal, compiler.Options{Level: level, Workers: 1, Passes: noPasses()}); err != nil {
		return false
	}
	return ir.Verify(legal) == nil && s.like(m).judge(legal) != nil
}

// blameEvaluator finds the first instruction on whose value the evaluators do not agree.
func blameEvaluator(of func(s *Subject) *ir.Module, strict bool) func(s *Subject, f *Failure) (string, string) {
	return func(s *Subject, _ *Failure) (cause, story string) {
		o := s.Options()
		o.Strict = strict
		op := guiltyOpcode(of(s), o, func(m *ir.Module) bool { return compare(m, o) != nil })
		if op == "" {
			return "", ""
		}
		return causeEvaluator + op, "the first value on which the evaluators do not agree is that of " + op
	}
}

func itself(s *Subject) *ir.Module { return s.Module }

func itsMutant(s *Subject) *ir.Module { return mutate.Module(s.Module, s.Rand("mutant", 64)) }

const (
	// maxInlined bounds the rounds in which calls are inlined before an instruction is looked for.
	maxInlined = 4
	// maxPrefixes bounds the instructions that are asked about.
	maxPrefixes = 256
)

// guiltyOpcode names the opcode at which the program, which is wrong, begins to be: the first executed
// instruction such that @main is still wrong when it ends there and returns its value, or a branch after
// which it is elsewhere. Calls are inlined first as long as the program stays wrong. It is empty if
// no such instruction is found.
func guiltyOpcode(m *ir.Module, o interp.Options, wrong func(*ir.Module) bool) string {
	for range maxInlined {
		next := inlined(m)
		if next == nil || !wrong(next) {
			break
		}
		m = next
	}
	for n, at := range executed(m, o) {
		if n == maxPrefixes {
			break
		}
		if p := at.prefix(m); p != nil && wrong(p) {
			return at.op
		}
	}
	return ""
}

// inlined puts the callees of @main's calls in their places; nil if there is no such call.
func inlined(m *ir.Module) *ir.Module {
	m = m.Clone()
	f := m.Func("main")
	var calls []ir.Inst
	for b := range f.Blocks() {
		for i := range f.Insts(b) {
			if g := callee(m, f, i); g != nil && g != f && edit.Fits(f, i, g) {
				calls = append(calls, i)
			}
		}
	}
	if len(calls) == 0 || len(calls) > 32 {
		return nil
	}
	for _, i := range calls {
		edit.Inline(f, i, callee(m, f, i))
	}
	if ir.Verify(m) != nil {
		return nil
	}
	return m
}

// callee is the function of the module that a call names, nil if it names none.
func callee(m *ir.Module, f *ir.Func, i ir.Inst) *ir.Func {
	if f.Op(i) != ir.OpCall {
		return nil
	}
	d := f.Def(f.Arg(i, 0))
	if d == ir.NoInst || f.Op(d) != ir.OpSymbolAddr {
		return nil
	}
	return m.Func(m.SymbolName(ir.Symbol(f.Attr(d).Aux)))
}

// moment is a place of @main at which it can be made to end.
type moment struct {
	op   string   // that is at fault if the program is wrong up to here, and was not before
	inst ir.Inst  // whose value is returned, or
	bits int      // that the value needs with its sign, if it is an int
	into ir.Block // the block that was entered, if inst is none
}

// order notes what a run executes of @main, each instruction the first time.
type order struct {
	seen map[ir.Inst]bool
	all  []moment
	last ir.Inst // of @main
}

// Before notes the way into a block and the instruction.
func (w *order) Before(s *interp.Step) error {
	f := s.Func
	if f.Name != "main" || w.seen[s.Inst] {
		return nil
	}
	w.seen[s.Inst] = true
	if b := f.InstBlock(s.Inst); f.FirstInst(b) == s.Inst && w.last != ir.NoInst {
		w.all = append(w.all, moment{op: f.Op(w.last).String(), inst: ir.NoInst, into: b})
	}
	w.last = s.Inst
	w.all = append(w.all, moment{op: f.Op(s.Inst).String(), inst: s.Inst})
	return nil
}

// After notes how large the value is. An instruction that ended the run has none and is in the list all the same.
func (w *order) After(s *interp.Step) error {
	if len(w.all) == 0 || s.Func.Name != "main" || w.all[len(w.all)-1].inst != s.Inst {
		return nil
	}
	for _, v := range s.Func.Results(s.Inst) {
		if x, ok := s.Value(v); ok {
			if x, ok := x.(interp.Int); ok {
				w.all[len(w.all)-1].bits = int(x.V.BitLen()) + 1
			}
		}
	}
	return nil
}

// executed lists the moments of a run on the reference evaluator.
func executed(m *ir.Module, o interp.Options) []moment {
	w := &order{seen: map[ir.Inst]bool{}, last: ir.NoInst}
	o.Observer = w
	run(m, o)
	return w.all
}

// prefix is the program whose @main ends at the moment: it returns the value there, or 1 where it entered the
// block; any other return returns 0. It is nil where there is no value to return.
func (at moment) prefix(m *ir.Module) *ir.Module {
	m = m.Clone()
	f := m.Func("main")
	t, v := ir.Int, ir.NoValue
	b, rest := at.into, ir.NoInst
	if at.inst != ir.NoInst {
		k := slices.IndexFunc(f.Results(at.inst), func(v ir.Value) bool { return f.TypeOf(v) != ir.Mem })
		if k < 0 || f.Op(at.inst).IsTerminator() {
			return nil
		}
		v, b = f.Result(at.inst, k), f.InstBlock(at.inst)
		t, rest = f.TypeOf(v), f.NextInst(at.inst)
	} else {
		rest = f.FirstInst(b)
	}
	token := tokenBefore(f, b, rest)
	edit.Split(f, rest, ir.Synthetic)
	f.Returns = []ir.Param{{Type: t, Annot: claim(t, at.bits)}}
	for other := range f.Blocks() {
		if end := f.Terminator(other); other != b && end != ir.NoInst && f.Op(end) == ir.OpRet {
			edit.SetTerminator(f, other, func(k *ir.Builder) { k.Stop(ir.OpTrap, ir.Synthetic) })
		}
	}
	edit.SetTerminator(f, b, func(k *ir.Builder) {
		if v == ir.NoValue {
			v = k.Int64(1, ir.Synthetic)
		}
		if token == ir.NoValue {
			k.Ret(ir.Synthetic, v)
		} else {
			k.Ret(ir.Synthetic, v, token)
		}
	})
	if ir.Verify(m) != nil {
		return nil
	}
	return m
}

// claim is what code generation must know of an int that is returned: that it fits a register, or so many.
func claim(t ir.Type, bits int) ir.Annot {
	if t != ir.Int {
		return ir.NoAnnot
	}
	return ir.Signed(uint32(min((max(bits, 1)+63)/64*64, ir.MaxAnnotBits)))
}

// tokenBefore is the memory token at an instruction of b: the last one in the block, or of those that
// dominate it.
func tokenBefore(f *ir.Func, b ir.Block, before ir.Inst) ir.Value {
	tree := cfg.New(f).Dominators()
	for ; b != ir.NoBlock; b, before = tree.Parent(b), ir.NoInst {
		token := ir.NoValue
		for _, v := range f.Args(b) {
			if f.TypeOf(v) == ir.Mem {
				token = v
			}
		}
		for i := range f.Insts(b) {
			if i == before {
				break
			}
			for _, v := range f.Results(i) {
				if f.TypeOf(v) == ir.Mem {
					token = v
				}
			}
		}
		if token != ir.NoValue {
			return token
		}
	}
	return ir.NoValue
}
