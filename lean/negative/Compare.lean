import TuffyLean.Rewrites.Planted

/-! Wrong rules about comparisons, selects and bools: direction, off by one, forgotten poison. -/
namespace Tuffy.Planted
open Tuffy Vars

planted_rule lt_swap "x < y is y < x" equivalence (.icmp .lt x y) => (.icmp .lt y x)
  refuted_by .of [("x", .int 0), ("y", .int 1)]
planted_rule lt_le "x < c is x <= c + 1: off by one" equivalence (.icmp .lt x c) => (.icmp .le x (.calc (c + 1)))
  refuted_by .of [("x", .int 0)]
planted_rule not_lt "not (x < y) is y < x: equality" equivalence (.bnot (.icmp .lt x y)) => (.icmp .lt y x)
  refuted_by .of [("x", .int 0), ("y", .int 0)]
planted_rule lt_range "x < c for x in :uN, 2^N - 1 <= c: off by one" refinement
  (.icmp .lt x c) => (.bool true) where [.inU "x" n, .cmp .le (.pow2 n - 1) c]
  refuted_by .of [("x", .int 1)] [("n", 1), ("c", 1)]
planted_rule lt_self "x < x is false both ways: forgotten poison" equivalence (.icmp .lt x x) => (.bool false)
  refuted_by .of []
planted_rule lt_mul "x * c < y * c is x < y: the sign of c" equivalence
  (.icmp .lt (.mul x c) (.mul y c)) => (.icmp .lt x y) where [.cmp .ne c 0]
  refuted_by .of [("x", .int 0), ("y", .int 1)] [("c", -1)]
planted_rule select_not "select (not p) s t = select p s t" equivalence
  (.select (.bnot p) s t) => (.select p s t)
  refuted_by .of [("p", .bool true), ("s", .int 0), ("t", .int 1)]
planted_rule select_same "select p s s = s both ways: forgotten poison" equivalence (.select p s s) => s
  refuted_by .of [("s", .int 0)]
planted_rule select_band "select p q false = p and q: band looks at q always" refinement
  (.select p q (.bool false)) => (.band p q)
  refuted_by .of [("p", .bool false)]
planted_rule bool_to_int_not "bool_to_int (not p) = bool_to_int p - 1: the sign" equivalence
  (.boolToInt (.bnot p)) => (.sub (.boolToInt p) 1)
  refuted_by .of [("p", .bool false)]

end Tuffy.Planted
