import TuffyLean.Rewrites.FloatTactic

/-!
Rules on pointers as values: `ptradd`, `ptrdiff`, addresses. What a pointer made from an integer may
access is up to the memory, so nothing here depends on it.
-/
namespace Tuffy.Rewrites.PtrRules
open Tuffy Vars FVars

/-- Closes what `fp_cases` leaves: addresses, which are numbers modulo 2^64. -/
macro "by_addr" : tactic => `(tactic| (
  fp_cases
  all_goals (first | done | omega |
    (simp only [Bits.inU, Bits.sext, Bits.zext, show Int.toNat 64 = 64 from rfl, ne_eq, Bool.and_eq_true, beq_iff_eq, decide_eq_decide] at *; first | omega | grind))))

rewrite_rule ptradd_zero "p + 0 = p" equivalence (.ptradd a 0) => a := by
  fp_cases
  all_goals (rename_i i h; obtain ⟨pr, ad⟩ := i; simp only [Bits.inU, Pointer.mk.injEq, true_and, Int.add_zero] at *; omega)
rewrite_rule ptradd_ptradd_const "(p + c) + d = p + (c + d)" equivalence
  (.ptradd (.ptradd a c) d) => (.ptradd a (.calc (c + d))) := by by_addr
rewrite_rule ptradd_ptradd "(p + x) + y = p + (x + y)" equivalence
  (.ptradd (.ptradd a x) y) => (.ptradd a (.add x y)) := by by_addr
rewrite_rule ptradd_inttoptr "inttoptr x + y = inttoptr (x + y)" equivalence
  (.ptradd (.inttoptr x) y) => (.inttoptr (.add x y)) := by by_addr
rewrite_rule ptradd_zext "p + zext x 64 = p + x" equivalence (.ptradd a (.zext x 64)) => (.ptradd a x) := by by_addr
rewrite_rule ptradd_sext "p + sext x 64 = p + x" equivalence (.ptradd a (.sext x 64)) => (.ptradd a x) := by by_addr
rewrite_rule ptrdiff_self "p - p = 0" refinement (.ptrdiff a a) => 0 := by by_addr

/-- Distances are congruent to what pointers were moved by. -/
theorem diff_refines {p q : Pointer} {d : Int} (h : (p.addr - q.addr) % 2 ^ 64 = d % 2 ^ 64) :
    Value.int (Bits.sext d 64) ⊑ evalPtrDiff p q := by
  unfold evalPtrDiff
  split
  · rw [Bits.sext_congr h]; exact .refl _
  · exact .poison _

rewrite_rule ptrdiff_ptradd_left "(p + x) - p = sext x 64" refinement
  (.ptrdiff (.ptradd a x) a) => (.sext x 64) := by
  intro e ht _
  simp only [Term.typed, Term.typedList, Value.hasTy, and_true] at ht
  obtain ⟨⟨ha, hx⟩, _⟩ := ht
  rcases ha with h | ⟨p, h, _⟩ <;> rcases hx with k | ⟨x, k⟩ <;> simp only [Kind.relates, Term.eval, Term.evalList, h, k] <;>
    first | exact .poison _ | skip
  exact diff_refines (p := p.move x) (q := p) (by simp only [Pointer.move]; omega)
rewrite_rule ptrdiff_ptradd_right "p - (p + x) = sext (-x) 64" refinement
  (.ptrdiff a (.ptradd a x)) => (.sext (.sub 0 x) 64) := by
  intro e ht _
  simp only [Term.typed, Term.typedList, Value.hasTy, and_true] at ht
  obtain ⟨ha, _, hx⟩ := ht
  rcases ha with h | ⟨p, h, _⟩ <;> rcases hx with k | ⟨x, k⟩ <;> simp only [Kind.relates, Term.eval, Term.evalList, h, k] <;>
    first | exact .poison _ | skip
  exact diff_refines (p := p) (q := p.move x) (d := 0 - x) (by simp only [Pointer.move]; omega)
rewrite_rule ptrdiff_ptradd_both "(p + x) - (p + y) = sext (x - y) 64" refinement
  (.ptrdiff (.ptradd a x) (.ptradd a y)) => (.sext (.sub x y) 64) := by
  intro e ht _
  simp only [Term.typed, Term.typedList, Value.hasTy, and_true] at ht
  obtain ⟨⟨ha, hx⟩, _, hy⟩ := ht
  rcases ha with h | ⟨p, h, _⟩ <;> rcases hx with k | ⟨x, k⟩ <;> rcases hy with l | ⟨y, l⟩ <;>
    simp only [Kind.relates, Term.eval, Term.evalList, h, k, l] <;> first | exact .poison _ | skip
  exact diff_refines (p := p.move x) (q := p.move y) (by simp only [Pointer.move]; omega)

rewrite_rule ptrtoaddr_inttoptr "addr (inttoptr x) = zext x 64" equivalence
  (.ptrtoaddr (.inttoptr x)) => (.zext x 64) := by
  intro e ht _
  simp only [Term.typed, Term.typedList, Value.hasTy, and_true] at ht
  rcases ht with h | ⟨i, h⟩ <;> simp only [Kind.relates, Term.eval, Term.evalList, h] <;> exact ⟨.refl _, .refl _⟩
rewrite_rule select_ptradd "q ? p + x : p + y = p + (q ? x : y)" equivalence
  (.select p (.ptradd a x) (.ptradd a y)) => (.ptradd a (.select p x y)) := by by_addr

/-! Addresses of one pointer moved are equal if the distances are modulo 2^64. Their order says nothing of
the order of the distances: the one may have gone around. -/

rewrite_rule eq_ptradd_self "addr (p + x) = addr p is zext x 64 = 0" refinement
  (.icmp .eq (.ptrtoaddr (.ptradd a x)) (.ptrtoaddr a)) => (.icmp .eq (.zext x 64) 0) := by by_addr
rewrite_rule ne_ptradd_self "addr (p + x) ≠ addr p is zext x 64 ≠ 0" refinement
  (.icmp .ne (.ptrtoaddr (.ptradd a x)) (.ptrtoaddr a)) => (.icmp .ne (.zext x 64) 0) := by by_addr
rewrite_rule eq_ptradd_ptradd "addr (p + x) = addr (p + y) is zext (x - y) 64 = 0" refinement
  (.icmp .eq (.ptrtoaddr (.ptradd a x)) (.ptrtoaddr (.ptradd a y))) => (.icmp .eq (.zext (.sub x y) 64) 0) := by by_addr
rewrite_rule ne_ptradd_ptradd "addr (p + x) ≠ addr (p + y) is zext (x - y) 64 ≠ 0" refinement
  (.icmp .ne (.ptrtoaddr (.ptradd a x)) (.ptrtoaddr (.ptradd a y))) => (.icmp .ne (.zext (.sub x y) 64) 0) := by by_addr

def rules : List Proven := [
  ptradd_zero, ptradd_ptradd_const, ptradd_ptradd, ptradd_inttoptr, ptradd_zext, ptradd_sext, ptrdiff_self,
  ptrdiff_ptradd_left, ptrdiff_ptradd_right, ptrdiff_ptradd_both, ptrtoaddr_inttoptr, select_ptradd,
  eq_ptradd_self, ne_ptradd_self, eq_ptradd_ptradd, ne_ptradd_ptradd]

end Tuffy.Rewrites.PtrRules
