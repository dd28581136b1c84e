package llvmir_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/front/llvm"
	"github.com/tuffy-ir/tuffy/compiler/llvmir"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// rows are functions without parameters, and what they return.
var rows = []struct{ body, want string }{
	{`
    v0 = iconst -7
    v1 = iconst 2
    v2 = div v0, v1
    v3:s32 = add v2, v2`, "-8"},
	{`
    v0 = iconst -7
    v1 = iconst -2
    v2 = div v0, v1
    v3:s32 = add v2, v2`, "8"},
	{`
    v0 = iconst -7
    v1 = iconst -2
    v2 = rem v0, v1
    v3:s32 = add v2, v2`, "2"},
	{`
    v0 = iconst -7
    v1 = iconst 2
    v2 = tdiv v0, v1
    v3 = trem v0, v1
    v4:s32 = mul v2, v3`, "3"},
	{`
    v0 = iconst -128
    v1 = iconst -1
    v2:s32 = tdiv v0, v1`, "128"},
	{`
    v0 = iconst -5
    v1 = iconst 1000
    v2:s32 = shr v0, v1`, "-1"},
	{`
    v0 = iconst 5
    v1 = iconst 3
    v2:s32 = shl v0, v1`, "40"},
	{`
    v0 = iconst 300
    v1 = zext v0, 8
    v2 = sext v0, 6
    v3:s32 = sub v1, v2`, "64"},
	{`
    v0 = iconst 200
    v1 = bswap.2 v0
    v2 = bit_reverse.8 v0
    v3:s32 = add v1, v2`, "51219"},
	{`
    v0 = iconst 12
    v1 = count_leading_zeros.8 v0
    v2 = count_trailing_zeros v0
    v3 = count_ones v0
    v4 = iconst 100
    v5 = mul v1, v4
    v6 = add v5, v2
    v7:s32 = mul v6, v3`, "804"},
	{`
    v0 = iconst 129
    v1 = iconst 9
    v2 = rotate_left.8 v0, v1
    v3 = rotate_right.8 v0, v1
    v4:s32 = sub v3, v2`, "189"},
	{`
    v0 = iconst -300
    v1 = iconst 7
    v2 = merge.4 v0, v1
    v3, v4 = split.4 v2
    v5:s32 = mul v3, v4`, "-133"},
	{`
    v0 = iconst -3
    v1 = iconst 200
    v2 = min v0, v1
    v3 = max v0, v1
    v4:s32 = add v2, v3`, "197"},
	{`
    v0 = iconst -3
    v1 = not v0
    v2 = iconst 2
    v3 = icmp.eq v1, v2
    v4 = not v3
    v5 = bool_to_int v3
    v6:s32 = select v4, v0, v5`, "1"},
	{`
    v0 = fconst.f64 0x4008000000000000
    v1 = fp_to_si.8 v0
    v2 = fconst.f32 0x43960000
    v3 = fp_to_ui.sat.8 v2
    v4:s32 = sub v3, v1`, "252"},
	{`
    v0 = fconst.f32 0x3fc00000
    v1 = bitcast v0 -> int
    v2 = iconst 22
    v3:s32 = shr v1, v2`, "255"},
}

// back writes a module, reads it and verifies that.
func back(t *testing.T, m *ir.Module) *ir.Module {
	t.Helper()
	text, err := llvmir.Write(m)
	if err != nil {
		t.Fatal(err)
	}
	out, err := llvm.Compile("out.ll", []byte(text), llvm.Options{})
	if err == nil {
		err = ir.Verify(out)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return out
}

// TestRows computes what the specification says of single operations.
func TestRows(t *testing.T) {
	for _, r := range rows {
		last := r.body[strings.LastIndexByte(r.body, '\n')+1:]
		result, _, _ := strings.Cut(strings.TrimSpace(last), ":")
		m := irtest.Parse(t, `
func @f() -> int:s32 {
  bb0:`+r.body+`
    ret `+result+`
}
`)
		for _, m := range []*ir.Module{m, back(t, m)} {
			out, err := interp.Run(context.Background(), m, interp.Options{Entry: "f", Strict: true})
			if err != nil {
				t.Fatal(err)
			}
			if got := out.Text(); got != "returned "+r.want {
				t.Errorf("%s: got %s, want %s", r.body, got, r.want)
			}
		}
	}
}

// corpus gives the programs of the corpus that LLVM IR has room for, with their text as such.
func corpus(t *testing.T, f func(name string, m *ir.Module, text string)) {
	written, refused := 0, 0
	err := filepath.WalkDir("../../corpus", func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".tir" {
			return err
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		m, err := parser.Parse(name, src)
		if err != nil || ir.Verify(m) != nil {
			return nil
		}
		text, err := llvmir.Write(m)
		if err != nil {
			refused++
			if e := (*llvmir.Error)(nil); !errors.As(err, &e) {
				t.Errorf("%s: %v", name, err)
			}
			return nil
		}
		written++
		f(name, m, text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if written < 100 {
		t.Errorf("only %d programs were written, %d refused", written, refused)
	}
}

// TestCorpus reads back what was written of each program of the corpus that LLVM IR has room for; it refines the program.
func TestCorpus(t *testing.T) {
	corpus(t, func(name string, m *ir.Module, text string) {
		out, err := llvm.Compile(name+".ll", []byte(text), llvm.Options{})
		if err == nil {
			err = ir.Verify(out)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		if m.Func("main") == nil || len(m.Func("main").Returns) > 1 {
			return
		}
		r, err := difftest.Check(context.Background(), m, out, difftest.Config{Entry: "main", Runs: 4, Workers: 1, Search: 8})
		if err != nil {
			return // a program whose inputs are not made
		}
		for _, p := range r.Pairs {
			if p.Divergence != nil {
				t.Errorf("%s: %s", name, p.Divergence.Text(name, false))
			}
		}
	})
}
