package mutants

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
)

// Operator is a rule that makes Go code wrong the way people do.
//
// The set is that of mutation testing (Offutt and others, "An experimental determination of sufficient mutant
// operators", 1996: relational, arithmetic, logical, absolute value), and what goes wrong in compilers besides: widths,
// signs, forgotten cases and checks.
type Operator struct {
	Name  string
	What  string // it does, one sentence
	sites func(e *editor, n ast.Node)
}

// Operators is the table of rules.
// The order is that in which a seed counts them. The slice is the caller's.
func Operators() []Operator {
	return []Operator{
		{"boundary", "`<` becomes `<=`, `>` becomes `>=`, and the other way round", boundarySites},
		{"constant", "a number is one more or one less", constantSites},
		{"swapped", "the operands of `-`, `/`, `%`, `<<`, `>>` or a comparison change places", swappedSites},
		{"operator", "`+` becomes `-`, `&` becomes `|`, `<<` becomes `>>`, `==` becomes `!=`, and the other way round", operatorSites},
		{"condition", "one side of `&&` or `||` is gone", conditionSites},
		{"check", "an `if` that leaves the function, the loop or the case never does", checkSites},
		{"width", "a conversion to 64 bits keeps 32, a number 64 or 63 is 32 or 31", widthSites},
		{"sign", "a conversion to int64 is one to uint64, and the other way round, where signs count", signSites},
		{"case", "a `case` of a switch is gone, or one of its values", caseSites},
		{"negation", "a `!` is gone", negationSites},
		{"assignment", "a value is computed and not stored", assignmentSites},
		{"call", "a call whose result nobody reads is gone", callSites},
	}
}

// editor collects the sites of one operator after the other.
type editor struct {
	src      []byte
	at       func(token.Pos) int
	operator string
	found    []site
}

// replace notes that the text between two positions may become another.
func (e *editor) replace(from, to token.Pos, text string) {
	s := site{start: e.at(from), end: e.at(to), text: text, operator: e.operator}
	if string(e.src[s.start:s.end]) != text {
		e.found = append(e.found, s)
	}
}

// text is that of a node.
func (e *editor) text(n ast.Node) string { return string(e.src[e.at(n.Pos()):e.at(n.End())]) }

// speaks reports whether a call is for messages: what it says is not what a program does.
func (e *editor) speaks(call *ast.CallExpr) bool {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name == "panic"
	case *ast.SelectorExpr:
		x, ok := f.X.(*ast.Ident)
		return ok && slices.Contains([]string{"fmt", "errors", "log"}, x.Name)
	}
	return false
}

// operatorEnd is where the operator of a binary expression ends.
func operatorEnd(b *ast.BinaryExpr) token.Pos { return b.OpPos + token.Pos(len(b.Op.String())) }

var boundaries = map[token.Token]string{token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">"}

func boundarySites(e *editor, n ast.Node) {
	if b, ok := n.(*ast.BinaryExpr); ok && boundaries[b.Op] != "" {
		e.replace(b.OpPos, operatorEnd(b), boundaries[b.Op])
	}
}

func constantSites(e *editor, n ast.Node) {
	// Lengths of arrays and values of cases are lists of what there is; those of expressions are bounds and amounts.
	b, ok := n.(*ast.BinaryExpr)
	if !ok {
		return
	}
	for _, side := range []ast.Expr{b.X, b.Y} {
		l, ok := side.(*ast.BasicLit)
		if !ok || l.Kind != token.INT {
			continue
		}
		v, err := strconv.ParseUint(l.Value, 0, 63)
		if err != nil {
			continue
		}
		e.replace(l.Pos(), l.End(), strconv.FormatUint(v+1, 10))
		if v > 0 {
			e.replace(l.Pos(), l.End(), strconv.FormatUint(v-1, 10))
		}
	}
}

func swappedSites(e *editor, n ast.Node) {
	b, ok := n.(*ast.BinaryExpr)
	if !ok || !slices.Contains([]token.Token{token.SUB, token.QUO, token.REM, token.SHL, token.SHR, token.LSS, token.LEQ, token.GTR, token.GEQ}, b.Op) {
		return
	}
	x, y := e.text(b.X), e.text(b.Y)
	e.replace(b.Pos(), b.End(), "("+y+") "+b.Op.String()+" ("+x+")")
}

var others = map[token.Token]string{
	token.ADD: "-", token.SUB: "+", token.AND: "|", token.OR: "&", token.SHL: ">>", token.SHR: "<<", token.EQL: "!=", token.NEQ: "==",
	token.XOR: "|", token.MUL: "+", token.AND_NOT: "&",
}

func operatorSites(e *editor, n ast.Node) {
	if b, ok := n.(*ast.BinaryExpr); ok && others[b.Op] != "" {
		e.replace(b.OpPos, operatorEnd(b), others[b.Op])
	}
}

func conditionSites(e *editor, n ast.Node) {
	if b, ok := n.(*ast.BinaryExpr); ok && (b.Op == token.LAND || b.Op == token.LOR) {
		e.replace(b.Pos(), b.End(), e.text(b.X))
		e.replace(b.Pos(), b.End(), e.text(b.Y))
	}
}

func checkSites(e *editor, n ast.Node) {
	i, ok := n.(*ast.IfStmt)
	if !ok || i.Else != nil || len(i.Body.List) == 0 {
		return
	}
	switch last := i.Body.List[len(i.Body.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		e.replace(i.Cond.Pos(), i.Cond.End(), "false && ("+e.text(i.Cond)+")")
	case *ast.ExprStmt:
		// An assertion that is gone is no wrong result.
		if call, ok := last.X.(*ast.CallExpr); ok && !e.speaks(call) {
			e.replace(i.Cond.Pos(), i.Cond.End(), "false && ("+e.text(i.Cond)+")")
		}
	}
}

// narrow are the types that half of a 64-bit one is.
var narrow = map[string]string{"uint64": "uint32", "int64": "int32"}

// conversion is the type of a conversion to a type of 64 bits, empty for anything else.
func conversion(n ast.Node) (string, *ast.CallExpr) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return "", nil
	}
	if f, ok := call.Fun.(*ast.Ident); ok && narrow[f.Name] != "" {
		return f.Name, call
	}
	return "", nil
}

func widthSites(e *editor, n ast.Node) {
	if name, call := conversion(n); call != nil {
		e.replace(call.Pos(), call.End(), name+"("+narrow[name]+"("+e.text(call.Args[0])+"))")
	}
	if l, ok := n.(*ast.BasicLit); ok && (l.Value == "64" || l.Value == "63") {
		e.replace(l.Pos(), l.End(), map[string]string{"64": "32", "63": "31"}[l.Value])
	}
}

func signSites(e *editor, n ast.Node) {
	b, ok := n.(*ast.BinaryExpr)
	if !ok {
		return
	}
	other := map[string]string{"int64": "uint64", "uint64": "int64"}
	x, left := conversion(b.X)
	switch b.Op {
	case token.SHR:
		// The type of the result is put back, so that the rest of the expression stays. A literal has no sign to lose.
		if left == nil {
			break
		}
		if _, literal := left.Args[0].(*ast.BasicLit); !literal {
			e.replace(b.Pos(), b.End(), x+"("+other[x]+"("+e.text(left.Args[0])+") >> "+e.text(b.Y)+")")
		}
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		if y, right := conversion(b.Y); left != nil && right != nil && x == y {
			e.replace(b.Pos(), b.End(), other[x]+"("+e.text(left.Args[0])+") "+b.Op.String()+" "+other[x]+"("+e.text(right.Args[0])+")")
		}
	}
}

func caseSites(e *editor, n ast.Node) {
	c, ok := n.(*ast.CaseClause)
	if !ok || len(c.List) == 0 {
		return
	}
	if len(c.List) == 1 {
		e.replace(c.Pos(), c.End(), "")
		return
	}
	for i, v := range c.List {
		if i == 0 {
			e.replace(v.Pos(), c.List[1].Pos(), "")
		} else {
			e.replace(c.List[i-1].End(), v.End(), "")
		}
	}
}

func negationSites(e *editor, n ast.Node) {
	if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.NOT {
		e.replace(u.Pos(), u.End(), e.text(u.X))
	}
}

func assignmentSites(e *editor, n ast.Node) {
	switch s := n.(type) {
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE || len(s.Lhs) != 1 || len(s.Rhs) != 1 {
			return
		}
		if x, ok := s.Lhs[0].(*ast.Ident); ok && x.Name == "_" {
			return
		}
		e.replace(s.Pos(), s.End(), "_ = "+e.text(s.Rhs[0]))
	case *ast.IncDecStmt:
		e.replace(s.Pos(), s.End(), "_ = "+e.text(s.X))
	}
}

func callSites(e *editor, n ast.Node) {
	s, ok := n.(*ast.ExprStmt)
	if !ok {
		return
	}
	if call, ok := s.X.(*ast.CallExpr); ok && !e.speaks(call) {
		e.replace(s.Pos(), s.End(), "")
	}
}
