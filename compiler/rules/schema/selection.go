package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/internal/export"
)

// SelectionSet is an export of rules that select instructions.
type SelectionSet struct {
	Format  string       `json:"format"`
	Version int          `json:"version"`
	Target  string       `json:"target"`
	Lean    string       `json:"lean"`
	Rules   []*Selection `json:"rules"`
}

// ReadSelection reads an export of rules that select instructions.
// The target is checked as well: rules for another processor would be well-formed all the same.
func ReadSelection(name string, data []byte) (*SelectionSet, error) {
	format := export.Format{Name: "tuffy-selection", Kind: "selection rules", Nulls: true} // arguments that are not there
	s, err := load(name, data, format, &SelectionSet{}, func(s *SelectionSet) []row { return rowsOf(s.Rules) })
	if s != nil && s.Target != "x86_64" {
		err = errors.Join(err, fmt.Errorf("%s: the rules are for the target %q, not x86_64", name, s.Target))
	}
	return s, err
}

// Selection is a rule that selects instructions; lean/TuffyLean/Target/X86/Sel.lean says what it means.
// Widths are the operand sizes W for which it is proven; Pre may bind further constants, as in value rules.
type Selection struct {
	Header
	Widths   []int          `json:"widths"`
	Operands []Holding      `json:"operands"`
	Out      Outcome        `json:"out"`
	Pattern  *Term          `json:"pattern"`
	Pre      []*Pre         `json:"pre"`
	Code     []*Instruction `json:"code"`
	Writes   []string       `json:"writes"`
}

// Holding is how a register holds an operand: In is int, bool, defined or cl.
// defined is an int that is known not to be poison, cl an amount in RCX of which the low byte counts.
type Holding struct {
	Var  string `json:"var"`
	In   string `json:"in"`
	Size any    `json:"size"` // W, or a number of bits
}

// Outcome is where the value is: In is int, bool, or flags with condition CC.
// CC is set for flags only.
type Outcome struct {
	In   string `json:"in"`
	Size any    `json:"size"`
	CC   string `json:"cc"`
}

// Instruction is one of the code that a selection rule gives.
// Size is that of the operands; From is set for extensions only. Both are W or a number of bits.
type Instruction struct {
	Inst string       `json:"inst"`
	Size any          `json:"size"`
	From any          `json:"from"`
	Args []MachineArg `json:"args"`
}

// MachineArg is a register by name, where $ stands before operands of the pattern, an immediate, a number (the
// scale of lea), or nothing.
// A missing argument, such as the index of an address, leaves all three empty.
type MachineArg struct {
	Reg string
	Imm *Expr
	Num int
}

// UnmarshalJSON tells them apart.
// The first byte is enough: a string, an object, or a number or null. encoding/json never calls it with no
// data.
func (a *MachineArg) UnmarshalJSON(data []byte) error {
	switch data[0] {
	case '"':
		return json.Unmarshal(data, &a.Reg)
	case '{':
		d := json.NewDecoder(bytes.NewReader(data))
		d.DisallowUnknownFields()
		return d.Decode(&struct{ Imm **Expr }{&a.Imm})
	}
	return json.Unmarshal(data, &a.Num)
}

// check says what is wrong with a rule.
// W is bound from the start, as the name of the operand size.
func (r *Selection) check() error {
	bound := map[string]bool{"W": true}
	switch {
	case len(r.Widths) == 0:
		return fmt.Errorf("it has no widths")
	case len(r.Code) == 0:
		return fmt.Errorf("it has no code")
	}
	for k, n := range r.Widths {
		if !slices.Contains([]int{8, 16, 32, 64}, n) || slices.Contains(r.Widths[:k], n) {
			return fmt.Errorf("the width %d is none, or there twice", n)
		}
	}
	if err := r.Pattern.check(bound, true); err != nil {
		return fmt.Errorf("pattern: %w", err)
	}
	for _, h := range r.Operands {
		size := h.In == "int" || h.In == "defined"
		switch {
		case !bound[h.Var]:
			return fmt.Errorf("the operand %q is not in the pattern", h.Var)
		case !size && h.In != "bool" && h.In != "cl":
			return fmt.Errorf("an operand in %q", h.In)
		case size && !sized(h.Size) || !size && h.Size != nil:
			return fmt.Errorf("the operand %s has the size %v", h.Var, h.Size)
		}
	}
	// Flags only come from a comparison, and then need a condition; values need none.
	switch o := r.Out; {
	case o.In == "flags" && slices.Contains(conditions, o.CC) && o.Size == nil && strings.HasPrefix(r.Pattern.Op, "icmp."):
	case o.In == "int" && sized(o.Size) && o.CC == "", o.In == "bool" && o.Size == nil && o.CC == "":
	default:
		return fmt.Errorf("the value of %q in %q of size %v with the condition %q", r.Pattern.Op, o.In, o.Size, o.CC)
	}
	if err := preconditions(r.Pre, bound); err != nil {
		return err
	}
	for k, i := range r.Code {
		if err := i.check(bound); err != nil {
			return fmt.Errorf("instruction %d: %w", k+1, err)
		}
	}
	// The generator compares that constant with W.
	if strings.HasPrefix(r.Group, "narrow") && !bound["n"] {
		return fmt.Errorf("a rule of the group %s has no constant n", r.Group)
	}
	return nil
}

// sized says whether a size of the export is W or a number of bits.
// Numbers of JSON in an any are floats, hence the constants.
func sized(size any) bool {
	return size == "W" || slices.Contains([]any{8.0, 16.0, 32.0, 64.0}, size)
}

// conditions of setcc, cmovcc and flags.
var conditions = []string{"o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g"}

// forms are the arguments that an instruction may have: r is a register, $ one that must be an
// operand, i an immediate, n the scale of an index, - nothing.
// Several forms are separated by blanks. An operand fits where a register does.
var forms = func() map[string]string {
	out := map[string]string{"mov": "rr ri", "lea": "rrrni rr-ni", "cwd": "", "imul": "rr rri", "cmp": "rr ri", "test": "rr ri"}
	for form, names := range map[string]string{
		"r": "neg not inc dec bswap div idiv mul imul1", "rr": "popcnt lzcnt tzcnt blsr blsi blsmsk",
		"r$": "movzx movsx", "rrr": "andn shlx shrx sarx", "rr ri": "add sub and or xor adc sbb shl shr sar rol ror",
	} {
		for name := range strings.FieldsSeq(names) {
			out[name] = form
		}
	}
	for _, cc := range conditions {
		out["set"+cc], out["cmov"+cc] = "r", "rr"
	}
	return out
}()

// registers of the code, besides operands.
// Any name will do: the code names its own registers.
var registers = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

// check looks at an instruction: its size, and that it has the arguments of one of its forms.
// The letters of what stands there are put together and compared with the forms that the instruction may have.
func (i *Instruction) check(bound map[string]bool) error {
	if i == nil {
		return errNull
	}
	allowed, ok := forms[i.Inst]
	if !ok {
		return fmt.Errorf("%q is not known", i.Inst)
	}
	if sets := strings.HasPrefix(i.Inst, "set"); sets && i.Size != nil || !sets && !sized(i.Size) {
		return fmt.Errorf("%s of the size %v", i.Inst, i.Size)
	}
	if extends := i.Inst == "movzx" || i.Inst == "movsx"; extends && !sized(i.From) || !extends && i.From != nil {
		return fmt.Errorf("%s from the size %v", i.Inst, i.From)
	}
	form := ""
	for _, a := range i.Args {
		v, operand := strings.CutPrefix(a.Reg, "$")
		switch {
		case operand && !bound[v]:
			return fmt.Errorf("the operand %q is not in the pattern", v)
		case operand:
			form += "$"
		case registers.MatchString(a.Reg):
			form += "r"
		case a.Reg != "":
			return fmt.Errorf("the register %q", a.Reg)
		case a.Imm != nil:
			if err := a.Imm.check(bound, false); err != nil {
				return err
			}
			form += "i"
		case slices.Contains([]int{1, 2, 4, 8}, a.Num):
			form += "n"
		case a.Num == 0:
			form += "-"
		}
	}
	for want := range strings.SplitSeq(allowed, " ") {
		if form == want || strings.ReplaceAll(form, "$", "r") == want || want == "r$" && (form == "$$" || form == want) {
			return nil
		}
	}
	return fmt.Errorf("%s with the arguments %q", i.Inst, form)
}
