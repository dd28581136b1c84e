package tirgen

import (
	"go/ast"
	"go/token"
	"maps"
)

// body is a list of statements in a scope of its own.
func (f *function) body(b *ast.BlockStmt) {
	f.push()
	defer f.pop()
	for _, s := range b.List {
		if f.at == nil {
			fail(s, "nothing reaches this")
		}
		f.statement(s)
	}
}

// statement emits a statement; a branch leaves no block to continue in.
func (f *function) statement(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.BlockStmt:
		f.body(s)
	case *ast.ExprStmt:
		f.expression(s.X)
	case *ast.DeclStmt:
		for _, spec := range s.Decl.(*ast.GenDecl).Specs {
			v, ok := spec.(*ast.ValueSpec)
			if !ok || len(v.Names) != 1 || len(v.Values) != 1 || v.Type == nil {
				fail(s, "want var NAME TYPE = VALUE")
			}
			id, _ := v.Type.(*ast.Ident)
			t, ok := typeOf(id.Name)
			if !ok {
				fail(s, "no type %s", id.Name)
			}
			f.declare(v.Names[0].Name, t, f.typed(v.Values[0], t))
		}
	case *ast.AssignStmt:
		f.assign(s)
	case *ast.IncDecStmt:
		f.assign(&ast.AssignStmt{Lhs: []ast.Expr{s.X}, TokPos: s.TokPos, Tok: map[token.Token]token.Token{token.INC: token.ADD_ASSIGN, token.DEC: token.SUB_ASSIGN}[s.Tok],
			Rhs: []ast.Expr{&ast.BasicLit{ValuePos: s.TokPos, Kind: token.INT, Value: "1"}}})
	case *ast.IfStmt:
		f.ifStatement(s)
	case *ast.ForStmt:
		f.forStatement(s)
	case *ast.BranchStmt:
		f.branch(s)
	case *ast.ReturnStmt:
		if f.returns.ir == "" {
			f.finish("ret ", f.env[f.mem])
			return
		}
		v := f.typed(s.Results[0], f.returns)
		f.finish("ret ", v, ", ", f.env[f.mem])
	default:
		fail(s, "%T is not in the subset", s)
	}
}

// assign is x = y, x := y with the type of y, and x op= y.
func (f *function) assign(s *ast.AssignStmt) {
	if len(s.Lhs) != 1 {
		fail(s, "one variable at a time")
	}
	name, ok := s.Lhs[0].(*ast.Ident)
	if !ok {
		fail(s, "want a variable")
	}
	if s.Tok == token.DEFINE {
		v := f.expression(s.Rhs[0])
		if v.t == plainInt {
			fail(s, "%s has no claim: want var or a conversion", name.Name)
		}
		f.declare(name.Name, v.t, v)
		return
	}
	x := f.lookup(name.Name)
	if x == nil {
		fail(s, "no variable %s", name.Name)
	}
	if s.Tok == token.ASSIGN {
		f.set(x, f.typed(s.Rhs[0], x.t))
		return
	}
	// The tokens of op= come in the order of those of op.
	op := s.Tok - token.ADD_ASSIGN + token.ADD
	f.set(x, f.typed(&ast.BinaryExpr{X: name, OpPos: s.TokPos, Op: op, Y: s.Rhs[0]}, x.t))
}

// ifStatement joins the ends of its arms that are reached, and the edges around an else that is not there.
func (f *function) ifStatement(s *ast.IfStmt) {
	if s.Init != nil {
		f.push()
		defer f.pop()
		f.statement(s.Init)
	}
	then, other, join := f.newBlock(), f.newBlock(), f.newBlock()
	_, no := f.condition(s.Cond, then, other)
	env := maps.Clone(f.env)
	var ends []*jump
	close := func() {
		if f.at != nil {
			j := f.jumpTo(join)
			ends = append(ends, j)
			f.finish("br ", j)
		}
	}
	f.start(then, nil)
	f.body(s.Body)
	close()
	if s.Else == nil {
		// The edges of the condition go to the join themselves.
		for _, j := range no {
			j.to, j.env = join, env
		}
		ends = append(ends, no...)
	} else {
		f.env = env
		f.start(other, nil)
		f.statement(s.Else)
		close()
	}
	if len(ends) > 0 {
		f.start(join, ends)
	}
}

// forStatement makes what the body assigns parameters of the block that the condition stands in.
func (f *function) forStatement(s *ast.ForStmt) {
	f.push()
	defer f.pop()
	if s.Init != nil {
		f.statement(s.Init)
	}
	head, body, exit := f.newBlock(), f.newBlock(), f.newBlock()
	in := f.jumpTo(head)
	f.finish("br ", in)
	f.start(head, nil)
	changed := f.changed(s)
	for _, v := range changed {
		p := value{&result{claim: v.t.claim}, v.t}
		head.params, in.args, f.env[v] = append(head.params, p), append(in.args, in.env[v]), p
	}
	l := &loop{}
	if s.Cond != nil {
		_, no := f.condition(s.Cond, body, exit)
		for _, j := range no {
			j.env = maps.Clone(f.env)
		}
		l.breaks = no
		f.start(body, nil)
	}
	f.loops = append(f.loops, l)
	f.body(s.Body)
	f.loops = f.loops[:len(f.loops)-1]
	if f.at != nil && len(l.continues) > 0 {
		j := f.jumpTo(nil)
		l.continues = append(l.continues, j)
		f.finish("br ", j)
	}
	if len(l.continues) > 0 {
		next := f.newBlock()
		for _, j := range l.continues {
			j.to = next
		}
		f.start(next, l.continues)
	}
	if f.at != nil {
		if s.Post != nil {
			f.statement(s.Post)
		}
		back := f.jumpTo(head)
		for _, v := range changed {
			back.args = append(back.args, f.env[v])
		}
		f.finish("br ", back)
	}
	if len(l.breaks) > 0 {
		for _, j := range l.breaks {
			j.to = exit
		}
		f.start(exit, l.breaks)
	}
}

// changed lists the variables that a loop assigns, in a fixed order, and the token if it has effects.
func (f *function) changed(s *ast.ForStmt) (out []*variable) {
	names, effects := map[string]bool{}, false
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				names[n.Lhs[0].(*ast.Ident).Name] = true
			}
		case *ast.IncDecStmt:
			names[n.X.(*ast.Ident).Name] = true
		case *ast.CallExpr:
			effects = effects || !f.pure(n)
		}
		return true
	})
	for _, v := range f.visible() {
		if v == f.mem && effects {
			out = append(out, v)
		}
		for name := range names {
			if f.lookup(name) == v {
				out = append(out, v)
			}
		}
	}
	return out
}

func (f *function) branch(s *ast.BranchStmt) {
	if len(f.loops) == 0 || s.Label != nil {
		fail(s, "no loop")
	}
	l, j := f.loops[len(f.loops)-1], f.jumpTo(nil)
	switch s.Tok {
	case token.BREAK:
		l.breaks = append(l.breaks, j)
	case token.CONTINUE:
		l.continues = append(l.continues, j)
	default:
		fail(s, "%s is not in the subset", s.Tok)
	}
	f.finish("br ", j)
}

// condition ends the block by going to yes or no, and returns the edges to each. && and || ask the second side only
// where C does.
func (f *function) condition(e ast.Expr, yes, no *block) (toYes, toNo []*jump) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return f.condition(e.X, yes, no)
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			toNo, toYes = f.condition(e.X, no, yes)
			return toYes, toNo
		}
	case *ast.BinaryExpr:
		if e.Op != token.LAND && e.Op != token.LOR {
			break
		}
		second := f.newBlock()
		if e.Op == token.LAND {
			_, toNo = f.condition(e.X, second, no)
		} else {
			toYes, _ = f.condition(e.X, yes, second)
		}
		before := f.env[f.mem]
		f.start(second, nil)
		yes2, no2 := f.condition(e.Y, yes, no)
		if f.env[f.mem] != before {
			fail(e, "the second side of %s has an effect", e.Op)
		}
		return append(toYes, yes2...), append(toNo, no2...)
	}
	v := f.expression(e)
	if v.t != boolean {
		fail(e, "no condition")
	}
	a, b := &jump{to: yes}, &jump{to: no}
	f.finish("brif ", v, ", ", a, ", ", b)
	return []*jump{a}, []*jump{b}
}
