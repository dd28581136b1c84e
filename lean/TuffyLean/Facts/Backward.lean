import TuffyLean.Facts.Forward

/-!
Facts that flow backward: what the outcome of a comparison says of its operands, and which bits of
the operands matter when only some bits of the result do.

`Agree d x y` says that `x` and `y` have the same bits where `d` has ones. A rule of demanded bits
is right when operands that agree on the bits it demands make results that agree on `d`.
-/
namespace Tuffy.Facts
open Tuffy

/-! ### branches -/

namespace Fact

/-- The range without one of its ends, if that is `c`. -/
def without (f : Fact) (c : Option Int) : Fact :=
  match c with
  | none => f
  | some c => f.meet ⟨.top, ⟨if f.range.lo = some c then some (c + 1) else none, if f.range.hi = some c then some (c - 1) else none⟩⟩

/-- The facts of `x` and `y` where `x < y`. -/
def assumeLt (a b : Fact) : Fact × Fact :=
  (a.meet ⟨.top, ⟨none, b.range.hi.map (· - 1)⟩⟩, b.meet ⟨.top, ⟨a.range.lo.map (· + 1), none⟩⟩)
/-- The facts of `x` and `y` where `x ≤ y`. -/
def assumeLe (a b : Fact) : Fact × Fact :=
  (a.meet ⟨.top, ⟨none, b.range.hi⟩⟩, b.meet ⟨.top, ⟨a.range.lo, none⟩⟩)

/-- The facts of the operands where a comparison is true. -/
def assume : Pred → Fact → Fact → Fact × Fact
  | .eq, a, b => (a.meet b, b.meet a)
  | .ne, a, b => (a.without b.value?, b.without a.value?)
  | .lt, a, b => assumeLt a b
  | .le, a, b => assumeLe a b
  | .gt, a, b => (assumeLt b a).swap
  | .ge, a, b => (assumeLe b a).swap

theorem without_mem {f : Fact} {c : Option Int} {x : Int} (h : f.Mem x) (n : ∀ v, c = some v → x ≠ v) : (f.without c).Mem x := by
  cases c with
  | none => exact h
  | some c =>
    have n := n c rfl
    refine meet_mem h ⟨KBits.top_mem x, ?_, ?_⟩
    · simp only
      split
      · rename_i e
        have := h.2.1; rw [e] at this
        have : c ≤ x := this
        show c + 1 ≤ x; omega
      · trivial
    · simp only
      split
      · rename_i e
        have := h.2.2; rw [e] at this
        have : x ≤ c := this
        show x ≤ c - 1; omega
      · trivial

theorem assumeLt_mem {a b : Fact} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) (l : x < y) :
    (assumeLt a b).1.Mem x ∧ (assumeLt a b).2.Mem y := by
  refine ⟨meet_mem ha ⟨KBits.top_mem x, trivial, ?_⟩, meet_mem hb ⟨KBits.top_mem y, ?_, trivial⟩⟩
  · have := hb.2.2
    simp only
    generalize b.range.hi = o at *
    cases o <;> simp only [below, Option.map_some, Option.map_none] at * <;> omega
  · have := ha.2.1
    simp only
    generalize a.range.lo = o at *
    cases o <;> simp only [above, Option.map_some, Option.map_none] at * <;> omega

theorem assumeLe_mem {a b : Fact} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) (l : x ≤ y) :
    (assumeLe a b).1.Mem x ∧ (assumeLe a b).2.Mem y := by
  refine ⟨meet_mem ha ⟨KBits.top_mem x, trivial, ?_⟩, meet_mem hb ⟨KBits.top_mem y, ?_, trivial⟩⟩
  · have := hb.2.2
    simp only
    generalize b.range.hi = o at *
    cases o <;> simp only [below] at * <;> omega
  · have := ha.2.1
    simp only
    generalize a.range.lo = o at *
    cases o <;> simp only [above] at * <;> omega

/-- On the branch where `evalICmp` gave true the operands are in the facts assumed. -/
theorem assume_sound {p : Pred} {a b : Fact} {x y : Int} (ha : a.Mem x) (hb : b.Mem y)
    (h : evalICmp p x y = .bool true) : (assume p a b).1.Mem x ∧ (assume p a b).2.Mem y := by
  have h : p.holds x y := by simpa [evalICmp] using h
  cases p <;> simp only [assume, Pred.holds, Prod.swap] at *
  · subst h; exact ⟨meet_mem ha hb, meet_mem hb ha⟩
  · exact ⟨without_mem ha fun v e => by rw [← value?_eq hb e]; exact h,
      without_mem hb fun v e => by rw [← value?_eq ha e]; exact Ne.symm h⟩
  · exact assumeLt_mem ha hb h
  · exact assumeLe_mem ha hb h
  · exact (assumeLt_mem hb ha h).symm
  · exact (assumeLe_mem hb ha h).symm

/-- On the other branch, in those of the negation. -/
theorem assume_negate_sound {p : Pred} {a b : Fact} {x y : Int} (ha : a.Mem x) (hb : b.Mem y)
    (h : evalICmp p x y = .bool false) : (assume p.negate a b).1.Mem x ∧ (assume p.negate a b).2.Mem y := by
  apply assume_sound ha hb
  have h : ¬p.holds x y := by simpa [evalICmp] using h
  cases p <;> simp only [evalICmp, Pred.negate, Pred.holds, Value.bool.injEq, decide_eq_true_eq] at * <;> omega

end Fact

/-! ### demanded bits -/

def Agree (d x y : Int) : Prop := ∀ i, Bits.testBit d i = true → Bits.testBit x i = Bits.testBit y i

theorem agree_all {x y : Int} (h : Agree (-1) x y) : x = y := Bits.ext fun i => h i (by simp)

namespace Demand

/-- All bits up to the highest demanded. -/
def low (d : Int) : Int := if d < 0 then -1 else 2 ^ Bits.bitLen d.toNat - 1
/-- Of an operand beside the constant `c` of a conjunction. -/
def andConst (d c : Int) : Int := Bits.land d c
/-- Of an operand beside the constant `c` of a disjunction. -/
def orConst (d c : Int) : Int := Bits.land d (Bits.lnot c)
def shlBy (d : Int) (n : Nat) : Int := Bits.shr d n
def shrBy (d : Int) (n : Nat) : Int := Bits.shl d n
def zext (d : Int) (n : Nat) : Int := Bits.zext d n
/-- The sign bit stands for all above it. -/
def sext (d : Int) (n : Nat) : Int := Bits.lor (Bits.zext d n) (if Bits.shr d n = 0 then 0 else 2 ^ (n - 1))
def mergeHi (d : Int) (n : Nat) : Int := Bits.shl (Bits.shr d n) n
/-- Of an operand whose low `n` bits move; `back` is where a bit goes. -/
def moved (d : Int) (n : Nat) (back : Nat → Nat) : Int := ((Bits.ofBits n fun j => Bits.testBit d (back j) : Nat) : Int)

variable {d x x' y y' : Int}

theorem not_sound (h : Agree d x x') : Agree d (Bits.lnot x) (Bits.lnot x') := by
  intro i hi; simp [h i hi]
theorem and_sound (hx : Agree d x x') (hy : Agree d y y') : Agree d (Bits.land x y) (Bits.land x' y') := by
  intro i hi; simp [hx i hi, hy i hi]
theorem or_sound (hx : Agree d x x') (hy : Agree d y y') : Agree d (Bits.lor x y) (Bits.lor x' y') := by
  intro i hi; simp [hx i hi, hy i hi]
theorem xor_sound (hx : Agree d x x') (hy : Agree d y y') : Agree d (Bits.xor x y) (Bits.xor x' y') := by
  intro i hi; simp [hx i hi, hy i hi]
theorem andConst_sound (hx : Agree (andConst d y) x x') (hy : Agree d y y') :
    Agree d (Bits.land x y) (Bits.land x' y') := by
  intro i hi
  have := hx i; have := hy i hi
  simp only [andConst, Bits.testBit_land] at *
  grind
theorem orConst_sound (hx : Agree (orConst d y) x x') (hy : Agree d y y') :
    Agree d (Bits.lor x y) (Bits.lor x' y') := by
  intro i hi
  have := hx i; have := hy i hi
  simp only [orConst, Bits.testBit_land, Bits.testBit_lnot, Bits.testBit_lor] at *
  grind

/-- An operation whose low bits depend on the low bits of its operand demands those. -/
theorem low_sound {f : Int → Int} (hf : ∀ {a a' : Int} {n : Nat}, a % 2 ^ n = a' % 2 ^ n → f a % 2 ^ n = f a' % 2 ^ n)
    (h : Agree (low d) x x') : Agree d (f x) (f x') := by
  intro i hi
  simp only [low] at h
  split at h
  · rw [agree_all h]
  · have e : x % 2 ^ Bits.bitLen d.toNat = x' % 2 ^ Bits.bitLen d.toNat :=
      Bits.emod_eq_of_testBit fun j hj => h j (by simpa using hj)
    refine Bits.testBit_of_emod_eq (hf e) ?_
    apply Classical.byContradiction; intro n
    have := Bits.testBit_of_inU (Bits.inU_bitLen (x := d) (by omega)) (i := i) (by omega)
    simp_all

theorem Agree.trans {z : Int} (h₁ : Agree d x y) (h₂ : Agree d y z) : Agree d x z := fun i hi => (h₁ i hi).trans (h₂ i hi)

theorem add_sound (hx : Agree (low d) x x') (hy : Agree (low d) y y') : Agree d (x + y) (x' + y') :=
  Agree.trans (low_sound (f := (· + y)) (fun e => Bits.emod_add e _) hx)
    (low_sound (f := (x' + ·)) (fun e => Bits.emod_add_right e _) hy)
theorem sub_sound (hx : Agree (low d) x x') (hy : Agree (low d) y y') : Agree d (x - y) (x' - y') :=
  Agree.trans (low_sound (f := (· - y)) (fun e => Bits.emod_sub e _) hx)
    (low_sound (f := (x' - ·)) (fun e => Bits.emod_sub_right e _) hy)
theorem mul_sound (hx : Agree (low d) x x') (hy : Agree (low d) y y') : Agree d (x * y) (x' * y') :=
  Agree.trans (low_sound (f := (· * y)) (fun e => Bits.emod_mul e _) hx)
    (low_sound (f := (x' * ·)) (fun e => Bits.emod_mul_right e _) hy)

theorem shl_sound {n : Nat} (h : Agree (shlBy d n) x x') : Agree d (Bits.shl x n) (Bits.shl x' n) := by
  intro i hi
  simp only [Bits.testBit_shl]
  by_cases l : n ≤ i
  · rw [h (i - n) (by simp only [shlBy, Bits.testBit_shr]; rw [show n + (i - n) = i by omega]; exact hi)]
  · simp [l]
theorem shr_sound {n : Nat} (h : Agree (shrBy d n) x x') : Agree d (Bits.shr x n) (Bits.shr x' n) := by
  intro i hi
  simp only [Bits.testBit_shr]
  refine h (n + i) ?_
  simp only [shrBy, Bits.testBit_shl]
  simp [hi]
theorem zext_sound {n : Nat} (h : Agree (zext d n) x x') : Agree d (Bits.zext x n) (Bits.zext x' n) := by
  intro i hi
  have := h i
  simp only [zext, Bits.testBit_zext] at *
  grind
theorem sext_sound {n : Nat} (p : n ≠ 0) (h : Agree (sext d n) x x') : Agree d (Bits.sext x n) (Bits.sext x' n) := by
  intro i hi
  simp only [Bits.testBit_sext _ p]
  by_cases l : i < n
  · rw [show min i (n - 1) = i by omega]
    exact h i (by simp [sext, l, hi])
  · rw [show min i (n - 1) = n - 1 by omega]
    refine h (n - 1) ?_
    have nz : Bits.shr d n ≠ 0 := by
      intro e
      have := congrArg (Bits.testBit · (i - n)) e
      simp only [Bits.testBit_shr, Bits.testBit_zero_left] at this
      rw [show n + (i - n) = i by omega] at this
      simp_all
    simp [sext, nz]
theorem merge_sound {n : Nat} (hx : Agree (mergeHi d n) x x') (hy : Agree (zext d n) y y') :
    Agree d (Bits.lor (Bits.shl (Bits.shr x n) n) (Bits.zext y n)) (Bits.lor (Bits.shl (Bits.shr x' n) n) (Bits.zext y' n)) := by
  intro i hi
  have h1 := hx i
  have h2 := hy i
  simp only [mergeHi, zext, Bits.testBit_lor, Bits.testBit_shl, Bits.testBit_shr, Bits.testBit_zext] at *
  by_cases l : n ≤ i
  · have e : n + (i - n) = i := by omega
    simp only [e] at *
    grind
  · grind
theorem moved_sound {n : Nat} {from' back : Nat → Nat} (inv : ∀ i, i < n → from' i < n ∧ back (from' i) = i)
    (h : Agree (moved d n back) x x') :
    Agree d ((Bits.ofBits n fun i => Bits.testBit x (from' i) : Nat) : Int) ((Bits.ofBits n fun i => Bits.testBit x' (from' i) : Nat) : Int) := by
  intro i hi
  simp only [Bits.testBit_ofNat, Bits.testBit_ofBits]
  by_cases l : i < n
  · have ⟨a, b⟩ := inv i l
    rw [h (from' i) (by simp [moved, a, b, hi])]
  · simp [l]

/-- Byte and bit reversal undo themselves. -/
theorem bswap_inverse (n i : Nat) (h : i < 8 * n) :
    8 * (n - 1 - i / 8) + i % 8 < 8 * n ∧ 8 * (n - 1 - (8 * (n - 1 - i / 8) + i % 8) / 8) + (8 * (n - 1 - i / 8) + i % 8) % 8 = i := by
  omega
theorem reverse_inverse (n i : Nat) (h : i < n) : n - 1 - i < n ∧ n - 1 - (n - 1 - i) = i := by omega
/-- A rotation by `c` is undone by one by `-c`. -/
theorem rotate_inverse (c : Int) (n i : Nat) (h : i < n) :
    ((i - c) % n).toNat < n ∧ (((((i - c) % n).toNat : Nat) + c) % n).toNat = i := by
  have p : (0 : Int) < n := by omega
  have h0 := Int.emod_nonneg (i - c) (Int.ne_of_gt p)
  have h1 := Int.emod_lt_of_pos (i - c) p
  refine ⟨by omega, ?_⟩
  rw [Int.toNat_of_nonneg h0, Int.emod_add_emod, Int.sub_add_cancel, Int.emod_eq_of_lt (by omega) (by omega)]
  omega

end Demand
end Tuffy.Facts
