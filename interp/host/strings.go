package host

import (
	"bytes"

	"github.com/tuffy-ir/tuffy/memory"
)

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
	{Name: "strnlen", Params: []Kind{Ptr, Size}, Result: []Kind{Size}, Doc: "bytes before the first zero byte, at most n",
		Call: func(e Env, a []Value) ([]Value, Status) {
			s, ok := cstring(e, a[0].Ptr, a[1].size(), false)
			if !ok {
				return give(e, SizeValue(0))
			}
			return one(SizeValue(uint64(len(s))))
		}},
	{Name: "stpcpy", Params: []Kind{Ptr, Ptr}, Result: []Kind{Ptr}, Doc: "copies a string with its zero byte, and gives where that went; overlap is undefined",
		Call: func(e Env, a []Value) ([]Value, Status) {
			s, ok := cstring(e, a[1].Ptr, 1<<63, false)
			if !ok || !e.Copy(a[0].Ptr, a[1].Ptr, uint64(len(s))+1, false) {
				return give(e, PtrValue(a[0].Ptr))
			}
			return one(PtrValue(at(a[0].Ptr, len(s))))
		}},
	{Name: "strncpy", Params: []Kind{Ptr, Ptr, Size}, Result: []Kind{Ptr}, Doc: "copies a string and fills n bytes with zeros, or copies its first n bytes; overlap is undefined",
		Call: strncpy},
	{Name: "strcat", Params: []Kind{Ptr, Ptr}, Result: []Kind{Ptr}, Doc: "appends a string; overlap is undefined",
		Call: func(e Env, a []Value) ([]Value, Status) {
			d, ok1 := cstring(e, a[0].Ptr, 1<<63, false)
			if !ok1 {
				return give(e, PtrValue(a[0].Ptr))
			}
			s, ok2 := cstring(e, a[1].Ptr, 1<<63, false)
			if !ok2 || !e.Copy(at(a[0].Ptr, len(d)), a[1].Ptr, uint64(len(s))+1, false) {
				return give(e, PtrValue(a[0].Ptr))
			}
			return one(PtrValue(a[0].Ptr))
		}},
	{Name: "strncat", Params: []Kind{Ptr, Ptr, Size}, Result: []Kind{Ptr}, Doc: "appends at most n bytes of a string, and a zero byte; overlap is undefined",
		Call: strncat},
	{Name: "strrchr", Params: []Kind{Ptr, Byte}, Result: []Kind{Ptr}, Doc: "finds the last such byte of a string, its zero byte included",
		Call: strrchr},
	{Name: "strspn", Params: []Kind{Ptr, Ptr}, Result: []Kind{Size}, Doc: "bytes before the first that is not in the second string",
		Call: func(e Env, a []Value) ([]Value, Status) { return span(e, a, true) }},
	{Name: "strcspn", Params: []Kind{Ptr, Ptr}, Result: []Kind{Size}, Doc: "bytes before the first that is in the second string",
		Call: func(e Env, a []Value) ([]Value, Status) { return span(e, a, false) }},
	{Name: "strpbrk", Params: []Kind{Ptr, Ptr}, Result: []Kind{Ptr}, Doc: "finds the first byte of a string that is in the second string, null if there is none",
		Call: func(e Env, a []Value) ([]Value, Status) {
			s, ok1 := cstring(e, a[0].Ptr, 1<<63, false)
			if !ok1 {
				return give(e, PtrValue(memory.Pointer{}))
			}
			set, ok2 := cstring(e, a[1].Ptr, 1<<63, false)
			if !ok2 {
				return give(e, PtrValue(memory.Pointer{}))
			}
			for n, b := range s {
				if bytes.IndexByte(set, b) >= 0 {
					return one(PtrValue(at(a[0].Ptr, n)))
				}
			}
			return one(PtrValue(memory.Pointer{}))
		}},
	{Name: "strdup", Params: []Kind{Ptr}, Result: []Kind{Ptr}, Doc: "a copy of a string in new memory, null where the limit does not allow it",
		Call: func(e Env, a []Value) ([]Value, Status) { return duplicate(e, a[0].Ptr, 1<<63) }},
	{Name: "strndup", Params: []Kind{Ptr, Size}, Result: []Kind{Ptr}, Doc: "a copy of at most n bytes of a string, and a zero byte, in new memory, null where the limit does not allow it",
		Call: func(e Env, a []Value) ([]Value, Status) { return duplicate(e, a[0].Ptr, a[1].size()) }},
	{Name: "strstr", Params: []Kind{Ptr, Ptr}, Result: []Kind{Ptr}, Doc: "finds a string in a string, null if it is not there",
		Call: strstr},
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

// at is the pointer n bytes further.
func at(p memory.Pointer, n int) memory.Pointer {
	p.Addr += uint64(n)
	return p
}

// strncpy writes n bytes whatever the string is, so those must not overlap the part that is read. Live allocations
// lie apart, which makes their addresses enough.
func strncpy(e Env, a []Value) ([]Value, Status) {
	dst, n := a[0].Ptr, a[2].size()
	s, ok := cstring(e, a[1].Ptr, n, false)
	if !ok {
		return give(e, PtrValue(dst))
	}
	k := uint64(len(s))
	if from := a[1].Ptr.Addr; n > k && dst.Addr <= from+k && from < dst.Addr+n {
		e.Contract("strncpy: the %d bytes that are written overlap the string of %d bytes that is read", n, k)
		return give(e, PtrValue(dst))
	}
	if !e.Copy(dst, a[1].Ptr, k, false) || !e.Fill(at(dst, len(s)), 0, n-k) {
		return give(e, PtrValue(dst))
	}
	return one(PtrValue(dst))
}

// strncat reads no byte of the second string beyond n.
func strncat(e Env, a []Value) ([]Value, Status) {
	dst := a[0].Ptr
	d, ok1 := cstring(e, dst, 1<<63, false)
	if !ok1 {
		return give(e, PtrValue(dst))
	}
	s, ok2 := cstring(e, a[1].Ptr, a[2].size(), false)
	// The zero byte that is looked for in the second string may be the one that the result replaces.
	if k, from, to := uint64(len(s)), a[1].Ptr.Addr, dst.Addr+uint64(len(d)); ok2 && k > 0 && from < to+k+1 && to < from+min(k+1, a[2].size()) {
		e.Contract("strncat: the result overlaps the string that is appended (C11 7.24.3.2p2)")
		return give(e, PtrValue(dst))
	}
	if !ok2 || !e.Copy(at(dst, len(d)), a[1].Ptr, uint64(len(s)), false) || !e.Fill(at(dst, len(d)+len(s)), 0, 1) {
		return give(e, PtrValue(dst))
	}
	return one(PtrValue(dst))
}

// duplicate copies at most n bytes of a string, with their states.
func duplicate(e Env, from memory.Pointer, n uint64) ([]Value, Status) {
	s, ok := cstring(e, from, n, false)
	if !ok {
		return give(e, PtrValue(memory.Pointer{}))
	}
	p, ok := e.Alloc(uint64(len(s))+1, MallocAlign)
	if !ok || !e.Copy(p, from, uint64(len(s)), false) || !e.Fill(at(p, len(s)), 0, 1) {
		return give(e, PtrValue(memory.Pointer{}))
	}
	return one(PtrValue(p))
}

func strrchr(e Env, a []Value) ([]Value, Status) {
	s, ok := cstring(e, a[0].Ptr, 1<<63, false)
	if !ok {
		return give(e, PtrValue(memory.Pointer{}))
	}
	if n := bytes.LastIndexByte(append(s, 0), lowByte(a[1])); n >= 0 {
		return one(PtrValue(at(a[0].Ptr, n)))
	}
	return one(PtrValue(memory.Pointer{}))
}

// span counts the bytes of the first string up to one that is not as wanted in the second. Both are strings, so all
// of them may be read.
func span(e Env, a []Value, in bool) ([]Value, Status) {
	s, ok1 := cstring(e, a[0].Ptr, 1<<63, false)
	if !ok1 {
		return give(e, SizeValue(0))
	}
	set, ok2 := cstring(e, a[1].Ptr, 1<<63, false)
	if !ok2 {
		return give(e, SizeValue(0))
	}
	n := 0
	for n < len(s) && (bytes.IndexByte(set, s[n]) >= 0) == in {
		n++
	}
	return one(SizeValue(uint64(n)))
}

func strstr(e Env, a []Value) ([]Value, Status) {
	s, ok1 := cstring(e, a[0].Ptr, 1<<63, false)
	if !ok1 {
		return give(e, PtrValue(memory.Pointer{}))
	}
	want, ok2 := cstring(e, a[1].Ptr, 1<<63, false)
	if !ok2 {
		return give(e, PtrValue(memory.Pointer{}))
	}
	if n := bytes.Index(s, want); n >= 0 {
		return one(PtrValue(at(a[0].Ptr, n)))
	}
	return one(PtrValue(memory.Pointer{}))
}
