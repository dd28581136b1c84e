package c_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
)

// layouts writes a program that prints where the members of n random structs and unions lie: sizes, alignments,
// offsets, and of bit-fields the bytes that change when they are set.
func layouts(r *rand.Rand, n int) string {
	var b strings.Builder
	b.WriteString("#include <stddef.h>\n#include <stdio.h>\n#include <string.h>\n#define SHOW(s) do { unsigned char *p = (unsigned char *)&s; for (size_t i = 0; i < sizeof s; i++) if (p[i]) printf(\" %zu:%02x\", i, p[i]); puts(\"\"); } while (0)\n")
	var body strings.Builder
	types := []struct {
		name string
		bits int
	}{{"char", 8}, {"signed char", 8}, {"unsigned short", 16}, {"short", 16}, {"int", 32}, {"unsigned", 32}, {"long", 64},
		{"unsigned long long", 64}, {"_Bool", 1}, {"double", 0}, {"float", 0}, {"void *", 0}, {"enum e", 32}}
	b.WriteString("enum e { E0, E1, E2, E3 };\n")
	for k := range n {
		kind, packed := "struct", ""
		if r.IntN(6) == 0 {
			kind = "union"
		}
		if r.IntN(5) == 0 {
			packed = " __attribute__((packed))"
		}
		if r.IntN(8) == 0 {
			packed += fmt.Sprintf(" __attribute__((aligned(%d)))", 1<<r.IntN(6))
		}
		pragma := r.IntN(8) == 0
		if pragma {
			fmt.Fprintf(&b, "#pragma pack(push, %d)\n", 1<<r.IntN(4))
		}
		fmt.Fprintf(&b, "%s%s s%d {", kind, packed, k)
		fmt.Fprintf(&body, "  { static %s s%d x; printf(\"%d %%zu %%zu\\n\", sizeof x, _Alignof(%s s%d));\n", kind, k, k, kind, k)
		for f := range 1 + r.IntN(7) {
			t := types[r.IntN(len(types))]
			switch {
			case t.bits > 0 && r.IntN(2) == 0:
				w := 1 + r.IntN(t.bits)
				if t.name == "enum e" {
					w = 2 + r.IntN(10)
				}
				if r.IntN(10) == 0 && t.name != "enum e" { // which C23 reads as its underlying type
					fmt.Fprintf(&b, " %s : %d;", t.name, w*r.IntN(2))
					continue
				}
				align := ""
				if r.IntN(10) == 0 {
					align = fmt.Sprintf(" __attribute__((aligned(%d)))", 1<<r.IntN(5))
				}
				before := ""
				if r.IntN(2) == 0 {
					before, align = align, ""
				}
				fmt.Fprintf(&b, "%s %s f%d : %d%s;", before, t.name, f, w, align)
				fmt.Fprintf(&body, "    memset(&x, 0, sizeof x); x.f%d = 1; x.f%d = x.f%d * -1; printf(\"%d %%lld\", (long long)x.f%d); SHOW(x);\n", f, f, f, f, f)
			case r.IntN(6) == 0 && k > 0:
				fmt.Fprintf(&b, " %s f%d;", fmt.Sprintf("typeof(*(s%d_t *)0)", r.IntN(k)), f)
				fmt.Fprintf(&body, "    printf(\"%d %%zu\\n\", offsetof(%s s%d, f%d));\n", f, kind, k, f)
			default:
				array, align := "", ""
				if r.IntN(4) == 0 {
					array = fmt.Sprintf("[%d]", 1+r.IntN(5))
				}
				if r.IntN(10) == 0 {
					align = " __attribute__((packed))"
				}
				if r.IntN(10) == 0 {
					align = fmt.Sprintf(" __attribute__((aligned(%d)))", 1<<r.IntN(5))
				}
				fmt.Fprintf(&b, " %s f%d%s%s;", t.name, f, array, align)
				fmt.Fprintf(&body, "    printf(\"%d %%zu\\n\", offsetof(%s s%d, f%d));\n", f, kind, k, f)
			}
		}
		fmt.Fprintf(&b, " char last; };\ntypedef %s s%d s%d_t;\n", kind, k, k)
		if pragma {
			b.WriteString("#pragma pack(pop)\n")
		}
		fmt.Fprintf(&body, "    printf(\"last %%zu\\n\", offsetof(%s s%d, last)); }\n", kind, k)
	}
	return b.String() + "int main(void) {\n" + body.String() + "  return 0;\n}\n"
}

// TestLayout compares the layout of random structs and unions with that of gcc.
func TestLayout(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 1))
	for range testseed.Rounds(10, 1) {
		text := layouts(r, 40)
		want, err := exec.Command(gcctest.Build(t, map[string]string{"program.c": text}, "-w")).Output()
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		out, err := interp.Run(t.Context(), compile(t, "layout.c", []byte(text)), interp.Options{Strict: true, Stdout: &got})
		if err != nil || out.Kind != interp.Returned {
			t.Fatal(err, out.Text(), out.UB.Text(true))
		}
		if got.String() == string(want) {
			continue
		}
		g, w := strings.Split(got.String(), "\n"), strings.Split(string(want), "\n")
		last := ""
		for i := range w {
			if strings.Count(w[i], " ") == 2 && !strings.Contains(w[i], ":") {
				last = w[i]
			}
			if i >= len(g) || g[i] != w[i] {
				k := strings.Fields(last)[0]
				for _, l := range strings.Split(text, "\n") {
					if strings.Contains(l, " s"+k+" {") {
						t.Errorf("%s\n got %q\nwant %q, as gcc", l, g[min(i, len(g)-1)], w[i])
					}
				}
				break
			}
		}
	}
}
