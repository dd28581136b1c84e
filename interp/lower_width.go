package interp

import "github.com/tuffy-ir/tuffy/ir"

// survey counts the instructions of blocks and finds the regions that hold stack slots.
func (l *lowerer) survey() {
	f := l.f
	for b := range f.Blocks() {
		for i := range f.Insts(b) {
			l.count[b]++
			if f.Op(i).Is(ir.Allocates) {
				for r := f.BlockRegion(b); r != ir.NoRegion && !l.holdsSlot[r]; r = f.RegionParent(r) {
					if l.holdsSlot == nil {
						l.holdsSlot = map[ir.Region]bool{}
					}
					l.holdsSlot[r] = true
				}
			}
		}
	}
}

// maxWidthRounds bounds the walks that look for the widths of block arguments, and growRounds those in which one may
// grow by steps: one that counts without a bound would never stop. Then it is taken to be a word, and then anything.
const (
	maxWidthRounds = 12
	growRounds     = 3
)

// grown is the width of an argument that was old and is passed what has width w.
func grown(w, old width, round int) width {
	switch {
	case round < growRounds || w == old:
	case w.within(u64) && round < growRounds+3:
		return u64
	case w.within(s64) && round < growRounds+3:
		return s64
	default:
		return anyInt
	}
	return w
}

// anyInt is the width of an int of which nothing is known.
var anyInt = width{true, infWidth}

// widths bounds every int value from its annotation and its operands; a block argument by what is passed to it.
// The least fixpoint is looked for, from values that are all 0, and if that takes too long the arguments are as wide as
// their annotations say, which takes one walk; then nothing is known of an operand that is defined in a later block.
func (l *lowerer) widths() {
	if passed := l.passedTo(); passed != nil {
		for round := range maxWidthRounds {
			if !l.widthRound(func(a ir.Value) width {
				if passed[a] == 0 {
					return anyInt
				}
				w := l.width[a]
				for n := passed[a]; n != 0; n = l.links[n-1].next {
					v := l.links[n-1].v
					if v == ir.NoValue {
						return anyInt
					}
					w = joinWidth(w, l.width[v])
				}
				return grown(w, l.width[a], round)
			}, true) {
				return
			}
		}
	}
	for v := range l.width {
		l.width[v] = anyInt // for uses that come before their definition in block order
	}
	l.widthRound(func(ir.Value) width { return anyInt }, false)
}

// passLink is a value that is passed to an argument, and the place of the next one in links, from 1.
type passLink struct {
	v    ir.Value
	next uint32
}

// passedTo lists what is passed to each int argument of a block without a claim, NoValue for a number that is not the
// operand: the place of the first in links, from 1. It is nil if there are no such arguments.
func (l *lowerer) passedTo() (passed []uint32) {
	f := l.f
	for b := range f.Blocks() {
		for _, a := range f.Args(b) {
			if passed == nil && b != f.Entry() && f.TypeOf(a) == ir.Int && !claims(f.AnnotOf(a)) {
				passed = l.demand // which nobody needs before widths are known
			}
		}
	}
	if passed == nil {
		return nil
	}
	for b := range f.Blocks() {
		t := f.Terminator(b)
		if t == ir.NoInst {
			continue
		}
		free := l.overwritesOperand(t)
		l.ways = f.Edges(l.ways[:0], t)
		for _, e := range l.ways {
			for n, a := range f.Args(e.Block) {
				if f.TypeOf(a) != ir.Int || claims(f.AnnotOf(a)) {
					continue
				}
				v := ir.NoValue
				if !free && n < int(e.Hi-e.Lo) {
					v = f.Arg(t, e.Lo+n)
				}
				l.links = append(l.links, passLink{v, passed[a]})
				passed[a] = uint32(len(l.links))
			}
		}
	}
	return passed
}

// widthRound bounds all values once, in the order of blocks, and reports whether one changed. If they only grow, what was
// known of one is joined to what is known now.
func (l *lowerer) widthRound(arg func(a ir.Value) width, grow bool) (changed bool) {
	f := l.f
	bound := func(v ir.Value, w width) {
		if f.TypeOf(v) != ir.Int {
			l.fn.class[v] = classO
			return
		}
		if a, ok := annotWidth(f.AnnotOf(v)); ok && a.n != 0 {
			w = meetWidth(w, a)
		}
		if a, ok := knownWidth(f.AnnotOf(v)); ok && a.n != 0 {
			w = meetWidth(w, a)
		}
		if l.w.overwrites(f.AnnotOf(v)) {
			if l.made == nil {
				l.made = map[ir.Value]width{}
			}
			l.made[v] = w
			w = overwrittenWidth(f.AnnotOf(v), w)
		}
		if grow {
			w = joinWidth(w, l.width[v])
		}
		changed = changed || w != l.width[v]
		l.width[v] = w
		l.fn.class[v] = w.class()
	}
	for b := range f.Blocks() {
		for _, a := range f.Args(b) {
			w := anyInt
			if f.TypeOf(a) == ir.Int {
				w = arg(a)
			}
			bound(a, w)
		}
		for i := range f.Insts(b) {
			free := l.overwritesOperand(i)
			for n := range f.NumResults(i) {
				if free { // of what it reads nothing is known
					bound(f.Result(i, n), anyInt)
					continue
				}
				bound(f.Result(i, n), l.resultWidth(i, n, func(n int) width { return l.width[f.Arg(i, n)] }))
			}
		}
	}
	return changed
}
