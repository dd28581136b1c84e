package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
	"github.com/tuffy-ir/tuffy/ir"
)

// How the search is written: package value has tables of numbers; its matcher.root reads them. For each kind of root
// a table says by the classes of the kinds of the first two operands which cell to continue with. A cell is a list of
// at most 64 patterns that take these kinds, and looks, each with a set of the patterns for each class of kinds at a
// place: a word, in which bit n is pattern n of the list.

// look is a look at the kind at a place.
type look struct {
	at    place
	class int // the table of classes
	sets  int // where the sets begin
}

// bits is how a place is written: each operand and 1, two bits a step, the first step lowest.
func (at place) bits() (n int) {
	for step, operand := range []byte(at) {
		n |= int(operand+1) << (2 * step)
	}
	return n
}

// root is where to begin for one kind of root.
type root struct {
	left, right  int // the tables of classes of the first two operands
	width, table int // of a line, and where the table begins
	binary       bool
}

// cell is what to do for one list of patterns. Two operands that are one value leave the patterns of same, others
// those of other.
type cell struct {
	list        int
	same, other uint64
	looks       []look
}

// writer lays the cells out. Cell 0 has no patterns.
// Tables of classes are shared between roots: opcodes that commute and the comparisons ask alike.
type writer struct {
	classes [][numKinds]int
	table   []int
	cells   []cell
	lists   []int
	masks   []uint64
	class   map[[numKinds]int]int // by content
	known   map[string]int        // cells, by their lists
}

func newWriter() *writer {
	return &writer{class: map[[numKinds]int]int{}, known: map[string]int{"[]": 0}, cells: make([]cell, 1)}
}

// split is the classes of kinds at a place: their table, and the patterns by class.
// The number of a table is that of its first use, which makes the file the same in every run.
func (w *writer) split(ps []*pattern, at place) (table int, groups [][]*pattern) {
	groups, class := split(ps, at)
	table, ok := w.class[class]
	if !ok {
		table = len(w.classes)
		w.class[class] = table
		w.classes = append(w.classes, class)
	}
	return table, groups
}

// set is the set of some of the patterns of a list.
func set(list []*pattern, in func(*pattern) bool) (s uint64) {
	for n, p := range list {
		if in(p) {
			s |= 1 << n
		}
	}
	return s
}

// cell is the number of the cell for a list of patterns.
// What most patterns ask comes first: the sooner nothing is left, the better.
func (w *writer) cell(list []*pattern) (int, error) {
	// What the table of the root has looked at needs no look again: the first two operands.
	var ids []int
	asked := map[place]int{}
	for _, p := range list {
		ids = append(ids, p.id)
		for at := range p.kinds {
			if len(at) == looked || at > "\x01" {
				asked[at]++
			}
		}
	}
	key := fmt.Sprint(ids)
	if n, ok := w.known[key]; ok {
		return n, nil
	}
	// A rule too many is an error of the generator and not a slower engine: then the table must tell more apart.
	if len(list) > 64 {
		return 0, fmt.Errorf("%d patterns take the same kinds of operands as %q, and a set no more than 64", len(list), list[0].rule.Name)
	}
	c := cell{list: len(w.lists), same: set(list, func(*pattern) bool { return true }), other: set(list, func(p *pattern) bool { return !p.twice })}
	w.lists = append(w.lists, ids...)
	for _, at := range slices.SortedFunc(maps.Keys(asked), func(a, b place) int {
		return cmp.Or(len(a)-len(b), asked[b]-asked[a], cmp.Compare(a, b))
	}) {
		table, groups := w.split(list, at)
		c.looks = append(c.looks, look{at, table, len(w.masks)})
		for _, some := range groups {
			w.masks = append(w.masks, set(list, func(p *pattern) bool { return slices.Contains(some, p) }))
		}
	}
	w.known[key] = len(w.cells)
	w.cells = append(w.cells, c)
	return w.known[key], nil
}

// start adds the cells of the patterns for one kind of root, which are numbered.
// An opcode of one operand has a line of one class, as no pattern asks for its second.
func (w *writer) start(ps []*pattern) (r root, err error) {
	left, right := [][]*pattern(nil), [][]*pattern(nil)
	r.left, left = w.split(ps, "\x00")
	r.right, right = w.split(ps, "\x01")
	r.width, r.table, r.binary = len(right), len(w.table), len(bare(ps[0].lhs).Args)-bare(ps[0].lhs).Imm > 1
	for _, some := range left {
		for _, also := range right {
			n, err := w.cell(slices.DeleteFunc(slices.Clone(some), func(p *pattern) bool { return !slices.Contains(also, p) }))
			if err != nil {
				return r, err
			}
			w.table = append(w.table, n)
		}
	}
	return r, nil
}

// table writes an array of numbers.
func table[T any](g *generator, doc, name, typ string, list []T) {
	g.printf("// %s %s\nvar %[1]s = [...]%[3]s{", name, doc, typ)
	for n, x := range list {
		if n%64 == 0 {
			g.printf("\n")
		}
		g.printf("%#v,", x)
	}
	g.printf("\n}\n\n")
}

// writeSearch writes the cells for all patterns, and the table of patterns.
// Patterns are numbered root by root in the order in which they are tried, so that the bits of a set are in that order.
func (g *generator) writeSearch(k *kinds, all []*pattern) error {
	w := newWriter()
	roots := map[int]root{}
	var sorted []*pattern
	for _, ps := range byRoot(all) {
		for _, p := range ps {
			p.id = len(sorted)
			sorted = append(sorted, p)
		}
		r, err := w.start(ps)
		if err != nil {
			return err
		}
		roots[k.root(bare(ps[0].lhs))] = r
	}
	g.printf("// roots says by the kind of a root where to begin.\nvar roots = [claimedKind]root{\n")
	for _, n := range slices.Sorted(maps.Keys(roots)) {
		r := roots[n]
		g.printf("%d: {%d, %d, %d, %d, %t},\n", n, r.left, r.right, r.width, r.table, r.binary)
	}
	g.printf("}\n\n")
	table(g, "has the cells by the classes of two operands.", "table", "uint16", w.table)
	g.printf("// cells has what to look at.\nvar cells = [...]cell{")
	var looks []look
	for n, c := range w.cells {
		if n%16 == 0 {
			g.printf("\n")
		}
		g.printf("{%d, %d, %d, %#x, %#x}, ", c.list, len(looks), len(looks)+len(c.looks), c.same, c.other)
		looks = append(looks, c.looks...)
	}
	g.printf("\n}\n\n// looks are those of all cells.\nvar looks = [...]look{")
	for n, l := range looks {
		if n%16 == 0 {
			g.printf("\n")
		}
		g.printf("{%d, %d, %d}, ", l.at.bits(), l.class, l.sets)
	}
	g.printf("\n}\n\n")
	table(g, "are the sets of patterns.", "masks", "uint64", w.masks)
	table(g, "are the patterns of cells.", "lists", "uint16", w.lists)
	g.printf("// classes says which way the kinds go.\nvar classes = [...][numKinds]uint8{\n")
	for _, c := range w.classes {
		g.printf("{%s},\n", sparse(c))
	}
	g.printf("}\n\n// deeper are the sets of kinds that programs ask for.\nvar deeper = [...][numKinds / 64]uint64{\n")
	for _, s := range g.pools.kinds {
		g.printf("%#v,\n", [numKinds / 64]uint64(s))
	}
	g.printf("}\n\n// patterns lists the patterns in the order in which they are tried.\nvar patterns = [...]pattern{")
	for n, p := range sorted {
		if n%16 == 0 {
			g.printf("\n")
		}
		g.printf("{%d, %d, %d, %d, %d}, ", p.index, p.swap, p.code, p.one.bits(), p.two.bits())
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
// Rules on the two halves of one instruction share a root: the engine looks at an instruction once.
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
