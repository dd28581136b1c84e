import TuffyLean.Rewrites.RelaxedRule

/-! Rules under `reassoc` and `contract`. Constants meet; sums and products are fused. -/
namespace Tuffy.Rewrites.Relaxed
open Tuffy FloatFlags FExpr Step RVars

/-! ### constants meet -/

relaxed_rule fadd_const "(x + c) + d = x + (c + d)" reassoc ((x + c) + d) => (x + (c + d)) consts ["c", "d"] others ["x"] :=
  .step (addAssoc a a) .refl
relaxed_rule fmul_const "(x * c) * d = x * (c * d)" reassoc ((x * c) * d) => (x * (c * d)) consts ["c", "d"] others ["x"] :=
  .step (mulAssoc a a) .refl
relaxed_rule fsub_const "(x - c) - d = x - (c + d)" reassoc ((x - c) - d) => (x - (c + d)) consts ["c", "d"] others ["x"] :=
  .step (subAssoc a a) .refl
relaxed_rule fadd_fsub_const "(x + c) - d = x + (c - d)" reassoc ((x + c) - d) => (x + (c - d)) consts ["c", "d"] others ["x"] :=
  .step subAdd <| .step (addAssoc a a) <| .step (addRight addNeg) .refl
relaxed_rule fsub_fadd_const "(x - c) + d = x + (d - c)" reassoc ((x - c) + d) => (x + (d - c)) consts ["c", "d"] others ["x"] :=
  .step (addLeft subAdd) <| .step (addAssoc a a) <| .step (addRight addComm) <| .step (addRight addNeg) .refl
relaxed_rule const_fsub_fadd "(c - x) + d = (c + d) - x" reassoc ((c - x) + d) => ((c + d) - x) consts ["c", "d"] others ["x"] :=
  .step (addLeft subAdd) <| .step (addAssoc a a) <| .step (addRight addComm) <| .step (addAssoc' a a) <| .step addNeg .refl
relaxed_rule const_fsub_fsub "(c - x) - d = (c - d) - x" reassoc ((c - x) - d) => ((c - d) - x) consts ["c", "d"] others ["x"] :=
  .step (subAssoc a a) <| .step (subRight addComm) <| .step (subAssoc' a a) .refl
relaxed_rule const_fsub_sum "c - (x + d) = (c - d) - x" reassoc (c - (x + d)) => ((c - d) - x) consts ["c", "d"] others ["x"] :=
  .step (subRight addComm) <| .step (subAssoc' a a) .refl
relaxed_rule const_fsub_difference "c - (x - d) = (c + d) - x" reassoc (c - (x - d)) => ((c + d) - x) consts ["c", "d"] others ["x"] :=
  .step (subRight subAdd) <| .step (subRight addComm) <| .step (subAssoc' a a) <| .step (subLeft subNeg) .refl
relaxed_rule const_fsub_const_fsub "c - (d - x) = (c - d) + x" reassoc (c - (d - x)) => ((c - d) + x) consts ["c", "d"] others ["x"] :=
  .step (subRight subAdd) <| .step (subAssoc' a a) <| .step subNeg .refl
relaxed_rule fadd_pair_const "(x + c) + (y + d) = (x + y) + (c + d)" reassoc ((x + c) + (y + d)) => ((x + y) + (c + d))
  consts ["c", "d"] others ["x", "y"] :=
  .step (addAssoc' a a) <| .step (addLeft (addAssoc a a)) <| .step (addLeft (addRight addComm)) <|
  .step (addLeft (addAssoc' a a)) <| .step (addAssoc a a) .refl
relaxed_rule fmul_pair_const "(x * c) * (y * d) = (x * y) * (c * d)" reassoc ((x * c) * (y * d)) => ((x * y) * (c * d))
  consts ["c", "d"] others ["x", "y"] :=
  .step (mulAssoc' a a) <| .step (mulLeft (mulAssoc a a)) <| .step (mulLeft (mulRight mulComm)) <|
  .step (mulLeft (mulAssoc' a a)) <| .step (mulAssoc a a) .refl

relaxed_rule fsub_pair_const "(x + c) - (y + d) = (x - y) + (c - d)" reassoc ((x + c) - (y + d)) => ((x - y) + (c - d))
  consts ["c", "d"] others ["x", "y"] :=
  .step (subAssoc' a a) <| .step (subLeft subAdd) <| .step (subLeft (addAssoc a a)) <| .step (subLeft (addRight addComm)) <|
  .step (subLeft (addAssoc' a a)) <| .step (subLeft (addLeft addNeg)) <| .step subAdd <| .step (addAssoc a a) <| .step (addRight addNeg) .refl

/-! ### constants go outside, where they meet -/

relaxed_rule fadd_const_out "(x + c) + y = (x + y) + c" reassoc ((x + c) + y) => ((x + y) + c) consts ["c"] others ["x", "y"] :=
  .step (addAssoc a a) <| .step (addRight addComm) <| .step (addAssoc' a a) .refl
relaxed_rule fmul_const_out "(x * c) * y = (x * y) * c" reassoc ((x * c) * y) => ((x * y) * c) consts ["c"] others ["x", "y"] :=
  .step (mulAssoc a a) <| .step (mulRight mulComm) <| .step (mulAssoc' a a) .refl
relaxed_rule fsub_const_out "(x - c) + y = (x + y) - c" reassoc ((x - c) + y) => ((x + y) - c) consts ["c"] others ["x", "y"] :=
  .step (addLeft subAdd) <| .step (addAssoc a a) <| .step (addRight addComm) <| .step (addAssoc' a a) <| .step addNeg .refl
relaxed_rule fadd_const_out_fsub "(x + c) - y = (x - y) + c" reassoc ((x + c) - y) => ((x - y) + c) consts ["c"] others ["x", "y"] :=
  .step subAdd <| .step (addAssoc a a) <| .step (addRight addComm) <| .step (addAssoc' a a) <| .step (addLeft addNeg) .refl
relaxed_rule fsub_const_out_fsub "(x - c) - y = (x - y) - c" reassoc ((x - c) - y) => ((x - y) - c) consts ["c"] others ["x", "y"] :=
  .step (subAssoc a a) <| .step (subRight addComm) <| .step (subAssoc' a a) .refl
relaxed_rule fsub_sum_const "x - (y + c) = (x - y) - c" reassoc (x - (y + c)) => ((x - y) - c) consts ["c"] others ["x", "y"] :=
  .step (subAssoc' a a) .refl
relaxed_rule fsub_difference_const "x - (y - c) = (x - y) + c" reassoc (x - (y - c)) => ((x - y) + c) consts ["c"] others ["x", "y"] :=
  .step (subRight subAdd) <| .step (subAssoc' a a) <| .step subNeg .refl
relaxed_rule fsub_const_difference "x - (c - y) = (x + y) - c" reassoc (x - (c - y)) => ((x + y) - c) consts ["c"] others ["x", "y"] :=
  .step (subRight subAdd) <| .step (subRight addComm) <| .step (subAssoc' a a) <| .step (subLeft subNeg) .refl

/-! ### repeated operands -/

relaxed_rule fadd_pairs "((x + y) + x) + y = (x + y) + (x + y)" reassoc (((x + y) + x) + y) => ((x + y) + (x + y)) consts [] others [] :=
  .step (addAssoc a a) .refl
relaxed_rule fmul_pairs "((x * y) * x) * y = (x * y) * (x * y)" reassoc (((x * y) * x) * y) => ((x * y) * (x * y)) consts [] others [] :=
  .step (mulAssoc a a) .refl

/-! ### products are fused with sums -/

relaxed_rule fma_fadd "x * y + z = fma x y z" contract (x * y + z) => (.fma x y z) consts [] others [] :=
  .step (Step.contract k k) .refl
relaxed_rule fma_fsub "x * y - z = fma x y (-z)" contract (x * y - z) => (.fma x y (-z)) consts [] others [] :=
  .step subAdd <| .step (Step.contract k k) .refl
relaxed_rule fma_rsub "z - x * y = fma (-x) y z" contract (z - x * y) => (.fma (-x) y z) consts [] others [] :=
  .step subAdd <| .step addComm <| .step (contractNeg k k) .refl
relaxed_rule fma_neg_fadd "-(x * y) + z = fma (-x) y z" contract (-(x * y) + z) => (.fma (-x) y z) consts [] others [] :=
  .step (contractNeg k k) .refl
relaxed_rule fma_neg_fsub "-(x * y) - z = fma (-x) y (-z)" contract (-(x * y) - z) => (.fma (-x) y (-z)) consts [] others [] :=
  .step subAdd <| .step (contractNeg k k) .refl
relaxed_rule fma_sum "fma x y (z * w) + c = fma x y (fma z w c)" both (.fma x y (z * w) + c) => (.fma x y (.fma z w c)) consts [] others [] :=
  .step (fmaAssoc a a) <| .step (fmaThird (Step.contract k k)) .refl

def rules : List RelaxedProven := [fadd_const, fmul_const, fsub_const, fadd_fsub_const, fsub_fadd_const, const_fsub_fadd,
  const_fsub_fsub, const_fsub_sum, const_fsub_difference, const_fsub_const_fsub, fadd_pair_const, fmul_pair_const, fsub_pair_const]
def rules1 : List RelaxedProven := [fadd_const_out, fmul_const_out, fsub_const_out, fadd_const_out_fsub, fsub_const_out_fsub,
  fsub_sum_const, fsub_difference_const, fsub_const_difference]
def rules2 : List RelaxedProven := [fadd_pairs, fmul_pairs]
def rules3 : List RelaxedProven := [fma_fadd, fma_fsub, fma_rsub, fma_neg_fadd, fma_neg_fsub, fma_sum]

/-- All relaxed rules, by group. -/
def groups : List (String × List RelaxedProven) := [
  ("constants", rules), ("constants_out", rules1), ("repeated", rules2), ("fused", rules3)]

end Tuffy.Rewrites.Relaxed
