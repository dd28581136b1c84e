package value

import (
	"math/bits"
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/rules/internal/calc"
	"github.com/tuffy-ir/tuffy/ir"
)

// pattern is one way to match a rule, with operands swapped in some way.
// 16 bits of swap: a pattern of that many commuting operations would have 65536 variants before.
type pattern struct {
	rule, swap uint16
	code       uint8 // which of the programs of the rule
	// Places that must have one value, which is asked before the program runs: 0 and 0 for most patterns.
	one, two place
}

// root is where to begin for one kind of root; a width of 0 is a kind that no pattern has as its root.
type root struct {
	left, right uint16 // classes of the first two operands
	width       uint16 // of a line of the table
	table       uint16
	binary      bool
}

// cell is what to do where the first two operands have kinds that the patterns of its list take.
type cell struct {
	list        uint32 // where its patterns begin in lists
	first, end  uint32 // of looks
	same, other uint64 // the patterns for operands that are one value, and that are not
}

// place is an operand of the root, or of what makes that: each operand and 1 in two bits, the first step lowest.
type place uint8

// look is a look at the kind at a place.
type look struct {
	at      place
	classes uint16 // of kinds
	sets    uint32 // in masks, by class
}

// classifyAll works out the kinds of all values, and puts the instructions into the queue that a pattern may
// have as its root.
func (m *matcher) classifyAll() {
	f := m.f
	m.kinds = slices.Grow(m.kinds[:0], f.NumValues())[:f.NumValues()]
	m.queue = slices.Grow(m.queue[:0], f.Live())
	for b := range f.Blocks() {
		for _, v := range f.Args(b) {
			m.kinds[v] = m.annotated(v)
		}
		for i := f.FirstInst(b); i != ir.NoInst; i = f.NextInst(i) {
			m.classify(i)
			if f.NumResults(i) > 0 && roots[m.kinds[f.Result(i, 0)]%claimedKind].width != 0 {
				m.queue = append(m.queue, i)
			}
		}
	}
}

// classify works out the kinds of the results of i.
// It must be called again when the annotation of a result of i changes, or patterns would be looked up by what was.
func (m *matcher) classify(i ir.Inst) {
	op := opKinds[m.f.Op(i)]
	for n := range m.f.NumResults(i) {
		v, k := m.f.Result(i, n), op
		if k == inParts {
			if k = 0; !m.wide(i) {
				k = m.partKind(i, v)
			}
		}
		m.kinds[v] = uint16(k) | m.annotated(v)
	}
}

// wide reports whether i is a constant that no rule looks at: what two constants are made into would
// be too large, so that rules which bring constants together would only push them on, from a chain of
// products as many as it has paths.
func (m *matcher) wide(i ir.Inst) bool {
	if m.f.Op(i) != ir.OpIConst {
		return false
	}
	if _, small := m.f.SmallConst(i); small {
		return false
	}
	return m.f.IntConst(i).BitLen() > calc.MaxBits/2
}

// annotated is the part of the kind of a value that says whether it has an annotation.
func (m *matcher) annotated(v ir.Value) uint16 {
	a := m.f.AnnotOf(v)
	if a == ir.NoAnnot {
		return 0
	}
	// Most values that have an annotation have the same one.
	if a != m.annot {
		m.annot, m.marks = a, claimedKind
		if _, signed, ok := a.Range(); ok && !signed || a.Known() != nil {
			m.marks |= naturalKind
		}
	}
	return m.marks
}

// classifyNew looks at a new instruction, and returns its first result.
func (m *matcher) classifyNew(i ir.Inst) ir.Value {
	if n := m.f.NumValues(); n > len(m.kinds) {
		m.kinds = slices.Grow(m.kinds, n-len(m.kinds))[:n]
	}
	m.classify(i)
	return m.f.Result(i, 0)
}

// small is the integer constant d, a number that no pattern has if it is large.
// Generated code compares it with literals, none of which is the least number.
func (m *matcher) small(d ir.Inst) int64 {
	c, ok := m.f.SmallConst(d)
	if !ok {
		return -1 << 63
	}
	return c
}

// root tries the patterns that may match at i, and reports whether a rule fired.
func (m *matcher) root(i ir.Inst) bool {
	f := m.f
	if f.NumResults(i) == 0 {
		return false
	}
	r := &roots[m.kinds[f.Result(i, 0)]%claimedKind]
	if r.width == 0 {
		return false
	}
	left := f.Arg(i, 0)
	at := uint32(r.table) + uint32(classes[r.left][m.kinds[left]%numKinds])*uint32(r.width)
	same := false
	if r.binary {
		right := f.Arg(i, 1)
		same = left == right
		at += uint32(classes[r.right][m.kinds[right]%numKinds])
	}
	c := &cells[table[at]]
	set := c.other
	if same {
		set = c.same
	}
	if set == 0 {
		return false
	}
	for n := c.first; n < c.end; n++ {
		l := &looks[n]
		v := f.Arg(i, int(l.at&3-1))
		if below := int(l.at >> 2); below != 0 {
			// Who asks for what makes an operand has asked for its opcode before: of another one it is out already.
			d := f.Def(v)
			if d == ir.NoInst || f.NumOperands(d) < below {
				continue
			}
			v = f.Arg(d, below-1)
		}
		if set &= masks[l.sets+uint32(classes[l.classes][m.kinds[v]%numKinds])]; set == 0 {
			return false
		}
	}
	for ; set != 0; set &= set - 1 {
		m.facts = m.facts[:0]
		p := &patterns[lists[int(c.list)+bits.TrailingZeros64(set)]]
		if p.one != p.two && m.at(i, p.one) != m.at(i, p.two) {
			continue
		}
		if !m.off[p.rule] && m.run(p, i) {
			return true
		}
	}
	return false
}

// at is the value at a place below i, where it is known that there is one.
func (m *matcher) at(i ir.Inst, p place) ir.Value {
	v := m.f.Arg(i, int(p&3-1))
	if p >>= 2; p != 0 {
		return m.f.Arg(m.f.Def(v), int(p-1))
	}
	return v
}
