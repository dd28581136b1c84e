package opt

import (
	"cmp"
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// mem2reg keeps the content of a stack slot in values: block arguments at the iterated dominance
// frontier of its stores (Cytron et al., "Efficiently Computing Static Single Assignment Form",
// 1991), restricted to the blocks where the content is still read.
//
// A slot qualifies if its pointer is used for nothing but stack_end and plain loads and stores of one number of
// bytes at its start: then nothing else can reach its bytes, and each load sees the last store in
// program order. A load and a store of different types exchange the value by a bitcast, which is
// defined as a store and a load. An int that was stored comes back as the low 8N bits, unsigned:
// zext, which keeps poison as poison, as poison bytes do; so do the ints in an aggregate, of which
// 8 bytes each are stored.
//
// Executing the slot again, as in the next iteration of a loop, makes a fresh one: the slot itself
// counts as a store of nothing. That content is poison where every uninit byte makes the load
// poison; a type that keeps bytes apart tells poison from uninit, since only poison may not be
// returned or passed on, and gets a frozen value. The life of a slot ends with its region or by stack_end, and
// what reads it afterwards is undefined, like an access beyond its size or with an alignment
// that it does not have: those may find any value.
var mem2reg = pass.Pass{
	Name: "mem2reg", KeepsCFG: true,
	Doc: "keeps the content of stack slots in values",
	After: []pass.Order{
		{Pass: "sroa", Why: "it makes slots that are accessed as a whole"},
	},
	Rewrites: pass.Rewrites(pass.Refinements("promote")),
	Func:     runMem2Reg,
}

// runMem2Reg finds the slots that qualify, then promotes them one by one; block arguments of all of them are
// passed at the end, in one walk over the edges.
// Each promotion costs the accesses of its slot and the blocks where its content is live or
// meets; the dominance frontiers are computed once for all.
func runMem2Reg(c *pass.Ctx) {
	f := c.F
	if f.Count(ir.OpStackSlot) == 0 {
		return
	}
	slots := stackSlots(f)
	// Which slots qualify is asked before any of them goes: then the pointer to one is not among
	// the contents of another.
	types := make([]ir.Type, 0, len(slots))
	slots = slices.DeleteFunc(slots, func(s ir.Inst) bool {
		t, ok := contentType(f, s)
		if ok {
			types = append(types, t)
		}
		return !ok
	})
	if len(slots) == 0 {
		return
	}
	p := newPromoter(c)
	for n, s := range slots {
		accesses := p.accesses(s)
		if c.Fire(pass.Change{Rule: "promote", At: s, Matched: accesses, Kind: pass.Refinement,
			Facts: []trace.Fact{{Kind: "type", Value: types[n].String()}}}) {
			p.promote(s, types[n], accesses)
		}
	}
	p.pass()
}

// stackSlots lists the stack slots of a function.
// The walk ends at the last one that the function counts.
func stackSlots(f *ir.Func) []ir.Inst {
	return slices.AppendSeq(make([]ir.Inst, 0, f.Count(ir.OpStackSlot)), f.InstsOf(ir.OpStackSlot))
}

// contentType is the type in which the content of slot s can be kept: that of all accesses if
// there is one, else that of the stores, else byte(N). ok is false if s does not qualify.
func contentType(f *ir.Func, s ir.Inst) (t ir.Type, ok bool) {
	var stored, loaded ir.Type
	size, mixed, plain := uint32(0), false, true
	for u := range f.Uses(f.Result(s, 0)) {
		op := f.Op(u.Inst)
		if op == ir.OpStackEnd {
			continue
		}
		// The pointer as the stored value, not the address, lets it escape.
		if op != ir.OpLoad && (op != ir.OpStore || u.Index != 1) {
			return 0, false
		}
		n, k := f.Attr(u.Inst).N, f.TypeOf(f.Accessed(u.Inst))
		switch {
		// Accesses of different sizes see parts of each other's bytes: that is for sroa.
		case len(intFields(k)) > maxIntFields || size != 0 && n != size:
			return 0, false
		case op == ir.OpLoad:
			mixed = mixed || loaded != 0 && loaded != k
			loaded = k
		case stored != 0 && stored != k:
			stored, mixed = ir.Bytes(n), true
		default:
			stored = k
		}
		size = n
		// A bitcast takes no aggregate and no scalable type, so that these are kept only where
		// all accesses agree.
		plain = plain && !k.HasScalable() && !k.IsAggregate()
	}
	switch {
	case stored == 0 && loaded == 0:
		return 0, false // unused: for dce
	case stored == 0 && !mixed:
		// Loads alone, all of one type, find what an uninit slot gives.
		return loaded, true
	case stored == 0:
		stored = ir.Bytes(size)
	case loaded == 0:
		loaded = stored
	}
	// More than one type: the content is kept as what is stored, and every load casts.
	if mixed || stored != loaded {
		return stored, plain
	}
	return stored, true
}

// Bounds of an aggregate whose content is kept in a value: the ints in it, and all fields.
const (
	maxIntFields = 16
	maxFields    = 256
)

// intFields lists the paths of the ints in an aggregate, which a store cuts to 8 bytes. One that
// is too large for a value has more than maxIntFields.
func intFields(t ir.Type) [][]uint32 {
	var out [][]uint32
	fields := 0
	var walk func(t ir.Type, path []uint32)
	walk = func(t ir.Type, path []uint32) {
		// The walk stops as soon as the answer is too many, so that an array of a million fields
		// costs no more than its first ones.
		for k := uint64(0); t.IsAggregate() && k < t.Len() && len(out) <= maxIntFields; k++ {
			x, _ := t.Field(k)
			to := append(slices.Clone(path), uint32(k))
			if fields++; fields > maxFields {
				out = make([][]uint32, maxIntFields+1)
			} else if x == ir.Int {
				out = append(out, to)
			}
			walk(x, to)
		}
	}
	walk(t, nil)
	return out
}

// holdsInt reports whether t is an aggregate with an int inside, or too large to tell.
func holdsInt(t ir.Type) bool { return t.IsAggregate() && len(intFields(t)) > 0 }

// promoter has what the promotions of a function share. The arrays over blocks are valid for the
// slot whose number their stamp holds. What branches pass to the new arguments they get all at
// once, at the end.
// A stamp that is not of this round means no entry, which saves clearing the arrays for each
// slot.
type promoter struct {
	c     *pass.Ctx
	f     *ir.Func
	round uint32
	def   []stamped // the content at the end of a block, if it is stored there; then if it was asked for
	in    []stamped // the content at the start of a block with an argument for it
	live  []uint32  // blocks at whose start the content is needed

	passed  [][][]ir.Value // to the new arguments of a block, by the edge into it
	made    []ir.Inst      // contents, some perhaps not needed
	nothing ir.Value       // the content of the slot before the first store
	place   []uint32       // by instruction, in the order of the function
	// loads gives the replacement of loads that are gone, for contents that were loaded.
	// Chains are followed by current: what replaces a load may itself be a load that goes later.
	loads map[ir.Value]ir.Value
}

type stamped struct {
	round uint32
	v     ir.Value
}

func newPromoter(c *pass.Ctx) *promoter {
	f := c.F
	n := f.NumBlocks()
	p := &promoter{c: c, f: f, place: make([]uint32, f.NumInsts())}
	next := uint32(0)
	for i := range f.AllInsts() {
		p.place[i] = next
		next++
	}
	p.loads, p.passed = map[ir.Value]ir.Value{}, make([][][]ir.Value, n)
	p.def, p.in, p.live = make([]stamped, n), make([]stamped, n), make([]uint32, n)
	return p
}

// accesses lists the loads, stores and ends of a slot, block by block, each block's in order.
// The list of uses has no order; this one is that of the program within a block.
func (p *promoter) accesses(s ir.Inst) []ir.Inst {
	var out []ir.Inst
	for u := range p.f.Uses(p.f.Result(s, 0)) {
		out = append(out, u.Inst)
	}
	slices.SortFunc(out, func(a, b ir.Inst) int {
		return cmp.Or(cmp.Compare(p.f.InstBlock(a), p.f.InstBlock(b)), cmp.Compare(p.place[a], p.place[b]))
	})
	return out
}

// promote replaces the loads and stores of slot s, which accesses lists, by values of type t.
func (p *promoter) promote(s ir.Inst, t ir.Type, accesses []ir.Inst) {
	f := p.f
	p.round++
	home := f.InstBlock(s)
	// The slot is a store of nothing where it stands, so that each execution of it starts anew.
	p.nothing = p.uninit(s, t)
	p.def[home] = stamped{p.round, p.nothing}
	defs := []ir.Block{home}
	var needed []ir.Block
	values := make([]ir.Value, len(accesses)) // of the stores
	for n, i := range accesses {
		b := f.InstBlock(i)
		switch {
		case f.Op(i) == ir.OpStackEnd:
		case f.Op(i) == ir.OpStore:
			values[n] = p.stored(i, s, t)
			if p.def[b].round != p.round {
				defs = append(defs, b)
			}
			p.def[b] = stamped{p.round, values[n]}
		// The first access in the block is a load: the content must come in from outside. An
		// unreachable block needs none.
		case p.def[b].round != p.round && p.live[b] != p.round && p.c.CFG().Reachable(b):
			p.live[b] = p.round
			needed = append(needed, b)
		}
	}
	// All stores are known now, and the arguments stand before the first load is replaced.
	p.arguments(t, defs, needed)
	var now ir.Value // the content in the block of the access before
	for n, i := range accesses {
		b := f.InstBlock(i)
		// Accesses are sorted by block, so that a change of block starts from what comes in.
		if n == 0 || f.InstBlock(accesses[n-1]) != b {
			now = ir.NoValue
		}
		switch f.Op(i) {
		case ir.OpStackEnd: // what would be read afterwards is undefined
			edit.Bypass(f, i)
			continue
		case ir.OpStore:
			now = values[n]
			edit.Bypass(f, i)
			continue
		}
		if now == ir.NoValue {
			now = p.nothing
			if b != home && p.c.CFG().Reachable(b) {
				now = p.start(b)
			}
		}
		v, to := p.current(now), f.TypeOf(f.Accessed(i))
		if to != t {
			v = f.Before(i).Convert(ir.OpBitCast, v, to, pass.Derive(f, i, s))
			// The load had a claim on its result. It goes, but what it lets through may be read
			// without the extension.
		} else if to == ir.Int {
			v = uncut(f, v, f.AnnotOf(f.Result(i, 0)), uint(8*f.Attr(i).N))
		}
		p.loads[f.Result(i, 0)] = v
		f.ReplaceUses(f.Result(i, 0), v)
		f.RemoveInst(i)
	}
	// Nothing uses the pointer any more.
	f.RemoveInst(s)
}

// pass completes the branches to blocks with new arguments, and removes contents that nothing
// needed.
// All slots together need one walk over the edges. The operands of each edge are in the order in
// which the arguments were made.
func (p *promoter) pass() {
	f := p.f
	seen := make([]int, len(p.passed)) // edges into a block
	var edges []ir.Edge
	for b := range f.Blocks() {
		t := f.Terminator(b)
		edges = f.Edges(edges[:0], t)
		if !slices.ContainsFunc(edges, func(e ir.Edge) bool { return p.passed[e.Block] != nil }) {
			continue
		}
		edit.EditPassed(f, t, func(e ir.Edge, args []ir.Operand) []ir.Operand {
			if p.passed[e.Block] != nil {
				// The graph lists the edges into a block in the order of this walk.
				for _, v := range p.passed[e.Block][seen[e.Block]] {
					args = append(args, ir.Operand{Value: p.current(v)})
				}
				seen[e.Block]++
			}
			return args
		})
	}
	// From the last on: a content may have been made from an earlier one.
	for _, i := range slices.Backward(p.made) {
		if edit.Unused(f, i) {
			f.RemoveInst(i)
		}
	}
}

// uncut returns x for a v that is zext x, bits, if the claim that v must meet lets it: where x is a
// signed number of so many bits, v is x, or beyond the signed ones and breaks a claim to be one.
func uncut(f *ir.Func, v ir.Value, claim ir.Annot, bits uint) ir.Value {
	d := f.Def(v)
	_, most, ok := claim.Bounds()
	if !ok || d == ir.NoInst || f.Op(d) != ir.OpZExt || f.Attr(d).Imm != int64(bits) {
		return v
	}
	a := f.AnnotOf(f.Arg(d, 0))
	lo, hi, ok := a.Bounds()
	if !ok || a.Ignores() || !most.FitsSigned(bits) || !lo.FitsSigned(bits) || !hi.FitsSigned(bits) {
		return v
	}
	return f.Arg(d, 0)
}

// current is what v has been replaced by.
// The map is not compressed: a replacement may have been replaced itself.
func (p *promoter) current(v ir.Value) ir.Value {
	for {
		w, ok := p.loads[v]
		if !ok {
			return v
		}
		v = w
	}
}

// uninit makes the content of a slot that was not stored to.
func (p *promoter) uninit(s ir.Inst, t ir.Type) ir.Value {
	o := p.f.Origin(s)
	v := p.make(p.f.Before(s).Poison(t, o))
	switch t.Kind() {
	case ir.KindInt, ir.KindBool, ir.KindFloat, ir.KindPtr:
		return v
	}
	return p.make(p.f.Before(s).Unary(ir.OpFreeze, v, o))
	// A byte or vector type distinguishes poison from uninit, and reading uninit bytes is no
	// undefined behaviour: any value will do, but one value.
}

// make notes a content that may turn out not to be needed.
func (p *promoter) make(v ir.Value) ir.Value {
	p.made = append(p.made, p.f.Def(v))
	return v
}

// stored makes what a later load finds of what store i stores.
func (p *promoter) stored(i, s ir.Inst, t ir.Type) ir.Value {
	f := p.f
	v := f.Arg(i, 0)
	o := pass.Derive(f, i, s)
	if from := f.TypeOf(v); from != t {
		// The value is cut to the bytes of the slot, as the store cuts it.
		return p.make(f.Before(i).Convert(ir.OpBitCast, v, t, o))
	}
	if bits := 8 * int(f.Attr(i).N); t == ir.Int && !fitsUnsigned(f, v, bits) {
		return p.make(f.Before(i).Extend(ir.OpZExt, v, uint32(bits), o))
	}
	// The ints in an aggregate are stored in eight bytes each and come back unsigned.
	for _, path := range intFields(t) {
		x := p.make(f.Before(i).ExtractValue(v, o, path...))
		x = p.make(f.Before(i).Extend(ir.OpZExt, x, 8*ir.IntBytes, o))
		v = p.make(f.Before(i).InsertValue(v, x, o, path...))
	}
	return v
}

// fitsUnsigned reports whether v is plainly an unsigned number of so many bits, or poison, whatever
// its don't-care bits are.
// The answer is found from the definition alone, without the facts of the function.
func fitsUnsigned(f *ir.Func, v ir.Value, bits int) bool {
	i := f.Def(v)
	if i == ir.NoInst || f.AnnotOf(v).Ignores() {
		return false
	}
	if f.Op(i) == ir.OpIConst {
		return f.IntConst(i).FitsUnsigned(uint(bits))
	}
	n, signed, ok := f.IntBits(i)
	return ok && !signed && int(n) <= bits && v == f.Result(i, f.NumResults(i)-1)
}

// arguments gives an argument to the blocks where different contents meet that are needed. defs
// are the blocks that store, needed those that load first.
// First the blocks where the content is live at the start are found, backward from the loads;
// then the iterated frontier of the stores, restricted to these: no argument is made that nothing
// reads.
func (p *promoter) arguments(t ir.Type, defs, needed []ir.Block) {
	f, graph, dom := p.f, p.c.CFG(), p.c.Dom()
	for n := 0; n < len(needed); n++ {
		for _, e := range graph.Preds(needed[n]) {
			b := e.From
			if p.live[b] != p.round && p.def[b].round != p.round && graph.Reachable(b) {
				p.live[b] = p.round
				needed = append(needed, b)
			}
		}
	}
	if len(needed) == 0 {
		return
	}
	var meets []ir.Block
	// The list grows meanwhile: an argument is a definition too.
	for n := 0; n < len(defs); n++ {
		if !dom.Contains(defs[n]) {
			continue
		}
		for _, b := range dom.Frontier(defs[n]) {
			if p.in[b].round == p.round || p.live[b] != p.round {
				continue
			}
			p.in[b] = stamped{p.round, f.AddArg(b, t, ir.NoAnnot)}
			meets = append(meets, b)
			if p.def[b].round != p.round {
				defs = append(defs, b)
			}
		}
	}
	// The contents at the ends are asked for once all arguments exist, so a cycle finds its own
	// argument.
	for _, b := range meets {
		if p.passed[b] == nil {
			p.passed[b] = make([][]ir.Value, len(graph.Preds(b)))
		}
		for n, w := range graph.Preds(b) {
			p.passed[b][n] = append(p.passed[b][n], p.end(w.From))
		}
	}
}

// start is the content at the start of b, end that at its end. A block without an argument for
// it has that of the end of its dominator.
func (p *promoter) start(b ir.Block) ir.Value {
	if p.in[b].round == p.round {
		return p.in[b].v
	}
	return p.end(p.c.Dom().Parent(b))
}

// The walk up the dominator tree is a loop, and leaves its answer in every block on the way.
func (p *promoter) end(b ir.Block) ir.Value {
	var path []ir.Block
	for p.def[b].round != p.round && p.in[b].round != p.round && p.c.Dom().Parent(b) != ir.NoBlock {
		path = append(path, b)
		b = p.c.Dom().Parent(b)
	}
	if p.def[b].round != p.round {
		p.def[b] = p.in[b]
		if p.in[b].round != p.round { // nothing reaches b
			p.def[b] = stamped{p.round, p.nothing}
		}
	}
	for _, q := range path {
		p.def[q] = p.def[b]
	}
	return p.def[b].v
}
