package reduce

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	iredit "github.com/tuffy-ir/tuffy/ir/edit"
)

// removeBlockArgs removes arguments; a use reads what all branches pass, or zero. Arguments are
// listed from the last, so that numbers of others stay valid.
func removeBlockArgs(x *listing) {
	for _, s := range blockSites(x.m) {
		args := s.f.Args(s.b)
		for n := len(args) - 1; n >= 0; n-- {
			v := args[n]
			x.add(fmt.Sprint(s.key, "#", n), func(m *ir.Module) { removeBlockArg(m.Funcs[s.fi], s.b, v) })
		}
	}
}

// The value is replaced by what all branches pass, if they pass the same and it is defined outside;
// else by a zero, or for memory the nearest token above.
// v is named by its handle, since the numbers of arguments shift as others go.
func removeBlockArg(f *ir.Func, b ir.Block, v ir.Value) {
	n := slices.Index(f.Args(b), v)
	if n < 0 || f.Terminator(b) == ir.NoInst {
		return
	}
	with, same := ir.NoValue, true
	preds := cfg.New(f).Preds(b)
	for _, e := range preds {
		// A block that passes its own argument back to itself says nothing about its value.
		in := cfg.Passed(f, e, n).Value
		if in == v {
			continue
		}
		same = same && (with == ir.NoValue || with == in)
		with = in
	}
	// The entry block has no branches into it; its only argument is the memory token.
	if with == ir.NoValue {
		if len(preds) == 0 && returnsOnly(f, v) {
			f.RemoveArg(b, n) // the memory token of the entry block
		}
		return
	}
	// What is defined in b itself does not dominate the front of b.
	if f.HasUses(v) && (!same || f.DefBlock(with) == b) {
		if f.TypeOf(v) == ir.Mem {
			above := newScope(f).before(b, f.FirstInst(b), ir.Mem)
			above = slices.DeleteFunc(above, func(w ir.Value) bool { return w == v })
			if len(above) == 0 {
				return
			}
			with = above[0]
		} else {
			with = zero(f, f.TypeOf(v))
		}
	}
	// Every edge loses the operand before the argument goes, so that the counts agree at the end.
	for _, e := range preds {
		iredit.SetPassed(f, e, slices.Delete(iredit.Passed(f, e, len(f.Args(b))), n, n+1))
	}
	f.ReplaceUses(v, with)
	f.RemoveArg(b, n)
}

// returnsOnly makes returns do without token v, and reports whether nothing else used it. A
// function that only returns its token needs none.
func returnsOnly(f *ir.Func, v ir.Value) bool {
	var uses []ir.Inst
	for u := range f.Uses(v) {
		if f.Op(u.Inst) != ir.OpRet {
			return false
		}
		uses = append(uses, u.Inst)
	}
	for _, t := range uses {
		f.SetOperands(t, f.Operands(t)[:f.NumOperands(t)-1], nil)
	}
	return true
}

// callee is the function that call i names, empty for a call through any other pointer. A name
// through other operations is not followed.
// The pointer of a call is operand 0.
func callee(m *ir.Module, f *ir.Func, i ir.Inst) string {
	d := f.Def(f.Arg(i, 0))
	if d == ir.NoInst || f.Op(d) != ir.OpSymbolAddr {
		return ""
	}
	return m.SymbolName(f.SymbolOf(d))
}

// callsOf lists the direct calls of g in all functions, and if asked the calls through other
// pointers that may be of g. indirect calls may be of any function with the signature: changing
// that function's signature has to change them as well.
func callsOf(m *ir.Module, g *ir.Func, indirect bool) []site {
	var out []site
	for _, s := range sites(m) {
		if s.f.Op(s.i) != ir.OpCall {
			continue
		}
		if name := callee(m, s.f, s.i); name == g.Name || indirect && name == "" && iredit.Fits(s.f, s.i, g) {
			out = append(out, s)
		}
	}
	return out
}

// removeParams lists the parameters from the last, so that the numbers of the others stay valid.
// Kept functions are entered from outside with their signatures.
func removeParams(x *listing) {
	for fi, f := range x.m.Funcs {
		if x.keep[f.Name] {
			continue
		}
		for n := len(f.Params) - 1; n >= 0; n-- {
			x.add(fmt.Sprint(f.Name, "#", n), func(m *ir.Module) { removeParam(m, m.Funcs[fi], n) })
		}
	}
}

// removeParam removes parameter n. Those after it have other numbers then, also for the edits
// of the same list. A parameter that goes reads as zero. Calls that may reach the function lose the
// argument; some of them may not verify then, which drops the candidate.
func removeParam(m *ir.Module, f *ir.Func, n int) {
	if n >= len(f.Params) {
		return
	}
	for i := range f.AllInsts() {
		a := f.Attr(i)
		switch {
		// Parameters are read by instructions that name a number.
		case f.Op(i) != ir.OpParam || a.Imm < int64(n):
		case a.Imm > int64(n):
			a.Imm--
			f.SetAttr(i, a)
		default:
			drop(f, i, func(v ir.Value) ir.Value { return toZero(f, v) })
		}
	}
	calls := callsOf(m, f, true)
	f.Params = slices.Delete(f.Params, n, n+1)
	for _, s := range calls {
		// Operand 0 is the pointer and the last is the token, so parameter n is operand 1+n.
		ops := s.f.Operands(s.i)
		if 1+n < len(ops)-1 {
			s.f.SetOperands(s.i, slices.Delete(ops, 1+n, 2+n), nil)
		}
	}
}

// removeResults is removeParams for results.
func removeResults(x *listing) {
	for fi, f := range x.m.Funcs {
		if x.keep[f.Name] {
			continue
		}
		for n := len(f.Returns) - 1; n >= 0; n-- {
			x.add(fmt.Sprint(f.Name, "#", n), func(m *ir.Module) { removeResult(m, m.Funcs[fi], n) })
		}
	}
}

// removeResult is [removeParam] for results. A call cannot lose a result in place, so it is made
// anew, with results shifted.
func removeResult(m *ir.Module, f *ir.Func, n int) {
	if n >= len(f.Returns) {
		return
	}
	for b := range f.Blocks() {
		if t := f.Terminator(b); t != ir.NoInst && f.Op(t) == ir.OpRet && n < f.NumOperands(t) {
			// The results come before the token among the operands of a return.
			f.SetOperands(t, slices.Delete(f.Operands(t), n, n+1), nil)
		}
	}
	calls := callsOf(m, f, true)
	f.Returns = slices.Delete(f.Returns, n, n+1)
	for _, s := range calls {
		g := s.f
		old := g.Results(s.i)
		if 1+n >= len(old) {
			continue
		}
		var types []ir.Type
		for k, v := range old {
			if k != 1+n {
				types = append(types, g.TypeOf(v))
			}
		}
		// The new call has the same operands, so the same pointer and token.
		call := g.Before(s.i).Inst(ir.OpCall, g.Attr(s.i), g.Operands(s.i), nil, types, g.Origin(s.i))
		for k, v := range old {
			switch {
			case k == 1+n:
				if g.HasUses(v) {
					g.ReplaceUses(v, toZero(g, v))
				}
				// Behind the removed result the numbers are one less.
				continue
			case k > 1+n:
				k--
			}
			g.SetAnnot(g.Result(call, k), g.AnnotOf(v))
			g.ReplaceUses(v, g.Result(call, k))
		}
		g.RemoveInst(s.i)
	}
}

// annotEdits lists an edit for each annotation; change makes the new one. It covers signatures,
// block arguments, results and uses, in this order.
func annotEdits(x *listing, change func(a ir.Annot) ir.Annot) {
	// Keys of the ways to change one claim differ by dots.
	add := func(key string, a ir.Annot, set func(m *ir.Module, a ir.Annot)) {
		for n, to := range changedClaims(a, change) {
			x.add(fmt.Sprint(key, strings.Repeat(".", n)), func(m *ir.Module) { set(m, to) })
		}
	}
	for fi, f := range x.m.Funcs {
		// Claims of kept signatures are what callers outside rely on.
		if x.keep[f.Name] {
			continue
		}
		for n, p := range f.Params {
			add(fmt.Sprint(f.Name, "(", n), p.Annot, func(m *ir.Module, a ir.Annot) { m.Funcs[fi].Params[n].Annot = a })
		}
		for n, p := range f.Returns {
			add(fmt.Sprint(f.Name, ")", n), p.Annot, func(m *ir.Module, a ir.Annot) { m.Funcs[fi].Returns[n].Annot = a })
		}
	}
	for _, s := range blockSites(x.m) {
		for n, v := range s.f.Args(s.b) {
			add(fmt.Sprint(s.key, "#", n), s.f.AnnotOf(v), func(m *ir.Module, a ir.Annot) { m.Funcs[s.fi].SetAnnot(v, a) })
		}
	}
	for _, s := range sites(x.m) {
		for n, v := range s.f.Results(s.i) {
			add(fmt.Sprint(s.key, "=", n), s.f.AnnotOf(v), func(m *ir.Module, a ir.Annot) { m.Funcs[s.fi].SetAnnot(v, a) })
		}
		for n := range s.f.NumOperands(s.i) {
			o := s.f.Operand(s.i, n)
			add(fmt.Sprint(s.key, "$", n), o.Annot, func(m *ir.Module, a ir.Annot) {
				m.Funcs[s.fi].SetOperand(s.i, n, ir.Operand{Value: o.Value, Annot: a})
			})
		}
	}
}

// changedClaims are the ways to change a: as a whole, and in one of the claims on fields that it
// has. An aggregate's claim changes as a whole or in one field at a time, recursively.
func changedClaims(a ir.Annot, change func(ir.Annot) ir.Annot) []ir.Annot {
	var out []ir.Annot
	if to := change(a); to != a {
		out = append(out, to)
	}
	if !a.HasFields() {
		return out
	}
	a.MapFields(func(n int, b ir.Annot) ir.Annot {
		for _, c := range changedClaims(b, change) {
			to := a.MapFields(func(k int, d ir.Annot) ir.Annot {
				if k == n {
					return c
				}
				return d
			})
			// Different fields with equal claims give different results; equal results are listed once.
			if !slices.Contains(out, to) {
				out = append(out, to)
			}
		}
		return b
	})
	return out
}

// dropAnnotations removes each claim.
func dropAnnotations(x *listing) {
	annotEdits(x, func(ir.Annot) ir.Annot { return ir.NoAnnot })
	for _, s := range sites(x.m) {
		if s.f.Mark(s.i).Rule != ir.RuleNone {
			x.add(s.key+"!ub", func(m *ir.Module) {
				if f := m.Funcs[s.fi]; !f.Deleted(s.i) {
					f.SetMark(s.i, ir.Mark{})
				}
			})
		}
	}
}

// loosenAnnotations doubles ranges up to 64 bits, drops known bits, halves alignments. Loosening
// finds how wide a claim must be, where dropping it loses what is interesting.
func loosenAnnotations(x *listing) {
	annotEdits(x, func(a ir.Annot) ir.Annot {
		n, signed, ranged := a.Range()
		switch {
		case ranged && a.Known() == nil && n < 64:
			n = min(max(2*n, 1), 64)
		case ranged && a.Known() != nil:
		case a.Align() > 2:
			return ir.Aligned(a.Align() / 2)
		default:
			return a
		}
		if signed {
			return ir.Signed(n)
		}
		return ir.Unsigned(n)
	})
}

// shrinkData makes data simpler piece by piece. Each piece can become zeros, shorter by several
// lengths, or vanish; the sizes from small to nearly whole make a search for the shortest.
func shrinkData(x *listing) {
	for di, d := range x.m.Data {
		add := func(what string, do func(d *ir.Data)) {
			x.add(d.Name+what, func(m *ir.Module) { do(m.Data[di]) })
		}
		for _, r := range d.Relocs {
			add(fmt.Sprint("@", r.Off), func(d *ir.Data) {
				d.Relocs = slices.DeleteFunc(d.Relocs, func(q ir.Reloc) bool { return q.Off == r.Off })
			})
		}
		for n, p := range d.Pieces {
			add := func(what string, do func(d *ir.Data)) {
				add(what, func(d *ir.Data) {
					if n < len(d.Pieces) {
						do(d)
					}
				})
			}
			size := len(p.Bytes)
			if p.Bytes == nil {
				size = int(p.Zero)
			} else {
				add(fmt.Sprint("0", n), func(d *ir.Data) { d.Pieces[n] = ir.DataPiece{Zero: uint64(len(d.Pieces[n].Bytes))} })
			}
			for _, k := range []int{0, 1, size / 2, size - size/4, size - size/16, size - 1} {
				if k < size && k >= 0 {
					add(fmt.Sprint("-", n, "/", k), func(d *ir.Data) { shorten(&d.Pieces[n], k) })
				}
			}
		}
		if d.Align != 0 || d.Const {
			add("align", func(d *ir.Data) { d.Align, d.Const = 0, false })
		}
		if len(d.Pieces) > 1 {
			add("pieces", func(d *ir.Data) { d.Pieces = d.Pieces[:min(1, len(d.Pieces))] })
			add("first", func(d *ir.Data) { d.Pieces = d.Pieces[min(1, len(d.Pieces)):] })
		}
	}
}

// shorten cuts a piece to n bytes if it is longer. It may be called for a piece that is shorter by
// now.
func shorten(p *ir.DataPiece, n int) {
	if p.Bytes != nil {
		p.Bytes = p.Bytes[:min(n, len(p.Bytes))]
		return
	}
	p.Zero = min(p.Zero, uint64(n))
}

// simplifyNames drops what only readers need, and renames functions to a, b, c. Names matter to no
// predicate but those that look for them. One-letter names are taken in order and not reused.
func simplifyNames(x *listing) {
	x.add("debug", func(m *ir.Module) { m.Debug = ir.Debug{} })
	if len(x.m.Asm) > 0 {
		x.add("asm", func(m *ir.Module) { m.Asm = nil })
	}
	x.add("profile", func(m *ir.Module) { m.Profile = ir.Profile{} })
	used := map[string]bool{}
	for n := range x.m.NumSymbols() {
		used[x.m.SymbolName(ir.Symbol(n))] = true
	}
	for _, f := range x.m.Funcs {
		used[f.Name] = true
	}
	for _, d := range x.m.Data {
		used[d.Name] = true
	}
	next := 0
	for fi, f := range x.m.Funcs {
		x.add(f.Name, func(m *ir.Module) { m.Funcs[fi].Attrs = ir.FuncAttrs{} })
		if f.Linkage != (ir.Linkage{}) {
			x.add(f.Name, func(m *ir.Module) { m.Funcs[fi].Linkage = ir.Linkage{} })
		}
		x.add(f.Name+"(", func(m *ir.Module) {
			for n := range m.Funcs[fi].Params {
				m.Funcs[fi].Params[n].Name = ""
			}
		})
		for ; next < 26 && used[string(rune('a'+next))]; next++ {
		}
		if x.keep[f.Name] || len(f.Name) == 1 || next == 26 {
			continue
		}
		name := string(rune('a' + next))
		next++
		x.add(f.Name+"=", func(m *ir.Module) { rename(m, m.Funcs[fi], name) })
	}
}

// rename changes the name of a function everywhere. All references are by symbol, so changing those
// is enough.
func rename(m *ir.Module, f *ir.Func, name string) {
	old, to := m.Symbol(f.Name), m.Symbol(name)
	f.Name = name
	for _, s := range sites(m) {
		if a := s.f.Attr(s.i); s.f.Op(s.i) == ir.OpSymbolAddr && ir.Symbol(a.Aux) == old {
			a.Aux = uint32(to)
			s.f.SetAttr(s.i, a)
		}
	}
	for _, d := range m.Data {
		for n := range d.Relocs {
			if d.Relocs[n].Sym == old {
				d.Relocs[n].Sym = to
			}
		}
	}
}
