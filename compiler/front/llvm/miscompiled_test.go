package llvm_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/ir"
)

// signatureOf is a function of a type written as i8 (i1 %c, i8 %x), with a body.
func signatureOf(sig, body string) row {
	result, params, _ := strings.Cut(sig, " (")
	return row{body: body, construct: "define " + result + " @f(" + params + " {\n"}
}

// text is a module with the function and the declarations that it needs.
func (r row) function() string {
	text := r.construct + strings.ReplaceAll(r.body, "; ", "\n") + "\n}\n"
	for name, declaration := range map[string]string{"abs": "i8 @llvm.abs.i8(i8, i1)", "ctlz": "i8 @llvm.ctlz.i8(i8, i1)", "fshl": "i8 @llvm.fshl.i8(i8, i8, i8)",
		"usub.sat": "i8 @llvm.usub.sat.i8(i8, i8)", "umax": "i8 @llvm.umax.i8(i8, i8)", "sadd.with": "{i8, i1} @llvm.sadd.with.overflow.i8(i8, i8)",
		"minnum": "double @llvm.minnum.f64(double, double)", "memmove": "void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)",
		"memcpy": "void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"} {
		if strings.Contains(r.body, "@llvm."+name) {
			text += "declare " + declaration + "\n"
		}
	}
	return text
}

// TestMiscompiled compares programs with wrong rewrites of them, which are refuted with an input, and with right ones.
func TestMiscompiled(t *testing.T) {
	text, err := os.ReadFile("testdata/miscompiled.txt")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for n, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		parts := strings.Split(line, " | ")
		if len(parts) != 5 {
			t.Fatalf("line %d: five parts are expected", n+1)
		}
		count++
		var all [3]*ir.Module
		for i := range all {
			all[i] = compile(t, "f.ll", signatureOf(parts[1], parts[2+i]).function())
		}
		for i, want := range []difftest.Verdict{difftest.Diverged, difftest.Refined} {
			r, err := difftest.Check(context.Background(), all[0], all[1+i], difftest.Config{Runs: 400, Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Verdict(); got != want {
				t.Errorf("line %d, %s, %s after: got %s, want %s", n+1, parts[0], [...]string{"wrong", "right"}[i], got, want)
			}
		}
	}
	if count < 30 {
		t.Errorf("there are %d rewrites only", count)
	}
}
