-- refused: proved that the proposition
import TuffyLean.Rewrites.Planted

/-! A right rule among the wrong ones: no environment shows that it is unsound. -/
namespace Tuffy.Planted
open Tuffy Vars

planted_rule add_zero "x + 0 = x" equivalence (.add x 0) => x
  refuted_by .of [("x", .int 1)]

end Tuffy.Planted
