package c

import (
	"iter"
	"maps"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"modernc.org/cc/v4"
)

func (g *fn) compound(n *cc.CompoundStatement) {
	g.at(n)
	g.enterScope(n, blockDeclarators(n))
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		g.item(l.BlockItem)
	}
	g.o = g.u.origin(n.Token2.Position())
	g.leaveScope()
}

// blockDeclarators are those of a block, without the blocks inside.
func blockDeclarators(n *cc.CompoundStatement) iter.Seq[*cc.InitDeclarator] {
	return func(yield func(*cc.InitDeclarator) bool) {
		for l := n.BlockItemList; l != nil; l = l.BlockItemList {
			if l.BlockItem.Case == cc.BlockItemDecl && !declarators(l.BlockItem.Declaration)(yield) {
				return
			}
		}
	}
}

// declarators are those of a declaration; the result is false if yield was.
func declarators(n *cc.Declaration) func(yield func(*cc.InitDeclarator) bool) bool {
	return func(yield func(*cc.InitDeclarator) bool) bool {
		if n.Case != cc.DeclarationAssert {
			for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
				if !yield(l.InitDeclarator) {
					return false
				}
			}
		}
		return true
	}
}

func (g *fn) item(n *cc.BlockItem) {
	switch n.Case {
	case cc.BlockItemDecl:
		g.declaration(n.Declaration)
	case cc.BlockItemLabel: // __label__: the labels of a function are one name space here
	case cc.BlockItemStmt:
		g.statement(n.Statement)
	case cc.BlockItemFuncDef:
		g.u.unsupported(n, "nested functions are not supported")
	}
}

// declaration translates a declaration in a block.
func (g *fn) declaration(n *cc.Declaration) {
	g.u.behind.declaration(n)
	g.u.checkDeclaration(n, true)
	if s := n.DeclarationSpecifiers; s != nil && s.Type() != nil && isRecord(s.Type()) {
		g.captureSizes(s.Type())
	}
	declarators(n)(func(d *cc.InitDeclarator) bool {
		g.initDeclarator(d)
		g.declaresCleanup(n, d)
		return true
	})
}

// initDeclarator makes the object of a declaration in a block, and initialises it.
func (g *fn) initDeclarator(n *cc.InitDeclarator) {
	d := n.Declarator
	t := d.Type()
	g.at(d)
	switch {
	case d.IsTypename():
		g.captureSizes(t)
		return
	case isFunc(t), d.IsExtern():
		return
	case d.Name() == "__func__": // the parser's: it is there once something names it
		return
	}
	g.u.refuseAttributes(d)
	switch {
	case d.IsStatic() || d.IsThreadLocal():
		if _, done := g.u.statics[d]; !done {
			x := g.u.data(g.u.static(g.name, d), d, n.Initializer)
			x.Linkage.Binding = ir.Local
			switch v, ok := attr(d.Type().Attributes(), "section"); {
			case ok:
				x.Linkage.Section = g.u.attrText(d, "section", v)
			case d.IsThreadLocal() && !g.u.o.Hosted:
				x.Linkage.Section = threadSection(x)
			}
		}
		return
	}
	g.u.checkObject(d)
	if isVLA(t) {
		g.vla(n)
		return
	}
	g.captureSizes(t)
	s, ok := g.locals[d] // where the block began
	if !ok {
		s = g.object(n, g.entry.StackSlot)
	}
	if !isScalar(t) || d.AddressTaken() {
		g.declares(s, t)
	}
	seals := g.seals(d, t)
	if seals && n.Initializer != nil && (len(g.blocks.chains) > 0 || g.blocks.entered[g.scopes[len(g.scopes)-1].node]) {
		g.check("tuffy.mutable", s) // control may have come back to one object
	}
	if e := initialExpression(n.Initializer); e != nil && g.movesByte(t, d, e) {
		if x, done := g.moveByte(place{p: s, t: t, align: 1}, e, func() { g.at(d) }); !done {
			g.write(place{p: s, t: t, align: 1}, g.assigned(x, t))
		}
	} else if n.Initializer != nil {
		g.initLocal(place{p: s, t: t, align: g.u.declAlign(d)}, n.Initializer)
		if e := initialExpression(n.Initializer); e != nil {
			g.restrictCopy(e, d, e)
		}
		g.say(g.mem, d, t, false)
	}
	g.restrictOfBlock(d)
	if seals {
		g.at(d)
		g.check("tuffy.const", s)
	}
}

// initialExpression is the expression that alone is an initialiser, or nil.
func initialExpression(n *cc.Initializer) cc.ExpressionNode {
	if n == nil || n.Case != cc.InitializerExpr {
		return nil
	}
	return n.AssignmentExpression
}

// object makes the slot of an object of fixed size, by one of the builders.
func (g *fn) object(n *cc.InitDeclarator, slot func(size int64, align uint32, o ir.Origin) ir.Value) ir.Value {
	d := n.Declarator
	t := d.Type()
	g.at(d)
	size := g.u.sizeof(t)
	if t.IsIncomplete() && size == 0 && !isArray(t) {
		g.u.fail(d, "the size of %s is not known", d.Name())
	}
	if n.Initializer != nil {
		size = max(size, g.flexibleSize(t, n.Initializer))
	}
	s := g.named(d, ir.Variable{}, func() ir.Value { return slot(size, uint32(max(g.u.declAlign(d), 1)), g.o) })
	g.locals[d] = s
	return s
}

// named makes the memory of the object d, and tells debuggers which variable it is.
func (g *fn) named(d *cc.Declarator, v ir.Variable, slot func() ir.Value) ir.Value {
	t := d.Type()
	if d.IsParam() {
		t = t.Decay()
	}
	if it, ok := g.u.valueIRType(t); ok && (isScalar(t) || v.Param) {
		v.Type, v.Annot = it, claim(t)
	}
	if g.u.debug == nil {
		v.Name = d.Name()
		g.u.m.SetVariable(g.o, v)
		s := slot()
		g.sayVariable(d, s)
		return s
	}
	// What is computed at the declaration has its own origin: it is not the variable.
	old := g.o
	g.o = g.u.variable(d, v)
	s := slot()
	g.o = old
	g.sayVariable(d, s)
	return s
}

// flexibleSize is the size that an object with a flexible array member has with its initialiser.
func (g *fn) flexibleSize(t cc.Type, n *cc.Initializer) int64 {
	if st, ok := t.(*cc.StructType); ok && st.HasFlexibleArrayMember() {
		return max(g.u.sizeof(t), t.Size())
	}
	return 0
}

func (g *fn) statement(n *cc.Statement) {
	switch n.Case {
	case cc.StatementLabeled:
		g.labeled(n.LabeledStatement)
	case cc.StatementCompound:
		g.compound(n.CompoundStatement)
	case cc.StatementExpr:
		if e := n.ExpressionStatement.ExpressionList; e != nil && !isNilList(e) {
			g.discard(e)
		}
	case cc.StatementSelection:
		g.selection(n.SelectionStatement)
	case cc.StatementIteration:
		g.iteration(n.IterationStatement)
	case cc.StatementJump:
		g.jumpStatement(n.JumpStatement)
	case cc.StatementAsm:
		g.asm(n.AsmStatement.Asm)
	}
}

// discard evaluates an expression for its effects. An object that is only named is not read.
func (g *fn) discard(n cc.ExpressionNode) {
	g.jumpsFrom(n, false)
	end, gone := g.beginFull(n), g.beginTemporaries()
	g.dropped(n)
	end()
	gone(value{})
}

// drop notes which expressions have a value that nobody asks for if n has one.
func (g *fn) drop(n cc.ExpressionNode) {
	n = bare(n)
	switch n := n.(type) {
	case *cc.ExpressionList:
		for l := n; l != nil; l = l.ExpressionList {
			g.drop(l.AssignmentExpression)
		}
		return
	case *cc.ConditionalExpression:
		if n.ExpressionList != nil && !isNilList(n.ExpressionList) {
			g.drop(n.ExpressionList)
		}
		g.drop(n.ConditionalExpression)
		return
	}
	if g.drops == nil {
		g.drops = map[cc.ExpressionNode]bool{}
	}
	g.drops[n] = true
}

// dropped evaluates an expression whose value nobody asks for.
func (g *fn) dropped(n cc.ExpressionNode) {
	g.drop(n)
	g.expr(n)
}

// statementExpr is GNU's ({ … }): the value of the last expression.
func (g *fn) statementExpr(of *cc.PrimaryExpression) value {
	n := of.CompoundStatement
	g.enterScope(n, blockDeclarators(n))
	x := value{t: g.u.ast.Void}
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		it := l.BlockItem
		if l.BlockItemList != nil || it.Case != cc.BlockItemStmt {
			g.item(it)
			continue
		}
		s := it.Statement
		for s.Case == cc.StatementLabeled {
			g.enterLabel(s.LabeledStatement)
			s = s.LabeledStatement.Statement
		}
		if s.Case == cc.StatementExpr {
			if e := s.ExpressionStatement.ExpressionList; e != nil && !isNilList(e) {
				if g.drops[of] {
					g.drop(e)
				}
				x = g.outlive(g.fullExpr(e))
				continue
			}
		}
		g.statement(s)
	}
	g.o = g.u.origin(n.Token2.Position())
	g.leaveScope()
	return x
}

// outlive is a value that is still there when the block at hand ends.
func (g *fn) outlive(x value) value {
	if !isRecord(x.t) || len(g.scopes[len(g.scopes)-1].open) == 0 {
		return x
	}
	if isVLA(x.t) {
		p := g.live().StackSlotDyn(g.vlaSize(x.t), uint32(g.u.alignof(x.t)), g.o)
		g.moveVarying(p, x.v, x.t)
		x.v = p
	} else {
		p := g.temp(x.t)
		end := g.accesses(x.volatile)
		g.copyObject(p, x.v, g.u.sizeof(x.t), 1, 1)
		end()
		x.v, x.volatile = p, false
	}
	return x
}

func (g *fn) labeled(n *cc.LabeledStatement) {
	g.enterLabel(n)
	if n.Statement != nil {
		g.statement(n.Statement)
	}
}

// enterLabel starts the block of a label.
func (g *fn) enterLabel(n *cc.LabeledStatement) {
	g.at(n)
	var b ir.Block
	if n.Case == cc.LabeledStatementLabel {
		l := g.label(n, n.Token.SrcStr())
		if l.defined {
			g.u.fail(n, "the label %s is defined twice", l.name)
		}
		g.labelled(n, l)
		l.defined = true
		b = l.block
	} else {
		var ok bool
		if b, ok = g.cases[n]; !ok {
			g.u.fail(n, "a case stands outside of a switch")
		}
		if d := g.loops[len(g.loops)-1].brkDepth; len(g.vlas(len(g.scopes))) > len(g.vlas(d)) {
			g.u.fail(n, "a case stands in the scope of an array of variable length that the switch is outside of")
		}
	}
	g.jump(b)
	g.start(b)
}

// label finds or makes a label.
func (g *fn) label(n cc.Node, name string) *label {
	l := g.labels[name]
	if l == nil {
		l = &label{name: name, block: g.block(), used: n}
		g.labels[name] = l
	}
	return l
}

func sortedLabels(m map[string]*label) iter.Seq[*label] {
	return func(yield func(*label) bool) {
		for _, name := range slices.Sorted(maps.Keys(m)) {
			if !yield(m[name]) {
				return
			}
		}
	}
}

// labelAddr is &&label: a byte of the symbol that stands for the labels of the function.
func (g *fn) labelAddr(n cc.Node, name string) ir.Value {
	off := g.labelOffset(n, name)
	return g.offset(g.symbol(g.name+".labels"), off)
}

func (g *fn) labelOffset(n cc.Node, name string) int64 {
	l := g.label(n, name)
	if l.taken == 0 {
		g.taken = append(g.taken, l)
		l.taken = len(g.taken)
	}
	return int64(l.taken - 1)
}

// labelData makes the symbol of labels, and the block that computed gotos lead to.
func (g *fn) labelData() {
	if len(g.taken) > 0 {
		g.u.m.AddData(&ir.Data{Name: g.name + ".labels", Const: true, Pieces: []ir.DataPiece{{Zero: uint64(len(g.taken))}}})
	}
}

// dispatchGotos fills the block that computed gotos lead to.
func (g *fn) dispatchGotos() {
	if g.dispatch == ir.NoBlock {
		return
	}
	g.start(g.dispatch)
	p := g.f.Args(g.dispatch)[1]
	if len(g.taken) == 0 {
		g.b.Stop(ir.OpUnreachable, g.o)
		return
	}
	d := g.bin(ir.OpPtrDiff, p, g.symbol(g.name+".labels"))
	var cases []ir.Target
	for i, l := range g.taken {
		k := num.New(int64(i))
		t := ir.Goto(l.block, g.mem)
		t.Case = &k
		cases = append(cases, t)
	}
	bad := g.block()
	g.b.Switch(d, cases, ir.Goto(bad, g.mem), g.o)
	g.start(bad)
	g.b.Stop(ir.OpUnreachable, g.o)
	g.b = nil
}

func (g *fn) selection(n *cc.SelectionStatement) {
	if n.Case == cc.SelectionStatementSwitch {
		g.switchStatement(n)
		return
	}
	c := g.fullCond(n.ExpressionList)
	g.at(n)
	yes, join := g.block(), g.block()
	no := join
	if n.Case == cc.SelectionStatementIfElse {
		no = g.block()
	}
	g.branch(c, yes, no)
	g.start(yes)
	g.statement(n.Statement)
	g.jump(join)
	if n.Case == cc.SelectionStatementIfElse {
		g.start(no)
		g.statement(n.Statement2)
		g.jump(join)
	}
	g.start(join)
}

// maxRange is how many values of a case range become cases of their own.
const maxRange = 64

// maxCases is how many cases become those of one switch of the IR, which takes 65,535 targets; the next follows it.
const maxCases = 60_000

// switchStatement makes a block for each label first, since the body may be entered anywhere.
func (g *fn) switchStatement(n *cc.SelectionStatement) {
	g.jumpsFrom(n.ExpressionList, true)
	x := g.fullExpr(n.ExpressionList)
	if !isInt(x.t) {
		g.u.fail(n, "a switch needs an integer, and this is a %s", x.t)
	}
	t := promote(x.t)
	x = g.convert(x, t)
	g.at(n)
	done := g.block()
	def := done
	type oneCase struct {
		k  num.Int
		to ir.Block
	}
	var cases []oneCase
	seen := map[string]bool{}
	type span struct {
		lo, hi num.Int
		to     ir.Block
	}
	var spans []span
	for _, l := range n.LabeledStatements() {
		if l.Case == cc.LabeledStatementLabel {
			continue
		}
		b := g.block()
		g.cases[l] = b
		if l.Case == cc.LabeledStatementDefault {
			if def != done {
				g.u.fail(l, "a switch has one default")
			}
			def = b
			continue
		}
		lo := g.caseValue(l.ConstantExpression, t)
		hi := lo
		if l.Case == cc.LabeledStatementRange {
			hi = g.caseValue(l.ConstantExpression2, t)
		}
		if hi.Sub(lo).Cmp(num.New(maxRange)) > 0 {
			spans = append(spans, span{lo, hi, b})
			continue
		}
		for k := lo; k.Cmp(hi) <= 0; k = k.Add(one) {
			if seen[k.String()] {
				g.u.fail(l, "the case %s stands twice in the switch", k)
			}
			seen[k.String()] = true
			cases = append(cases, oneCase{k, b})
		}
	}
	for _, s := range spans {
		next := g.block()
		in := g.bin(ir.OpBAnd, g.compare(ir.GE, x.v, g.bigInt(s.lo)), g.compare(ir.LE, x.v, g.bigInt(s.hi)))
		g.branch(in, s.to, next)
		g.start(next)
	}
	for rest := cases; ; {
		b := g.live()
		now := rest[:min(len(rest), maxCases)]
		rest = rest[len(now):]
		other := def
		if len(rest) > 0 {
			other = g.block()
		}
		var targets []ir.Target
		for _, c := range now {
			t := ir.Goto(c.to, g.mem)
			t.Case = &c.k
			targets = append(targets, t)
		}
		b.Switch(x.v, targets, ir.Goto(other, g.mem), g.o)
		g.b = nil
		if len(rest) == 0 {
			break
		}
		g.start(other)
	}
	g.loops = append(g.loops, g.inSwitch(done))
	g.statement(n.Statement)
	g.loops = g.loops[:len(g.loops)-1]
	g.jump(done)
	g.start(done)
}

func (g *fn) caseValue(n cc.ExpressionNode, t cc.Type) num.Int {
	v, ok := g.u.constInt(n)
	if !ok {
		g.u.fail(n, "a case needs an integer constant")
	}
	return wrap(v, t)
}

// inSwitch is what break and continue do in a switch that done follows.
func (g *fn) inSwitch(done ir.Block) jumps {
	j := jumps{cont: ir.NoBlock}
	if n := len(g.loops); n > 0 {
		j = g.loops[n-1]
	}
	j.brk, j.brkDepth = done, len(g.scopes)
	return j
}

// iteration translates loops: the condition, the body, what continue leads to and what follows are blocks.
func (g *fn) iteration(n *cc.IterationStatement) {
	g.at(n)
	declares := n.Case == cc.IterationStatementForDecl
	if declares {
		for l := n.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			if d := l.InitDeclarator.Declarator; d.IsTypename() || isFunc(d.Type()) || d.IsStatic() || d.IsExtern() {
				g.u.fail(d, "a for declares objects that are auto or register, and %s is not", d.Name())
			}
		}
		g.live()
		g.enterScope(n, func(yield func(*cc.InitDeclarator) bool) { declarators(n.Declaration)(yield) })
	}
	cond, body, next, done := g.block(), g.block(), g.block(), g.block()
	loop := func(f func()) {
		g.loops = append(g.loops, jumps{done, next, len(g.scopes), len(g.scopes)})
		f()
		g.loops = g.loops[:len(g.loops)-1]
	}
	switch n.Case {
	case cc.IterationStatementWhile:
		g.jump(next)
		g.start(next)
		c := g.fullCond(n.ExpressionList)
		g.loopBranch(n.ExpressionList, c, body, done)
		g.start(body)
		loop(func() { g.statement(n.Statement) })
		g.jump(next)
	case cc.IterationStatementDo:
		g.jump(body)
		g.start(body)
		loop(func() { g.statement(n.Statement) })
		g.jump(next)
		g.start(next)
		c := g.fullCond(n.ExpressionList)
		g.at(n)
		g.loopBranch(n.ExpressionList, c, body, done)
	default:
		e1, e2, e3 := n.ExpressionList, n.ExpressionList2, n.ExpressionList3
		if declares {
			g.declaration(n.Declaration)
			e1, e2, e3 = nil, n.ExpressionList, n.ExpressionList2
		}
		if e1 != nil && !isNilList(e1) {
			g.discard(e1)
		}
		g.jump(cond)
		g.start(cond)
		if e2 != nil && !isNilList(e2) {
			c := g.fullCond(e2)
			g.loopBranch(e2, c, body, done)
		} else {
			g.jump(body)
		}
		g.start(body)
		loop(func() { g.statement(n.Statement) })
		g.jump(next)
		g.start(next)
		if e3 != nil && !isNilList(e3) {
			g.discard(e3)
		}
		g.jump(cond)
	}
	g.start(done)
	if declares {
		g.at(n)
		g.leaveScope()
	}
}

// jumpStatement translates goto, continue, break and return.
func (g *fn) jumpStatement(n *cc.JumpStatement) {
	g.at(n)
	switch n.Case {
	case cc.JumpStatementGoto:
		l := g.label(n, n.Token2.SrcStr())
		g.endFor(n, l)
		g.jump(l.block)
	case cc.JumpStatementGotoExpr:
		p := g.expr(n.ExpressionList)
		g.node = n
		p = g.assigned(p, g.u.ast.Void.Pointer())
		if g.dispatch == ir.NoBlock {
			g.dispatch = g.block(ir.Ptr)
		}
		g.at(n)
		g.endForAny()
		g.jump(g.dispatch, p.v)
	case cc.JumpStatementContinue:
		if len(g.loops) == 0 || g.loops[len(g.loops)-1].cont == ir.NoBlock {
			g.u.fail(n, "continue stands outside of a loop")
		}
		j := g.loops[len(g.loops)-1]
		g.endScopes(j.contDepth)
		g.jump(j.cont)
	case cc.JumpStatementBreak:
		if len(g.loops) == 0 {
			g.u.fail(n, "break stands outside of a loop or switch")
		}
		j := g.loops[len(g.loops)-1]
		g.endScopes(j.brkDepth)
		g.jump(j.brk)
	case cc.JumpStatementReturn:
		g.returnStatement(n)
	}
}

// returnStatement gives the value in the way in which its type crosses calls.
func (g *fn) returnStatement(n *cc.JumpStatement) {
	t := g.ft.Result()
	e := n.ExpressionList
	g.returns()
	if e == nil || isNilList(e) {
		if !isVoid(t) {
			g.u.warn(n, "a return without a value in a function of type %s", t)
		}
		if g.b == nil {
			return
		}
		g.leaves()
		if len(g.f.Returns) == 0 {
			g.b.Ret(g.o, g.mem)
		} else {
			g.b.Ret(g.o, g.noResult(), g.mem)
		}
		g.b = nil
		return
	}
	x := g.fullExpr(e)
	g.at(n)
	g.node = n
	g.live()
	switch {
	case len(g.f.Returns) == 0:
		if isVoid(t) && !isVoid(x.t) {
			g.u.warn(n, "a return with a value in a function of type void")
		}
		g.leaves()
		g.b.Ret(g.o, g.mem)
	case g.u.isLarge(t):
		g.copyObject(g.result, g.assigned(x, t).v, g.u.sizeof(t), g.u.alignof(t), 1)
		g.leavesLists()
		g.live().Ret(g.o, g.result, g.mem)
	default:
		v, _ := g.passed(g.assigned(x, t))
		g.leaves()
		g.live().Ret(g.o, v, g.mem)
	}
	g.b = nil
}
