package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"github.com/tuffy-ir/tuffy/internal/export"
	"slices"
	"strconv"
	"strings"
)

// rule is a selection rule of the export; lean/TuffyLean/Target/X86/Sel.lean says what it means.
type rule struct {
	Name     string    `json:"name"`
	Group    string    `json:"group"`
	Doc      string    `json:"doc"`
	Widths   []int     `json:"widths"`
	Operands []holding `json:"operands"`
	Out      outcome   `json:"out"`
	Pattern  term      `json:"pattern"`
	Pre      []expr    `json:"pre"`
	Code     []inst    `json:"code"`
	Writes   []string  `json:"writes"`
	Theorem  string    `json:"theorem"`
	Axioms   []string  `json:"axioms"`
}

// holding is how a register holds an operand: In is int, bool, defined or cl.
type holding struct {
	Var  string `json:"var"`
	In   string `json:"in"`
	Size any    `json:"size"`
}

// outcome is where the value is: In is int, bool, or flags with condition CC.
type outcome struct {
	In   string `json:"in"`
	Size any    `json:"size"`
	CC   string `json:"cc"`
}

// term is a pattern: an operation, a variable or a constant. The last Imm arguments of an
// operation are its immediates.
type term struct {
	Op     string `json:"op"`
	Imm    int    `json:"imm"`
	Result int    `json:"result"`
	Args   []term `json:"args"`
	Var    string `json:"var"`
	Type   string `json:"type"`
	Calc   *expr  `json:"calc"`
	Bool   *bool  `json:"bool"`
}

// expr is arithmetic on constants, or a precondition.
type expr struct {
	Const string `json:"const"`
	Lit   string `json:"lit"`
	Fn    string `json:"fn"`
	Pred  string `json:"pred"`
	Var   string `json:"var"`
	Args  []expr `json:"args"`
	Of    []expr `json:"of"`
}

// inst is an instruction of the code.
type inst struct {
	Inst string            `json:"inst"`
	Size any               `json:"size"`
	From any               `json:"from"`
	Raw  []json.RawMessage `json:"args"`
	args []arg
}

// arg is a register by name, an immediate, a number (the scale of lea), or nothing.
type arg struct {
	reg string
	imm *expr
	num int
}

// parse reads the arguments of an instruction, each of which is a register's name, an immediate or
// an address, told apart by the first byte of its JSON.
func (i *inst) parse() error {
	for _, raw := range i.Raw {
		var a arg
		switch {
		case raw[0] == '"':
			if err := json.Unmarshal(raw, &a.reg); err != nil {
				return err
			}
		case raw[0] == '{':
			var o struct {
				Imm *expr `json:"imm"`
			}
			d := json.NewDecoder(bytes.NewReader(raw))
			d.DisallowUnknownFields()
			if err := d.Decode(&o); err != nil {
				return err
			}
			if o.Imm == nil {
				return fmt.Errorf("an immediate without a value")
			}
			a.imm = o.Imm
		case string(raw) != "null":
			n, err := strconv.Atoi(string(raw))
			if err != nil || n == 0 {
				return fmt.Errorf("the argument %s", raw)
			}
			a.num = n
		}
		i.args = append(i.args, a)
	}
	return nil
}

// version is the version of the format that this generator reads.
const version = 1

// readRules reads an export and checks all that the generator relies on. The error names the file
// and the rule.
func readRules(name string, data []byte) ([]*rule, error) {
	var file struct {
		Format  string  `json:"format"`
		Version int     `json:"version"`
		Target  string  `json:"target"`
		Lean    string  `json:"lean"`
		Rules   []*rule `json:"rules"`
	}
	format := export.Format{Name: "tuffy-selection", Kind: "selection rules", Version: version, Nulls: true}
	if err := export.Decode(name, data, format, &file); err != nil {
		return nil, err
	}
	if file.Target != "x86_64" {
		return nil, fmt.Errorf("%s: the rules are for the target %q, not x86_64", name, file.Target)
	}
	seen := map[string]bool{}
	var all []error
	for n, r := range file.Rules {
		if r == nil {
			all = append(all, fmt.Errorf("%s: rule number %d is null", name, n+1))
			continue
		}
		err := r.parse()
		if err == nil {
			err = r.check()
		}
		if err == nil && seen[r.Name] {
			err = fmt.Errorf("it is there twice")
		}
		if err != nil {
			all = append(all, fmt.Errorf("%s: rule %q: %w", name, r.Name, err))
		}
		seen[r.Name] = true
	}
	return file.Rules, errors.Join(all...)
}

// parse reads the arguments of the instructions.
func (r *rule) parse() error {
	for k := range r.Code {
		if err := r.Code[k].parse(); err != nil {
			return fmt.Errorf("instruction %d: %w", k+1, err)
		}
	}
	return nil
}

// skipped says why the generator leaves a rule out, or "".
func skipped(r *rule) string {
	switch {
	case strings.HasPrefix(r.Name, "const_") && r.Name != "const_sub":
		return "constants are made again where they are needed, without changing flags"
	case strings.HasPrefix(r.Name, "widen_"):
		return "a use in more bits than the container has: selector.extend"
	case strings.HasSuffix(r.Name, "_wide") || r.Name == "split_lo" || r.Name == "bool_to_int8":
		return "the same register: selector.aliasResult"
	case strings.HasPrefix(r.Name, "icmp_") && r.Out.In == "bool":
		return "the rule for the condition, and setcc"
	case strings.HasPrefix(r.Pattern.Op, "icmp.") && r.Out.In != "flags":
		return "the rule for the condition, and setcc"
	case r.Pattern.Op == "int_to_bool":
		return "a test for not zero, and setcc"
	case r.Pattern.Op == "split":
		return "both halves of a product at once: selector.split"
	case slices.Equal(r.Widths, []int{16}):
		return "16 bits are computed at 32: selector.byteSwap"
	case r.Pattern.Op == "select":
		return "any condition and cmov: selector.selects"
	}
	return ""
}

// size is the number of operations of a pattern.
func (t *term) size() int {
	if t.Op == "" {
		return 0
	}
	n := 1
	for k := range t.Args {
		n += t.Args[k].size()
	}
	return n
}

// literals counts the constants that are given.
func (t *term) literals() int {
	n := 0
	if t.Calc != nil && t.Calc.Lit != "" {
		n = 1
	}
	for k := range t.Args {
		n += t.Args[k].literals()
	}
	return n
}

// consts counts all constants.
func (t *term) consts() int {
	n := 0
	if t.Calc != nil {
		n = 1
	}
	for k := range t.Args {
		n += t.Args[k].consts()
	}
	return n
}

// commutes are the opcodes whose operands may be swapped.
var commutes = map[string]bool{"add": true, "mul": true, "and": true, "or": true, "xor": true, "min": true, "max": true, "band": true, "bor": true, "bxor": true}

// variants are the ways to write t with operands of commuting operations swapped, without those
// that differ in the names of variables only.
func variants(t *term) []*term {
	if t.Op == "" {
		return []*term{t}
	}
	out := []*term{{Op: t.Op, Imm: t.Imm, Result: t.Result}}
	for k := range t.Args {
		var next []*term
		for _, o := range out {
			for _, a := range variants(&t.Args[k]) {
				c := *o
				c.Args = append(append([]term(nil), o.Args...), *a)
				next = append(next, &c)
			}
		}
		out = next
	}
	if !commutes[t.Op] || t.Args[0].Var != "" && t.Args[1].Var != "" {
		return out
	}
	for _, o := range out[:len(out):len(out)] {
		c := *o
		c.Args = []term{o.Args[1], o.Args[0]}
		out = append(out, &c)
	}
	return out
}

// modular says that the low bits of t depend on the low bits of its variables only, so that a
// rule for 32 bits serves smaller containers with garbage above.
func (t *term) modular(root bool) bool {
	switch t.Op {
	case "":
		return true
	case "add", "sub", "mul", "and", "or", "xor", "not", "merge":
	case "shl":
		return t.Args[0].modular(false) && (root || t.Args[1].Calc != nil)
	case "zext", "sext":
		return root && t.Args[0].Var != ""
	default:
		return false
	}
	for k := range t.Args {
		if !t.Args[k].modular(false) {
			return false
		}
	}
	return true
}
