-- refused: declaration uses `sorry`
import TuffyLean.Rewrites.Rule

/-! A wrong rule whose proof is left out. -/
namespace Tuffy.Planted
open Tuffy Vars

rewrite_rule sub_swap "x - y = y - x" equivalence (.sub x y) => (.sub y x) := by sorry

end Tuffy.Planted
