import TuffyLean.Rewrites.Planted

/-! Wrong rules about bits, shifts and extensions: widths off by one, lost bits, wrong ranges. -/
namespace Tuffy.Planted
open Tuffy Vars

planted_rule shl_shl "(x << c) << d = x << (c + d) both ways: a negative amount is poison" equivalence
  (.shl (.shl x c) d) => (.shl x (c + d))
  refuted_by .of [("x", .int 1)] [("c", -1), ("d", 3)]
planted_rule shl_shr "(x << c) >> d = x << (c - d): poison where c < d" refinement
  (.shr (.shl x c) d) => (.shl x (.calc (c - d))) where [.cmp .ge c 0, .cmp .ge d 0]
  refuted_by .of [("x", .int 1)] [("c", 1), ("d", 2)]
planted_rule shr_shl "(x >> c) << c = x: lost bits" refinement (.shl (.shr x c) c) => x
  refuted_by .of [("x", .int 1)] [("c", 1)]
planted_rule and_or "x and (x or y) = y" refinement (.and x (.or x y)) => y
  refuted_by .of [("x", .int 0), ("y", .int 1)]
planted_rule de_morgan "not x and not y = not (x and y)" equivalence
  (.and (.not x) (.not y)) => (.not (.and x y))
  refuted_by .of [("x", .int 0), ("y", .int (-1))]
planted_rule zext_drop "zext n x = x for x in :uM, M <= n + 1: off by one" refinement
  (.zext x n) => x where [.inU "x" m, .cmp .le m (n + 1), .cmp .ge n 1]
  refuted_by .of [("x", .int 3)] [("n", 1), ("m", 2)]
planted_rule zext_signed "zext n x = x for x in :sN: the wrong range" refinement
  (.zext x n) => x where [.inS "x" m, .cmp .le m n]
  refuted_by .of [("x", .int (-1))] [("n", 8), ("m", 8)]
planted_rule sext_unsigned "sext n x = x for x in :uN: off by one" refinement
  (.sext x n) => x where [.inU "x" m, .cmp .le m n]
  refuted_by .of [("x", .int 255)] [("n", 8), ("m", 8)]
planted_rule zext_zext "zext n (zext m x) = zext (max n m) x" equivalence
  (.zext (.zext x m) n) => (.zext x (.calc (.max m n)))
  refuted_by .of [("x", .int 2)] [("m", 1), ("n", 2)]
planted_rule sext_zext "sext m (zext n x) = sext m x: any widths" refinement
  (.sext (.zext x n) m) => (.sext x m) where [.cmp .ge n 1, .cmp .ge m 1]
  refuted_by .of [("x", .int (-1))] [("n", 8), ("m", 16)]
planted_rule sext_result "an annotation :uN makes sext N needless" refinement
  (.sext (.res { claims := [.unsigned n] } (.add x y)) n) => (.res { claims := [.unsigned n] } (.add x y))
  refuted_by .of [("x", .int 255), ("y", .int 0)] [("n", 8)]
planted_rule new_claim "x + 0 = x:s8: a check out of nothing" refinement
  (.add x 0) => (.res { claims := [.signed 8] } x)
  refuted_by .of [("x", .int 128)]
planted_rule rotate "rotate_left = rotate_right" equivalence (.rotateLeft x c n) => (.rotateRight x c n)
  refuted_by .of [("x", .int 1)] [("c", 1), ("n", 8)]
planted_rule merge_swap "merge x y = merge y x" equivalence (.merge x y n) => (.merge y x n)
  refuted_by .of [("x", .int 256), ("y", .int 1)] [("n", 8)]
planted_rule clmul_one "clmul x 1 = x both ways: a negative factor makes poison" equivalence (.clmul x 1) => x
  refuted_by .of [("x", .int (-1))]

end Tuffy.Planted
