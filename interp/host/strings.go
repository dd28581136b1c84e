package host

import "github.com/tuffy-ir/tuffy/memory"

// All read byte by byte, up to where C says that they stop: a string without a zero byte in its allocation is
// reported at the byte behind its end.
var stringFunctions = []Function{
	{Name: "strlen", Params: []Kind{Ptr}, Result: []Kind{Size}, Doc: "bytes before the first zero byte",
		Call: func(e Env, a []Value) ([]Value, Status) {
			s, ok := cstring(e, a[0].Ptr, 1<<63, false)
			if !ok {
				return give(e, SizeValue(0))
			}
			return one(SizeValue(uint64(len(s))))
		}},
	{Name: "strcmp", Params: []Kind{Ptr, Ptr}, Result: []Kind{Int}, Doc: "compares strings: -1, 0 or 1",
		Call: func(e Env, a []Value) ([]Value, Status) { return compareStrings(e, a[0].Ptr, a[1].Ptr, 1<<63) }},
	{Name: "strncmp", Params: []Kind{Ptr, Ptr, Size}, Result: []Kind{Int}, Doc: "compares at most n bytes of strings",
		Call: func(e Env, a []Value) ([]Value, Status) { return compareStrings(e, a[0].Ptr, a[1].Ptr, a[2].size()) }},
	{Name: "strcpy", Params: []Kind{Ptr, Ptr}, Result: []Kind{Ptr}, Doc: "copies a string with its zero byte; overlap is undefined",
		Call: func(e Env, a []Value) ([]Value, Status) {
			s, ok := cstring(e, a[1].Ptr, 1<<63, false)
			if !ok || !e.Copy(a[0].Ptr, a[1].Ptr, uint64(len(s))+1, false) {
				return give(e, PtrValue(a[0].Ptr))
			}
			return one(PtrValue(a[0].Ptr))
		}},
	{Name: "strchr", Params: []Kind{Ptr, Byte}, Result: []Kind{Ptr}, Doc: "finds a byte in a string, its zero byte included",
		Call: strchr},
}

// cstring reads the string at p without its zero byte, at most limit bytes of it. It reads
// byte by byte, so that running out of the allocation is found where it happens.
// visible records the string as one piece of what outsiders saw; the bytes before are read for their values
// alone.
// limit bounds what is read, not what the string may be: no zero byte is needed within it.
func cstring(e Env, p memory.Pointer, limit uint64, visible bool) ([]byte, bool) {
	var s []byte
	start := p
	for uint64(len(s)) < limit {
		b, ok := e.Read(p, 1, false)
		if !ok {
			return nil, false
		}
		if b[0] == 0 {
			break
		}
		s = append(s, b[0])
		p.Addr++
	}
	// Recorded as one piece, with no byte beyond the string.
	if visible && len(s) > 0 {
		if _, ok := e.Read(start, uint64(len(s)), true); !ok {
			return nil, false
		}
	}
	return s, true
}

// compareStrings reads no byte of either string beyond the first difference or zero byte.
// Both are read at the same pace, so one that ends early protects the other from being read on.
func compareStrings(e Env, p, q memory.Pointer, limit uint64) ([]Value, Status) {
	for n := uint64(0); n < limit; n++ {
		x, ok1 := e.Read(p, 1, false)
		if !ok1 {
			return give(e, IntValue(0))
		}
		y, ok2 := e.Read(q, 1, false)
		if !ok2 {
			return give(e, IntValue(0))
		}
		if x[0] != y[0] || x[0] == 0 {
			return one(IntValue(order(x[0], y[0])))
		}
		p.Addr++
		q.Addr++
	}
	return one(IntValue(0))
}

// strchr finds the zero byte, too, if it is asked for.
func strchr(e Env, a []Value) ([]Value, Status) {
	want, p := lowByte(a[1]), a[0].Ptr
	for {
		b, ok := e.Read(p, 1, false)
		if !ok {
			return give(e, PtrValue(memory.Pointer{}))
		}
		if b[0] == want {
			return one(PtrValue(p))
		}
		if b[0] == 0 {
			return one(PtrValue(memory.Pointer{}))
		}
		p.Addr++
	}
}
