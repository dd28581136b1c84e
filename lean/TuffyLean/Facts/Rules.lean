import TuffyLean.Facts.Sound
import TuffyLean.Facts.Backward

/-!
The rules of facts as entries that hold their theorems: what a result is (`ForwardRule`), what an outcome
says of operands (`EdgeRule`), what becomes of facts where values meet (`LatticeRule`). An entry cannot be
written without the proof about its own data, and `forward_complete` says that no opcode of which
`forward` says something is left out. `DemandRules.lean` has demanded bits.
-/
namespace Tuffy.Facts
open Tuffy

/-- What can be known of a value. -/
inductive Domain where
  | bits | range | truth
deriving DecidableEq, Repr

/-- Whether something is. -/
def Domain.says : Domain → AVal → Bool
  | bits, .int f => f.bits != .top
  | range, .int f => f.range != .top
  | truth, .bool b => b.isSome
  | _, _ => false

/-! ### results -/

/-- The rule of an opcode: whatever values the operands have, as long as their facts hold, the fact that the
rule makes holds of the result. -/
structure ForwardRule where
  op : Op
  rule : List AVal → AVal
  sound : ∀ {as : List AVal} {vs : List Value}, Hold as vs → (rule as).Holds (evalOp op vs)

/-- The rule that `forward` is for an opcode. -/
def ForwardRule.of (o : Op) : ForwardRule := ⟨o, forward o, forward_sound o⟩

namespace Forward
def add : ForwardRule := .of .add
def sub : ForwardRule := .of .sub
def mul : ForwardRule := .of .mul
def div : ForwardRule := .of .div
def rem : ForwardRule := .of .rem
def tdiv : ForwardRule := .of .tdiv
def trem : ForwardRule := .of .trem
def and : ForwardRule := .of .and
def or : ForwardRule := .of .or
def xor : ForwardRule := .of .xor
def not : ForwardRule := .of .not
def shl : ForwardRule := .of .shl
def shr : ForwardRule := .of .shr
def min : ForwardRule := .of .min
def max : ForwardRule := .of .max
def clmul : ForwardRule := .of .clmul
def count_ones : ForwardRule := .of .countOnes
def count_leading_zeros : ForwardRule := .of .countLeadingZeros
def count_trailing_zeros : ForwardRule := .of .countTrailingZeros
def bswap : ForwardRule := .of .bswap
def bit_reverse : ForwardRule := .of .bitReverse
def rotate_left : ForwardRule := .of .rotateLeft
def rotate_right : ForwardRule := .of .rotateRight
def merge : ForwardRule := .of .merge
def split_0 : ForwardRule := .of .splitHi
def split_1 : ForwardRule := .of .splitLo
def sext : ForwardRule := .of .sext
def zext : ForwardRule := .of .zext
def icmp_eq : ForwardRule := .of (.icmp .eq)
def icmp_ne : ForwardRule := .of (.icmp .ne)
def icmp_lt : ForwardRule := .of (.icmp .lt)
def icmp_le : ForwardRule := .of (.icmp .le)
def icmp_gt : ForwardRule := .of (.icmp .gt)
def icmp_ge : ForwardRule := .of (.icmp .ge)
def not_bool : ForwardRule := .of .bnot
def band : ForwardRule := .of .band
def bor : ForwardRule := .of .bor
def bxor : ForwardRule := .of .bxor
def select : ForwardRule := .of .select
def bool_to_int : ForwardRule := .of .boolToInt
def int_to_bool : ForwardRule := .of .intToBool

/-- All of them. -/
def rules : List ForwardRule := [add, sub, mul, div, rem, tdiv, trem, and, or, xor, not, shl, shr, min, max, clmul,
  count_ones, count_leading_zeros, count_trailing_zeros, bswap, bit_reverse, rotate_left, rotate_right, merge, split_0, split_1,
  sext, zext, icmp_eq, icmp_ne, icmp_lt, icmp_le, icmp_gt, icmp_ge, not_bool, band, bor, bxor, select, bool_to_int, int_to_bool]
end Forward

/-- An opcode without an entry is one of which `forward` says nothing. -/
theorem forward_complete (o : Op) : (∃ r ∈ Forward.rules, r.op = o ∧ r.rule = forward o) ∨ forward o = fun _ => .top := by
  cases o
  case icmp p =>
    refine .inl ⟨.of (.icmp p), ?_, rfl, rfl⟩
    cases p <;> simp [Forward.rules, Forward.icmp_eq, Forward.icmp_ne, Forward.icmp_lt, Forward.icmp_le, Forward.icmp_gt, Forward.icmp_ge]
  all_goals first
    | exact .inr rfl
    | refine .inl ⟨.of _, ?_, rfl, rfl⟩
      simp [Forward.rules, Forward.add, Forward.sub, Forward.mul, Forward.div, Forward.rem, Forward.tdiv, Forward.trem, Forward.and,
        Forward.or, Forward.xor, Forward.not, Forward.shl, Forward.shr, Forward.min, Forward.max, Forward.clmul, Forward.count_ones,
        Forward.count_leading_zeros, Forward.count_trailing_zeros, Forward.bswap, Forward.bit_reverse, Forward.rotate_left,
        Forward.rotate_right, Forward.merge, Forward.split_0, Forward.split_1, Forward.sext, Forward.zext, Forward.not_bool,
        Forward.band, Forward.bor, Forward.bxor, Forward.select, Forward.bool_to_int, Forward.int_to_bool]

/-! ### branches -/

/-- What the outcome of a condition says of its operands: where `evalOp` gave `t`, the facts that
`assume t` makes of those known hold. -/
structure EdgeRule where
  op : Op
  assume : Bool → List AVal → List AVal
  sound : ∀ {t : Bool} {as : List AVal} {vs : List Value}, Hold as vs → evalOp op vs = .bool t → Hold (assume t as) vs

namespace Edge

/-- Operands of a comparison. -/
def compared (p : Pred) (t : Bool) : List AVal → List AVal
  | [a, b] =>
    let f := Fact.assume (if t then p else p.negate) a.fact b.fact
    [.int f.1, .int f.2]
  | as => as

theorem compared_sound {p : Pred} {t : Bool} {as : List AVal} {vs : List Value} (H : Hold as vs)
    (e : evalOp (.icmp p) vs = .bool t) : Hold (compared p t as) vs := by
  match as, vs, H with
  | [], [], _ => trivial
  | [_], [_], H => exact H
  | [a, b], [v, w], H =>
    cases v <;> cases w <;> try contradiction
    rename_i x y
    have e : evalICmp p x y = .bool t := e
    have hx := AVal.fact_mem H.1
    have hy := AVal.fact_mem H.2.1
    cases t
    · have := Fact.assume_negate_sound hx hy e; exact ⟨this.1, this.2, trivial⟩
    · have := Fact.assume_sound hx hy e; exact ⟨this.1, this.2, trivial⟩
  | _ :: _ :: _ :: _, _ :: _ :: _ :: _, H => exact H

/-- The operand of `int_to_bool` is compared with 0. -/
def nonzero (t : Bool) : List AVal → List AVal
  | [a] => [.int (Fact.assume (if t then .ne else .eq) a.fact (.const 0)).1]
  | as => as

theorem nonzero_sound {t : Bool} {as : List AVal} {vs : List Value} (H : Hold as vs)
    (e : evalOp .intToBool vs = .bool t) : Hold (nonzero t as) vs := by
  match as, vs, H with
  | [], [], _ => trivial
  | [a], [v], H =>
    cases v <;> try contradiction
    rename_i x
    have e : Value.bool (decide (x ≠ 0)) = .bool t := e
    injection e with e
    subst e
    have hx := AVal.fact_mem H.1
    by_cases z : x = 0
    · have := Fact.assume_sound (p := .eq) hx (Fact.const_mem 0) (by simp [evalICmp, Pred.holds, z])
      exact ⟨by simpa [z] using this.1, trivial⟩
    · have := Fact.assume_sound (p := .ne) hx (Fact.const_mem 0) (by simp [evalICmp, Pred.holds, z])
      exact ⟨by simpa [z] using this.1, trivial⟩
  | _ :: _ :: _, _ :: _ :: _, H => exact H

/-- The operand of a negation. -/
def negated (t : Bool) : List AVal → List AVal
  | [_] => [.bool (some !t)]
  | as => as

theorem negated_sound {t : Bool} {as : List AVal} {vs : List Value} (H : Hold as vs)
    (e : evalOp .bnot vs = .bool t) : Hold (negated t as) vs := by
  match as, vs, H with
  | [], [], _ => trivial
  | [a], [v], H =>
    cases v <;> try contradiction
    rename_i x
    have e : Value.bool (!x) = .bool t := e
    injection e with e
    subst e
    exact ⟨show (!(!x)) = x by simp, trivial⟩
  | _ :: _ :: _, _ :: _ :: _, H => exact H

/-- Both operands, where the outcome is `u`. -/
def junction (u t : Bool) : List AVal → List AVal
  | [a, b] => if t = u then [.bool (some u), .bool (some u)] else [a, b]
  | as => as

theorem band_sound {t : Bool} {as : List AVal} {vs : List Value} (H : Hold as vs)
    (e : evalOp .band vs = .bool t) : Hold (junction true t as) vs := by
  match as, vs, H with
  | [], [], _ => trivial
  | [_], [_], H => exact H
  | [a, b], [v, w], H =>
    cases v <;> cases w <;> try contradiction
    rename_i x y
    have e : Value.bool (x && y) = .bool t := e
    injection e with e
    subst e
    cases x <;> cases y <;> first | exact H | exact ⟨rfl, rfl, trivial⟩
  | _ :: _ :: _ :: _, _ :: _ :: _ :: _, H => exact H

theorem bor_sound {t : Bool} {as : List AVal} {vs : List Value} (H : Hold as vs)
    (e : evalOp .bor vs = .bool t) : Hold (junction false t as) vs := by
  match as, vs, H with
  | [], [], _ => trivial
  | [_], [_], H => exact H
  | [a, b], [v, w], H =>
    cases v <;> cases w <;> try contradiction
    rename_i x y
    have e : Value.bool (x || y) = .bool t := e
    injection e with e
    subst e
    cases x <;> cases y <;> first | exact H | exact ⟨rfl, rfl, trivial⟩
  | _ :: _ :: _ :: _, _ :: _ :: _ :: _, H => exact H

def icmp_eq : EdgeRule := ⟨.icmp .eq, compared .eq, compared_sound⟩
def icmp_ne : EdgeRule := ⟨.icmp .ne, compared .ne, compared_sound⟩
def icmp_lt : EdgeRule := ⟨.icmp .lt, compared .lt, compared_sound⟩
def icmp_le : EdgeRule := ⟨.icmp .le, compared .le, compared_sound⟩
def icmp_gt : EdgeRule := ⟨.icmp .gt, compared .gt, compared_sound⟩
def icmp_ge : EdgeRule := ⟨.icmp .ge, compared .ge, compared_sound⟩
def int_to_bool : EdgeRule := ⟨.intToBool, nonzero, nonzero_sound⟩
def not_bool : EdgeRule := ⟨.bnot, negated, negated_sound⟩
def band : EdgeRule := ⟨.band, junction true, band_sound⟩
def bor : EdgeRule := ⟨.bor, junction false, bor_sound⟩

def rules : List EdgeRule := [icmp_eq, icmp_ne, icmp_lt, icmp_le, icmp_gt, icmp_ge, int_to_bool, not_bool, band, bor]
end Edge

/-! ### where values meet -/

/-- The operations on facts themselves. -/
inductive Lattice where
  | join | meet | widen | reduce | clamp
deriving DecidableEq, Repr

/-- What has to be true of each. -/
def Lattice.Sound : Lattice → Prop
  | join => ∀ {a b : Fact} {x : Int}, a.Mem x ∨ b.Mem x → (a.join b).Mem x
  | meet => ∀ {a b : Fact} {x : Int}, a.Mem x → b.Mem x → (a.meet b).Mem x
  | widen => ∀ {a b : Fact} {x : Int}, a.Mem x ∨ b.Mem x → (a.widen b).Mem x
  | reduce => ∀ {f : Fact} {x : Int}, f.reduce.Mem x ↔ f.Mem x
  | clamp => ∀ {f : Fact} {x : Int}, f.Mem x → f.clamp.Mem x

structure LatticeRule where
  operation : Lattice
  sound : operation.Sound

namespace Operation
def join : LatticeRule := ⟨.join, fun h => h.elim Fact.join_left Fact.join_right⟩
def meet : LatticeRule := ⟨.meet, Fact.meet_mem⟩
def widen : LatticeRule := ⟨.widen, fun h => h.elim Fact.widen_left Fact.widen_right⟩
def reduce : LatticeRule := ⟨.reduce, Fact.reduce_mem⟩
def clamp : LatticeRule := ⟨.clamp, Fact.clamp_mem⟩

def rules : List LatticeRule := [join, meet, widen, reduce, clamp]
end Operation

end Tuffy.Facts
