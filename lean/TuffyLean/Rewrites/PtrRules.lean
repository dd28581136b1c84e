import TuffyLean.Rewrites.FloatTactic

/-!
Rules on pointers as values: `ptradd`, `ptrdiff`, addresses. What a pointer made from an integer may
access is up to the memory, so nothing here depends on it.
-/
namespace Tuffy.Rewrites.PtrRules
open Tuffy Vars FVars

/-- Closes what `fp_cases` leaves: addresses and their ranges. -/
macro "by_addr" : tactic => `(tactic| (
  fp_cases
  all_goals (first | done | omega |
    (simp only [Bits.inU, Bool.and_eq_true, beq_iff_eq] at *; first | omega | grind))))

rewrite_rule ptradd_zero "p + 0 = p" refinement (.ptradd a 0) => a := by by_addr
rewrite_rule ptradd_ptradd_const "(p + c) + d = p + (c + d)" refinement
  (.ptradd (.ptradd a c) d) => (.ptradd a (.calc (c + d))) := by by_addr
rewrite_rule ptradd_ptradd "(p + x) + y = p + (x + y)" refinement
  (.ptradd (.ptradd a x) y) => (.ptradd a (.add x y)) := by by_addr
rewrite_rule ptradd_inttoptr "inttoptr x + y = inttoptr (x + y)" refinement
  (.ptradd (.inttoptr x) y) => (.inttoptr (.add x y)) := by by_addr
rewrite_rule ptrdiff_self "p - p = 0" refinement (.ptrdiff a a) => 0 := by by_addr
rewrite_rule ptrdiff_ptradd_left "(p + x) - p = x" refinement (.ptrdiff (.ptradd a x) a) => x := by by_addr
rewrite_rule ptrdiff_ptradd_right "p - (p + x) = -x" refinement
  (.ptrdiff a (.ptradd a x)) => (.sub 0 x) := by by_addr
rewrite_rule ptrdiff_ptradd_both "(p + x) - (p + y) = x - y" refinement
  (.ptrdiff (.ptradd a x) (.ptradd a y)) => (.sub x y) := by by_addr
rewrite_rule ptrtoaddr_ptradd "addr (p + x) = addr p + x" refinement
  (.ptrtoaddr (.ptradd a x)) => (.add (.ptrtoaddr a) x) := by by_addr
rewrite_rule ptrtoaddr_inttoptr "addr (inttoptr x) = x" refinement (.ptrtoaddr (.inttoptr x)) => x := by by_addr
rewrite_rule sub_addr_ptradd "addr (p + x) - addr p = x" refinement
  (.sub (.ptrtoaddr (.ptradd a x)) (.ptrtoaddr a)) => x := by by_addr
rewrite_rule select_ptradd "q ? p + x : p + y = p + (q ? x : y)" refinement
  (.select p (.ptradd a x) (.ptradd a y)) => (.ptradd a (.select p x y)) := by by_addr

rewrite_rule eq_ptradd_self "addr (p + x) = addr p is x = 0" refinement
  (.icmp .eq (.ptrtoaddr (.ptradd a x)) (.ptrtoaddr a)) => (.icmp .eq x 0) := by
  fp_cases; all_goals first | (simp only [decide_eq_decide]; omega) | (apply propext; omega) | (congr 1; apply propext; omega)
rewrite_rule ne_ptradd_self "addr (p + x) ≠ addr p is x ≠ 0" refinement
  (.icmp .ne (.ptrtoaddr (.ptradd a x)) (.ptrtoaddr a)) => (.icmp .ne x 0) := by
  fp_cases; all_goals first | (simp only [decide_eq_decide]; omega) | (apply propext; omega) | (congr 1; apply propext; omega)
rewrite_rule eq_ptradd_ptradd "addr (p + x) = addr (p + y) is x = y" refinement
  (.icmp .eq (.ptrtoaddr (.ptradd a x)) (.ptrtoaddr (.ptradd a y))) => (.icmp .eq x y) := by
  fp_cases; all_goals first | (simp only [decide_eq_decide]; omega) | (apply propext; omega) | (congr 1; apply propext; omega)
rewrite_rule ne_ptradd_ptradd "addr (p + x) ≠ addr (p + y) is x ≠ y" refinement
  (.icmp .ne (.ptrtoaddr (.ptradd a x)) (.ptrtoaddr (.ptradd a y))) => (.icmp .ne x y) := by
  fp_cases; all_goals first | (simp only [decide_eq_decide]; omega) | (apply propext; omega) | (congr 1; apply propext; omega)
rewrite_rule lt_ptradd_ptradd "addr (p + x) < addr (p + y) is x < y" refinement
  (.icmp .lt (.ptrtoaddr (.ptradd a x)) (.ptrtoaddr (.ptradd a y))) => (.icmp .lt x y) := by
  fp_cases; all_goals first | (simp only [decide_eq_decide]; omega) | (apply propext; omega) | (congr 1; apply propext; omega)
rewrite_rule le_ptradd_ptradd "addr (p + x) ≤ addr (p + y) is x ≤ y" refinement
  (.icmp .le (.ptrtoaddr (.ptradd a x)) (.ptrtoaddr (.ptradd a y))) => (.icmp .le x y) := by
  fp_cases; all_goals first | (simp only [decide_eq_decide]; omega) | (apply propext; omega) | (congr 1; apply propext; omega)

def rules : List Proven := [
  ptradd_zero, ptradd_ptradd_const, ptradd_ptradd, ptradd_inttoptr, ptrdiff_self, ptrdiff_ptradd_left, ptrdiff_ptradd_right,
  ptrdiff_ptradd_both, ptrtoaddr_ptradd, ptrtoaddr_inttoptr, sub_addr_ptradd, select_ptradd,
  eq_ptradd_self, ne_ptradd_self, eq_ptradd_ptradd, ne_ptradd_ptradd, lt_ptradd_ptradd, le_ptradd_ptradd]

end Tuffy.Rewrites.PtrRules
