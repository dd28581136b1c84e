package schema

import (
	"errors"
	"fmt"
	"github.com/tuffy-ir/tuffy/internal/export"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
)

// RelaxedVersion is the version of the format of relaxed rules that this package reads.
const RelaxedVersion = 1

// RelaxedSet is an export of rules that hold only where operations carry flags.
type RelaxedSet struct {
	Format  string         `json:"format"`
	Version int            `json:"version"`
	Rules   []*RelaxedRule `json:"rules"`
}

// RelaxedRule replaces float operations that all carry the flags that it needs: every result of the
// replacement is one that the flags permit the pattern to have.
type RelaxedRule struct {
	Name    string   `json:"name"`
	Group   string   `json:"group"`
	Needs   []string `json:"needs"` // keys of [Flags]
	Doc     string   `json:"doc"`
	LHS     *Term    `json:"lhs"`
	RHS     *Term    `json:"rhs"`
	Consts  []string `json:"consts"` // variables that stand for constants
	Others  []string `json:"others"` // and those that do not
	Theorem string   `json:"theorem"`
	Axioms  []string `json:"axioms"`
}

// Flags are the flags that a relaxed rule may need.
var Flags = map[string]ir.FPFlags{"reassoc": ir.Reassoc, "contract": ir.Contract}

// ReadRelaxed reads an export of relaxed rules.
func ReadRelaxed(name string, data []byte) (*RelaxedSet, error) {
	var s RelaxedSet
	if err := export.Decode(name, data, export.Format{Name: "tuffy-relaxed-rules", Kind: "relaxed rules", Version: RelaxedVersion}, &s); err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	var all []error
	for _, r := range s.Rules {
		if err := r.check(); err != nil {
			all = append(all, fmt.Errorf("%s: rule %q: %w", name, r.Name, err))
		}
		if seen[r.Name] {
			all = append(all, fmt.Errorf("%s: rule %q is there twice", name, r.Name))
		}
		seen[r.Name] = true
	}
	return &s, errors.Join(all...)
}

func (r *RelaxedRule) check() error {
	switch {
	case len(r.Needs) == 0:
		return fmt.Errorf("it needs no flag: such a rule is not a relaxed one")
	case r.Theorem == "":
		return fmt.Errorf("it has no theorem")
	case r.LHS == nil || r.RHS == nil:
		return fmt.Errorf("no pattern or no replacement")
	case r.LHS.Op == "":
		return fmt.Errorf("pattern: the root must be an opcode")
	}
	for _, a := range r.Axioms {
		if !slices.Contains(Axioms, a) {
			return fmt.Errorf("its proof %s rests on the axiom %s", r.Theorem, a)
		}
	}
	for _, n := range r.Needs {
		if Flags[n] == 0 {
			return fmt.Errorf("unknown flag %q", n)
		}
	}
	bound := map[string]bool{}
	if err := r.LHS.check(bound, true); err != nil {
		return fmt.Errorf("pattern: %w", err)
	}
	if err := r.RHS.check(bound, false); err != nil {
		return fmt.Errorf("replacement: %w", err)
	}
	for _, t := range []*Term{r.LHS, r.RHS} {
		if err := t.relaxed(); err != nil {
			return err
		}
	}
	for _, v := range slices.Concat(r.Consts, r.Others) {
		if !bound[v] {
			return fmt.Errorf("%s is not bound", v)
		}
	}
	return nil
}

// relaxed checks that a term has nothing but float variables and the operations that the theorems
// speak of.
func (t *Term) relaxed() error {
	switch {
	case t.Var != "" && t.Type == "float":
		return nil
	case slices.Contains([]string{"fadd", "fsub", "fmul", "fma", "fneg"}, t.Op):
		for _, a := range t.Args {
			if err := a.relaxed(); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("a relaxed rule has variables of type float, fadd, fsub, fmul, fma and fneg only")
}
