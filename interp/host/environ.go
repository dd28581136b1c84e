package host

import (
	"bytes"

	"github.com/tuffy-ir/tuffy/memory"
)

// The environment of a program is empty at its start: a run depends on nothing outside. The locale is C or C.UTF-8, which package clib has.
var environFunctions = []Function{
	{Name: "getenv", Params: []Kind{Ptr}, Result: []Kind{Ptr}, Doc: "the value that setenv gave a variable, null if none: the environment is empty at the start",
		Call: func(e Env, a []Value) ([]Value, Status) {
			name, ok := cstring(e, a[0].Ptr, 1<<63, true)
			if !ok {
				return give(e, PtrValue(memory.Pointer{}))
			}
			return one(PtrValue(e.State().variables[string(name)]))
		}},
	{Name: "setenv", Params: []Kind{Ptr, Ptr, Int}, Result: []Kind{Int}, Doc: "gives a variable a value, if it has none or the third argument is not 0; gives -1 for a name that is empty or has an =",
		Call: setenv},
	{Name: "unsetenv", Params: []Kind{Ptr}, Result: []Kind{Int}, Doc: "takes the value from a variable; gives -1 for a name that is empty or has an =",
		Call: func(e Env, a []Value) ([]Value, Status) {
			name, ok := variable(e, a[0].Ptr)
			if !ok {
				return give(e, IntValue(-1))
			}
			delete(e.State().variables, name)
			return one(IntValue(0))
		}},
	{Name: "localeconv", Result: []Kind{Ptr}, Doc: "the conventions of the locale C: a struct lconv with the decimal point '.' and nothing else", Call: localeconv},
}

// variable reads the name of a variable.
func variable(e Env, p memory.Pointer) (string, bool) {
	name, ok := cstring(e, p, 1<<63, true)
	if ok && (len(name) == 0 || bytes.IndexByte(name, '=') >= 0) {
		errno(e, errInvalid)
		ok = false
	}
	return string(name), ok
}

func setenv(e Env, a []Value) ([]Value, Status) {
	name, ok := variable(e, a[0].Ptr)
	if !ok {
		return give(e, IntValue(-1))
	}
	value, ok := cstring(e, a[1].Ptr, 1<<63, true)
	if !ok {
		return give(e, IntValue(-1))
	}
	st := e.State()
	if _, have := st.variables[name]; have && a[2].Int.Sign() == 0 {
		return one(IntValue(0))
	}
	p, ok := e.Static(uint64(len(value))+1, "the variable "+name, append(value, 0))
	if !ok {
		return fail(e, errNoMemory, IntValue(-1))
	}
	if st.variables == nil {
		st.variables = map[string]memory.Pointer{}
	}
	st.variables[name] = p
	return one(IntValue(0))
}

// localeconv makes the struct lconv of x86-64: ten pointers to strings, then 14 numbers that are CHAR_MAX, unknown.
func localeconv(e Env, a []Value) ([]Value, Status) {
	null := PtrValue(memory.Pointer{})
	_, had := e.State().statics["localeconv"]
	p, ok := static(e, "localeconv", 96)
	if !ok {
		return give(e, null)
	}
	if had {
		return one(PtrValue(p))
	}
	point, ok := static(e, "the decimal point", 3)
	if !ok || !e.Write(point, []byte{'.', 0, 0}) || !e.Write(p, append(make([]byte, 80), bytes.Repeat([]byte{127}, 16)...)) {
		return give(e, null)
	}
	for n := range 10 {
		text := at(point, 2) // empty
		if n == 0 {
			text = point
		}
		if !e.WritePointer(at(p, 8*n), text) {
			return give(e, null)
		}
	}
	return one(PtrValue(p))
}
