package host

import (
	"bytes"

	"github.com/tuffy-ir/tuffy/memory"
)

// The environment of a program is empty at its start: a run depends on nothing outside. The locale is C.
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
	{Name: "setlocale", Params: []Kind{Int, Ptr}, Result: []Kind{Ptr}, Doc: `"C" for null, "", "C" or "POSIX"; null for other locales, which there are not`,
		Call: func(e Env, a []Value) ([]Value, Status) {
			null := PtrValue(memory.Pointer{})
			if c := a[0].signed(32); c < 0 || c > 6 {
				return fail(e, errInvalid, null)
			}
			if !isNull(a[1].Ptr) {
				name, ok := cstring(e, a[1].Ptr, 1<<63, true)
				if !ok {
					return give(e, null)
				}
				if s := string(name); s != "" && s != "C" && s != "POSIX" {
					return fail(e, errNoEntry, null)
				}
			}
			return staticText(e, "setlocale", "C", 2)
		}},
	{Name: "localeconv", Result: []Kind{Ptr}, Doc: "the conventions of the locale C: a struct lconv with the decimal point '.' and nothing else", Call: localeconv},
	{Name: "__ctype_get_mb_cur_max", Result: []Kind{Size}, Doc: "1: what the C macro MB_CUR_MAX is made of",
		Call: func(e Env, a []Value) ([]Value, Status) { return one(SizeValue(1)) }},
	{Name: "signal", Params: []Kind{Int, Ptr}, Result: []Kind{Ptr}, Doc: "remembers what is to be done about a signal, which never comes: SIG_DFL (0), SIG_IGN (1) or a function; gives what was said before, SIG_ERR (-1) for no signal", Call: signal},
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
	p, ok := e.Static(uint64(len(value))+1, "the variable "+name)
	if !ok || !e.Write(p, append(value, 0)) {
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

const (
	signals    = 64
	signalKill = 9
	signalStop = 19
)

func signal(e Env, a []Value) ([]Value, Status) {
	n := a[0].signed(32)
	if n < 1 || n > signals || n == signalKill || n == signalStop {
		return fail(e, errInvalid, PtrValue(memory.Pointer{Addr: 1<<64 - 1}))
	}
	st := e.State()
	was := st.handlers[n]
	if st.handlers == nil {
		st.handlers = map[int64]memory.Pointer{}
	}
	st.handlers[n] = a[1].Ptr
	return one(PtrValue(was))
}
