package main

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
	"github.com/tuffy-ir/tuffy/ir"
)

// leaf writes the function of a rule, which knows that the kinds of the operands are right, and that
// those for one variable are one value, and looks at everything else. The bits of s say which
// operands are swapped.
type leaf struct {
	*generator
	kinds   *kinds
	bits    map[*schema.Term]int // of the terms that may be swapped
	swaps   uint                 // bits that a variant has
	code    strings.Builder
	matched []string // inner instructions, in the order of the pattern
	inner   map[*schema.Term]string
	values  map[string]string // Go variables of the pattern's variables
	consts  map[string]string // and of its constants
	annots  map[string]string
	root    *schema.Term // of the replacement
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

// leafFuncs writes the functions of the patterns of a rule: one for all, unless the pattern has
// annotations, of which the first may say what another must be.
func (g *generator) leafFuncs(k *kinds, ps []*pattern) error {
	name := camel(ps[0].rule.Name)
	if annotated(ps[0].lhs) {
		for n, p := range ps {
			p.fn = fmt.Sprint(name, "V", n)
			if err := g.leafFunc(k, p.lhs, []*pattern{p}, nil); err != nil {
				return err
			}
			p.swap = 0
		}
		return nil
	}
	for _, p := range ps {
		p.fn = name
	}
	return g.leafFunc(k, ps[0].rule.LHS, ps, commuting(ps[0].rule.LHS, g.set.Commutes))
}

// annotated reports whether a pattern has annotations.
func annotated(t *schema.Term) bool { return t.Of != nil || slices.ContainsFunc(t.Args, annotated) }

// leafFunc writes the function of patterns that are lhs with operands swapped.
func (g *generator) leafFunc(k *kinds, lhs *schema.Term, ps []*pattern, bits map[*schema.Term]int) error {
	rule := ps[0].rule
	l := &leaf{generator: g, kinds: k, bits: bits, inner: map[*schema.Term]string{}, values: map[string]string{}, consts: map[string]string{}, annots: map[string]string{}}
	for _, p := range ps {
		l.swaps |= p.swap
	}
	root := bare(lhs)
	for t := lhs; t != root; t = t.Of {
		if err := l.claims(t.Res, fmt.Sprintf("m.f.AnnotOf(m.f.Result(i, %d))", root.N)); err != nil {
			return err
		}
	}
	if err := l.operands(root, "i"); err != nil {
		return err
	}
	for _, pre := range rule.Pre {
		if err := l.fact(pre); err != nil {
			return err
		}
	}
	l.root = bare(rule.RHS)
	with, err := l.built(rule.RHS, "", "")
	if err != nil {
		return err
	}
	swap := "_"
	body := used(l.code.String(), with+strings.Join(l.matched, " "))
	orders := l.orders(ps)
	if strings.Contains(body, "int(s") || len(orders) > 1 {
		swap = "s"
	}
	g.printf("// %s: %s\nfunc (m *matcher) %s(i ir.Inst, %s uint) bool {\n", rule.Name, rule.Doc, ps[0].fn, swap)
	computes := strings.Contains(body+with, "k.")
	if computes {
		g.printf("var k calc.Calc\n")
	}
	g.printf("%s", body)
	if computes {
		g.printf("with := %s\nif k.Bad {\nreturn false\n}\n", with)
		with = "with"
	}
	fire := func(matched string) {
		g.printf("return m.fire(%d, i, %d, %s%s)\n", ps[0].index, root.N, with, matched)
	}
	if len(orders) > 1 {
		if !computes {
			g.printf("with := %s\n", with)
			with = "with"
		}
		g.printf("switch s {\n")
		for _, o := range orders[1:] {
			g.printf("case %s:\n", o.swaps)
			fire(o.matched)
		}
		g.printf("}\n")
	}
	fire(orders[0].matched)
	g.printf("}\n\n")
	return nil
}

// inOrder are the inner instructions as operands follow each other, and the swaps for which they do.
type inOrder struct{ matched, swaps string }

// orders lists the orders of the inner instructions; the first is that of most variants.
func (l *leaf) orders(ps []*pattern) []inOrder {
	var out []inOrder
	for _, p := range ps {
		var matched strings.Builder
		var walk func(t *schema.Term)
		walk = func(t *schema.Term) {
			if d := l.inner[t]; d != "" {
				matched.WriteString(", " + d)
			}
			args := slices.Clone(t.Args)
			if bit, ok := l.bits[t]; ok && p.swap>>bit&1 != 0 {
				args[0], args[1] = args[1], args[0]
			}
			for _, a := range args {
				walk(bare(a))
			}
		}
		lhs := p.rule.LHS
		if l.bits == nil {
			lhs = p.lhs
		}
		walk(bare(lhs))
		n := slices.IndexFunc(out, func(o inOrder) bool { return o.matched == matched.String() })
		if n < 0 {
			out = append(out, inOrder{matched.String(), fmt.Sprint(p.swap)})
		} else {
			out[n].swaps += fmt.Sprint(", ", p.swap)
		}
	}
	slices.SortStableFunc(out, func(a, b inOrder) int { return strings.Count(b.swaps, ",") - strings.Count(a.swaps, ",") })
	return out
}

// arg is a Go expression of operand n of an instruction.
func (l *leaf) arg(get string, t *schema.Term, inst string, n int) string {
	index := fmt.Sprint(n)
	if bit, ok := l.bits[t]; ok && n < 2 && l.swaps>>bit&1 != 0 {
		shifted := "s"
		if bit > 0 {
			shifted = fmt.Sprintf("s>>%d", bit)
		}
		index = "int(" + shifted + "&1)"
		if n == 1 {
			index = "int(" + shifted + "&1^1)"
		}
	}
	return fmt.Sprintf("m.f.%s(%s, %s)", get, inst, index)
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
func (l *leaf) operands(t *schema.Term, inst string) error {
	op, _, _ := schema.Opcode(t.Op)
	sig := op.Info().Sig
	for n, a := range t.Args {
		if n >= len(sig) {
			l.constant(a.Calc, "m.imm("+inst+")")
			continue
		}
		edge := l.arg("Operand", t, inst, n) + ".Annot"
		for a.Use != nil {
			if err := l.claims(a.Use, edge); err != nil {
				return err
			}
			a = a.Of
		}
		if err := l.operand(a, l.arg("Arg", t, inst, n), sig[n]); err != nil {
			return err
		}
	}
	return nil
}

func (l *leaf) operand(t *schema.Term, value string, sig byte) error {
	switch {
	case t.Res != nil:
		if err := l.claims(t.Res, "m.f.AnnotOf("+value+")"); err != nil {
			return err
		}
		return l.operand(t.Of, value, sig)
	case t.Use != nil:
		return fmt.Errorf("a use-side annotation must stand directly below an opcode")
	case t.Var != "":
		if l.values[t.Var] != "" {
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
		if p, ok := literal(t.Calc); ok && l.kinds.of[p.name] != 0 {
			return nil
		}
		l.constant(t.Calc, "m.number(m.f.Def("+value+"))")
	case t.Bool != nil:
	case t.Float != "":
		l.need(fmt.Sprintf("m.float(%s, %s, %s)", value, typeName(t.Type), t.Float))
	default:
		d := l.fresh("i")
		l.addf("%s := m.f.Def(%s)\n", d, value)
		l.matched = append(l.matched, d)
		l.inner[t] = d
		return l.operands(t, d)
	}
	return nil
}

// constant matches a number of the program with a constant of the pattern.
func (l *leaf) constant(e *schema.Expr, number string) {
	if old, ok := l.consts[e.Const]; ok && e.Const != "" || e.Lit != "" {
		if e.Lit != "" {
			old = l.lit(e.Lit)
		}
		c := l.fresh("c")
		l.addf("%s := %s\n", c, number)
		l.need(fmt.Sprintf("%s.Cmp(%s) == 0", c, old))
		return
	}
	c := l.fresh("c")
	l.consts[e.Const] = c
	l.addf("%s := %s\n", c, number)
}

func (l *leaf) lit(s string) string {
	v, _ := new(big.Int).SetString(s, 10)
	if v.IsInt64() {
		return fmt.Sprintf("calc.Int(%s)", s)
	}
	return fmt.Sprintf("bigLit(%q)", s)
}

// claims matches an annotation of the program, which must claim at least that much.
func (l *leaf) claims(c *schema.Claims, annot string) error {
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
func (l *leaf) expr(e *schema.Expr) string {
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
func (l *leaf) fact(p *schema.Pre) error {
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
func (l *leaf) cond(p *schema.Pre) (string, error) {
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
func (l *leaf) built(t *schema.Term, use, res string) (string, error) {
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
		op, pred, _ := schema.Opcode(t.Op)
		fields = append(fields, "op: ir."+l.ops[op])
		switch {
		case op == ir.OpICmp, op == ir.OpFCmp:
			fields = append(fields, "pred: ir."+predName(pred))
		case schema.Saturates(t.Op):
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
func (l *leaf) annot(c *schema.Claims) (string, error) {
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
