import TuffyLean.Rewrites.Planted

/-! Wrong rules about arithmetic: sign, rounding, forgotten poison, missing preconditions. -/
namespace Tuffy.Planted
open Tuffy Vars

planted_rule zero_sub "0 - x = x: the sign" equivalence (.sub 0 x) => x
  refuted_by .of [("x", .int 1)]
planted_rule sub_const "x - c = x + c: the sign" equivalence (.sub x c) => (.add x c)
  refuted_by .of [("x", .int 0)] [("c", 1)]
planted_rule add_sub_const "(x + c) - d = x + (d - c): exchanged" equivalence
  (.sub (.add x c) d) => (.add x (.calc (d - c)))
  refuted_by .of [("x", .int 0)] [("c", 1)]
planted_rule sub_self "x - x = 0 both ways: forgotten poison" equivalence (.sub x x) => (0)
  refuted_by .of []
planted_rule mul_zero "x * 0 = 0 both ways: forgotten poison" equivalence (.mul x 0) => (0)
  refuted_by .of []
planted_rule mul_pow2 "x * 2^k = x << (k + 1): off by one" equivalence
  (.mul x c) => (.shl x (.calc (.add (.log2 c) 1))) where [.isPow2 c]
  refuted_by .of [("x", .int 1)] [("c", 4)]
planted_rule mul_any "x * c = x << log2 c: the precondition is missing" equivalence
  (.mul x c) => (.shl x (.calc (.log2 c)))
  refuted_by .of [("x", .int 1)] [("c", 3)]
planted_rule tdiv_pow2 "x tdiv 2^k = x >> k: a shift floors" equivalence
  (.tdiv x c) => (.shr x (.calc (.log2 c))) where [.isPow2 c]
  refuted_by .of [("x", .int (-7))] [("c", 2)]
planted_rule rem_pow2 "x rem 2^k = x and 2^k: off by one" equivalence
  (.rem x c) => (.and x c) where [.isPow2 c]
  refuted_by .of [("x", .int 3)] [("c", 4)]
planted_rule trem_pow2 "x trem 2^k = x and (2^k - 1): the sign of x" equivalence
  (.trem x c) => (.and x (.calc (c - 1))) where [.isPow2 c]
  refuted_by .of [("x", .int (-1))] [("c", 4)]
planted_rule tdiv_signed "x tdiv c = x div c for x in :sN: the wrong range" equivalence
  (.tdiv x c) => (.div x c) where [.inS "x" n]
  refuted_by .of [("x", .int (-7))] [("c", 2), ("n", 8)]
planted_rule div_self "x div x = 1 both ways: 0 div 0 is poison" equivalence (.div x x) => (1)
  refuted_by .of [("x", .int 0)]
planted_rule div_div "(x div c) div d = x div (c * d) for every sign" equivalence
  (.div (.div x c) d) => (.div x (.calc (c * d))) where [.cmp .ne c 0, .cmp .ne d 0]
  refuted_by .of [("x", .int (-7))] [("c", -2), ("d", -3)]
planted_rule min_max "min x (max x y) = y" refinement (.min x (.max x y)) => y
  refuted_by .of [("x", .int 0), ("y", .int 1)]

end Tuffy.Planted
