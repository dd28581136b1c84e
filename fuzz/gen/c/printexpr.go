package cgen

import (
	"fmt"
	"math/big"
	"strings"
)

// How tightly expressions bind, from the comma to names.
const (
	precComma = iota
	precAssign
	precCond
	precOr
	precAnd
	precBits
	precXor
	precMask
	precEqual
	precLess
	precShift
	precSum
	precProduct
	precCast
	precPostfix
	precName
)

var binaryPrec = map[string]int{"|": precBits, "^": precXor, "&": precMask, "==": precEqual, "!=": precEqual, "<": precLess, ">": precLess,
	"<=": precLess, ">=": precLess, "<<": precShift, ">>": precShift, "+": precSum, "-": precSum, "*": precProduct, "/": precProduct, "%": precProduct}

// text is an expression.
func text(e *expr) string { return textAt(e, precComma) }

// textAt is an expression in parentheses unless it binds as tightly as that.
func textAt(e *expr, prec int) string {
	s, own := written(e)
	if own < prec {
		return "(" + s + ")"
	}
	return s
}

// written is an expression and how tightly it binds.
func written(e *expr) (string, int) {
	switch e.op {
	case opConst:
		return constantText(e)
	case opVar:
		return e.v.name, precName
	case opFunc:
		return e.fn.name, precName
	case opString:
		return quoted(e.text), precName
	case opUnary:
		sign := e.sign
		if e.fix > 0 && sign == "-" && e.typ.integer() {
			sign = "~"
		}
		return sign + unary(e.args[0], sign), precCast
	case opBinary:
		return binaryText(e)
	case opAnd:
		return textAt(e.args[0], precAnd) + " && " + textAt(e.args[1], precAnd+1), precAnd
	case opOr:
		return textAt(e.args[0], precOr) + " || " + textAt(e.args[1], precOr+1), precOr
	case opCond:
		return fmt.Sprintf("%s ? %s : %s", textAt(e.args[0], precOr), text(e.args[1]), textAt(e.args[2], precCond)), precCond
	case opComma:
		return text(e.args[0]) + ", " + textAt(e.args[1], precAssign), precComma
	case opAssign, opChange, opStep:
		return assignText(e)
	case opCast:
		return castText(e)
	case opAddr:
		return "&" + unary(e.args[0], "&"), precCast
	case opDeref:
		return "*" + unary(e.args[0], "*"), precCast
	case opIndex:
		return textAt(e.args[0], precPostfix) + "[" + indexText(e) + "]", precPostfix
	case opField:
		return textAt(e.args[0], precPostfix) + "." + e.fld.name, precPostfix
	case opArrow:
		return textAt(e.args[0], precPostfix) + "->" + e.fld.name, precPostfix
	case opCall:
		return textAt(e.args[0], precPostfix) + "(" + list(e.args[1:]) + ")", precPostfix
	case opLibrary:
		return libraryText(e), precPostfix
	case opLiteral:
		return "(" + e.typ.String() + ")" + e.init.text(e.typ), precPostfix
	case opBlock:
		return blockText(e), precName
	case opGeneric:
		return genericText(e), precName
	}
	return "sizeof(" + e.args[0].typ.String() + ")", precPostfix
}

// unary is the operand of a prefix operator. Two signs in a row would be another operator.
func unary(e *expr, sign string) string {
	s := textAt(e, precCast)
	if s != "" && s[0] == sign[len(sign)-1] {
		return "(" + s + ")"
	}
	return s
}

func list(args []*expr) string {
	var out []string
	for _, a := range args {
		out = append(out, textAt(a, precAssign))
	}
	return strings.Join(out, ", ")
}

// binaryText writes an operation; a mended one in unsigned arithmetic, with counts and divisors that are defined, or, if that
// does not help, its first operand alone.
func binaryText(e *expr) (string, int) {
	a, b, prec := e.args[0], e.args[1], binaryPrec[e.sign]
	t := operandType(e)
	pointer := a.typ.kind == kPointer || a.typ.kind == kArray
	switch {
	case e.fix == 0:
		return textAt(a, prec) + " " + e.sign + " " + textAt(b, prec+1), prec
	case pointer:
		return textAt(a, prec) + " " + e.sign + " ((" + text(b) + ") & 0)", prec
	case leftOnly(e) && (e.sign == "<<" || e.sign == ">>"):
		return "+" + unary(a, "+"), precCast
	case leftOnly(e):
		return "1 ? " + text(a) + " : " + textAt(b, precCond), precCond
	case e.sign == "/" || e.sign == "%":
		return textAt(a, prec) + " " + e.sign + " (" + textAt(b, precBits) + " | 1)", prec
	case e.sign == "<<" || e.sign == ">>":
		b := fmt.Sprintf(" %s (%s & %d)", e.sign, textAt(b, precMask), t.bits()-1)
		if e.sign == ">>" {
			return textAt(a, prec) + b, prec
		}
		return fmt.Sprintf("(%s)((%s)%s%s)", t, t.unsigned(), textAt(a, precCast), b), precCast
	}
	return fmt.Sprintf("(%s)((%s)%s %s (%s)%s)", t, t.unsigned(), textAt(a, precCast), e.sign, t.unsigned(), textAt(b, precCast)), precCast
}

func assignText(e *expr) (string, int) {
	to := textAt(e.args[0], precCast)
	mended := "^="
	if e.args[0].typ.float() {
		mended = "="
	}
	switch {
	case e.op == opAssign:
		return to + " = " + apart(e), precAssign
	case e.op == opStep && e.fix > 0:
		return to + " " + mended + " " + map[string]string{"=": "0", "^=": "1"}[mended], precAssign
	case e.op == opStep && e.post:
		return textAt(e.args[0], precPostfix) + e.sign, precPostfix
	case e.op == opStep:
		return e.sign + unary(e.args[0], e.sign), precCast
	case e.fix == 0:
		return to + " " + e.sign + " " + textAt(e.args[1], precAssign), precAssign
	case e.args[0].typ.kind == kPointer:
		return to + " " + e.sign + " (" + text(e.args[1]) + ") & 0", precAssign
	case e.args[0].typ.float() || e.args[1].typ.float():
		return to + " = ((void)(" + text(e.args[1]) + "), 0)", precAssign
	}
	return to + " ^= " + textAt(e.args[1], precAssign), precAssign
}

// apart writes the value of an assignment. What another object of another type has gets a sign: were it a member of the same union, it
// would be read from bytes that it overlaps (C11 6.5.16.1p3).
func apart(e *expr) string {
	from := e.args[1]
	for from.op == opCast && from.text == silent && from.fix == 0 {
		from = from.args[0]
	}
	if from.lvalue() && from.typ.arithmetic() && from.bits == 0 && from.typ != e.args[0].typ {
		return "+" + unary(from, "+")
	}
	return textAt(e.args[1], precAssign)
}

// castText writes a cast, or nothing for a conversion that happens anyway.
func castText(e *expr) (string, int) {
	switch {
	case e.fix > 0:
		return "(" + e.typ.String() + ")1", precCast
	case e.text == silent:
		return textAt(e.args[0], precAssign), precAssign
	}
	return "(" + e.typ.String() + ")" + textAt(e.args[0], precCast), precCast
}

// silent is the text of a conversion that is not written.
const silent = "silent"

func indexText(e *expr) string {
	i := text(e.args[1])
	switch n := arrayLen(e.args[0]); {
	case e.fix == 0:
		return i
	case n > 0:
		return fmt.Sprintf("(unsigned long)(%s) %% %d", i, n)
	}
	return "(" + i + ") & 0"
}

func libraryText(e *expr) string {
	args := e.args
	switch {
	case e.text == "longjmp":
		return "longjmp(" + e.v.name + ", " + text(args[0]) + ")"
	case e.fix > 0 && (e.text == "strcpy" || e.text == "strcat"):
		return "strcpy(" + textAt(args[0], precAssign) + `, "")`
	}
	return e.text + "(" + list(args) + ")"
}

func blockText(e *expr) string {
	p := &printer{}
	for _, s := range e.body {
		p.statement(s)
	}
	return "({ " + strings.ReplaceAll(strings.TrimSuffix(p.String(), "\n"), "\n", " ") + " })"
}

func genericText(e *expr) string {
	out := "_Generic(" + textAt(e.args[0], precAssign)
	for n, t := range e.kind {
		name := "default"
		if t != nil {
			name = t.String()
		}
		out += ", " + name + ": " + textAt(e.args[1+n], precAssign)
	}
	return out + ")"
}

// constantText is a literal of the type of e.
func constantText(e *expr) (string, int) {
	switch {
	case e.typ.kind == kPointer:
		return "0", precName
	case e.typ.float():
		s := e.f.Text('p', 0)
		mant, exp, _ := strings.Cut(s, "p")
		s = mant + "p" + exp
		s += map[kind]string{kFloat: "f", kLDouble: "L"}[e.typ.kind]
		if e.f.Sign() == 0 {
			s = map[kind]string{kFloat: "0.0f", kDouble: "0.0", kLDouble: "0.0L"}[e.typ.kind]
		}
		if e.f.Signbit() {
			return s, precCast
		}
		return s, precName
	}
	s := numberText(e.typ, e.i)
	if s[0] == '(' && s[len(s)-1] == ')' || s[0] >= '0' && s[0] <= '9' {
		return s, precName
	}
	return s, precCast
}

// suffixes of integer literals. What has none is cast.
var suffixes = map[kind]string{kInt: "", kUInt: "u", kLong: "L", kULong: "UL", kLLong: "LL", kULLong: "ULL"}

// numberText is an integer of a type.
func numberText(t *typ, v *big.Int) string {
	suffix, plain := suffixes[t.kind]
	switch {
	case t.kind == kInt128 || t.kind == kUInt128:
		u := wrap(v, 128, false)
		low := new(big.Int).And(u, basic[kULong].most())
		return fmt.Sprintf("(%s)((unsigned __int128)%dUL << 64 | %dUL)", t, new(big.Int).Rsh(u, 64), low)
	case !plain:
		return fmt.Sprintf("(%s)%s", t, v)
	case v.Cmp(t.least()) == 0 && t.signed():
		return fmt.Sprintf("(%s%s - 1)", new(big.Int).Add(v, big.NewInt(1)), suffix)
	}
	return v.String() + suffix
}

// quoted is a string literal.
func quoted(s string) string {
	var out strings.Builder
	out.WriteByte('"')
	for n := range len(s) {
		switch c := s[n]; {
		case c == '"' || c == '\\':
			out.WriteByte('\\')
			out.WriteByte(c)
		case c < ' ' || c > '~' || c == '?':
			fmt.Fprintf(&out, `\%03o`, c)
		default:
			out.WriteByte(c)
		}
	}
	out.WriteByte('"')
	return out.String()
}
