package check

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/fuzz/mutate"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	"github.com/tuffy-ir/tuffy/ir/edit"
	"github.com/tuffy-ir/tuffy/parser"
)

// What is at fault ([Failure.Cause]), in words that are the same for every program that shows the bug. Two checks that see
// one bug name the same cause, so they are one row of a campaign; two bugs that end alike have two causes.
const (
	// CauseRewrite begins the cause that is a rewrite, of a pass or of the passes of a level.
	CauseRewrite   = "rewrite "         // and PASS/RULE: of a pass, as bisection finds it
	causeCode      = "code generation " // and an opcode: of selection, allocation, emission
	causeLegalize  = "legalization "    // and an opcode
	causePanic     = "panic in "        // and a function
	causeEvaluator = "interpreter "     // and an opcode: of one of the evaluators
)

// blame finds what of the compiler is at fault: a rewrite of the level's passes if the program is wrong
// once they have run, as the interpreter sees it, otherwise the first instruction whose value is another
// one in machine code.
func (r backendRow) blame(s *Subject, f *Failure) (cause, story string) {
	r = r.of(s)
	s.tokens = s.freshTokens()
	defer func() { s.tokens = false }()
	var after *ir.Module
	if panics(func() { after, _ = optimized(s, r.passes(s)) }) || s.judge(after) != nil {
		rule, story := blame(s, r.passes)
		if rule == "" {
			return "", story
		}
		return CauseRewrite + rule, story
	}
	if strings.HasPrefix(f.Message, "panic: ") {
		return "", "" // the function that panicked says more than an instruction that was never made
	}
	g := r.guilty(s, after, f)
	if g.op == "" {
		return "", ""
	}
	cause = causeCode
	if s.legalizedWrong(after, r) {
		cause = causeLegalize
	}
	return cause + g.op, "the program is right when the passes of -O" + r.level + " have run; the first value that is another one in machine code is that of " + g.op
}

// passes are those of the level.
func (r backendRow) passes(*Subject) pass.Options {
	return pass.Options{Config: opt.ForMachine(mustPreset(r.level)), Policy: opt.MachinePolicy()}
}

// guilty looks for what is wrong in machine code, on the engine that showed it.
func (r backendRow) guilty(s *Subject, after *ir.Module, f *Failure) guilt {
	// What is left of a program in memory must not matter: a reduction asks of the text.
	if m, err := parser.Parse(after.File, []byte(after.Canonical())); err == nil && ir.Verify(m) == nil {
		after = m
	}
	how := comparison{passes: noPasses(), maxSteps: maxBlameSteps, engine: "sim"}
	if strings.HasPrefix(f.Message, onProcessor) {
		how.engine = "native"
	}
	return findGuilty(after, s.Options(), func(m *ir.Module) (v verdict) {
		// A shorter program that the compiler panics of shows another failure, and one that it refuses nothing.
		v = unknown
		defer func() { _ = recover() }()
		like := s.like(m)
		switch {
		case r.compare(like, how) != nil:
			return bad
		case !like.Idle:
			return right
		}
		return unknown
	})
}

// Suspect is a part of the compiler (compiler.Options.Parts) that may be at fault for a failure: it makes code for the
// instruction at which the shortest wrong program ends. Weight is the share of the instructions before it for which the part makes no
// code: they are right, so that a part that serves all of them, with weight 0, did right by them.
type Suspect struct {
	Part   string
	Weight float64
}

// maxRight bounds the right instructions that are looked at.
const maxRight = 12

// suspects compares what the compiler does where the failure begins with what it does before. There are none
// where a rewrite is at fault or the compiler panics: their causes are exact. Those that make the code themselves come first.
func (r backendRow) suspects(s *Subject, f *Failure) (out []Suspect) {
	if strings.HasPrefix(f.Cause, CauseRewrite) || strings.HasPrefix(f.Cause, causePanic) {
		return nil
	}
	r = r.of(s)
	after, _ := optimized(s, r.passes(s))
	g := r.guilty(s, after, f)
	if g.wrong == nil {
		return nil
	}
	in := map[string]int{}
	for _, x := range g.right {
		for _, p := range r.parts(x) {
			in[p]++
		}
	}
	// Where the legal program is wrong already, nothing behind legalization is at fault, else not legalization.
	legalization := strings.HasPrefix(f.Cause, causeLegalize)
	for _, p := range r.parts(g.wrong) {
		if strings.HasPrefix(p, "legalize.") != legalization {
			continue
		}
		out = append(out, Suspect{p, 1 - float64(in[p])/float64(max(len(g.right), 1))})
	}
	return out
}

// parts lists the parts of the compiler that make the code of the instructions with which a program ends, and of what serves its functions as a
// whole: rules of selection first, then functions, those that make instructions themselves before those that call them, then
// machine instructions.
func (r backendRow) parts(e *ending) []string {
	m := e.m.Clone()
	if _, err := pass.Run(context.Background(), m, table(), pass.Options{Config: pass.Single("reached", 1, "dead-functions")}); err != nil {
		panic("BUG: " + err.Error())
	}
	serves := served(m, e.insts)
	depth := map[string]int{}
	o := compiler.Options{Level: r.level, Target: r.target, Passes: noPasses(), Workers: 1, Parts: func(at ir.Origin, parts []string) {
		if at != ir.Synthetic && !serves[at] {
			return
		}
		for n, p := range parts {
			switch {
			case strings.HasPrefix(p, "rule "):
				n = -1
			case strings.HasPrefix(p, "x86 "):
				n = 1000
			}
			if d, ok := depth[p]; !ok || n < d {
				depth[p] = n
			}
		}
	}}
	if _, err := compiler.Compile(context.Background(), m, o); err != nil {
		return nil
	}
	return slices.SortedFunc(maps.Keys(depth), func(a, b string) int { return cmp.Or(cmp.Compare(depth[a], depth[b]), cmp.Compare(a, b)) })
}

// maxBehind is how many definitions before an instruction serve it: its operands, and theirs.
const maxBehind = 2

// served gives every instruction of m an origin of its own, and returns the origins of some of @main, of what makes their operands, and
// of all that they call.
func served(m *ir.Module, of []ir.Inst) map[ir.Origin]bool {
	out := map[ir.Origin]bool{}
	for _, f := range m.Funcs {
		for i := range f.AllInsts() {
			f.SetOrigin(i, m.SourceOrigin(ir.Position{Line: 1, Col: 1}))
		}
	}
	called := map[*ir.Func]bool{}
	var call func(f *ir.Func, i ir.Inst)
	call = func(f *ir.Func, i ir.Inst) {
		g := callee(m, f, i)
		if g == nil || called[g] {
			return
		}
		called[g] = true
		for k := range g.AllInsts() {
			out[g.Origin(k)] = true
			call(g, k)
		}
	}
	f := m.Func("main")
	var add func(i ir.Inst, behind int)
	add = func(i ir.Inst, behind int) {
		out[f.Origin(i)] = true
		call(f, i)
		if behind < maxBehind {
			for _, d := range makers(f, i) {
				add(d, behind+1)
			}
		}
	}
	for _, i := range of {
		add(i, 0)
	}
	return out
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
func (s *Subject) legalizedWrong(m *ir.Module, r backendRow) bool {
	legal := m.Clone()
	if _, err := compiler.Compile(context.Background(), legal, compiler.Options{Level: r.level, Target: r.target, Workers: 1, Passes: noPasses()}); err != nil {
		return false
	}
	return ir.Verify(legal) == nil && s.like(m).judge(legal) != nil
}

// blameEvaluator finds the first instruction on whose value the evaluators do not agree.
func blameEvaluator(of func(s *Subject) *ir.Module, strict bool) func(s *Subject, f *Failure) (string, string) {
	return func(s *Subject, _ *Failure) (cause, story string) {
		o := s.Options()
		o.Strict = strict
		g := findGuilty(of(s), o, func(m *ir.Module) verdict {
			if compare(m, o) != nil {
				return bad
			}
			return right
		})
		if g.op == "" {
			return "", ""
		}
		return causeEvaluator + g.op, "the first value on which the evaluators do not agree is that of " + g.op
	}
}

func itself(s *Subject) *ir.Module { return s.Module }

func itsMutant(s *Subject) *ir.Module { return mutate.Module(s.Module, s.Rand("mutant", 64)) }

const (
	// maxInlined bounds the calls that are inlined, one in the callee of another.
	maxInlined = 8
	// maxPrefixes bounds the programs that are asked about between two of them.
	maxPrefixes = 128
)

// makers are the instructions that make the operands of i, memory left out. What branches hand to a block argument
// is one of them.
func makers(f *ir.Func, i ir.Inst) (out []ir.Inst) {
	seen := map[ir.Value]bool{}
	var value func(v ir.Value)
	value = func(v ir.Value) {
		if seen[v] || f.TypeOf(v) == ir.Mem {
			return
		}
		seen[v] = true
		if d := f.Def(v); d != ir.NoInst {
			out = append(out, d)
			return
		}
		b, n := f.DefBlock(v), f.DefIndex(v)
		for p := range f.Blocks() {
			t := f.Terminator(p)
			if t == ir.NoInst {
				continue
			}
			for _, e := range f.Edges(nil, t) {
				if e.Block == b && e.Lo+n < e.Hi {
					value(f.Arg(t, e.Lo+n))
				}
			}
		}
	}
	for _, o := range f.Operands(i) {
		value(o.Value)
	}
	return out
}

// guilt is where a program begins to be wrong.
type guilt struct {
	op    string    // the opcode, empty if none was found
	wrong *ending   // @main ends there; nil if none was found
	right []*ending // @main ends before it and is right, the nearest first
}

// ending is a program that ends at a moment.
type ending struct {
	m     *ir.Module
	insts []ir.Inst // of @main, that it ends with, the return among them
}

// findGuilty looks for the place at which the program, which is wrong, begins to be: an executed instruction such that
// @main is wrong when it ends there and returns its value, though the values that it reads are right, or a
// branch after which it is elsewhere. A call at which it does is inlined, as long as the program stays wrong.
func findGuilty(m *ir.Module, o interp.Options, judge func(*ir.Module) verdict) guilt {
	var g guilt
	for range maxInlined {
		t := &tracer{m: m, all: executed(m, o), judge: judge}
		t.asked = make([]verdict, len(t.all))
		t.prefixes = make([]*ir.Module, len(t.all))
		last := t.first()
		if last < 0 {
			return g
		}
		// Where nothing could be asked before it, what is there may be at fault as well.
		at := last
		for at > 0 && t.ask(at-1) == unknown {
			at--
		}
		g.op, g.wrong = t.all[at].op, &ending{t.prefixes[last], t.all[last].insts(t.prefixes[last])}
		for _, x := range t.all[at:last] {
			g.wrong.insts = append(g.wrong.insts, x.insts(t.prefixes[last])...)
		}
		// An instruction that cannot be wrong shows what was done before it.
		if op := t.opcode(at); op.Is(ir.Free) || op == ir.OpBr {
			for _, x := range t.all[max(0, at-maxRight):at] {
				g.wrong.insts = append(g.wrong.insts, x.insts(t.prefixes[last])...)
			}
		}
		// What was right before another call was inlined still is.
		for n := at - 1; n >= 0 && len(g.right) < maxRight; n-- {
			if t.ask(n) == right {
				g.right = append(g.right, &ending{t.prefixes[n], t.all[n].insts(t.prefixes[n])})
			}
		}
		next := inlined(m, t.all[at].inst)
		if next == nil || judge(next) != bad {
			break
		}
		m = next
	}
	return g
}

// verdict is what is known of a program that ends at a moment.
type verdict int8

const (
	unasked verdict = iota
	right
	bad
	unknown // it cannot end there, or not be compared, or too many were asked about
)

// tracer asks about the moments of a run.
type tracer struct {
	m        *ir.Module
	all      []moment
	judge    func(*ir.Module) verdict
	asked    []verdict
	prefixes []*ir.Module
	tests    int
}

// ask tells whether the program that ends at moment n is right.
func (t *tracer) ask(n int) verdict {
	if t.asked[n] == unasked {
		t.asked[n] = unknown
		if t.tests < maxPrefixes {
			t.prefixes[n] = t.all[n].prefix(t.m)
		}
		if p := t.prefixes[n]; p != nil {
			t.tests++
			t.asked[n] = t.judge(p)
		}
	}
	return t.asked[n]
}

// first is the moment at which the program begins to be wrong, -1 if none is found. Bisection finds one that is bad after
// one that is not known to be, which need not be the first. From there it follows what is read and is bad, too.
func (t *tracer) first() int {
	low, high := -1, len(t.all)-1
	for high >= 0 && t.ask(high) != bad {
		high--
	}
	if high < 0 {
		return -1
	}
	for high-low > 1 {
		if mid := (low + high) / 2; t.ask(mid) == bad {
			high = mid
		} else {
			low = mid
		}
	}
	for {
		next := t.source(high)
		if next < 0 {
			return high
		}
		high = next
	}
}

// opcode is that of the instruction of moment n, or of the branch.
func (t *tracer) opcode(n int) ir.Op {
	i := t.all[n].inst
	if i == ir.NoInst {
		i = t.all[n].by
	}
	return t.m.Func("main").Op(i)
}

// maxStores bounds the writes before a read that are asked about.
const maxStores = 16

// source is an earlier moment that is bad and whose value moment n reads, -1 if there is none: that of an operand, or of
// what was stored before, if it reads memory.
func (t *tracer) source(n int) int {
	f := t.m.Func("main")
	i := t.all[n].inst
	if i == ir.NoInst {
		i = t.all[n].by
	}
	if at := t.operand(i, n); at >= 0 || f.Op(i) != ir.OpLoad {
		return at
	}
	stores := 0
	for k := n - 1; k >= 0 && stores < maxStores; k-- {
		if s := t.all[k].inst; s != ir.NoInst && f.Op(s) == ir.OpStore {
			stores++
			if at := t.operand(s, n); at >= 0 {
				return at
			}
		}
	}
	return -1
}

// operand is a moment before n at which an operand of i is made and is bad, -1 if there is none.
func (t *tracer) operand(i ir.Inst, n int) int {
	f := t.m.Func("main")
	for _, d := range makers(f, i) {
		for k := range n {
			if t.all[k].inst == d && t.ask(k) == bad {
				return k
			}
		}
	}
	return -1
}

// inlined puts the callee of a call of @main in its place; nil if i is no call, or the callee is not known.
func inlined(m *ir.Module, i ir.Inst) *ir.Module {
	if i == ir.NoInst {
		return nil
	}
	m = m.Clone()
	f := m.Func("main")
	g := callee(m, f, i)
	if g == nil || g == f || !edit.Inlinable(f, i, g) {
		return nil
	}
	edit.Inline(f, i, g)
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
	op    string   // that is at fault if the program is wrong up to here, and was not before
	inst  ir.Inst  // behind which it ends, or none
	value ir.Value // of it, that is returned, if it has one
	bits  int      // that the value needs with its sign, if it is an int
	into  ir.Block // the block that was entered, if inst is none, and
	by    ir.Inst  // the instruction that led there
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
		w.all = append(w.all, moment{op: f.Op(w.last).String(), inst: ir.NoInst, value: ir.NoValue, into: b, by: w.last})
	}
	w.last = s.Inst
	at := moment{op: f.Op(s.Inst).String(), inst: s.Inst, value: ir.NoValue}
	for _, v := range f.Results(s.Inst) {
		if f.TypeOf(v) != ir.Mem {
			at.value = v
			w.all = append(w.all, at)
		}
	}
	if at.value == ir.NoValue {
		w.all = append(w.all, at)
	}
	return nil
}

// After notes how large the values are. An instruction that ended the run has none and is in the list all the same.
func (w *order) After(s *interp.Step) error {
	if s.Func.Name != "main" {
		return nil
	}
	for n := len(w.all) - 1; n >= 0 && w.all[n].inst == s.Inst && w.all[n].value != ir.NoValue; n-- {
		if x, ok := s.Value(w.all[n].value); ok {
			if x, ok := x.(interp.Int); ok {
				w.all[n].bits = int(x.V.BitLen()) + 1
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

// prefix is the program whose @main ends at the moment: it returns the value there, or 1 where it has none or entered the
// block; any other return returns 0. It is nil where @main cannot end.
func (at moment) prefix(m *ir.Module) *ir.Module {
	m = m.Clone()
	f := m.Func("main")
	t, v := ir.Int, ir.NoValue
	b, rest := at.into, ir.NoInst
	if at.inst != ir.NoInst {
		if f.Op(at.inst).IsTerminator() {
			return nil
		}
		b, rest = f.InstBlock(at.inst), f.NextInst(at.inst)
		if at.value != ir.NoValue {
			v, t = at.value, f.TypeOf(at.value)
		}
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

// insts are the instruction of the moment and the return with which the program ends there.
func (at moment) insts(p *ir.Module) []ir.Inst {
	f := p.Func("main")
	if at.inst == ir.NoInst {
		return []ir.Inst{at.by, f.Terminator(at.into)}
	}
	return []ir.Inst{at.inst, f.Terminator(f.InstBlock(at.inst))}
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
