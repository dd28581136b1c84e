package llvmir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// fn writes a function.
type fn struct {
	*writer
	f     *ir.Func
	info  *facts.Info
	bits  []uint32 // widths of ints, 0 of those that were not asked for
	temps int
	pos   ir.Position
	preds map[ir.Block][]pred
}

// pred is an edge into a block: the label that it comes from, and its terminator and number.
type pred struct {
	label string
	from  ir.Inst
	edge  ir.Edge
	args  []string // the values that are passed, as the arguments have them
}

// function writes a definition.
func (w *writer) function(f *ir.Func) {
	g := &fn{writer: w, f: f, info: facts.Forward(f), bits: make([]uint32, f.NumValues()), pos: f.Pos, preds: map[ir.Block][]pred{}}
	defer g.info.Free()
	var params []string
	for i, t := range w.signature(f.Pos, f.Params) {
		params = append(params, fmt.Sprintf("%s %%p%d", t, i))
	}
	if f.Variadic {
		params = append(params, "...")
	}
	attrs := ""
	switch {
	case f.Attrs.NoInline:
		attrs = " noinline"
	case f.Attrs.AlwaysInline:
		attrs = " alwaysinline"
	}
	if f.Linkage.Section != "" {
		attrs += " section " + quoted(f.Linkage.Section)
	}
	// Blocks are written in two steps, since an argument is a phi of what edges that come later pass.
	var texts []string
	var order []ir.Block
	for b := range f.Blocks() {
		outer := w.out
		w.out = strings.Builder{}
		g.block(b)
		texts = append(texts, w.out.String())
		order = append(order, b)
		w.out = outer
	}
	fmt.Fprintf(&w.out, "\ndefine %s%s %s(%s)%s {\nstart:\n  br label %%b%d\n", linkageText(f.Linkage), w.result(f.Pos, f.Returns), symbolText(f.Name), strings.Join(params, ", "), attrs, f.Entry())
	for n, b := range order {
		fmt.Fprintf(&w.out, "b%d:\n", b)
		g.phis(b)
		w.out.WriteString(texts[n])
	}
	w.out.WriteString("}\n")
}

// phis are the arguments of a block. A block that nothing goes to takes anything.
func (g *fn) phis(b ir.Block) {
	k := -1
	for _, v := range g.f.Args(b) {
		if g.f.TypeOf(v) == ir.Mem {
			continue
		}
		k++
		if len(g.preds[b]) == 0 {
			g.line("%%v%d = freeze %s poison", v, g.typeOf(v))
			continue
		}
		var in []string
		for _, p := range g.preds[b] {
			in = append(in, fmt.Sprintf("[ %s, %%%s ]", p.args[k], p.label))
		}
		g.line("%%v%d = phi %s %s", v, g.typeOf(v), strings.Join(in, ", "))
	}
}

func (g *fn) line(format string, args ...any) {
	g.out.WriteString("  ")
	fmt.Fprintf(&g.out, format, args...)
	g.out.WriteByte('\n')
}

func (g *fn) unsupported(what string) { g.fail(g.pos, "%s is not supported", what) }

// width is how many bits an int needs with its sign.
func (g *fn) width(v ir.Value) uint32 {
	if g.bits[v] == 0 {
		r := g.info.Range(v)
		if i := g.f.Def(v); i != ir.NoInst && g.f.Op(i) == ir.OpFreeze { // any number, and so one of those that it could be
			g.bits[v] = g.bitsOf(g.f.Arg(i, 0))
			return g.bits[v]
		} else if p, ok := g.returned(v); ok && !r.Lo.Finite {
			// What the function says of its result, which the call need not repeat.
			n, signed := g.claimed(g.pos, p)
			if !signed {
				n++
			}
			if n > maxBits {
				g.fail(g.pos, "an int of %d bits is not supported", n)
			}
			g.bits[v] = max(n, 2)
			return g.bits[v]
		} else if i != ir.NoInst && (g.f.Op(i) == ir.OpCall || g.f.Op(i) == ir.OpVaArg) && g.f.AnnotOf(v) == ir.NoAnnot && !r.Lo.Finite {
			g.bits[v] = 64 // of a function that nobody declares
			return 64
		}
		if !r.Lo.Finite || !r.Hi.Finite {
			g.fail(g.pos, "an int without bounds is not supported")
		}
		n := uint32(1)
		if r.Lo.V.Cmp(r.Hi.V) <= 0 {
			n = signedBits(r.Lo.V, r.Hi.V)
		}
		if n > maxBits {
			g.fail(g.pos, "an int of %d bits is not supported", n)
		}
		g.bits[v] = max(n, 2) // an i1 is a truth value
	}
	return g.bits[v]
}

// signedBits is the width that holds both numbers with their signs.
func signedBits(lo, hi num.Int) uint32 { return uint32(max(lo.Width(), hi.Width())) + 1 }

// typeOf is the type of a value.
func (g *fn) typeOf(v ir.Value) string {
	if t := g.f.TypeOf(v); t != ir.Int {
		return g.typeText(g.pos, t)
	}
	return fmt.Sprintf("i%d", g.width(v))
}

// temp writes an instruction with a result.
func (g *fn) temp(format string, args ...any) string {
	name := fmt.Sprintf("%%t%d", g.temps)
	g.temps++
	g.line("%s = %s", name, fmt.Sprintf(format, args...))
	return name
}

// val is a value that is no int.
func (g *fn) val(v ir.Value) string {
	i := g.f.Def(v)
	if i == ir.NoInst {
		return fmt.Sprintf("%%v%d", v)
	}
	switch g.f.Op(i) {
	case ir.OpBConst:
		if g.f.Attr(i).Imm != 0 {
			return "true"
		}
		return "false"
	case ir.OpPoison:
		return "poison"
	case ir.OpSymbolAddr:
		return g.symbol(g.f.SymbolOf(i))
	case ir.OpFConst:
		return g.floatText(i)
	}
	return fmt.Sprintf("%%v%d", v)
}

// floatText is a float constant by its bits.
func (g *fn) floatText(i ir.Inst) string {
	hi, lo := g.f.FloatConst(i)
	switch t := g.f.TypeOf(g.f.Result(i, 0)); t {
	case ir.F64:
		return fmt.Sprintf("0x%016X", lo)
	case ir.F80:
		return fmt.Sprintf("0xK%04X%016X", hi, lo)
	case ir.F128:
		return fmt.Sprintf("0xL%016X%016X", lo, hi)
	case ir.F16:
		return fmt.Sprintf("0xH%04X", lo)
	case ir.BF16:
		return fmt.Sprintf("0xR%04X", lo)
	default:
		return g.temp("bitcast i32 %d to float", int32(lo))
	}
}

// int is an int in n bits: its low bits, where it has more.
func (g *fn) int(v ir.Value, n uint32) string {
	if i := g.f.Def(v); i != ir.NoInst {
		switch g.f.Op(i) {
		case ir.OpIConst:
			return g.f.IntConst(i).SignExtend(uint(n)).String()
		case ir.OpPoison:
			return "poison"
		}
	}
	return g.resize(fmt.Sprintf("%%v%d", v), g.width(v), n, true)
}

// resize is a number of from bits as one of n bits.
func (g *fn) resize(x string, from, n uint32, signed bool) string {
	switch {
	case from == n:
		return x
	case from > n:
		return g.temp("trunc i%d %s to i%d", from, x, n)
	case signed:
		return g.temp("sext i%d %s to i%d", from, x, n)
	}
	return g.temp("zext i%d %s to i%d", from, x, n)
}

// set makes a number of from bits the value of v.
func (g *fn) set(v ir.Value, x string, from uint32, signed bool) {
	n := g.width(v)
	switch {
	case from > n:
		g.line("%%v%d = trunc i%d %s to i%d", v, from, x, n)
	case from < n && signed:
		g.line("%%v%d = sext i%d %s to i%d", v, from, x, n)
	case from < n:
		g.line("%%v%d = zext i%d %s to i%d", v, from, x, n)
	default:
		g.line("%%v%d = or i%d %s, 0", v, n, x)
	}
}

// passed is a value as parameter or result p takes it.
func (g *fn) passed(v ir.Value, p ir.Param) string {
	if p.Type != ir.Int {
		return g.val(v)
	}
	n, _ := g.claimed(g.pos, p)
	return g.int(v, n)
}

// taken makes what a parameter or result p is the value of v.
func (g *fn) taken(v ir.Value, p ir.Param, x string) {
	if p.Type == ir.Int {
		n, signed := g.claimed(g.pos, p)
		g.set(v, x, n, signed)
		return
	}
	t := g.typeText(g.pos, p.Type)
	g.line("%%v%d = select i1 true, %s %s, %s %s", v, t, x, t, x)
}

// block writes the instructions of a block.
func (g *fn) block(b ir.Block) {
	for i := range g.f.Insts(b) {
		g.pos = g.m.TextPos(g.f.Origin(i))
		if g.f.Op(i).IsTerminator() {
			g.terminator(b, i)
		} else {
			g.inst(i)
		}
	}
}

// edge is where edge k of a terminator goes: the target, or a block between where values are passed.
func (g *fn) edge(b ir.Block, i ir.Inst, k int, e ir.Edge, between *[]string) string {
	p := pred{label: fmt.Sprintf("b%d", b), from: i, edge: e}
	values := g.f.Args(e.Block)
	outer := g.out
	g.out = strings.Builder{}
	for n, v := range values {
		if g.f.TypeOf(v) == ir.Mem {
			continue
		}
		a := g.f.Arg(i, e.Lo+n)
		if g.f.TypeOf(v) == ir.Int {
			p.args = append(p.args, g.int(a, g.width(v)))
		} else {
			p.args = append(p.args, g.val(a))
		}
	}
	body := g.out.String()
	g.out = outer
	if len(p.args) > 0 || g.f.Op(i) == ir.OpSwitch {
		p.label = fmt.Sprintf("b%d.e%d", b, k)
		*between = append(*between, fmt.Sprintf("%s:\n%s  br label %%b%d\n", p.label, body, e.Block))
		g.preds[e.Block] = append(g.preds[e.Block], p)
		return p.label
	}
	g.preds[e.Block] = append(g.preds[e.Block], p)
	return fmt.Sprintf("b%d", e.Block)
}

// terminator ends a block.
func (g *fn) terminator(b ir.Block, i ir.Inst) {
	var between, to []string
	for k, e := range g.f.Edges(nil, i) {
		to = append(to, g.edge(b, i, k, e, &between))
	}
	switch op := g.f.Op(i); op {
	case ir.OpRet:
		g.ret(i)
	case ir.OpBr, ir.OpContinue, ir.OpRegionYield:
		if len(to) != 1 {
			g.unsupported("this " + g.f.Mnemonic(i))
		}
		g.line("br label %%%s", to[0])
	case ir.OpBrIf:
		g.line("br i1 %s, label %%%s, label %%%s", g.val(g.f.Arg(i, 0)), to[0], to[1])
	case ir.OpSwitch:
		v := g.f.Arg(i, 0)
		n := uint32(2)
		if d := g.f.Def(v); d == ir.NoInst || g.f.Op(d) != ir.OpIConst {
			n = g.width(v)
		} else {
			n = max(n, signedBits(g.f.IntConst(d), g.f.IntConst(d)))
		}
		var cases []string
		for k := range len(to) - 1 {
			if c := g.f.TargetCase(i, k); c.FitsSigned(uint(n)) {
				cases = append(cases, fmt.Sprintf("i%d %s, label %%%s", n, c, to[k]))
			}
		}
		g.line("switch i%d %s, label %%%s [ %s ]", n, g.int(v, n), to[len(to)-1], strings.Join(cases, " "))
	case ir.OpUnreachable:
		g.line("unreachable")
	case ir.OpTrap:
		g.line("call void %s()", g.intrinsic("void", "llvm.trap"))
		g.line("unreachable")
	default:
		g.unsupported(g.f.Mnemonic(i))
	}
	for _, text := range between {
		g.out.WriteString(text)
	}
}

func (g *fn) ret(i ir.Inst) {
	var xs, types []string
	for n, p := range g.f.Returns {
		xs = append(xs, g.passed(g.f.Arg(i, n), p))
		types = append(types, g.paramType(g.pos, p))
	}
	switch len(xs) {
	case 0:
		g.line("ret void")
	case 1:
		g.line("ret %s %s", types[0], xs[0])
	default:
		all := "{ " + strings.Join(types, ", ") + " }"
		x := "poison"
		for n := range xs {
			x = g.temp("insertvalue %s %s, %s %s, %d", all, x, types[n], xs[n], n)
		}
		g.line("ret %s %s", all, x)
	}
}

// variadic are the functions of the C library that take more arguments than they name, and how many those are.
var variadic = map[string]int{"printf": 1, "fprintf": 2, "sprintf": 2, "snprintf": 3, "dprintf": 2, "scanf": 1, "fscanf": 2, "sscanf": 2, "open": 2, "fcntl": 2}

// callee is what is known of a function that is called.
type callee struct {
	name            string
	params, returns []ir.Param
	more            bool // it takes more arguments
	declared        bool
}

// returned is what the function or the declaration says of a result of a call; ok is false if v is none, or nobody says it.
func (g *fn) returned(v ir.Value) (p ir.Param, ok bool) {
	i := g.f.Def(v)
	if i == ir.NoInst || g.f.Op(i) != ir.OpCall {
		return p, false
	}
	d := g.f.Def(g.f.Arg(i, 0))
	if d == ir.NoInst || g.f.Op(d) != ir.OpSymbolAddr {
		return p, false
	}
	name := g.m.SymbolName(g.f.SymbolOf(d))
	var list []ir.Param
	if f := g.m.Func(name); f != nil {
		list = f.Returns
	} else if e := g.m.ExternNamed(name); e != nil {
		list = e.Returns
	}
	results := slices.DeleteFunc(slices.Clone(g.f.Results(i)), func(r ir.Value) bool { return g.f.TypeOf(r) == ir.Mem })
	n := slices.Index(results, v)
	if n >= len(list) {
		return p, false
	}
	return list[n], true
}

// calleeOf finds the signature of a function by its name, or by the call where nobody declares it: an int is a long of C.
func (g *fn) calleeOf(i ir.Inst, values []ir.Operand, results []ir.Value) callee {
	d := g.f.Def(g.f.Arg(i, 0))
	if d == ir.NoInst || g.f.Op(d) != ir.OpSymbolAddr {
		g.unsupported("a call of a function that is not named")
	}
	name := g.m.SymbolName(g.f.SymbolOf(d))
	if f := g.m.Func(name); f != nil {
		return callee{name, f.Params, f.Returns, f.Variadic, true}
	}
	if e := g.m.ExternNamed(name); e != nil {
		return callee{name, e.Params, e.Returns, e.Variadic, true}
	}
	c := callee{name: name}
	for _, o := range values {
		c.params = append(c.params, ir.Param{Type: g.f.TypeOf(o.Value), Annot: ir.Signed(64)})
	}
	if n, ok := variadic[name]; ok && n <= len(c.params) {
		c.params, c.more = c.params[:n], true
	}
	for _, v := range results {
		p := ir.Param{Type: g.f.TypeOf(v), Annot: g.f.AnnotOf(v)}
		if _, _, ok := p.Annot.Range(); !ok && p.Type == ir.Int {
			p.Annot = ir.Signed(64)
		}
		c.returns = append(c.returns, p)
	}
	if !g.known[name] {
		g.known[name] = true
		params := g.signature(g.pos, c.params)
		if c.more {
			params = append(params, "...")
		}
		g.declare(name, fmt.Sprintf("declare %s %s(%s)\n", g.result(g.pos, c.returns), symbolText(name), strings.Join(params, ", ")))
	}
	return c
}

// call calls a function by its name.
func (g *fn) call(i ir.Inst) {
	values := slices.DeleteFunc(slices.Clone(g.f.FixedOperands(i)[1:]), func(o ir.Operand) bool { return g.f.TypeOf(o.Value) == ir.Mem })
	results := slices.DeleteFunc(slices.Clone(g.f.Results(i)), func(v ir.Value) bool { return g.f.TypeOf(v) == ir.Mem })
	c := g.calleeOf(i, values, results)
	if len(values) < len(c.params) || len(results) != len(c.returns) || len(values) > len(c.params) && !c.more {
		g.unsupported("a call of @" + c.name + " with another signature")
	}
	var args []string
	for n, o := range values {
		p := ir.Param{Type: g.f.TypeOf(o.Value), Annot: ir.Signed(64)}
		limit := uint32(65) // a size
		if n >= len(c.params) {
			limit = 64
		}
		if p.Type == ir.Int && (n >= len(c.params) || !c.declared) && g.bitsOf(o.Value) > limit {
			g.unsupported("an argument of more than 64 bits with its sign, of a function that nobody declares,")
		}
		if n < len(c.params) {
			if p.Type != c.params[n].Type {
				g.unsupported("a call of @" + c.name + " with another signature")
			}
			p = c.params[n]
		}
		args = append(args, g.paramType(g.pos, p)+" "+g.passed(o.Value, p))
	}
	t := g.result(g.pos, c.returns)
	of := t
	if c.more {
		of += " (" + strings.Join(append(g.signature(g.pos, c.params), "..."), ", ") + ")"
	}
	text := fmt.Sprintf("call %s %s(%s)", of, symbolText(c.name), strings.Join(args, ", "))
	switch len(c.returns) {
	case 0:
		g.line("%s", text)
	case 1:
		g.taken(results[0], c.returns[0], g.temp("%s", text))
	default:
		all := g.temp("%s", text)
		for n, p := range c.returns {
			g.taken(results[n], p, g.temp("extractvalue %s %s, %d", t, all, n))
		}
	}
}
