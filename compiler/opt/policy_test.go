package opt_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

var lock = flag.String("lock", "", "write -O2 as it is now as the policy of this version")

// TestPolicies: a policy has the form of a version, its pipelines are read, and what it is locked with is what this program has, or it
// is refused by name. go test -run TestPolicies -lock v1.1.0 ./compiler/opt locks another one.
func TestPolicies(t *testing.T) {
	if *lock != "" && *lock != "traces" {
		p, err := opt.LockPolicy(*lock, "2")
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.MarshalIndent(p, "", "  ")
		if err == nil {
			err = os.WriteFile("policy-"+*lock+".json", append(text, '\n'), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	rules := pass.RulesHash(opt.Passes())
	for _, p := range opt.ShippedPolicies() {
		c, err := opt.Locked(p.Version, false)
		switch {
		case p.Rules != rules:
			if err == nil || !strings.Contains(err.Error(), p.Version) || !strings.Contains(err.Error(), p.Rules[:12]) {
				t.Errorf("%s of other rules: %v", p.Version, err)
			}
		case err != nil || c.Name != "O2":
			t.Errorf("%s: %v, %v", p.Version, c, err)
		}
	}
	if len(opt.ShippedPolicies()) == 0 {
		t.Error("no policy is shipped")
	}
	if _, err := opt.Locked("v0.0.7", false); err == nil || !strings.Contains(err.Error(), "policies: v1.0.0") {
		t.Errorf("a policy that there is not: %v", err)
	}
}

// kernels are those whose -O2 traces are kept: the nine that other interpreters and compilers were measured on.
var kernels = []string{"loop", "loop32", "fib", "sieve", "matmul", "crc32", "sha256", "list", "collatz"}

// TestKernelPolicies: the trace of -O2 of a kernel, which was recorded once, still gives the code of its recording, whatever rules
// have come since. go test -run TestKernelPolicies -lock traces ./compiler/opt records them again.
func TestKernelPolicies(t *testing.T) {
	for _, name := range kernels {
		src, err := os.ReadFile(filepath.Join("..", "..", "corpus", "bench", name+".tir"))
		if err != nil {
			t.Fatal(err)
		}
		m, err := parser.Parse(name, src)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", "policies", name+".jsonl")
		if *lock == "traces" {
			record(t, m, file)
			continue
		}
		text, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		rec, err := trace.Read(file, text)
		text.Close()
		if err != nil {
			t.Fatal(err)
		}
		if rec.Header.Input != trace.Digest(m) {
			t.Fatalf("%s: the kernel is another one", name)
		}
		policy, err := pass.NewTracePolicy(opt.Passes(), rec, false)
		if err != nil {
			t.Fatal(err)
		}
		c, err := pass.ParseConfig(file, rec.Header.Pipeline, opt.Passes())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := pass.Run(context.Background(), m, opt.Passes(), pass.Options{Config: c, Allow: policy.Allow}); err != nil {
			t.Fatal(err)
		}
		if r := policy.Result(); r.First() != nil || trace.Digest(m) != rec.Output {
			t.Errorf("%s: %d of %d decisions are followed, first %v; the code is that of the recording: %t", name, r.Followed, r.Steps, r.First(), trace.Digest(m) == rec.Output)
		}
	}
}

// record writes the trace of -O2 of a program.
func record(t *testing.T, m *ir.Module, file string) {
	t.Helper()
	c, err := opt.Preset("2")
	if err != nil {
		t.Fatal(err)
	}
	rec, err := pass.Recorded(context.Background(), m, opt.Passes(), pass.Options{Config: c, Trace: trace.Decisions})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := trace.NewWriter(&out, rec.Header)
	for n := range rec.Entries {
		w.Write(&rec.Entries[n])
	}
	err = w.Close(rec.Output)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(file), 0o755)
	}
	if err == nil {
		err = os.WriteFile(file, out.Bytes(), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestPolicyMixes: of two functions the one that asks for a policy gets its passes whatever the level is, and the other does not.
func TestPolicyMixes(t *testing.T) {
	all := opt.ShippedPolicies()
	newest := all[len(all)-1]
	if newest.Rules != pass.RulesHash(opt.Passes()) {
		t.Fatal("the newest policy is of other rules: lock one with go test -run TestPolicies -lock VERSION ./compiler/opt")
	}
	const body = `(int) -> int {
bb0:
v0 = param 0
v1 = iconst 8
v2 = mul v0, v1
ret v2
}
`
	m, err := parser.Parse("test.tir", []byte("func @f"+strings.Replace(body, " {", ` opt_policy("`+newest.Version+`") {`, 1)+"func @g"+body))
	if err != nil {
		t.Fatal(err)
	}
	none, err := opt.Preset("0")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pass.Run(context.Background(), m, opt.Passes(), pass.Options{Config: none, Policy: opt.FunctionPolicy()}); err != nil {
		t.Fatal(err)
	}
	if f, g := m.Func("f"), m.Func("g"); f.Count(ir.OpShl) != 1 || f.Count(ir.OpMul) != 0 || g.Count(ir.OpMul) != 1 {
		t.Errorf("got\n%s%s", f, g)
	}
}
