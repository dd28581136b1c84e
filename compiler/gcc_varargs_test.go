package compiler_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/parser"
)

// listType is a type of an argument behind the parameters: in C, where it has no padding, and in the IR.
type listType struct {
	c, ir string
	size  int
}

var listTypes = []listType{
	{"int", "int", 4}, {"unsigned", "int", 4}, {"long", "int", 8}, {"double", "f64", 8}, {"char *", "ptr", 8}, {"double", "f64", 8},
	{"struct { char a[3]; }", "byte(3)", 3}, {"struct { float a, b, c; }", "struct{f32, f32, f32}", 12},
	{"struct { double a, b; }", "struct{f64, f64}", 16}, {"struct { long a; double b; }", "struct{byte(8), f64}", 16},
	{"struct { double a; char *b; }", "struct{f64, ptr}", 16}, {"struct { long a, b; }", "struct{byte(8), byte(8)}", 16},
	{"struct { int a; float b; double c; }", "struct{byte(4), f32, f64}", 16}, {"struct { char a[17]; }", "byte(17)", 17},
	{"struct { double a, b, c; }", "struct{f64, f64, f64}", 24}, {"__int128", "byte(16)", 16}, {"v4f", "vec<128>", 16}, {"__float128", "f128", 16}, {"long double", "f80", 10},
	{"struct { v4f a; }", "struct{vec<128>}", 16}, {"struct { __int128 a; char b[16]; }", "struct{byte(16), byte(16)}", 32},
}

// TestVariadicWithGCC: functions with drawn arguments behind the parameters are called by gcc's code and ours, and take them from the
// list themselves, or hand the list to a function of the other compiler for the rest. The arguments are bytes at random, and
// must arrive as they were.
func TestVariadicWithGCC(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 0))
	const functions = 40
	var c, tir, main strings.Builder
	c.WriteString("#include <stdarg.h>\n#include <string.h>\n#include <stdio.h>\n#include <stdlib.h>\ntypedef float v4f __attribute__((vector_size(16)));\n")
	for n, x := range listTypes {
		fmt.Fprintf(&c, "typedef %s t%d;\n", x.c, n)
	}
	c.WriteString("static unsigned char in[4096], out[4096];\nstatic int bad;\nstatic void fill(void) { for (int k = 0; k < 4096; k++) { in[k] = rand() >> 7; out[k] = 0; } }\n" +
		"static void check(const char *what, int n, int size) { for (int k = 0; k < size; k++) if (in[k] != out[k]) { printf(\"%s %d: byte %d is %d, not %d\\n\", what, n, k, out[k], in[k]); bad = 1; return; } }\n")
	for n := range functions {
		fixed, all := r.IntN(4), make([]int, 1+r.IntN(14))
		for k := range all {
			all[k] = r.IntN(len(listTypes))
		}
		fixed = min(fixed, len(all))
		rest := fixed + r.IntN(len(all)-fixed+1) // from here on another function takes them
		at := make([]int, len(all)+1)
		var cParams, irParams, cArgs, irArgs []string
		for k, x := range all {
			at[k+1] = at[k] + listTypes[x].size
			cArgs, irArgs = append(cArgs, fmt.Sprintf("a%d", k)), append(irArgs, fmt.Sprintf("v%d", 10+k))
			if k < fixed {
				cParams, irParams = append(cParams, fmt.Sprintf("t%d a%d", x, k)), append(irParams, listTypes[x].ir)
			}
		}
		size := at[len(all)]
		head := func(name string) string {
			return fmt.Sprintf("void %s%d(%s...)", name, n, strings.Join(append([]string{"unsigned char *out"}, append(cParams, "")...), ", "))
		}
		take := func(from, to int) string {
			var s strings.Builder
			for k := from; k < to; k++ {
				fmt.Fprintf(&s, " { t%d x = va_arg(ap, t%d); memcpy(out + %d, &x, %d); }\n", all[k], all[k], at[k], listTypes[all[k]].size)
			}
			return s.String()
		}
		fmt.Fprintf(&c, "%s;\nvoid call_theirs%d(unsigned char *, unsigned char *);\nvoid take_ours%d(va_list, unsigned char *);\n", head("ours"), n, n)
		fmt.Fprintf(&c, "void take_theirs%d(va_list ap, unsigned char *out) {\n%s}\n", n, take(rest, len(all)))
		fmt.Fprintf(&c, "%s {\n va_list ap; va_start(ap, %s);\n", head("theirs"), append([]string{"out"}, cArgs[:fixed]...)[fixed])
		for k := range fixed {
			fmt.Fprintf(&c, " memcpy(out + %d, &a%d, %d);\n", at[k], k, listTypes[all[k]].size)
		}
		fmt.Fprintf(&c, "%s take_ours%d(ap, out);\n va_end(ap);\n}\n", take(fixed, rest), n)
		fmt.Fprintf(&c, "static void run%d(void) {\n fill();\n", n)
		for k, x := range all {
			fmt.Fprintf(&c, " t%d a%d; memcpy(&a%d, in + %d, %d);\n", x, k, k, at[k], listTypes[x].size)
		}
		fmt.Fprintf(&c, " ours%d(%s); check(\"gcc calls ours\", %d, %d);\n", n, strings.Join(append([]string{"out"}, cArgs...), ", "), n, size)
		fmt.Fprintf(&c, " fill(); call_theirs%d(in, out); check(\"ours calls gcc's\", %d, %d);\n}\n", n, n, size)
		fmt.Fprintf(&main, " run%d();\n", n)

		// value is the load, store or va_arg of argument k.
		token, values := "v0", 100
		value := func() string { values++; return fmt.Sprintf("v%d", values) }
		arrow := func(k int) (int, string) { return listTypes[all[k]].size, listTypes[all[k]].ir }
		place := func(base string, k int) string {
			o, p := value(), value()
			fmt.Fprintf(&tir, `    %s = iconst %d
    %s = ptradd %s, %s
`, o, at[k], p, base, o)
			return p
		}
		put := func(v, base string, k int) {
			m := value()
			p := place(base, k)
			size, _ := arrow(k)
			fmt.Fprintf(&tir, "    %s = store.%d %s, %s, %s\n", m, size, v, p, token)
			token = m
		}
		taken := func(list, base string, from, to int) {
			for k := from; k < to; k++ {
				m, v := value(), value()
				size, typ := arrow(k)
				number := ""
				if typ == "int" {
					number = fmt.Sprintf(".%d", size)
				}
				fmt.Fprintf(&tir, "    %s, %s = va_arg%s %s, %s -> %s\n", m, v, number, list, token, typ)
				token = m
				put(v, base, k)
			}
		}
		fmt.Fprintf(&tir, `func @take_ours%d(ptr, ptr) {
  bb0(v0: mem):
    v1 = param 0
    v2 = param 1
`, n)
		taken("v1", "v2", rest, len(all))
		fmt.Fprintf(&tir, `    ret %s
}

`, token)
		token = "v0"
		fmt.Fprintf(&tir, `func @ours%d(%s, ...) {
  bb0(v0: mem):
    v1 = param 0
    v2 = stack_slot 24 align 8
    v3 = stack_slot 24 align 8
`, n, strings.Join(append([]string{"ptr"}, irParams...), ", "))
		for k := range fixed {
			v := value()
			fmt.Fprintf(&tir, "    %s = param %d\n", v, k+1)
			put(v, "v1", k)
		}
		fmt.Fprintf(&tir, "    v4 = va_start v2, %s\n", token)
		token = "v4"
		taken("v2", "v1", fixed, rest)
		fmt.Fprintf(&tir, `    v5 = va_copy v3, v2, %s
    v6 = va_end v2, v5
    v7 = symbol_addr @take_theirs%d
    v8 = call v7(v3, v1), v6
    v9 = va_end v3, v8
    ret v9
}

`, token, n)
		token = "v0"
		fmt.Fprintf(&tir, `func @call_theirs%d(ptr, ptr) {
  bb0(v0: mem):
    v1 = param 0
    v2 = param 1
    v3 = symbol_addr @theirs%d
`, n, n)
		for k := range all {
			p := place("v1", k)
			size, typ := arrow(k)
			fmt.Fprintf(&tir, "    %s = load.%d %s, v0 -> %s\n", irArgs[k], size, p, typ)
		}
		fmt.Fprintf(&tir, `    v4 = call v3(%s), v0
    ret v4
}

`, strings.Join(append([]string{"v2"}, irArgs...), ", "))
	}
	fmt.Fprintf(&c, "int main(void) {\n%s return bad;\n}\n", main.String())
	for _, level := range []string{"0", "2"} {
		m, err := parser.Parse("varargs.tir", []byte(tir.String()))
		if err != nil {
			t.Fatal(err)
		}
		o, err := compiler.Compile(context.Background(), m, compiler.Options{Level: level})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := object.WriteObject(&b, o); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), "ours.o")
		if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		program := gcctest.Build(t, map[string]string{"main.c": c.String()}, "-O1", "-w", name)
		if out, err := exec.Command(program).CombinedOutput(); err != nil {
			t.Errorf("-O%s: %v\n%s", level, err, out)
		}
	}
}
