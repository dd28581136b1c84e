package opt

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/edit"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// memopt replaces loads whose bytes are known, and removes stores of what is there already.
// Stores that nothing sees are removed by deadStores, in its own file.
//
// It goes through the blocks in reverse postorder with a list of facts: these bytes are what this
// store put there, what that load found, what a memset or a fresh stack slot left. A fact ends
// when something may have written one of its bytes: see memoryMap. What a block knows at its end
// its successor knows if nothing else leads there, so that what connects a fact and its use is a
// straight line of program order. Memory tokens are not asked: they do not steer execution.
//
// A load takes the value that was stored if the types are equal; an int, or a part of it, as the
// bits that the store wrote. It takes the value of a load of the same type, or of one that keeps
// each byte apart: an int that was loaded tells nothing about the states of single bytes. A
// result check of the load that goes ends with it, one of the load that stays is weakened to what
// both had.
var memopt = pass.Pass{
	Name: "memopt", KeepsCFG: true,
	Doc: "replaces loads of known bytes, removes stores that are never seen",
	After: []pass.Order{
		{Pass: "mem2reg", Why: "what can be a value needs no facts about memory"},
	},
	Params: []pass.Param{
		{Name: "facts", Default: 48, Min: 1, Max: 4096, Doc: "facts about memory, and dead bytes, that are kept at a time"},
	},
	Rewrites: pass.Rewrites(pass.Refinements("stored_again", "load_of_store", "load_again", "load_of_memset", "load_of_nothing",
		"load_of_address", "load_of_constant", "dead_store", "never_read")),
	Func: func(c *pass.Ctx) {
		if !accesses(c.F) {
			return
		}
		m := newMemoryMap(c.F)
		forwardLoads(c, m)
		deadStores(c, m)
	},
}

// memoryFact is what is known of some bytes.
// The bytes are those of the span; the rest says what is in them. A fact is about program order
// at one place, and no statement about memory tokens.
type memoryFact struct {
	span
	kind factKind
	typ  ir.Type
	v    ir.Value // stored or loaded
	// The byte of factFilled.
	fill byte
	// The instruction that taught the fact, for traces and origins.
	inst ir.Inst
}

type factKind uint8

const (
	factStored factKind = iota
	factLoaded
	factFilled // with a byte
	factUninit
)

// maxPieces bounds the pieces of constant data that a load looks through.
// It bounds the time of one load; data with more pieces is left as it is.
const maxPieces = 256

// accessOps are the opcodes that read or write memory.
// The list is asked instead of the function's instructions: counts by opcode are kept anyway.
var accessOps = func() (ops []ir.Op) {
	for o := range ir.Op(ir.NumOps) {
		if o.Is(ir.MemUse|ir.MemDef) && !o.IsTerminator() {
			ops = append(ops, o)
		}
	}
	return ops
}()

// accesses reports whether a function has instructions that read or write memory.
func accesses(f *ir.Func) bool {
	return slices.ContainsFunc(accessOps, func(o ir.Op) bool { return f.Count(o) > 0 })
}

// forwarder goes through the blocks of a function.
// facts are those at the place where it stands, the oldest first.
type forwarder struct {
	c     *pass.Ctx
	f     *ir.Func
	m     *memoryMap
	facts []memoryFact
	limit int
}

// forwardLoads visits each block once. Where several edges meet nothing is known, which also is
// what makes facts of a loop's earlier iteration end at its header.
func forwardLoads(c *pass.Ctx, m *memoryMap) {
	w := &forwarder{c: c, f: c.F, m: m, limit: c.Param("facts")}
	ends := make([][]memoryFact, c.F.NumBlocks())
	for _, b := range c.CFG().Order() {
		w.facts = w.facts[:0]
		if ps := c.CFG().Preds(b); len(ps) == 1 && b != c.F.Entry() {
			// In reverse postorder the only predecessor was visited before.
			w.facts = append(w.facts, ends[ps[0].From]...)
		}
		for i := range c.F.Insts(b) {
			w.inst(i)
		}
		// The list is kept only if it will be asked for.
		for _, s := range c.CFG().Succs(b) {
			if len(c.CFG().Preds(s)) == 1 {
				ends[b] = append([]memoryFact(nil), w.facts...)
				break
			}
		}
	}
}

// inst is the transfer function of the facts about memory: a load may be replaced by what is known, a store of what
// is there already may go, a write drops the facts about bytes that it may touch, and stores and fills add one.
func (w *forwarder) inst(i ir.Inst) {
	f := w.f
	op := f.Op(i)
	// A fresh slot is uninit, also where it is made again in a loop: the pointer is another one
	// then.
	if op == ir.OpStackSlot {
		w.learn(memoryFact{span: span{w.m.place(f.Result(i, 0)), f.Attr(i).Imm}, kind: factUninit, inst: i})
		return
	}
	e := w.m.effect(i)
	if op == ir.OpLoad && e.from.size != anything {
		w.load(i, e.from)
		return
	}
	// The store that goes tells nothing new either.
	if op == ir.OpStore && e.to.size != anything && w.there(i, e.to) {
		return
	}
	if !e.writes && !e.barrier {
		return
	}
	// The facts about bytes that may be written go before what the write teaches is added.
	w.facts = slices.DeleteFunc(w.facts, func(k memoryFact) bool {
		return e.barrier && !w.m.untouched(k.span) || e.writes && !w.m.disjoint(e.to, k.span) && w.m.root(k.root) != rootConst
	})
	switch {
	case e.to.size == anything:
	case op == ir.OpStore:
		w.learn(memoryFact{span: e.to, kind: factStored, typ: f.TypeOf(f.Accessed(i)), v: f.Arg(i, 0), inst: i})
	case op == ir.OpMemSet:
		if k, ok := constant(f, f.Arg(i, 1)); ok {
			w.learn(memoryFact{span: e.to, kind: factFilled, fill: byte(k), inst: i})
		}
	}
}

// learn drops the oldest fact where there are too many: it is only knowledge that is lost.
func (w *forwarder) learn(k memoryFact) {
	if len(w.facts) >= w.limit {
		w.facts = append(w.facts[:0], w.facts[1:]...)
	}
	w.facts = append(w.facts, k)
}

// there removes store i if its bytes are there already.
// Storing again what is there changes nothing, but provenance and poison of every byte must
// agree, which only the same value of the same type is sure to do.
func (w *forwarder) there(i ir.Inst, s span) bool {
	f := w.f
	for n := len(w.facts) - 1; n >= 0; n-- {
		k := w.facts[n]
		if k.span != s || k.kind > factLoaded || k.v != f.Arg(i, 0) || k.typ != f.TypeOf(f.Accessed(i)) || holdsInt(k.typ) {
			continue
		}
		// What the use that stays in memory claims may not be more than what this one does.
		if k.kind == factStored && f.Operand(k.inst, 0).Annot != ir.NoAnnot && f.Operand(k.inst, 0).Annot != f.Operand(i, 0).Annot {
			continue
		}
		if w.c.Fire(pass.Change{Rule: "stored_again", At: i, Matched: []ir.Inst{k.inst}, Kind: pass.Refinement}) {
			edit.Bypass(f, i)
			return true
		}
	}
	return false
}

// load replaces load i if its bytes are known.
// The newest fact comes first: an older one about the same bytes may be of another type.
func (w *forwarder) load(i ir.Inst, s span) {
	f := w.f
	t := f.TypeOf(f.Accessed(i))
	r := f.Result(i, 0)
	for n := len(w.facts) - 1; n >= 0; n-- {
		k := w.facts[n]
		if !k.covers(s) || !w.gives(k, s, t) {
			continue
		}
		if !w.c.Fire(pass.Change{Rule: k.kind.rule(), At: i, Matched: []ir.Inst{k.inst}, Kind: pass.Refinement}) {
			break
		}
		v := w.value(k, s, t, i)
		// The value that stays was claimed by its own load only; both must let it pass now.
		if k.kind == factLoaded && v == k.v {
			f.SetAnnot(v, f.AnnotOf(v).Join(f.AnnotOf(r)))
		}
		f.ReplaceUses(r, v)
		f.RemoveInst(i)
		return
	}
	if w.m.root(s.root) == rootConst && w.initial(i, s, t) {
		return
	}
	// A load that stays teaches what it found.
	w.learn(memoryFact{span: s, kind: factLoaded, typ: t, v: r, inst: i})
}

func (k factKind) rule() string {
	return [...]string{"load_of_store", "load_again", "load_of_memset", "load_of_nothing"}[k]
}

// separate reports whether a value of type t keeps the state of each of its bytes.
// Types of other kinds merge the bytes: one poison byte makes the whole poison.
func separate(t ir.Type) bool {
	return t.Kind() == ir.KindByte || t.Kind() == ir.KindVec
}

// castable reports whether a bitcast can make or take a value of type t.
func castable(t ir.Type) bool {
	return t != ir.Mem && t != ir.Unit && !t.IsAggregate() && !t.HasScalable()
}

// gives reports whether fact k tells what a load of s as type t finds.
func (w *forwarder) gives(k memoryFact, s span, t ir.Type) bool {
	same := k.span == s
	switch k.kind {
	// An int in an aggregate is cut by the store, so the value stored is not what is loaded.
	case factStored:
		return same && k.typ == t && !holdsInt(t) || same && castable(k.typ) && castable(t) || k.typ == ir.Int && t == ir.Int
	case factLoaded:
		// A value that was loaded as an int is poison if one byte was, and cannot give the bytes
		// back; a claim may have made it poison as well.
		return same && (k.typ == t || castable(t) && separate(k.typ) && castable(k.typ) && w.f.AnnotOf(k.v) == ir.NoAnnot)
	case factFilled:
		return castable(t) && s.size <= wordBytes
	}
	// Every byte of the slot is uninit as long as the fact stands: stores to it end it.
	return castable(t) // nothing was stored since the slot was made
}

// value makes what load i of s as type t finds.
func (w *forwarder) value(k memoryFact, s span, t ir.Type, i ir.Inst) ir.Value {
	f := w.f
	at, o := f.Before(i), pass.Derive(f, i, k.inst)
	v, from := k.v, k.typ
	switch {
	case k.kind == factUninit:
		v = at.Poison(t, o)
		// Freezing poison gives one value, and uninit bytes may be any.
		if separate(t) {
			v = at.Unary(ir.OpFreeze, v, o)
		}
		return v
	case k.kind == factFilled:
		v, from = at.IConst(repeated(k.fill, int(s.size)), o), ir.Int
	case k.kind == factStored && from == ir.Int && t == ir.Int:
		// Little endian: the byte at distance d has the bits from 8d on.
		if d := s.off - k.off; d > 0 {
			v = at.Binary(ir.OpShr, v, at.Int64(8*d, o), o)
		}
		if !fitsUnsigned(f, v, 8*int(s.size)) {
			v = at.Extend(ir.OpZExt, v, uint32(8*s.size), o)
		}
		return v
	}
	if from != t {
		v = at.Convert(ir.OpBitCast, v, t, o)
	}
	return v
}

// initial replaces load i of constant data.
// The bytes of constant data are in the module and never change. Relocated ones are an address,
// known only as that of the symbol.
func (w *forwarder) initial(i ir.Inst, s span, t ir.Type) bool {
	f := w.f
	d := w.m.symbol(s.base)
	if d == nil || !castable(t) || s.size > wordBytes || s.off < 0 || len(d.Pieces)+len(d.Relocs) > maxPieces {
		return false
	}
	for _, r := range d.Relocs {
		off := int64(r.Off)
		if off == s.off && t == ir.Ptr && len(d.Relocs) == 1 {
			if !w.c.Fire(pass.Change{Rule: "load_of_address", At: i, Kind: pass.Refinement}) {
				return false
			}
			o := f.Origin(i)
			p := f.Result(f.Before(i).Op(ir.OpSymbolAddr, ir.Attr{Aux: uint32(r.Sym)}, o, nil), 0)
			f.ReplaceUses(f.Result(i, 0), moved(f, i, p, r.Addend))
			f.RemoveInst(i)
			return true
		}
		// A part of an address is no number that is known now.
		if off < s.off+s.size && s.off < off+ir.PtrBytes {
			return false
		}
	}
	b := make([]byte, 0, s.size)
	at := int64(0) // of the piece
	// A piece is bytes, or so many zero or uninit ones.
	for _, p := range d.Pieces {
		n := int64(len(p.Bytes)) + int64(p.Zero)
		for len(b) < int(s.size) && s.off+int64(len(b)) < at+n {
			if p.Bytes == nil && p.Uninit {
				return false
			} else if p.Bytes == nil {
				b = append(b, 0)
			} else {
				b = append(b, p.Bytes[s.off+int64(len(b))-at])
			}
		}
		at += n
	}
	if len(b) < int(s.size) || !w.c.Fire(pass.Change{Rule: "load_of_constant", At: i, Kind: pass.Refinement}) {
		return false
	}
	o := f.Origin(i)
	v := f.Before(i).IConst(num.FromBytes(b), o)
	if t != ir.Int {
		v = f.Before(i).Convert(ir.OpBitCast, v, t, o)
	}
	f.ReplaceUses(f.Result(i, 0), v)
	f.RemoveInst(i)
	return true
}
