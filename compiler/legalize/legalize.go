package legalize

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/compiler/target"
	"github.com/tuffy-ir/tuffy/compiler/target/ctype"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
)

// Error says why a function cannot be compiled: what cannot be made legal, and where it is.
type Error struct {
	File string
	Pos  ir.Position // in the text; zero where it is not known
	Func string
	Msg  string
}

// Error is "file:line:col: @func: message".
func (e *Error) Error() string {
	var s strings.Builder
	if e.File != "" {
		s.WriteString(e.File + ":")
	}
	if e.Pos != (ir.Position{}) {
		s.WriteString(e.Pos.String() + ":")
	}
	if s.Len() > 0 {
		s.WriteByte(' ')
	}
	return s.String() + ir.SymbolText(e.Func) + ": " + e.Msg
}

// Legalizer makes the functions of one module legal, one after another: they share its symbols.
// Its tables are filled by [New] and read afterwards, but for helpers and passings, which grow
// with the functions.
type Legalizer struct {
	// Made is told of each instruction with one result as it is made, while the functions that make it are on
	// the stack, and for the instruction of which origin; nil, nobody is.
	Made func(o ir.Origin)

	m           *ir.Module
	popcnt, fma bool
	avx2        bool
	vscale      uint64
	wide        bool                 // a function takes or returns an int of several words
	declared    map[string]signature // as the program says
	signatures  map[string]signature // with the parts of composites, before wide ints become words
	taken       map[string]*reach    // by [typeKey]: what calls through a pointer may reach
	reached     map[string]signature // the same by the types that the program says: one of these functions
	abi         target.ABI
	passings    ctype.Passings
	helpers     map[string]helperRow
	l           lowerer
	steps       int // how many are done: all of them, but in tests
}

// signature is what a function takes and returns. An extern one is called as C says.
type signature struct {
	params, returns  []ir.Param
	extern, variadic bool
}

// New prepares the legalization of m. Known target intrinsics become vector operations.
func New(m *ir.Module, t *target.Target) *Legalizer {
	z := &Legalizer{m: m, abi: t.ABI, popcnt: t.Has(t.Arch.PopCount), fma: t.Has(t.Arch.FMA), avx2: t.Arch.LongVectors != "" && t.Has(t.Arch.LongVectors), vscale: max(uint64(t.VScale), 1), declared: map[string]signature{}, signatures: map[string]signature{}, helpers: map[string]helperRow{}, steps: len(steps)}
	z.l.z = z
	z.l.ranges.result = z.l.resultClaim
	m.MapIntrinsics()
	decideConstants(m)
	callJumps(m)
	for _, e := range m.Externs {
		z.declare(e.Name, signature{e.Params, e.Returns, true, e.Variadic})
	}
	for _, f := range m.Funcs {
		z.declare(f.Name, signature{f.Params, f.Returns, false, f.Variadic})
	}
	z.markTaken()
	return z
}

// decideConstants answers what the optimizer was not asked or did not know.
func decideConstants(m *ir.Module) {
	for _, f := range m.Funcs {
		for i := range f.InstsOf(ir.OpTargetIntrinsic) {
			if f.IsConstantP(i) {
				f.ReplaceUses(f.Result(i, 0), f.Before(i).BConst(false, f.Origin(i)))
				f.RemoveInst(i)
			}
		}
	}
}

// declare notes the signature of a function.
// Both forms are kept: as declared, for the way C passes composites, and in parts, as the
// registers have them.
func (z *Legalizer) declare(name string, s signature) {
	z.declared[name] = s
	l := lowerer{z: z, vscale: z.vscale}
	s.params, s.returns = l.splitParams(s.params), l.splitParams(s.returns)
	z.signatures[name] = s
	several := func(p ir.Param) bool { return p.Type == ir.Int && words(p.Annot) > 1 }
	z.wide = z.wide || slices.ContainsFunc(s.params, several) || slices.ContainsFunc(s.returns, several)
}

// Passings say how the functions that have been made legal, and their calls, pass what is not one scalar
// after the other.
func (z *Legalizer) Passings() *ctype.Passings { return &z.passings }

// reach are the functions of one list of types that a call through a pointer may reach.
// Only what all of them agree on can a caller rely on who does not know which one it is.
type reach struct {
	params, returns []ir.Param // how many words each int takes and whether it is signed, nothing else that they claim
	clash           bool       // they are not the same for all of them
}

// markTaken finds the functions that a call through a pointer may reach: their address is used for
// more than calls. An int of an external function takes one word if nothing is claimed.
func (z *Legalizer) markTaken() {
	z.taken, z.reached = map[string]*reach{}, map[string]signature{}
	// Each symbol counts once, however often its address is used.
	seen := map[ir.Symbol]bool{}
	take := func(name ir.Symbol) {
		s, ok := z.signatures[z.m.SymbolName(name)]
		if !ok || seen[name] {
			return
		}
		seen[name] = true
		d := z.declared[z.m.SymbolName(name)]
		if key := typeKey(typesOf(d.params, d.returns)); z.reached[key].params == nil {
			z.reached[key] = d
		}
		key := typeKey(typesOf(s.params, s.returns))
		have := z.taken[key]
		if have == nil {
			z.taken[key] = &reach{params: wordsOnly(s.params), returns: wordsOnly(s.returns)}
			return
		}
		same := func(a, b []ir.Param) bool {
			return slices.EqualFunc(a, wordsOnly(b), func(x, y ir.Param) bool { return x.Annot == y.Annot })
		}
		have.clash = have.clash || !same(have.params, s.params) || !same(have.returns, s.returns)
	}
	// Data may hand the address to anything.
	for _, d := range z.m.Data {
		for _, r := range d.Relocs {
			take(r.Sym)
		}
	}
	for _, f := range z.m.Funcs {
		for b := range f.Blocks() {
			for i := range f.Insts(b) {
				if f.Op(i) != ir.OpSymbolAddr {
					continue
				}
				for u := range f.Uses(f.Result(i, 0)) {
					if f.Op(u.Inst) != ir.OpCall || u.Index != 0 {
						take(f.SymbolOf(i))
					}
				}
			}
		}
	}
}

// wordsOnly are parameters that claim how many words they take, and whether the number is signed if
// there are several.
// The claim matters for passing only by its number of words.
func wordsOnly(ps []ir.Param) []ir.Param {
	out := slices.Clone(ps)
	for k := range out {
		out[k].Annot = wordClaim(out[k].Annot)
	}
	return out
}

// wordClaim is the weakest claim that takes as many words as a, with its sign if there are
// several.
func wordClaim(a ir.Annot) ir.Annot {
	if a.HasFields() {
		return a.MapFields(func(_ int, b ir.Annot) ir.Annot { return wordClaim(b) })
	}
	n := uint32(64 * words(a))
	switch r := facts.ClaimedRange(a); {
	case n > 64 && r.Finite() && r.Signed():
		return ir.Signed(n)
	case n > 64:
		return ir.Unsigned(n)
	}
	return ir.NoAnnot
}

// Module makes every function of m legal, and adds the helpers that they call. It says how they pass
// what is not one scalar after the other.
func Module(m *ir.Module, t *target.Target) (*ctype.Passings, error) {
	z := New(m, t)
	return z.Passings(), z.Module()
}

// Module is all functions, then the helpers.
func (z *Legalizer) Module() error {
	for _, f := range z.m.Funcs {
		if err := z.Func(f); err != nil {
			return err
		}
	}
	return z.Finish()
}

// Finish adds the helpers that the functions call, and gives external functions the parameters
// that their callers pass. It comes after the functions.
// A helper may ask for others, so the search continues until nothing new was asked for. In the
// order of names, so that the module is the same in each run.
func (z *Legalizer) Finish() error {
	for _, e := range z.m.Externs {
		s := z.signatures[e.Name]
		e.Params, e.Returns = wideParams(s.params), wideParams(s.returns)
	}
	for done := map[string]bool{}; ; {
		names := slices.Sorted(maps.Keys(z.helpers))
		names = slices.DeleteFunc(names, func(n string) bool { return done[n] || z.m.Func(n) != nil })
		if len(names) == 0 {
			return nil
		}
		for _, n := range names {
			done[n] = true
			h := z.helpers[n]
			f := z.m.AddFunc(n, h.params, h.returns)
			h.build(f)
			if err := z.Func(f); err != nil {
				// A helper that cannot be made legal is a mistake of ours.
				return fmt.Errorf("BUG: helper: %w", err)
			}
		}
	}
}

// Func makes f legal.
// An error leaves f in some middle state: the module must not be used any more.
func (z *Legalizer) Func(f *ir.Func) error { return z.l.run(f) }

// lowerer works on one function.
// Its memory is used again for the next function. What belongs to one function is set in run.
type lowerer struct {
	z           *Legalizer
	f           *ir.Func
	popcnt, fma bool
	vscale      uint64
	signatures  map[string]signature
	// To look up what a call through a pointer reaches.
	key    []ir.Type // scratch of [lowerer.anyCallee]
	ranges ranges
	dem    []int32 // by value without a container: how many low bits are looked at, facts.Unbounded if all
	g      *cfg.CFG
	// The version of the function for which ranges and g were found.
	derived uint64
	// The bound on the instructions, which [lowerer.each] checks.
	most int // instructions of the function
	// The legal values that a composite was taken apart into, in the order of their bytes.
	parts  map[ir.Value][]ir.Value
	broken map[ir.Value][]ir.Value // the parts of an f80 that is whole, too
	pieces map[ir.Type]uint32      // size of the pieces of vector types, in bytes
	long   bool                    // vectors of a multiple of 256 bits are in registers of 256, see long.go
	whole  bool                    // vectors of 128 bits are not taken apart, which is so but where values are passed
	// The masks of the chunks, by the mask of the program that they are, and that legal instructions may work on them.
	masks     map[ir.Value][]ir.Value
	masksMade bool
	// Divisors that are not 0, which no range says.
	divisors  map[ir.Value]struct{}
	quotients map[dividedBy]dividedOnce
	dividends map[ir.Value]struct{} // made of two words, to be divided by one that is greater than the first
	lows      map[ir.Value]struct{} // made by limbs: the low bits of other numbers

	last    bool          // the steps are done: calls pass words
	names   *ir.Numbering // of the function as it was given
	at      *ir.Builder
	origin  ir.Origin
	scratch []ir.Operand
	dead    []ir.Inst
	edges   []ir.Edge

	// The signature in parts, but with whole ints.
	params, returns []ir.Param // before limbs
	first           []int      // of each parameter: the index of its first word
}

// run makes f legal. A function that is legal as it stands costs one look, without a graph.
func (l *lowerer) run(f *ir.Func) error {
	z := l.z
	l.f, l.popcnt, l.fma, l.vscale, l.signatures = f, z.popcnt, z.fma, z.vscale, z.signatures
	l.g, l.parts, l.broken, l.divisors, l.dividends, l.quotients = nil, nil, nil, nil, nil, nil
	l.whole, l.masksMade = true, false
	l.long = l.mayBeLong()
	l.ranges.reset(f)
	l.ranges.opened = false
	if l.asGiven() {
		l.claims()
		return nil
	}
	if f.Entry() == ir.NoBlock {
		return nil
	}
	// Names are those of the text that the user has, for messages.
	names := f.Names()
	l.names = &names
	l.most = max(MaxInsts, 4*f.NumInsts())
	// Tests stop after some of the steps.
	for _, step := range steps[:z.steps] {
		if err := l.take(step.do); err != nil {
			return err
		}
	}
	return nil
}

// MaxInsts bounds the instructions that a function is made into, or four times what it has if
// that is more: a product of wide ints takes the square of their words.
const MaxInsts = 1 << 20

// tooLarge is what [lowerer.each] ends a step with: the instruction that is one too many.
// A panic is used since steps are many calls deep when they notice; it never leaves
// [lowerer.take].
type tooLarge struct{ at ir.Inst }

// take takes a step, which may be left in the middle: the function is lost then.
func (l *lowerer) take(step func(l *lowerer) error) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case tooLarge:
			m := l.f.Module
			err = &Error{m.File, cmp.Or(m.TextPos(l.f.Origin(r.at)), l.f.Pos), l.f.Name, fmt.Sprintf("the function takes more than the limit of %d instructions up to here: wide ints take many", l.most)}
		default:
			panic(r)
		}
	}()
	return step(l)
}

// steps are what happens to a function that is not legal, in order.
var steps = []struct {
	name string
	do   func(l *lowerer) error
}{
	{"open", (*lowerer).open},
	{"parts", (*lowerer).partStep},
	{"floats", (*lowerer).floatStep},
	{"expand", (*lowerer).expandStep},
	{"limbs", (*lowerer).limbStep},
	{"claims", (*lowerer).claimStep},
}

// derive computes ranges anew, for which blocks that nothing reaches end at once.
// Unreachable blocks are emptied, so no step has to think of values without a range. After a step that had nothing
// to do the ranges stand.
func (l *lowerer) derive() {
	if l.g != nil && l.derived == l.f.Version() {
		return
	}
	l.g = cfg.New(l.f)
	l.prune()
	l.ranges.ordered(l.g)
	l.derived = l.f.Version()
}

func (l *lowerer) partStep() error {
	l.derive()
	return l.composites()
}

func (l *lowerer) floatStep() error {
	l.derive()
	return l.floats()
}

func (l *lowerer) expandStep() error {
	l.derive()
	return l.expand()
}

func (l *lowerer) limbStep() error {
	l.derive()
	if err := l.limbs(); err != nil {
		return err
	}
	// What is known now may not be seen any more in the instructions that wide ones became.
	l.claims()
	return nil
}

func (l *lowerer) claimStep() error {
	l.derive()
	for _, b := range l.g.Order() { // ranges may be narrower now
		if i := l.f.Terminator(b); i != ir.NoInst && l.f.Op(i) == ir.OpSwitch {
			if _, err := l.expandSwitch(i); err != nil {
				return err
			}
		}
	}
	if err := l.check(); err != nil {
		return err
	}
	l.claims()
	return nil
}

// asGiven reports whether the function is legal as it stands, which excludes claims about single bits. It looks
// at each instruction once, in the order of the text, which must have definitions before uses.
func (l *lowerer) asGiven() bool {
	f := l.f
	l.last = false
	if slices.ContainsFunc(f.Params, illegalParam) || slices.ContainsFunc(f.Returns, illegalParam) {
		return false
	}
	for b := range f.Blocks() {
		l.ranges.args(b)
		for _, v := range f.Args(b) {
			if !l.legalArg(v) || f.AnnotOf(v).Ignores() {
				return false
			}
		}
		for i := f.FirstInst(b); i != ir.NoInst; i = f.NextInst(i) {
			l.ranges.inst(i)
			if l.ranges.late || l.dontCares(i) || !l.legal(i) || l.abiCall(i) {
				return false
			}
		}
	}
	return true
}

// check finds an instruction or argument that is not legal after the last step.
func (l *lowerer) check() error {
	f := l.f
	l.last = true
	for b := range f.Blocks() {
		for _, v := range f.Args(b) {
			if !l.legalArg(v) {
				return l.errorAt(v, "has type %s and no register to hold it", f.TypeOf(v))
			}
		}
		for i := f.FirstInst(b); i != ir.NoInst; i = f.NextInst(i) {
			if !l.legal(i) {
				return l.errorInst(i, "%s is not supported by code generation", f.Mnemonic(i))
			}
		}
	}
	return nil
}

// legalArg reports whether a register holds block argument v.
func (l *lowerer) legalArg(v ir.Value) bool {
	t := l.f.TypeOf(v)
	return l.legalType(t) && (t != ir.Int || l.width(v) > 0)
}

// illegalParam reports whether p is not passed in one register.
func illegalParam(p ir.Param) bool {
	return !legalType(p.Type) || p.Annot.IsABI() || p.Type == ir.Int && words(p.Annot) != 1
}

// dontCares reports whether a claim of i speaks about bits that nothing looks at.
// They are used by the step open, which is why a function with such a claim is not legal yet.
func (l *lowerer) dontCares(i ir.Inst) bool {
	f := l.f
	for n := range f.NumResults(i) {
		if f.AnnotOf(f.Result(i, n)).Ignores() {
			return true
		}
	}
	for n := range f.NumOperands(i) {
		if f.Operand(i, n).Annot.Ignores() {
			return true
		}
	}
	return false
}

// claims writes down the ranges that [RangeOf] would not find.
// After it the container of every value follows from its definition and the claim on it, with no
// analysis.
func (l *lowerer) claims() {
	f := l.f
	write := func(v ir.Value) {
		if f.TypeOf(v) != ir.Int {
			return
		}
		t, a := &l.ranges.of, f.AnnotOf(v)
		if t.Container(v) == 0 {
			return
			// The value is not legal; the check reports it.
		}
		// A plain claim that is wide enough stays as the user wrote it.
		if n, signed, ok := a.Range(); ok && a.Known() == nil && n > 0 && n <= 64 {
			if t.Signed(v) == signed && t.Bits(v) >= int(n) {
				return
			}
		} else if bits, signed := Bounds(f, v); bits != facts.Unbounded && t.Signed(v) == signed && t.Bits(v) >= bits {
			return
		}
		r := t.Of(v)
		if _, low := Demanded(a); low {
			return
		}
		if a.Known() == nil {
			a = r.Annot()
		} else if m, err := a.Meet(r.Annot()); err == nil {
			a = m
		}
		f.SetAnnot(v, a)
	}
	for b := range f.Blocks() {
		for _, v := range f.Args(b) {
			write(v)
		}
		for i := f.FirstInst(b); i != ir.NoInst; i = f.NextInst(i) {
			if f.Op(i) == ir.OpFreeze || f.Op(i) == ir.OpIConst {
				continue
			}
			for n := range f.NumResults(i) {
				write(f.Result(i, n))
			}
		}
	}
}

// open makes the function ready for the others: blocks that nothing reaches end at once, and claims
// that nothing looks at some bits are used or dropped. The low bits that are looked at become a
// number of their own where the whole one has no container; a use whose claim gives a range that
// the value has not reads its low bits, too, since one outside of the claim is poison there.
// It is the last time that claims of the program about single bits are looked at.
func (l *lowerer) open() error {
	f := l.f
	// Opcodes that the table explains by others, and those that the machine knows no difference of, are replaced
	// first, so that no later step knows them.
	l.flatten()
	for op := range ir.Op(ir.NumOps) {
		if f.Count(op) > 0 && Templated(op) {
			l.expandSame(op)
		}
	}
	// The ranges are derived before any claim is dropped, which they rest on.
	l.derive()
	for _, b := range l.g.Order() {
		for _, v := range slices.Clone(f.Args(b)) {
			l.placeIn(b)
			l.openValue(v)
		}
		for i := f.FirstInst(b); i != ir.NoInst; {
			next := f.NextInst(i)
			for n := range f.NumOperands(i) {
				if f.Operand(i, n).Annot != ir.NoAnnot {
					l.place(i)
					l.openUse(i, n)
				}
			}
			// What replaces a result stands after the instruction, before the next one.
			for n := range f.NumResults(i) {
				if next != ir.NoInst {
					l.place(next)
					l.origin = f.Origin(i)
				}
				l.openValue(f.Result(i, n))
			}
			i = next
		}
	}
	// From here on a claim :iN comes from limbs and says that the other bits are anything.
	l.ranges.opened = true
	return nil
}

// flat are the opcodes that differ from another one in provenance alone, which machine code has none of.
var flat = []struct{ from, to ir.Op }{{ir.OpLoadExpose, ir.OpLoad}, {ir.OpBitCastExpose, ir.OpBitCast}}

// flatten replaces them.
func (l *lowerer) flatten() {
	f := l.f
	for _, row := range flat {
		if f.Count(row.from) == 0 {
			continue
		}
		for i := range f.InstsOf(row.from) {
			v := f.Result(i, 0)
			k := f.Before(i).Inst(row.to, f.Attr(i), f.Operands(i), nil, []ir.Type{f.TypeOf(v)}, f.Origin(i))
			f.SetAnnot(f.Result(k, 0), f.AnnotOf(v))
			f.ReplaceUses(v, f.Result(k, 0))
			f.RemoveInst(i)
		}
	}
}

// Templated reports whether an opcode has no row here and is replaced by the first template of the
// opcode table.
func Templated(op ir.Op) bool {
	return rules[op] == nil && expansions[op] == nil && floatRows[op] == nil && len(op.Same()) > 0
}

// expandSame replaces an opcode that has no row here by what the opcode table says is the same.
// The claim on the result moves to the value that stands in.
func (l *lowerer) expandSame(op ir.Op) {
	f := l.f
	for b := range f.Blocks() {
		for i := f.FirstInst(b); i != ir.NoInst; {
			next := f.NextInst(i)
			if f.Op(i) == op {
				v := f.Before(i).Expand(op.Same()[0], f.Width(i), f.Origin(i), f.Operands(i)...)
				f.SetAnnot(v, f.AnnotOf(f.Result(i, 0)))
				f.ReplaceUses(f.Result(i, 0), v)
				f.RemoveInst(i)
			}
			i = next
		}
	}
}

// withoutBits is a without what it says about single bits.
func withoutBits(a ir.Annot) ir.Annot {
	n, s, ok := a.Range()
	switch {
	case !ok:
		return ir.NoAnnot
	case s:
		return ir.Signed(n)
	}
	return ir.Unsigned(n)
}

// openValue uses the claim that bits of v are ignored: the low ones become a number of their own,
// if the whole needs more than a register; then the claim is dropped, which refines.
func (l *lowerer) openValue(v ir.Value) {
	f := l.f
	a := f.AnnotOf(v)
	if f.TypeOf(v) != ir.Int || !a.Ignores() {
		return
	}
	n, low := Demanded(a)
	f.SetAnnot(v, withoutBits(a))
	if r := l.rangeOf(v); low && n > 0 && n <= MaxBits && r.Container() == 0 && r.Bits() > n {
		f.SetAnnot(v, ir.NoAnnot)
		// The uses are listed before the extension becomes one of them.
		old := slices.Collect(f.Uses(v))
		z := l.zext(v, n)
		for _, u := range old {
			o := f.Operand(u.Inst, u.Index)
			o.Value = z
			f.SetOperand(u.Inst, u.Index, o)
		}
	}
}

// openUse uses the claim on operand n of i and drops it: what violates it was poison and may be
// any number.
func (l *lowerer) openUse(i ir.Inst, n int) {
	f := l.f
	o := f.Operand(i, n)
	if f.TypeOf(o.Value) != ir.Int {
		// A check on a float or pointer makes poison only, and is dropped.
		if f.TypeOf(o.Value).Kind() == ir.KindFloat || f.TypeOf(o.Value).Kind() == ir.KindPtr {
			o.Annot = ir.NoAnnot
			f.SetOperand(i, n, o)
		}
		return
	}
	r := l.rangeOf(o.Value)
	w, claimed := r.Bits(), facts.ClaimedRange(o.Annot)
	if r.Container() == 0 {
		switch k, low := Demanded(o.Annot); {
		case claimed.Bits() < w && claimed.Signed():
			o.Value = l.sext(o.Value, claimed.Bits())
		case claimed.Bits() < w:
			o.Value = l.zext(o.Value, max(claimed.Bits(), 1))
		case low && k > 0 && k < w:
			o.Value = l.zext(o.Value, k)
		}
	}
	o.Annot = ir.NoAnnot
	f.SetOperand(i, n, o)
}

// prune ends blocks that the entry does not reach.
// They stay as blocks, since regions and numbers count them.
func (l *lowerer) prune() {
	f := l.f
	var gone []ir.Block
	for b := range f.Blocks() {
		if !l.g.Reachable(b) {
			gone = append(gone, b)
		}
	}
	for _, b := range gone {
		// All operands go before any instruction does: unreachable code may read in a cycle.
		for i := range f.Insts(b) {
			f.SetOperands(i, nil, nil)
		}
	}
	for _, b := range gone {
		for i := f.LastInst(b); i != ir.NoInst; i = f.LastInst(b) {
			f.RemoveInst(i)
		}
		f.At(b).Stop(ir.OpUnreachable, ir.Synthetic)
	}
	for _, b := range gone {
		f.RemoveArgs(b, func(ir.Value) bool { return true })
	}
	if len(gone) > 0 {
		l.g = cfg.New(f) // blocks that are reached lost the edges that led to them from there
	}
}

// errorAt is an error about value v, by its name in the text.
func (l *lowerer) errorAt(v ir.Value, format string, args ...any) error {
	f := l.f
	pos := f.BlockPos(f.DefBlock(v))
	if i := f.Def(v); i != ir.NoInst {
		pos = cmp.Or(f.Module.TextPos(f.Origin(i)), pos)
	}
	msg := l.name(v) + " " + fmt.Sprintf(format, args...)
	return &Error{f.Module.File, pos, f.Name, msg}
}

// name is the name of v in the text that the function had at first.
// Values that the steps made have none and are described.
func (l *lowerer) name(v ir.Value) string {
	if l.names != nil && int(v) < len(l.names.Value) {
		return l.names.Name(v)
	}
	if i := l.f.Def(v); i != ir.NoInst {
		return "the result of " + l.f.Op(i).String()
	}
	return "an argument"
}

// errorInst is an error about instruction i.
// The position is that of the instruction in the text from which it came.
func (l *lowerer) errorInst(i ir.Inst, format string, args ...any) error {
	f := l.f
	return &Error{f.Module.File, f.Module.TextPos(f.Origin(i)), f.Name, fmt.Sprintf(format, args...)}
}
