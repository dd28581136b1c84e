package c

import (
	"math"
	"math/big"

	"github.com/tuffy-ir/tuffy/ir/num"
	"modernc.org/cc/v4"
)

// binOp is a binary operator of C.
type binOp uint8

const (
	opAdd binOp = iota
	opSub
	opMul
	opDiv
	opRem
	opShl
	opShr
	opAnd
	opOr
	opXor
	opEq
	opNe
	opLt
	opLe
	opGt
	opGe
)

// binaryExpr takes a binary expression apart; && and || are none.
func binaryExpr(n cc.ExpressionNode) (op binOp, x, y cc.ExpressionNode, ok bool) {
	switch n := n.(type) {
	case *cc.AdditiveExpression:
		op = opAdd
		if n.Case == cc.AdditiveExpressionSub {
			op = opSub
		}
		return op, n.AdditiveExpression, n.MultiplicativeExpression, true
	case *cc.MultiplicativeExpression:
		switch n.Case {
		case cc.MultiplicativeExpressionMul:
			op = opMul
		case cc.MultiplicativeExpressionDiv:
			op = opDiv
		default:
			op = opRem
		}
		return op, n.MultiplicativeExpression, n.CastExpression, true
	case *cc.ShiftExpression:
		op = opShl
		if n.Case == cc.ShiftExpressionRsh {
			op = opShr
		}
		return op, n.ShiftExpression, n.AdditiveExpression, true
	case *cc.AndExpression:
		return opAnd, n.AndExpression, n.EqualityExpression, true
	case *cc.InclusiveOrExpression:
		return opOr, n.InclusiveOrExpression, n.ExclusiveOrExpression, true
	case *cc.ExclusiveOrExpression:
		return opXor, n.ExclusiveOrExpression, n.AndExpression, true
	case *cc.EqualityExpression:
		op = opEq
		if n.Case == cc.EqualityExpressionNeq {
			op = opNe
		}
		return op, n.EqualityExpression, n.RelationalExpression, true
	case *cc.RelationalExpression:
		switch n.Case {
		case cc.RelationalExpressionLt:
			op = opLt
		case cc.RelationalExpressionGt:
			op = opGt
		case cc.RelationalExpressionLeq:
			op = opLe
		default:
			op = opGe
		}
		return op, n.RelationalExpression, n.ShiftExpression, true
	}
	return 0, nil, nil, false
}

// exprType is the type of an integer expression where enumerators are ints, as they are in C; the parser gives them
// the type of the enumeration.
func (u *unit) exprType(n cc.ExpressionNode) cc.Type {
	switch n := n.(type) {
	case *cc.ExpressionList:
		if n.ExpressionList == nil {
			return u.exprType(n.AssignmentExpression)
		}
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionExpr:
			return u.exprType(n.ExpressionList)
		case cc.PrimaryExpressionIdent:
			if _, ok := n.ResolvedTo().(*cc.Enumerator); ok {
				return u.ast.Int
			}
		}
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
			return promote(u.exprType(n.CastExpression))
		}
	}
	if op, x, y, ok := binaryExpr(n); ok && isInt(n.Type()) {
		xt, yt := u.exprType(x), u.exprType(y)
		switch {
		case op >= opEq:
			return u.ast.Int
		case op == opShl || op == opShr:
			return promote(xt)
		case isInt(xt) && isInt(yt):
			return cc.UsualArithmeticConversions(strip(xt), strip(yt))
		}
	}
	if c, ok := n.(*cc.ConditionalExpression); ok && c.ExpressionList != nil && isInt(n.Type()) {
		if xt, yt := u.exprType(c.ExpressionList), u.exprType(c.ConditionalExpression); isInt(xt) && isInt(yt) {
			return cc.UsualArithmeticConversions(strip(xt), strip(yt))
		}
	}
	if b := u.bitFieldOf(n); b != nil {
		return u.fieldTyped(value{}, b).t
	}
	return n.Type()
}

// operandType is the type of the operand of sizeof.
func (u *unit) operandType(n cc.ExpressionNode) cc.Type {
	t := u.designated(n)
	if isInt(t) {
		if c, ok := bare(n).(*cc.PrimaryExpression); !ok || c.Case != cc.PrimaryExpressionLChar {
			return u.exprType(n)
		}
	}
	return t
}

// truncate is the integer part of a finite float.
func truncate(f float64) num.Int {
	i, _ := big.NewFloat(math.Trunc(f)).Int(nil)
	return num.FromBig(i)
}

// bigToFloat rounds once.
func bigToFloat(v num.Int) float64 {
	f, _ := new(big.Float).SetInt(v.Big()).Float64()
	return f
}

func bigToFloat32(v num.Int) float64 {
	f, _ := new(big.Float).SetInt(v.Big()).Float32()
	return float64(f)
}
