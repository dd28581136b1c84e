package opt

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
)

// memoryMap tells what pointers of a function may point to. Provenance decides: a pointer made
// from an allocation, by ptradd, reaches no other one, however large the offset; distinct
// stack slots and data symbols are distinct allocations; and what was not made from a slot does
// not reach it unless the slot has escaped, that is, its pointer was stored, passed on, exposed
// by ptrtoint, or merged with others. ptrtoaddr exposes nothing.
//
// Two places compare as they are at one time. That is sound for the places of instructions that
// run one after the other without the definitions of their bases in between: a base that is
// defined again, in the next iteration of a loop, is another pointer.
//
// It is made once and stays right while instructions are removed; of values made later it knows
// nothing, and a new use of a pointer that makes it escape must not be added.
type memoryMap struct {
	f      *ir.Func
	values int                    // that there were
	index  []uint32               // by pointer: 1 + where in places; made when first asked for
	places []place                // of few values: most are no pointers
	state  []rootState            // by root, if it is a value; made when first asked for
	data   map[ir.Symbol]*ir.Data // nil is no data symbol
}

// baseID is a pointer that others are at a distance from: a value, or above those a symbol.
type baseID uint64

const symbolBase baseID = 1 << 32

// place is where a pointer points to.
// A pointer that is not a ptradd is its own base and its own root, at distance 0.
type place struct {
	base baseID // the pointer that it is at a known distance from
	off  int64
	root baseID // the pointer that base was made from
}

// span is the bytes [off, off+size) from a base, or, if size is anything, bytes before and after
// the place.
type span struct {
	place
	size int64
}

// anything is the size of a span of unknown extent.
const anything = -1

// farthest bounds offsets and sizes that are reckoned with: no allocation is that large.
const farthest = 1 << 40

// rootState says what a root points to.
type rootState uint8

const (
	rootUnseen  rootState = iota
	rootUnknown           // any allocation
	rootPrivate           // a slot that has not escaped
	rootEscaped           // a slot
	rootData              // a data symbol
	rootConst             // a data symbol that cannot be written
)

// newMemoryMap makes the map of f in constant time: the tables come with the first question.
func newMemoryMap(f *ir.Func) *memoryMap {
	return &memoryMap{f: f, values: f.NumValues()}
}

// place returns where pointer v points to.
// Chains of ptradd are walked with a list, not by recursion, and every link is remembered, so
// that all questions together cost one visit a ptradd.
func (m *memoryMap) place(v ir.Value) place {
	var chain []ir.Value
	var p place
	for at := v; ; {
		if int(at) < len(m.index) && m.index[at] != 0 {
			p = m.places[m.index[at]-1]
			break
		}
		d := m.f.Def(at)
		if d == ir.NoInst || m.f.Op(d) != ir.OpPtrAdd {
			p = place{base: baseID(at), root: baseID(at)}
			if d != ir.NoInst && m.f.Op(d) == ir.OpSymbolAddr {
				p.base = symbolBase + baseID(m.f.SymbolOf(d))
				p.root = p.base
			}
			m.remember(at, p)
			break
		}
		chain = append(chain, at)
		at = m.f.Arg(d, 0)
	}
	for _, at := range slices.Backward(chain) {
		// A distance that is unknown or too large makes the result a base of its own. Its root
		// stays, since no ptradd leaves its allocation.
		k, ok := constant(m.f, m.f.Arg(m.f.Def(at), 1))
		if ok && k > -farthest && k < farthest && p.off+k > -farthest && p.off+k < farthest {
			p.off += k
		} else {
			p.base, p.off = baseID(at), 0
		}
		m.remember(at, p)
	}
	return p
}

// remember notes where v points to. Values made after the map have no room in it and are worked
// out each time.
func (m *memoryMap) remember(v ir.Value, p place) {
	if int(v) >= m.values {
		return
	}
	if m.index == nil {
		m.index = make([]uint32, m.values)
	}
	m.places = append(m.places, p)
	m.index[v] = uint32(len(m.places))
}

// constant is the value of a small iconst. One that violates its own claim is poison, but as a
// distance, a length or a byte to fill with, which it is asked for, that is undefined in what
// depends on it.
func constant(f *ir.Func, v ir.Value) (int64, bool) {
	d := f.Def(v)
	if d == ir.NoInst || f.Op(d) != ir.OpIConst {
		return 0, false
	}
	return f.SmallConst(d)
}

// root returns what a root points to.
// A value that is no stack slot, such as a parameter or a loaded pointer, is unknown; so is a
// symbol that is no data of this module.
func (m *memoryMap) root(r baseID) rootState {
	if d := m.symbol(r); d != nil && d.Const {
		return rootConst
	} else if d != nil {
		return rootData
	} else if r >= symbolBase {
		return rootUnknown
	}
	v := ir.Value(r)
	if int(v) >= m.values {
		return rootUnknown
	}
	if m.state == nil {
		m.state = make([]rootState, m.values)
	}
	if m.state[v] == rootUnseen {
		// The mark stands before slotEscapes is asked, which is the dear part: it is asked once a
		// slot.
		m.state[v] = rootUnknown
		if d := m.f.Def(v); d != ir.NoInst && m.f.Op(d).Is(ir.Allocates) {
			m.state[v] = rootPrivate
			if slotEscapes(m.f, v, true) {
				m.state[v] = rootEscaped
			}
		}
	}
	return m.state[v]
}

// symbol is the data that a root is the start of, nil if it is something else.
func (m *memoryMap) symbol(r baseID) *ir.Data {
	if r < symbolBase {
		return nil
	}
	sym := ir.Symbol(r - symbolBase)
	d, ok := m.data[sym]
	if !ok {
		d = m.f.Module.DataNamed(m.f.Module.SymbolName(sym))
		if d != nil && d.Linkage.Replaceable() {
			d = nil
		}
		if m.data == nil {
			m.data = map[ir.Symbol]*ir.Data{}
		}
		m.data[sym] = d
	}
	return d
}

// slotEscapes reports whether a pointer, or one that ptradd makes of it, is used for anything but
// accesses to where it points, and, if number, for numbers that lead nowhere.
func slotEscapes(f *ir.Func, v ir.Value, number bool) bool {
	work := []ir.Value{v}
	for len(work) > 0 {
		// Loops and branches pass pointers as block arguments. That is a use as an operand that
		// does not access, so that the slot counts as escaped and no merged pointer is followed.
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for u := range f.Uses(v) {
			switch op := f.Op(u.Inst); {
			case op == ir.OpPtrAdd:
				work = append(work, f.Result(u.Inst, 0))
			case number && (op == ir.OpPtrDiff || op == ir.OpPtrToAddr):
			case !op.Accesses(u.Index):
				return true
			}
		}
	}
	return false
}

// effect is what an instruction does with memory.
type effect struct {
	reads, writes bool
	from, to      span
	barrier       bool // it may read and write all memory that is not private
}

// effect returns what i does with memory. The span of a write that may leave bytes as they are
// has size anything.
// The flags barrier and reads or writes may hold together: an atomic operation has a place of its
// own and orders the others besides.
func (m *memoryMap) effect(i ir.Inst) effect {
	f, op := m.f, m.f.Op(i)
	if !op.Is(ir.MemUse | ir.MemDef | ir.Calls) {
		return effect{}
	}
	row, size := op.Info(), accessSize(f, i)
	e := effect{barrier: op.Is(ir.Atomic) || row.Reads == ir.Anywhere || row.Writes == ir.Anywhere}
	if n := row.Reads.Operand(); n >= 0 {
		e.reads, e.from = true, span{m.place(f.Arg(i, n)), size}
	}
	if n := row.Writes.Operand(); n >= 0 {
		e.writes, e.to = true, span{m.place(f.Arg(i, n)), size}
	}
	return e
}

// accessSize is the number of bytes of an access. One that is not of a known number of bytes may
// leave all as they are, and so may an atomic one.
// The length of a length operand is a constant or nothing: a range that is known of it is not
// used.
func accessSize(f *ir.Func, i ir.Inst) int64 {
	op := f.Op(i)
	switch op.Info().Len {
	case ir.LenC:
		if n, ok := constant(f, f.Arg(i, 2)); ok && n >= 0 && n < farthest {
			return n
		}
	case ir.LenList:
		return ir.VaListBytes
	case ir.LenValue:
		t := f.TypeOf(f.Accessed(i))
		// Whether an atomic access writes may depend on what it reads, and the size of a scalable
		// type on the machine.
		if op.Is(ir.Atomic) || t.HasScalable() {
			break
		}
		if n, ok := t.Size(1); ok {
			return int64(n)
		}
		return int64(f.Attr(i).N)
	}
	return anything
}

// disjoint reports whether two spans have no byte in common.
func (m *memoryMap) disjoint(a, b span) bool {
	// Within one base only the offsets decide. Neither sum overflows: both parts are below 2^40.
	if a.base == b.base && a.size != anything && b.size != anything {
		return a.off >= b.off+b.size || b.off >= a.off+a.size
	}
	// One allocation, at distances that cannot be compared.
	if a.root == b.root {
		return false
	}
	// Different roots. A private slot is reached through its own root alone; of the others two
	// known ones are different allocations, and an unknown one may be either.
	ra, rb := m.root(a.root), m.root(b.root)
	return ra == rootPrivate || rb == rootPrivate || ra != rootUnknown && rb != rootUnknown
}

// covers reports whether span a has all bytes of b.
func (a span) covers(b span) bool {
	return a.base == b.base && a.size != anything && b.size != anything && a.off <= b.off && b.off+b.size <= a.off+a.size
}

// untouched reports whether a barrier leaves the bytes of s as they are.
func (m *memoryMap) untouched(s span) bool {
	r := m.root(s.root)
	return r == rootPrivate || r == rootConst
}
