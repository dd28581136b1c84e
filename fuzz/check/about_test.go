package check

import (
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
)

// TestDescribe: every rewrite of every pass is described, with its theorem if it has one, and so are the parts of the backend.
func TestDescribe(t *testing.T) {
	theorems := 0
	for _, p := range opt.Passes() {
		for _, r := range p.Rewrites {
			a, ok := Describe(causeRewrite + p.Name + "/" + r.Name)
			if !ok || !strings.Contains(a.What, p.Doc) || (a.Theorem != nil) != (r.Theorem != "") {
				t.Errorf("%s/%s: %+v, %v", p.Name, r.Name, a, ok)
			}
			if a.Theorem != nil {
				theorems++
			}
		}
	}
	if theorems < 1000 {
		t.Errorf("%d rewrites with theorems", theorems)
	}
	for fault, file := range map[string]string{"rule shr_cl_s": "lean/TuffyLean/Target/X86/RulesExtend.lean", "isel.extendFrom": "", "legalize.limbs": "", "x86 MOV_r64_rm64": ""} {
		a, ok := Describe(fault)
		if !ok || (file != "") != (a.Theorem != nil) || file != "" && (a.Theorem.File != file || !strings.Contains(a.Theorem.Text, "shr_cl_s")) {
			t.Errorf("%s: %+v, %v", fault, a, ok)
		}
	}
	for _, fault := range []string{"", "rewrite no/no", "rewrite gvn/no", "rule no", "os.Exit", "code generation add"} {
		if a, ok := Describe(fault); ok {
			t.Errorf("%q: %+v", fault, a)
		}
	}
}
