-- refused: is false
import TuffyLean.Passes.Table

/-! A pass that says that it is an equivalence, with a rewrite that is a refinement. -/
namespace Tuffy.Passes

def dce : Pass := { name := "dce", kind := .equivalence, argued := both ["unused"] ++ less ["dead_arguments"] }

end Tuffy.Passes
