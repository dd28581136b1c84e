import TuffyLean.Facts.Backward

/-!
Demanded bits as entries that hold their theorems: which bits of an operand matter if only some bits of
the result do. The theorems are about `evalOp`: operands that agree where the rule says make results that
agree where it was asked, whatever stands in the other places.
-/
namespace Tuffy.Facts
open Tuffy

/-- Results that nobody can tell apart who looks at the bits `d` of an int. -/
def Alike (d : Int) (v w : Value) : Prop := v = w ∨ ∃ x y, v = .int x ∧ w = .int y ∧ Agree d x y

theorem Alike.int {d x y : Int} (h : Agree d x y) : Alike d (.int x) (.int y) := .inr ⟨x, y, rfl, rfl, h⟩
theorem Alike.ite {c : Prop} [Decidable c] {d x y : Int} (h : ¬c → Agree d x y) :
    Alike d (if c then .poison else .int x) (if c then .poison else .int y) := by
  split
  · exact .inl rfl
  · rename_i n; exact .int (h n)

/-- The number in a place. -/
def numberAt (vs : List Value) (n : Nat) : Int :=
  match vs[n]? with
  | some (.int x) => x
  | _ => 0

/-- A rule for one operand of an opcode: `demand d c n` matters of it if `d` does of the result, where `c`
is the other operand if it has to be a constant, and `n` the immediate if there is one. -/
structure DemandRule where
  op : Op
  operand : Nat
  /-- The rule reads the other operand. -/
  constant : Bool := false
  demand : (d c n : Int) → Int
  sound : ∀ {d x y : Int} (vs : List Value),
    Agree (demand d (if constant then numberAt vs (1 - operand) else 0) (if op.immediates = 1 then numberAt vs (op.operands.length - 1) else 0)) x y →
      Alike d (evalOp op (vs.set operand (.int x))) (evalOp op (vs.set operand (.int y)))

namespace Demanded
open Demand

theorem alike_int1 {f : Int → Value} {d x y : Int} (vs : List Value) (h : Alike d (f x) (f y)) :
    Alike d (int1 f (vs.set 0 (.int x))) (int1 f (vs.set 0 (.int y))) := by
  match vs with
  | [] => exact .inl rfl
  | [_] => exact h
  | _ :: _ :: _ => exact .inl rfl

theorem alike_left {f : Int → Int → Value} {d x y : Int} (vs : List Value) (h : ∀ v b, vs = [v, .int b] → Alike d (f x b) (f y b)) :
    Alike d (int2 f (vs.set 0 (.int x))) (int2 f (vs.set 0 (.int y))) := by
  match vs with
  | [] => exact .inl rfl
  | [_] => exact .inl rfl
  | [v, b] => cases b <;> first | exact .inl rfl | exact h v _ rfl
  | _ :: b :: _ :: _ => cases b <;> exact .inl rfl

theorem alike_right {f : Int → Int → Value} {d x y : Int} (vs : List Value) (h : ∀ a v, vs = [.int a, v] → Alike d (f a x) (f a y)) :
    Alike d (int2 f (vs.set 1 (.int x))) (int2 f (vs.set 1 (.int y))) := by
  match vs with
  | [] => exact .inl rfl
  | [a] => cases a <;> exact .inl rfl
  | [a, v] => cases a <;> first | exact .inl rfl | exact h _ v rfl
  | a :: _ :: _ :: _ => cases a <;> exact .inl rfl

theorem alike_first {f : Int → Int → Int → Value} {d x y : Int} (vs : List Value)
    (h : ∀ v b c, vs = [v, .int b, .int c] → Alike d (f x b c) (f y b c)) :
    Alike d (int3 f (vs.set 0 (.int x))) (int3 f (vs.set 0 (.int y))) := by
  match vs with
  | [] => exact .inl rfl
  | [_] => exact .inl rfl
  | [_, b] => cases b <;> exact .inl rfl
  | [v, b, c] => cases b <;> cases c <;> first | exact .inl rfl | exact h v _ _ rfl
  | _ :: b :: c :: _ :: _ => cases b <;> cases c <;> exact .inl rfl

theorem alike_second {f : Int → Int → Int → Value} {d x y : Int} (vs : List Value)
    (h : ∀ a v c, vs = [.int a, v, .int c] → Alike d (f a x c) (f a y c)) :
    Alike d (int3 f (vs.set 1 (.int x))) (int3 f (vs.set 1 (.int y))) := by
  match vs with
  | [] => exact .inl rfl
  | [a] => cases a <;> exact .inl rfl
  | [a, _] => cases a <;> exact .inl rfl
  | [a, v, c] => cases a <;> cases c <;> first | exact .inl rfl | exact h _ v _ rfl
  | a :: _ :: c :: _ :: _ => cases a <;> cases c <;> exact .inl rfl

theorem agree_self (d x : Int) : Agree d x x := fun _ _ => rfl

/-! ### bit by bit -/

def not : DemandRule := ⟨.not, 0, false, fun d _ _ => d, fun vs h => alike_int1 vs (.int (not_sound h))⟩
def and_0 : DemandRule := ⟨.and, 0, false, fun d _ _ => d, fun vs h => alike_left vs fun _ b _ => .int (and_sound h (agree_self _ b))⟩
def and_1 : DemandRule := ⟨.and, 1, false, fun d _ _ => d, fun vs h => alike_right vs fun a _ _ => .int (and_sound (agree_self _ a) h)⟩
def or_0 : DemandRule := ⟨.or, 0, false, fun d _ _ => d, fun vs h => alike_left vs fun _ b _ => .int (or_sound h (agree_self _ b))⟩
def or_1 : DemandRule := ⟨.or, 1, false, fun d _ _ => d, fun vs h => alike_right vs fun a _ _ => .int (or_sound (agree_self _ a) h)⟩
def xor_0 : DemandRule := ⟨.xor, 0, false, fun d _ _ => d, fun vs h => alike_left vs fun _ b _ => .int (xor_sound h (agree_self _ b))⟩
def xor_1 : DemandRule := ⟨.xor, 1, false, fun d _ _ => d, fun vs h => alike_right vs fun a _ _ => .int (xor_sound (agree_self _ a) h)⟩

def and_const_0 : DemandRule := ⟨.and, 0, true, fun d c _ => andConst d c, fun vs h => alike_left vs fun _ b e => by
  subst e; exact .int (andConst_sound h (agree_self _ b))⟩
def and_const_1 : DemandRule := ⟨.and, 1, true, fun d c _ => andConst d c, fun vs h => alike_right vs fun a _ e => by
  subst e
  have := andConst_sound h (agree_self _ a)
  rw [Bits.land_comm, Bits.land_comm _ a] at this
  exact .int this⟩
def or_const_0 : DemandRule := ⟨.or, 0, true, fun d c _ => orConst d c, fun vs h => alike_left vs fun _ b e => by
  subst e; exact .int (orConst_sound h (agree_self _ b))⟩
def or_const_1 : DemandRule := ⟨.or, 1, true, fun d c _ => orConst d c, fun vs h => alike_right vs fun a _ e => by
  subst e
  have := orConst_sound h (agree_self _ a)
  rw [Bits.lor_comm, Bits.lor_comm _ a] at this
  exact .int this⟩

/-! ### arithmetic -/

def add_0 : DemandRule := ⟨.add, 0, false, fun d _ _ => low d, fun vs h => alike_left vs fun _ b _ => .int (add_sound h (agree_self _ b))⟩
def add_1 : DemandRule := ⟨.add, 1, false, fun d _ _ => low d, fun vs h => alike_right vs fun a _ _ => .int (add_sound (agree_self _ a) h)⟩
def sub_0 : DemandRule := ⟨.sub, 0, false, fun d _ _ => low d, fun vs h => alike_left vs fun _ b _ => .int (sub_sound h (agree_self _ b))⟩
def sub_1 : DemandRule := ⟨.sub, 1, false, fun d _ _ => low d, fun vs h => alike_right vs fun a _ _ => .int (sub_sound (agree_self _ a) h)⟩
def mul_0 : DemandRule := ⟨.mul, 0, false, fun d _ _ => low d, fun vs h => alike_left vs fun _ b _ => .int (mul_sound h (agree_self _ b))⟩
def mul_1 : DemandRule := ⟨.mul, 1, false, fun d _ _ => low d, fun vs h => alike_right vs fun a _ _ => .int (mul_sound (agree_self _ a) h)⟩

/-! ### moves -/

def shl : DemandRule := ⟨.shl, 0, true, fun d c _ => shlBy d c.toNat, fun vs h => alike_left vs fun _ b e => by
  subst e; exact .ite fun _ => shl_sound h⟩
def shr : DemandRule := ⟨.shr, 0, true, fun d c _ => shrBy d c.toNat, fun vs h => alike_left vs fun _ b e => by
  subst e; exact .ite fun _ => shr_sound h⟩
def zext : DemandRule := ⟨.zext, 0, false, fun d _ n => Demand.zext d n.toNat, fun vs h => alike_left vs fun _ n e => by
  subst e; exact .ite fun _ => zext_sound h⟩
def sext : DemandRule := ⟨.sext, 0, false, fun d _ n => Demand.sext d n.toNat, fun vs h => alike_left vs fun _ n e => by
  subst e; exact .ite fun _ => sext_sound (by omega) h⟩
def split_0 : DemandRule := ⟨.splitHi, 0, false, fun d _ n => shrBy d n.toNat, fun vs h => alike_left vs fun _ n e => by
  subst e; exact .ite fun _ => shr_sound h⟩
def split_1 : DemandRule := ⟨.splitLo, 0, false, fun d _ n => Demand.zext d n.toNat, fun vs h => alike_left vs fun _ n e => by
  subst e; exact .ite fun _ => zext_sound h⟩
def merge_0 : DemandRule := ⟨.merge, 0, false, fun d _ n => mergeHi d n.toNat, fun vs h => alike_first vs fun _ b n e => by
  subst e; exact .ite fun _ => merge_sound h (agree_self _ b)⟩
def merge_1 : DemandRule := ⟨.merge, 1, false, fun d _ n => Demand.zext d n.toNat, fun vs h => alike_second vs fun a _ n e => by
  subst e; exact .ite fun _ => merge_sound (agree_self _ a) h⟩
def bswap : DemandRule := ⟨.bswap, 0, false, fun d _ n => moved d (8 * n.toNat) fun i => 8 * (n.toNat - 1 - i / 8) + i % 8,
  fun vs h => alike_left vs fun _ n e => by subst e; exact .int (moved_sound (bswap_inverse n.toNat) h)⟩
def bit_reverse : DemandRule := ⟨.bitReverse, 0, false, fun d _ n => moved d n.toNat fun i => n.toNat - 1 - i,
  fun vs h => alike_left vs fun _ n e => by subst e; exact .int (moved_sound (reverse_inverse n.toNat) h)⟩
def rotate_left : DemandRule := ⟨.rotateLeft, 0, true, fun d c n => moved d n.toNat fun i => ((i + c) % n).toNat,
  fun vs h => alike_first vs fun _ c n e => by
    subst e
    refine .ite fun p => ?_
    have hn : (n.toNat : Int) = n := Int.toNat_of_nonneg (by omega)
    have inv := rotate_inverse c n.toNat
    rw [hn] at inv
    exact moved_sound inv h⟩
def rotate_right : DemandRule := ⟨.rotateRight, 0, true, fun d c n => moved d n.toNat fun i => ((i - c) % n).toNat,
  fun vs h => alike_first vs fun _ c n e => by
    subst e
    refine .ite fun p => ?_
    have hn : (n.toNat : Int) = n := Int.toNat_of_nonneg (by omega)
    have inv := rotate_inverse (-c) n.toNat
    simp only [hn, Int.sub_neg, Int.add_neg_eq_sub] at inv
    exact moved_sound inv h⟩

/-! ### choices -/

/-- An arm is the result, or nobody looks at it. -/
theorem alike_arm {d x y : Int} (k : Nat) (p : k = 1 ∨ k = 2) (vs : List Value) (h : Agree d x y) :
    Alike d (select3 (vs.set k (.int x))) (select3 (vs.set k (.int y))) := by
  match vs with
  | [] => exact .inl rfl
  | [c] => rcases p with rfl | rfl <;> cases c <;> exact .inl rfl
  | [c, _] => rcases p with rfl | rfl <;> cases c <;> exact .inl rfl
  | [c, a, b] =>
    rcases p with rfl | rfl <;> cases c <;> try exact .inl rfl
    all_goals
      rename_i t
      cases t <;> first | exact .int h | exact .inl rfl
  | c :: _ :: _ :: _ :: _ => rcases p with rfl | rfl <;> cases c <;> exact .inl rfl

def select_1 : DemandRule := ⟨.select, 1, false, fun d _ _ => d, fun vs h => alike_arm 1 (.inl rfl) vs h⟩
def select_2 : DemandRule := ⟨.select, 2, false, fun d _ _ => d, fun vs h => alike_arm 2 (.inr rfl) vs h⟩

def rules : List DemandRule := [not, and_0, and_1, or_0, or_1, xor_0, xor_1, and_const_0, and_const_1, or_const_0, or_const_1,
  add_0, add_1, sub_0, sub_1, mul_0, mul_1, shl, shr, zext, sext, split_0, split_1, merge_0, merge_1, bswap, bit_reverse,
  rotate_left, rotate_right, select_1, select_2]

end Demanded
end Tuffy.Facts
