package host

// None of them returns. abort and a failed assertion are defined ends, traps, not undefined behaviour.
var exitFunctions = []Function{
	{Name: "exit", Params: []Kind{Int}, Observable: true, Doc: "calls the functions of atexit, the last first, and ends the program with a status; undefined when one of them calls it",
		Call: exit(false)},
	{Name: "_exit", Params: []Kind{Int}, Observable: true, Doc: "ends the program with a status at once", Call: exit(true)},
	{Name: "_Exit", Hosted: true, Params: []Kind{Int}, Observable: true, Doc: "_exit", Call: exit(true)},
	{Name: "atexit", Params: []Kind{Ptr}, Result: []Kind{Int}, Doc: "has a function that takes and returns nothing called by exit, or where main returns; gives -1 behind 32 of them",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if !e.AtExit(a[0].Ptr) {
				return give(e, IntValue(-1))
			}
			return one(IntValue(0))
		}},
	{Name: "assert", Params: []Kind{Int}, Observable: true, Doc: "aborts if its argument is 0",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if a[0].Int.Sign() != 0 {
				return none()
			}
			e.Abort("assertion failed")
			return nil, Ended
		}},
	{Name: "__assert_fail", Params: []Kind{Ptr, Ptr, Int, Ptr}, Observable: true, Doc: "what the C macro assert calls: expression, file, line, function",
		Call: func(e Env, a []Value) ([]Value, Status) {
			expr, ok := cstring(e, a[0].Ptr, 1<<10, true)
			if !ok && e.Over() {
				return nil, Ended
			}
			e.Abort("assertion failed: " + string(expr))
			return nil, Ended
		}},
}

// The args were held to int before, so the low byte is that of the C program's status.
func exit(quick bool) func(Env, []Value) ([]Value, Status) {
	return func(e Env, a []Value) ([]Value, Status) {
		if !quick && e.State().quits {
			if e.Contract("exit: a function of at_quick_exit calls it (C11 7.22.4.7p2)"); e.Over() {
				return nil, Ended
			}
		}
		// The status that a parent process sees is the low byte (POSIX, exit).
		e.Exit(int(lowByte(a[0])), quick)
		return nil, Ended
	}
}

// A program that needs the numbers of one C library's rand is wrong; RAND_MAX is 2^31-1 as in glibc.
var randFunctions = []Function{
	{Name: "rand", Result: []Kind{Int}, Doc: "a pseudo-random number in [0, 2^31), from the run's seed",
		Call: func(e Env, a []Value) ([]Value, Status) { return one(IntValue(int64(e.Rand() >> 33))) }},
	{Name: "srand", Params: []Kind{Int}, Doc: "restarts rand from a seed, mixed with the run's",
		Call: func(e Env, a []Value) ([]Value, Status) {
			e.SeedRand(a[0].Int.Low(32).Low64())
			return none()
		}},
}

// Threads are numbered from 0, the main one, in the order of their start.
// Each call is a place where another thread may be chosen; thread_join waits by being made again.
// They are no functions of POSIX: their names and signatures are the project's own.
var threadFunctions = []Function{
	{Name: "thread_spawn", Params: []Kind{Ptr, Ptr}, Result: []Kind{Int}, Threads: true, Doc: "starts a thread that calls the function with the pointer; gives its number",
		Call: func(e Env, a []Value) ([]Value, Status) {
			id, ok := e.Spawn(a[0].Ptr, a[1].Ptr)
			if !ok {
				return give(e, IntValue(-1))
			}
			return one(IntValue(id))
		}},
	{Name: "thread_join", Params: []Kind{Int}, Result: []Kind{Long}, Threads: true, Doc: "waits for a thread; gives the int that its function returned, 0 if none",
		Call: func(e Env, a []Value) ([]Value, Status) {
			id := int64(-1)
			if v, ok := a[0].Int.Int64(); ok {
				id = v
			}
			r, s := e.Join(id)
			if s != Done {
				return nil, s
			}
			return one(Value{Kind: Long, Int: r})
		}},
	{Name: "thread_id", Result: []Kind{Int}, Doc: "the number of the calling thread; the main thread is 0",
		Call: func(e Env, a []Value) ([]Value, Status) { return one(IntValue(e.ThreadID())) }},
	{Name: "thread_yield", Threads: true, Doc: "lets another thread run",
		Call: func(e Env, a []Value) ([]Value, Status) {
			e.Yield()
			return none()
		}},
}
