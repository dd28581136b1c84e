import TuffyLean.Facts.Forward

/-!
The theorem behind every forward rule: a fact of a result holds of what `evalOp` computes.
-/
namespace Tuffy.Facts
open Tuffy

/-- A result that is poison or in the fact. -/
theorem holds_ite {c : Prop} [Decidable c] {f : Fact} {x : Int} (h : ¬c → f.Mem x) :
    AVal.Holds (.int f) (if c then .poison else .int x) := by
  split
  · trivial
  · rename_i n; exact h n

open Fact in
/-- Arithmetic, bitwise operations and shifts. -/
theorem arith_sound {o : Op} {as : List AVal} {vs : List Value} (H : Hold as vs)
    (h : o ∈ [Op.add, .sub, .mul, .div, .rem, .tdiv, .trem, .and, .or, .xor, .not, .shl, .shr, .min, .max, .clmul]) :
    (forward o as).Holds (evalOp o vs) := by
  simp only [List.mem_cons, List.not_mem_nil, or_false] at h
  rcases h with rfl | rfl | rfl | rfl | rfl | rfl | rfl | rfl | rfl | rfl | rfl | rfl | rfl | rfl | rfl | rfl
  · exact known2_sound (f := Fact.add) (g := evalAdd) (fun a b x y ha hb => of_mem (KBits.add_mem ha.1 hb.1) (Range.add_mem ha.2 hb.2)) H
  · exact known2_sound (f := Fact.sub) (g := evalSub) (fun a b x y ha hb => of_mem (KBits.sub_mem ha.1 hb.1) (Range.sub_mem ha.2 hb.2)) H
  · exact known2_sound (f := Fact.mul) (g := evalMul) (fun a b x y ha hb => of_mem (KBits.mul_mem ha.1 hb.1) (Range.mul_mem ha.2 hb.2)) H
  · exact known2_sound (f := Fact.div) (g := evalDiv) (fun a b x y ha hb => holds_ite fun n => of_mem (divBits_mem ha hb) (Range.div_mem ha.2 hb.2 n)) H
  · exact known2_sound (f := Fact.rem) (g := evalRem) (fun a b x y ha hb => holds_ite fun n =>
      of_mem (by rw [rem_eq]; exact KBits.rem_mem ha.1 hb.1) (Range.rem_mem ha.2 hb.2 n)) H
  · exact known2_sound (f := Fact.tdiv) (g := evalTDiv) (fun a b x y ha hb => holds_ite fun n => of_mem (tdivBits_mem ha hb) (Range.tdiv_mem ha.2 hb.2 n)) H
  · exact known2_sound (f := Fact.trem) (g := evalTRem) (fun a b x y ha hb => holds_ite fun n =>
      of_mem (by rw [trem_eq]; exact KBits.rem_mem ha.1 hb.1) (Range.trem_mem ha.2 hb.2 n)) H
  · exact known2_sound (f := Fact.and) (g := evalAnd) (fun a b x y ha hb => of_mem (KBits.and_mem ha.1 hb.1) (Range.and_mem ha.2 hb.2)) H
  · exact known2_sound (f := Fact.or) (g := evalOr) (fun a b x y ha hb => of_mem (KBits.or_mem ha.1 hb.1) (Range.or_mem ha.2 hb.2)) H
  · exact known2_sound (f := Fact.xor) (g := evalXor) (fun a b x y ha hb => of_mem (KBits.xor_mem ha.1 hb.1) (Range.xor_mem ha.2 hb.2)) H
  · exact known1_sound (f := Fact.not) (g := evalNot) (fun a x ha => of_mem (KBits.not_mem ha.1) (Range.not_mem ha.2)) H
  · exact known2_sound (f := Fact.shl) (g := evalShl) (fun a b x y ha hb => holds_ite fun n =>
      of_mem (shlBits_mem ha hb (by omega)) (Range.shl_mem ha.2 hb.2 (by omega))) H
  · exact known2_sound (f := Fact.shr) (g := evalShr) (fun a b x y ha hb => holds_ite fun n =>
      of_mem (shrBits_mem ha hb) (Range.shr_mem ha.2 hb.2 (by omega))) H
  · exact known2_sound (f := Fact.min) (g := evalMin) (fun a b x y ha hb => min_mem ha hb) H
  · exact known2_sound (f := Fact.max) (g := evalMax) (fun a b x y ha hb => max_mem ha hb) H
  · exact known2_sound (f := Fact.clmul) (g := evalClmul) (fun a b x y ha hb => holds_ite fun n =>
      of_mem (KBits.top_mem _) ⟨Range.clmul_nonneg (by omega) _, trivial⟩) H

theorem ofBits_range (n : Nat) (f : Nat → Bool) :
    (⟨some 0, some (2 ^ n - 1)⟩ : Range).Mem ((Bits.ofBits n f : Nat) : Int) := by
  have := Bits.ofBits_inU n f
  exact ⟨this.1, by show _ ≤ (2 : Int) ^ n - 1; have := this.2; omega⟩

open Fact in
/-- Operations that count or move bits. -/
theorem moves_sound {o : Op} {as : List AVal} {vs : List Value} (H : Hold as vs)
    (h : o ∈ [Op.countOnes, .countLeadingZeros, .countTrailingZeros, .bswap, .bitReverse, .rotateLeft, .rotateRight,
      .merge, .splitHi, .splitLo, .sext, .zext]) :
    (forward o as).Holds (evalOp o vs) := by
  simp only [List.mem_cons, List.not_mem_nil, or_false] at h
  rcases h with rfl | rfl | rfl | rfl | rfl | rfl | rfl | rfl | rfl | rfl | rfl | rfl
  · exact known1_sound (fun a x ha => holds_ite fun n => of_mem (KBits.top_mem _) (Range.countOnes_mem ha.2)) H
  · refine knownN_sound (fun a x n ha => ?_) H
    show AVal.Holds _ (.int _)
    simp only [countLeadingZeros]
    split
    · exact top_mem _
    · have := Range.countLeadingZeros_mem ha.2 n.toNat
      rw [Int.toNat_of_nonneg (by omega)] at this
      exact of_mem (KBits.top_mem _) this
  · exact known1_sound (fun a x ha => holds_ite fun n => countTrailingZeros_mem ha) H
  · exact knownN_sound (f := Fact.bswap) (g := evalBswap) (fun a x n ha => of_mem (KBits.moved_mem ha.1 _ _) (Range.top_mem _)) H
  · exact knownN_sound (f := Fact.bitReverse) (g := evalBitReverse) (fun a x n ha => of_mem (KBits.moved_mem ha.1 _ _) (Range.top_mem _)) H
  · refine knownNN_sound (fun a b x y n ha hb => holds_ite fun hn => ?_) H
    have hc : (n.toNat : Int) = n := Int.toNat_of_nonneg (by omega)
    simp only [rotate]
    split
    · rename_i c e
      rw [value?_eq hb e]
      have := KBits.moved_mem ha.1 n.toNat fun i => ((i - c) % n).toNat
      rw [← hc] at this
      rw [← hc]
      exact of_mem this (Range.top_mem _)
    · exact of_mem (KBits.top_mem _) (ofBits_range _ _)
  · refine knownNN_sound (fun a b x y n ha hb => holds_ite fun hn => ?_) H
    have hc : (n.toNat : Int) = n := Int.toNat_of_nonneg (by omega)
    simp only [rotate]
    cases e : b.value? with
    | none => exact of_mem (KBits.top_mem _) (ofBits_range _ _)
    | some c =>
      rw [value?_eq hb e]
      have := KBits.moved_mem ha.1 n.toNat fun i => ((i - -c) % (n.toNat : Int)).toNat
      have e2 (i : Nat) : (i : Int) - -c = i + c := by omega
      simp only [e2, hc] at this
      simp only [Option.map_some, e2, hc]
      exact of_mem this (Range.top_mem _)
  · refine knownNN_sound (fun a b x y n ha hb => holds_ite fun hn => ?_) H
    refine of_mem (KBits.merge_mem ha.1 hb.1 _) ?_
    have e : Bits.lor (Bits.shl (Bits.shr x n.toNat) n.toNat) (Bits.zext y n.toNat) =
        Bits.shl (Bits.shr x n.toNat) n.toNat + Bits.zext y n.toNat := Bits.lor_of_disjoint (by ext_bits)
    rw [e]
    have k := Range.const_mem (n.toNat : Int)
    have h1 := Range.shr_mem ha.2 k (by omega)
    rw [Int.toNat_natCast] at h1
    have h2 := Range.shl_mem h1 k (by omega)
    rw [Int.toNat_natCast] at h2
    exact Range.add_mem h2 (Range.zext_mem hb.2 _)
  · refine knownN_sound (fun a x n ha => holds_ite fun hn => ?_) H
    have h1 := Range.shr_mem ha.2 (Range.const_mem (n.toNat : Int)) (by omega)
    rw [Int.toNat_natCast] at h1
    exact of_mem (KBits.shr_mem ha.1 _) h1
  · exact knownN_sound (fun a x n ha => holds_ite fun hn => of_mem (KBits.zext_mem ha.1 _) (Range.zext_mem ha.2 _)) H
  · exact knownN_sound (fun a x n ha => holds_ite fun hn => of_mem (KBits.sext_mem ha.1 (by omega)) (Range.sext_mem ha.2 _)) H
  · exact knownN_sound (fun a x n ha => holds_ite fun hn => of_mem (KBits.zext_mem ha.1 _) (Range.zext_mem ha.2 _)) H

/-- A rule for two truth values. -/
theorem bin_sound {F : List AVal → AVal} {f : Option Bool → Option Bool → Option Bool} {g : Bool → Bool → Bool}
    (hF : ∀ a b, F [a, b] = .bool (f a.truth b.truth))
    (h : ∀ p q x y, AVal.Holds (.bool p) (.bool x) → AVal.Holds (.bool q) (.bool y) → AVal.Holds (.bool (f p q)) (.bool (g x y)))
    {as : List AVal} {vs : List Value} (H : Hold as vs) : (F as).Holds (bool2 (fun x y => .bool (g x y)) vs) := by
  match as, vs, H with
  | [], [], _ => exact AVal.holds_poison _
  | [_], [v], _ => cases v <;> exact AVal.holds_poison _
  | [a, b], [v, w], H =>
    rw [hF]
    cases v <;> cases w <;> try exact AVal.holds_poison _
    rename_i x y
    have truth {a : AVal} {x : Bool} (h : a.Holds (.bool x)) : AVal.Holds (.bool a.truth) (.bool x) := by
      cases a <;> first | exact h | trivial
    exact h _ _ _ _ (truth H.1) (truth H.2.1)
  | _ :: _ :: _ :: _, v :: w :: _ :: _, _ => cases v <;> cases w <;> exact AVal.holds_poison _

/-- Comparisons and truth values. -/
theorem bool_sound {o : Op} {as : List AVal} {vs : List Value} (H : Hold as vs)
    (h : (∃ p, o = .icmp p) ∨ o ∈ [Op.bnot, .band, .bor, .bxor, .select, .boolToInt, .intToBool]) :
    (forward o as).Holds (evalOp o vs) := by
  simp only [List.mem_cons, List.not_mem_nil, or_false] at h
  rcases h with ⟨p, rfl⟩ | rfl | rfl | rfl | rfl | rfl | rfl | rfl
  · match as, vs, H with
    | [], [], _ => trivial
    | [_], [_], _ => trivial
    | [a, b], [v, w], H =>
      cases v <;> cases w <;> try exact AVal.holds_poison _
      rename_i x y
      show AVal.Holds (.bool (Fact.icmp p a.fact b.fact)) (.bool (decide (p.holds x y)))
      cases e : Fact.icmp p a.fact b.fact with
      | none => trivial
      | some r => exact Fact.icmp_sound (AVal.fact_mem H.1) (AVal.fact_mem H.2.1) e
    | _ :: _ :: _ :: _, _ :: _ :: _ :: _, _ => trivial
  · match as, vs, H with
    | [], [], _ => trivial
    | [a], [v], H =>
      cases v <;> try exact AVal.holds_poison _
      rename_i x
      show AVal.Holds (.bool (a.truth.map Bool.not)) (.bool (!x))
      cases e : a.truth with
      | none => trivial
      | some r => have := AVal.truth_eq H.1 e; subst this; rfl
    | _ :: _ :: _, _ :: _ :: _, _ => trivial
  · exact bin_sound (F := forward .band) (f := fun p q => if p = some false ∨ q = some false then some false
        else if p = some true ∧ q = some true then some true else none) (g := (· && ·)) (fun _ _ => rfl) (fun p q x y hp hq => by
      cases x <;> cases y <;> rcases p with _ | _ | _ <;> rcases q with _ | _ | _ <;> simp_all [AVal.Holds]) H
  · exact bin_sound (F := forward .bor) (f := fun p q => if p = some true ∨ q = some true then some true
        else if p = some false ∧ q = some false then some false else none) (g := (· || ·)) (fun _ _ => rfl) (fun p q x y hp hq => by
      cases x <;> cases y <;> rcases p with _ | _ | _ <;> rcases q with _ | _ | _ <;> simp_all [AVal.Holds]) H
  · exact bin_sound (F := forward .bxor) (f := fun p q => match p, q with | some x, some y => some (x ^^ y) | _, _ => none) (g := (· ^^ ·))
      (fun _ _ => rfl) (fun p q x y hp hq => by
      cases x <;> cases y <;> rcases p with _ | _ | _ <;> rcases q with _ | _ | _ <;> simp_all [AVal.Holds]) H
  · match as, vs, H with
    | [], [], _ => trivial
    | [_], [_], _ => trivial
    | [_, _], [_, _], _ => trivial
    | [c, a, b], [v, w, u], H =>
      cases v <;> try exact AVal.holds_poison _
      rename_i t
      show AVal.Holds (match c.truth with | some true => a | some false => b | none => a.join b) (if t then w else u)
      cases e : c.truth with
      | none =>
        cases t
        · exact AVal.join_right H.2.2.1
        · exact AVal.join_left H.2.1
      | some r =>
        have := AVal.truth_eq H.1 e; subst this
        cases t
        · exact H.2.2.1
        · exact H.2.1
    | _ :: _ :: _ :: _ :: _, _ :: _ :: _ :: _ :: _, _ => trivial
  · match as, vs, H with
    | [], [], _ => trivial
    | [a], [v], H =>
      cases v <;> try exact AVal.holds_poison _
      rename_i t
      show AVal.Holds (match a.truth with
        | some t => .int (.const (if t then 1 else 0))
        | none => .int (.ofRange ⟨some 0, some 1⟩)) (.int (if t then 1 else 0))
      cases e : a.truth with
      | none => cases t <;> exact Fact.ofRange_mem (by decide)
      | some r => have := AVal.truth_eq H.1 e; subst this; exact Fact.const_mem _
    | _ :: _ :: _, _ :: _ :: _, _ => trivial
  · match as, vs, H with
    | [], [], _ => trivial
    | [a], [v], H =>
      cases v <;> try exact AVal.holds_poison _
      rename_i x
      show AVal.Holds (.bool (Fact.icmp .ne a.fact (.const 0))) (.bool (decide (x ≠ 0)))
      cases e : Fact.icmp .ne a.fact (.const 0) with
      | none => trivial
      | some r => exact Fact.icmp_sound (AVal.fact_mem H.1) (Fact.const_mem 0) e
    | _ :: _ :: _, _ :: _ :: _, _ => trivial

/-- Whatever the values of the operands, if their facts hold, so does that of the result. -/
theorem forward_sound (o : Op) {as : List AVal} {vs : List Value} (H : Hold as vs) :
    (forward o as).Holds (evalOp o vs) := by
  cases o
  case icmp p => exact bool_sound H (.inl ⟨p, rfl⟩)
  all_goals first
    | exact arith_sound H (by decide)
    | exact moves_sound H (by decide)
    | exact bool_sound H (.inr (by decide))
    | trivial

end Tuffy.Facts
