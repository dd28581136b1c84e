package opt

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/rewrite"
	"github.com/tuffy-ir/tuffy/compiler/rewrite/memrule"
	"github.com/tuffy-ir/tuffy/compiler/rewrite/relaxed"
	"github.com/tuffy-ir/tuffy/ir"
)

// rules are the names of the rules of each pass, as traces have them; those from Lean are added by
// [rulesOf].
var rules = map[string][]string{
	"dce":            {"unused", "dead_arguments"},
	"simplify-cfg":   {"known_branch", "unreachable_case", "same_target", "unreachable_blocks", "redundant_argument", "dissolve_loop", "dissolve_plain", "merge"},
	"sccp":           {"constant_argument", "constant", "poison_branch", "known_branch"},
	"gvn":            {"equal"},
	"facts":          {"constant_argument", "claim_argument", "constant", "claim"},
	"narrow":         {"extension", "neutral", "constant"},
	"inline":         {"call"},
	"ipcp":           {"dead_parameter", "constant_parameter"},
	"dead-functions": {"unreachable"},
	"mem2reg":        {"promote"},
	"sroa":           {"split"},
	"memopt": {"dead_store", "never_read", "stored_again", "load_of_address", "load_of_constant", "load_of_store", "load_again", "load_of_memset",
		"load_of_nothing"},
	"mem-tokens":     {"raise_token"},
	"bulk":           {"run_of_stores", "no_bytes", "short_fill", "to_itself", "short_copy", "distinct_bytes"},
	"licm":           {"hoist", "hoist_freeze", "hoist_load"},
	"if-convert":     {"diamond", "triangle"},
	"unroll":         {"full", "partial"},
	"loop-delete":    {"unseen"},
	"loop-idiom":     {"fill", "copy"},
	"indvar":         {"pointer", "product"},
	"tail-recursion": {"loop"},
	"jump-thread":    {"implied", "thread"},
	"structurize":    {"natural_loop"},
}

// rulesOf lists the rules of the pass of that name.
func rulesOf(name string) []string {
	list := slices.Clone(rules[name])
	switch name {
	case "rewrite":
		for _, r := range rewrite.All() {
			list = append(list, r.Name)
		}
	case "relax":
		for _, r := range relaxed.All() {
			list = append(list, r.Name)
		}
	case "memory-rules":
		for _, r := range memrule.All() {
			list = append(list, r.Name)
		}
	case "simplify-cfg":
		for _, r := range memrule.Controls() {
			list = append(list, r.Name)
		}
	case "reassociate":
		for _, op := range []ir.Op{ir.OpAdd, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpMin, ir.OpMax, ir.OpBAnd, ir.OpBOr, ir.OpBXor} {
			list = append(list, op.String()+"_chain")
		}
	case "div-const":
		for _, op := range []ir.Op{ir.OpDiv, ir.OpTDiv, ir.OpRem, ir.OpTRem} {
			list = append(list, op.String())
		}
	}
	return list
}
