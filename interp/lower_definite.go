package interp

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
)

// definite knows where registers hold something: on every way from their stack_slot something was stored. A load there tells nobody that its
// object had no value.
type definite struct {
	number map[int32]int // of a register by its slot
	words  int           // of a set
	in     [][]uint64    // by block, nil if nothing is known
	now    []uint64      // before the instruction at hand
}

// maxDefinite bounds the words of all sets.
const maxDefinite = 1 << 16

// solve finds the registers that hold something at the start of each block: the greatest fixpoint of what all predecessors have in common.
func (d *definite) solve(l *lowerer) {
	f := l.f
	*d = definite{number: map[int32]int{}}
	for b := range f.Blocks() {
		for i := range f.Insts(b) {
			if f.Op(i) != ir.OpStackSlot {
				continue
			}
			if r, ok := l.register[f.Result(i, 0)]; ok {
				d.number[r] = len(d.number)
			}
		}
	}
	d.words = (len(d.number) + 63) / 64
	if d.words*f.NumBlocks() > maxDefinite {
		d.number = nil
		return
	}
	d.in = make([][]uint64, f.NumBlocks())
	preds := l.preds()
	out := make([][]uint64, f.NumBlocks())
	for b := range f.Blocks() {
		d.in[b] = make([]uint64, d.words)
		for n := range d.in[b] {
			d.in[b][n] = ^uint64(0)
		}
		if b == f.Entry() {
			clear(d.in[b])
		}
		out[b] = slices.Clone(d.in[b])
		d.walk(l, b, out[b])
	}
	for changed := true; changed; {
		changed = false
		for b := range f.Blocks() {
			if b == f.Entry() || len(preds[b]) == 0 {
				continue
			}
			before := slices.Clone(d.in[b])
			for _, p := range preds[b] {
				for n := range d.words {
					d.in[b][n] &= out[p][n]
				}
			}
			if !slices.Equal(before, d.in[b]) {
				changed = true
				copy(out[b], d.in[b])
				d.walk(l, b, out[b])
			}
		}
	}
}

// walk makes a set that of the end of block b.
func (d *definite) walk(l *lowerer, b ir.Block, set []uint64) {
	d.now = set
	for i := range l.f.Insts(b) {
		d.step(l, i)
	}
	d.now = nil
}

// enter begins block b.
func (d *definite) enter(b ir.Block) {
	d.now = nil
	if d.in != nil {
		d.now = d.in[b]
	}
}

// step says that instruction i was executed.
func (d *definite) step(l *lowerer, i ir.Inst) {
	if d.now == nil {
		return
	}
	switch l.f.Op(i) {
	case ir.OpStackSlot:
		if r, ok := l.register[l.f.Result(i, 0)]; ok {
			n := d.number[r]
			d.now[n/64] &^= 1 << (n % 64)
		}
	case ir.OpStore:
		if r, ok := l.fn.registers[i]; ok {
			n := d.number[r.slot]
			d.now[n/64] |= 1 << (n % 64)
		}
	}
}

// holds reports whether register r holds something before the instruction at hand.
func (d *definite) holds(r int32) bool {
	if d.now == nil {
		return false
	}
	n := d.number[r]
	return d.now[n/64]>>(n%64)&1 != 0
}
