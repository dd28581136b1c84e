package main

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
	"github.com/tuffy-ir/tuffy/ir"
)

// The kind of a value is what patterns are told apart by: a number that the engine works out
// once for each value. It says which opcode makes the value, as far as patterns tell opcodes apart, with
// predicate, saturation, float type or result number where these do; for constants which of the
// literals of patterns it is; and, in two bits, whether the value has an annotation, and one that
// may say that it is not negative, or what bits it has.

// numKinds bounds the kinds, the others are the bits for annotations.
// 128 kinds leave two bits of nine for annotations.
const (
	numKinds    = 512
	claimedKind = 128
	naturalKind = 256
)

// kindSet is a set of kinds.
// It is an array, so that sets are compared and are keys.
type kindSet [numKinds / 64]uint64

func (s *kindSet) add(k int)     { s[k/64] |= 1 << (k % 64) }
func (s kindSet) has(k int) bool { return s[k/64]>>(k%64)&1 != 0 }

// addAll adds a kind with and without annotations.
// Annotated kinds are claimedKind apart, so this adds the kind with each of the four settings of the two bits.
func (s *kindSet) addAll(k int) {
	for n := k; n < numKinds; n += claimedKind {
		s.add(n)
	}
}

// that is the set of kinds for which a condition holds.
func that(holds func(k int) bool) (s kindSet) {
	for k := range numKinds {
		if holds(k) {
			s.add(k)
		}
	}
	return s
}

var (
	anyKind = that(func(int) bool { return true })
	plain   = that(func(k int) bool { return k < claimedKind })
	claimed = that(func(k int) bool { return k&claimedKind != 0 })
	natural = that(func(k int) bool { return k&naturalKind != 0 })
)

// both is the intersection.
func (s kindSet) both(t kindSet) kindSet {
	for n := range s {
		s[n] &= t[n]
	}
	return s
}

// or is the union.
func (s kindSet) or(t kindSet) kindSet {
	for n := range s {
		s[n] |= t[n]
	}
	return s
}

// subKind is a part of what an opcode makes.
type subKind struct {
	on   string // Go expression that tells the parts apart, of d and v
	is   string // its value
	name string
}

// kinds numbers the kinds; 0 is that of a value that no pattern names.
// Two opcodes that no pattern tells apart would not need two kinds; they have them, as the next rule may.
type kinds struct {
	ops   map[ir.Op]int // the kind of an opcode whose parts are one, or of the other parts
	parts map[ir.Op][]subKind
	of    map[string]int // by name of the part
	n     int
}

// The count begins at 1: 0 is what no pattern names.
func newKinds() *kinds {
	return &kinds{ops: map[ir.Op]int{}, parts: map[ir.Op][]subKind{}, of: map[string]int{}, n: 1}
}

// part is how the opcode of a term is told apart further.
// The expressions are text of the generated matcher: m.f is the function, d the instruction that makes v.
func part(t *schema.Term) (op ir.Op, p subKind) {
	op, pred, _ := schema.Opcode(t.Op)
	switch {
	case op == ir.OpICmp, op == ir.OpFCmp:
		p = subKind{on: "m.f.Attr(d).Pred", is: "ir." + predName(pred)}
	case op == ir.OpFPToSI, op == ir.OpFPToUI:
		p = subKind{on: "m.f.Attr(d).Sat", is: fmt.Sprint(schema.Saturates(t.Op))}
	case op.Info().Result == ir.ResArrow:
		p = subKind{on: "m.f.TypeOf(v)", is: typeName(t.To)}
	case op.Info().Result == ir.ResIntInt:
		p = subKind{on: "m.f.DefIndex(v)", is: fmt.Sprint(t.N)}
	}
	p.name = fmt.Sprint(int(op), p.is)
	return op, p
}

// literal is the kind of a constant of a pattern.
// Literals that do not fit have no kind of their own; a program compares them in a step.
func literal(e *schema.Expr) (p subKind, ok bool) {
	n, ok := smallLit(e)
	return subKind{on: "m.small(d)", is: fmt.Sprint(n), name: fmt.Sprint("lit", n)}, ok
}

// truths are the two constants, each a kind: patterns name them, and there are no others.
var truths = []subKind{{on: "m.f.Attr(d).Imm != 0", is: "false", name: "false"}, {on: "m.f.Attr(d).Imm != 0", is: "true", name: "true"}}

// add makes the kinds of a pattern.
// Only what a pattern names gets a kind; everything else is kind 0, which no set of a pattern has but that of all.
func (k *kinds) add(t *schema.Term) {
	t = bare(t)
	switch {
	case t.Calc != nil:
		// Literals leave half of the kinds alone: a literal without a kind is compared by the program, an opcode is not.
		if p, ok := literal(t.Calc); ok && k.n < claimedKind/2 {
			k.addPart(ir.OpIConst, p)
		}
	case t.Bool != nil:
		for _, p := range truths {
			k.addPart(ir.OpBConst, p)
		}
	case t.Op != "":
		if op, p := part(t); p.on != "" {
			k.addPart(op, p)
		} else {
			k.addOp(op)
		}
		for n := range len(t.Args) - t.Imm {
			k.add(t.Args[n])
		}
	}
}

// addOp and addPart give the next number to what is seen first; the order of rules in the export makes it stable.
func (k *kinds) addOp(op ir.Op) {
	if _, ok := k.ops[op]; !ok {
		k.ops[op] = k.n
		k.n++
	}
}

func (k *kinds) addPart(op ir.Op, p subKind) {
	if _, ok := k.of[p.name]; !ok {
		k.of[p.name] = k.n
		k.parts[op] = append(k.parts[op], p)
		k.n++
	}
}

// made is the set of kinds of what an opcode makes, with or without an annotation.
// An annotation may narrow what is known of a value, so that a set of what opcodes make has all four settings.
func (k *kinds) made(ops ...ir.Op) (s kindSet) {
	for _, op := range ops {
		if n, ok := k.ops[op]; ok {
			s.addAll(n)
		}
		for _, p := range k.parts[op] {
			s.addAll(k.of[p.name])
		}
	}
	return s
}

// matching is the set of kinds that a term of a pattern may have.
func (k *kinds) matching(t *schema.Term) (s kindSet) {
	switch {
	case t.Calc != nil:
		if p, ok := literal(t.Calc); ok {
			if n, ok := k.of[p.name]; ok {
				s.add(n)
				return s
			}
		}
		// A constant with a claim may be poison, so it is no constant to a pattern.
		return k.made(ir.OpIConst).both(plain)
	case t.Bool != nil:
		s.add(k.of[fmt.Sprint(*t.Bool)])
		return s
	case t.Float != "":
		return k.made(ir.OpFConst).both(plain)
	case t.Op != "":
		op, p := part(t)
		n := k.ops[op]
		if p.on != "" {
			n = k.of[p.name]
		}
		s.addAll(n)
		return s
	}
	return anyKind
}

// telling is the set of kinds of values of which a precondition may be known to hold.
// It must be an upper bound of what the engine's facts can answer yes to: a kind that is missing here makes a rule
// that would fire never be tried, and no test of soundness shows that.
func (k *kinds) telling(p *schema.Pre) kindSet {
	switch p.Fn {
	case "inS", "range":
		return claimed.or(k.made(ir.OpIConst, ir.OpZExt, ir.OpSExt, ir.OpBoolToInt))
	case "inU", "zeros":
		return natural.or(k.made(ir.OpIConst, ir.OpZExt, ir.OpBoolToInt))
	case "ones":
		return natural
	case "fpNotIn":
		return claimed.or(k.made(ir.OpFConst, ir.OpSIToFP, ir.OpUIToFP))
	case "fpZero", "fpNegZero", "fpOne", "fpNegOne", "fpTwo", "fpRecip":
		return k.made(ir.OpFConst).both(plain)
	}
	return anyKind
}

// facts are the opcodes whose results say something by themselves.
// They get kinds even if no pattern names them, since telling asks for them.
var facts = []ir.Op{ir.OpIConst, ir.OpBConst, ir.OpFConst, ir.OpZExt, ir.OpSExt, ir.OpBoolToInt, ir.OpSIToFP, ir.OpUIToFP}

// numberKinds makes the kinds of all patterns.
// Opcodes of facts first, whatever the rules are: their kinds do not move when a rule comes or goes.
// The bound is that of seven bits; an export that needs more is refused.
func numberKinds(all []*pattern) (*kinds, error) {
	k := newKinds()
	for _, op := range facts {
		k.addOp(op)
	}
	for _, p := range all {
		k.add(p.lhs)
	}
	if k.n > claimedKind {
		return nil, fmt.Errorf("patterns tell %d kinds of values apart, and the engine no more than %d", k.n, claimedKind)
	}
	return k, nil
}

// writeKinds writes the tables that the engine finds kinds with.
func (g *generator) writeKinds(k *kinds) {
	g.printf("// numKinds bounds the kinds, two bits of which are for annotations; inParts stands for an opcode with several.\n")
	g.printf("const (\nnumKinds = %d\nclaimedKind = %d\nnaturalKind = %d\ninParts = 1<<8 - 1\n)\n\n", numKinds, claimedKind, naturalKind)
	g.printf("// opKinds has the kinds of what opcodes make.\nvar opKinds = [1 << 8]uint8{\n")
	for _, op := range slices.Sorted(maps.Keys(k.ops)) {
		if len(k.parts[op]) == 0 {
			g.printf("ir.%s: %d,\n", g.names[op], k.ops[op])
		}
	}
	for _, op := range slices.Sorted(maps.Keys(k.parts)) {
		g.printf("ir.%s: inParts,\n", g.names[op])
	}
	g.printf("}\n\n// partKind is the kind of the result v of d, whose opcode makes several.\nfunc (m *matcher) partKind(d ir.Inst, v ir.Value) uint8 {\nswitch m.f.Op(d) {\n")
	for _, op := range slices.Sorted(maps.Keys(k.parts)) {
		parts := k.parts[op]
		g.printf("case ir.%s:\nswitch %s {\n", g.names[op], parts[0].on)
		for _, p := range parts {
			g.printf("case %s:\nreturn %d\n", p.is, k.of[p.name])
		}
		g.printf("}\n")
		if n, ok := k.ops[op]; ok {
			g.printf("return %d\n", n)
		}
	}
	g.printf("}\nreturn 0\n}\n\n")
}

// sparse writes the elements of an array that are not 0.
// Most classes are those of few kinds: all others are class 0.
func sparse(class [numKinds]int) string {
	var parts []string
	for k, c := range class {
		if c != 0 {
			parts = append(parts, fmt.Sprint(k, ":", c))
		}
	}
	return strings.Join(parts, ",")
}

// smallLit is a literal that has a kind of its own if there is room: one of 64 bits.
func smallLit(e *schema.Expr) (int64, bool) {
	if e.Lit == "" {
		return 0, false
	}
	v, _ := new(big.Int).SetString(e.Lit, 10)
	return v.Int64(), v.IsInt64() && v.Int64() != math.MinInt64 // which stands for large ones
}

// predName is the Go name of a predicate.
// Predicates of floats are written as those of integers with a letter before, but for the two constant ones.
func predName(p ir.Pred) string {
	switch p {
	case ir.FFalse:
		return "FFalse"
	case ir.FTrue:
		return "FTrue"
	}
	if p.IsFloat() {
		return "F" + strings.ToUpper(p.String())
	}
	return strings.ToUpper(p.String())
}

// typeName is the Go name of the type of a variable or a conversion.
func typeName(t string) string {
	return map[string]string{"int": "ir.Int", "bool": "ir.Bool", "bf16": "ir.BF16", "f16": "ir.F16", "f32": "ir.F32", "f64": "ir.F64"}[t]
}
