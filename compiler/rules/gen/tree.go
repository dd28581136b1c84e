package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
	"github.com/tuffy-ir/tuffy/ir"
)

// The decision graph. What matches depends first on the kinds of the operands of the root: a table
// by these has the first node. A node looks at the kinds of what one operand is made from, which are
// one number too, or at a kind further below, or asks whether two operands are one value; it
// goes on to the node for the patterns that may still match. Patterns that take anything there are in
// every branch, so nothing is looked at twice; nodes with the same patterns and the same left to look
// at are one. At the end is a list of patterns of which only what kinds do not say is open: the
// sizes of constants, types, facts. An instruction that nothing matches leaves after the table, or
// after the few looks that can tell, however many rules there are.

// The empty place is the root. Strings compare, and are keys, without further work.
// place is an operand: a byte for each step down from the root.
type place string

// test is what a node does: it looks at the kind at a place, or with parts set at the kinds of what is
// there made from, or with equal set asks whether two places have one value.
// A value of this type is a key: equal tests ask one thing, whichever pattern asks.
type test struct {
	at, same     place
	parts, equal bool
}

// A kind two steps down is told by the parts of the operand above it, which one look gives for all its operands.
// looking is the test that looks at the kind at a place.
func looking(at place) test {
	if len(at) == 2 {
		return test{at: at[:1], parts: true}
	}
	return test{at: at}
}

// What it lists is necessary for a match, not sufficient: the program of the pattern decides the rest, so that a set
// that is too large costs time and one that is too small loses a rule.
// wants lists what a pattern asks of the kinds and of places that are one variable.
func (p *pattern) wants(k *kinds) {
	p.kinds, p.equal = map[place]kindSet{}, map[test]bool{}
	vars := map[string]place{}
	var below func(t *schema.Term, at place)
	below = func(t *schema.Term, at place) {
		if t.Op != "" {
			for n := range len(t.Args) - t.Imm {
				a, there := bare(t.Args[n]), at+place(rune(n))
				if a.Var == "" {
					p.kinds[there] = k.matching(a)
				} else if first, ok := vars[a.Var]; ok {
					p.equal[test{at: first, same: there, equal: true}] = true
				} else {
					// The first occurrence in the walk; each further one is compared with this.
					vars[a.Var] = there
				}
				below(a, there)
			}
		}
	}
	below(bare(p.lhs), "")
	for _, pre := range p.rule.Pre {
		if at, ok := vars[pre.Var]; ok && pre.Var != "" {
			s, old := p.kinds[at]
			if !old {
				s = anyKind
			}
			if s = s.both(k.telling(pre)); s != anyKind {
				p.kinds[at] = s
			}
		}
	}
}

// The order is observable: of two rules that match, the first fires. It depends on patterns only, not on how
// the graph shares nodes.
// order lists patterns for one root in the order in which they are tried: those for an opcode of
// the first operand before those for any, and so on for what is below and beside it.
func order(ps []*pattern, places []place) []*pattern {
	if len(places) == 0 || len(ps) == 0 {
		return ps
	}
	at0, rest := places[0], places[1:]
	byOp := map[ir.Op][]*pattern{}
	var any, out []*pattern
	for _, p := range ps {
		switch t := at(p.lhs, at0); {
		case t.Op != "":
			op, _, _ := schema.Opcode(t.Op)
			byOp[op] = append(byOp[op], p)
		case t.Calc != nil:
			byOp[ir.OpIConst] = append(byOp[ir.OpIConst], p)
		case t.Bool != nil:
			byOp[ir.OpBConst] = append(byOp[ir.OpBConst], p)
		case t.Float != "":
			byOp[ir.OpFConst] = append(byOp[ir.OpFConst], p)
		default:
			any = append(any, p)
		}
	}
	for _, op := range slices.Sorted(maps.Keys(byOp)) {
		if op == ir.OpIConst || op == ir.OpBConst || op == ir.OpFConst {
			out = append(out, order(byOp[op], rest)...)
		} else {
			out = append(out, below(byOp[op], at0, rest)...)
		}
	}
	return append(out, order(any, rest)...)
}

// below orders patterns with one opcode at a place by its parts, then by what is below it.
func below(ps []*pattern, at0 place, rest []place) []*pattern {
	byPart := map[string][]*pattern{}
	for _, p := range ps {
		_, part := part(at(p.lhs, at0))
		// Which result of an operand is read is no part of the order: rules on either half stay together.
		if strings.HasPrefix(part.on, "m.f.DefIndex") {
			part.is = ""
		}
		byPart[part.is] = append(byPart[part.is], p)
	}
	t := at(ps[0].lhs, at0)
	var next []place
	for n := range len(t.Args) - t.Imm {
		next = append(next, at0+place(rune(n)))
	}
	var out []*pattern
	for _, k := range slices.Sorted(maps.Keys(byPart)) {
		out = append(out, order(byPart[k], append(slices.Clone(next), rest...))...)
	}
	return out
}

// at finds the term at a place of a pattern, annotations left out.
func at(t *schema.Term, where place) *schema.Term {
	t = bare(t)
	for _, n := range []byte(where) {
		t = bare(t.Args[n])
	}
	return t
}

// node is a node of the graph; with tries it is an end.
type node struct {
	test  test
	fork  bool          // all that is next is to be looked at
	class [numKinds]int // of the kinds or parts
	next  []*node       // by class; for unequal and equal
	tries []*pattern
}

// graph holds the nodes that there are.
type graph struct {
	nodes map[string]*node
}

// Equal lists of patterns with equal open tests behave alike, whatever led there: that is what makes the graph
// smaller than the tree, which would be exponential in the number of tests.
// build makes the node for patterns of which all that is in done is known.
func (g *graph) build(ps []*pattern, done map[test]bool) *node {
	open := map[test]int{}
	for _, p := range ps {
		own := map[test]bool{}
		for at := range p.kinds {
			own[looking(at)] = true
		}
		maps.Copy(own, p.equal)
		for t := range own {
			if !done[t] {
				open[t]++
			}
		}
	}
	tests := slices.SortedFunc(maps.Keys(open), func(a, b test) int { return strings.Compare(a.key(), b.key()) })
	var key strings.Builder
	for _, p := range ps {
		key.WriteString(strconv.Itoa(p.id))
		key.WriteByte(' ')
	}
	for _, t := range tests {
		key.WriteString(t.key())
	}
	if n := g.nodes[key.String()]; n != nil {
		return n
	}
	n := &node{}
	g.nodes[key.String()] = n
	if len(tests) == 0 {
		n.tries = ps
		return n
	}
	if groups := apart(ps, open); len(groups) > 1 {
		n.fork = true
		for _, some := range groups {
			n.next = append(n.next, g.build(some, done))
		}
		return n
	}
	// A place below another may be read only once it is known that an instruction with operands stands above it.
	known := func(at place) bool { return len(at) == 1 || done[looking(at[:len(at)-1])] }
	best := -1
	for _, t := range tests { // what most patterns ask, kinds before sameness
		score := open[t]
		if !t.equal {
			score += len(ps)
		}
		if known(t.at) && (!t.equal || known(t.same)) && score > best {
			best, n.test = score, t
		}
	}
	after := maps.Clone(done)
	after[n.test] = true
	if n.test.equal {
		n.next = []*node{g.build(slices.DeleteFunc(slices.Clone(ps), func(p *pattern) bool { return p.equal[n.test] }), after), g.build(ps, after)}
		return n
	}
	var groups [][]*pattern
	groups, n.class = split(ps, n.test)
	for _, some := range groups {
		n.next = append(n.next, g.build(some, after))
	}
	return n
}

// Kinds that the same patterns take are one class, so that a node has as many branches as there are different
// answers, and a table of classes maps the kind to the branch.
// split groups patterns by what a test may find.
func split(ps []*pattern, t test) (groups [][]*pattern, class [numKinds]int) {
	set := func(p *pattern) kindSet {
		sets := p.kinds
		if t.parts {
			sets = p.parts
		}
		if s, ok := sets[t.at]; ok {
			return s
		}
		return anyKind
	}
	number := map[kindSet]int{}
	var sets []kindSet
	of := make([]int, len(ps))
	for n, p := range ps {
		s := set(p)
		if _, ok := number[s]; !ok {
			number[s] = len(sets)
			sets = append(sets, s)
		}
		of[n] = number[s]
	}
	seen := map[string]int{}
	in := make([]byte, len(sets))
	for k := range numKinds {
		for n, s := range sets {
			in[n] = 0
			if s.has(k) {
				in[n] = 1
			}
		}
		c, ok := seen[string(in)]
		if !ok {
			c = len(groups)
			seen[string(in)] = c
			var some []*pattern
			for n, p := range ps {
				if in[of[n]] == 1 {
					some = append(some, p)
				}
			}
			groups = append(groups, some)
		}
		class[k] = c
	}
	return groups, class
}

// apart groups patterns by where they still look, once the kinds of what the operands of the root are
// made from are known: to look everywhere in one go would multiply what is below one operand with
// what is below another.
func apart(ps []*pattern, open map[test]int) [][]*pattern {
	for t := range open {
		if !t.equal && len(t.at) == 1 {
			return nil
		}
	}
	groups := map[string][]*pattern{}
	for _, p := range ps {
		deep := map[place]bool{}
		for at := range p.kinds {
			deep[at] = open[looking(at)] > 0
		}
		for t := range p.equal {
			for _, at := range []place{t.at, t.same} {
				deep[at] = deep[at] || open[t] > 0 && len(at) > 1
			}
		}
		maps.DeleteFunc(deep, func(_ place, is bool) bool { return !is })
		key := fmt.Sprintf("%x", slices.Sorted(maps.Keys(deep)))
		groups[key] = append(groups[key], p)
	}
	var out [][]*pattern
	for _, k := range slices.Sorted(maps.Keys(groups)) {
		out = append(out, groups[k])
	}
	return out
}

// key orders tests by the length of their place, so that what is nearer to the root is asked first among
// equals.
func (t test) key() string {
	kind := " kind "
	if t.parts {
		kind = " parts "
	}
	return strconv.Itoa(len(t.at)) + string(t.at) + " = " + string(t.same) + kind
}
