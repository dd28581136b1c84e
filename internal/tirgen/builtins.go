package tirgen

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

// builtins are calls that are instructions. The parameters say which type an argument has; "lit" is a literal.
var builtins = map[string]struct {
	params string
	pure   bool
	make   func(f *function, a []value, lit string) value
}{
	// Memory: an address and an offset.
	"load8":  {"ptr int", true, load(1, typ{"int", "u8"})},
	"load16": {"ptr int", true, load(2, typ{"int", "u16"})},
	"load32": {"ptr int", true, load(4, typ{"int", "u32"})},
	"load64": {"ptr int", true, load(8, typ{"int", "u64"})},
	"loadptr": {"ptr int", true, func(f *function, a []value, _ string) value {
		return f.emit(typ{ir: "ptr"}, "load.8 ", f.place(a), ", ", f.env[f.mem], " -> ptr")
	}},
	"store8": {"ptr int int", false, store(1)}, "store16": {"ptr int int", false, store(2)}, "store32": {"ptr int int", false, store(4)},
	"store64": {"ptr int int", false, store(8)}, "storeptr": {"ptr int ptr", false, store(8)},
	"storef32": {"ptr int f32", false, store(4)}, "storef64": {"ptr int f64", false, store(8)},
	"copy": {"ptr ptr int", false, func(f *function, a []value, _ string) value {
		return f.effect(typ{}, "memcpy ", a[0], ", ", a[1], ", ", a[2], ", ", f.env[f.mem])
	}},
	// Each execution makes one: it stands outside of loops.
	"slot": {"lit", true, func(f *function, _ []value, lit string) value {
		return f.emit(typ{ir: "ptr"}, "stack_slot "+lit+" align 16")
	}},
	"symbol": {"lit", true, func(f *function, _ []value, lit string) value { return f.emit(typ{ir: "ptr"}, "symbol_addr @"+lit) }},
	// Pointers.
	"at":      {"ptr int", true, func(f *function, a []value, _ string) value { return f.place(a) }},
	"address": {"ptr", true, unary("ptrtoaddr", typ{"int", "u64"})},
	"expose":  {"ptr", true, unary("ptrtoint", typ{"int", "u64"})},
	"pointer": {"int", true, unary("inttoptr", typ{ir: "ptr"})},
	// Numbers: the bits of another type, and the low n bits.
	"zext": {"int lit", true, extend("zext")},
	"sext": {"int lit", true, extend("sext")},
	"bits64": {"f64", true, func(f *function, a []value, _ string) value {
		return f.emit(typ{"int", "u64"}, "bitcast ", a[0], " -> int")
	}},
	"float64": {"int", true, func(f *function, a []value, _ string) value {
		return f.emit(typ{ir: "f64"}, "bitcast ", a[0], " -> f64")
	}},
	"float32": {"int", true, func(f *function, a []value, _ string) value {
		return f.emit(typ{ir: "f32"}, "bitcast ", a[0], " -> f32")
	}},
	"narrow": {"f64", true, func(f *function, a []value, _ string) value {
		return f.emit(typ{ir: "f32"}, "fp_convert ", a[0], " -> f32")
	}},
	"fneg":   {"f64", true, unary("fneg", typ{ir: "f64"})},
	"min":    {"int int", true, func(f *function, a []value, _ string) value { return f.emit(plainInt, "min ", a[0], ", ", a[1]) }},
	"max":    {"int int", true, func(f *function, a []value, _ string) value { return f.emit(plainInt, "max ", a[0], ", ", a[1]) }},
	"bool01": {"bool", true, unary("bool_to_int", typ{"int", "u1"})},
	// Calls through pointers.
	"compare": {"ptr ptr ptr", false, func(f *function, a []value, _ string) value {
		return f.effect(plainInt, "call ", a[0], "(", a[1], ", ", a[2], "), ", f.env[f.mem], " -> int")
	}},
	"run": {"ptr", false, func(f *function, a []value, _ string) value {
		return f.effect(typ{}, "call ", a[0], "(), ", f.env[f.mem])
	}},
}

// place is the address at an offset.
func (f *function) place(a []value) value {
	return f.emit(typ{ir: "ptr"}, "ptradd ", a[0], ", ", a[1])
}

func load(n int, t typ) func(*function, []value, string) value {
	return func(f *function, a []value, _ string) value {
		return f.emit(t, fmt.Sprintf("load.%d ", n), f.place(a), ", ", f.env[f.mem])
	}
}

func store(n int) func(*function, []value, string) value {
	return func(f *function, a []value, _ string) value {
		return f.effect(typ{}, fmt.Sprintf("store.%d ", n), a[2], ", ", f.place(a[:2]), ", ", f.env[f.mem])
	}
}

func unary(op string, t typ) func(*function, []value, string) value {
	return func(f *function, a []value, _ string) value { return f.emit(t, op+" ", a[0]) }
}

// extend claims what the result is, which the instruction makes true.
func extend(op string) func(*function, []value, string) value {
	return func(f *function, a []value, lit string) value {
		return f.emit(typ{"int", map[string]string{"zext": "u", "sext": "s"}[op] + lit}, op+" ", a[0], ", ", lit)
	}
}

// pure reports whether a call changes no memory: an instruction, or a claim.
func (f *function) pure(e *ast.CallExpr) bool {
	name := callee(e)
	_, conversion := typeOf(name)
	return conversion || builtins[name].pure
}

func callee(e *ast.CallExpr) string {
	id, ok := e.Fun.(*ast.Ident)
	if !ok {
		fail(e, "want the name of a function")
	}
	return id.Name
}

// call is an instruction, a claim as u64(x), or a call of a function of the file.
func (f *function) call(e *ast.CallExpr) value {
	name := callee(e)
	if t, ok := typeOf(name); ok {
		return f.claimed(e.Args[0], t)
	}
	if b, ok := builtins[name]; ok {
		params := strings.Fields(b.params)
		if len(params) != len(e.Args) {
			fail(e, "%s takes %s", name, b.params)
		}
		var args []value
		lit := ""
		for n, p := range params {
			if p == "lit" {
				lit = f.word(e.Args[n])
				continue
			}
			args = append(args, f.typed(e.Args[n], typ{ir: p}))
		}
		return b.make(f, args, lit)
	}
	d := f.funcs[name]
	if d == nil {
		fail(e, "no function %s", name)
	}
	params, _, returns := signature(d)
	if len(params) != len(e.Args) && !(variadic(d) && len(e.Args) > len(params)) {
		fail(e, "%s takes %d arguments", name, len(params))
	}
	var args []any
	for n, a := range e.Args {
		if n > 0 {
			args = append(args, ", ")
		}
		if n < len(params) {
			args = append(args, f.typed(a, typ{ir: params[n].ir}))
		} else {
			args = append(args, f.expression(a))
		}
	}
	all := append([]any{f.emit(typ{ir: "ptr"}, "symbol_addr @"+name), "("}, args...)
	all = append(all, "), ", f.env[f.mem])
	if returns.ir != "" {
		all = append(all, " -> "+returns.ir)
	}
	return f.effect(returns, "call ", all...)
}

// claimed is a value with a claim: at its instruction if that has none, else at an instruction that changes nothing.
func (f *function) claimed(e ast.Expr, t typ) value {
	v := f.typed(e, t)
	if v.t.claim == t.claim {
		return v
	}
	return f.emit(t, "add ", v, ", ", f.emit(plainInt, "iconst 0"))
}

// word is a literal or the name of a symbol, as text.
func (f *function) word(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.INT {
			return e.Value
		}
	case *ast.Ident:
		if c := f.consts[e.Name]; c != nil {
			return f.word(c)
		}
		return e.Name
	}
	fail(e, "want a literal or a name")
	panic("unreachable")
}
