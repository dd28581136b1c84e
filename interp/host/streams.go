package host

import (
	"fmt"
	"math/bits"

	"github.com/tuffy-ir/tuffy/memory"
)

// A stream is an opaque pointer: the address 1 is stdout, 2 is stderr, the numbers of their descriptors. No program
// can have made memory there, and a front end gives its FILE *stdout and *stderr these values. Like write, all go to the one
// output of the run, in order, so there is nothing to flush.
var streamFunctions = []Function{
	{Name: "fputc", Params: []Kind{Byte, Ptr}, Result: []Kind{Int}, Observable: true, Doc: "writes a byte to a stream", Call: putByte("fputc")},
	{Name: "putc", Params: []Kind{Byte, Ptr}, Result: []Kind{Int}, Observable: true, Doc: "writes a byte to a stream", Call: putByte("putc")},
	{Name: "fputs", Params: []Kind{Ptr, Ptr}, Result: []Kind{Int}, Observable: true, Doc: "writes a string to a stream",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if !stream(e, "fputs", a[1].Ptr) {
				return give(e, IntValue(-1))
			}
			s, ok := cstring(e, a[0].Ptr, 1<<63, true)
			if !ok {
				return give(e, IntValue(-1))
			}
			e.Output(s)
			return one(IntValue(1))
		}},
	{Name: "fwrite", Params: []Kind{Ptr, Size, Size, Ptr}, Result: []Kind{Size}, Observable: true, Doc: "writes elements of a size to a stream; gives their number",
		Call: fwrite},
	{Name: "fflush", Params: []Kind{Ptr}, Result: []Kind{Int}, Doc: "does nothing for a stream, or for null: nothing is buffered",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if !isNull(a[0].Ptr) && !stream(e, "fflush", a[0].Ptr) {
				return give(e, IntValue(-1))
			}
			return one(IntValue(0))
		}},
}

// stream reports a pointer that is no stream for output.
func stream(e Env, name string, p memory.Pointer) bool {
	if p.Addr == 1 || p.Addr == 2 {
		return true
	}
	what := "the null pointer"
	if p.Addr != 0 {
		what = fmt.Sprintf("0x%x", p.Addr)
	}
	e.Contract("%s: %s is no stream: stdout is the pointer with the address 1, stderr that with 2", name, what)
	return false
}

func putByte(name string) func(Env, []Value) ([]Value, Status) {
	return func(e Env, a []Value) ([]Value, Status) {
		if !stream(e, name, a[1].Ptr) {
			return give(e, IntValue(-1))
		}
		b := lowByte(a[0])
		e.Output([]byte{b})
		return one(IntValue(int64(b)))
	}
}

// fwrite of nothing gives 0 whatever the other number is (C11 7.21.8.2 p3).
func fwrite(e Env, a []Value) ([]Value, Status) {
	if !stream(e, "fwrite", a[3].Ptr) {
		return give(e, SizeValue(0))
	}
	hi, n := bits.Mul64(a[1].size(), a[2].size())
	if hi != 0 {
		e.Contract("fwrite: %s elements of %s bytes are more than any object has", a[2].Int, a[1].Int)
		return give(e, SizeValue(0))
	}
	b, ok := e.Read(a[0].Ptr, n, true)
	if !ok || n == 0 {
		return give(e, SizeValue(0))
	}
	e.Output(b)
	return one(a[2])
}
