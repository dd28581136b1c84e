-- refused: declaration uses `sorry`
import TuffyLean.Facts.DemandRules

/-! A rule of demanded bits whose proof is left out: a quotient needs more than the low bits. -/
namespace Tuffy.Facts

def div_0 : DemandRule := ⟨.div, 0, false, fun d _ _ => Demand.low d, fun _ _ => sorry⟩

end Tuffy.Facts
