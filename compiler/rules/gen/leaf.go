package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
	"github.com/tuffy-ir/tuffy/compiler/rules/step"
	"github.com/tuffy-ir/tuffy/ir"
)

// leaf makes the program of a value rule, which knows that the kinds of the operands are right as far down as patterns
// are told apart by them, and looks at everything else.
type leaf struct {
	*program
	kinds *kinds
	root  *schema.Term // of the replacement
}

// programs makes the programs of the patterns of a rule: one for all, unless the pattern has
// annotations, of which the first may say what another must be.
// Variants of a pattern without annotations differ only in which operand is read, which the bits of the swap say
// when the program runs.
func (g *generator) programs(k *kinds, ps []*pattern) (out []string, err error) {
	if !annotated(ps[0].lhs) {
		code, err := g.program(k, ps[0].rule.LHS, ps[0].rule, commuting(ps[0].rule.LHS, g.set.Swaps))
		return []string{code}, err
	}
	for n, p := range ps {
		code, err := g.program(k, p.lhs, p.rule, nil)
		if err != nil {
			return nil, err
		}
		p.code, p.swap = n, 0
		out = append(out, code)
	}
	return out, nil
}

// annotated reports whether a pattern has annotations.
func annotated(t *schema.Term) bool { return t.Of != nil || slices.ContainsFunc(t.Args, annotated) }

// program makes the program for a pattern; the swaps of the terms in bits say which operands are swapped.
func (g *generator) program(k *kinds, lhs *schema.Term, rule *schema.Rule, bits map[*schema.Term]int) (string, error) {
	l := &leaf{program: newProgram(&g.pools, bits), kinds: k, root: bare(rule.RHS)}
	// Annotations of the root's result stand above it.
	root := bare(lhs)
	for t := lhs; t != root; t = t.Of {
		if err := l.claims(t.Res, l.find('a', step.ResultOf, byte(root.N))); err != nil {
			return "", err
		}
	}
	if err := l.operands(root, l.program.root); err != nil {
		return "", err
	}
	for _, pre := range rule.Pre {
		if err := l.known(pre); err != nil {
			return "", err
		}
	}
	// Which result is replaced comes first: the engine asks whether anything reads it before it builds.
	l.tail = []any{byte(root.N)}
	if err := l.replacement(rule.RHS, nil); err != nil {
		return "", err
	}
	return l.encode()
}

// operands matches what is below an instruction.
// An immediate stands behind the operands in the export, and in the attributes of the instruction in the IR.
func (l *leaf) operands(t *schema.Term, inst *reg) error {
	op, _, _ := schema.Opcode(t.Op)
	sig := op.Info().Sig
	for n, a := range t.Args {
		if n >= len(sig) {
			l.number(a.Calc, func() *reg { return l.find('n', step.Imm, inst) })
			continue
		}
		at := operandOf{inst, n, l.swap(t, n)}
		for ; a.Use != nil; a = a.Of {
			if err := l.claims(a.Use, l.find('a', step.UseOf, at)); err != nil {
				return err
			}
		}
		if err := l.operand(a, at, sig[n]); err != nil {
			return err
		}
	}
	return nil
}

// operand matches an operand, which an opcode takes by the letter sig.
func (l *leaf) operand(t *schema.Term, at operandOf, sig byte) error {
	if at.inst.deep >= looked && t.Of == nil && t.Var == "" {
		l.need(step.Among, at, index(l.pools, &l.pools.kinds, l.kinds.matching(t)))
	}
	switch {
	case t.Res != nil:
		if err := l.claims(t.Res, l.find('a', step.AnnotOf, at)); err != nil {
			return err
		}
		return l.operand(t.Of, at, sig)
	case t.Use != nil:
		return fmt.Errorf("a use-side annotation must stand directly below an opcode")
	case t.Var != "":
		if old := l.values[t.Var]; old != nil {
			l.need(step.Same, old, at)
			return nil
		}
		v := l.find('v', step.Operand, at)
		l.values[t.Var] = v
		switch {
		// The type of any is that of whatever stands there: the theorem is for all.
		case t.Type == "any":
		case t.Type == "float" || t.Type == "ptr":
			// Where the opcode itself takes only one kind of operand, the verifier has seen to it.
			if sig == 'e' || sig == 's' {
				l.need(step.Kind, v, byte(map[string]ir.TypeKind{"float": ir.KindFloat, "ptr": ir.KindPtr}[t.Type]))
			}
		case strings.ContainsRune("esfF", rune(sig)):
			l.need(step.Type, v, typeIndex(t.Type))
		}
	case t.Calc != nil:
		// A literal with a kind of its own was told by its kind.
		if p, ok := literal(t.Calc); !ok || l.kinds.of[p.name] == 0 {
			l.number(t.Calc, func() *reg { return l.find('n', step.Number, at) })
		}
	// The kinds tell true from false, nothing is left to ask.
	case t.Bool != nil:
	case t.Float != "":
		l.need(step.Float, at, typeIndex(t.Type), l.bitsOf(t.Float))
	default:
		inst := l.fact('i', step.Inst, at)
		inst.deep = at.inst.deep + 1
		return l.operands(t, inst)
	}
	return nil
}

// bitsOf is the literal with the bits of a float.
// The schema has seen to it that they fit the type, which is at most 64 bits.
func (l *leaf) bitsOf(float string) byte {
	bits, _ := strconv.ParseUint(float, 0, 64)
	return l.pools.number(bits)
}

// typeIndex is the number of a type in [step.Types].
// The names are those of the schema, which has checked them.
func typeIndex(name string) byte { return byte(slices.Index(step.Types[:], schema.Types[name])) }

// claims matches an annotation of the program, which must claim at least that much.
// A stronger claim than the pattern's makes poison of more values, where the replacement may be anything.
func (l *leaf) claims(c *schema.Claims, annot *reg) error {
	if c == nil {
		return fmt.Errorf("a use-side annotation at the root")
	}
	for _, m := range c.Metas {
		if a, ok := l.annots[m]; ok {
			l.need(step.SameAnnot, a, annot)
			continue
		}
		l.annots[m] = annot
	}
	for _, k := range c.Claims {
		claims, ok := map[string]step.Op{"signed": step.Signed, "unsigned": step.Unsigned}[k.Fn]
		switch {
		case k.Fn == "nofpclass" && k.Args[0].Lit != "":
			l.need(step.NoClass, annot, l.pools.number(uint64(k.Args[0].Int())))
		case !ok:
			return fmt.Errorf("the claim %s cannot be matched", k.Fn)
		default:
			l.atLeast(l.fact('n', claims, annot), k.Args[0])
		}
	}
	return nil
}

// factSteps are the steps of preconditions about a variable.
var factSteps = map[string]step.Op{"inU": step.InU, "inS": step.InS, "zeros": step.Zeros, "ones": step.Ones}

// shapes are the preconditions about a float constant, in the order of the shapes of package value.
var shapes = []string{"fpZero", "fpNegZero", "fpOne", "fpNegOne", "fpTwo", "fpRecip"}

// known adds one precondition. A fact may bind constants: the smallest width, the least range, all
// known bits. One that binds nothing asks whether what is known implies it.
// Binding takes the strongest fact that is known; a rule is proven for every constant that satisfies the fact.
func (p *program) known(c *schema.Pre) error {
	v := p.values[c.Var]
	switch c.Fn {
	case "inU", "inS":
		p.atLeast(p.fact('n', factSteps[c.Fn], v), c.Args[0])
	case "zeros", "ones":
		is := p.fact('n', factSteps[c.Fn], v)
		if len(c.Binds()) > 0 {
			p.consts[c.Args[0].Const] = is
			break
		}
		want := p.expr(c.Args[0])
		p.need(step.Cmp, byte(ir.EQ), p.find('n', step.Calc, step.Land, is, want), want)
	case "range":
		p.between(c)
	case "fpNotIn":
		p.need(step.NotIn, v, p.pools.number(uint64(c.Args[0].Int())))
	default:
		if n := slices.Index(shapes, c.Fn); n >= 0 {
			p.need(step.Shape, v, byte(n))
			return nil
		}
		return p.cond(c)
	}
	return nil
}

// replacement adds what is built, with the result annotation res.
// It is written as a prefix code: each part before its operands, so that the engine builds it in one recursive walk.
func (l *leaf) replacement(t *schema.Term, res *reg) error {
	put := func(part ...any) { l.tail = append(l.tail, part...) }
	switch {
	case t.Use != nil, t.Res != nil:
		c := t.Use
		if c == nil {
			c = t.Res
		}
		a, err := l.annot(c)
		switch {
		case err != nil:
			return err
		case t.Use == nil && bare(t).Op == "":
			return fmt.Errorf("a result annotation of what the replacement does not make")
		case t.Use == nil:
			return l.replacement(t.Of, a)
		case bare(t) != l.root:
			put(step.Use, a)
		}
		return l.replacement(t.Of, res)
	case t.Var != "":
		put(step.Value, l.values[t.Var])
	case t.Calc != nil:
		put(step.Const, l.expr(t.Calc))
	case t.Bool != nil:
		n := byte(0)
		if *t.Bool {
			n = 1
		}
		put(step.Truth, n)
	case t.Float != "":
		put(step.FConst, typeIndex(t.Type), l.bitsOf(t.Float))
	case t.Recip != "":
		put(step.Recip, l.values[t.Recip])
	default:
		return l.make(t, res)
	}
	return nil
}

// make adds an instruction of a replacement.
// Its fixed part is [step.MakeSize] bytes; the annotation is that of the result, or [step.None].
func (l *leaf) make(t *schema.Term, res *reg) error {
	op, pred, _ := schema.Opcode(t.Op)
	attr, typ, sig := byte(pred), byte(0), len(op.Info().Sig)
	switch {
	case schema.Saturates(t.Op):
		attr = 1
	case t.To != "":
		typ = typeIndex(t.To)
	case op == ir.OpIntToPtr && t == l.root:
		typ = step.RootType
	case op == ir.OpIntToPtr:
		return fmt.Errorf("the address space of an inner inttoptr is not known")
	}
	imm := any(byte(step.None))
	if len(t.Args) > sig {
		n := l.expr(t.Args[sig].Calc)
		// A computed width may be out of the bounds of the IR; the match then fails before anything is built.
		l.need(step.Width, n)
		imm = n
	}
	annot := any(byte(step.None))
	if res != nil {
		annot = res
	}
	l.tail = append(l.tail, step.Make, l.opcode(op), attr, byte(t.N), typ, imm, annot, byte(sig))
	for _, a := range t.Args[:sig] {
		if err := l.replacement(a, nil); err != nil {
			return err
		}
	}
	return nil
}

// annot finds the annotation of a part of the replacement.
// Annotations of the pattern are carried over whole; claims are added to them. A conjunction that cannot be met makes
// the match fail.
func (l *leaf) annot(c *schema.Claims) (*reg, error) {
	// In the order of the export, as the conjunction is written in any.
	var parts []any
	for _, m := range c.Metas {
		parts = append(parts, l.annots[m])
	}
	for _, k := range c.Claims {
		switch {
		case k.Fn == "nofpclass" && k.Args[0].Lit != "":
			parts = append(parts, l.find('a', step.Exclude, l.pools.number(uint64(k.Args[0].Int()))))
		case k.Fn == "signed":
			parts = append(parts, l.find('a', step.Claim, byte(1), l.expr(k.Args[0])))
		case k.Fn == "unsigned":
			parts = append(parts, l.find('a', step.Claim, byte(0), l.expr(k.Args[0])))
		default:
			return nil, fmt.Errorf("the claim %s cannot be built", k.Fn)
		}
	}
	return l.find('a', step.All, append([]any{byte(len(parts))}, parts...)...), nil
}
