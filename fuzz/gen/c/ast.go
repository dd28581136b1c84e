package cgen

import "math/big"

// op is what an expression does.
type op uint8

// The operators of C, and what has no operator.
const (
	opConst op = iota
	opVar
	opFunc    // the name of a function
	opString  // a literal
	opUnary   // - ~ ! +
	opBinary  // arithmetic, shifts, comparisons, bits
	opAnd     // &&
	opOr      // ||
	opCond    // a ? b : c
	opComma   // a, b
	opAssign  // a = b
	opChange  // a += b and its like
	opStep    // ++a, a++, --a, a--
	opCast    // (t)a
	opAddr    // &a
	opDeref   // *a
	opIndex   // a[b]
	opField   // a.f
	opArrow   // a->f
	opCall    // the first argument is the function
	opLibrary // a function of the C library, by name
	opLiteral // (t){…}
	opBlock   // ({ … })
	opGeneric // _Generic(a, …)
	opSizeof
)

// expr is an expression. Its type is that of its value; of an lvalue that of the object.
type expr struct {
	op   op
	typ  *typ
	sign string // the operator as it is written
	args []*expr
	i    *big.Int
	f    *big.Float
	text string // of a string, of a library function
	v    *variable
	fn   *function
	fld  *field
	init *initial
	body []*stmt // of a statement expression
	kind []*typ  // of _Generic the types of the arms, nil for default
	post bool    // of opStep
	bits int     // width of the bit-field that is read, else 0

	// fix says how often the expression was found to be undefined, and thus how it is mended: 0 not at all.
	fix int
}

// lvalue reports whether an expression names an object.
func (e *expr) lvalue() bool {
	switch e.op {
	case opVar, opDeref, opIndex, opArrow, opLiteral, opString:
		return true
	case opField:
		return e.args[0].lvalue()
	}
	return false
}

// initial is an initialiser: an expression, or a list of which each part may have a designator.
type initial struct {
	e     *expr
	parts []part
}

type part struct {
	at    int // element or field
	named bool
	init  *initial
}

// variable is an object with a name.
type variable struct {
	name            string
	typ             *typ
	global, static  bool
	constant, volat bool
	counter         bool  // changed by its loop only
	scratch         bool  // of one expression
	dynamic         *expr // number of elements of an array of variable length
	init            *initial
	depth           int  // of the block that it is declared in
	text            bool // an array of char that holds a string at all times
	owner           bool // a pointer that is freed, and thus points nowhere else
	heap            bool // a pointer to memory of malloc that is live while the variable is in scope
	room            int  // elements behind a pointer that are known to be there
}

func (v *variable) declare() string {
	s := v.typ.declare(v.name)
	if v.dynamic != nil {
		s = v.typ.elem.declare(v.name + "[" + text(v.dynamic) + "]")
	}
	return s
}

// function is a function. One with native is written as text, and computed by Go.
type function struct {
	name    string
	typ     *typ
	params  []*variable
	body    []*stmt
	native  func(m *machine, args []value) value
	text    string
	effects bool // it writes what its caller sees
	private bool // only patterns call it
}

// stmtKind is what a statement is.
type stmtKind uint8

// The statements.
const (
	sExpr stmtKind = iota
	sDecl
	sIf
	sFor   // init; cond; step
	sWhile // cond
	sDo
	sSwitch
	sBlock
	sGoto
	sLabel
	sBreak
	sContinue
	sReturn
	sPrint  // printf
	sSetjmp // if (setjmp(v) == 0) body else other
)

// stmt is a statement.
type stmt struct {
	kind  stmtKind
	e     *expr // condition, value
	init  *expr
	step  *expr
	body  []*stmt
	other []*stmt
	cases []*arm
	v     *variable
	label string
	print []*expr // of sPrint
	words []string

	trips *expr // the constant that bounds a loop: made less if a run takes too long
}

// arm is a label of a switch and what follows it.
type arm struct {
	values []*big.Int
	last   *big.Int // of a range, else nil
	other  bool     // default
	body   []*stmt
	falls  bool // into the next arm
}
