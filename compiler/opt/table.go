package opt

import (
	"strconv"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
)

// Passes is the table of passes, in the order in which the documentation lists them. Each pass argues, or
// applies rules that prove, that its changes are of the kind that it gives them; [pass.Ctx.Fire] holds it
// to the rewrites that its row declares.
func Passes() []pass.Pass {
	return []pass.Pass{
		dce,
		simplifyCFG,
		sccp,
		constantP,
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
		inBounds,
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
}

// valueName names a value in traces, by handle.
func valueName(v ir.Value) string { return "v" + strconv.FormatUint(uint64(v), 10) }
