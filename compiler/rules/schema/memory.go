package schema

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/internal/export"
)

// MemSet is an export of rules about sequences of instructions on memory, and about terminators.
// Names are unique over both lists together, as load sees one list of rows.
type MemSet struct {
	Format  string         `json:"format"`
	Version int            `json:"version"`
	Memory  []*MemRule     `json:"memory"`
	Control []*ControlRule `json:"control"`
}

// MemRule replaces instructions that follow each other on the chain of memory tokens.
// The instructions are listed in the order of the chain; what stands between them in the block does not touch
// memory.
type MemRule struct {
	Header
	Kind string    `json:"kind"`
	LHS  []MemInst `json:"lhs"`
	RHS  []MemInst `json:"rhs"`
	Pre  []MemPre  `json:"pre"`
}

// MemInst is an instruction of a memory rule: load, store, memset, memcpy, memmove, stack_slot, free,
// or value and poison, which only name a value.
// Which of the parts are set follows from Inst alone, see memForms. Value is what a store writes, or the byte
// of a memset.
type MemInst struct {
	Inst   string   `json:"inst"`
	Result string   `json:"result,omitempty"`
	Of     *MemType `json:"of,omitempty"` // the type that an access has
	Value  *Term    `json:"value,omitempty"`
	At     *Addr    `json:"at,omitempty"`
	From   *Addr    `json:"from,omitempty"`
	Length *Term    `json:"length,omitempty"`
	Size   *Expr    `json:"size,omitempty"` // of a stack slot
	Align  *Expr    `json:"align,omitempty"`
}

// MemType is the type of an access: one that matching binds, or int, bool, ptr or bytes, of a size
// in bytes where it needs one.
type MemType struct {
	Var  string `json:"typeVar,omitempty"`
	Type string `json:"type,omitempty"`
	Size *Expr  `json:"size,omitempty"`
}

// Addr is a pointer and a constant distance from it.
// The base is a name that matching binds; the distance is in bytes and may be negative.
type Addr struct {
	Base string `json:"base"`
	Off  *Expr  `json:"off"`
}

// Len is a number of bytes: a constant, or the size of a type.
type Len struct {
	Bytes  *Expr    `json:"bytes,omitempty"`
	SizeOf *MemType `json:"sizeOf,omitempty"`
}

// MemPre is a precondition: cmp on constants, notInt, notPtr and notBytes of a type, hasType of a
// variable, within (0 <= Off and Off + the first length <= the second), nonempty, disjoint.
// Which fields are set depends on Fn; the others are absent in the export.
type MemPre struct {
	Fn        string   `json:"fn"`
	Pred      string   `json:"pred,omitempty"`
	Args      []*Expr  `json:"args,omitempty"`
	TypeVar   string   `json:"typeVar,omitempty"`
	Var       string   `json:"var,omitempty"`
	Of        *MemType `json:"of,omitempty"`
	Off       *Expr    `json:"off,omitempty"`
	Lengths   []Len    `json:"lengths,omitempty"`
	Addresses []Addr   `json:"addresses,omitempty"`
}

// ControlRule replaces a terminator.
type ControlRule struct {
	Header
	Kind string    `json:"kind"`
	LHS  *TermTree `json:"lhs"`
	RHS  *TermTree `json:"rhs"`
	Pre  []MemPre  `json:"pre"`
}

// TermTree is a terminator: br, brif, switch, unreachable, or through, which is a branch to a block
// that has nothing but the terminator Body.
// Targets are trees themselves, so that one pattern can look through blocks that only branch on.
type TermTree struct {
	Term    string    `json:"term"`
	Block   string    `json:"block,omitempty"`
	Params  []string  `json:"params,omitempty"`
	Args    []*Term   `json:"args,omitempty"`
	Body    *TermTree `json:"body,omitempty"`
	If      *Term     `json:"if,omitempty"`
	Then    *TermTree `json:"then,omitempty"`
	Else    *TermTree `json:"else,omitempty"`
	On      *Term     `json:"on,omitempty"`
	Cases   []Case    `json:"cases,omitempty"`
	Default *TermTree `json:"default,omitempty"`
}

// Case is a case of a switch.
type Case struct {
	Case *Expr     `json:"case"`
	Goes *TermTree `json:"goes"`
}

// ReadMemory reads an export of memory and control rules.
func ReadMemory(name string, data []byte) (*MemSet, error) {
	return load(name, data, export.Format{Name: "tuffy-memory-rules", Kind: "memory rules"}, &MemSet{},
		func(s *MemSet) []row { return slices.Concat(rowsOf(s.Memory), rowsOf(s.Control)) })
}

// memForms says which parts an instruction of a memory rule has: result, type, value, address,
// source, length, size, alignment.
// A letter for each part; check wants exactly these, so that a part with a misspelt name is an error and not
// left out.
var memForms = map[string]string{"load": "rtaA", "store": "tvaA", "memset": "valA", "memcpy": "aflA", "memmove": "aflA",
	"stack_slot": "rsA", "free": "a", "value": "rv", "poison": "r"}

// check compares the parts that are there with the form of the instruction.
func (i *MemInst) check() error {
	form, ok := memForms[i.Inst]
	if !ok {
		return fmt.Errorf("unknown instruction %q", i.Inst)
	}
	for part, has := range map[rune]bool{'r': i.Result != "", 't': i.Of != nil, 'v': i.Value != nil, 'a': i.At != nil, 'f': i.From != nil,
		'l': i.Length != nil, 's': i.Size != nil, 'A': i.Align != nil} {
		if has != strings.ContainsRune(form, part) {
			return fmt.Errorf("%s lacks a part that it must have, or has one that it may not have", i.Inst)
		}
	}
	for _, a := range []*Addr{i.At, i.From} {
		if a != nil && (a.Base == "" || a.Off == nil) {
			return fmt.Errorf("%s of an address without a base or an offset", i.Inst)
		}
	}
	return nil
}

// check looks at form only, not at which names are bound where.
func (r *MemRule) check() error {
	if len(r.LHS) == 0 {
		return fmt.Errorf("no pattern")
	}
	for _, list := range [][]MemInst{r.LHS, r.RHS} {
		for n := range list {
			if err := list[n].check(); err != nil {
				return err
			}
		}
	}
	for _, p := range r.Pre {
		switch p.Fn {
		case "cmp", "notInt", "notPtr", "notBytes", "hasType", "within", "nonempty", "disjoint":
		default:
			return fmt.Errorf("unknown precondition %q", p.Fn)
		}
	}
	return nil
}

// check allows conditions on constants only, and checks both trees.
func (r *ControlRule) check() error {
	for _, p := range r.Pre {
		if p.Fn != "cmp" {
			return fmt.Errorf("unknown precondition %q", p.Fn)
		}
	}
	return errors.Join(r.LHS.check(), r.RHS.check())
}

// check looks at a terminator, or at a way that one goes.
func (t *TermTree) check() error {
	if t == nil {
		return fmt.Errorf("a part of a terminator is missing")
	}
	switch t.Term {
	case "br":
		if t.Block == "" || len(t.Args) != 1 {
			return fmt.Errorf("br names no block, or has %d arguments", len(t.Args))
		}
	// The branch passes what the parameters of the block are: none or one.
	case "through":
		if len(t.Params) != len(t.Args) || len(t.Args) > 1 {
			return fmt.Errorf("through has %d arguments for %d parameters", len(t.Args), len(t.Params))
		}
		return t.Body.check()
	case "brif":
		if t.If == nil {
			return fmt.Errorf("brif has no condition")
		}
		return errors.Join(t.Then.check(), t.Else.check())
	case "switch":
		if t.On == nil {
			return fmt.Errorf("switch has no operand")
		}
		// All errors of the cases are reported together.
		err := t.Default.check()
		for _, c := range t.Cases {
			if c.Case == nil {
				return fmt.Errorf("a case of a switch has no value")
			}
			err = errors.Join(err, c.Goes.check())
		}
		return err
	case "unreachable", "trap":
	default:
		return fmt.Errorf("unknown terminator %q", t.Term)
	}
	return nil
}
