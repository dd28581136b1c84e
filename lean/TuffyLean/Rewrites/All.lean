import TuffyLean.Rewrites.Int
import TuffyLean.Rewrites.BitRules
import TuffyLean.Rewrites.ShiftRules
import TuffyLean.Rewrites.ExtRules
import TuffyLean.Rewrites.CutRules
import TuffyLean.Rewrites.CountRules
import TuffyLean.Rewrites.ClmulRules
import TuffyLean.Rewrites.ArithRules
import TuffyLean.Rewrites.FactorRules
import TuffyLean.Rewrites.DivRules
import TuffyLean.Rewrites.RemRules
import TuffyLean.Rewrites.CmpRules
import TuffyLean.Rewrites.CmpFactRules
import TuffyLean.Rewrites.CmpPairRules
import TuffyLean.Rewrites.SelectRules
import TuffyLean.Rewrites.SelectArmRules
import TuffyLean.Rewrites.BoolRules
import TuffyLean.Rewrites.BoolIntRules
import TuffyLean.Rewrites.MinMaxRules
import TuffyLean.Rewrites.MinMaxCmpRules
import TuffyLean.Rewrites.ClaimRules
import TuffyLean.Rewrites.FloatRules
import TuffyLean.Rewrites.FloatFactRules
import TuffyLean.Rewrites.FloatConvertRules
import TuffyLean.Rewrites.PtrRules

/-!
The production rule set, a list of `Proven`: every member carries its theorem. A rule that has none
yet may be tried out in `experimental`; the optimizer leaves it alone unless it is asked not to.
-/
namespace Tuffy.Rewrites

/-- All rules, by group; the group becomes part of the rule's full name. -/
def groups : List (String × List Proven) := [
  ("int", Int.rules),
  ("bit", BitRules.rules),
  ("shift", ShiftRules.rules),
  ("ext", ExtRules.rules),
  ("cut", CutRules.rules),
  ("count", CountRules.rules),
  ("clmul", ClmulRules.rules),
  ("arith", ArithRules.rules),
  ("factor", FactorRules.rules),
  ("div", DivRules.rules),
  ("rem", RemRules.rules),
  ("cmp", CmpRules.rules),
  ("cmp_fact", CmpFactRules.rules),
  ("cmp_pair", CmpPairRules.rules),
  ("select", SelectRules.rules),
  ("select_arm", SelectArmRules.rules),
  ("bool", BoolRules.rules),
  ("bool_int", BoolIntRules.rules),
  ("min_max", MinMaxRules.rules),
  ("min_max_cmp", MinMaxCmpRules.rules),
  ("claim", Claims.rules),
  ("float", FloatRules.rules),
  ("float_fact", FloatFactRules.rules),
  ("float_convert", FloatConvertRules.rules),
  ("ptr", PtrRules.rules)]

/-- All rules. -/
def all : List Proven := groups.flatMap (·.2)

/-- Rules without a theorem. -/
def experimental : List Rule := []

end Tuffy.Rewrites
