package legalize

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/compiler/target/ctype"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// words is how many registers an int parameter or result with claim a takes: those of its range,
// or of the bits that are looked at; one if nothing is claimed.
// It must depend on the claim alone: caller and callee may be in different files.
func words(a ir.Annot) int {
	if r := facts.ClaimedRange(a); r.Finite() {
		return need(r)
	}
	if n, ok := Demanded(a); ok {
		return max((n+63)/64, 1)
	}
	return 1
}

// wideParams replaces ints of several words in a signature.
// A list without wide ints is returned as it is, which most are.
func wideParams(ps []ir.Param) []ir.Param {
	if !slices.ContainsFunc(ps, func(p ir.Param) bool { return p.Type == ir.Int && words(p.Annot) > 1 }) {
		return ps
	}
	var out []ir.Param
	for _, p := range ps {
		n := 1
		if p.Type == ir.Int {
			n = words(p.Annot)
		}
		if n == 1 {
			out = append(out, p)
			continue
		}
		for range n {
			out = append(out, ir.Param{Type: ir.Int, Annot: ir.Unsigned(64)})
		}
	}
	return out
}

// wordCounts are the words of each of some parameters.
func wordCounts(ps []ir.Param) []int {
	out := make([]int, len(ps))
	for k, p := range ps {
		if out[k] = 1; p.Type == ir.Int {
			out[k] = words(p.Annot)
		}
	}
	return out
}

func splitTypes(ps []ir.Param) []ir.Type {
	var out []ir.Type
	for _, p := range ps {
		out = append(out, p.Type)
	}
	return out
}

// signature gives the function the parameters that its wide ones become. The old ones are kept
// for the instructions that read them.
// l.first then has the place of the first word of each old parameter, also where nothing changes.
func (l *lowerer) signature() error {
	f := l.f
	l.params, l.returns = f.Params, f.Returns
	f.Params, f.Returns = wideParams(f.Params), wideParams(f.Returns)
	l.first = l.first[:0]
	at := 0
	for _, p := range l.params {
		l.first = append(l.first, at)
		if p.Type == ir.Int {
			at += words(p.Annot)
		} else {
			at++
		}
	}
	if len(f.Params) == len(l.params) && len(f.Returns) == len(l.returns) {
		return nil
	}
	was := l.z.passings.Own(f)
	if was == nil {
		// No composite was taken apart before: each parameter is its own value of C.
		was = ctype.Scalars(splitTypes(l.params), splitTypes(l.returns))
	}
	l.z.passings.SetOwn(f, widen(was, wordCounts(l.params), wordCounts(l.returns)))
	for _, b := range l.g.Order() {
		for i := range f.Insts(b) {
			if f.Op(i) == ir.OpParam {
				a := f.Attr(i)
				a.Imm = int64(l.first[a.Imm])
				f.SetAttr(i, a)
			}
		}
	}
	return nil
}

// arrives is how many words there are of result k of i where a signature decides and claims no
// range: of a number that does not fit them the rest is lost.
// Unbounded says that nothing is lost: the range that is claimed was checked, or no signature decides.
func (l *lowerer) arrives(i ir.Inst, k int) int {
	claim := ir.NoAnnot
	switch l.f.Op(i) {
	case ir.OpParam:
		claim = l.params[slices.Index(l.first, int(l.f.Attr(i).Imm))].Annot
	case ir.OpCall:
		_, returns, known := l.callee(i)
		if !known || k == 0 {
			return facts.Unbounded
		}
		claim = returns[k-1].Annot
	default:
		return facts.Unbounded
	}
	if facts.ClaimedRange(claim).Finite() {
		return facts.Unbounded
	}
	return words(claim)
}

// wideParam reads the words of a parameter. The result may need fewer, if a claim on it says so.
// A parameter with fewer words than the result wants continues with its sign, or zeros, as the claim on it says.
func (l *lowerer) wideParam(i ir.Inst, n int) bool {
	first := l.f.Attr(i).Imm
	k := slices.Index(l.first, int(first))
	have := words(l.params[k].Annot)
	var out []ir.Value
	for j := range have {
		out = append(out, l.inst(ir.OpParam, ir.Attr{Imm: first + int64(j)}, ir.Int))
		l.ranges.of.Set(out[j], facts.Unsigned(64))
	}
	for len(out) < max(n, 1) {
		fill := l.word(0)
		if facts.ClaimedRange(l.params[k].Annot).Signed() {
			fill = l.signFill(out[have-1])
		}
		out = append(out, fill)
	}
	return l.set(i, n, out)
}

// callee are the parameters and results of the function that a call names; ok is false if that is
// not known or if the call does not fit. An external function takes what its declaration says, and
// one word where that says nothing.
func (l *lowerer) callee(call ir.Inst) (params, returns []ir.Param, ok bool) {
	f := l.f
	d := f.Def(f.Arg(call, 0))
	if d == ir.NoInst || f.Op(d) != ir.OpSymbolAddr {
		params, returns, ok, _ = l.anyCallee(call)
		return params, returns, ok
	}
	np, nr := f.NumFixed(call)-2, f.NumResults(call)-1
	name := f.Module.SymbolName(f.SymbolOf(d))
	s, ok := l.signatures[name]
	// The run-time library has reserved names of its own besides the helpers.
	if h, asked := l.z.helperSignature(name); asked {
		s, ok = h, true
	}
	switch {
	case ok && s.fits(np, nr):
		return l.behind(call, s.params, np), s.returns, true
	// A call that does not fit a function of this module is undefined when it runs; how it passes what does not
	// matter.
	case ok && !s.extern:
		return nil, nil, false
	}
	for n := range np {
		params = append(params, ir.Param{Type: f.TypeOf(f.Arg(call, n+1))})
	}
	for n := range nr {
		returns = append(returns, ir.Param{Type: f.TypeOf(f.Result(call, n+1))})
	}
	return params, returns, true
}

// resultClaim is the claim of the callee on data result n of a call, if it is a function that is known.
func (l *lowerer) resultClaim(call ir.Inst, n int) ir.Annot {
	f := l.f
	d := f.Def(f.Arg(call, 0))
	if d == ir.NoInst || f.Op(d) != ir.OpSymbolAddr || f.TypeOf(f.Result(call, n+1)) != ir.Int {
		return ir.NoAnnot
	}
	if _, returns, ok := l.callee(call); ok {
		return returns[n].Annot
	}
	return ir.NoAnnot
}

// clashes reports whether a call through a pointer may reach functions that take different words.
func (l *lowerer) clashes(call ir.Inst) bool {
	d := l.f.Def(l.f.Arg(call, 0))
	if !l.z.wide || l.last || d != ir.NoInst && l.f.Op(d) == ir.OpSymbolAddr {
		return false
	}
	_, _, _, clash := l.anyCallee(call)
	return clash
}

// anyCallee are the parameters and results of the functions of the module, external ones too, that a
// call through a pointer fits and may reach; ok is false if there are none, or if they clash: not all of
// them take as many words.
func (l *lowerer) anyCallee(call ir.Inst) (params, returns []ir.Param, ok, clash bool) {
	f := l.f
	key := l.key[:0]
	for n := range f.NumFixed(call) - 2 {
		key = append(key, f.TypeOf(f.Arg(call, n+1)))
	}
	key = append(key, ir.Mem)
	for n := range f.NumResults(call) - 1 {
		key = append(key, f.TypeOf(f.Result(call, n+1)))
	}
	l.key = key
	s := l.z.taken[typeKey(key)]
	if s == nil {
		return nil, nil, false, false
	}
	return s.params, s.returns, !s.clash, s.clash
}

// typeKey is a list of types as the key of a map.
// Four bytes a type: a type is a number of 32 bits.
func typeKey(ts []ir.Type) string {
	b := make([]byte, 0, 64)
	for _, t := range ts {
		b = append(b, byte(t), byte(t>>8), byte(t>>16), byte(t>>24))
	}
	return string(b)
}

// calling: the callee takes and returns one word for each number.
func calling(l *lowerer, i ir.Inst) bool {
	if !l.z.wide || l.last {
		return true
	}
	if l.clashes(i) {
		return false
	}
	params, returns, ok := l.callee(i)
	one := func(p ir.Param) bool { return p.Type != ir.Int || words(p.Annot) == 1 }
	for _, p := range params {
		ok = ok && one(p)
	}
	for _, p := range returns {
		ok = ok && one(p)
	}
	return ok || params == nil
}

// wideCall passes the words of wide arguments and takes those of wide results: as many as the
// signature of a callee that is known says, else as the values have.
func (l *lowerer) wideCall(i ir.Inst, _ int) bool {
	f := l.f
	params, returns, known := l.callee(i)
	was := l.z.passings.Call(f, i)
	args, counts, changed := l.callArgs(i, params, known, was)
	var types []ir.Type
	sizes := make([]int, f.NumResults(i))
	for k := range sizes {
		v := f.Result(i, k)
		sizes[k] = 1
		if f.TypeOf(v) == ir.Int {
			if n, _, _ := l.shape(v); n > 0 {
				sizes[k], changed = n, true
			}
			if known && returns[k-1].Type == ir.Int {
				sizes[k] = words(returns[k-1].Annot)
			} else if was != nil {
				if n, ok := fieldWords(was, was.Results, true, k-1); ok {
					sizes[k] = n
				}
			}
		}
		changed = changed || sizes[k] > 1
		// Each word is a result of its own of the new call.
		for range sizes[k] {
			types = append(types, f.TypeOf(v))
		}
	}
	if !changed {
		return false
	}
	c := l.at.Inst(ir.OpCall, f.Attr(i), args, nil, types, l.origin)
	if was == nil {
		was = ctype.Scalars(l.callTypes(i))
	}
	l.z.passings.SetCall(f, c, widen(was, counts, sizes[1:]))
	l.ranges.grow()
	at := 0
	for k, n := range sizes {
		claim := ir.NoAnnot
		if known && k > 0 {
			claim = returns[k-1].Annot
		}
		l.callResult(i, c, k, at, n, claim)
		at += n
	}
	return true
}

// callTypes are the types that call i passes and gets.
func (l *lowerer) callTypes(i ir.Inst) (params, results []ir.Type) {
	f := l.f
	for n := 1; n < f.NumFixed(i)-1; n++ {
		params = append(params, f.TypeOf(f.Arg(i, n)))
	}
	for n := 1; n < f.NumResults(i); n++ {
		results = append(results, f.TypeOf(f.Result(i, n)))
	}
	return params, results
}

// callArgs are the operands of a call with words for wide arguments, of which counts says how many; was is
// how the call passed before.
// A declared parameter decides, then the struct that the value is a field of, then the value itself.
func (l *lowerer) callArgs(i ir.Inst, params []ir.Param, known bool, was *ctype.Passing) (args []ir.Operand, counts []int, changed bool) {
	f := l.f
	last := f.NumFixed(i) - 1
	args = append(args, f.Operand(i, 0))
	for k := 1; k < last; k++ {
		v := f.Arg(i, k)
		n := 1
		if f.TypeOf(v) == ir.Int {
			n = l.count(v)
			if known && params[k-1].Type == ir.Int {
				n = words(params[k-1].Annot)
			} else if was != nil {
				if w, ok := fieldWords(was, was.Params, false, k-1); ok {
					n = w
				}
			}
		}
		counts = append(counts, n)
		if n == 1 && l.count(v) == 1 {
			args = append(args, f.Operand(i, k))
			continue
		}
		changed = true
		words := l.limbsOf(v, n)
		// A limb is unsigned; a single word is the number, with its sign.
		if n == 1 && l.rangeOf(v).Signed() {
			words[0] = l.sext(words[0], 64)
		}
		for _, w := range words {
			args = append(args, ir.Operand{Value: w})
		}
	}
	return append(args, f.Operand(i, last)), counts, changed
}

// callResult makes results at to at+n-1 of call c result k of call i. claim is what the callee says of
// it.
// n is what the callee gives, m what the caller's range wants; the two need not agree.
func (l *lowerer) callResult(i, c ir.Inst, k, at, n int, claim ir.Annot) {
	f := l.f
	old, v := f.Result(i, k), f.Result(c, at)
	m, low := 0, false
	if f.TypeOf(old) == ir.Int {
		m, low, _ = l.shape(old)
	}
	sign := l.rangeOf(old).Signed()
	switch {
	case n == 1 && m == 0:
		f.SetAnnot(v, f.AnnotOf(old))
		l.note(v, l.ranges.of.Of(old))
		if low {
			l.claimLow(v, l.dem[old])
		}
		l.copyDemand(v, old)
		f.ReplaceUses(old, v)
	case n == 1: // a number of the callee's range, extended
		r := facts.Unsigned(64)
		if sign {
			r = facts.Signed(64)
		}
		if facts.ClaimedRange(claim).Container() != 0 {
			r = facts.ClaimedRange(claim)
		}
		f.SetAnnot(l.note(v, r), r.Annot())
		l.results(i, k, m, r.Signed(), v)
	default:
		var out []ir.Value
		for j := range n {
			w := f.Result(c, at+j)
			f.SetAnnot(w, ir.Unsigned(64))
			out = append(out, l.note(w, facts.Unsigned(64)))
		}
		if facts.ClaimedRange(claim).Finite() {
			sign = facts.ClaimedRange(claim).Signed()
		}
		l.results(i, k, m, sign, out...)
	}
}

// results makes words the parts of result k of call i, of which m are wanted: one word is a number to
// be extended, several are extended by the sign of the last, if the callee's result has one.
func (l *lowerer) results(i ir.Inst, k, m int, sign bool, out ...ir.Value) {
	v := l.f.Result(i, k)
	at := l.at
	l.at = l.f.Before(l.f.NextInst(i))
	if len(out) == 1 {
		out = l.limbsOf(out[0], max(m, 1))
	}
	for len(out) < max(m, 1) {
		fill := l.word(0)
		if sign {
			fill = l.signFill(out[len(out)-1])
		}
		out = append(out, fill)
	}
	if m > 0 {
		l.parts[v] = out[:m]
	} else {
		l.single(i, v, out[0])
	}
	l.at = at
}

// copyDemand gives v the demand of old.
// Values that are new since the demands were found have none, and would count as unread.
func (l *lowerer) copyDemand(v, old ir.Value) {
	for int(v) >= len(l.dem) {
		l.dem = append(l.dem, 0)
	}
	l.dem[v] = l.dem[old]
}

// end passes the words of wide values where terminator i passes the values, and switches on a
// wide number by its place among the cases.
func (l *lowerer) end(i ir.Inst) error {
	f := l.f
	l.place(i)
	fixed := f.FixedOperands(i)
	targets := f.Targets(i)
	changed := false
	pass := func(to ir.Block, ops []ir.Operand) []ir.Operand {
		// The old arguments are still there, so that operand k and argument k belong together.
		args := f.Args(to)
		var out, wide []ir.Operand
		for k, o := range ops {
			p, ok := l.parts[args[k]]
			if !ok {
				if l.inexact(o.Value) { // the argument is one number
					changed = true
					o = ir.Operand{Value: l.oneOf(o.Value, f.AnnotOf(args[k]))}
				}
				out = append(out, o)
				continue
			}
			changed = true
			for _, w := range l.limbsOf(o.Value, len(p)) {
				wide = append(wide, ir.Operand{Value: w})
			}
		}
		return append(out, wide...)
	}
	switch op := f.Op(i); op {
	case ir.OpContinue, ir.OpRegionYield:
		l.edges = f.Edges(l.edges[:0], i)
		fixed = pass(l.edges[0].Block, fixed)
	case ir.OpRet:
		fixed, changed = l.returned(fixed)
	case ir.OpSwitch:
		v := fixed[0].Value
		if _, wide := l.parts[v]; wide {
			changed = true
			fixed[0] = ir.Operand{Value: l.caseNumber(v, targets)}
		}
	}
	for k := range targets {
		targets[k].Args = pass(targets[k].Block, targets[k].Args)
	}
	if changed {
		f.SetOperands(i, fixed, targets)
	}
	return nil
}

// inexact reports whether v is no number in one register: it is wide, or only its low bits are known.
func (l *lowerer) inexact(v ir.Value) bool {
	_, low := l.lows[v]
	return low || l.f.TypeOf(v) == ir.Int && (l.count(v) > 1 || l.ranges.of.Container(v) == 0)
}

// oneOf is v as one number that is passed where claim a is checked.
func (l *lowerer) oneOf(v ir.Value, a ir.Annot) ir.Value {
	w := v
	if l.count(v) > 1 {
		w = l.limb(v, 0)
	}
	switch r := facts.ClaimedRange(a); {
	case r.Container() == 0:
		return w
	case r.Signed():
		return l.sext(w, r.Bits())
	default:
		return l.zext(w, max(r.Bits(), 1))
	}
}

// returned are the operands of a ret.
// A token may stand behind the results: it has no row among them and goes through.
func (l *lowerer) returned(ops []ir.Operand) (out []ir.Operand, changed bool) {
	for k, o := range ops {
		if k >= len(l.returns) || l.returns[k].Type != ir.Int {
			out = append(out, o)
			continue
		}
		n := words(l.returns[k].Annot)
		if n == 1 && !l.inexact(o.Value) {
			out = append(out, o)
			continue
		}
		changed = true
		if n == 1 {
			out = append(out, ir.Operand{Value: l.oneOf(o.Value, l.returns[k].Annot)})
			continue
		}
		for _, w := range l.limbsOf(o.Value, n) {
			out = append(out, ir.Operand{Value: w})
		}
	}
	return out, changed
}

// caseNumber is which case of a switch wide v is, and makes the cases their numbers.
// The comparisons run from the first case to the last; cases are different numbers, so that at most one holds.
func (l *lowerer) caseNumber(v ir.Value, targets []ir.Target) ir.Value {
	n := l.count(v)
	x := l.limbsOf(v, n)
	cases := len(targets) - 1
	out := l.num(int64(cases))
	for k := range cases {
		y := l.constLimbs(*targets[k].Case, n)
		// A case that v never has keeps its target and is chosen by no number: limbs that were cut could match
		// by accident.
		if l.rangeOf(v).Contains(*targets[k].Case) {
			out = l.pick(l.compareLimbs(ir.EQ, x, y, false), l.num(int64(k)), out)
		}
		targets[k].Case = new(num.New(int64(k)))
	}
	return l.bounded(out, uint32(cases))
}
