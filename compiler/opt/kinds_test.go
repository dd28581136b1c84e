package opt

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/rules/value"
)

// literals are the strings that the sources of this package write, without what rows declare.
func literals(t *testing.T) map[string]bool {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if kv, ok := n.(*ast.KeyValueExpr); ok {
				if key, ok := kv.Key.(*ast.Ident); ok && key.Name == "Rewrites" {
					return false
				}
			}
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if s, err := strconv.Unquote(lit.Value); err == nil {
					out[s] = true
				}
			}
			return true
		})
	}
	return out
}

// TestKinds: each pass declares its rewrites, and none that it does not make.
func TestKinds(t *testing.T) {
	written := literals(t)
	// made has what names are put together from.
	made := map[string]func(name string) bool{
		"div-const":   func(name string) bool { return slices.Contains([]string{"div", "rem", "tdiv", "trem"}, name) },
		"reassociate": func(name string) bool { return written["_chain"] && strings.HasSuffix(name, "_chain") },
		"simplify-cfg": func(name string) bool {
			return written["dissolve_"] && slices.Contains([]string{"dissolve_loop", "dissolve_plain"}, name)
		},
	}
	for _, p := range Passes() {
		if len(p.Rewrites) == 0 {
			t.Errorf("%s declares no rewrites: it could make any", p.Name)
		}
		for n, r := range p.Rewrites {
			if n > 0 && p.Rewrites[n-1].Name >= r.Name {
				t.Errorf("%s: %s stands after %s: make the table with pass.Rewrites", p.Name, r.Name, p.Rewrites[n-1].Name)
			}
			if r.Strongest > r.Weakest {
				t.Errorf("%s: %s is at best %s and at worst %s", p.Name, r.Name, r.Strongest, r.Weakest)
			}
			if r.Theorem == "" && !written[r.Name] && (made[p.Name] == nil || !made[p.Name](r.Name)) {
				t.Errorf("%s: no pass makes the rewrite %s", p.Name, r.Name)
			}
		}
	}
}

// TestKindsOfRules: a rule that holds both ways is at best that where it is applied, and at worst a
// refinement, since annotations may go away; the theorem is the rule's.
func TestKindsOfRules(t *testing.T) {
	p, err := pass.Named(Passes(), "rewrite")
	if err != nil {
		t.Fatal(err)
	}
	rules := value.All()
	if len(rules) != len(p.Rewrites) {
		t.Errorf("%d rules, but %d rewrites", len(rules), len(p.Rewrites))
	}
	for _, r := range rules {
		n := slices.IndexFunc(p.Rewrites, func(w pass.Rewrite) bool { return w.Name == r.Name })
		if want := (pass.Rewrite{Name: r.Name, Strongest: r.Kind, Weakest: pass.Refinement, Theorem: r.Theorem}); n < 0 || p.Rewrites[n] != want {
			t.Errorf("%s: rewrite %d is not %+v", r.Name, n, want)
		}
	}
}
