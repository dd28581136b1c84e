package host

import (
	"math/bits"

	"github.com/tuffy-ir/tuffy/memory"
)

// MallocAlign is the alignment of malloc: max_align_t on x86-64.
const MallocAlign = 16

// Contracts are those of C11 7.22.3 and 7.24; where C leaves a result to the implementation, glibc's is taken.
var memoryFunctions = []Function{
	{Name: "malloc", Params: []Kind{Size}, Result: []Kind{Ptr}, Doc: "allocates uninitialised memory; null where the limit does not allow it",
		Call: func(e Env, a []Value) ([]Value, Status) { return allocate(e, a[0].size(), MallocAlign) }},
	{Name: "calloc", Params: []Kind{Size, Size}, Result: []Kind{Ptr}, Doc: "allocates zeroed memory",
		Call: calloc},
	{Name: "aligned_alloc", Params: []Kind{Size, Size}, Result: []Kind{Ptr}, Doc: "allocates with an alignment, a power of two",
		Call: alignedAlloc},
	{Name: "posix_memalign", Params: []Kind{Ptr, Size, Size}, Result: []Kind{Int}, Doc: "allocates with an alignment and writes the pointer; 22 (EINVAL) for an alignment that is no power of two from 8 on, 12 (ENOMEM) where the limit does not allow it",
		Call: posixMemalign},
	{Name: "memccpy", Params: []Kind{Ptr, Ptr, Byte, Size}, Result: []Kind{Ptr}, Doc: "copies bytes up to the first that is the third argument, at most n, and gives where it would go on, null if there was none; overlap is undefined",
		Call: memccpy},
	{Name: "realloc", Params: []Kind{Ptr, Size}, Result: []Kind{Ptr}, Doc: "moves an allocation to a new size",
		Call: realloc},
	// A wrong pointer is reported by Env.Free as such: double free, dead slot, or no start of a heap
	// allocation.
	{Name: "free", Params: []Kind{Ptr}, Doc: "ends a heap allocation; null is ignored",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if !isNull(a[0].Ptr) && !e.Free(a[0].Ptr) {
				return give(e)
			}
			return none()
		}},
	{Name: "memcpy", Params: []Kind{Ptr, Ptr, Size}, Result: []Kind{Ptr}, Doc: "copies bytes that do not overlap, states included",
		Call: func(e Env, a []Value) ([]Value, Status) { return copyBytes(e, a, false) }},
	{Name: "memmove", Params: []Kind{Ptr, Ptr, Size}, Result: []Kind{Ptr}, Doc: "copies bytes that may overlap, states included",
		Call: func(e Env, a []Value) ([]Value, Status) { return copyBytes(e, a, true) }},
	{Name: "memset", Params: []Kind{Ptr, Byte, Size}, Result: []Kind{Ptr}, Doc: "fills with the low byte of the second argument",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if !e.Fill(a[0].Ptr, lowByte(a[1]), a[2].size()) {
				return give(e, PtrValue(a[0].Ptr))
			}
			return one(PtrValue(a[0].Ptr))
		}},
	{Name: "memcmp", Params: []Kind{Ptr, Ptr, Size}, Result: []Kind{Int}, Doc: "compares bytes: -1, 0 or 1",
		Call: memcmp},
	{Name: "bcmp", Params: []Kind{Ptr, Ptr, Size}, Result: []Kind{Int}, Doc: "compares bytes as memcmp does",
		Call: memcmp},
	{Name: "bzero", Params: []Kind{Ptr, Size}, Doc: "fills with zeros",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if !e.Fill(a[0].Ptr, 0, a[1].size()) {
				return give(e)
			}
			return none()
		}},
	{Name: "memchr", Params: []Kind{Ptr, Byte, Size}, Result: []Kind{Ptr}, Doc: "finds a byte, null if it is not there",
		Call: memchr},
}

// A pointer with provenance whose address happens to be 0 is no null pointer to these functions: it is checked.
func isNull(p memory.Pointer) bool { return p.Addr == 0 && p.Kind != memory.ProvAlloc }

// lowByte is the argument converted to unsigned char, of any integer (C11 7.24.6.1).
// A negative int is reduced as C converts it, modulo 256.
func lowByte(v Value) byte { return byte(v.Int.Low64()) }

// allocate answers with null where the memory limit refuses: a program that handles that continues.
func allocate(e Env, size, align uint64) ([]Value, Status) {
	p, ok := e.Alloc(size, align)
	if !ok {
		return noMemory(e)
	}
	return one(PtrValue(p))
}

// noMemory is the answer where there is no memory: null, and errno, as POSIX has it.
func noMemory(e Env) ([]Value, Status) { return fail(e, errNoMemory, PtrValue(memory.Pointer{})) }

// calloc answers a product that overflows with null, as C11 7.22.3.2 is read since DR 460.
// Fill of fresh memory fails only where the memory limit does.
func calloc(e Env, a []Value) ([]Value, Status) {
	hi, n := bits.Mul64(a[0].size(), a[1].size())
	if hi != 0 {
		return noMemory(e)
	}
	p, ok := e.Alloc(n, MallocAlign)
	if !ok || !e.Fill(p, 0, n) {
		return noMemory(e)
	}
	return one(PtrValue(p))
}

// alignedAlloc takes sizes that are no multiple of the alignment, as C17 does.
func alignedAlloc(e Env, a []Value) ([]Value, Status) {
	if n := a[0].size(); bits.OnesCount64(n) != 1 || n > 1<<30 {
		e.Contract("aligned_alloc: alignment %d is no power of two up to 2^30", n)
		return give(e, PtrValue(memory.Pointer{}))
	}
	return allocate(e, a[1].size(), a[0].size())
}

// posixMemalign leaves the pointer alone where it fails (POSIX, posix_memalign).
func posixMemalign(e Env, a []Value) ([]Value, Status) {
	if n := a[1].size(); bits.OnesCount64(n) != 1 || n < 8 || n > 1<<30 {
		return one(IntValue(22))
	}
	p, ok := e.Alloc(a[2].size(), a[1].size())
	if !ok {
		return give(e, IntValue(12))
	}
	if !e.WritePointer(a[0].Ptr, p) {
		return give(e, IntValue(0))
	}
	return one(IntValue(0))
}

// memccpy reads and writes no byte behind the one that it stops at.
func memccpy(e Env, a []Value) ([]Value, Status) {
	want, n, k := lowByte(a[2]), a[3].size(), uint64(0)
	found := false
	for ; k < n && !found; k++ {
		b, ok := e.Read(at(a[1].Ptr, int(k)), 1, false)
		if !ok {
			return give(e, PtrValue(memory.Pointer{}))
		}
		found = b[0] == want
	}
	if !e.Copy(a[0].Ptr, a[1].Ptr, k, false) || !found {
		return give(e, PtrValue(memory.Pointer{}))
	}
	return one(PtrValue(at(a[0].Ptr, int(k))))
}

// realloc always moves: a program that keeps the old pointer is then wrong in every run.
// Bytes move with their states.
// If there is no room the old block stays as it was (C11 7.22.3.5).
// A size of 0 is a size like others here: it gives an allocation of no bytes.
func realloc(e Env, a []Value) ([]Value, Status) {
	old, size := a[0].Ptr, a[1].size()
	if isNull(old) {
		return allocate(e, size, MallocAlign)
	}
	// Before the new block is made: after a wrong pointer nothing has changed.
	had, ok := e.Heap(old, "realloc")
	if !ok {
		return give(e, PtrValue(memory.Pointer{}))
	}
	p, ok := e.Alloc(size, MallocAlign)
	if !ok {
		return noMemory(e) // the old block stays
	}
	if !e.Copy(p, old, min(had, size), true) || !e.Free(old) {
		return give(e, PtrValue(p))
	}
	return one(PtrValue(p))
}

// copyBytes answers with the destination, also where nothing was copied.
// Which of the two pointers is wrong is told by Env.Copy; zero bytes ask nothing of either.
func copyBytes(e Env, a []Value, overlap bool) ([]Value, Status) {
	if !e.Copy(a[0].Ptr, a[1].Ptr, a[2].size(), overlap) {
		return give(e, PtrValue(a[0].Ptr))
	}
	return one(PtrValue(a[0].Ptr))
}

// memcmp reads all n bytes of both first: C may read beyond the difference (C11 7.24.4.1), so all must be readable.
// The result is -1, 0 or 1, where C promises the sign only.
func memcmp(e Env, a []Value) ([]Value, Status) {
	n := a[2].size()
	x, ok1 := e.Read(a[0].Ptr, n, false)
	if !ok1 {
		return give(e, IntValue(0))
	}
	y, ok2 := e.Read(a[1].Ptr, n, false)
	if !ok2 {
		return give(e, IntValue(0))
	}
	for i := range x {
		if x[i] != y[i] {
			return one(IntValue(order(x[i], y[i])))
		}
	}
	return one(IntValue(0))
}

// order is the sign of the difference of unsigned bytes.
func order(x, y byte) int64 {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// memchr reads no further than the byte it finds (C11 7.24.5.1).
// A length beyond the allocation is right as long as the byte is found inside of it.
func memchr(e Env, a []Value) ([]Value, Status) {
	want, n := lowByte(a[1]), a[2].size()
	p := a[0].Ptr
	for i := uint64(0); i < n; i++ {
		b, ok := e.Read(p, 1, false)
		if !ok {
			return give(e, PtrValue(memory.Pointer{}))
		}
		if b[0] == want {
			return one(PtrValue(p))
		}
		p.Addr++
	}
	return one(PtrValue(memory.Pointer{}))
}
