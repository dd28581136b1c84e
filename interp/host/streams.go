package host

import (
	"bytes"
	"fmt"
	"math/bits"

	"github.com/tuffy-ir/tuffy/memory"
)

// A stream is an opaque pointer: the address 1 is stdout, 2 is stderr, the numbers of their descriptors, and 3 is stdin,
// whose own would be the null pointer. No program can have made memory there, and a front end gives its FILE *stdout, *stderr
// and *stdin these values. Like write, all output goes to the one output of the run, in order, so there is nothing to flush.
// There are no others: fopen fails.
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
	{Name: "fprintf", Params: []Kind{Ptr, Ptr}, Variadic: true, Result: []Kind{Int}, Observable: true, Doc: "writes formatted text to a stream: conversions as of printf",
		Call: printStream("fprintf")},
	{Name: "fopen", Params: []Kind{Ptr, Ptr}, Result: []Kind{Ptr}, Doc: "gives null, as where a file cannot be opened: a program reaches no files",
		Call: func(e Env, a []Value) ([]Value, Status) {
			for _, p := range []memory.Pointer{a[0].Ptr, a[1].Ptr} {
				if _, ok := cstring(e, p, 1<<63, true); !ok {
					break
				}
			}
			return give(e, PtrValue(memory.Pointer{}))
		}},
	{Name: "fclose", Params: []Kind{Ptr}, Result: []Kind{Int}, Observable: true, Doc: "gives 0 for a stream; that it is used after that is not found out",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if a[0].Ptr.Addr != stdin && !stream(e, "fclose", a[0].Ptr) {
				return give(e, IntValue(-1))
			}
			return one(IntValue(0))
		}},
	{Name: "fgetc", Params: []Kind{Ptr}, Result: []Kind{Int}, Observable: true, Doc: "reads a byte of stdin, -1 at the end of input", Call: getByte("fgetc")},
	{Name: "getc", Params: []Kind{Ptr}, Result: []Kind{Int}, Observable: true, Doc: "reads a byte of stdin, -1 at the end of input", Call: getByte("getc")},
	{Name: "fgets", Params: []Kind{Ptr, Int, Ptr}, Result: []Kind{Ptr}, Observable: true, Doc: "reads a line of stdin with its newline, at most n-1 bytes, and a zero byte behind it; null at the end of input",
		Call: fgets},
	{Name: "fread", Params: []Kind{Ptr, Size, Size, Ptr}, Result: []Kind{Size}, Observable: true, Doc: "reads elements of a size from stdin; gives how many it got whole",
		Call: fread},
	{Name: "fwrite", Params: []Kind{Ptr, Size, Size, Ptr}, Result: []Kind{Size}, Observable: true, Doc: "writes elements of a size to a stream; gives their number",
		Call: fwrite},
	{Name: "perror", Params: []Kind{Ptr}, Observable: true, Doc: "writes a string and a colon, unless it is null or empty, and Success to stderr: there is no errno",
		Call: func(e Env, a []Value) ([]Value, Status) {
			var text []byte
			if !isNull(a[0].Ptr) {
				var ok bool
				if text, ok = cstring(e, a[0].Ptr, 1<<63, true); !ok {
					return give(e)
				}
			}
			if len(text) > 0 {
				text = append(text, ": "...)
			}
			e.Output(append(text, "Success\n"...))
			return none()
		}},
	{Name: "fflush", Params: []Kind{Ptr}, Result: []Kind{Int}, Doc: "does nothing for a stream, or for null: nothing is buffered",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if !isNull(a[0].Ptr) && !stream(e, "fflush", a[0].Ptr) {
				return give(e, IntValue(-1))
			}
			return one(IntValue(0))
		}},
}

// printStream is fprintf under a name.
func printStream(name string) call {
	return func(e Env, a []Value) ([]Value, Status) {
		if !stream(e, name, a[0].Ptr) {
			return give(e, IntValue(-1))
		}
		text, ok := formatted(e, name, a[1].Ptr, a[2:])
		if !ok {
			return give(e, IntValue(-1))
		}
		e.Output(text)
		return one(IntValue(int64(len(text))))
	}
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

// stdin is the address of the stream that is read.
const stdin = 3

// reading reports a pointer that is no stream for input.
func reading(e Env, name string, p memory.Pointer) bool {
	if p.Addr == stdin {
		return true
	}
	e.Contract("%s: 0x%x is no stream to read: stdin is the pointer with the address %d", name, p.Addr, stdin)
	return false
}

func getByte(name string) func(Env, []Value) ([]Value, Status) {
	return func(e Env, a []Value) ([]Value, Status) {
		if !reading(e, name, a[0].Ptr) {
			return give(e, IntValue(-1))
		}
		return one(IntValue(int64(readByte(e))))
	}
}

// readByte is the next byte of stdin, -1 at its end.
func readByte(e Env) int {
	c := peekByte(e)
	ahead := e.Ahead()
	if ahead[0] == 0 {
		ahead[1] = 0
	}
	ahead[0] = 0
	return c
}

// peekByte is the next byte of stdin, which stays there.
func peekByte(e Env) int {
	ahead := e.Ahead()
	for n := range ahead {
		if ahead[n] != 0 {
			return int(ahead[n]) - 256
		}
	}
	b := e.Input(1)
	if len(b) == 0 {
		return -1
	}
	ahead[1] = uint16(b[0]) + 256
	return int(b[0])
}

// fgets writes nothing at the end of input (C11 7.21.7.2 p3). A size below 1 is left open by C: it gives null.
func fgets(e Env, a []Value) ([]Value, Status) {
	n := a[1].signed(32)
	if !reading(e, "fgets", a[2].Ptr) {
		return give(e, PtrValue(memory.Pointer{}))
	}
	if n < 1 {
		e.Contract("fgets: a size of %d has no place for the zero byte", n)
		return give(e, PtrValue(memory.Pointer{}))
	}
	var line []byte
	for int64(len(line)) < n-1 && !bytes.HasSuffix(line, []byte{'\n'}) {
		c := readByte(e)
		if c < 0 {
			break
		}
		line = append(line, byte(c))
	}
	if len(line) == 0 && n > 1 || !e.Write(a[0].Ptr, append(line, 0)) {
		return give(e, PtrValue(memory.Pointer{}))
	}
	return one(PtrValue(a[0].Ptr))
}

// fread of nothing gives 0 (C11 7.21.8.1 p3). A part of an element is written, too.
func fread(e Env, a []Value) ([]Value, Status) {
	if !reading(e, "fread", a[3].Ptr) {
		return give(e, SizeValue(0))
	}
	hi, n := bits.Mul64(a[1].size(), a[2].size())
	if hi != 0 {
		e.Contract("fread: %s elements of %s bytes are more than any object has", a[2].Int, a[1].Int)
		return give(e, SizeValue(0))
	}
	var b []byte
	for uint64(len(b)) < n && *e.Ahead() != [2]uint16{} {
		b = append(b, byte(readByte(e)))
	}
	b = append(b, e.Input(n-uint64(len(b)))...)
	if n == 0 || !e.Write(a[0].Ptr, b) {
		return give(e, SizeValue(0))
	}
	return one(SizeValue(uint64(len(b)) / a[1].size()))
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
