package host

import (
	"fmt"
	"strings"
)

// signalAbort is SIGABRT.
const signalAbort = 6

// internalFunctions are those that package clib alone may call, by reserved names.
var internalFunctions = sorted([]Function{
	{Name: "__tuffy_wait", Params: []Kind{Ptr, Int, Int}, Result: []Kind{Int}, Threads: true, Doc: "waits for another thread to wake who waits for the word, if it has the value; gives 1 if none did, and the third argument allows that",
		Call: func(e Env, a []Value) ([]Value, Status) {
			late, s := e.Wait(a[0].Ptr, a[1].signed(32), a[2].Int.Sign() != 0)
			switch {
			case s == Ended:
				return give(e, IntValue(0))
			case s != Done:
				return nil, s
			case late:
				return one(IntValue(1))
			}
			return one(IntValue(0))
		}},
	{Name: "__tuffy_wake", Params: []Kind{Ptr, Int}, Threads: true, Doc: "wakes at most so many threads that wait for the word",
		Call: func(e Env, a []Value) ([]Value, Status) {
			e.Wake(a[0].Ptr, a[1].signed(32))
			return none()
		}},
	{Name: "__tuffy_wait_others", Threads: true, Doc: "waits until there are no other threads",
		Call: func(e Env, a []Value) ([]Value, Status) { return nil, e.WaitOthers() }},
	{Name: "__tuffy_die", Params: []Kind{Int}, Observable: true, Doc: "ends the program by a signal",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if n := a[0].signed(32); n == signalAbort {
				e.Abort("abort was called")
			} else {
				e.Abort(fmt.Sprintf("signal %d", n))
			}
			return nil, Ended
		}},
	{Name: "__tuffy_locale", Params: []Kind{Int}, Doc: "tells whether the characters of the locale are UTF-8",
		Call: func(e Env, a []Value) ([]Value, Status) {
			e.State().utf8 = a[0].signed(32) != 0
			return none()
		}},
	{Name: "__tuffy_quits", Doc: "tells that quick_exit was called",
		Call: func(e Env, a []Value) ([]Value, Status) {
			e.State().quits = true
			return none()
		}},
	{Name: "__tuffy_wide", Params: []Kind{Ptr}, Observable: true, Doc: "tells that a stream is used for wide characters", Call: wideStream},
	{Name: "__tuffy_calls", Params: []Kind{Ptr}, Result: []Kind{Int}, Doc: "how many calls of a function of package clib are in progress in the thread",
		Call: func(e Env, a []Value) ([]Value, Status) {
			name, _ := cstring(e, a[0].Ptr, 1<<10, false)
			return give(e, IntValue(int64(e.Calls(string(name)))))
		}},
	{Name: "__tuffy_thread_count", Result: []Kind{Int}, Doc: "how many threads there are",
		Call: func(e Env, a []Value) ([]Value, Status) { return one(IntValue(int64(e.Threads()))) }},
	{Name: "__tuffy_lives", Params: []Kind{Ptr}, Result: []Kind{Int}, Doc: "whether a pointer leads to an object that lives, or to none that is known",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if e.Lives(a[0].Ptr) {
				return one(IntValue(1))
			}
			return one(IntValue(0))
		}},
	{Name: "__tuffy_sum", Params: []Kind{Ptr, Size}, Result: []Kind{Size}, Doc: "a number that changes with the bytes of an object, which are not read",
		Call: func(e Env, a []Value) ([]Value, Status) { return one(SizeValue(e.Sum(a[0].Ptr, a[1].size()))) }},
	{Name: "__tuffy_contract", Params: []Kind{Ptr}, Observable: true, Doc: "reports a call against the rules",
		Call: func(e Env, a []Value) ([]Value, Status) {
			text, ok := cstring(e, a[0].Ptr, 1<<10, false)
			if ok {
				e.Contract("%s", text)
			}
			return give(e)
		}},
})

// LookupInternal finds a function that package clib alone may call.
func LookupInternal(name string) (*Function, bool) { return find(internalFunctions, name) }

// inIR is the row of a function that package clib has. The signature has a letter for each parameter and, behind a colon, for the result.
func inIR(name, signature, doc string) Function {
	f := Function{Name: name, InIR: true, Doc: doc}
	params, result, _ := strings.Cut(signature, ":")
	if f.Variadic = strings.HasSuffix(params, "…"); f.Variadic {
		params = strings.TrimSuffix(params, "…")
	}
	for _, c := range params {
		f.Params = append(f.Params, kindOf[c])
	}
	for _, c := range result {
		f.Result = append(f.Result, kindOf[c])
	}
	return f
}

// kindOf has the letters of signatures.
var kindOf = map[rune]Kind{'i': Int, 'l': Long, 'z': Size, 'p': Ptr, 'd': F64, 'f': F32, 'e': F80, 'v': List}
