package legalize

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/compiler/target/ctype"
	"github.com/tuffy-ir/tuffy/ir"
)

// Parameters and results are passed as C passes values of the types that package ctype names ([ctype.OfIR]).
// What is passed in registers is taken apart into the eightbytes that the registers hold, what is passed
// in memory into its leaves. Which of them belong together, and where in their struct they are, is
// written down for instruction selection ([Legalizer.Passings]): the function does not say it any more.

// storedBits is what is claimed of an int field of a struct or array that is passed where nothing else is:
// the bits that a field has in memory are looked at.
var storedBits = ir.LowBits(8 * ir.IntBytes)

// passedAs are the values that a parameter or result is passed as, and the type of C that they make.
// Caller and callee, in whichever module, must come to the same list: so it depends on the type and the claims
// only, and not on what the function does with the value.
func (l *lowerer) passedAs(p ir.Param) (ctype.Type, []leaf) {
	if p.Annot.IsABI() {
		return l.classified(p)
	}
	if legalType(p.Type) {
		// A scalar int is as many words as its claim says; its type of C is an integer of that size.
		n := uint64(words(p.Annot))
		return ctype.OfIR(p.Type, l.vscale, func(int) uint64 { return n }), []leaf{{typ: p.Type, claim: p.Annot}}
	}
	was, whole := l.pieces, l.whole
	l.pieces, l.whole = nil, false // whatever this function does with vectors
	ls, _, ok := l.appendLeaves(nil, p.Type, p.Annot, 0)
	l.pieces, l.whole = was, whole
	if !ok { // an error where the function is defined or called
		return ctype.OfIR(ir.Unit, l.vscale, nil), nil
	}
	padF80(p.Type, ls)
	var ints []uint64
	wide := false
	for n := range ls {
		if x := &ls[n]; x.typ == ir.Int {
			// Else nothing would say how many bits of the field are passed.
			if x.claim == ir.NoAnnot {
				x.claim = storedBits
			}
			ints = append(ints, uint64(words(x.claim)))
			wide = wide || words(x.claim) > 1
		}
	}
	c := ctype.OfIR(p.Type, l.vscale, func(n int) uint64 { return ints[n] })
	// In memory fields keep their own types and places; several in one eightbyte need no packing there.
	if wide || !l.z.abi.InRegisters(c) {
		return c, ls
	}
	return c, eightbytes(ls)
}

// classified is passedAs of bytes whose classes are given.
func (l *lowerer) classified(p ir.Param) (ctype.Type, []leaf) {
	classes, align := p.Annot.ABI()
	c := ctype.Classified(uint64(p.Type.ByteLen()), align, classes)
	if legalType(p.Type) {
		return c, []leaf{{typ: p.Type}}
	}
	ls, ok := l.leavesOf(p.Type)
	if !ok { // an error where the function is defined or called
		return c, nil
	}
	if !l.z.abi.InRegisters(c) {
		return c, ls
	}
	// Nothing passes what is padding alone.
	ls = slices.DeleteFunc(ls, func(x leaf) bool { return classes[x.off/8] == 'n' })
	return c, eightbytes(ls)
}

// eightbytes are values that registers hold, for the leaves of a struct.
func eightbytes(ls []leaf) (out []leaf) {
	for len(ls) > 0 {
		off, n := ls[0].off, 0
		// What starts in one eightbyte shares its register (AMD64 ABI, 3.2.3).
		for n < len(ls) && ls[n].off < off+8 {
			n++
		}
		// A field alone in its eightbyte keeps its type and its claim.
		if n == 1 {
			out = append(out, ls[0])
		} else {
			out = append(out, leaf{typ: ir.Bytes(8), off: off})
		}
		ls = ls[n:]
	}
	return out
}

// piecesOf are the pieces of their struct that values are. An int of several words is a piece of as many.
// In memory an int field has IntBytes; where it is passed it has a word for each 64 bits of its claim.
func piecesOf(ls []leaf) []ctype.Piece {
	var out []ctype.Piece
	more := uint64(0) // by which a number is longer where it is passed than in memory
	for _, x := range ls {
		p := ctype.Piece{At: x.off + x.pad + more, Size: x.size()}
		if x.typ == ir.Int {
			p.Size = 8 * uint64(words(x.claim))
			more += p.Size - 8
		}
		out = append(out, p)
	}
	return out
}

// splitParams gives a signature the parts of its parameters.
// Scalars keep their place in the order, with the claims they have.
func (l *lowerer) splitParams(ps []ir.Param) []ir.Param {
	if !l.hasComposite(ps) {
		return ps
	}
	var out []ir.Param
	for _, p := range ps {
		if !l.composite(p.Type) {
			p.Annot = withoutABI(p.Annot) // noted in the passing
			out = append(out, p)
			continue
		}
		_, ls := l.passedAs(p)
		for _, x := range ls {
			out = append(out, ir.Param{Type: x.typ, Annot: x.claim})
		}
	}
	return out
}

func (l *lowerer) hasComposite(ps []ir.Param) bool {
	return slices.ContainsFunc(ps, func(p ir.Param) bool { return l.composite(p.Type) || p.Annot.IsABI() })
}

// withoutABI is what a claims of a value.
func withoutABI(a ir.Annot) ir.Annot {
	if a.IsABI() {
		return ir.NoAnnot
	}
	return a
}

// hasF80 reports whether t is f80 or has a field of it.
func hasF80(t ir.Type) bool {
	if !t.IsAggregate() {
		return t == ir.F80
	}
	for n := range t.Len() {
		f, _ := t.Field(n)
		if hasF80(f) {
			return true
		}
		if t.Kind() == ir.KindArray { // all fields are alike
			break
		}
	}
	return false
}

// padF80 says of leaves of type t where C has them: there six bytes of padding follow each long double.
func padF80(t ir.Type, ls []leaf) {
	if !t.IsAggregate() || !hasF80(t) {
		return
	}
	var ends []uint64
	var walk func(t ir.Type, off uint64) uint64
	walk = func(t ir.Type, off uint64) uint64 {
		if !t.IsAggregate() {
			off += t.FieldSize(1)
			if t == ir.F80 {
				ends = append(ends, off)
			}
			return off
		}
		for n := range t.Len() {
			f, _ := t.Field(n)
			off = walk(f, off)
		}
		return off
	}
	walk(t, 0)
	k := uint64(0)
	for n := range ls {
		for k < uint64(len(ends)) && ends[k] <= ls[n].off {
			k++
		}
		ls[n].pad = 6 * k
	}
}

// abiCall reports whether bytes cross call i as values of C whose classes are given, there or where the function is
// declared.
func (l *lowerer) abiCall(i ir.Inst) bool {
	if l.f.Op(i) != ir.OpCall || l.last || l.z.passings.Call(l.f, i) != nil {
		return false
	}
	// Most calls pass no bytes at all.
	f, bytes := l.f, false
	for n := 1; n < f.NumFixed(i) && !bytes; n++ {
		bytes = f.TypeOf(f.Arg(i, n)).Kind() == ir.KindByte
	}
	for n := 1; n < f.NumResults(i) && !bytes; n++ {
		bytes = f.TypeOf(f.Result(i, n)).Kind() == ir.KindByte
	}
	if !bytes {
		return false
	}
	params, returns := l.declared(i)
	abi := func(p ir.Param) bool { return p.Annot.IsABI() }
	return slices.ContainsFunc(params, abi) || slices.ContainsFunc(returns, abi)
}

// passing is how parameters and results are passed.
func (l *lowerer) passing(params, returns []ir.Param) *ctype.Passing {
	p := &ctype.Passing{}
	for _, x := range params {
		c, ls := l.passedAs(x)
		p.AddParam(c, piecesOf(ls)...)
	}
	for _, x := range returns {
		c, ls := l.passedAs(x)
		p.AddResult(c, piecesOf(ls)...)
	}
	return p
}

// MaxPassed bounds the parts of all parameters, or results, of a function.
// It bounds code and stack of a call, as MaxParts does those of a value.
const MaxPassed = 4 * MaxParts

// splitSignature turns parameters and results of the function into the values that they are passed as, and
// notes for selection which belong together. l.first then says at which of the new parameters each old one
// starts; parameters that stay whole are renumbered here, composites where their parts are made.
func (l *lowerer) splitSignature() error {
	f := l.f
	// Checked before anything is changed, so that an error leaves the function as it was.
	for _, x := range []struct {
		what string
		ps   []ir.Param
	}{{"parameters", f.Params}, {"results", f.Returns}} {
		if n := l.countParts(x.ps); n > MaxPassed || n < 0 {
			return &Error{f.Module.File, f.Pos, f.Name, fmt.Sprintf("the %s have more than %d parts, or one has more than %d", x.what, MaxPassed, MaxParts)}
		}
	}
	l.params, l.returns = f.Params, f.Returns
	l.first = l.first[:0]
	if !l.hasComposite(f.Params) && !l.hasComposite(f.Returns) {
		return nil
	}
	// Before the signature loses its composites: nothing could tell afterwards what belonged together.
	l.z.passings.SetOwn(f, l.passing(f.Params, f.Returns))
	f.Params, f.Returns = l.splitParams(f.Params), l.splitParams(f.Returns)
	at := 0
	for _, p := range l.params {
		l.first = append(l.first, at)
		at += len(l.splitParams([]ir.Param{p}))
	}
	for _, b := range l.g.Order() {
		for i := range f.Insts(b) {
			if f.Op(i) == ir.OpParam && !l.composite(f.TypeOf(f.Result(i, 0))) {
				a := f.Attr(i)
				a.Imm = int64(l.first[a.Imm])
				f.SetAttr(i, a)
			}
		}
	}
	return nil
}

// countParts is how many parts the composites among parameters have together, -1 if one has too many.
func (l *lowerer) countParts(ps []ir.Param) (n int) {
	for _, p := range ps {
		if !l.composite(p.Type) {
			continue
		}
		ls, ok := l.leavesOf(p.Type)
		if n += len(ls); !ok {
			return -1
		}
		// No need to continue: the caller only asks whether it is more.
		if n > MaxPassed {
			break
		}
	}
	return n
}

// passed are the values that v is passed as, as parameter or result p.
func (l *lowerer) passed(v ir.Value, p ir.Param) []ir.Value {
	_, to := l.passedAs(p)
	from, _ := l.leavesOf(l.f.TypeOf(v))
	return l.repack(from, l.partsOf(v), to)
}

// received makes the parts of a value of type t of what another function passed.
func (l *lowerer) received(t ir.Type, from []leaf, ps []ir.Value) []ir.Value {
	to, _ := l.leavesOf(t)
	return l.repack(from, ps, to)
}

// repack makes parts with other types of the same bytes. A part that is the same stays, whatever number it
// is.
// Parts with the same type at the same place move as values; only what is left goes through recast, so that
// memory is touched as little as possible.
func (l *lowerer) repack(from []leaf, parts []ir.Value, to []leaf) []ir.Value {
	out := make([]ir.Value, len(to))
	var others, rest []leaf
	var restParts []ir.Value
	var where []int
	at := 0
	for n, x := range to {
		for ; at < len(from) && from[at].off < x.off; at++ {
			rest, restParts = append(rest, from[at]), append(restParts, parts[at])
		}
		if at < len(from) && from[at].off == x.off && from[at].typ == x.typ {
			out[n] = parts[at]
			at++
			continue
		}
		others, where = append(others, x), append(where, n)
	}
	rest, restParts = append(rest, from[at:]...), append(restParts, parts[at:]...)
	if len(others) > 0 {
		for n, v := range l.recast(rest, restParts, others) {
			out[where[n]] = v
		}
	}
	return out
}

// declared are the parameters and results of the callee of a call, with what it claims of them if it is known
// which one it is, and else with what all that it may be claim of the words of ints.
// The types come from the call, as that is what it passes; the callee gives only claims, and only where the
// type agrees.
func (l *lowerer) declared(call ir.Inst) (params, returns []ir.Param) {
	f := l.f
	var s signature
	if d := f.Def(f.Arg(call, 0)); d != ir.NoInst && f.Op(d) == ir.OpSymbolAddr {
		s = l.z.declared[f.Module.SymbolName(f.SymbolOf(d))]
	}
	for n := range f.NumFixed(call) - 2 {
		params = append(params, ir.Param{Type: f.TypeOf(f.Arg(call, n+1))})
	}
	for n := range f.NumResults(call) - 1 {
		returns = append(returns, ir.Param{Type: f.TypeOf(f.Result(call, n+1))})
	}
	if s.params == nil && s.returns == nil {
		// Through a pointer only the numbers of words matter, on which all that it may reach must agree.
		s = l.z.reached[typeKey(typesOf(params, returns))]
		s.params, s.returns = wordsOnly(s.params), wordsOnly(s.returns)
	}
	claim := func(ps, from []ir.Param) {
		for n := range min(len(ps), len(from)) {
			if ps[n].Type == from[n].Type {
				ps[n].Annot = from[n].Annot
			}
		}
	}
	claim(params, s.params)
	claim(returns, s.returns)
	for n := range params {
		if a := f.Operand(call, n+1).Annot; a.IsABI() && params[n].Annot == ir.NoAnnot {
			params[n].Annot = a
		}
	}
	for n := range returns {
		if a := f.AnnotOf(f.Result(call, n+1)); a.IsABI() && returns[n].Annot == ir.NoAnnot {
			returns[n].Annot = a
		}
	}
	return params, returns
}

// typesOf are the types of a signature, for [typeKey].
// The token's type stands between, so that parameters and results cannot be confused.
func typesOf(params, returns []ir.Param) []ir.Type {
	var out []ir.Type
	for _, p := range params {
		out = append(out, p.Type)
	}
	out = append(out, ir.Mem)
	for _, p := range returns {
		out = append(out, p.Type)
	}
	return out
}

// splitCall makes a call that passes what the callee takes once its own signature is split, by the same
// rule, and puts the composites among its results together again from what comes back.
// The old call stays until nothing reads it; its results are replaced one by one.
func (l *lowerer) splitCall(i ir.Inst) {
	f := l.f
	last := f.NumFixed(i) - 1
	params, returns := l.declared(i)
	args := []ir.Operand{f.Operand(i, 0)}
	for n := 1; n < last; n++ {
		if v := f.Arg(i, n); l.composite(f.TypeOf(v)) {
			for _, p := range l.passed(v, params[n-1]) {
				args = append(args, ir.Operand{Value: p})
			}
			continue
		}
		args = append(args, f.Operand(i, n))
	}
	args = append(args, f.Operand(i, last))
	types := []ir.Type{ir.Mem}
	leaves := make([][]leaf, len(returns))
	for k, p := range returns {
		_, leaves[k] = l.passedAs(p)
		for _, x := range leaves[k] {
			types = append(types, x.typ)
		}
	}
	c := l.at.Inst(ir.OpCall, f.Attr(i), args, nil, types, l.origin)
	l.z.passings.SetCall(f, c, l.passing(params, returns))
	// The new call has results that the table of ranges does not know yet.
	l.ranges.grow()
	f.ReplaceUses(f.Result(i, 0), f.Result(c, 0))
	at := 1
	for k, ls := range leaves {
		old := f.Result(i, k+1)
		if !l.composite(f.TypeOf(old)) {
			v := f.Result(c, at)
			f.SetAnnot(v, f.AnnotOf(old))
			l.note(v, l.ranges.of.Of(old))
			f.ReplaceUses(old, v)
			at++
			continue
		}
		out := make([]ir.Value, len(ls))
		for j, x := range ls {
			r := facts.ClaimedRange(x.claim)
			if out[j] = l.note(f.Result(c, at+j), r); x.typ == ir.Int && r.Finite() { // else poison in the caller
				f.SetAnnot(out[j], r.Annot())
			}
		}
		l.parts[old] = l.received(f.TypeOf(old), ls, out)
		at += len(ls)
	}
}

// widen writes down how a function or call passes whose value k is passed as counts(k) words, k counted from
// 0 in params and results; was is what was written down before, or nil.
// The pieces of one parameter are neighbours with the same Of, so that one walk meets each parameter once.
func widen(was *ctype.Passing, params, results []int) *ctype.Passing {
	p := &ctype.Passing{}
	grow := func(xs []ctype.Piece, counts []int, n, of int, t ctype.Type) (ctype.Type, []ctype.Piece, int) {
		var out []ctype.Piece
		for ; n < len(xs) && xs[n].Of == of; n++ {
			x, k := xs[n], counts[n]
			if k == 1 {
				out = append(out, x)
				continue
			}
			if t.Kind == ctype.Integer {
				t = ctype.OfIR(ir.Int, 1, func(int) uint64 { return uint64(k) })
			}
			for j := range k {
				out = append(out, ctype.Piece{At: x.At + 8*uint64(j), Size: 8})
			}
		}
		return t, out, n
	}
	n := 0
	for of, x := range was.Signature.Params {
		var t ctype.Type
		var xs []ctype.Piece
		t, xs, n = grow(was.Params, params, n, of, x.Type)
		p.AddParam(t, xs...)
	}
	n = 0
	for of, t := range was.Signature.Results {
		var xs []ctype.Piece
		t, xs, n = grow(was.Results, results, n, of, t)
		p.AddResult(t, xs...)
	}
	return p
}

// fieldWords is how many words value n of a call or signature that passes as p takes because a struct that it
// is part of says so; ok is false if it stands alone.
func fieldWords(p *ctype.Passing, xs []ctype.Piece, results bool, n int) (k int, ok bool) {
	if p == nil {
		return 0, false
	}
	of := xs[n].Of
	var t ctype.Type
	if results {
		t = p.Signature.Results[of]
	} else {
		t = p.Signature.Params[of].Type
	}
	return int(xs[n].Size / 8), t.Kind == ctype.Aggregate
}
