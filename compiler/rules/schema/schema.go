// Package schema reads the rules that lean/Export.lean writes: rules as data, each with the name of
// its proof and the axioms that the proof rests on. There are rules about values (value.go), about memory
// and terminators (memory.go), about floats with flags (float.go), and rules that select instructions (selection.go). They share
// terms and arithmetic on constants, and the gate: [load] refuses a rule whose proof does not count.
//
// Non-goals: meaning. What a rule says is defined, and proven, in lean/TuffyLean.
package schema

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/internal/export"
)

// Version is the version of the formats that this package reads.
// An export with another number is refused as a whole, however much of it could be read.
const Version = 1

// Header is what every rule says of itself.
// It is embedded, so that its fields stand beside those of the rule in the JSON. The axioms are those of the
// theorem; the gate refuses any beside the usual ones.
type Header struct {
	Name    string   `json:"name"`
	Group   string   `json:"group"` // the file that it is proven in
	Doc     string   `json:"doc"`
	Theorem string   `json:"theorem"` // full name of the proof
	Axioms  []string `json:"axioms"`
}

func (h *Header) head() *Header { return h }

// unproven says that a rule may go without a theorem, since no engine applies it unless asked.
func (h *Header) unproven() bool { return false }

// row is a rule of any kind.
// It is what the gate needs of a rule: each kind has its own check behind the same gate.
type row interface {
	head() *Header
	unproven() bool
	check() error
}

// rowsOf lists rules of one kind; nil stands for null.
// An interface with a nil pointer in it would not be equal to nil, which is why nil is told apart here.
func rowsOf[T any, R interface {
	*T
	row
}](list []R) (out []row) {
	for _, r := range list {
		if r == nil {
			out = append(out, nil)
		} else {
			out = append(out, r)
		}
	}
	return out
}

var errNull = errors.New("null stands where there must be a value")

// load reads an export and checks all that generator and engines rely on. The error names the file and the
// rules, and says what is wrong with each.
// All errors are collected: one run of the generator shows everything that is wrong with an export. The set is
// returned beside an error for checks of its own, and must not be used otherwise.
func load[S any](name string, data []byte, f export.Format, s *S, rows func(*S) []row) (*S, error) {
	f.Version = Version
	if err := export.Decode(name, data, f, s); err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	var all []error
	for n, r := range rows(s) {
		if r == nil {
			all = append(all, fmt.Errorf("%s: rule number %d is null", name, n+1))
			continue
		}
		h := r.head()
		// The gate comes first, so that a rule without a proof is never looked at further.
		err := h.check(r.unproven())
		if err == nil {
			err = r.check()
		}
		// Options and traces name rules: two of one name could not be told apart.
		if err == nil && seen[h.Name] {
			err = fmt.Errorf("it is there twice")
		}
		if err != nil {
			all = append(all, fmt.Errorf("%s: rule %q: %w", name, h.Name, err))
		}
		seen[h.Name] = true
	}
	return s, errors.Join(all...)
}

// check is the gate for a proof.
// Names and texts go into generated Go as they are, where a line break would end a comment.
func (h *Header) check(unproven bool) error {
	switch {
	case h.Name == "" || strings.Trim(h.Name, "abcdefghijklmnopqrstuvwxyz0123456789_") != "":
		return fmt.Errorf("a name has lower-case letters, digits and _ only")
	case strings.ContainsAny(h.Doc+h.Theorem, "\r\n\x00\ufeff"):
		return fmt.Errorf("its description is not one line")
	// Its theorem may be missing or rest on anything: who applies it has asked for that.
	case unproven:
		return nil
	}
	return export.Proof(h.Theorem, h.Axioms)
}

// oneKind refuses a kind that is neither equivalence nor refinement.
// A refinement makes the program less often undefined or poison; an equivalence holds both ways.
func oneKind(kind string) error {
	if kind != "equivalence" && kind != "refinement" {
		return fmt.Errorf("unknown kind %q", kind)
	}
	return nil
}
