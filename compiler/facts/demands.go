package facts

import (
	"slices"
	"sync"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Demands is what [Demanded] found: which bits of ints matter.
//
// What is demanded of a value follows from the instructions that read it and from what is demanded of their
// results, or of the block arguments that it is passed to. So values are found from the last SCC to
// the first (see [analysis]), each block from its end; then all that a value depends on is known,
// but for the arguments of a block that is gone back to. Those begin with nothing, and their SCC
// is looked at until they stay the same; one that keeps growing, as around a loop that shifts,
// becomes everything. That makes them depend on what they were on the way, so that nothing of
// an SCC is kept if something that was written in it may get to them.
type Demands struct {
	f *ir.Func
	components
	masks masks
	stale []bool // by value: it must be found again
	dirty []bool // by position: the block defines something stale
	fresh bool   // all values are stale
	grown map[ir.Value]uint8

	before []num.Int // of an SCC that is found again
	list   []ir.Value
	edges  []ir.Edge
	work   Work

	version, shape uint64 // of the function
	epoch          uint64 // of its marks, 0 if nothing is kept
	ways           []uint64
}

// maxGrown is how often the argument of a loop grows before everything is demanded of it.
const maxGrown = 16

// Demanded computes which bits of the ints of f matter. A value with a check on it, or that is
// read under a check, is demanded in full, as the check reads all of it. Blocks that the entry does not
// reach demand nothing, and nothing is demanded of what they define.
func Demanded(f *ir.Func) *Demands { return DemandedOn(cfg.New(f)) }

var spareDemands = sync.Pool{New: func() any { return &Demands{grown: map[ir.Value]uint8{}} }}

// DemandedOn is [Demanded] for a function whose control-flow graph is there already.
func DemandedOn(c *cfg.CFG) *Demands {
	d := spareDemands.Get().(*Demands)
	d.start(c)
	d.run()
	return d
}

// Free gives the memory back for the next analysis. Nothing may be asked any more.
func (d *Demands) Free() {
	d.f, d.cfg, d.epoch = nil, nil, 0
	spareDemands.Put(d)
}

// Of returns the mask of the bits of int v that some consumer looks at. Another value with the
// same bits there could stand in its place: every run would behave the same.
func (d *Demands) Of(v ir.Value) num.Int { return d.masks.of(v) }

// Work says of how many values the last [Demanded] or [Demands.Update] looked at all consumers.
func (d *Demands) Work() Work { return d.work }

// Keep settles the uses of the function: what is written from now on is marked, and
// [Demands.Update] computes what is demanded by what is marked, and what follows from a change of it.
func (d *Demands) Keep() {
	if d.epoch == 0 {
		d.ways = d.mixNeighbours(d.ways, false)
	}
	d.epoch = d.f.SettleUses()
}

// Update makes the demands those of the function as it is now: the same that [Demanded] finds.
// Without a [Demands.Keep] since which nobody else settled the uses, it starts over.
func (d *Demands) Update(c *cfg.CFG) {
	switch {
	case d.epoch == 0 || c.F != d.f || c.F.SettledUses() != d.epoch:
		d.start(c)
	case c.F.Version() == d.version:
		d.work = Work{}
		return
	default:
		d.resume(c)
	}
	d.run()
}

// start makes all stale.
func (d *Demands) start(c *cfg.CFG) {
	d.f, d.cfg, d.fresh, d.epoch = c.F, c, true, 0
	d.work = Work{}
	d.masks.reset(c.F.NumValues())
	d.stale = zeroed(d.stale, c.F.NumValues())
	for v := range d.stale {
		d.stale[v] = true
	}
	d.arrange(false)
	d.dirty = zeroed(d.dirty, len(d.order))
	for n := range d.dirty {
		d.dirty[n] = true
	}
}

// resume finds what is stale.
func (d *Demands) resume(c *cfg.CFG) {
	f := c.F
	d.cfg, d.fresh, d.work = c, false, Work{}
	d.masks.grow(f.NumValues())
	d.stale = longer(d.stale, f.NumValues())
	if f.Shape() != d.shape {
		d.reshaped()
	}
	for v := range f.Unread() {
		d.mark(v)
		if args := f.Args(f.DefBlock(v)); f.Def(v) == ir.NoInst && f.DefIndex(v) < len(args) && args[f.DefIndex(v)] == v {
			d.spread(v) // its annotation may be another
		}
	}
	for i := range f.Written() {
		if !f.Deleted(i) {
			d.written(i)
		}
	}
}

// reshaped finds the SCCs of a changed graph, and what is demanded by the ends of blocks that go elsewhere.
func (d *Demands) reshaped() {
	f, old := d.f, d.ways
	d.arrange(false)
	d.dirty = zeroed(d.dirty, len(d.order))
	d.ways = d.mixNeighbours(nil, false)
	old = longer(old, len(d.ways))
	for n, way := range d.ways {
		b := ir.Block(n)
		if way == old[n] {
			continue
		}
		for _, v := range f.Args(b) { // in an irreducible cycle the order says which blocks are gone back to
			d.mark(v)
		}
		if way == 0 || old[n] == 0 {
			for i := range f.Insts(b) {
				d.written(i)
			}
		} else if t := f.Terminator(b); t != ir.NoInst {
			d.written(t)
		}
	}
}

// written marks of what i may demand more or less than before. What it demands of an operand may depend on a
// constant beside it.
func (d *Demands) written(i ir.Inst) {
	f := d.f
	for n := range f.NumOperands(i) {
		d.mark(f.Arg(i, n))
	}
	if f.Op(i) == ir.OpIConst {
		for u := range f.Uses(f.Result(i, 0)) {
			for n := range f.NumOperands(u.Inst) {
				d.mark(f.Arg(u.Inst, n))
			}
		}
	}
}

// mark makes an int stale.
func (d *Demands) mark(v ir.Value) {
	if d.f.TypeOf(v) != ir.Int {
		return
	}
	n := d.pos[d.f.DefBlock(v)]
	if n < 0 {
		d.masks.set(v, num.Int{})
		return
	}
	d.stale[v], d.dirty[n] = true, true
}

// spread marks what depends on what is demanded of v.
func (d *Demands) spread(v ir.Value) { d.dependents(v, d.mark) }

// dependents calls visit with the values of which more or less is demanded if it is of v.
func (d *Demands) dependents(v ir.Value, visit func(v ir.Value)) {
	f := d.f
	if i := f.Def(v); i != ir.NoInst {
		for n := range f.NumOperands(i) {
			visit(f.Arg(i, n))
		}
		return
	}
	for _, e := range d.cfg.Preds(f.DefBlock(v)) {
		t := f.Terminator(e.From)
		lo, _ := f.EdgeArgs(t, e.Index)
		visit(f.Arg(t, lo+f.DefIndex(v)))
	}
}

// run finds what is stale, from the last SCC to the first.
func (d *Demands) run() {
	d.version, d.shape = d.f.Version(), d.f.Shape()
	for _, u := range slices.Backward(d.sccs) {
		if u.cyclic && (d.fresh || d.goesAround(u)) {
			d.cycle(u)
			continue
		}
		for n := u.hi - 1; n >= u.lo; n-- {
			if d.dirty[n] {
				d.sweep(n, d.fresh)
			}
		}
	}
}

// sweep finds what is stale in a block. What depends on it is stale already the first time, but for
// what is passed back.
func (d *Demands) sweep(n int32, first bool) {
	f, b := d.f, d.order[n]
	for i := f.LastInst(b); i != ir.NoInst; i = f.PrevInst(i) {
		for k := range f.NumResults(i) {
			if v := f.Result(i, k); d.stale[v] && d.find(v, false) && !first {
				d.spread(v)
			}
		}
	}
	d.dirty[n] = false // not later: the block may go back to itself
	args := f.Args(b)
	back := len(args) > 0 && d.isBack(n)
	for _, v := range args {
		if d.stale[v] && d.find(v, back) && (back || !first) {
			d.spread(v)
		}
	}
}

// isBack reports whether a block is gone back to.
func (d *Demands) isBack(n int32) bool {
	return slices.ContainsFunc(d.cfg.Preds(d.order[n]), func(e cfg.PredEdge) bool { return d.pos[e.From] >= n })
}

// find finds what is demanded of v, and reports whether it has changed. If it grows, what was
// demanded before still is.
func (d *Demands) find(v ir.Value, grows bool) bool {
	f := d.f
	d.stale[v] = false
	if f.TypeOf(v) != ir.Int {
		return false
	}
	if f.Def(v) == ir.NoInst {
		d.work.Args++
	} else {
		d.work.Insts++
	}
	m, old := num.Int{}, d.masks.of(v)
	if grows {
		m = old
	}
	for u := range f.Uses(v) {
		if d.pos[f.InstBlock(u.Inst)] < 0 {
			continue
		}
		m = m.Or(d.use(u.Inst, u.Index, f.Operand(u.Inst, u.Index)))
		if m.Equal(minusOne) {
			break
		}
	}
	if f.AnnotOf(v) != ir.NoAnnot && m.Sign() != 0 || !fits(m) {
		m = minusOne
	}
	if m.Equal(old) {
		return false
	}
	if grows {
		if d.grown[v]++; d.grown[v] > maxGrown {
			m = minusOne
		}
	}
	d.masks.set(v, m)
	return true
}

// goesAround reports whether what is stale in a cycle may get to an argument of a block that is
// gone back to. What it may get to on the way becomes stale, too.
func (d *Demands) goesAround(u scc) bool {
	f := d.f
	d.list = d.list[:0]
	for n := u.lo; n < u.hi; n++ {
		if !d.dirty[n] {
			continue
		}
		for v := range defined(f, d.order[n]) {
			if d.stale[v] {
				d.list = append(d.list, v)
			}
		}
	}
	visit := func(v ir.Value) {
		if n := d.pos[f.DefBlock(v)]; u.lo <= n && n < u.hi && !d.stale[v] && f.TypeOf(v) == ir.Int {
			d.mark(v)
			d.list = append(d.list, v)
		}
	}
	for k := 0; k < len(d.list); k++ {
		v := d.list[k]
		if f.Def(v) == ir.NoInst && d.isBack(d.pos[f.DefBlock(v)]) {
			return true
		}
		d.dependents(v, visit)
	}
	return false
}

// cycle finds all of a cycle from what is demanded of its values outside.
func (d *Demands) cycle(u scc) {
	f := d.f
	clear(d.grown)
	d.before = d.before[:0]
	for n := u.lo; n < u.hi; n++ {
		for v := range defined(f, d.order[n]) {
			if !d.fresh {
				d.before = append(d.before, d.masks.of(v))
				d.masks.set(v, num.Int{})
				d.stale[v] = true
			}
		}
		d.dirty[n] = true
	}
	for first := true; first || slices.Contains(d.dirty[u.lo:u.hi], true); first = false {
		for n := u.hi - 1; n >= u.lo; n-- {
			if d.dirty[n] {
				d.sweep(n, first)
			}
		}
	}
	if d.fresh {
		return
	}
	k := 0
	for n := u.lo; n < u.hi; n++ {
		for v := range defined(f, d.order[n]) {
			if !d.before[k].Equal(d.masks.of(v)) {
				d.dependents(v, func(w ir.Value) {
					if d.pos[f.DefBlock(w)] < u.lo {
						d.mark(w)
					}
				})
			}
			k++
		}
	}
}

// masks keep a mask a value in nine bytes: its low 64 bits, and whether it is negative. Those to
// which there is more are apart.
type masks struct {
	low  []uint64
	kind []uint8
	wide map[ir.Value]num.Int
}

// isWide is the kind of a mask that is in the map; of others, it is 1 for a negative one.
const isWide = 2

// reset makes room for n masks that are 0.
func (s *masks) reset(n int) {
	s.low, s.kind = zeroed(s.low, n), zeroed(s.kind, n)
	clear(s.wide)
}

// grow makes room for n masks.
func (s *masks) grow(n int) { s.low, s.kind = longer(s.low, n), longer(s.kind, n) }

func (s *masks) of(v ir.Value) num.Int {
	if s.kind[v] == isWide {
		return s.wide[v]
	}
	return unpack(s.low[v], code(s.kind[v]))
}

func (s *masks) set(v ir.Value, m num.Int) {
	if s.kind[v] == isWide {
		delete(s.wide, v)
	}
	w, negative, ok := pack(&m, 0, 0, true)
	s.low[v], s.kind[v] = w, uint8(negative)
	if !ok {
		if s.wide == nil {
			s.wide = map[ir.Value]num.Int{}
		}
		s.wide[v], s.kind[v] = m, isWide
	}
}
