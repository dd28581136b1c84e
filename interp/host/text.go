package host

import (
	"bytes"

	"github.com/tuffy-ir/tuffy/memory"
)

// Strings as POSIX and GNU have them besides C, and tokens.
var textFunctions = []Function{
	{Name: "strtok", Params: []Kind{Ptr, Ptr}, Result: []Kind{Ptr}, Doc: "the next part of a string between bytes of the second, which it ends with a zero byte; null goes on in the string of the call before",
		Call: func(e Env, a []Value) ([]Value, Status) {
			st := e.State()
			p := a[0].Ptr
			if at, ok := static(e, "strtok", 1); !ok || !e.Write(at, []byte{0}) { // what two threads use at once
				return give(e, PtrValue(memory.Pointer{}))
			}
			if isNull(p) {
				if p = st.tokens; isNull(p) && !st.tokened {
					e.Contract("strtok: null goes on in a string, and no call gave one before")
					return give(e, PtrValue(memory.Pointer{}))
				}
			}
			st.tokened = true
			token, rest, ok := nextToken(e, p, a[1].Ptr, true)
			if !ok {
				return give(e, PtrValue(memory.Pointer{}))
			}
			st.tokens = rest
			return one(PtrValue(token))
		}},
	{Name: "strtok_r", Params: []Kind{Ptr, Ptr, Ptr}, Result: []Kind{Ptr}, Doc: "strtok that goes on where the third argument points to", Call: strtokR},
	{Name: "strsep", Params: []Kind{Ptr, Ptr}, Result: []Kind{Ptr}, Doc: "the part of a string, of which the first argument points to a pointer, up to a byte of the second; parts may be empty. The pointer is moved behind it, or to null",
		Call: func(e Env, a []Value) ([]Value, Status) {
			null := PtrValue(memory.Pointer{})
			p, ok := e.ReadPointer(a[0].Ptr)
			if !ok {
				return give(e, null)
			}
			token, rest, ok := nextToken(e, p, a[1].Ptr, false)
			if !ok || !isNull(p) && !e.WritePointer(a[0].Ptr, rest) {
				return give(e, null)
			}
			return one(PtrValue(token))
		}},
	{Name: "strcoll", Params: []Kind{Ptr, Ptr}, Result: []Kind{Int}, Doc: "strcmp, which it is in the locale C",
		Call: func(e Env, a []Value) ([]Value, Status) { return compareStrings(e, a[0].Ptr, a[1].Ptr, 1<<63) }},
	{Name: "strxfrm", Params: []Kind{Ptr, Ptr, Size}, Result: []Kind{Size}, Doc: "copies a string with its zero byte if it fits n bytes; gives its length", Call: strxfrm},
	{Name: "strcasecmp", Params: []Kind{Ptr, Ptr}, Result: []Kind{Int}, Doc: "strcmp of lower-case letters",
		Call: func(e Env, a []Value) ([]Value, Status) { return compareFolded(e, a[0].Ptr, a[1].Ptr, 1<<63) }},
	{Name: "strncasecmp", Params: []Kind{Ptr, Ptr, Size}, Result: []Kind{Int}, Doc: "strncmp of lower-case letters",
		Call: func(e Env, a []Value) ([]Value, Status) { return compareFolded(e, a[0].Ptr, a[1].Ptr, a[2].size()) }},
	{Name: "strcasestr", Params: []Kind{Ptr, Ptr}, Result: []Kind{Ptr}, Doc: "finds a string in a string, whatever the case of their letters",
		Call: func(e Env, a []Value) ([]Value, Status) {
			return inside(e, a[0].Ptr, a[1].Ptr, func(s, what []byte) int { return bytes.Index(bytes.ToLower(s), bytes.ToLower(what)) })
		}},
	{Name: "stpncpy", Params: []Kind{Ptr, Ptr, Size}, Result: []Kind{Ptr}, Doc: "strncpy that gives where the first zero byte went, or the end",
		Call: func(e Env, a []Value) ([]Value, Status) {
			s, ok := cstring(e, a[1].Ptr, a[2].size(), false)
			if !ok {
				return give(e, a[0])
			}
			if _, status := strncpy(e, a); status == Ended {
				return nil, Ended
			}
			return one(PtrValue(at(a[0].Ptr, len(s))))
		}},
	{Name: "strchrnul", Params: []Kind{Ptr, Byte}, Result: []Kind{Ptr}, Doc: "strchr that gives the zero byte where there is no other",
		Call: func(e Env, a []Value) ([]Value, Status) {
			for p := a[0].Ptr; ; p.Addr++ {
				b, ok := e.Read(p, 1, false)
				if !ok {
					return give(e, a[0])
				}
				if b[0] == 0 || b[0] == lowByte(a[1]) {
					return one(PtrValue(p))
				}
			}
		}},
	{Name: "index", Params: []Kind{Ptr, Byte}, Result: []Kind{Ptr}, Doc: "strchr", Call: strchr},
	{Name: "rindex", Params: []Kind{Ptr, Byte}, Result: []Kind{Ptr}, Doc: "strrchr", Call: strrchr},
	{Name: "mempcpy", Params: []Kind{Ptr, Ptr, Size}, Result: []Kind{Ptr}, Doc: "memcpy that gives where it would go on",
		Call: func(e Env, a []Value) ([]Value, Status) {
			end := a[0].Ptr
			end.Addr += a[2].size()
			if !e.Copy(a[0].Ptr, a[1].Ptr, a[2].size(), false) {
				return give(e, PtrValue(end))
			}
			return one(PtrValue(end))
		}},
	{Name: "memrchr", Params: []Kind{Ptr, Byte, Size}, Result: []Kind{Ptr}, Doc: "finds the last such byte of n, null if it is not there",
		Call: func(e Env, a []Value) ([]Value, Status) {
			b, ok := e.Read(a[0].Ptr, a[2].size(), false)
			if !ok {
				return give(e, PtrValue(memory.Pointer{}))
			}
			if n := bytes.LastIndexByte(b, lowByte(a[1])); n >= 0 {
				return one(PtrValue(at(a[0].Ptr, n)))
			}
			return one(PtrValue(memory.Pointer{}))
		}},
	{Name: "memmem", Params: []Kind{Ptr, Size, Ptr, Size}, Result: []Kind{Ptr}, Doc: "finds bytes in bytes, null if they are not there",
		Call: func(e Env, a []Value) ([]Value, Status) {
			b, ok := e.Read(a[0].Ptr, a[1].size(), false)
			if !ok {
				return give(e, PtrValue(memory.Pointer{}))
			}
			what, ok := e.Read(a[2].Ptr, a[3].size(), false)
			if !ok {
				return give(e, PtrValue(memory.Pointer{}))
			}
			if n := bytes.Index(b, what); n >= 0 {
				return one(PtrValue(at(a[0].Ptr, n)))
			}
			return one(PtrValue(memory.Pointer{}))
		}},
	{Name: "strlcpy", Params: []Kind{Ptr, Ptr, Size}, Result: []Kind{Size}, Doc: "copies as much of a string as fits n bytes with a zero byte; gives its length; overlap is undefined",
		Call: func(e Env, a []Value) ([]Value, Status) { return copyBounded(e, a[0].Ptr, 0, a[1].Ptr, a[2].size()) }},
	{Name: "strlcat", Params: []Kind{Ptr, Ptr, Size}, Result: []Kind{Size}, Doc: "appends as much of a string as fits n bytes in all with a zero byte; gives the length that it tried to make; overlap is undefined",
		Call: func(e Env, a []Value) ([]Value, Status) {
			d, ok := cstring(e, a[0].Ptr, a[2].size(), false)
			if !ok {
				return give(e, SizeValue(0))
			}
			return copyBounded(e, a[0].Ptr, uint64(len(d)), a[1].Ptr, a[2].size())
		}},
	{Name: "isascii", Params: []Kind{Int}, Result: []Kind{Int}, Doc: "1 of 0 to 127, else 0; of any int",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if c := a[0].signed(32); c >= 0 && c < 128 {
				return one(IntValue(1))
			}
			return one(IntValue(0))
		}},
	{Name: "toascii", Params: []Kind{Int}, Result: []Kind{Int}, Doc: "the low 7 bits of an int",
		Call: func(e Env, a []Value) ([]Value, Status) { return one(IntValue(a[0].signed(32) & 127)) }},
}

// nextToken ends the part of a string that begins at p with a zero byte. Without skip it may be empty. rest is null at the end
// of the string.
func nextToken(e Env, p, set memory.Pointer, skip bool) (token, rest memory.Pointer, ok bool) {
	if isNull(p) {
		return p, p, true
	}
	delims, ok := cstring(e, set, 1<<63, false)
	if !ok {
		return token, rest, false
	}
	for begun := !skip; ; p.Addr++ {
		if begun && token == (memory.Pointer{}) {
			token = p
		}
		b, ok := e.Read(p, 1, false)
		if !ok {
			return token, rest, false
		}
		delim := bytes.IndexByte(delims, b[0]) >= 0
		switch {
		case b[0] == 0:
			return token, memory.Pointer{}, true
		case delim && begun:
			return token, at(p, 1), e.Write(p, []byte{0})
		case !delim && !begun:
			begun, token = true, p
		}
	}
}

// strtokR has the contract of POSIX: where it goes on is read only where the string is null.
func strtokR(e Env, a []Value) ([]Value, Status) {
	null := PtrValue(memory.Pointer{})
	p := a[0].Ptr
	if isNull(p) {
		var ok bool
		if p, ok = e.ReadPointer(a[2].Ptr); !ok {
			return give(e, null)
		}
	}
	token, rest, ok := nextToken(e, p, a[1].Ptr, true)
	if !ok || !e.WritePointer(a[2].Ptr, rest) {
		return give(e, null)
	}
	return one(PtrValue(token))
}

func strxfrm(e Env, a []Value) ([]Value, Status) {
	s, ok := cstring(e, a[1].Ptr, 1<<63, false)
	if !ok || uint64(len(s)) < a[2].size() && !e.Copy(a[0].Ptr, a[1].Ptr, uint64(len(s))+1, false) {
		return give(e, SizeValue(uint64(len(s))))
	}
	// What does not fit leaves the array indeterminate (C11 7.24.4.5p3).
	if n := a[2].size(); uint64(len(s)) >= n && n > 0 {
		e.Forget(a[0].Ptr, n)
	}
	return give(e, SizeValue(uint64(len(s))))
}

// compareFolded gives the difference of the first bytes that differ, as glibc does; C promises nothing of it but its sign.
func compareFolded(e Env, p, q memory.Pointer, limit uint64) ([]Value, Status) {
	for n := uint64(0); n < limit; n++ {
		x, ok1 := e.Read(p, 1, false)
		if !ok1 {
			return give(e, IntValue(0))
		}
		y, ok2 := e.Read(q, 1, false)
		if !ok2 {
			return give(e, IntValue(0))
		}
		if lower(x[0]) != lower(y[0]) {
			return one(IntValue(order(lower(x[0]), lower(y[0]))))
		}
		if x[0] == 0 {
			break
		}
		p.Addr++
		q.Addr++
	}
	return one(IntValue(0))
}

// lower is the lower-case letter of a byte.
func lower(b byte) byte {
	if isUpper(int64(b)) {
		return b + 'a' - 'A'
	}
	return b
}

// inside finds a string in another.
func inside(e Env, p, q memory.Pointer, find func(s, what []byte) int) ([]Value, Status) {
	s, ok := cstring(e, p, 1<<63, false)
	if !ok {
		return give(e, PtrValue(memory.Pointer{}))
	}
	what, ok := cstring(e, q, 1<<63, false)
	if !ok {
		return give(e, PtrValue(memory.Pointer{}))
	}
	if n := find(s, what); n >= 0 {
		return one(PtrValue(at(p, n)))
	}
	return one(PtrValue(memory.Pointer{}))
}

// copyBounded copies a string behind the first bytes of a buffer of n.
func copyBounded(e Env, dst memory.Pointer, have uint64, src memory.Pointer, n uint64) ([]Value, Status) {
	s, ok := cstring(e, src, 1<<63, false)
	if !ok {
		return give(e, SizeValue(0))
	}
	all := SizeValue(have + uint64(len(s)))
	if have < n {
		k := min(uint64(len(s)), n-have-1)
		if !e.Copy(at(dst, int(have)), src, k, false) || !e.Write(at(dst, int(have+k)), []byte{0}) {
			return give(e, all)
		}
	}
	return one(all)
}
