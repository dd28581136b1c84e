package c

import (
	"regexp"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// words tells which expressions of C the values of a program stand for: what reports are written with. Nil where nobody asked.
type words struct {
	funcs   map[string]map[ir.Value]saying
	remarks map[string]map[ir.Value]ir.Remark
	symbols map[string]saying
}

// saying is an expression or a declarator, with the unit that it stands in.
type saying struct {
	u      *unit
	node   cc.Node
	t      cc.Type
	object bool // the value is the address of the object
}

// vaArgs are calls of va_arg as the parser is given them.
var vaArgs = regexp.MustCompile(`\(?\*\( ?([^()]*?) ?\*\)__builtin_va_arg_impl\(([^()]*)\)\)?`)

// maxSaid bounds the text of an expression in a report, in bytes.
const maxSaid = 60

// Language is the name of the language.
func (w *words) Language() string { return "C" }

// Expr is the expression of a value.
func (w *words) Expr(function string, v ir.Value) (ir.SourceExpr, bool) {
	s, ok := w.funcs[function][v]
	if !ok {
		return ir.SourceExpr{}, false
	}
	return s.expr(), true
}

// Symbol is the declaration of a symbol.
func (w *words) Symbol(name string) (ir.SourceExpr, bool) {
	s, ok := w.symbols[name]
	if !ok {
		return ir.SourceExpr{}, false
	}
	return s.expr(), true
}

// expr is the expression as messages write it.
func (s saying) expr() ir.SourceExpr {
	p := s.node.Position()
	e := ir.SourceExpr{Type: s.u.spell(s.t), Object: s.object, Loc: ir.Location{File: p.Filename, Line: p.Line, Col: p.Column}}
	if a, ok := s.t.(*cc.ArrayType); ok && !isVLA(a.Elem()) {
		e.Elem = uint64(max(s.u.sizeof(a.Elem()), 0))
	}
	if d, ok := s.node.(*cc.Declarator); ok {
		e.Text, e.Declared, e.Width = d.Name(), s.object, len(d.Name())
		return e
	}
	tokens := cc.NodeTokens(s.node)
	var text strings.Builder
	for n, t := range tokens {
		if n > 0 && len(t.Sep()) > 0 {
			text.WriteByte(' ')
		}
		text.Write(t.Src())
	}
	e.Text = vaArgs.ReplaceAllString(strings.Join(strings.Fields(text.String()), " "), "va_arg($2, $1)")
	if len(e.Text) > maxSaid {
		e.Text = strings.ToValidUTF8(e.Text[:maxSaid], "") + "…"
	}
	e.Width = width1(tokens)
	if len(tokens) > 0 {
		p = tokens[0].Position()
		e.Loc = ir.Location{File: p.Filename, Line: p.Line, Col: p.Column}
	}
	return e
}

// width1 is how many bytes tokens take of their first line; 0 where a macro tears them apart.
func width1(tokens []cc.Token) int {
	if len(tokens) == 0 {
		return 0
	}
	first, end := tokens[0].Position(), 0
	for _, t := range tokens {
		p := t.Position()
		if p.Filename != first.Filename || p.Line < first.Line || p.Line == first.Line && p.Column < end {
			return 0
		}
		if p.Line > first.Line {
			break
		}
		end = p.Column + len(t.Src())
	}
	return end - first.Column
}

// say notes that v stands for n, unless something nearer to it was noted before.
func (g *fn) say(v ir.Value, n cc.Node, t cc.Type, object bool) {
	if g.said == nil || v == ir.NoValue || n == nil {
		return
	}
	if _, ok := g.said[v]; !ok {
		g.said[v] = saying{g.u, n, t, object}
	}
}

// said makes a note of an expression and its value, and of the memory that it left.
func (g *fn) sayValue(n cc.ExpressionNode, x value, before ir.Value) {
	if g.said == nil {
		return
	}
	if g.mem != before {
		g.say(g.mem, n, x.t, false)
	}
	if x.t == nil || isVoid(x.t) || g.b == nil {
		return
	}
	g.say(x.v, n, x.t, isRecord(x.t) || isArray(x.t) || isFunc(x.t))
}

// sayVariable notes where a variable lies.
func (g *fn) sayVariable(d *cc.Declarator, v ir.Value) {
	if g.said == nil {
		return
	}
	t := d.Type()
	if d.IsParam() {
		t = t.Decay()
	}
	g.said[v] = saying{g.u, d, t, true}
}

// saySymbol notes what a symbol is declared to be.
func (u *unit) saySymbol(name string, d *cc.Declarator) {
	if u.words != nil {
		u.words.symbols[name] = saying{u, d, d.Type(), true}
	}
}

// Remark is what is worth a note where v is made.
func (w *words) Remark(function string, v ir.Value) (ir.Remark, bool) {
	r, ok := w.remarks[function][v]
	return r, ok
}

// remark notes that what v, which was just made, does may surprise.
func (g *fn) remark(v ir.Value, r ir.Remark) {
	if g.remarks != nil {
		g.remarks[v] = r
	}
}

// remarkNarrowing is remark for the value that a conversion without a cast made of x.
func (g *fn) remarkNarrowing(x, made value) {
	if g.remarks == nil || !isInt(x.t) || !isInt(made.t) || x.v == made.v || isBool(strip(made.t)) {
		return
	}
	if i := g.f.Def(made.v); i != ir.NoInst && (g.f.Op(i) == ir.OpSExt || g.f.Op(i) == ir.OpZExt) && g.f.Arg(i, 0) == x.v {
		g.remark(made.v, ir.Remark{Kind: ir.RemarkNarrowing, Type: g.u.spell(made.t)})
	}
}

// remarkChars is remark for a comparison of which an operand is a char.
func (g *fn) remarkChars(c ir.Value, x, y value) {
	plain := func(t cc.Type) bool { return strip(t).Kind() == cc.Char }
	if g.remarks != nil && !g.u.o.UnsignedChar && (plain(x.t) || plain(y.t)) {
		g.remark(c, ir.Remark{Kind: ir.RemarkCharSign, Char: [2]bool{plain(x.t), plain(y.t)}})
	}
}
