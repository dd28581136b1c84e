package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
	"github.com/tuffy-ir/tuffy/ir"
)

// How the graph is written: package value walks an array of numbers; its matcher.find reads them.
//
//	looks at a kind:          place | classes<<10, then the nodes by class
//	looks at what is inside:  place | classes<<10 | parts, then the nodes by class
//	compares:                 place | other place<<10 | compares, then for unequal, equal
//	is a fork:                n | forks, then n nodes
//
// A place has two bits for each step from the root, an operand and one more. A node is its place in the
// array, an end the place in the array of lists of patterns with the bit ends, and 0 is an end
// without patterns. For each kind of root there is where in the array a table begins, by the classes
// of the kinds of the first two operands, and after it the one for two operands that are one value.

// The marks are the two bits below the uppermost one, so that a place of 10 bits and 19 bits of a class, or a
// second place, fit below them. Package value has the same numbers under its own names.
const (
	ends     = 1 << 31
	parts    = 1 << 29
	compares = 2 << 29
	forks    = 3 << 29
	deepest  = 5 // steps
)

// Index 0 of code and lists is never used: 0 stands for no pattern.
// writer lays the graph out.
type writer struct {
	*graph
	code    []uint32
	lists   []uint32
	where   map[*node]uint32
	classes [][numKinds]int
	seen    map[[numKinds]int]int
}

// newWriter has one entry in both arrays already, for the index that means nothing.
func newWriter() *writer {
	return &writer{graph: &graph{nodes: map[string]*node{}}, code: []uint32{0}, lists: []uint32{0}, where: map[*node]uint32{}, seen: map[[numKinds]int]int{}}
}

// class is the number of a table of classes.
func (w *writer) class(c [numKinds]int) uint32 {
	n, ok := w.seen[c]
	if !ok {
		n = len(w.classes)
		w.seen[c] = n
		w.classes = append(w.classes, c)
	}
	return uint32(n)
}

// put lays a node out, those after it first, and returns what stands for it.
// Shared nodes are laid out once; the graph has no cycles, as each node asks something that those before it did
// not, so the recursion ends. Children come first since a node holds their places.
func (w *writer) put(n *node) uint32 {
	if len(n.next) == 0 && len(n.tries) == 0 {
		return 0
	}
	if at, ok := w.where[n]; ok {
		return at
	}
	at := uint32(0)
	if len(n.next) == 0 {
		at = uint32(len(w.lists)) | ends
		w.lists = append(w.lists, uint32(len(n.tries)))
		for _, p := range n.tries {
			w.lists = append(w.lists, uint32(p.id))
		}
		w.where[n] = at
		return at
	}
	var next []uint32
	for _, x := range n.next {
		next = append(next, w.put(x))
	}
	at = uint32(len(w.code))
	switch {
	case n.fork:
		w.code = append(w.code, uint32(len(next))|forks)
	case n.test.equal:
		w.code = append(w.code, n.test.at.bits()|n.test.same.bits()<<10|compares)
	case n.test.parts:
		w.code = append(w.code, n.test.at.bits()|w.class(n.class)<<10|parts)
	default:
		w.code = append(w.code, n.test.at.bits()|w.class(n.class)<<10)
	}
	w.code = append(w.code, next...)
	w.where[n] = at
	return at
}

// bits is how a place is written.
func (at place) bits() (n uint32) {
	// One more than the operand, so that 0 ends a place: paths of different length never read alike.
	for step, operand := range []byte(at) {
		n |= uint32(operand+1) << (2 * step)
	}
	return n
}

// root is where the search for patterns with one kind of root begins.
type root struct {
	classes [2]uint32 // of the operands
	width   int       // of a line of the table
	table   int
	same    int // the table for two operands that are one
	binary  bool
}

// The first look is a table of two dimensions instead of nodes: every instruction of a function takes it, and
// most leave there.
// start writes the tables of the patterns with one kind of root.
func (w *writer) start(ps []*pattern) root {
	first, second := test{at: "\x00"}, test{at: "\x01"}
	same := test{at: first.at, same: second.at, equal: true}
	left, lc := split(ps, first)
	right, rc := split(ps, second)
	r := root{width: len(right), binary: len(bare(ps[0].lhs).Args)-bare(ps[0].lhs).Imm > 1}
	r.classes = [2]uint32{w.class(lc), w.class(rc)}
	fill := func(equal bool) int {
		var table []uint32
		for _, some := range left {
			for c := range right {
				k := slices.Index(rc[:], c)
				// A pattern that has one variable twice cannot match two different values. Two variables may well be one value.
				here := slices.DeleteFunc(slices.Clone(some), func(p *pattern) bool {
					s, ok := p.kinds[second.at]
					return ok && !s.has(k) || p.equal[same] && !equal
				})
				table = append(table, w.put(w.build(here, map[test]bool{first: true, second: true, same: true})))
			}
		}
		at := len(w.code)
		w.code = append(w.code, table...)
		return at
	}
	r.table = fill(false)
	if r.same = r.table; r.binary {
		r.same = fill(true)
	}
	return r
}

// writeGraph writes the graph for all patterns, and the table of patterns.
func (g *generator) writeGraph(k *kinds, all []*pattern) error {
	w := newWriter()
	roots := map[int]root{}
	var sorted []*pattern
	for _, ps := range byRoot(all) {
		for _, p := range ps {
			p.id = len(sorted)
			sorted = append(sorted, p)
			// find reads places from ten bits, two a step: a deeper rule would be cut off silently, so it is refused.
			for at := range p.kinds {
				if len(at) > deepest || slices.Max([]byte(at)) > 2 {
					return fmt.Errorf("rule %q looks deeper than %d steps, or beyond the third operand", p.rule.Name, deepest)
				}
			}
		}
		roots[k.root(bare(ps[0].lhs))] = w.start(ps)
	}
	g.printf("// roots says by the kind of a root where to begin.\nvar roots = [claimedKind]graphRoot{\n")
	for _, n := range slices.Sorted(maps.Keys(roots)) {
		r := roots[n]
		g.printf("%d: {left: %d, right: %d, width: %d, table: %d, same: %d, binary: %t},\n", n, r.classes[0], r.classes[1], r.width, r.table, r.same, r.binary)
	}
	g.printf("}\n\n")
	numbers := func(doc, name, typ string, list []uint32) {
		g.printf("// %s %s\nvar %[1]s = [...]%[3]s{", name, doc, typ)
		for n, x := range list {
			if n%64 == 0 {
				g.printf("\n")
			}
			g.printf("%d,", x)
		}
		g.printf("\n}\n\n")
	}
	numbers("is the decision graph.", "graph", "uint32", w.code)
	numbers("has the lists of patterns at the ends of the graph, each with its length before it.", "lists", "uint16", w.lists)
	g.printf("// classes says which way the kinds go.\nvar classes = [...][numKinds]uint8{\n")
	for _, c := range w.classes {
		g.printf("{%s},\n", sparse(c))
	}
	g.printf("}\n\n// patterns lists the patterns in the order in which they are tried.\nvar patterns = [...]pattern{")
	for n, p := range sorted {
		if n%16 == 0 {
			g.printf("\n")
		}
		g.printf("{%d, %d, %d}, ", p.index, p.swap, p.code)
	}
	g.printf("\n}\n\n")
	return nil
}

// root is the kind of the first result of what a pattern matches.
func (k *kinds) root(t *schema.Term) int {
	op, p := part(t)
	// An opcode with two results has one table: patterns of either result begin at the kind of the first one.
	if op.Info().Result == ir.ResIntInt {
		c := *t
		c.N = 0
		_, p = part(&c)
	}
	if p.on != "" {
		return k.of[p.name]
	}
	return k.ops[op]
}

// byRoot groups patterns by the kind of their root, each in the order in which they are tried.
func byRoot(all []*pattern) [][]*pattern {
	byOp := map[ir.Op][]*pattern{}
	for _, p := range all {
		op, _, _ := schema.Opcode(bare(p.lhs).Op)
		byOp[op] = append(byOp[op], p)
	}
	var out [][]*pattern
	for _, op := range slices.Sorted(maps.Keys(byOp)) {
		for len(byOp[op]) > 0 {
			_, first := part(bare(byOp[op][0].lhs))
			whole := op.Info().Result == ir.ResIntInt
			var some, rest []*pattern
			for _, p := range byOp[op] {
				if _, part := part(bare(p.lhs)); whole || part == first {
					some = append(some, p)
				} else {
					rest = append(rest, p)
				}
			}
			out = append(out, below(some, "", nil))
			byOp[op] = rest
		}
	}
	return out
}
