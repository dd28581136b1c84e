import TuffyLean.Rewrites.FloatTactic
import TuffyLean.Rewrites.Planted

/-! Wrong rules about floats and pointers: zeros, NaNs, infinities, rounding, provenance. -/
namespace Tuffy.Planted
open Tuffy Vars FVars

/-- Patterns of f32: 1, 2, 0.5, 2^24, infinity, the canonical NaN, one with another payload. -/
abbrev f32 (b : Nat) : Value := .float .f32 b

planted_rule fadd_zero_any "x + 0 = x: -0" refinement (.fadd u v) => u where [.float "v" .zero, .float "u" (.notIn nans)]
  refuted_by .of [("u", f32 0x80000000), ("v", f32 0)]
planted_rule fsub_zero_nan "x - 0 = x: the payload of a NaN" refinement (.fsub u v) => u where [.float "v" .zero]
  refuted_by .of [("u", f32 0x7fc00001), ("v", f32 0)]
planted_rule fmul_one_nan "x * 1 = x: a signalling NaN" refinement (.fmul u v) => u where [.float "v" .one]
  refuted_by .of [("u", f32 0x7f800001), ("v", f32 0x3f800000)]
planted_rule fsub_self "x - x = 0: infinity" refinement (.fsub u u) => (.float .f32 0)
  refuted_by .of [("u", f32 0x7f800000)]
planted_rule fadd_assoc "(x + y) + z = x + (y + z) without the flag" refinement
  (.fadd (.fadd u v) r) => (.fadd u (.fadd v r))
  refuted_by .of [("u", f32 0x3f800000), ("v", f32 0x4c000000), ("r", f32 0xcc000000)]
planted_rule fma_split "x * y + z = fma x y z without the flag" refinement
  (.fadd (.fmul u v) r) => (.fma u v r)
  refuted_by .of [("u", f32 0x3f800001), ("v", f32 0x3f800001), ("r", f32 0xbf800002)]
planted_rule fdiv_recip_any "x / c = x * (1 / c) for any c" refinement (.fdiv u v) => (.fmul u (.recip "v"))
  refuted_by .of [("u", f32 0x40a00000), ("v", f32 0x40400000)]
planted_rule fdiv_self "x / x = 1: zero" refinement (.fdiv u u) => (.float .f32 0x3f800000)
  refuted_by .of [("u", f32 0)]
planted_rule fcmp_oeq_self_true "x oeq x: NaN" refinement (.fcmp .oeq u u) => (.bool true)
  refuted_by .of [("u", f32 0x7fc00000)]
planted_rule not_olt "not (x olt y) = x oge y: unordered" refinement (.bnot (.fcmp .olt u v)) => (.fcmp .oge u v)
  refuted_by .of [("u", f32 0x7fc00000), ("v", f32 0)]
planted_rule fneg_sub "-(x - y) = y - x: the sign of zero" refinement (.fneg (.fsub u v)) => (.fsub v u)
  refuted_by .of [("u", f32 0x3f800000), ("v", f32 0x3f800000)]
planted_rule fabs_fneg_drop "|x| = x" refinement (.fabs u) => u
  refuted_by .of [("u", f32 0xbf800000)]
planted_rule fmin_compare "min x y by olt: NaN" refinement (.select (.fcmp .olt u v) u v) => (.fminnum u v)
  refuted_by .of [("u", f32 0x3f800000), ("v", f32 0x7fc00001)]
planted_rule fp_convert_narrow "f32 to f16 and back" refinement
  (.fpConvert .f32 (.fpConvert .f16 (.var "u" (.float .f32)))) => (.var "u" (.float .f32))
  refuted_by .of [("u", f32 0x3f800001)]
planted_rule fp_to_si_wide "x through f32 and back = x: 25 bits" refinement (.fpToSi (.siToFp .f32 x) n) => x
  where [.range "x" (.lit (-33554431)) (.lit 33554431)]
  refuted_by .of [("x", .int 16777217)] [("n", 32)]

/-- A pointer into an allocation. -/
abbrev at_ (i : Nat) (n : Int) : Value := .ptr ⟨.alloc i, n⟩

planted_rule inttoptr_ptrtoaddr "inttoptr (addr p) = p: provenance" refinement (.inttoptr (.ptrtoaddr a)) => a
  refuted_by .of [("a", at_ 1 64)]
planted_rule ptradd_addr "p + x = inttoptr (addr p + x): provenance" refinement
  (.ptradd a x) => (.inttoptr (.add (.ptrtoaddr a) x))
  refuted_by .of [("a", at_ 1 64), ("x", .int 8)]
planted_rule sub_addr "addr p - addr q = p - q: two allocations" refinement
  (.sub (.ptrtoaddr a) (.ptrtoaddr b)) => (.ptrdiff a b)
  refuted_by .of [("a", at_ 1 64), ("b", at_ 2 32)]
planted_rule addr_ptradd "addr (p + x) = addr p + x: around the end of the addresses" refinement
  (.ptrtoaddr (.ptradd a x)) => (.add (.ptrtoaddr a) x)
  refuted_by .of [("a", at_ 1 (2 ^ 64 - 8)), ("x", .int 8)]
planted_rule sub_addr_ptradd "addr (p + x) - addr p = x: the same" refinement
  (.sub (.ptrtoaddr (.ptradd a x)) (.ptrtoaddr a)) => x
  refuted_by .of [("a", at_ 1 8), ("x", .int (-9))]
planted_rule addr_inttoptr "addr (inttoptr x) = x: more than 64 bits" refinement (.ptrtoaddr (.inttoptr x)) => x
  refuted_by .of [("x", .int (2 ^ 64 + 8))]
planted_rule ptrdiff_ptradd "(p + x) - p = x: more than a signed distance" refinement (.ptrdiff (.ptradd a x) a) => x
  refuted_by .of [("a", at_ 1 64), ("x", .int (2 ^ 63))]
planted_rule eq_ptradd "addr (p + x) = addr p is x = 0: all the way around" refinement
  (.icmp .eq (.ptrtoaddr (.ptradd a x)) (.ptrtoaddr a)) => (.icmp .eq x 0)
  refuted_by .of [("a", at_ 1 64), ("x", .int (2 ^ 64))]
planted_rule lt_ptradd "addr (p + x) < addr (p + y) is x < y: one goes around" refinement
  (.icmp .lt (.ptrtoaddr (.ptradd a x)) (.ptrtoaddr (.ptradd a y))) => (.icmp .lt x y)
  refuted_by .of [("a", at_ 1 (2 ^ 64 - 8)), ("x", .int 0), ("y", .int 8)]

end Tuffy.Planted
