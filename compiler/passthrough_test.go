package compiler_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/compiler/target"
	"github.com/tuffy-ir/tuffy/parser"
)

// TestPassthrough: target intrinsics that are no vector operations, or are to stay, become the instructions that they name.
func TestPassthrough(t *testing.T) {
	for _, c := range []struct{ name, args, attr, want string }{
		{"x86.sse2.paddd", "v2, v3", `intrinsics("passthrough")`, "paddd"},
		{"x86.sse2.padd.d", "v2, v3", "", "paddd"},
		{"x86.sse.min.ps", "v2, v3", "", "minps"},
		{"x86.ssse3.pabs.d", "v2", "", "pabsd"},
		{"x86.sse2.pshufd", "v2, v4", "", "pshufd $0x1b"},
		{"x86.ssse3.palignr", "v2, v3, v4", "", "palignr $0x1b"},
		{"x86.sse.sqrt.ps", "v2", "", "sqrtps"},
		{"x86.avx.add.ps", "v2, v3", `intrinsics("passthrough")`, "vaddps"},
		{"x86.avx2.pabs.d", "v5", "", "target.intrinsic is not supported by code generation"},
		{"x86.sse2.nosuch", "v2", "", `the target intrinsic "x86.sse2.nosuch": it names no instruction on 1 vector`},
		{"x86.sse2.psraw", "v2, v3, v2", "", "it names no instruction on 3 vectors"},
		{"aarch64.abs", "v2", "", "it names no instruction on 1 vector"},
	} {
		bits := 128
		if strings.Contains(c.args, "v5") {
			bits = 256
		}
		text := fmt.Sprintf(`func @f(vec<128>, vec<128>, vec<256>, vec<256>) -> vec<%d> %s {
  bb0:
    v2 = param 0
    v3 = param 1
    v4 = iconst 27
    v5 = param 2
    v6 = param 3
    v7 = target.intrinsic %q %s -> vec<%d>
    ret v7
}
`, bits, c.attr, c.name, c.args, bits)
		m, err := parser.Parse("t.tir", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		x, err := target.Parse(target.Default)
		if err != nil {
			t.Fatal(err)
		}
		if err := x.Override("features=+ssse3,+avx2"); err != nil {
			t.Fatal(err)
		}
		var got string
		code, err := compiler.Compile(context.Background(), m, compiler.Options{Target: x, Level: "2", Exported: func(string) bool { return true }})
		if err != nil {
			got = err.Error()
		} else {
			var b bytes.Buffer
			if err := object.WriteAsm(&b, code); err != nil {
				t.Fatal(err)
			}
			got = b.String()
		}
		if !strings.Contains(strings.ReplaceAll(got, "\t", " "), c.want) {
			t.Errorf("%s: %s\nlacks %s", c.name, got, c.want)
		}
	}
}
