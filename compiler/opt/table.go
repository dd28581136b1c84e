package opt

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
)

// Passes is the table of passes, in the order in which the documentation lists them.
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
		name := table[n].Name
		table[n].Rules = func() []string { return rulesOf(name) }
	}
	return table
}

// valueName names a value in traces, by handle.
func valueName(v ir.Value) string { return fmt.Sprintf("v%d", v) }
