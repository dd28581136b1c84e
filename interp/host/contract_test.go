package host

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

func null() Value { return PtrValue(memory.Pointer{}) }

// TestTable: the functions are sorted, each is complete, and Lookup finds exactly them.
func TestTable(t *testing.T) {
	for i, f := range Functions {
		if i > 0 && Functions[i-1].Name >= f.Name {
			t.Errorf("%s is out of order or twice", f.Name)
		}
		if f.Doc == "" || (f.Call == nil) != f.InIR || len(f.Result) > 2 {
			t.Errorf("the row of %s is not complete", f.Name)
		}
		if g, ok := Lookup(f.Name); !ok || g != &Functions[i] {
			t.Errorf("Lookup(%q) finds another row", f.Name)
		}
		for _, not := range []string{f.Name + "_", f.Name[1:] + "~", strings.ToUpper(f.Name)} {
			if _, ok := Lookup(not); ok {
				t.Errorf("Lookup(%q) finds something", not)
			}
		}
	}
	const required = `malloc calloc realloc free aligned_alloc memcpy memmove memset memcmp memchr
		strlen strcmp strncmp strcpy strchr write putchar puts printf snprintf getchar read
		exit _exit abort assert __assert_fail rand srand thread_spawn thread_join thread_yield thread_id`
	for _, name := range strings.Fields(required) {
		if _, ok := Lookup(name); !ok {
			t.Errorf("no %s", name)
		}
	}
}

// contractRow is a call against the rules: what it reports, exactly once.
type contractRow struct {
	name string // of the function
	args func(e *fakeEnv) []Value
	want string // prefix of the report

	format string // of printf, for messages
}

// heap makes n written heap bytes.
func (e *fakeEnv) heap(n int) memory.Pointer { return e.buffer(memory.Heap, make([]memory.Byte, n)) }

func freed(e *fakeEnv) memory.Pointer {
	p := e.heap(8)
	e.Free(p)
	return p
}

func plus(p memory.Pointer, n uint64) memory.Pointer {
	p.Addr += n
	return p
}

var memoryContracts = []contractRow{
	{name: "free", args: func(e *fakeEnv) []Value { return []Value{PtrValue(freed(e))} }, want: "free: double free"},
	{name: "free", args: func(e *fakeEnv) []Value { return []Value{PtrValue(plus(e.heap(8), 1))} }, want: "free: invalid free"},
	{name: "free", args: func(e *fakeEnv) []Value { return []Value{PtrValue(e.buffer(memory.Stack, nil))} }, want: "free: invalid free"},
	{name: "free", args: func(e *fakeEnv) []Value { return []Value{PtrValue(e.text("x"))} }, want: "free: invalid free"},
	{name: "free", args: func(e *fakeEnv) []Value { return []Value{PtrValue(memory.Pointer{Addr: 64})} }, want: "free: "},
	{name: "realloc", args: func(e *fakeEnv) []Value { return []Value{PtrValue(freed(e)), SizeValue(4)} }, want: "realloc: double free"},
	{name: "realloc", args: func(e *fakeEnv) []Value { return []Value{PtrValue(plus(e.heap(8), 4)), SizeValue(4)} }, want: "realloc: invalid free"},
	{name: "realloc", args: func(e *fakeEnv) []Value { return []Value{PtrValue(e.text("x")), SizeValue(4)} }, want: "realloc: invalid free"},
	{name: "aligned_alloc", args: func(e *fakeEnv) []Value { return []Value{SizeValue(0), SizeValue(8)} }, want: "contract: aligned_alloc"},
	{name: "aligned_alloc", args: func(e *fakeEnv) []Value { return []Value{SizeValue(24), SizeValue(48)} }, want: "contract: aligned_alloc"},
	{name: "memcpy", args: func(e *fakeEnv) []Value {
		p := e.heap(8)
		return []Value{PtrValue(p), PtrValue(plus(p, 3)), SizeValue(4)}
	}, want: "overlap"},
	{name: "memcpy", args: func(e *fakeEnv) []Value { return []Value{PtrValue(e.heap(4)), PtrValue(e.heap(8)), SizeValue(5)} }, want: "out of bounds"},
	{name: "memcpy", args: func(e *fakeEnv) []Value { return []Value{PtrValue(e.heap(8)), PtrValue(e.heap(4)), SizeValue(5)} }, want: "out of bounds"},
	{name: "memmove", args: func(e *fakeEnv) []Value { return []Value{PtrValue(freed(e)), PtrValue(e.heap(8)), SizeValue(1)} }, want: "use after free"},
	{name: "memset", args: func(e *fakeEnv) []Value { return []Value{PtrValue(e.heap(8)), IntValue(0), SizeValue(9)} }, want: "out of bounds"},
	{name: "memset", args: func(e *fakeEnv) []Value { return []Value{null(), IntValue(0), SizeValue(1)} }, want: "null pointer"},
	{name: "strcpy", args: func(e *fakeEnv) []Value {
		p := e.buffer(memory.Heap, known([]byte("abcd\x00.....")))
		return []Value{PtrValue(plus(p, 4)), PtrValue(p)}
	}, want: "overlap"},
	{name: "write", args: func(e *fakeEnv) []Value { return []Value{IntValue(1), PtrValue(e.heap(3)), SizeValue(4)} }, want: "out of bounds"},
	{name: "read", args: func(e *fakeEnv) []Value {
		e.in = []byte("abcd")
		return []Value{IntValue(0), PtrValue(e.heap(3)), SizeValue(4)}
	}, want: "out of bounds"},
	{name: "puts", args: func(e *fakeEnv) []Value { return []Value{PtrValue(e.buffer(memory.Heap, known([]byte("ab"))))} }, want: "out of bounds"},
	{name: "snprintf", args: func(e *fakeEnv) []Value { return []Value{PtrValue(e.heap(3)), SizeValue(9), PtrValue(e.text("abc"))} }, want: "out of bounds"},
}

// pointers makes arguments of texts, in heap blocks of exactly their bytes: one without a zero byte at its end is no
// string. An int stands for itself, nil for null.
func pointers(list ...any) func(e *fakeEnv) []Value {
	return func(e *fakeEnv) []Value {
		var args []Value
		for _, a := range list {
			switch a := a.(type) {
			case string:
				args = append(args, PtrValue(e.buffer(memory.Heap, known([]byte(a)))))
			case int:
				args = append(args, IntValue(int64(a)))
			case Value:
				args = append(args, a)
			case nil:
				args = append(args, null())
			}
		}
		return args
	}
}

// within makes two pointers into one block, and what follows them.
func within(text string, dst, src int, rest ...Value) func(e *fakeEnv) []Value {
	return func(e *fakeEnv) []Value {
		p := e.buffer(memory.Heap, known([]byte(text)))
		return append([]Value{PtrValue(at(p, dst)), PtrValue(at(p, src))}, rest...)
	}
}

var (
	streamOut = PtrValue(memory.Pointer{Addr: 1})
	noStream  = PtrValue(memory.Pointer{Addr: 4})
	streamIn  = PtrValue(memory.Pointer{Addr: 3})
)

// libcContracts are misuses of the functions that compute on strings, numbers and streams.
var libcContracts = []contractRow{
	{name: "strcat", args: pointers("ab", "x\x00"), want: "out of bounds"},
	{name: "strcat", args: pointers("ab\x00", "x\x00"), want: "out of bounds"},
	{name: "strcat", args: pointers("ab\x00..", "xy"), want: "out of bounds"},
	{name: "strcat", args: pointers(nil, "x\x00"), want: "null pointer"},
	{name: "strcat", args: within("ab\x00.....", 0, 0), want: "overlap"},
	{name: "strcat", args: within("ab\x00.....", 0, 1), want: "overlap"},
	{name: "strncat", args: pointers("ab\x00.", "xy\x00", SizeValue(2)), want: "out of bounds"},
	{name: "strncat", args: pointers("ab\x00.....", "xy", SizeValue(3)), want: "out of bounds"},
	{name: "strncpy", args: pointers("..", "xy\x00", SizeValue(3)), want: "out of bounds"},
	{name: "strncpy", args: pointers("......", "xy", SizeValue(3)), want: "out of bounds"},
	{name: "strncpy", args: within("abcd\x00...", 1, 0, SizeValue(3)), want: "overlap"},
	{name: "strncpy", args: within("....ab\x00.", 0, 4, SizeValue(6)), want: "contract: strncpy: the 6 bytes"},
	{name: "stpcpy", args: within("abcd\x00.....", 4, 0), want: "overlap"},
	{name: "stpcpy", args: pointers("..", "xy\x00"), want: "out of bounds"},
	{name: "strnlen", args: pointers("ab", SizeValue(3)), want: "out of bounds"},
	{name: "strrchr", args: pointers("ab", 97), want: "out of bounds"},
	{name: "strspn", args: pointers("ab\x00", "ab"), want: "out of bounds"},
	{name: "strcspn", args: pointers(nil, "ab\x00"), want: "null pointer"},
	{name: "strstr", args: pointers("ab", "c\x00"), want: "out of bounds"},
	{name: "strstr", args: pointers("ab\x00", nil), want: "null pointer"},
	{name: "bcmp", args: pointers("ab", "abc", SizeValue(3)), want: "out of bounds"},
	{name: "bzero", args: pointers("ab", SizeValue(3)), want: "out of bounds"},
	{name: "atoi", args: pointers("12"), want: "out of bounds"},
	{name: "atoi", args: pointers(nil), want: "null pointer"},
	{name: "atoi", args: pointers("2147483648\x00"), want: "contract: atoi: 2147483648 does not fit int"},
	{name: "atol", args: pointers("-9223372036854775809\x00"), want: "contract: atol: "},
	{name: "strtol", args: pointers("1\x00", nil, 1), want: "contract: strtol: base 1 "},
	{name: "strtoul", args: pointers("1\x00", nil, 37), want: "contract: strtoul: base 37 "},
	{name: "strtol", args: pointers("1\x00", "1234567", 10), want: "out of bounds"},
	{name: "strtol", args: pointers("0x", nil, 16), want: "out of bounds"},
	{name: "strtol", args: pointers("  ", nil, 16), want: "out of bounds"},
	{name: "abs", args: pointers(math.MinInt32), want: "contract: abs: "},
	{name: "labs", args: pointers(Value{Kind: Long, Int: num.New(math.MinInt64)}), want: "contract: labs: "},
	{name: "isdigit", args: pointers(-2), want: "contract: isdigit: -2 is neither"},
	{name: "toupper", args: pointers(256), want: "contract: toupper: 256 is neither"},
	{name: "fputs", args: pointers("ab", streamOut), want: "out of bounds"},
	{name: "fputs", args: pointers("ab\x00", noStream), want: "contract: fputs: 0x4 is no stream"},
	{name: "fputc", args: pointers(97, nil), want: "contract: fputc: the null pointer is no stream"},
	{name: "fflush", args: pointers(noStream), want: "contract: fflush: "},
	{name: "fwrite", args: pointers("ab", SizeValue(3), SizeValue(1), streamOut), want: "out of bounds"},
	{name: "fwrite", args: pointers("ab", SizeValue(1<<63), SizeValue(2), streamOut), want: "contract: fwrite: "},
	{name: "fwrite", args: pointers("ab", SizeValue(1), SizeValue(1), nil), want: "contract: fwrite: the null pointer"},
	{name: "sprintf", args: pointers("..", "abc\x00"), want: "out of bounds"},
	{name: "fprintf", args: pointers(nil, "abc\x00"), want: "contract: fprintf: the null pointer"},
	{name: "fprintf", args: pointers(streamOut, "abc"), want: "out of bounds"},
	{name: "fprintf", args: pointers(streamOut, "%d\x00"), want: "contract: fprintf: argument 1 is missing"},
	{name: "strpbrk", args: pointers("ab", "c\x00"), want: "out of bounds"},
	{name: "strpbrk", args: pointers("ab\x00", nil), want: "null pointer"},
	{name: "strdup", args: pointers("ab"), want: "out of bounds"},
	{name: "strdup", args: pointers(nil), want: "null pointer"},
	{name: "strndup", args: pointers("ab", SizeValue(3)), want: "out of bounds"},
	{name: "memccpy", args: pointers("....", "ab", 99, SizeValue(3)), want: "out of bounds"},
	{name: "memccpy", args: pointers(".", "ab", 98, SizeValue(2)), want: "out of bounds"},
	{name: "posix_memalign", args: pointers(nil, SizeValue(16), SizeValue(2)), want: "null pointer"},
	{name: "time", args: pointers("1234567"), want: "out of bounds"},
	{name: "gettimeofday", args: pointers(nil, nil), want: "null pointer"},
	{name: "gettimeofday", args: pointers("0123456789abcdef", "x"), want: "contract: gettimeofday: "},
	{name: "fopen", args: pointers("ab", "r\x00"), want: "out of bounds"},
	{name: "fopen", args: pointers("ab\x00", nil), want: "null pointer"},
	{name: "fclose", args: pointers(nil), want: "contract: fclose: the null pointer"},
	{name: "fgetc", args: pointers(streamOut), want: "contract: fgetc: 0x1 is no stream to read"},
	{name: "getc", args: pointers(nil), want: "contract: getc: the null pointer is no stream"},
	{name: "fgets", args: pointers("ab", 2, streamOut), want: "contract: fgets: 0x1 is no stream to read"},
	{name: "fgets", args: pointers("ab", 0, streamIn), want: "contract: fgets: a size of 0 "},
	{name: "fread", args: pointers("ab", SizeValue(1<<63), SizeValue(2), streamIn), want: "contract: fread: "},
	{name: "fread", args: pointers("ab", SizeValue(1), SizeValue(1), nil), want: "contract: fread: the null pointer is no stream"},
	{name: "sprintf", args: pointers(".....", "%d\x00"), want: "contract: sprintf: "},
}

// formatRow is a call of printf against C11 7.21.6.1.
type formatRow struct {
	format string
	args   []Value
}

func long(text string) Value {
	v, ok := new(big.Int).SetString(text, 0)
	if !ok {
		panic(text)
	}
	return Value{Kind: Long, Int: num.FromBig(v)}
}

var (
	seven  = IntValue(7)
	double = Value{Kind: F64, Bits: 0x3ff0000000000000}
)

var formatContracts = []formatRow{
	{"%d", nil}, {"%d %d", []Value{seven}}, {"%*d", []Value{seven}}, {"%.*f", []Value{double}}, {"%s", nil}, {"%f", nil}, // missing
	{"%d", []Value{double}}, {"%d", []Value{null()}}, {"%f", []Value{seven}}, {"%f", []Value{null()}}, {"%s", []Value{seven}}, {"%p", []Value{seven}},
	{"%s", []Value{double}}, {"%c", []Value{double}}, {"%*d", []Value{double, seven}}, {"%.*d", []Value{null(), seven}}, // of the wrong kind
	{"%", []Value{seven}}, {"100%", nil}, {"%l", []Value{seven}}, {"%5", []Value{seven}}, {"%.", []Value{seven}}, {"%y", []Value{seven}}, {"%D", []Value{seven}},
	{"%5n", []Value{null()}}, {"%.n", []Value{null()}}, {"%-ln", []Value{null()}}, {"%.-3d", []Value{seven}}, {"%hhhd", []Value{seven}}, {"%lll", []Value{seven}}, {"%Ld", []Value{seven}}, {"%Lf", []Value{double}}, // no directive
	{"%d", []Value{long("0x100000000")}}, {"%d", []Value{long("-0x80000001")}}, {"%hhd", []Value{long("0x100000000")}}, {"%hu", []Value{long("-0x80000001")}},
	{"%ld", []Value{long("0x10000000000000000")}}, {"%zu", []Value{long("-0x8000000000000001")}}, {"%c", []Value{long("0x100000000")}}, // out of range
	{"%*d", []Value{long("0x80000000"), seven}}, {"%*d", []Value{long("0x10000000000000005"), seven}}, {"%.*d", []Value{long("0xffffffffffffffff"), seven}},
	{"%lls", []Value{null()}}, {"%hs", []Value{null()}}, {"%hc", []Value{seven}}, {"%lp", []Value{null()}}, {"%hf", []Value{double}}, {"%llf", []Value{double}}, {"%zg", []Value{double}}, // length
	{"%#d", []Value{seven}}, {"%#u", []Value{seven}}, {"%#c", []Value{seven}}, {"%#p", []Value{null()}}, {"%0c", []Value{seven}}, {"%05p", []Value{null()}}, // flag
	{"%.3c", []Value{seven}}, {"%.3p", []Value{null()}}, {"%5%", nil}, {"%-%", nil}, {"%.2%", nil}, {"%l%", nil}, // precision, %%
}

// TestContracts: every violation is reported once, in a run that stops and in one that continues.
func TestContracts(t *testing.T) {
	rows := slices.Concat(memoryContracts, libcContracts, streamContracts)
	for _, r := range formatContracts {
		rows = append(rows, contractRow{name: "printf", args: func(e *fakeEnv) []Value {
			return append([]Value{PtrValue(e.text(r.format))}, r.args...)
		}, want: "contract: printf: ", format: r.format}, contractRow{name: "snprintf", args: func(e *fakeEnv) []Value {
			return append([]Value{PtrValue(e.heap(4)), SizeValue(4), PtrValue(e.text(r.format))}, r.args...)
		}, want: "contract: snprintf: ", format: r.format})
	}
	for _, r := range rows {
		for _, strict := range []bool{true, false} {
			e := newFake(strict)
			args := r.args(e)
			_, s := e.call(t, r.name, args...)
			what := fmt.Sprintf("%s %q, strict %v", r.name, r.format, strict)
			if len(e.ub) != 1 || !strings.HasPrefix(e.ub[0], r.want) {
				t.Errorf("%s: reports %q, want one of %q", what, e.ub, r.want)
			}
			if (s == Ended) != strict || len(e.out) != 0 {
				t.Errorf("%s: status %d, output %q", what, s, e.out)
			}
		}
	}
}

// TestWidthLimit: a field longer than the limit is an output error, which C allows beyond
// 4095 characters (C11 7.21.6.1 p15), not undefined behaviour.
func TestWidthLimit(t *testing.T) {
	for _, r := range []formatRow{
		{"%99999999999d", []Value{seven}}, {"%.999999d", []Value{seven}},
		{"%*d", []Value{IntValue(1 << 30), seven}}, {"%*d", []Value{IntValue(-1 << 31), seven}}, {"%.*f", []Value{IntValue(1 << 30), double}},
	} {
		e := newFake(true)
		res, s := e.call(t, "printf", append([]Value{PtrValue(e.text(r.format))}, r.args...)...)
		if s != Done || len(e.ub) != 0 || len(e.out) != 0 || int64(res[0].Int.Low64()) != -1 {
			t.Errorf("%q: status %d, %q, output of %d bytes", r.format, s, e.ub, len(e.out))
		}
	}
	e := newFake(true)
	if res, _ := e.call(t, "printf", PtrValue(e.text("%4095d")), seven); int64(res[0].Int.Low64()) != 4095 {
		t.Errorf("a field of 4095 characters: result %s", res[0].Int)
	}
}
