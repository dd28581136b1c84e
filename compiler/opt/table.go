package opt

//go:generate go run ./gen ../../lean/export/passes.json kinds_gen.go .

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
)

// Passes is the table of passes, in the order in which the documentation lists them. Their kinds and
// those of their rewrites are in lean/TuffyLean/Passes/Table.lean.
func Passes() []pass.Pass {
	table := []pass.Pass{
		dce,
		simplifyCFG,
		sccp,
		gvn,
		peephole,
		reassociate,
		relax,
		factPass,
		narrow,
		demand,
		divConst,
		inline,
		ipcp,
		deadFunctions,
		mem2reg,
		sroa,
		memopt,
		memTokens,
		memoryRules,
		bulk,
		licm,
		ifConvert,
		unroll,
		loopDelete,
		loopIdiom,
		indvar,
		tailRecursion,
		jumpThread,
		structurize,
	}
	for n := range table {
		declare(&table[n])
	}
	return table
}

// declared is what Lean's table says of a pass: the kind that its rewrites have at least, and which they
// are. Each pass argues, or applies rules that prove, that its changes are of the kind that it gives
// them; [pass.Ctx.Fire] holds it to the table.
type declared struct {
	Name     string
	Kind     pass.Kind
	Proven   bool
	Rewrites []pass.Rewrite
}

// declare fills in what the table of kinds says of p.
func declare(p *pass.Pass) {
	n, ok := slices.BinarySearchFunc(kinds, p.Name, func(d declared, name string) int { return strings.Compare(d.Name, name) })
	if !ok {
		panic("BUG: pass " + p.Name + " is not in kinds_gen.go: run go generate ./compiler/opt")
	}
	d := &kinds[n]
	p.Kind, p.Proven, p.Rewrites = d.Kind, d.Proven, d.Rewrites
}

// valueName names a value in traces, by handle.
func valueName(v ir.Value) string { return "v" + strconv.FormatUint(uint64(v), 10) }
