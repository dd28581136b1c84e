package value

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/rules/internal/calc"
	"github.com/tuffy-ir/tuffy/ir"
)

// 16 bits of swap: a pattern of that many commuting operations would have 65536 variants before.
// pattern is one way to match a rule, with operands swapped in some way.
type pattern struct {
	rule, swap uint16
	code       uint8 // which of the programs of the rule
}

// A table of 0 is a kind that no pattern has as its root: place 0 of the graph is not used.
// graphRoot is where the search begins for one kind of root.
type graphRoot struct {
	left, right uint16 // classes of the first two operands
	width       uint16 // of a line of the table
	binary      bool
	table, same uint32 // in the graph, for different operands and for one twice
}

// What nodes of the graph are; gen/emit.go writes them.
const (
	graphEnds     = 1 << 31
	graphParts    = 1 << 29
	graphCompares = 2 << 29
	graphForks    = 3 << 29
)

// Kinds first for all, then parts, which are made of the kinds of operands: operands of a block may be defined
// in one that comes later in the list.
// classifyAll works out the kinds of all values, and puts the instructions into the queue that a pattern may
// have as its root.
func (m *matcher) classifyAll() {
	f := m.f
	m.kinds = slices.Grow(m.kinds[:0], f.NumValues())[:f.NumValues()]
	m.parts = slices.Grow(m.parts[:0], f.NumValues())[:f.NumValues()]
	m.queue = slices.Grow(m.queue[:0], f.Live())
	for b := range f.Blocks() {
		for _, v := range f.Args(b) {
			m.kinds[v] = m.annotated(v)
		}
		for i := f.FirstInst(b); i != ir.NoInst; i = f.NextInst(i) {
			m.classify(i)
			if op := f.Op(i); len(inner[op]) > 0 || f.NumResults(i) > 0 && roots[m.kinds[f.Result(i, 0)]%claimedKind].table != 0 {
				m.queue = append(m.queue, i)
			}
		}
	}
	for _, i := range m.queue {
		m.refresh(i)
	}
}

// It must be called again when the annotation of a result of i changes, or the graph would look at what was.
// classify works out what the graph knows of the results of i.
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
	if _, signed, ok := a.Range(); ok && !signed || a.Known() != nil {
		return claimedKind | naturalKind
	}
	return claimedKind
}

// The numbers of the digits add up to less than 256, which the generator checks.
// refresh works out what the graph knows of the operands of i.
func (m *matcher) refresh(i ir.Inst) {
	list := inner[m.f.Op(i)]
	if len(list) == 0 {
		return
	}
	k := uint8(0)
	for n := range list {
		k += list[n][m.kinds[m.f.Arg(i, n)]%numKinds]
	}
	for n := range m.f.NumResults(i) {
		m.parts[m.f.Result(i, n)] = k
	}
}

// classifyNew looks at a new instruction, and returns its first result.
func (m *matcher) classifyNew(i ir.Inst) ir.Value {
	if n := m.f.NumValues(); n > len(m.kinds) {
		m.kinds = slices.Grow(m.kinds, n-len(m.kinds))[:n]
		m.parts = slices.Grow(m.parts, n-len(m.parts))[:n]
	}
	m.classify(i)
	m.refresh(i)
	return m.f.Result(i, 0)
}

// Generated code compares it with literals, none of which is the least number.
// small is the integer constant d, a number that no pattern has if it is large.
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
	if r.table == 0 {
		return false
	}
	left := f.Arg(i, 0)
	n := r.table + uint32(classes[r.left][m.kinds[left]%numKinds])*uint32(r.width)
	if r.binary {
		right := f.Arg(i, 1)
		if left == right {
			// The second table has the same shape, and patterns that want one value twice.
			n += r.same - r.table
		}
		n += uint32(classes[r.right][m.kinds[right]%numKinds])
	}
	if n = graph[n]; n == 0 {
		return false
	}
	for _, p := range m.find(i, n) {
		m.facts = m.facts[:0]
		if p := &patterns[p]; !m.off[p.rule] && m.run(p, i) {
			return true
		}
	}
	return false
}

// The result is good until the next call: it is a part of the generated table, or m.found.
// find walks the graph from node n for the root i, and lists the patterns that the kinds of operands
// allow, in the order in which they are to be tried.
func (m *matcher) find(i ir.Inst, n uint32) []uint16 {
	var found []uint16
	m.forks = m.forks[:0]
	for {
		for n != 0 && n < graphEnds {
			x := graph[n]
			switch {
			case x >= graphForks:
				last := n + x&^graphForks
				// All ways but the last wait; the last one is taken at once.
				m.forks = append(m.forks, graph[n+1:last]...)
				n = graph[last]
			case x >= graphCompares:
				if m.at(i, x&1023) == m.at(i, x>>10&1023) {
					n++
				}
				n = graph[n+1]
			case x >= graphParts:
				n = graph[n+1+uint32(classes[x>>10&(1<<19-1)][m.parts[m.at(i, x&1023)]])]
			default:
				n = graph[n+1+uint32(classes[x>>10][m.kinds[m.at(i, x&1023)]%numKinds])]
			}
		}
		if n != 0 {
			n -= graphEnds
			list := lists[n+1 : n+1+uint32(lists[n])]
			if found == nil {
				found = list
			} else {
				m.found = append(append(m.found[:0], found...), list...)
				// Numbers of patterns are the order in which they are tried, over all forks.
				slices.Sort(m.found)
				found = m.found
			}
		}
		if len(m.forks) == 0 {
			return found
		}
		n = m.forks[len(m.forks)-1]
		m.forks = m.forks[:len(m.forks)-1]
	}
}

// at is the value at a place below i.
func (m *matcher) at(i ir.Inst, place uint32) ir.Value {
	v := m.f.Arg(i, int(place&3-1))
	for place >>= 2; place != 0; place >>= 2 {
		v = m.f.Arg(m.f.Def(v), int(place&3-1))
	}
	return v
}
