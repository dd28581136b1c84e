import TuffyLean.Facts.Bitwise
import TuffyLean.Facts.RangesBits

/-!
The facts of a result from those of the operands. `forward` is the rule of every opcode, and
`forward_sound` says of all of them that they are right: whatever values the operands have, as
long as their facts hold, the fact of the result holds of `evalOp`. Poison satisfies every fact.

Opcodes without a rule yield `AVal.top`.
-/
namespace Tuffy.Facts
open Tuffy

namespace Fact

/-- Bits and range of one result together. -/
def of (k : KBits) (r : Range) : Fact := (reduce ⟨k, r⟩).clamp
theorem of_mem {k : KBits} {r : Range} {x : Int} (hk : k.Mem x) (hr : r.Mem x) : (of k r).Mem x :=
  clamp_mem (reduce_mem.mpr ⟨hk, hr⟩)

/-- The bits of a shift left: exact for a known amount. -/
def shlBits (a b : Fact) : KBits :=
  match b.value? with
  | some c => if c ≤ maxBits then a.bits.shl c.toNat else .top
  | none => a.bits.shlMin (Min.min b.range.amount maxBits)

theorem shlBits_mem {a b : Fact} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) (p : 0 ≤ y) :
    (shlBits a b).Mem (Bits.shl x y.toNat) := by
  simp only [shlBits]
  split
  · rename_i e
    split
    · rw [value?_eq hb e]; exact KBits.shl_mem ha.1 _
    · exact KBits.top_mem _
  · exact KBits.shlMin_mem ha.1 (Nat.le_trans (Nat.min_le_left ..) (Range.amount_le hb.2 p))

def shrBits (a b : Fact) : KBits :=
  match b.value? with
  | some c => a.bits.shr c.toNat
  | none => .top
theorem shrBits_mem {a b : Fact} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) :
    (shrBits a b).Mem (Bits.shr x y.toNat) := by
  simp only [shrBits]
  split
  · rename_i e; rw [value?_eq hb e]; exact KBits.shr_mem ha.1 _
  · exact KBits.top_mem _

/-- The divisor is a power of two: its logarithm. -/
def log2? (b : Fact) : Option Nat :=
  match b.value? with
  | some c => if Bits.isPow2 c then some (Bits.log2 c) else none
  | none => none
theorem log2?_eq {b : Fact} {y : Int} {n : Nat} (hb : b.Mem y) (e : b.log2? = some n) : y = 2 ^ n := by
  simp only [log2?] at e
  split at e
  · rename_i h
    split at e
    · rename_i p
      injection e with e
      rw [value?_eq hb h, ← e]; exact p.symm
    · contradiction
  · contradiction

def divBits (a b : Fact) : KBits :=
  match b.log2? with
  | some n => a.bits.shr n
  | none => .top
theorem divBits_mem {a b : Fact} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) : (divBits a b).Mem (x / y) := by
  simp only [divBits]
  split
  · rename_i e; rw [log2?_eq hb e]; exact KBits.shr_mem ha.1 _
  · exact KBits.top_mem _

def tdivBits (a b : Fact) : KBits := if nonneg a.range.lo then divBits a b else .top
theorem tdivBits_mem {a b : Fact} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) : (tdivBits a b).Mem (x.tdiv y) := by
  simp only [tdivBits]
  split
  · rename_i n
    rw [Int.tdiv_eq_ediv_of_nonneg (above_nonneg n ha.2.1)]; exact divBits_mem ha hb
  · exact KBits.top_mem _

theorem rem_eq (x y : Int) : x % y = x - y * (x / y) := by have := Int.mul_ediv_add_emod x y; omega
theorem trem_eq (x y : Int) : x.tmod y = x - y * (x.tdiv y) := by have := Int.mul_tdiv_add_tmod x y; omega

def add (a b : Fact) : Fact := of (a.bits.add b.bits) (a.range.add b.range)
def sub (a b : Fact) : Fact := of (a.bits.sub b.bits) (a.range.sub b.range)
def mul (a b : Fact) : Fact := of (a.bits.mul b.bits) (a.range.mul b.range)
def div (a b : Fact) : Fact := of (divBits a b) (a.range.div b.range)
def rem (a b : Fact) : Fact := of (a.bits.rem b.bits) (a.range.rem b.range)
def tdiv (a b : Fact) : Fact := of (tdivBits a b) (a.range.tdiv b.range)
def trem (a b : Fact) : Fact := of (a.bits.rem b.bits) (a.range.trem b.range)
def and (a b : Fact) : Fact := of (a.bits.and b.bits) (a.range.and b.range)
def or (a b : Fact) : Fact := of (a.bits.or b.bits) (a.range.or b.range)
def xor (a b : Fact) : Fact := of (a.bits.xor b.bits) (a.range.xor b.range)
def not (a : Fact) : Fact := of a.bits.not a.range.not
def shl (a b : Fact) : Fact := of (shlBits a b) (a.range.shl b.range)
def shr (a b : Fact) : Fact := of (shrBits a b) (a.range.shr b.range)
def min (a b : Fact) : Fact := of (a.bits.join b.bits) (a.range.min b.range)
def max (a b : Fact) : Fact := of (a.bits.join b.bits) (a.range.max b.range)
def clmul (_ _ : Fact) : Fact := of .top ⟨some 0, none⟩
def countOnes (a : Fact) : Fact := of .top a.range.countOnes
def countLeadingZeros (a : Fact) (n : Nat) : Fact := if n = 0 then .top else of .top (a.range.countLeadingZeros n)
def countTrailingZeros (a : Fact) : Fact :=
  of .top ⟨some 0, if a.bits.ones = 0 then none else some (ctz a.bits.ones)⟩
def bswap (a : Fact) (n : Nat) : Fact := of (a.bits.moved (8 * n) fun i => 8 * (n - 1 - i / 8) + i % 8) .top
def bitReverse (a : Fact) (n : Nat) : Fact := of (a.bits.moved n fun i => n - 1 - i) .top
/-- Bits come from `by` places lower, around; an unknown amount leaves only the width. -/
def rotate (a : Fact) (amount? : Option Int) (n : Nat) : Fact :=
  match amount? with
  | some c => of (a.bits.moved n fun i => ((i - c) % n).toNat) .top
  | none => of .top ⟨some 0, some (2 ^ n - 1)⟩
def merge (a b : Fact) (n : Nat) : Fact := of (a.bits.merge b.bits n) ((a.range.shr (.const n)).shl (.const n) |>.add (b.range.zext n))
def splitHi (a : Fact) (n : Nat) : Fact := of (a.bits.shr n) (a.range.shr (.const n))
def zext (a : Fact) (n : Nat) : Fact := of (a.bits.zext n) (a.range.zext n)
def sext (a : Fact) (n : Nat) : Fact := of (a.bits.sext n) (a.range.sext n)

/-- Whether a comparison always has the same outcome. -/
def icmp (p : Pred) (a b : Fact) : Option Bool :=
  let m := a.meet b
  match p with
  | .eq => if a.value?.isSome && a.value? = b.value? then some true else if conflict m then some false else none
  | .ne => if a.value?.isSome && a.value? = b.value? then some false else if conflict m then some true else none
  | .lt => less a b
  | .le => (less b a).map Bool.not
  | .gt => less b a
  | .ge => (less a b).map Bool.not
where
  /-- No number satisfies the fact. -/
  conflict (f : Fact) : Bool := f.range.empty || decide (Bits.land f.bits.zeros f.bits.ones ≠ 0)
  /-- `a < b`, by the ends. -/
  less (a b : Fact) : Option Bool :=
    match a.range.hi, b.range.lo, b.range.hi, a.range.lo with
    | some h, some l, some h', some l' => if h < l then some true else if h' ≤ l' then some false else none
    | some h, some l, _, _ => if h < l then some true else none
    | _, _, some h, some l => if h ≤ l then some false else none
    | _, _, _, _ => none

theorem conflict_false {f : Fact} {x : Int} (h : f.Mem x) : icmp.conflict f = false := by
  simp only [icmp.conflict, Range.not_empty h.2, Bool.false_or, decide_eq_false_iff_not, Classical.not_not]
  apply Bits.ext; intro i
  rw [Bits.testBit_land, Bits.testBit_zero_left]
  have h0 := (KBits.mem_iff.mp h.1).1 i
  have h1 := (KBits.mem_iff.mp h.1).2 i
  grind

theorem less_sound {a b : Fact} {x y : Int} {r : Bool} (ha : a.Mem x) (hb : b.Mem y) (e : icmp.less a b = some r) :
    r = decide (x < y) := by
  obtain ⟨_, ⟨al, ah⟩⟩ := a
  obtain ⟨_, ⟨bl, bh⟩⟩ := b
  have a1 := ha.2.1; have a2 := ha.2.2; have b1 := hb.2.1; have b2 := hb.2.2
  simp only [icmp.less] at e a1 a2 b1 b2
  cases al <;> cases ah <;> cases bl <;> cases bh <;> simp only [above, below] at * <;> grind

theorem same {a b : Fact} {x y : Int} (ha : a.Mem x) (hb : b.Mem y)
    (c : (a.value?.isSome && a.value? = b.value?) = true) : x = y := by
  rw [Bool.and_eq_true, decide_eq_true_eq] at c
  obtain ⟨v, hv⟩ := Option.isSome_iff_exists.mp c.1
  rw [value?_eq ha hv, value?_eq hb (c.2 ▸ hv)]

theorem apart {a b : Fact} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) (c : icmp.conflict (a.meet b) = true) : x ≠ y := by
  rintro rfl
  have := conflict_false (meet_mem ha hb)
  simp_all

theorem icmp_sound {p : Pred} {a b : Fact} {x y : Int} {r : Bool} (ha : a.Mem x) (hb : b.Mem y)
    (e : icmp p a b = some r) : r = decide (p.holds x y) := by
  cases p <;> simp only [icmp, Pred.holds] at *
  · split at e
    · rename_i c; injection e with e; rw [← e]; simpa using same ha hb c
    · split at e
      · rename_i c; injection e with e; rw [← e]; simpa using apart ha hb c
      · contradiction
  · split at e
    · rename_i c; injection e with e; rw [← e]; simpa using same ha hb c
    · split at e
      · rename_i c; injection e with e; rw [← e]; simpa using apart ha hb c
      · contradiction
  · exact less_sound ha hb e
  · cases l : icmp.less b a with
    | none => simp [l] at e
    | some t =>
      have := less_sound hb ha l
      simp only [l, Option.map_some] at e
      injection e with e
      rw [← e, this]; grind
  · exact less_sound hb ha e
  · cases l : icmp.less a b with
    | none => simp [l] at e
    | some t =>
      have := less_sound ha hb l
      simp only [l, Option.map_some] at e
      injection e with e
      rw [← e, this]; grind

theorem min_mem {a b : Fact} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) : (min a b).Mem (Min.min x y) := by
  refine of_mem ?_ (Range.min_mem ha.2 hb.2)
  rcases Int.le_total x y with h | h
  · rw [Int.min_eq_left h]; exact KBits.join_left ha.1
  · rw [Int.min_eq_right h]; exact KBits.join_right hb.1
theorem max_mem {a b : Fact} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) : (max a b).Mem (Max.max x y) := by
  refine of_mem ?_ (Range.max_mem ha.2 hb.2)
  rcases Int.le_total x y with h | h
  · rw [Int.max_eq_right h]; exact KBits.join_right hb.1
  · rw [Int.max_eq_left h]; exact KBits.join_left ha.1

theorem firstBit_true {f : Nat → Bool} : ∀ (fuel start j : Nat), start ≤ j → j < start + fuel → f j = true →
    f (Bits.firstBit fuel start f) = true
  | 0, start, j, h1, h2, _ => absurd h2 (by omega)
  | fuel + 1, start, j, h1, h2, hj => by
    simp only [Bits.firstBit]
    split
    · assumption
    · rename_i hs
      have : start ≠ j := by rintro rfl; exact hs hj
      exact firstBit_true fuel (start + 1) j (by omega) (by omega) hj

theorem countTrailingZeros_mem {a : Fact} {x : Int} (ha : a.Mem x) :
    (countTrailingZeros a).Mem (Bits.firstBit (Bits.bitLen x.natAbs) 0 (Bits.testBit x) : Nat) := by
  refine of_mem (KBits.top_mem _) ⟨by show (0 : Int) ≤ _; omega, ?_⟩
  simp only
  split
  · trivial
  · rename_i n
    obtain ⟨i, hi, ho⟩ := firstBit_set n
    show (Bits.firstBit _ 0 _ : Int) ≤ ctz a.bits.ones
    have hx := ha.1.one ho
    have : ¬ i < Bits.firstBit (Bits.bitLen x.natAbs) 0 (Bits.testBit x) := by
      intro l
      have := firstBit_false _ 0 i (Nat.zero_le _) l
      simp_all
    omega
where
  firstBit_set {o : Int} (n : ¬ o = 0) : ∃ i, i = ctz o ∧ Bits.testBit o i = true := by
    refine ⟨_, rfl, ?_⟩
    simp only [ctz, n, ite_false]
    -- A number that is not 0 has a bit among those that are looked at.
    apply Classical.byContradiction
    intro c
    apply n
    apply Bits.ext; intro i
    rw [Bits.testBit_zero_left]
    by_cases h : i < Bits.firstBit (Bits.bitLen o.natAbs) 0 (Bits.testBit o)
    · exact firstBit_false _ 0 i (Nat.zero_le _) h
    · exact absurd (found o n) c
  found (o : Int) (n : ¬ o = 0) : Bits.testBit o (Bits.firstBit (Bits.bitLen o.natAbs) 0 (Bits.testBit o)) = true := by
    obtain ⟨j, hj, hb⟩ := exists_bit o n
    exact firstBit_true _ 0 j (Nat.zero_le _) (by omega) hb
  exists_bit (o : Int) (n : ¬ o = 0) : ∃ j, j < Bits.bitLen o.natAbs ∧ Bits.testBit o j = true := by
    apply Classical.byContradiction
    intro c
    have z (j : Nat) (hj : j < Bits.bitLen o.natAbs) : Bits.testBit o j = false := by
      cases e : Bits.testBit o j
      · rfl
      · exact absurd ⟨j, hj, e⟩ c
    have d := Int.natAbs_dvd_natAbs.mpr (dvd_of_low_zero z)
    have le := Nat.le_of_dvd (by omega) d
    have lt := lt_two_pow_bitLen (x := (o.natAbs : Int)) (by omega)
    rw [Int.toNat_natCast, ← Bits.two_pow_cast] at lt
    have e : ((2 : Int) ^ Bits.bitLen o.natAbs).natAbs = 2 ^ Bits.bitLen o.natAbs := by
      rw [← Bits.two_pow_cast]; exact Int.natAbs_natCast _
    omega

end Fact

/-! ### the rule of each opcode -/

def known2 (f : Fact → Fact → Fact) : List AVal → AVal
  | [.int a, .int b] => .int (f a b)
  | [.int a, _] => .int (f a .top)
  | [_, .int b] => .int (f .top b)
  | [_, _] => .int (f .top .top)
  | _ => .top
def known1 (f : Fact → Fact) : List AVal → AVal
  | [.int a] => .int (f a)
  | [_] => .int (f .top)
  | _ => .top
/-- The last operand is an immediate. -/
def knownN (f : Fact → Nat → Fact) : List AVal → AVal
  | [a, .int n] => match n.value? with
    | some c => known1 (fun a => f a c.toNat) [a]
    | none => .top
  | _ => .top
def knownNN (f : Fact → Fact → Nat → Fact) : List AVal → AVal
  | [a, b, .int n] => match n.value? with
    | some c => known2 (fun a b => f a b c.toNat) [a, b]
    | none => .top
  | _ => .top

/-- What is known of a truth value. -/
def AVal.truth : AVal → Option Bool
  | .bool b => b
  | _ => none

theorem AVal.truth_eq {a : AVal} {b c : Bool} (h : a.Holds (.bool b)) (e : a.truth = some c) : b = c := by
  cases a with
  | bool o => simp only [AVal.truth] at e; subst e; exact Eq.symm h
  | _ => contradiction

/-- The fact about an operand of type int. -/
def AVal.fact : AVal → Fact
  | .int f => f
  | _ => .top
theorem AVal.fact_mem {a : AVal} {x : Int} (h : a.Holds (.int x)) : a.fact.Mem x := by
  cases a with
  | int f => exact h
  | _ => exact Fact.top_mem x

/-- The last opcode with a rule, and those without. -/
def forwardOther : Op → List AVal → AVal
  | .intToBool => fun
    | [a] => .bool (Fact.icmp .ne a.fact (.const 0))
    | _ => .top
  | _ => fun _ => .top

def forward : Op → List AVal → AVal
  | .add => known2 Fact.add
  | .sub => known2 Fact.sub
  | .mul => known2 Fact.mul
  | .div => known2 Fact.div
  | .rem => known2 Fact.rem
  | .tdiv => known2 Fact.tdiv
  | .trem => known2 Fact.trem
  | .and => known2 Fact.and
  | .or => known2 Fact.or
  | .xor => known2 Fact.xor
  | .not => known1 Fact.not
  | .shl => known2 Fact.shl
  | .shr => known2 Fact.shr
  | .min => known2 Fact.min
  | .max => known2 Fact.max
  | .clmul => known2 Fact.clmul
  | .countOnes => known1 Fact.countOnes
  | .countLeadingZeros => knownN Fact.countLeadingZeros
  | .countTrailingZeros => known1 Fact.countTrailingZeros
  | .bswap => knownN Fact.bswap
  | .bitReverse => knownN Fact.bitReverse
  | .rotateLeft => knownNN fun a b n => a.rotate b.value? n
  | .rotateRight => knownNN fun a b n => a.rotate (b.value?.map (- ·)) n
  | .merge => knownNN Fact.merge
  | .splitHi => knownN Fact.splitHi
  | .splitLo => knownN Fact.zext
  | .sext => knownN Fact.sext
  | .zext => knownN Fact.zext
  | .icmp p => fun
    | [a, b] => .bool (Fact.icmp p a.fact b.fact)
    | _ => .top
  | .bnot => fun
    | [a] => .bool (a.truth.map Bool.not)
    | _ => .top
  | .band => fun
    | [a, b] => .bool (if a.truth = some false ∨ b.truth = some false then some false
        else if a.truth = some true ∧ b.truth = some true then some true else none)
    | _ => .top
  | .bor => fun
    | [a, b] => .bool (if a.truth = some true ∨ b.truth = some true then some true
        else if a.truth = some false ∧ b.truth = some false then some false else none)
    | _ => .top
  | .bxor => fun
    | [a, b] => .bool (match a.truth, b.truth with | some x, some y => some (x ^^ y) | _, _ => none)
    | _ => .top
  | .select => fun
    | [c, a, b] => match c.truth with
      | some true => a
      | some false => b
      | none => a.join b
    | _ => .top
  | .boolToInt => fun
    | [a] => match a.truth with
      | some t => .int (.const (if t then 1 else 0))
      | none => .int (.ofRange ⟨some 0, some 1⟩)
    | _ => .top
  | o => forwardOther o

/-- The facts hold of the values, one for one. -/
def Hold : List AVal → List Value → Prop
  | [], [] => True
  | a :: as, v :: vs => a.Holds v ∧ Hold as vs
  | _, _ => False

theorem known1_sound {f : Fact → Fact} {g : Int → Value}
    (h : ∀ a x, a.Mem x → AVal.Holds (.int (f a)) (g x)) {as : List AVal} {vs : List Value} (H : Hold as vs) :
    (known1 f as).Holds (int1 g vs) := by
  match as, vs, H with
  | [], [], _ => exact AVal.holds_poison _
  | [a], [v], H =>
    have e : known1 f [a] = .int (f a.fact) := by cases a <;> rfl
    rw [e]
    cases v <;> try exact AVal.holds_poison _
    exact h _ _ (AVal.fact_mem H.1)
  | _ :: _ :: _, v :: _ :: _, _ => cases v <;> exact AVal.holds_poison _

theorem known2_sound {f : Fact → Fact → Fact} {g : Int → Int → Value}
    (h : ∀ a b x y, a.Mem x → b.Mem y → AVal.Holds (.int (f a b)) (g x y)) {as : List AVal} {vs : List Value}
    (H : Hold as vs) : (known2 f as).Holds (int2 g vs) := by
  match as, vs, H with
  | [], [], _ => exact AVal.holds_poison _
  | [_], [v], _ => cases v <;> exact AVal.holds_poison _
  | [a, b], [v, w], H =>
    have e : known2 f [a, b] = .int (f a.fact b.fact) := by cases a <;> cases b <;> rfl
    rw [e]
    cases v <;> cases w <;> try exact AVal.holds_poison _
    exact h _ _ _ _ (AVal.fact_mem H.1) (AVal.fact_mem H.2.1)
  | _ :: _ :: _ :: _, v :: w :: _ :: _, _ => cases v <;> cases w <;> exact AVal.holds_poison _

theorem knownN_sound {f : Fact → Nat → Fact} {g : Int → Int → Value}
    (h : ∀ a x n, a.Mem x → AVal.Holds (.int (f a n.toNat)) (g x n)) {as : List AVal} {vs : List Value}
    (H : Hold as vs) : (knownN f as).Holds (int2 g vs) := by
  match as, vs, H with
  | [], [], _ => exact AVal.holds_poison _
  | [_], [v], _ => cases v <;> exact AVal.holds_poison _
  | [a, b], [v, w], H =>
    cases b <;> try trivial
    rename_i n
    simp only [knownN]
    cases e : n.value? with
    | none => trivial
    | some c =>
      have e' : known1 (fun a => f a c.toNat) [a] = .int (f a.fact c.toNat) := by cases a <;> rfl
      simp only [e']
      cases v <;> cases w <;> try exact AVal.holds_poison _
      rename_i x y
      have : y = c := Fact.value?_eq H.2.1 e
      subst this
      exact h _ _ _ (AVal.fact_mem H.1)
  | _ :: _ :: _ :: _, v :: w :: _ :: _, _ => cases v <;> cases w <;> exact AVal.holds_poison _

theorem knownNN_sound {f : Fact → Fact → Nat → Fact} {g : Int → Int → Int → Value}
    (h : ∀ a b x y n, a.Mem x → b.Mem y → AVal.Holds (.int (f a b n.toNat)) (g x y n)) {as : List AVal} {vs : List Value}
    (H : Hold as vs) : (knownNN f as).Holds (int3 g vs) := by
  match as, vs, H with
  | [], [], _ => exact AVal.holds_poison _
  | [_], [v], _ => cases v <;> exact AVal.holds_poison _
  | [_, _], [v, w], _ => cases v <;> cases w <;> exact AVal.holds_poison _
  | [a, b, c], [v, w, u], H =>
    cases c <;> try trivial
    rename_i n
    simp only [knownNN]
    cases e : n.value? with
    | none => trivial
    | some c =>
      have e' : known2 (fun a b => f a b c.toNat) [a, b] = .int (f a.fact b.fact c.toNat) := by cases a <;> cases b <;> rfl
      simp only [e']
      cases v <;> cases w <;> cases u <;> try exact AVal.holds_poison _
      rename_i x y z
      have : z = c := Fact.value?_eq H.2.2.1 e
      subst this
      exact h _ _ _ _ _ (AVal.fact_mem H.1) (AVal.fact_mem H.2.1)
  | _ :: _ :: _ :: _ :: _, v :: w :: u :: _ :: _, _ => cases v <;> cases w <;> cases u <;> exact AVal.holds_poison _

end Tuffy.Facts
