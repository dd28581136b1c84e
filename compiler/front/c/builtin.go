package c

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/tuffy-ir/tuffy/compiler/front/c/internal/headers"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"modernc.org/cc/v4"
)

// builtin translates the call of a function that the compiler itself provides.
type builtin func(g *fn, n *cc.PostfixExpression, args []cc.ExpressionNode) value

// builtins are those functions, by name; initialised below since they translate calls themselves.
var builtins map[string]builtin

// libraryFunctions are the builtins that are calls of the library's function of the same name, without the prefix: those
// that builtin.h declares and the table does not have.
var libraryFunctions = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, found := range declaredBuiltin.FindAllStringSubmatch(headers.Builtin, -1) {
		m[found[1]] = true
		if math := found[2]; math != "" && math != "name" {
			m[math], m[math+"f"], m[math+"l"] = true, true, true
		}
	}
	for name := range builtins {
		delete(m, strings.TrimPrefix(name, "__builtin_"))
	}
	return m
})

// declaredBuiltin finds the declarations of builtin.h, of which one of __TUFFY_MATH is three.
var declaredBuiltin = regexp.MustCompile(`(?m)__builtin_(\w+)\(|__TUFFY_MATH[12]\((\w+)\)(?: |$)`)

// libraryName is the function of the library that a builtin calls.
func libraryName(name string) (string, bool) {
	s, ok := strings.CutPrefix(name, "__builtin_")
	if !ok {
		return "", false
	}
	if u, ok := strings.CutSuffix(s, "_unlocked"); ok {
		s = u
	}
	return s, libraryFunctions()[s]
}

// hasBuiltin answers __has_builtin.
func hasBuiltin(name string) bool {
	if _, ok := builtins[name]; ok || slices.Contains(macroBuiltins, name) {
		return true
	}
	_, ok := libraryName(name)
	return ok
}

// macroBuiltins are the builtins that builtin.h defines as macros.
var macroBuiltins = []string{"__builtin_fpclassify", "__builtin_powi", "__builtin_powif", "__builtin_powil", "__builtin_shuffle", "__builtin_shufflevector", "__builtin_convertvector"}

// init fills the table: builtins translate their arguments, which may call builtins.
func init() {
	builtins = map[string]builtin{
		"__builtin_expect":                  first(1),
		"__builtin_expect_with_probability": first(1),
		"__builtin_assume_aligned":          first(1),
		"__builtin_extract_return_addr":     first(1),
		"__builtin_speculation_safe_value":  first(1),
		"__builtin_constant_p":              constantP,
		"__builtin_choose_expr":             chooseExpr,
		"__tuffy_types_compatible_p":        typesCompatible,
		"__builtin_unreachable":             stop(ir.OpUnreachable),
		"__builtin_trap":                    stop(ir.OpTrap),
		"__tuffy_shuffle":                   shuffle,
		"__tuffy_shufflevector":             shuffleVector,
		"__tuffy_convertvector":             convertLanes,
		"alloca":                            alloca,
		"__builtin_alloca":                  alloca,
		"__builtin_alloca_with_align":       alloca,
		"__builtin_prefetch":                nothing,
		"__builtin_ia32_pause":              nothing,
		"__builtin_ia32_lfence":             fence,
		"__builtin_ia32_mfence":             fence,
		"__builtin_ia32_sfence":             fence,
		"__builtin_ia32_clflush":            nothing,
		"__builtin___clear_cache":           nothing,
		"__builtin_object_size":             objectSize,
		"__builtin_dynamic_object_size":     objectSize,
		"__builtin_frame_address":           frameAddress,
		"__builtin_return_address":          address,
		"__builtin_classify_type":           classifyType,
		"__builtin_bswap16":                 onBits(func(g *fn, v ir.Value, w uint32) ir.Value { return g.sized(ir.OpBSwap, 2, v) }),
		"__builtin_bswap32":                 onBits(func(g *fn, v ir.Value, w uint32) ir.Value { return g.sized(ir.OpBSwap, 4, v) }),
		"__builtin_bswap64":                 onBits(func(g *fn, v ir.Value, w uint32) ir.Value { return g.sized(ir.OpBSwap, 8, v) }),
		"__builtin_fabs":                    floats(ir.OpFAbs),
		"__builtin_fabsf":                   floats(ir.OpFAbs),
		"__builtin_fabsl":                   floats(ir.OpFAbs),
		"__builtin_copysign":                floats(ir.OpCopySign),
		"__builtin_copysignf":               floats(ir.OpCopySign),
		"__builtin_copysignl":               floats(ir.OpCopySign),
		"__builtin_sqrt":                    floats(ir.OpFSqrt),
		"__builtin_sqrtf":                   floats(ir.OpFSqrt),
		"__builtin_sqrtl":                   floats(ir.OpFSqrt),
		"__builtin_fma":                     floats(ir.OpFMA),
		"__builtin_fmaf":                    floats(ir.OpFMA),
		"__builtin_fmal":                    floats(ir.OpFMA),
		"__builtin_fmin":                    floats(ir.OpFMinNum),
		"__builtin_fminf":                   floats(ir.OpFMinNum),
		"__builtin_fminl":                   floats(ir.OpFMinNum),
		"__builtin_fmax":                    floats(ir.OpFMaxNum),
		"__builtin_fmaxf":                   floats(ir.OpFMaxNum),
		"__builtin_fmaxl":                   floats(ir.OpFMaxNum),
		"__builtin_huge_val":                floatConst(math.Inf(1)),
		"__builtin_huge_valf":               floatConst(math.Inf(1)),
		"__builtin_huge_vall":               floatConst(math.Inf(1)),
		"__builtin_inf":                     floatConst(math.Inf(1)),
		"__builtin_inff":                    floatConst(math.Inf(1)),
		"__builtin_infl":                    floatConst(math.Inf(1)),
		"__builtin_nan":                     floatConst(math.NaN()),
		"__builtin_nanf":                    floatConst(math.NaN()),
		"__builtin_nanl":                    floatConst(math.NaN()),
		"__builtin_isinf_sign":              isInfSign,
		"__builtin_isgreater":               floatCompare(ir.FOGT),
		"__builtin_isgreaterequal":          floatCompare(ir.FOGE),
		"__builtin_isless":                  floatCompare(ir.FOLT),
		"__builtin_islessequal":             floatCompare(ir.FOLE),
		"__builtin_islessgreater":           floatCompare(ir.FONE),
		"__builtin_isunordered":             floatCompare(ir.FUNO),
	}
	for name, test := range map[string]func(g *fn, x value) ir.Value{"isnan": isNaN, "isinf": isInf, "isfinite": isFinite, "finite": isFinite, "isnormal": isNormal, "signbit": signBit} {
		builtins["__builtin_"+name] = floatTest(test, nil)
		if name != "isfinite" && name != "isnormal" {
			builtins["__builtin_"+name+"f"] = floatTest(test, func(u *unit) cc.Type { return u.ast.Float })
			builtins["__builtin_"+name+"l"] = floatTest(test, func(u *unit) cc.Type { return u.ast.LongDouble })
		}
	}
	for _, s := range []string{"", "f", "l"} {
		for _, prefix := range []string{"", "__builtin_"} {
			builtins[prefix+"conj"+s] = complexPart(conjugate)
			builtins[prefix+"creal"+s] = complexPart(func(g *fn, x value) value { return value{v: x.v, t: g.u.complexPart(x.t)} })
			builtins[prefix+"cimag"+s] = complexPart(func(g *fn, x value) value { return value{v: x.im, t: g.u.complexPart(x.t)} })
		}
	}
	for _, s := range []string{"", "l", "ll"} {
		builtins["__builtin_clz"+s] = onBits(func(g *fn, v ir.Value, w uint32) ir.Value {
			nz := g.nonzero(v, w)
			return g.sized(ir.OpCountLeadingZeros, w, nz)
		})
		builtins["__builtin_ctz"+s] = onBits(func(g *fn, v ir.Value, w uint32) ir.Value { return g.un(ir.OpCountTrailingZeros, v) })
		builtins["__builtin_popcount"+s] = onBits(func(g *fn, v ir.Value, w uint32) ir.Value { return g.un(ir.OpCountOnes, v) })
		builtins["__builtin_parity"+s] = onBits(func(g *fn, v ir.Value, w uint32) ir.Value {
			return g.live().Extend(ir.OpZExt, g.un(ir.OpCountOnes, v), 1, g.o)
		})
		builtins["__builtin_ffs"+s] = onBits(func(g *fn, v ir.Value, w uint32) ir.Value {
			v = g.live().Extend(ir.OpZExt, v, w, g.o)
			n := g.bin(ir.OpAdd, g.un(ir.OpCountTrailingZeros, v), g.int(1))
			return g.live().Select(g.un(ir.OpIntToBool, v), n, g.int(0), g.o)
		})
		builtins["__builtin_clrsb"+s] = onBits(func(g *fn, v ir.Value, w uint32) ir.Value {
			x := g.bin(ir.OpXor, v, g.bin(ir.OpShr, v, g.int(1)))
			x = g.live().Extend(ir.OpZExt, x, w-1, g.o)
			return g.bin(ir.OpSub, g.sized(ir.OpCountLeadingZeros, w, x), g.int(1))
		})
	}
	for name, op := range map[string]binOp{"add": opAdd, "sub": opSub, "mul": opMul} {
		f := overflow(op)
		builtins["__builtin_"+name+"_overflow"] = f
		builtins["__builtin_"+name+"_overflow_p"] = f
		for _, s := range []string{"s", "u"} {
			for _, l := range []string{"", "l", "ll"} {
				builtins["__builtin_"+s+name+l+"_overflow"] = f
			}
		}
	}
	for _, s := range []string{"memcpy", "memmove", "mempcpy", "memset", "strncpy", "strncat", "stpncpy"} {
		builtins["__builtin___"+s+"_chk"] = checked(s, 3)
	}
	for _, s := range []string{"strcpy", "strcat", "stpcpy"} {
		builtins["__builtin___"+s+"_chk"] = checked(s, 2)
	}
	for _, v := range []string{"", "v"} {
		builtins["__builtin___"+v+"printf_chk"] = checked(v+"printf", 0)
		builtins["__builtin___"+v+"fprintf_chk"] = checked(v+"fprintf", 1)
	}
	for _, s := range []string{"sprintf", "vsprintf"} {
		builtins["__builtin___"+s+"_chk"] = checked(s, 1, 2)
	}
	for _, s := range []string{"snprintf", "vsnprintf"} {
		builtins["__builtin___"+s+"_chk"] = checked(s, 2, 3)
	}
	for name, f := range atomics() {
		builtins[name] = f
	}
}

func (g *fn) sized(op ir.Op, n uint32, v ir.Value) ir.Value {
	return g.f.Result(g.live().Sized(op, n, g.o, v), 0)
}

// nonzero is v, poison if it is 0: of 0 leading zeros are undefined.
func (g *fn) nonzero(v ir.Value, w uint32) ir.Value {
	return g.live().Select(g.un(ir.OpIntToBool, v), v, g.live().Poison(ir.Int, g.o), g.o)
}

// first is a builtin that gives its first argument and evaluates the others.
func first(n int) builtin {
	return func(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
		if len(args) < n {
			g.u.fail(c, "an argument is missing")
		}
		x := g.expr(args[0])
		for _, a := range args[1:] {
			g.expr(a)
		}
		if t := c.Type(); isInt(t) || isPtr(t) {
			g.node = c
			x = g.convert(x, t)
		}
		return x
	}
}

func (g *fn) boolean(v bool) value {
	k := int64(0)
	if v {
		k = 1
	}
	return value{v: g.int(k), t: g.u.ast.Int}
}

func constantP(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
	if len(args) != 1 {
		g.u.fail(c, "__builtin_constant_p takes one argument")
	}
	if g.u.isConstant(args[0]) || !g.u.o.Late || !g.u.undecided(args[0]) {
		return g.boolean(g.u.isConstant(args[0]))
	}
	x := g.expr(args[0])
	i := g.live().Op(ir.OpTargetIntrinsic, ir.Attr{Aux: uint32(g.u.m.Symbol(ir.ConstantP))}, g.o, []ir.Type{ir.Bool}, x.v)
	return value{v: g.un(ir.OpBoolToInt, g.f.Result(i, 0)), t: g.u.ast.Int}
}

// isConstant reports whether __builtin_constant_p is true of an expression whatever the optimizer finds out.
func (u *unit) isConstant(n cc.ExpressionNode) bool {
	k, ok := u.constant(n)
	return ok && k.kind != constAddr || stringOf(n) != nil
}

// undecided reports whether the optimizer may find that n is a constant: numbers of variables and their members, without effects, and without
// accesses that a pointer leads to, which must not happen.
func (u *unit) undecided(n cc.ExpressionNode) bool {
	if t := n.Type(); t == nil || !isInt(t) && !isFloat(t) || isComplex(t) {
		return false
	}
	harmless := true
	walkTree(n, func(n cc.Node) func() {
		if e, ok := n.(cc.ExpressionNode); ok && e.Type() != nil {
			a := e.Type().Attributes()
			harmless = harmless && (a == nil || !a.IsVolatile())
		}
		switch n := n.(type) {
		case *cc.PostfixExpression:
			harmless = harmless && (n.Case == cc.PostfixExpressionPrimary || n.Case == cc.PostfixExpressionSelect)
		case *cc.UnaryExpression:
			harmless = harmless && n.Case != cc.UnaryExpressionInc && n.Case != cc.UnaryExpressionDec && n.Case != cc.UnaryExpressionDeref
		case *cc.AssignmentExpression:
			harmless = harmless && n.Case == cc.AssignmentExpressionCond
		case *cc.PrimaryExpression:
			harmless = harmless && n.Case != cc.PrimaryExpressionStmt
		}
		return nil
	})
	return harmless
}

func chooseExpr(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
	if len(args) != 3 {
		g.u.fail(c, "__builtin_choose_expr takes three arguments")
	}
	k, ok := g.u.constant(args[0])
	if !ok {
		g.u.fail(args[0], "this must be a constant")
	}
	if k.nonzero() {
		return g.expr(args[1])
	}
	return g.expr(args[2])
}

// typesCompatible compares two types, which the macro of builtin.h makes expressions of.
func typesCompatible(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
	return g.boolean(g.u.compatible(c, args))
}

func stop(op ir.Op) builtin {
	return func(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
		g.live().Stop(op, g.o)
		g.b = nil
		return value{t: g.u.ast.Void}
	}
}

func nothing(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
	for _, a := range args {
		g.expr(a)
	}
	return value{t: g.u.ast.Void}
}

// constantArg is the value of the only argument, if it is a constant.
func (g *fn) constantArg(args []cc.ExpressionNode) (constant, bool) {
	if len(args) != 1 {
		return constant{}, false
	}
	return g.u.constant(args[0])
}

// frameAddress is an address in the frame of the function, of the functions that called it null.
func frameAddress(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
	if k, ok := g.constantArg(args); ok && k.kind == constInt && k.i.Sign() == 0 {
		return value{v: g.slot(16, 16), t: c.Type()}
	}
	return value{v: g.null(), t: c.Type()}
}

// address is a return address, of which nothing is known.
func address(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
	return value{v: g.null(), t: c.Type()}
}

func classifyType(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
	if len(args) != 1 {
		g.u.fail(c, "__builtin_classify_type takes one argument")
	}
	t := g.u.valueType(args[0])
	k := int64(-1)
	switch {
	case isVoid(t):
		k = 0
	case isInt(t):
		k = 1
	case isPtr(t):
		k = 5
	case isFloat(t):
		k = 8
	case isComplex(t):
		k = 9
	case t.Kind() == cc.Struct:
		k = 12
	case t.Kind() == cc.Union:
		k = 13
	}
	return value{v: g.int(k), t: g.u.ast.Int}
}

// onBits is a builtin on the bits of its argument, which has the type of the parameter.
func onBits(f func(g *fn, v ir.Value, w uint32) ir.Value) builtin {
	return func(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
		ft, ok := elem(c.PostfixExpression.Type()).(*cc.FunctionType)
		if !ok || len(args) != 1 {
			g.u.fail(c, "this function takes one argument")
		}
		t := ft.Parameters()[0].Type()
		x := g.convert(g.expr(args[0]), t)
		g.at(c)
		return value{v: f(g, x.v, width(t)), t: ft.Result()}
	}
}

// floats is an operation on floats of one type.
func floats(op ir.Op) builtin {
	return func(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
		var vs []ir.Value
		for _, a := range args {
			x := g.expr(a)
			g.node = a
			vs = append(vs, g.convert(x, c.Type()).v)
		}
		g.at(c)
		return value{v: g.f.Result(g.live().Op(op, ir.Attr{}, g.o, nil, vs...), 0), t: c.Type()}
	}
}

func floatConst(f float64) builtin {
	return func(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
		return value{v: g.float(c.Type(), f), t: c.Type()}
	}
}

// floatTest asks something about its argument, which has the type of, or any type of a float where that is nil.
func floatTest(f func(g *fn, x value) ir.Value, of func(u *unit) cc.Type) builtin {
	return func(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
		if len(args) != 1 {
			g.u.fail(c, "this function takes one argument")
		}
		x := g.expr(args[0])
		g.node = c
		switch {
		case of != nil:
			x = g.convert(x, of(g.u))
		case !isFloat(x.t):
			x = g.convert(x, g.u.ast.Double)
		}
		g.at(c)
		return value{v: g.un(ir.OpBoolToInt, f(g, x)), t: g.u.ast.Int}
	}
}

func isNaN(g *fn, x value) ir.Value { return g.compare(ir.FUNO, x.v, x.v) }

func isFinite(g *fn, x value) ir.Value {
	return g.compare(ir.FOLT, g.un(ir.OpFAbs, x.v), g.float(x.t, math.Inf(1)))
}

func isInf(g *fn, x value) ir.Value {
	return g.compare(ir.FOEQ, g.un(ir.OpFAbs, x.v), g.float(x.t, math.Inf(1)))
}

// isInfSign is 1 of infinity and -1 of its negative.
func isInfSign(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
	if len(args) != 1 {
		g.u.fail(c, "this function takes one argument")
	}
	x := g.expr(args[0])
	g.node = c
	if !isFloat(x.t) {
		x = g.convert(x, g.u.ast.Double)
	}
	g.at(c)
	sign := g.live().Select(g.compare(ir.FOLT, x.v, g.float(x.t, 0)), g.int(-1), g.int(1), g.o)
	return value{v: g.live().Select(isInf(g, x), sign, g.int(0), g.o), t: g.u.ast.Int}
}

func isNormal(g *fn, x value) ir.Value {
	least := constant{kind: constFloat, f: 0x1p-1022}
	switch {
	case x.t.Kind() == cc.Float:
		least.f = 0x1p-126
	case isLong(x.t):
		r, _ := num.RatF80(num.New(1).Shl(64).Or(num.Pow2(63)))
		least = longConst(r, 1)
	}
	a := g.un(ir.OpFAbs, x.v)
	return g.bin(ir.OpBAnd, g.compare(ir.FOGE, a, g.floatConst(x.t, least)), g.compare(ir.FOLT, a, g.float(x.t, math.Inf(1))))
}

func signBit(g *fn, x value) ir.Value {
	n := int64(g.f.TypeOf(x.v).FloatBits())
	v := g.live().Convert(ir.OpBitCast, x.v, ir.Int, g.o)
	return g.un(ir.OpIntToBool, g.bin(ir.OpShr, v, g.int(n-1)))
}

func floatCompare(p ir.Pred) builtin {
	return func(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
		if len(args) != 2 {
			g.u.fail(c, "this function takes two arguments")
		}
		x, y := g.expr(args[0]), g.expr(args[1])
		if !(isInt(x.t) || isFloat(x.t)) || !(isInt(y.t) || isFloat(y.t)) {
			g.u.fail(c, "this function takes real numbers")
		}
		t := cc.UsualArithmeticConversions(strip(x.t), strip(y.t))
		g.node = c
		x, y = g.convert(x, t), g.convert(y, t)
		g.at(c)
		return value{v: g.un(ir.OpBoolToInt, g.compare(p, x.v, y.v)), t: g.u.ast.Int}
	}
}

// overflow is arithmetic on exact numbers whose result is stored modulo the type, or asked whether it fits one.
func overflow(op binOp) builtin {
	return func(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
		if len(args) != 3 {
			g.u.fail(c, "this function takes three arguments")
		}
		x, y, r := g.expr(args[0]), g.expr(args[1]), g.expr(args[2])
		ft, _ := elem(c.PostfixExpression.Type()).(*cc.FunctionType)
		g.node = c
		if ft != nil && len(ft.Parameters()) == 3 {
			x, y = g.convert(x, ft.Parameters()[0].Type()), g.convert(y, ft.Parameters()[1].Type())
		}
		g.at(c)
		t := elem(r.t)
		if t == nil {
			t = r.t
		}
		if !isInt(x.t) || !isInt(y.t) || !isInt(t) {
			g.u.fail(c, "this function takes integers")
		}
		exact := g.bin(map[binOp]ir.Op{opAdd: ir.OpAdd, opSub: ir.OpSub, opMul: ir.OpMul}[op], x.v, y.v)
		v := g.extend(exact, t)
		if isPtr(r.t) {
			g.store(v, r.v, g.u.sizeof(t), g.u.alignof(t))
		}
		return value{v: g.un(ir.OpBoolToInt, g.compare(ir.NE, exact, v)), t: g.u.ast.Int}
	}
}

// checked is a function of the library that gets the arguments but those at the places given: the size of the
// destination, and what else the checking functions of gcc have more.
func checked(name string, without ...int) builtin {
	return func(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
		ft, ok := elem(c.PostfixExpression.Type()).(*cc.FunctionType)
		if !ok || len(ft.Parameters()) == 0 {
			g.u.fail(c, "%s is not declared", name)
		}
		if len(args) < len(ft.Parameters()) {
			g.u.fail(c, "the function takes %s, and %d are given", ir.Counted(len(ft.Parameters()), "argument"), len(args))
		}
		vs, how, _ := g.actuals(args, ft.Parameters(), false)
		if len(vs) != len(args) {
			g.u.fail(c, "an argument of an empty type is not supported here")
		}
		for _, n := range slices.Backward(without) {
			vs, how = slices.Delete(vs, n, n+1), slices.Delete(how, n, n+1)
		}
		g.at(c)
		return g.callWith(c, g.symbol(name), vs, how, ft.Result())
	}
}
