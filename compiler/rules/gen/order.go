package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
	"github.com/tuffy-ir/tuffy/ir"
)

// What matches depends first on the kinds of the operands of the root and of what makes these. Each pattern for one
// kind of root is a bit: a look at the kind at a place has a set of the patterns that take it, and what is left of
// all sets is tried, in order. The program of a pattern decides the rest: kinds further below, which operands are one
// value, the sizes of constants, types, facts.

// looked is how far down patterns are told apart by sets. Deeper patterns are few, and the steps of a program cost
// them nothing that the others would have to pay for.
const looked = 2

// place is an operand: a byte for each step down from the root.
// The empty place is the root. Strings compare, and are keys, without further work.
type place string

// wants lists what a pattern asks of the kinds of operands of the root and of what makes them, and whether the root
// must have one operand twice.
// What it lists is necessary for a match, not sufficient: the program of the pattern decides the rest, so that a set
// that is too large costs time and one that is too small loses a rule.
func (p *pattern) wants(k *kinds) {
	p.kinds = map[place]kindSet{}
	// The first place of each variable in the walk; every further one must have the same value.
	vars := map[string]place{}
	var below func(t *schema.Term, at place)
	below = func(t *schema.Term, at place) {
		if t.Op == "" {
			return
		}
		for n := range len(t.Args) - t.Imm {
			a, there := bare(t.Args[n]), at+place(rune(n))
			if first, ok := vars[a.Var]; ok && a.Var != "" {
				p.twice = p.twice || first == "\x00" && there == "\x01"
				if p.one == p.two && len(first) <= looked && len(there) <= looked {
					p.one, p.two = first, there
				}
			} else if a.Var != "" {
				vars[a.Var] = there
			} else if len(there) <= looked {
				p.kinds[there] = k.matching(a)
			}
			below(a, there)
		}
	}
	below(bare(p.lhs), "")
	// A fact narrows what may stand for its variable: of most values nothing is known.
	for _, pre := range p.rule.Pre {
		if at, ok := vars[pre.Var]; ok && pre.Var != "" && len(at) <= looked {
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

// The order is observable: of two rules that match, the first fires. It depends on patterns only.
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
		if op.IsConst() {
			out = append(out, order(byOp[op], rest)...)
		} else {
			out = append(out, below(byOp[op], at0, rest)...)
		}
	}
	return append(out, order(any, rest)...)
}

// below orders patterns with one opcode at a place by its parts, then by what is below it.
// The places below come before those beside: a pattern is read from the root down and from left to right.
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
// The place exists: who asks has seen the opcodes above it.
func at(t *schema.Term, where place) *schema.Term {
	t = bare(t)
	for _, n := range []byte(where) {
		t = bare(t.Args[n])
	}
	return t
}

// split groups patterns by the kinds that they take at a place.
// Kinds that the same patterns take are one class, so that a table has as many rows as there are different
// answers, and a table of classes maps the kind to the row.
func split(ps []*pattern, at place) (groups [][]*pattern, class [numKinds]int) {
	number := map[kindSet]int{}
	var sets []kindSet
	of := make([]int, len(ps))
	for n, p := range ps {
		s, ok := p.kinds[at]
		if !ok {
			s = anyKind
		}
		if _, ok := number[s]; !ok {
			number[s] = len(sets)
			sets = append(sets, s)
		}
		of[n] = number[s]
	}
	// For each kind the row of which sets have it: kinds of one row are one class.
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
