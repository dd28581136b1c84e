package main

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/rewrite/internal/rules"
	"github.com/tuffy-ir/tuffy/ir"
)

// leaf writes the function of one pattern, which knows that the opcodes are right and looks at
// everything else.
type leaf struct {
	*generator
	code    strings.Builder
	matched []string          // inner instructions
	values  map[string]string // Go variables of the pattern's variables
	consts  map[string]string // and of its constants
	annots  map[string]string
	root    *rules.Term // of the replacement
	n       int
}

func (l *leaf) addf(f string, args ...any) { fmt.Fprintf(&l.code, f, args...) }

func (l *leaf) fresh(prefix string) string {
	l.n++
	return fmt.Sprint(prefix, l.n)
}

// need writes the end of a match unless cond.
func (l *leaf) need(cond string) { l.addf("if %s {\nreturn false\n}\n", negated(cond)) }

// negated is the negation of a Go condition.
func negated(cond string) string {
	if strings.Contains(cond, "&&") || strings.Contains(cond, "||") {
		return "!(" + cond + ")"
	}
	for _, p := range [][2]string{{" == ", " != "}, {" != ", " == "}, {" <= ", " > "}, {" >= ", " < "}} {
		if a, b, ok := strings.Cut(cond, p[0]); ok {
			return a + p[1] + b
		}
	}
	return "!" + cond
}

func (g *generator) leafFunc(index int, p *pattern) error {
	l := &leaf{generator: g, values: map[string]string{}, consts: map[string]string{}, annots: map[string]string{}}
	root := bare(p.lhs)
	for t := p.lhs; t != root; t = t.Of {
		if err := l.claims(t.Res, fmt.Sprintf("m.f.AnnotOf(m.f.Result(i, %d))", root.N)); err != nil {
			return err
		}
	}
	if err := l.operands(root, "i"); err != nil {
		return err
	}
	for _, pre := range p.rule.Pre {
		if err := l.fact(pre); err != nil {
			return err
		}
	}
	l.root = bare(p.rule.RHS)
	with, err := l.built(p.rule.RHS, "", "")
	if err != nil {
		return err
	}
	g.printf("// %s: %s\nfunc (m *matcher) %s(i ir.Inst) bool {\n", p.rule.Name, p.rule.Doc, p.fn)
	body := used(l.code.String(), with+strings.Join(l.matched, " "))
	if strings.Contains(body+with, "k.") {
		g.printf("var k calc.Calc\n")
	}
	g.printf("m.facts = m.facts[:0]\n%swith := %s\n", body, with)
	if strings.Contains(body+with, "k.") {
		g.printf("if k.Bad {\nreturn false\n}\n")
	}
	g.printf("return m.fire(%s)\n}\n\n", strings.Join(append([]string{fmt.Sprint(index), "i", fmt.Sprint(root.N), "with"}, l.matched...), ", "))
	return nil
}

// used leaves out the declarations of what neither the rest of the body nor the end reads.
func used(body, end string) string {
	lines := strings.SplitAfter(body, "\n")
	for n := len(lines) - 1; n >= 0; n-- {
		name, _, declares := strings.Cut(lines[n], " := ")
		if declares && !strings.Contains(name, ",") && !regexp.MustCompile(`\b`+name+`\b`).MatchString(strings.Join(lines[n+1:], "")+end) {
			lines[n] = ""
		}
	}
	return strings.Join(lines, "")
}

// operands matches what is below an instruction.
func (l *leaf) operands(t *rules.Term, inst string) error {
	op, _, _ := rules.Opcode(t.Op)
	sig := op.Info().Sig
	for n, a := range t.Args {
		if n >= len(sig) {
			l.constant(a.Calc, "m.imm("+inst+")", false)
			continue
		}
		edge := fmt.Sprintf("m.f.Operand(%s, %d).Annot", inst, n)
		for a.Use != nil {
			if err := l.claims(a.Use, edge); err != nil {
				return err
			}
			a = a.Of
		}
		if err := l.operand(a, fmt.Sprintf("m.f.Arg(%s, %d)", inst, n), sig[n]); err != nil {
			return err
		}
	}
	return nil
}

func (l *leaf) operand(t *rules.Term, value string, sig byte) error {
	switch {
	case t.Res != nil:
		if err := l.claims(t.Res, "m.f.AnnotOf("+value+")"); err != nil {
			return err
		}
		return l.operand(t.Of, value, sig)
	case t.Use != nil:
		return fmt.Errorf("a use-side annotation must stand directly below an opcode")
	case t.Var != "":
		if v, ok := l.values[t.Var]; ok {
			l.need(v + " == " + value)
			return nil
		}
		v := l.fresh("v")
		l.values[t.Var] = v
		l.addf("%s := %s\n", v, value)
		switch {
		case t.Type == "any":
		case t.Type == "float" || t.Type == "ptr":
			if strings.ContainsRune("es", rune(sig)) {
				l.need(fmt.Sprintf("m.f.TypeOf(%s).Kind() == ir.%s", v, map[string]string{"float": "KindFloat", "ptr": "KindPtr"}[t.Type]))
			}
		case strings.ContainsRune("esfF", rune(sig)):
			l.need(fmt.Sprintf("m.f.TypeOf(%s) == %s", v, typeName(t.Type)))
		}
	case t.Calc != nil:
		if strings.ContainsRune("es", rune(sig)) {
			l.need("m.f.TypeOf(" + value + ") == ir.Int")
		}
		if n, ok := smallLit(t.Calc); ok {
			l.need(fmt.Sprintf("m.literal(%s, %d)", value, n))
			return nil
		}
		l.constant(t.Calc, "m.constant("+value+")", true)
	case t.Bool != nil:
		l.need(fmt.Sprintf("m.truth(%s, %v)", value, *t.Bool))
	case t.Float != "":
		l.need(fmt.Sprintf("m.float(%s, %s, %s)", value, typeName(t.Type), t.Float))
	default:
		d := l.fresh("i")
		l.addf("%s := m.f.Def(%s)\n", d, value)
		op, _, _ := rules.Opcode(t.Op)
		if op.Info().Result == ir.ResIntInt {
			l.need(fmt.Sprintf("m.f.DefIndex(%s) == %d", value, t.N))
		}
		l.matched = append(l.matched, d)
		return l.operands(t, d)
	}
	return nil
}

func smallLit(e *rules.Expr) (int64, bool) {
	if e.Lit == "" {
		return 0, false
	}
	v, _ := new(big.Int).SetString(e.Lit, 10)
	return v.Int64(), v.IsInt64()
}

// constant matches a number of the program with a constant of the pattern.
func (l *leaf) constant(e *rules.Expr, number string, mayFail bool) {
	if old, ok := l.consts[e.Const]; ok && e.Const != "" || e.Lit != "" {
		if e.Lit != "" {
			old = l.lit(e.Lit)
		}
		c := l.fresh("c")
		l.addf("%s := %s\n", c, number)
		l.need(fmt.Sprintf("%s != nil && %s.Cmp(%s) == 0", c, c, old))
		return
	}
	c := l.fresh("c")
	l.consts[e.Const] = c
	l.addf("%s := %s\n", c, number)
	if mayFail {
		l.need(c + " != nil")
	}
}

func (l *leaf) lit(s string) string {
	v, _ := new(big.Int).SetString(s, 10)
	if v.IsInt64() {
		return fmt.Sprintf("big.NewInt(%s)", s)
	}
	return fmt.Sprintf("bigLit(%q)", s)
}

// claims matches an annotation of the program, which must claim at least that much.
func (l *leaf) claims(c *rules.Claims, annot string) error {
	if c == nil {
		return fmt.Errorf("a use-side annotation at the root")
	}
	for _, m := range c.Metas {
		if a, ok := l.annots[m]; ok {
			l.need(a + " == " + annot)
			continue
		}
		a := l.fresh("a")
		l.annots[m] = a
		l.addf("%s := %s\n", a, annot)
	}
	for _, k := range c.Claims {
		if k.Fn == "nofpclass" && k.Args[0].Lit != "" {
			l.need(fmt.Sprintf("%s.FPClasses()&%s == %[2]s", annot, k.Args[0].Lit))
			continue
		}
		if k.Fn != "signed" && k.Fn != "unsigned" {
			return fmt.Errorf("the claim %s cannot be matched", k.Fn)
		}
		w := l.fresh("c")
		l.addf("%s := claimed(%s, %v)\n", w, annot, k.Fn == "signed")
		l.need(w + " != nil")
		e := k.Args[0]
		if _, known := l.consts[e.Const]; e.Const != "" && !known {
			l.consts[e.Const] = w
			continue
		}
		l.need(fmt.Sprintf("%s.Cmp(%s) <= 0", w, l.expr(e)))
	}
	return nil
}

// expr is a Go expression of a constant expression.
func (l *leaf) expr(e *rules.Expr) string {
	switch {
	case e.Const != "":
		return l.consts[e.Const]
	case e.Lit != "":
		return l.lit(e.Lit)
	}
	var args []string
	for _, a := range e.Args {
		args = append(args, l.expr(a))
	}
	return fmt.Sprintf("k.%s(%s)", title(e.Fn), strings.Join(args, ", "))
}

// fact writes one precondition. A fact may bind constants: the smallest width, the least range,
// all known bits. One that binds nothing asks whether what is known implies it.
func (l *leaf) fact(p *rules.Pre) error {
	v := l.values[p.Var]
	switch p.Fn {
	case "inU", "inS", "zeros", "ones":
		get := map[string]string{"inU": "unsignedWidth", "inS": "signedWidth", "zeros": "knownZeros", "ones": "knownOnes"}[p.Fn]
		c := l.fresh("c")
		l.addf("%s := m.%s(%s)\n", c, get, v)
		l.need(c + " != nil")
		switch {
		case len(p.Binds()) > 0:
			l.consts[p.Binds()[0]] = c
		case p.Fn == "inU" || p.Fn == "inS":
			l.need(fmt.Sprintf("%s.Cmp(%s) <= 0", c, l.expr(p.Args[0])))
		default:
			want := l.fresh("c")
			l.addf("%s := %s\n", want, l.expr(p.Args[0]))
			l.need(fmt.Sprintf("k.Land(%s, %s).Cmp(%s) == 0", c, want, want))
		}
	case "range":
		ends := []string{l.fresh("c"), l.fresh("c")}
		l.addf("%s, %s := m.bounds(%s)\n", ends[0], ends[1], v)
		l.need(fmt.Sprintf("%s != nil && %s != nil", ends[0], ends[1])) // which reads both
		for n, e := range p.Args {
			if slices.Contains(p.Binds(), e.Const) && l.consts[e.Const] == "" {
				l.consts[e.Const] = ends[n]
				continue
			}
			l.need(fmt.Sprintf("%s.Cmp(%s) %s 0", ends[n], l.expr(e), []string{">=", "<="}[n]))
		}
	case "fpNotIn":
		l.need(fmt.Sprintf("m.notIn(%s, %s)", v, p.Args[0].Lit))
	case "fpZero", "fpNegZero", "fpOne", "fpNegOne", "fpTwo", "fpRecip":
		l.need(fmt.Sprintf("m.shape(%s, %s)", v, p.Fn))
	default:
		cond, err := l.cond(p)
		if err == nil {
			l.need(cond)
		}
		return err
	}
	return nil
}

// cond is a Go expression of a precondition on constants.
func (l *leaf) cond(p *rules.Pre) (string, error) {
	var args, of []string
	for _, e := range p.Args {
		args = append(args, l.expr(e))
	}
	for _, q := range p.Of {
		c, err := l.cond(q)
		if err != nil {
			return "", err
		}
		of = append(of, c)
	}
	switch p.Fn {
	case "cmp":
		return fmt.Sprintf("k.Cmp(ir.%s, %s, %s)", strings.ToUpper(p.Pred), args[0], args[1]), nil
	case "isPow2":
		return fmt.Sprintf("k.IsPow2(%s)", args[0]), nil
	case "not":
		return "!(" + of[0] + ")", nil
	case "and":
		return "(" + of[0] + " && " + of[1] + ")", nil
	case "or":
		return "(" + of[0] + " || " + of[1] + ")", nil
	}
	return "", fmt.Errorf("the condition %s cannot be checked", p.Fn)
}

// built is a Go expression of a replacement.
func (l *leaf) built(t *rules.Term, use, res string) (string, error) {
	var fields []string
	switch {
	case t.Use != nil, t.Res != nil:
		c := t.Use
		if c == nil {
			c = t.Res
		}
		a, err := l.annot(c)
		if err != nil {
			return "", err
		}
		if t.Use != nil {
			return l.built(t.Of, a, res)
		}
		if bare(t).Op == "" {
			return "", fmt.Errorf("a result annotation of what the replacement does not make")
		}
		return l.built(t.Of, use, a)
	case t.Var != "":
		fields = append(fields, "value: "+l.values[t.Var])
	case t.Calc != nil:
		fields = append(fields, "k: "+l.expr(t.Calc))
	case t.Bool != nil:
		fields = append(fields, fmt.Sprintf("truth: new(%v)", *t.Bool))
	case t.Float != "":
		fields = append(fields, fmt.Sprintf("typ: %s, bits: %s", typeName(t.Type), t.Float))
	case t.Recip != "":
		fields = append(fields, fmt.Sprintf("typ: m.f.TypeOf(%s), bits: m.recip(%[1]s)", l.values[t.Recip]))
	default:
		op, pred, _ := rules.Opcode(t.Op)
		fields = append(fields, "op: ir."+l.ops[op])
		switch {
		case op == ir.OpICmp, op == ir.OpFCmp:
			fields = append(fields, "pred: ir."+predName(pred))
		case rules.Saturates(t.Op):
			fields = append(fields, "sat: true")
		case t.To != "":
			fields = append(fields, "typ: "+typeName(t.To))
		case op == ir.OpIntToPtr && t == l.root:
			fields = append(fields, "typ: m.f.TypeOf(m.f.Result(i, 0))")
		case op == ir.OpIntToPtr:
			return "", fmt.Errorf("the address space of an inner inttoptr is not known")
		}
		if t.N > 0 {
			fields = append(fields, fmt.Sprint("n: ", t.N))
		}
		var args []string
		for n, a := range t.Args {
			if n >= len(op.Info().Sig) {
				fields = append(fields, "imm: "+l.expr(a.Calc))
				continue
			}
			x, err := l.built(a, "", "")
			if err != nil {
				return "", err
			}
			args = append(args, strings.TrimPrefix(x, "built"))
		}
		fields = append(fields, "args: []built{"+strings.Join(args, ", ")+"}")
	}
	if use != "" {
		fields = append(fields, "use: "+use)
	}
	if res != "" {
		fields = append(fields, "res: "+res)
	}
	return "built{" + strings.Join(fields, ", ") + "}", nil
}

// annot is a Go expression of an annotation.
func (l *leaf) annot(c *rules.Claims) (string, error) {
	var parts []string
	for _, m := range c.Metas {
		parts = append(parts, l.annots[m])
	}
	for _, k := range c.Claims {
		if k.Fn == "nofpclass" && k.Args[0].Lit != "" {
			parts = append(parts, fmt.Sprintf("ir.NoFPClass(%s)", k.Args[0].Lit))
			continue
		}
		if k.Fn != "signed" && k.Fn != "unsigned" {
			return "", fmt.Errorf("the claim %s cannot be built", k.Fn)
		}
		parts = append(parts, fmt.Sprintf("k.%s(%s)", title(k.Fn), l.expr(k.Args[0])))
	}
	return "k.All(" + strings.Join(parts, ", ") + ")", nil
}

// title is the Go name of a function on constants.
func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
