package tirgen

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

// arithmetic are the operators on ints; division rounds as Euclid does, which is C's where nothing is negative.
var arithmetic = map[token.Token]string{token.ADD: "add", token.SUB: "sub", token.MUL: "mul", token.QUO: "div", token.REM: "rem",
	token.AND: "and", token.OR: "or", token.XOR: "xor", token.SHL: "shl", token.SHR: "shr"}

var comparisons = map[token.Token]string{token.EQL: "eq", token.NEQ: "ne", token.LSS: "lt", token.LEQ: "le", token.GTR: "gt", token.GEQ: "ge"}

// typed is an expression as a value of the type's IR type.
func (f *function) typed(e ast.Expr, t typ) value {
	v := f.expression(e)
	if v.t.ir != t.ir {
		fail(e, "%s where %s is wanted", v.t, t)
	}
	if v.of.fresh && t.claim != "" {
		v.of.claim, v.of.fresh, v.t = t.claim, false, t
	}
	return v
}

// expression emits what an expression needs, and gives its value.
func (f *function) expression(e ast.Expr) value {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return f.expression(e.X)
	case *ast.BasicLit:
		return f.literal(e)
	case *ast.Ident:
		switch e.Name {
		case "true", "false":
			return f.emit(boolean, "bconst "+e.Name)
		case "null":
			return f.emit(typ{ir: "ptr"}, "null")
		}
		if x := f.lookup(e.Name); x != nil {
			return value{f.env[x].of, x.t}
		}
		if c := f.consts[e.Name]; c != nil {
			return f.expression(c)
		}
		fail(e, "no %s", e.Name)
	case *ast.UnaryExpr:
		switch lit, ok := e.X.(*ast.BasicLit); {
		case ok && e.Op == token.SUB:
			return f.literal(&ast.BasicLit{ValuePos: lit.ValuePos, Kind: lit.Kind, Value: "-" + lit.Value})
		case e.Op == token.SUB:
			return f.emit(plainInt, "sub ", f.emit(plainInt, "iconst 0"), ", ", f.typed(e.X, plainInt))
		}
	case *ast.BinaryExpr:
		return f.binary(e)
	case *ast.CallExpr:
		return f.call(e)
	}
	fail(e, "%T is not in the subset", e)
	panic("unreachable")
}

func (f *function) literal(e *ast.BasicLit) value {
	switch e.Kind {
	case token.CHAR:
		r, _, _, err := strconv.UnquoteChar(strings.Trim(e.Value, "'"), '\'')
		if err != nil {
			fail(e, "%v", err)
		}
		return f.emit(plainInt, "iconst "+strconv.Itoa(int(r)))
	case token.INT:
		return f.emit(plainInt, "iconst "+e.Value)
	}
	fail(e, "no constant of the subset")
	panic("unreachable")
}

func (f *function) binary(e *ast.BinaryExpr) value {
	if p := comparisons[e.Op]; p != "" {
		x := f.expression(e.X)
		y := f.typed(e.Y, typ{ir: x.t.ir})
		return f.emit(boolean, "icmp."+p+" ", x, ", ", y)
	}
	op := arithmetic[e.Op]
	if op == "" {
		fail(e, "%s only stands in conditions", e.Op)
	}
	x := f.typed(e.X, plainInt)
	return f.emit(plainInt, op+" ", x, ", ", f.typed(e.Y, plainInt))
}
