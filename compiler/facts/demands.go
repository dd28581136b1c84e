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
// becomes everything.
type Demands struct {
	f        *ir.Func
	lowering *Lowering // nil if every run has to behave the same
	components
	masks masks
	stale []bool // by value: it must be found again
	dirty []bool // by position: the block defines something stale
	grown map[ir.Value]uint8
	edges []ir.Edge
}

// maxGrown is how often the argument of a loop grows before everything is demanded of it.
// Each growth adds a bit at least; without the bound a loop that shifts by one would take as many rounds as
// masks have bits.
const maxGrown = 16

// Demanded computes which bits of the ints of f matter. A value with a check on it, or that is
// read under a check, is demanded in full, as the check reads all of it. Blocks that the entry does not
// reach demand nothing, and nothing is demanded of what they define.
func Demanded(f *ir.Func) *Demands { return DemandedOn(cfg.New(f)) }

var spareDemands = sync.Pool{New: func() any { return &Demands{grown: map[ir.Value]uint8{}} }}

// DemandedOn is [Demanded] for a function whose control-flow graph is there already.
func DemandedOn(c *cfg.CFG) *Demands { return DemandedFor(c, nil) }

// DemandedFor is [DemandedOn] for a lowering: less matters if that is not nil.
// The result owns its memory until [Demands.Free].
func DemandedFor(c *cfg.CFG, l *Lowering) *Demands {
	d := spareDemands.Get().(*Demands)
	d.f, d.cfg, d.lowering = c.F, c, l
	d.masks.reset(c.F.NumValues())
	d.stale = zeroed(d.stale, c.F.NumValues())
	d.arrange()
	d.dirty = zeroed(d.dirty, len(d.order))
	for _, u := range slices.Backward(d.sccs) {
		clear(d.grown)
		for first := true; first || slices.Contains(d.dirty[u.lo:u.hi], true); first = false {
			for n := u.hi - 1; n >= u.lo; n-- {
				if first || d.dirty[n] {
					d.sweep(n, first)
				}
			}
		}
	}
	return d
}

// Free gives the memory back for the next analysis. Nothing may be asked any more.
func (d *Demands) Free() {
	d.f, d.cfg, d.lowering = nil, nil, nil
	spareDemands.Put(d)
}

// Of returns the mask of the bits of int v that some consumer looks at. Another value with the
// same bits there could stand in its place: every run would behave the same.
func (d *Demands) Of(v ir.Value) num.Int { return d.masks.of(v) }

// mark makes an int stale.
// Of values in blocks that are not reached nothing is asked.
func (d *Demands) mark(v ir.Value) {
	if n := d.pos[d.f.DefBlock(v)]; n >= 0 && d.f.TypeOf(v) == ir.Int {
		d.stale[v], d.dirty[n] = true, true
	}
}

// spread marks the values of which more may be demanded if it is of v.
// It marks too much rather than too little: what does not change is found again and spreads no further.
func (d *Demands) spread(v ir.Value) {
	f := d.f
	if i := f.Def(v); i != ir.NoInst {
		for n := range f.NumOperands(i) {
			d.mark(f.Arg(i, n))
		}
		return
	}
	for _, e := range d.cfg.Preds(f.DefBlock(v)) {
		t := f.Terminator(e.From)
		lo, _ := f.EdgeArgs(t, e.Index)
		d.mark(f.Arg(t, lo+f.DefIndex(v)))
	}
}

// sweep finds what is stale in a block, the first time all of it: what that depends on is found
// after it, but for what is passed back.
func (d *Demands) sweep(n int32, first bool) {
	f, b := d.f, d.order[n]
	for i := f.LastInst(b); i != ir.NoInst; i = f.PrevInst(i) {
		for k := range f.NumResults(i) {
			if v := f.Result(i, k); (first || d.stale[v]) && d.find(v, false) && !first {
				d.spread(v)
			}
		}
	}
	d.dirty[n] = false // not later: the block may go back to itself
	args := f.Args(b)
	back := len(args) > 0 && slices.ContainsFunc(d.cfg.Preds(b), func(e cfg.PredEdge) bool { return d.pos[e.From] >= n })
	for _, v := range args {
		if (first || d.stale[v]) && d.find(v, back) && (back || !first) {
			d.spread(v)
		}
	}
}

// find finds what is demanded of v, and reports whether it has changed. If it grows, what was
// demanded before still is.
// It stops at the first use that demands everything, as no other can add to it.
func (d *Demands) find(v ir.Value, grows bool) bool {
	f := d.f
	d.stale[v] = false
	if f.TypeOf(v) != ir.Int {
		return false
	}
	m, old := num.Int{}, d.masks.of(v)
	if grows {
		m = old
	}
	for u := range f.Uses(v) {
		if d.pos[f.InstBlock(u.Inst)] < 0 {
			continue
		}
		use := d.use(u.Inst, u.Index, f.Operand(u.Inst, u.Index))
		if use.AllOnes() {
			m = use
			break
		}
		m = m.Or(use)
	}
	if d.lowering == nil && f.AnnotOf(v) != ir.NoAnnot && m.Sign() != 0 || !m.Inline() && m.Width() > widest {
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

// masks keep a mask a value in nine bytes: its low 64 bits, and whether it is negative. Those to
// which there is more are in a table.
// A value keeps its place there, so that one that changes often does not make it grow.
type masks struct {
	low  []uint64
	kind []uint8
	wide []num.Int
}

// isWide is the kind of a mask that is in the table, at number low; of others, it is 1 for a negative one.
const isWide = 2

// reset makes room for n masks that are 0.
func (s *masks) reset(n int) {
	s.low, s.kind, s.wide = zeroed(s.low, n), zeroed(s.kind, n), s.wide[:0]
}

func (s *masks) of(v ir.Value) num.Int {
	if s.kind[v] == isWide {
		return s.wide[s.low[v]]
	}
	return unpack(s.low[v], code(s.kind[v]))
}

func (s *masks) set(v ir.Value, m num.Int) {
	if s.kind[v] == isWide {
		s.wide[s.low[v]] = m
		return
	}
	w, negative, ok := pack(&m, 0, 0, true)
	s.low[v], s.kind[v] = w, uint8(negative)
	if !ok {
		s.low[v], s.kind[v] = uint64(len(s.wide)), isWide
		s.wide = append(s.wide, m)
	}
}
