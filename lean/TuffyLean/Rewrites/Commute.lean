import TuffyLean.IR.ClmulMore
import TuffyLean.IR.FloatLemmas
import TuffyLean.IR.Ops

/-!
Which opcodes allow their first two operands to be swapped. The matcher tries both orders for
these, and the builder sorts their operands; the list that is exported carries the proofs.
-/
namespace Tuffy
open Bits

/-! ### the carry-less product -/

/-- The carry-less product is linear in its left factor. -/
theorem clmul_xor_left (a a' b : Int) (n : Nat) : clmul (xor a a') b n = xor (clmul a b n) (clmul a' b n) := by
  induction n with
  | zero => rfl
  | succ n ih =>
    have : shl (xor a a') n = xor (shl a n) (shl a' n) := by ext_bits
    rw [clmul, clmul, clmul, ih, this]
    cases testBit b n
    · simp only [Bool.false_eq_true, if_false, xor_zero]
    · simp only [if_true]; ext_bits

theorem zext_succ (a : Int) (n : Nat) : zext a (n + 1) = xor (zext a n) (if testBit a n then 2 ^ n else 0) := by
  apply ext; intro i
  rw [testBit_xor, testBit_zext, testBit_zext]
  by_cases h : testBit a n = true
  · rw [if_pos h, testBit_two_pow]
    by_cases k : n = i
    · subst k; simp [h]
    · have : (i < n + 1) = (i < n) := by apply propext; omega
      simp [this, k]
  · rw [if_neg h, testBit_zero_left]
    by_cases k : i = n
    · subst k; simp [h]
    · have : (i < n + 1) = (i < n) := by apply propext; omega
      simp [this]

theorem clmul_two_pow_left (k : Nat) (b : Int) (n : Nat) : clmul (2 ^ k) b n = shl (zext b n) k := by
  induction n with
  | zero => simp [clmul, zext, shl, Int.emod_one]
  | succ n ih =>
    have : shl (2 ^ k) n = shl (2 ^ n) k := by simp only [shl, ← two_pow_add, Nat.add_comm]
    rw [clmul, ih, zext_succ, this]
    have zero : shl 0 k = 0 := zero_shl k
    cases testBit b n
    · simp [xor_zero]
    · simp only [if_true]; ext_bits

theorem clmul_swap (a b : Int) (m n : Nat) : clmul (zext a m) b n = clmul (zext b n) a m := by
  induction m with
  | zero => simp only [zext, Int.pow_zero, Int.emod_one, clmul_zero_left]; rfl
  | succ m ih =>
    rw [zext_succ, clmul_xor_left, ih, clmul]
    cases testBit a m
    · simp [clmul_zero_left]
    · simp only [if_true, clmul_two_pow_left]

theorem inU_bitLen {a : Int} (h : 0 ≤ a) : inU a (bitLen a.toNat) := by
  refine ⟨h, ?_⟩
  have lt : a.toNat < 2 ^ bitLen a.toNat := by
    unfold bitLen; split
    · omega
    · exact Nat.lt_log2_self
  have := two_pow_cast (bitLen a.toNat)
  omega

theorem evalClmul_comm (a b : Int) : evalClmul a b = evalClmul b a := by
  unfold evalClmul
  by_cases h : a < 0 ∨ b < 0
  · rw [if_pos h, if_pos h.symm]
  · have ha : 0 ≤ a := by omega
    have hb : 0 ≤ b := by omega
    have := clmul_swap a b (bitLen a.toNat) (bitLen b.toNat)
    rw [zext_of_inU (inU_bitLen ha), zext_of_inU (inU_bitLen hb)] at this
    rw [if_neg h, if_neg (fun k => h k.symm), this]

/-! ### all -/

theorem int2_comm {f : Int → Int → Value} (h : ∀ a b, f a b = f b a) (a b : Value) : int2 f [a, b] = int2 f [b, a] := by
  cases a <;> cases b <;> first | exact h _ _ | rfl

theorem bool2_comm {f : Bool → Bool → Value} (h : ∀ a b, f a b = f b a) (a b : Value) : bool2 f [a, b] = bool2 f [b, a] := by
  cases a <;> cases b <;> first | exact h _ _ | rfl

theorem float2_comm {f : FloatFmt → Nat → Nat → Value} (h : ∀ g a b, f g a b = f g b a) (a b : Value) :
    float2 f [a, b] = float2 f [b, a] := by
  cases a <;> cases b <;> try rfl
  rename_i g a k b
  by_cases e : g = k
  · subst e; rw [float2_float, float2_float, h]
  · rw [float2_floats, float2_floats, if_neg e, if_neg (Ne.symm e)]

/-- What `Op.commutes` says is so. -/
theorem Op.swap {o : Op} (h : o.commutes = true) (a b : Value) : evalOp o [a, b] = evalOp o [b, a] := by
  cases o <;> simp only [Op.commutes, Bool.false_eq_true] at h <;> simp only [evalOp]
  all_goals first
    | exact int2_comm (fun a b => by simp only [evalAdd, evalMul, evalMin, evalMax, Int.add_comm, Int.mul_comm, Int.min_comm, Int.max_comm]) a b
    | exact int2_comm (fun a b => by simp only [evalAnd, land_comm]) a b
    | exact int2_comm (fun a b => by simp only [evalOr, lor_comm]) a b
    | exact int2_comm (fun a b => by simp only [evalXor, xor_comm]) a b
    | exact int2_comm evalClmul_comm a b
    | exact float2_comm (fun f a b => by simp only [evalFAdd, f.add_comm a b]) a b
    | exact float2_comm (fun f a b => by simp only [evalFMul, f.mul_comm a b]) a b
    | exact bool2_comm (fun a b => by cases a <;> cases b <;> rfl) a b

/-- An opcode with the proof that its operands may be swapped. -/
structure Commuting where
  op : Op
  swap : ∀ a b, evalOp op [a, b] = evalOp op [b, a]

/-- All that `Op.commutes` names. -/
def commuting : List Commuting :=
  Op.all.filterMap fun o => if h : o.commutes = true then some ⟨o, Op.swap h⟩ else none

/-- Comparisons for equality may be swapped too; the others when the predicate is. -/
theorem evalICmp_swap (p : Pred) (a b : Int) : evalICmp p.swap b a = evalICmp p a b := by
  cases p <;> simp only [evalICmp, Pred.swap, Pred.holds] <;> congr 1 <;> simp [eq_comm]

end Tuffy
