package main

import (
	"fmt"
	"slices"
	"strings"
)

// leafGen writes the function of a leaf.
type leafGen struct {
	g        *generator
	l        *leaf
	vars     []string // bound so far
	consts   []string
	checked  []string // exponents
	modular  bool
	flagging bool
}

// val is what a register of the code holds: an operand as it is, or the Go variable of a register.
type val struct {
	operand string // of the pattern
	name    string
}

// leaf writes the function that tries a rule: match, preconditions, code.
func (g *generator) leaf(l *leaf) error {
	r := l.rule
	w := &leafGen{g: g, l: l, modular: l.lhs.modular(true), flagging: r.Out.In == "flags"}
	g.printf("// %s: %s. %s\n", r.Name, r.Doc, r.Theorem)
	if w.flagging {
		g.printf("func (s *selector) %s(i ir.Inst, w, W int) bool {\n", l.fn)
	} else {
		g.printf("func (s *selector) %s(i ir.Inst, dst mach.VReg, w, W int) bool {\n", l.fn)
	}
	w.widths()
	if err := w.match(l.lhs, "i"); err != nil {
		return err
	}
	for k := range r.Pre {
		if err := w.pre(&r.Pre[k]); err != nil {
			return err
		}
	}
	w.features()
	if err := w.code(); err != nil {
		return err
	}
	g.printf("return true\n}\n\n")
	return nil
}

func (w *leafGen) fail(cond string, args ...any) {
	w.g.printf("if %s {\nreturn false\n}\n", fmt.Sprintf(cond, args...))
}

// widths checks that the rule may be used at W. Sizes below 32 of values are computed at 32.
func (w *leafGen) widths() {
	r := w.l.rule
	if len(r.Widths) == 4 || len(r.Widths) == 1 && r.Widths[0] == 8 && r.Out.In == "bool" {
		return
	}
	if !w.flagging && slices.Contains(r.Widths, 32) && slices.Contains(r.Widths, 64) {
		return
	}
	var parts []string
	for _, n := range r.Widths {
		parts = append(parts, fmt.Sprintf("W != %d", n))
	}
	w.fail("%s", strings.Join(parts, " && "))
}

// match binds the operands of the instruction in, which has the opcode of t.
func (w *leafGen) match(t *term, in string) error {
	fixed := len(t.Args) - t.Imm
	for k := range t.Args {
		a := &t.Args[k]
		if k >= fixed {
			if err := w.immediate(t, a, in); err != nil {
				return err
			}
			continue
		}
		switch {
		case a.Var != "":
			if slices.Contains(w.vars, a.Var) {
				w.fail("s.f.Arg(%s, %d) != %s.Value", in, k, a.Var)
				continue
			}
			w.vars = append(w.vars, a.Var)
			w.g.printf("%s := s.f.Operand(%s, %d)\n", a.Var, in, k)
			if t.Op == "not" { // of ints and of bools
				w.fail("(s.f.TypeOf(%s.Value) == ir.Bool) != %v", a.Var, a.Type == "bool")
			}
			if !w.used(a.Var) {
				w.g.printf("_ = %s\n", a.Var)
			}
		case a.Calc != nil:
			if err := w.constant(a.Calc, fmt.Sprintf("s.f.Arg(%s, %d)", in, k)); err != nil {
				return err
			}
		case a.Op != "":
			op, _, _ := strings.Cut(a.Op, ".")
			name := fmt.Sprintf("%s%d", in, k)
			w.g.printf("%s, ok := s.inside(s.f.Arg(%s, %d), ir.Op%s)\n", name, in, k, opNames[op])
			w.fail("!ok")
			if err := w.match(a, name); err != nil {
				return err
			}
		default:
			return fmt.Errorf("a pattern of a kind that is not known")
		}
	}
	return nil
}

// used says whether code or preconditions mention a variable.
func (w *leafGen) used(v string) bool {
	for _, p := range w.l.rule.Pre {
		if p.Var == v {
			return true
		}
	}
	for _, c := range w.l.rule.Code {
		for _, a := range c.args {
			if a.reg == "$"+v {
				return true
			}
		}
	}
	for _, o := range w.l.rule.Operands {
		if o.Var == v && o.In == "cl" {
			return true
		}
	}
	return false
}

// immediate binds or checks the number in a mnemonic.
func (w *leafGen) immediate(t, a *term, in string) error {
	field := "N"
	if t.Op == "zext" || t.Op == "sext" {
		field = "Imm"
	}
	got := fmt.Sprintf("int64(s.f.Attr(%s).%s)", in, field)
	switch {
	case a.Calc == nil:
		return fmt.Errorf("an immediate that is no constant")
	case a.Calc.Lit != "":
		w.fail("%s != %s", got, a.Calc.Lit)
	case a.Calc.Const == "W":
		w.fail("%s != int64(W)", got)
	case slices.Contains(w.consts, a.Calc.Const):
		w.fail("%s != %s", got, a.Calc.Const)
	default:
		w.consts = append(w.consts, a.Calc.Const)
		w.g.printf("%s := %s\n", a.Calc.Const, got)
	}
	return nil
}

// constant binds or checks an integer constant.
func (w *leafGen) constant(e *expr, v string) error {
	switch {
	case e.Lit != "":
		w.g.printf("if n, ok := s.smallConst(%s); !ok || n != %s {\nreturn false\n}\n", v, e.Lit)
	case e.Const != "" && slices.Contains(w.consts, e.Const):
		w.g.printf("if n, ok := s.smallConst(%s); !ok || n != %s {\nreturn false\n}\n", v, e.Const)
	case e.Const != "":
		w.consts = append(w.consts, e.Const)
		if w.truncated(e.Const) {
			// Only its low bits are looked at.
			w.g.printf("%s, _, ok := s.constOf(%s)\n", e.Const, v)
		} else {
			w.g.printf("%s, ok := s.smallConst(%s)\n", e.Const, v)
		}
		w.fail("!ok")
	default:
		return fmt.Errorf("a computed constant in a pattern")
	}
	return nil
}

// truncated says that a constant occurs under sext to at most 64 bits only.
func (w *leafGen) truncated(c string) bool {
	ok := true
	var walk func(e *expr, under bool)
	walk = func(e *expr, under bool) {
		if e.Const == c && !under {
			ok = false
		}
		for k := range e.Args {
			walk(&e.Args[k], e.Fn == "sext" && k == 0)
		}
	}
	for k := range w.l.rule.Pre {
		walk(&w.l.rule.Pre[k], false)
	}
	for _, i := range w.l.rule.Code {
		for _, a := range i.args {
			if a.imm != nil {
				walk(a.imm, false)
			}
		}
	}
	return ok
}

// comparisons are the Go operators of the negations of predicates.
var comparisons = map[string]string{"eq": "!=", "ne": "==", "lt": ">=", "le": ">", "gt": "<=", "ge": "<"}

// pre checks a precondition.
func (w *leafGen) pre(p *expr) error {
	switch p.Fn {
	case "inS", "inU":
		w.fail("!s.%s(%s, %s)", p.Fn, p.Var, strings.NewReplacer("int64(W)", "W").Replace(w.calc(&p.Args[0])))
	case "range":
		c, d := p.Args[0].Const, p.Args[1].Const
		w.consts = append(w.consts, c, d)
		w.g.printf("%s, %s, ok := s.bounds(%s)\n", c, d, p.Var)
		w.fail("!ok")
		for _, n := range []string{c, d} {
			if !w.mentioned(n, p) {
				w.g.printf("_ = %s\n", n)
			}
		}
	case "and":
		for k := range p.Of {
			if err := w.pre(&p.Of[k]); err != nil {
				return err
			}
		}
	case "isPow2":
		e := w.calc(&p.Args[0])
		w.fail("!isPow2(%s)", e)
	case "cmp":
		w.powers(p)
		w.fail("%s %s %s", w.calc(&p.Args[0]), comparisons[p.Pred], w.calc(&p.Args[1]))
	default:
		return fmt.Errorf("precondition %q is not known", p.Fn)
	}
	return nil
}

// mentioned says that a constant occurs besides where q binds it.
func (w *leafGen) mentioned(c string, q *expr) bool {
	found := false
	var walk func(e *expr)
	walk = func(e *expr) {
		found = found || e.Const == c
		for k := range e.Args {
			walk(&e.Args[k])
		}
	}
	for k := range w.l.rule.Pre {
		if p := &w.l.rule.Pre[k]; p != q {
			walk(p)
		}
	}
	return found
}

// powers refuses powers of two that an int64 does not hold.
func (w *leafGen) powers(e *expr) {
	for k := range e.Args {
		w.powers(&e.Args[k])
	}
	if e.Fn == "pow2" {
		n := w.calc(&e.Args[0])
		if slices.Contains(w.checked, n) {
			return
		}
		w.checked = append(w.checked, n)
		w.fail("%s < 0 || %s > 62", n, n)
	}
}

// calc is arithmetic on int64. Operands are constants of the program and widths; what could exceed
// 64 bits is refused before.
func (w *leafGen) calc(e *expr) string {
	switch {
	case e.Const == "W":
		return "int64(W)"
	case e.Const != "":
		return e.Const
	case e.Lit != "":
		return e.Lit
	}
	a := make([]string, len(e.Args))
	for k := range e.Args {
		a[k] = w.calc(&e.Args[k])
	}
	switch e.Fn {
	case "sext":
		return fmt.Sprintf("truncate(%s, %s)", a[0], a[1])
	case "add":
		return fmt.Sprintf("(%s + %s)", a[0], a[1])
	case "sub":
		return fmt.Sprintf("(%s - %s)", a[0], a[1])
	case "pow2":
		return fmt.Sprintf("(1 << uint(%s))", a[0])
	case "log2":
		return fmt.Sprintf("log2(%s)", a[0])
	}
	panic("BUG: function " + e.Fn + " of constants")
}

// features refuses a rule whose instructions the processor may not have.
func (w *leafGen) features() {
	flags := map[string]string{
		"popcnt": "popcnt", "lzcnt": "lzcnt", "tzcnt": "bmi1", "andn": "bmi1", "blsr": "bmi1", "blsi": "bmi1", "blsmsk": "bmi1",
		"bextr": "bmi1", "shlx": "bmi2", "shrx": "bmi2", "sarx": "bmi2",
	}
	for _, c := range w.l.rule.Code {
		if f := flags[c.Inst]; f != "" {
			w.fail("!s.has.%s", f)
		}
	}
	for _, o := range w.l.rule.Operands {
		if o.In == "defined" {
			w.fail("!s.isConst(%s.Value)", o.Var)
		}
	}
	if c := w.l.rule.Code[0]; c.Inst == "lea" && w.l.lhs.size() == 1 && w.l.lhs.Op == "add" {
		w.fail("!s.kept(%s.Value)", strings.TrimPrefix(c.args[1].reg, "$"))
	}
	// Where the shifts shift by nothing, the operands themselves can be compared.
	if strings.HasPrefix(w.l.rule.Group, "narrow") {
		w.fail("n == int64(W)")
	}
}
