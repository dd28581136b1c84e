-- refused: .wf = true
import TuffyLean.Rewrites.Rule

/-! A replacement with a constant that the pattern does not bind. -/
namespace Tuffy.Planted
open Tuffy Vars

rewrite_rule sub_self "x - x = c" refinement (.sub x x) => (.calc c) := by intro e; exact nofun

end Tuffy.Planted
