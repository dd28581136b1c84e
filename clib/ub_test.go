package clib_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/tirgen"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// calling is a program whose main has the given statements, beside functions to be called.
const calling = `package p

//tir:data @three align 4 = "\x03\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00"
//tir:data @fixed const align 4 = "\x03\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00"
//tir:data @array align 8 = zero 8
//tir:data @text const = "%%d%%d%%d\x00"

func malloc(n u64) ptr
func free(p ptr)
func printf(format ptr, rest ...int) s32
func qsort(base ptr, n u64, size u64, compar ptr)
func bsearch(key ptr, base ptr, n u64, size u64, compar ptr) ptr
func atexit(f ptr) s32
func exit(status s32)
func _exit(status s32)
func at_quick_exit(f ptr) s32
func quick_exit(status s32)
func abort()

func less(p ptr, q ptr) s32 {
	return sext(load32(p, 0) - load32(q, 0), 32)
}

func greater(p ptr, q ptr) s32 { return 1 }
func smaller(p ptr, q ptr) s32 { return -1 }

func frees(p ptr, q ptr) s32 {
	free(loadptr(symbol(array), 0))
	return less(p, q)
}

func poisons(p ptr, q ptr) int {
	return u8(load32(p, 0) + 256)
}

func one(p ptr) s32 { return 0 }
func nothing() { store8(symbol(three), 0, 9) }
func exits() { exit(7) }
func leaves() { _exit(8) }
func aborts() { abort() }
func stores() { store8(symbol(fixed), 0, 9) }
func again() { atexit(symbol(again)) }

func main() s32 {
	a := symbol(three)
	%s
	return load32(a, 0) + load32(a, 4)*10 + load32(a, 8)*100
}
`

// runs runs the program with the statements on both evaluators, which must agree on everything that is compared here.
func runs(t *testing.T, statements string) (*interp.Outcome, string) {
	t.Helper()
	text, err := tirgen.Translate("p.go", fmt.Appendf(nil, calling, statements))
	if err != nil {
		t.Fatal(err)
	}
	m, err := parser.Parse("p.tir", []byte(text))
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	var last *interp.Outcome
	for _, exact := range []bool{true, false} {
		var out bytes.Buffer
		o, err := interp.Run(context.Background(), m, interp.Options{Exact: exact, Strict: true, Stdout: &out, Fuel: 100_000})
		if err != nil {
			t.Fatal(err)
		}
		s := fmt.Sprintln(o.Kind, o.Values, o.ExitCode, o.Reason, o.Steps, out.String())
		if o.UB != nil {
			s += o.UB.Text(true)
		}
		texts, last = append(texts, s), o
	}
	if texts[0] != texts[1] {
		t.Errorf("%s\nreference:\n%s\nfast:\n%s", statements, texts[0], texts[1])
	}
	return last, texts[0]
}

// TestUndefined: what is undefined in a call that calls back is reported where it happens, with the calls that led there.
func TestUndefined(t *testing.T) {
	for statements, want := range map[string][]string{
		"qsort(null, 2, 4, symbol(less))":                {"no-provenance", "@qsort", "@main"},
		"qsort(a, 3, 5, symbol(less))":                   {"out-of-bounds", "@qsort"},
		"qsort(a, 4, 4, symbol(less))":                   {"out-of-bounds", "@qsort"},
		"qsort(a, 2305843009213693952, 8, symbol(less))": {"out-of-bounds", "@qsort"},
		"qsort(a, 3, 4, null)":                           {"null-pointer", "@qsort"},
		"qsort(a, 3, 4, a)":                              {"call-of-data", "@qsort"},
		"qsort(a, 3, 4, symbol(one))":                    {"wrong-signature", "@one has arguments (ptr), the call (ptr, ptr)", "@qsort"},
		"qsort(a, 3, 4, symbol(nothing))":                {"wrong-signature", "@qsort"},
		"qsort(a, 3, 4, symbol(poisons))":                {"branch-on-poison", "@poisons", "@qsort"},
		"qsort(symbol(fixed), 3, 4, symbol(less))":       {"write-to-const", "@__tuffy_merge"},
		"b := malloc(12)\ncopy(b, a, 12)\nstoreptr(symbol(array), 0, b)\nqsort(b, 3, 4, symbol(frees))": {"use-after-free", "@qsort"},
		"qsort(malloc(12), 3, 4, symbol(less))":                                                         {"uninit read", "@less", "@qsort"},
		"bsearch(null, a, 3, 4, symbol(less))":                                                          {"null", "@less", "@bsearch"},
		"bsearch(a, a, 7, 4, symbol(less))":                                                             {"out-of-bounds", "@less", "@bsearch"},
		"bsearch(a, a, 3, 4, symbol(one))":                                                              {"wrong-signature", "@bsearch"},
		"atexit(null)":                                                                                  {"null-pointer"},
		"atexit(a)":                                                                                     {"call-of-data"},
		"atexit(symbol(less))":                                                                          {"wrong-signature", "@less cannot be called at the exit"},
		"atexit(symbol(exits))":                                                                         {"library-contract", "exit: called by a function that exit called", "@exits"},
		"atexit(symbol(exits))\nexit(1)":                                                                {"library-contract", "@exits"},
		"atexit(symbol(stores))":                                                                        {"write-to-const", "@stores"},
	} {
		o, text := runs(t, statements)
		if o.Kind != interp.Undefined {
			t.Errorf("%s ends by %s", statements, text)
			continue
		}
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%s does not say %q:\n%s", statements, part, text)
			}
		}
	}
}

// TestCallers: a report in the library shows the call of the program that led there, however many of the library's own lie between.
func TestCallers(t *testing.T) {
	o, _ := runs(t, "qsort(symbol(fixed), 3, 4, symbol(less))")
	if text := o.UB.Text(false); !strings.Contains(text, "at @__tuffy_merge") || !strings.Contains(text, "at @main, bb0 (p.tir:") || !strings.Contains(text, " = call v6(v2, v3, v4, v5), v0\n") || strings.Contains(text, "more caller") {
		t.Error(text)
	}
}

// TestDefined: calls that are defined do what C says.
func TestDefined(t *testing.T) {
	for statements, want := range map[string]string{
		"qsort(a, 3, 4, symbol(less))":                                          "returned [321] 0",
		"qsort(a, 0, 4, null)":                                                  "returned [213] 0",
		"qsort(null, 0, 0, null)":                                               "returned [213] 0",
		"qsort(a, 1, 4, null)":                                                  "returned [213] 0",
		"qsort(a, 3, 0, symbol(less))":                                          "returned [213] 0",
		"if address(bsearch(a, a, 0, 4, null)) != 0 {\nabort()\n}":              "returned [213] 0",
		"atexit(symbol(nothing))":                                               "returned [213] 0", // main has read it
		"atexit(symbol(leaves))":                                                "exit [] 8",
		"atexit(symbol(leaves))\nexit(3)":                                       "exit [] 8",
		"at_quick_exit(symbol(leaves))\nquick_exit(4)":                          "exit [] 8",
		"at_quick_exit(symbol(leaves))\nexit(4)":                                "exit [] 4",
		"atexit(symbol(leaves))\nquick_exit(4)":                                 "exit [] 4",
		"atexit(symbol(exits))\n_exit(4)":                                       "exit [] 4",
		"atexit(symbol(exits))\nabort()":                                        "trap [] 0 abort was called",
		"atexit(symbol(aborts))":                                                "trap [] 0 abort was called",
		"atexit(symbol(again))":                                                 "out of fuel",
		"atexit(symbol(abort))":                                                 "trap [] 0 abort was called",
		"atexit(symbol(thread_yield))":                                          "unsupported [] 0 external function @thread_yield for atexit",
		"var n u64 = 0\nfor atexit(symbol(nothing)) == 0 {\nn += 1\n}\nexit(n)": "exit [] 32",
	} {
		if _, text := runs(t, statements); !strings.HasPrefix(text, want) {
			t.Errorf("%s:\n%s\nwant %s", statements, text, want)
		}
	}
	// A comparison without sense sorts in no order, and loses nothing.
	for _, f := range []string{"greater", "smaller"} {
		o, text := runs(t, "qsort(a, 3, 4, symbol("+f+"))")
		if o.Kind != interp.Returned {
			t.Fatalf("%s: %s", f, text)
		}
		digits := []byte(o.Values[0].(interp.Int).V.String())
		for _, d := range "123" {
			if bytes.Count(digits, []byte(string(d))) != 1 {
				t.Errorf("%s leaves %s", f, digits)
			}
		}
	}
}

// TestOwn: a program that has a function, or data, of the name has its own.
func TestOwn(t *testing.T) {
	for name, text := range map[string]string{"function": `
func @qsort() -> int:u8 {
  bb0(v0: mem):
    v1 = iconst 5
    ret v1, v0
}
func @main() -> int:u8 {
  bb0(v0: mem):
    v1 = symbol_addr @qsort
    v2, v3:u8 = call v1(), v0 -> int
    ret v3, v2
}
`, "data": `
data @qsort = "\x05"
func @main() -> int:u8 {
  bb0(v0: mem):
    v1 = symbol_addr @qsort
    v2:u8 = load.1 v1, v0
    ret v2, v0
}
`} {
		m, err := parser.Parse("own.tir", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, exact := range []bool{true, false} {
			o, err := interp.Run(context.Background(), m, interp.Options{Exact: exact})
			if err != nil {
				t.Fatal(err)
			}
			if o.Kind != interp.Returned || fmt.Sprint(o.Values) != "[5]" {
				t.Errorf("%s: %s %v %s", name, o.Kind, o.Values, o.Reason)
			}
		}
	}
}
