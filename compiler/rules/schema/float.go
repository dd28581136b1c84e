package schema

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/internal/export"
	"github.com/tuffy-ir/tuffy/ir"
)

// RelaxedSet is an export of rules that hold only where operations carry flags.
type RelaxedSet struct {
	Format  string         `json:"format"`
	Version int            `json:"version"`
	Rules   []*RelaxedRule `json:"rules"`
}

// RelaxedRule replaces float operations that all carry the flags that it needs: every result of the
// replacement is one that the flags permit the pattern to have.
// Neither side has annotations, constants or preconditions: Term.relaxed sees to that.
type RelaxedRule struct {
	Header
	Needs  []string `json:"needs"` // keys of [Flags]
	LHS    *Term    `json:"lhs"`
	RHS    *Term    `json:"rhs"`
	Consts []string `json:"consts"` // variables that stand for constants
	Others []string `json:"others"` // and those that do not
}

// Flags are the flags that a relaxed rule may need.
// A name that is not here is refused when the export is read: a rule that needed a flag that nothing checks
// would fire everywhere.
var Flags = map[string]ir.FPFlags{"reassoc": ir.Reassoc, "contract": ir.Contract}

// ReadRelaxed reads an export of relaxed rules.
func ReadRelaxed(name string, data []byte) (*RelaxedSet, error) {
	return load(name, data, export.Format{Name: "tuffy-relaxed-rules", Kind: "relaxed rules"}, &RelaxedSet{},
		func(s *RelaxedSet) []row { return rowsOf(s.Rules) })
}

// check holds a rule to the schema: it needs flags, has a theorem that rests on no axiom but the usual ones, and
// speaks only of float variables, of which those of the replacement and the conditions are bound by the pattern.
func (r *RelaxedRule) check() error {
	// A rule without flags would change results for every program.
	if len(r.Needs) == 0 {
		return fmt.Errorf("it needs no flag: such a rule is not a relaxed one")
	}
	for _, n := range r.Needs {
		if Flags[n] == 0 {
			return fmt.Errorf("unknown flag %q", n)
		}
	}
	// There are no preconditions on constants in these rules.
	bound, err := replaces(r.LHS, nil, r.RHS)
	if err != nil {
		return err
	}
	for _, t := range []*Term{r.LHS, r.RHS} {
		if err := t.relaxed(); err != nil {
			return err
		}
	}
	// What must be a constant, or must not, can only be asked of something that matched.
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
