package llvm_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/front/llvm"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// TestModules reads whole modules, of which some are refused.
func TestModules(t *testing.T) {
	text, err := os.ReadFile("testdata/modules.txt")
	if err != nil {
		t.Fatal(err)
	}
	covered := map[string]bool{}
	for n, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		parts := strings.Split(line, " | ")
		if len(parts) != 3 {
			t.Fatalf("line %d: three parts are expected", n+1)
		}
		covered[parts[0]] = true
		src := strings.ReplaceAll(parts[1], "; ", "\n")
		m, err := llvm.Compile("a.ll", []byte(src), llvm.Options{})
		got := ""
		if err != nil {
			got, _, _ = strings.Cut(strings.TrimPrefix(err.Error(), "a.ll:"), "\n")
		} else if err := ir.Verify(m); err != nil {
			t.Errorf("line %d: %v", n+1, err)
			continue
		} else {
			out, err := interp.Run(context.Background(), m, interp.Options{Entry: "f", Strict: true})
			if err != nil {
				t.Fatal(err)
			}
			got = strings.TrimPrefix(out.Text(), "returned ")
			if out.Kind == interp.Undefined && out.UB.Code == interp.UBPoisonResult {
				got = "poison"
			}
		}
		if got != parts[2] {
			t.Errorf("line %d: got %s, want %s\n%s", n+1, got, parts[2], src)
		}
	}
	for name := range withoutRow {
		if !covered[name] {
			t.Errorf("no module is about %q", name)
		}
	}
}

// seeds are texts to change: the programs of all rows, and those of testdata.
func seeds(t testing.TB) (texts [][]byte) {
	for _, r := range rows(t) {
		texts = append(texts, []byte(r.program(t)))
	}
	text, err := os.ReadFile("testdata/modules.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		if parts := strings.Split(line, " | "); len(parts) == 3 {
			texts = append(texts, []byte(strings.ReplaceAll(parts[1], "; ", "\n")))
		}
	}
	names, _ := filepath.Glob("testdata/programs/*.ll")
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
	}
	return texts
}

// reads gives the front end a text, which is a module, or an error with a place.
func reads(t testing.TB, text []byte) bool {
	t.Helper()
	m, err := llvm.Compile("a.ll", text, llvm.Options{Hosted: true})
	if err != nil {
		var e *llvm.Error
		if !errors.As(err, &e) || e.Line < 1 || e.Col < 1 || e.Line > bytes.Count(text, []byte("\n"))+1 {
			t.Fatalf("an error without a place: %v\n%s", err, text)
		}
		return false
	}
	if err := ir.Verify(m); err != nil {
		for _, x := range err.(ir.VerifyErrors) {
			if !strings.Contains(x.Msg, "dominate") && !strings.Contains(x.Msg, "case") {
				t.Fatalf("%v\n%s", err, text)
			}
		}
	}
	return true
}

// TestMutated gives the front end texts that are almost LLVM IR.
func TestMutated(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 5))
	texts := seeds(t)
	words := strings.Fields("i1 i8 i32 i64 i128 ptr void float double x86_fp80 <2 x i8> [ 4 x ] { } ( ) , = %0 %1 %x @g @f @llvm.assume label to nuw nsw exact inbounds add sub udiv load store call ret br switch phi select null undef poison zeroinitializer true false -1 0 99999999999999999999 1.5 0xK3FFF8000000000000000 align volatile atomic seq_cst !range !0 !{} #0 asm \"\" c\"a\" splat blockaddress getelementptr ptrtoint vscale ... ; * addrspace(1) range( byval( noundef")
	accepted := 0
	for range testseed.Rounds(3000, 400) {
		text := bytes.Clone(texts[r.IntN(len(texts))])
		for range 1 + r.IntN(3) {
			at := r.IntN(len(text))
			switch r.IntN(4) {
			case 0:
				text = append(text[:at:at], text[min(len(text), at+1+r.IntN(8)):]...)
			case 1:
				text = append(append(text[:at:at], " "+words[r.IntN(len(words))]+" "...), text[at:]...)
			case 2: // copy a piece
				from := r.IntN(len(text))
				piece := bytes.Clone(text[from:min(len(text), from+1+r.IntN(60))])
				text = append(append(text[:at:at], piece...), text[at:]...)
			default: // another word for one that is there
				fields := bytes.Fields(text)
				if len(fields) > 1 {
					text = bytes.Replace(text, fields[r.IntN(len(fields))], []byte(words[r.IntN(len(words))]), 1)
				}
			}
			if len(text) == 0 {
				text = []byte(" ")
			}
		}
		if reads(t, text) {
			accepted++
		}
	}
	t.Logf("%d accepted", accepted)
}

// FuzzCompile is TestMutated for Go's fuzzing.
func FuzzCompile(f *testing.F) {
	for _, text := range seeds(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) <= 1<<16 {
			reads(t, text)
		}
	})
}
