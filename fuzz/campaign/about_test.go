package campaign

import (
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/fuzz/check"
)

// TestDescribe: every rewrite of every pass is described, with its theorem if it has one, and so are the parts of the backend.
func TestDescribe(t *testing.T) {
	theorems := 0
	for _, p := range opt.Passes() {
		for _, r := range p.Rewrites {
			a, ok := describe(check.CauseRewrite + p.Name + "/" + r.Name)
			if !ok || !strings.Contains(a.what, p.Doc) || (a.theorem != nil) != (r.Theorem != "") {
				t.Errorf("%s/%s: %+v, %v", p.Name, r.Name, a, ok)
			}
			if a.theorem != nil {
				theorems++
			}
		}
	}
	if theorems < 1000 {
		t.Errorf("%d rewrites with theorems", theorems)
	}
	for fault, file := range map[string]string{"rule shr_cl_s": "lean/TuffyLean/Target/X86/RulesExtend.lean", "isel.extendFrom": "", "legalize.limbs": "", "x86 MOV_r64_rm64": ""} {
		a, ok := describe(fault)
		if !ok || (file != "") != (a.theorem != nil) || file != "" && (a.theorem.File != file || !strings.Contains(a.theorem.Text, "shr_cl_s")) {
			t.Errorf("%s: %+v, %v", fault, a, ok)
		}
	}
	for _, fault := range []string{"", "rewrite no/no", "rewrite gvn/no", "rule no", "os.Exit", "code generation add"} {
		if a, ok := describe(fault); ok {
			t.Errorf("%q: %+v", fault, a)
		}
	}
}
