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
	"github.com/tuffy-ir/tuffy/compiler/front/c"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
)

// Records by value between gcc's code and that of our front end. One text of C, with random types and functions, is
// compiled by both, under two prefixes; each side calls the other's functions by name and by pointer, and hands over its own to
// be called back. What arrives is compared member by member, since padding need not.

// cLeaf is a scalar in a record: where it is, and what is stored there.
type cLeaf struct {
	path, kind string
}

// cType is a type of C with its scalars; those of a union are the members that are filled.
type cType struct {
	name   string
	leaves []cLeaf
}

// scalarsOfC are the types of members and parameters. A value of each comes from a random word.
var scalarsOfC = []string{
	"char", "signed char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "__int128", "_Bool", "char *",
	"float", "double", "float", "double", "float", "double", "_Complex float", "_Complex double", "_Complex int", "_Complex long", "v2f", "v4f",
	"long double", "_Complex long double",
}

// wordOf is the value of a scalar of kind from the next word.
func wordOf(kind string) string {
	switch kind {
	case "float", "double", "long double":
		return "(" + kind + ")(int)(next(&s) >> 44)"
	case "__int128":
		return "((__int128)next(&s) << 64) + (__int128)next(&s)"
	case "_Bool":
		return "next(&s) >> 33 & 1"
	case "char *":
		return "(char *)(next(&s) >> 20)"
	}
	return "(" + kind + ")next(&s)"
}

// parts are the scalars that a value of kind at path has.
func parts(path, kind string) []cLeaf {
	var out []cLeaf
	switch kind {
	case "_Complex float", "_Complex double", "_Complex int", "_Complex long", "_Complex long double":
		part := strings.TrimPrefix(kind, "_Complex ")
		return []cLeaf{{"__real__ " + path, part}, {"__imag__ " + path, part}}
	case "v2f", "v4f":
		for k := range int(kind[1] - '0') {
			out = append(out, cLeaf{fmt.Sprintf("%s[%d]", path, k), "float"})
		}
		return out
	}
	return []cLeaf{{path, kind}}
}

// structCalls writes the text.
type structCalls struct {
	*rand.Rand
	text    strings.Builder
	records []cType
}

// record declares a struct or union.
func (g *structCalls) record() {
	t := cType{name: fmt.Sprintf("T%d", len(g.records))}
	union := g.IntN(6) == 0
	packed := g.IntN(12) == 0
	var body strings.Builder
	used := -1
	fields := 1 + g.IntN(3)
	if g.IntN(6) == 0 {
		fields = 3 + g.IntN(6)
	}
	if union {
		used = g.IntN(fields)
	}
	for k := range fields {
		name := fmt.Sprintf("m%d", k)
		path := "@." + name
		fills := func(l ...cLeaf) {
			if !union || k == used {
				t.leaves = append(t.leaves, l...)
			}
		}
		dim := ""
		if g.IntN(5) == 0 {
			dim = fmt.Sprintf("[%d]", 1+g.IntN(3))
		}
		elements := func(l []cLeaf) {
			if dim == "" {
				fills(l...)
				return
			}
			for n := range int(dim[1] - '0') {
				for _, x := range l {
					fills(cLeaf{strings.Replace(x.path, path, fmt.Sprintf("%s[%d]", path, n), 1), x.kind})
				}
			}
		}
		switch r := g.IntN(12); {
		case r == 0 && len(g.records) > 0: // a record in it
			e := g.records[g.IntN(len(g.records))]
			var l []cLeaf
			for _, x := range e.leaves {
				l = append(l, cLeaf{strings.Replace(x.path, "@", path, 1), x.kind})
			}
			fmt.Fprintf(&body, " %s %s%s;", e.name, name, dim)
			elements(l)
		case r <= 2 && k != used:
			kind := []string{"int", "unsigned", "long", "unsigned char", "short"}[g.IntN(5)]
			bits := 1 + g.IntN(map[string]int{"int": 32, "unsigned": 32, "long": 64, "unsigned char": 8, "short": 16}[kind])
			switch {
			case g.IntN(4) == 0 && k > 0:
				fmt.Fprintf(&body, " %s : %d;", kind, bits)
			default:
				fmt.Fprintf(&body, " %s %s : %d;", kind, name, bits)
				fills(cLeaf{path, kind})
			}
		default:
			kind := scalarsOfC[g.IntN(len(scalarsOfC))]
			if (packed || union) && kind[0] == 'v' {
				// gcc 12 takes a union of a vector and integers from a list by an aligned load of an address that is not.
				kind = "float"
			}
			align := ""
			if g.IntN(25) == 0 {
				align = fmt.Sprintf(" __attribute__((aligned(%d)))", 8<<g.IntN(3))
			}
			fmt.Fprintf(&body, " %s %s%s%s;", kind, name, dim, align)
			elements(parts(path, kind))
		}
	}
	if t.leaves == nil {
		fmt.Fprintf(&body, " char last;")
		t.leaves = []cLeaf{{"@.last", "char"}}
	}
	word, attr := "struct", ""
	if union {
		word = "union"
	}
	if packed {
		attr = " __attribute__((packed))"
	}
	if g.IntN(15) == 0 {
		attr += fmt.Sprintf(" __attribute__((aligned(%d)))", 8<<g.IntN(3))
	}
	fmt.Fprintf(&g.text, "typedef %s {%s }%s %s;\n", word, body.String(), attr, t.name)
	g.records = append(g.records, t)
	g.accessors(t)
}

// identifier is a part of the names of functions about a type.
func identifier(t string) string { return strings.NewReplacer(" ", "_", "*", "p").Replace(t) }

// accessors writes how a value of a type is made of a number, and compared with that.
func (g *structCalls) accessors(t cType) {
	id := identifier(t.name)
	fmt.Fprintf(&g.text, "static void fill_%s(%s *p, unsigned long s) {\n", id, t.name)
	for _, x := range t.leaves {
		fmt.Fprintf(&g.text, " %s = %s;\n", strings.Replace(x.path, "@", "(*p)", 1), wordOf(x.kind))
	}
	fmt.Fprintf(&g.text, "}\nstatic int same_%s(%s *p, unsigned long s) {\n %s t; fill_%s(&t, s);\n return 1", id, t.name, t.name, id)
	for _, x := range t.leaves {
		fmt.Fprintf(&g.text, " && %s == %s", strings.Replace(x.path, "@", "(*p)", 1), strings.Replace(x.path, "@", "t", 1))
	}
	g.text.WriteString(";\n}\n")
}

// any is a type of a parameter or result: mostly a record. One behind the parameters has been promoted.
func (g *structCalls) any(promoted bool) (name, id string) {
	if g.IntN(3) > 0 {
		t := g.records[g.IntN(len(g.records))].name
		return t, t
	}
	for {
		t := scalarsOfC[g.IntN(len(scalarsOfC))]
		switch t {
		case "char", "signed char", "short", "unsigned short", "_Bool", "float":
			if promoted {
				continue
			}
		}
		return t, identifier(t)
	}
}

// function writes a function, one that calls it by the pointer that it gets, and one that calls those of the other side.
func (g *structCalls) function(n int) {
	var names, ids []string
	for range 1 + g.IntN(9) {
		t, id := g.any(false)
		names, ids = append(names, t), append(ids, id)
	}
	fixed := len(names)
	if g.IntN(4) == 0 {
		for range 1 + g.IntN(6) {
			t, id := g.any(true)
			names, ids = append(names, t), append(ids, id)
		}
	}
	ret, retID := g.any(false)
	var types, params, args []string
	for k, t := range names {
		args = append(args, fmt.Sprintf("p%d", k))
		if k < fixed {
			types, params = append(types, t), append(params, fmt.Sprintf("%s p%d", t, k))
		}
	}
	if fixed < len(names) {
		types, params = append(types, "..."), append(params, "...")
	}
	b := &g.text
	seed := func(k int) string { return fmt.Sprintf("%dul", g0(n, k)) }
	sig, all := strings.Join(types, ", "), strings.Join(args, ", ")
	fmt.Fprintf(b, "typedef %s F%d(%s);\nF%d OURS(f%d), THEIRS(f%d);\n%s THEIRS(apply%d)(F%d *%s);\n", ret, n, sig, n, n, n, ret, n, n, ptrs(names))
	fmt.Fprintf(b, "%s OURS(f%d)(%s) {\n %s r;\n", ret, n, strings.Join(params, ", "), ret)
	for k := range fixed {
		fmt.Fprintf(b, " if (!same_%s(&p%d, %s)) bad(%d, %d);\n", ids[k], k, seed(k), n, k)
	}
	if fixed < len(names) {
		fmt.Fprintf(b, " va_list ap; va_start(ap, p%d);\n", fixed-1)
		for k := fixed; k < len(names); k++ {
			fmt.Fprintf(b, " { %s q = va_arg(ap, %s); if (!same_%s(&q, %s)) bad(%d, %d); }\n", names[k], names[k], ids[k], seed(k), n, k)
		}
		b.WriteString(" va_end(ap);\n")
	}
	fmt.Fprintf(b, " fill_%s(&r, %s);\n return r;\n}\n", retID, seed(99))
	fmt.Fprintf(b, "%s OURS(apply%d)(F%d *f%s) { return f(%s); }\n", ret, n, n, pointed(names), "*"+strings.Join(args, ", *"))
	fmt.Fprintf(b, "static void run%d(void) {\n %s r;\n", n, ret)
	addresses := ""
	for k, t := range names {
		fmt.Fprintf(b, " %s p%d; fill_%s(&p%d, %s);\n", t, k, ids[k], k, seed(k))
		addresses += fmt.Sprintf(", &p%d", k)
	}
	for m, call := range []string{
		fmt.Sprintf("THEIRS(f%d)(%s)", n, all),
		fmt.Sprintf("THEIRS(apply%d)(OURS(f%d)%s)", n, n, addresses),
		fmt.Sprintf("OURS(apply%d)(THEIRS(f%d)%s)", n, n, addresses),
	} {
		fmt.Fprintf(b, " r = %s; if (!same_%s(&r, %s)) bad(%d, %d);\n", call, retID, seed(99), n, 100+m)
	}
	b.WriteString("}\n")
}

func g0(n, k int) uint64 { return uint64(n)*1000003 + uint64(k)*7919 + 1 }

func ptrs(names []string) (s string) {
	for _, t := range names {
		s += ", " + t + " *"
	}
	return s
}

func pointed(names []string) (s string) {
	for k, t := range names {
		s += fmt.Sprintf(", %s *p%d", t, k)
	}
	return s
}

// structProgram is the text, with so many types and functions.
func structProgram(r *rand.Rand, records, functions int) string {
	g := &structCalls{Rand: r}
	g.text.WriteString(`#include <stdarg.h>
int printf(const char *, ...);
#ifdef SIDE
#define OURS(x) a_##x
#define THEIRS(x) b_##x
#define NAME 'a'
#else
#define NAME 'b'
#define OURS(x) b_##x
#define THEIRS(x) a_##x
#endif
typedef float v2f __attribute__((vector_size(8)));
typedef float v4f __attribute__((vector_size(16)));
int OURS(failed);
static void bad(int n, int k) { if (OURS(failed)++ < 5) printf("%c: f%d: %d\n", NAME, n, k); }
static unsigned long next(unsigned long *s) { *s = *s * 6364136223846793005ul + 1442695040888963407ul; return *s ^ *s >> 29; }
`)
	done := map[string]bool{} // floats are more likely
	for _, s := range scalarsOfC {
		if !done[s] {
			done[s] = true
			g.accessors(cType{s, parts("@", s)})
		}
	}
	for range records {
		g.record()
	}
	for n := range functions {
		g.function(n)
	}
	g.text.WriteString("void OURS(run)(void) {\n")
	for n := range functions {
		fmt.Fprintf(&g.text, " run%d();\n", n)
	}
	g.text.WriteString("}\n#ifndef SIDE\nextern int a_failed; void a_run(void);\nint main(void) { a_run(); b_run(); return a_failed || b_failed; }\n#endif\n")
	return g.text.String()
}

// TestStructsWithGCC draws types and functions.
func TestStructsWithGCC(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 0))
	text := structProgram(r, 60, testseed.Rounds(300, 60))
	m, err := c.Compile([]c.File{{Name: "structs.c", Text: []byte("#define SIDE 1\n" + text)}}, c.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m); err != nil {
		t.Fatal(err)
	}
	for _, level := range []string{"0", "2"} {
		o, err := compiler.Compile(context.Background(), m.Clone(), compiler.Options{Level: level})
		if err != nil {
			t.Fatal(err)
		}
		if o, err = compiler.Outside(o, nil); err != nil {
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
		program := gcctest.Build(t, map[string]string{"main.c": text}, "-O1", "-w", "-Wno-psabi", name)
		if out, err := exec.Command(program).CombinedOutput(); err != nil {
			t.Errorf("-O%s: %v\n%s", level, err, out)
			if keep := os.Getenv("TUFFY_KEEP"); keep != "" {
				_ = os.WriteFile(keep, []byte(text), 0o600)
			}
		}
	}
}
