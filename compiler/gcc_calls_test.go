package compiler_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// Calls between our code and gcc's. Signatures are drawn; each is declared in C and in the IR, and both
// sides exchange values whose bytes come from a table. What is compared is bytes, by the C side, which
// says where padding is. Nothing here knows how arguments are passed: gcc does.

// ctype is a type of C and what it is in the IR.
type ctype struct {
	name   string // in C, of a parameter
	size   int
	align  int
	float  bool
	packed bool
	width  int // of an int of the IR at top level, else 0
	// spell is the type in the IR. at is where it starts in the outermost struct, and ints says which
	// eightbytes of that have anything but floats in them.
	spell func(at int, ints map[int]bool) string
	// each visits the scalars.
	each func(at int, visit func(at int, s *ctype))
	// load and store are the bytes that the IR's load and store of a parameter are of, and after says what
	// becomes of the loaded number.
	after string
}

func scalar(name string, size, align int, float bool, spelled string) *ctype {
	t := &ctype{name: name, size: size, align: align, float: float}
	t.spell = func(int, map[int]bool) string { return spelled }
	t.each = func(at int, visit func(int, *ctype)) { visit(at, t) }
	return t
}

func number(name string, size int, signed bool) *ctype {
	kind, after := "u", ""
	if signed {
		kind, after = "s", fmt.Sprintf("sext %%s, %d", 8*size)
	}
	t := scalar(name, size, size, false, fmt.Sprintf("int:%s%d", kind, 8*size))
	t.width, t.after = 8*size, after
	return t
}

// The scalars that parameters are, and those that fields may be. An int field is 8 bytes.
var (
	topScalars = []*ctype{
		number("signed char", 1, true), number("unsigned short", 2, false), number("int", 4, true), number("unsigned", 4, false),
		number("long", 8, true), number("unsigned long", 8, false), number("__int128", 16, true), number("unsigned __int128", 16, false),
	}
	fieldScalars = []*ctype{
		scalar("char", 1, 1, false, "byte(1)"), scalar("short", 2, 2, false, "byte(2)"), scalar("int", 4, 4, false, "byte(4)"),
		scalar("long", 8, 8, false, "byte(8)"), scalar("long", 8, 8, false, "int"), scalar("unsigned long", 8, 8, false, "int:u64"),
		scalar("_Bool", 1, 1, false, "bool"), scalar("char *", 8, 8, false, "ptr"),
		scalar("float", 4, 4, true, "f32"), scalar("double", 8, 8, true, "f64"), scalar("_Float16", 2, 2, true, "f16"),
		scalar("float", 4, 4, true, "f32"), scalar("double", 8, 8, true, "f64"), scalar("__float128", 16, 16, true, "f128"),
		scalar("__int128", 16, 16, false, "byte(16)"), scalar("v2f", 8, 8, true, "vec<64>"), scalar("v4f", 16, 16, true, "vec<128>"),
	}
	wideVectors = []*ctype{scalar("v8f", 32, 32, true, "vec<256>"), scalar("v8d", 64, 64, true, "vec<512>")}
)

// gccCalls writes the two sides.
type gccCalls struct {
	*rand.Rand
	types, c, tir strings.Builder
	names         int
	main          strings.Builder
}

func (g *gccCalls) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

func (g *gccCalls) pick(ts []*ctype) *ctype { return ts[g.IntN(len(ts))] }

// padding spells n bytes from byte at on that are no field: like the eightbyte around them.
func padding(at, n int, ints map[int]bool) (out []string) {
	for n > 0 {
		k := min(n, 8-at%8)
		for rest := k; rest > 0; {
			switch p := at + k - rest; {
			case ints[at/8]:
				out, rest = append(out, fmt.Sprintf("byte(%d)", rest)), 0
			case rest >= 4 && p%4 == 0:
				out, rest = append(out, "f32"), rest-4
			case rest >= 2 && p%2 == 0:
				out, rest = append(out, "f16"), rest-2
			default: // after a packed struct, in memory
				out, rest = append(out, "byte(1)"), rest-1
			}
		}
		at, n = at+k, n-k
	}
	return out
}

func up(n, align int) int { return (n + align - 1) / align * align }

// structOf declares a struct.
func (g *gccCalls) structOf(fields []*ctype, packed bool) *ctype {
	t := &ctype{name: g.name("struct_"), align: 1}
	for _, f := range fields {
		packed = packed && f.align < 16 // an IR struct whose fields are aligned is aligned, which counts from there on
		t.packed = t.packed || f.packed
	}
	t.packed = t.packed || packed
	var offs []int
	fmt.Fprintf(&g.types, "typedef struct {")
	for n, f := range fields {
		if !packed {
			t.size, t.align = up(t.size, f.align), max(t.align, f.align)
		}
		offs = append(offs, t.size)
		t.size += f.size
		fmt.Fprintf(&g.types, " %s f%d;", f.name, n)
	}
	end := t.size
	t.size = up(t.size, t.align)
	if packed {
		fmt.Fprintf(&g.types, " } __attribute__((packed)) %s;\n", t.name)
	} else {
		fmt.Fprintf(&g.types, " } %s;\n", t.name)
	}
	t.each = func(at int, visit func(int, *ctype)) {
		for n, f := range fields {
			f.each(at+offs[n], visit)
		}
	}
	t.spell = func(at int, ints map[int]bool) string {
		var s []string
		last := 0
		for n, f := range fields {
			s = append(s, padding(at+last, offs[n]-last, ints)...)
			s = append(s, f.spell(at+offs[n], ints))
			last = offs[n] + f.size
		}
		s = append(s, padding(at+end, t.size-end, ints)...)
		return "struct{" + strings.Join(s, ", ") + "}"
	}
	return t
}

// arrayOf is an array of n, which C passes as a struct that has it.
func (g *gccCalls) arrayOf(e *ctype, n int) *ctype {
	t := &ctype{name: g.name("array_"), align: e.align, size: n * e.size}
	fmt.Fprintf(&g.types, "typedef struct { %s f[%d]; } %s;\n", e.name, n, t.name)
	t.each = func(at int, visit func(int, *ctype)) {
		for k := range n {
			e.each(at+k*e.size, visit)
		}
	}
	t.spell = func(at int, ints map[int]bool) string {
		var s []string
		same := true
		for k := range n {
			s = append(s, e.spell(at+k*e.size, ints))
			same = same && s[k] == s[0]
		}
		if same {
			return fmt.Sprintf("[%s; %d]", s[0], n)
		}
		return "struct{" + strings.Join(s, ", ") + "}"
	}
	return t
}

// aggregate draws a struct or an array.
func (g *gccCalls) aggregate(depth int) *ctype {
	field := func() *ctype {
		if depth > 0 && g.IntN(4) == 0 {
			return g.aggregate(depth - 1)
		}
		return g.pick(fieldScalars)
	}
	switch g.IntN(8) {
	case 0:
		e := field()
		for e.packed { // of an array of these gcc looks at the first only, and clang at all
			e = field()
		}
		return g.arrayOf(e, 1+g.IntN(4))
	case 1:
		f := g.pick(fieldScalars) // pairs and more of one kind
		return g.structOf([]*ctype{f, f, f, f}[:1+g.IntN(4)], false)
	case 2:
		f := []*ctype{fieldScalars[8], fieldScalars[8], fieldScalars[9], fieldScalars[10]}
		return g.structOf([]*ctype{f[g.IntN(4)], f[g.IntN(4)], f[g.IntN(4)], f[g.IntN(4)]}[:2+g.IntN(3)], false)
	}
	var fs []*ctype
	for range g.IntN(6) {
		fs = append(fs, field())
	}
	return g.structOf(fs, g.IntN(12) == 0)
}

func (g *gccCalls) param() *ctype {
	switch g.IntN(8) {
	case 0:
		return g.pick(topScalars)
	case 1:
		for {
			if t := g.pick(fieldScalars); t.spell(0, nil) != "int" { // whose range nothing says
				return t
			}
		}
	case 2:
		if g.IntN(3) == 0 {
			return g.pick(wideVectors)
		}
	}
	return g.aggregate(2)
}

// spelled is t in the IR.
func spelled(t *ctype) string {
	ints := map[int]bool{}
	t.each(0, func(at int, s *ctype) {
		if !s.float {
			for k := at / 8; k <= (at+s.size-1)/8; k++ {
				ints[k] = true
			}
		}
	})
	return t.spell(0, ints)
}

// value defines the bytes of a value of t, and which of them are compared.
func (g *gccCalls) value(t *ctype) string {
	name := g.name("item_")
	data, mask := make([]byte, t.size), make([]byte, t.size)
	for n := range data {
		data[n] = byte(g.Uint32())
	}
	t.each(0, func(at int, s *ctype) {
		for k := range s.size {
			mask[at+k] = 1
		}
		if s.name == "_Bool" {
			data[at] &= 1
		}
	})
	list := func(b []byte) string {
		s := strings.Trim(strings.ReplaceAll(fmt.Sprint(b), " ", ","), "[]")
		if s == "" {
			s = "0"
		}
		return s
	}
	fmt.Fprintf(&g.types, "static const struct item %s = {%d, (const unsigned char[]){%s}, (const unsigned char[]){%s}};\n", name, t.size, list(data), list(mask))
	return name
}

// load is the text that makes value v of what is at p.
func load(b *strings.Builder, v, p string, t *ctype, mem string) {
	switch {
	case t.size == 0:
		fmt.Fprintf(b, "    %s: %s = poison\n", v, spelled(t))
	case t.width == 0:
		fmt.Fprintf(b, "    %s = load.%d %s, %s -> %s\n", v, t.size, p, mem, spelled(t))
	case t.after != "":
		fmt.Fprintf(b, "    %s0 = load.%d %s, %s\n    %s = %s\n", v, t.size, p, mem, v, fmt.Sprintf(t.after, v+"0"))
	default:
		fmt.Fprintf(b, "    %s:u%d = load.%d %s, %s\n", v, t.width, t.size, p, mem)
	}
}

// store is the text that writes x to p, and the memory after it.
func store(b *strings.Builder, m, x, p string, t *ctype, mem string) string {
	if t.size == 0 {
		return mem
	}
	fmt.Fprintf(b, "    %s = store.%d %s, %s, %s\n", m, t.size, x, p, mem)
	return m
}

// pair is one signature with a function on either side: gcc calls ours, and ours calls gcc's.
func (g *gccCalls) pair(n int) {
	var params []*ctype
	if g.IntN(2) == 0 { // registers run out in the middle of what comes then, and are left for what follows it
		for range g.IntN(7) {
			params = append(params, topScalars[4])
		}
		for range g.IntN(9) {
			params = append(params, fieldScalars[8+g.IntN(2)])
		}
	}
	for range 1 + g.IntN(5) {
		params = append(params, g.param())
	}
	if g.IntN(2) == 0 {
		params = append(params, topScalars[4], fieldScalars[9])
	}
	if g.IntN(3) == 0 {
		g.Shuffle(len(params), func(i, j int) { params[i], params[j] = params[j], params[i] })
	}
	var ret *ctype
	if g.IntN(8) > 0 {
		ret = g.param()
	}
	variadic := g.IntN(6) == 0
	if variadic { // nothing declares what follows: it is not promoted, and an int is a long
		for k, t := range params {
			if t.width > 0 && t.width != 64 || t.name == "_Bool" || t.name == "char" || t.name == "short" || t.name == "float" || t.name == "_Float16" {
				params[k] = g.aggregate(2)
			}
		}
		params = append([]*ctype{topScalars[4]}, params...)
	}
	if variadic && ret != nil && ret.width > 64 {
		ret = topScalars[4]
	}
	var cTypes, cParams, irTypes, items []string
	for k, t := range params {
		cTypes, cParams = append(cTypes, t.name), append(cParams, fmt.Sprintf("%s p%d", t.name, k))
		irTypes, items = append(irTypes, spelled(t)), append(items, g.value(t))
	}
	result, arrow, retItem := "void", "", ""
	if ret != nil {
		result, arrow, retItem = ret.name, " -> "+spelled(ret), g.value(ret)
	}
	c, b := &g.c, &g.tir

	// Ours, which gcc calls: what it got it shows, and returns what it is given.
	fmt.Fprintf(c, "%s ours%d(%s);\n", result, n, orVoid(strings.Join(cTypes, ", ")))
	fmt.Fprintf(b, `func @ours%d(%s)%s {
  bb0(v0: mem):
`, n, strings.Join(irTypes, ", "), arrow)
	fmt.Fprintf(b, `    v1 = symbol_addr @seen
    v2 = symbol_addr @given
`)
	v, mem := 3, "v0"
	next := func() string { v++; return fmt.Sprintf("v%d", v) }
	for k, t := range params {
		x, p, m, m2 := next(), next(), next(), next()
		num, idx := next(), next()
		fmt.Fprintf(b, "    %s = param %d\n    %s = stack_slot %d align 8\n", x, k, p, max(t.size, 1))
		m = store(b, m, x, p, t, mem)
		fmt.Fprintf(b, "    %s:s32 = iconst %d\n    %s:s32 = iconst %d\n    %s = call v1(%s, %s, %s), %s\n", num, n, idx, k, m2, num, idx, p, m)
		mem = m2
	}
	if ret != nil {
		num, idx, m, p, x := next(), next(), next(), next(), "v90000"
		fmt.Fprintf(b, "    %s:s32 = iconst %d\n    %s:s32 = iconst 99\n    %s, %s = call v2(%s, %s), %s -> ptr\n", num, n, idx, m, p, num, idx, mem)
		load(b, x, p, ret, m)
		fmt.Fprintf(b, `    ret %s, %s
}
`, x, m)
	} else {
		fmt.Fprintf(b, `    ret %s
}
`, mem)
	}

	// gcc's, which ours calls, by name or by the pointer that it gets.
	pointer := !variadic && g.IntN(3) == 0
	fmt.Fprintf(b, `func @caller%d(ptr) {
  bb0(v0: mem):
    v1 = symbol_addr @seen
    v2 = symbol_addr @given
`, n)
	v, mem = 3, "v0"
	var args []string
	for k, t := range params {
		num, idx, m, p, x := next(), next(), next(), next(), fmt.Sprintf("v9%d0", 100+k)
		fmt.Fprintf(b, "    %s:s32 = iconst %d\n    %s:s32 = iconst %d\n    %s, %s = call v2(%s, %s), %s -> ptr\n", num, n, idx, k, m, p, num, idx, mem)
		load(b, x, p, t, m)
		args, mem = append(args, x), m
	}
	to := next()
	if pointer {
		fmt.Fprintf(b, "    %s = param 0\n", to)
	} else {
		fmt.Fprintf(b, "    %s = symbol_addr @theirs%d\n", to, n)
	}
	m := next()
	if ret != nil {
		x, p, m2, m3, num, idx := next(), next(), next(), next(), next(), next()
		fmt.Fprintf(b, "    %s, %s = call %s(%s), %s%s\n", m, x, to, strings.Join(args, ", "), mem, arrow)
		fmt.Fprintf(b, "    %s = stack_slot %d align 8\n", p, max(ret.size, 1))
		m2 = store(b, m2, x, p, ret, m)
		fmt.Fprintf(b, `    %s:s32 = iconst %d
    %s:s32 = iconst 99
    %s = call v1(%s, %s, %s), %s
    ret %s
}
`, num, n, idx, m3, num, idx, p, m2, m3)
	} else {
		fmt.Fprintf(b, `    %s = call %s(%s), %s
    ret %s
}
`, m, to, strings.Join(args, ", "), mem, m)
	}
	if !variadic {
		fmt.Fprintf(b, "extern func @theirs%d(%s)%s\n", n, strings.Join(irTypes, ", "), arrow)
	}
	if variadic {
		fmt.Fprintf(c, "%s theirs%d(long p0, ...) {\n va_list ap; va_start(ap, p0); check(%d, 0, &p0, sizeof p0);\n", result, n, n)
		for k, t := range params[1:] {
			fmt.Fprintf(c, " { %s p = va_arg(ap, %s); check(%d, %d, &p, sizeof p); }\n", t.name, t.name, n, k+1)
		}
		fmt.Fprintf(c, " va_end(ap);\n")
	} else {
		fmt.Fprintf(c, "%s theirs%d(%s) {\n", result, n, orVoid(strings.Join(cParams, ", ")))
		for k := range params {
			fmt.Fprintf(c, " check(%d, %d, &p%d, sizeof p%d);\n", n, k, k, k)
		}
	}
	if ret != nil {
		fmt.Fprintf(c, " %s r; memcpy(&r, %s.data, sizeof r); return r;\n", ret.name, retItem)
	}
	fmt.Fprintf(c, "}\nvoid caller%d(void *);\nstatic void run%d(void) {\n", n, n)
	for k, t := range params {
		fmt.Fprintf(c, " %s a%d; memcpy(&a%d, %s.data, sizeof a%d);\n", t.name, k, k, items[k], k)
	}
	call := fmt.Sprintf("ours%d(%s)", n, strings.Join(numbered("a", len(params)), ", "))
	fmt.Fprintf(c, " direction = \"gcc calls ours\";\n")
	if ret != nil {
		fmt.Fprintf(c, " %s r = %s; check(%d, 99, &r, sizeof r);\n", ret.name, call, n)
	} else {
		fmt.Fprintf(c, " %s;\n", call)
	}
	fmt.Fprintf(c, " direction = \"ours calls gcc's\";\n caller%d((void *)theirs%d);\n}\n", n, n)
	fmt.Fprintf(&g.main, " run%d();\n", n)
	for k, it := range items {
		fmt.Fprintf(&g.types, "#define ITEM_%d_%d &%s\n", n, k, it)
	}
	rows := make([]string, 0, len(items)+1)
	for k, it := range items {
		rows = append(rows, fmt.Sprintf("if (n == %d && k == %d) return &%s;", n, k, it))
	}
	if ret != nil {
		rows = append(rows, fmt.Sprintf("if (n == %d && k == 99) return &%s;", n, retItem))
	}
	fmt.Fprintf(&g.types, "static const struct item *items%d(int n, int k) { %s return 0; }\n", n, strings.Join(rows, " "))
}

func orVoid(s string) string {
	if s == "" {
		return "void"
	}
	return s
}

func numbered(prefix string, n int) (out []string) {
	for k := range n {
		out = append(out, fmt.Sprintf("%s%d", prefix, k))
	}
	return out
}

const gccHead = `#include <stdarg.h>
#include <stdio.h>
#include <string.h>
typedef float v2f __attribute__((vector_size(8)));
typedef float v4f __attribute__((vector_size(16)));
typedef float v8f __attribute__((vector_size(32)));
typedef double v8d __attribute__((vector_size(64)));
struct item { unsigned size; const unsigned char *data, *mask; };
static int failed, checks;
static const char *direction;
`

// sides writes the C file and the IR file with so many signatures.
func (g *gccCalls) sides(count int) (c, tir string) {
	for n := range count {
		g.pair(n)
	}
	var b strings.Builder
	b.WriteString(gccHead)
	b.WriteString(g.types.String())
	b.WriteString("static const struct item *item(int n, int k) { switch (n) {\n")
	for n := range count {
		fmt.Fprintf(&b, " case %d: return items%d(n, k);\n", n, n)
	}
	b.WriteString(` } return 0; }
static void check(int n, int k, const void *p, unsigned size) {
 const struct item *x = item(n, k);
 checks++;
 int bad = !x || size != x->size;
 for (unsigned j = 0; !bad && j < size; j++) bad = x->mask[j] && ((const unsigned char *)p)[j] != x->data[j];
 if (bad) { failed++; printf("%s: signature %d: value %d is wrong\n", direction, n, k); }
}
void seen(int n, int k, const void *p) { check(n, k, p, item(n, k)->size); }
const void *given(int n, int k) { return item(n, k)->data; }
`)
	b.WriteString(g.c.String())
	b.WriteString("int main(void) {\n")
	b.WriteString(g.main.String())
	b.WriteString(" printf(\"%d values, %d wrong\\n\", checks, failed);\n return failed != 0;\n}\n")
	return b.String(), g.tir.String()
}

// TestCallsAcrossGCC makes calls between our code and gcc's, both ways, without and with optimization on
// both sides. TUFFY_GCC_CALLS is how many signatures are drawn, each for a call in either direction.
func TestCallsAcrossGCC(t *testing.T) {
	count := testseed.Rounds(40, 12)
	if s := os.Getenv("TUFFY_GCC_CALLS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		count = n
	}
	seed := testseed.Seed(t)
	for at := 0; at < count; at += 50 {
		g := &gccCalls{Rand: rand.New(rand.NewPCG(seed, uint64(at)))}
		c, text := g.sides(min(50, count-at))
		acrossGCC(t, c, text)
		if t.Failed() {
			return
		}
	}
}

func acrossGCC(t *testing.T, c, text string) {
	t.Helper()
	keep := func() {
		if dir := os.Getenv("TUFFY_GCC_KEEP"); dir != "" {
			os.WriteFile(filepath.Join(dir, "calls.c"), []byte(c), 0o600)
			os.WriteFile(filepath.Join(dir, "calls.tir"), []byte(text), 0o600)
		}
	}
	for _, level := range []string{"0", "2"} {
		m, err := parser.Parse("calls.tir", []byte(text))
		if err == nil {
			err = ir.Verify(m)
		}
		if err != nil {
			keep()
			t.Fatalf("%v", err)
		}
		o, err := compiler.Compile(context.Background(), m, compiler.Options{Level: level, Check: true})
		if err != nil {
			keep()
			t.Fatal(err)
		}
		var obj bytes.Buffer
		if err := object.WriteObject(&obj, o); err != nil {
			t.Fatal(err)
		}
		for _, flags := range []string{"-O0", "-O2"} {
			program := gcctest.Build(t, map[string]string{"a.c": c, "b.o": obj.String()}, "-w", "-Wno-psabi", flags, "-z", "noexecstack")
			out, err := exec.Command(program).CombinedOutput()
			lines := strings.Split(string(out), "\n")
			if err != nil {
				keep()
				t.Errorf("ours -O%s, gcc %s: %v\n%s", level, flags, err, strings.Join(lines[:min(len(lines), 12)], "\n"))
				return
			}
		}
	}
}
