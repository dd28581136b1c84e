import TuffyLean.Facts.BestRanges

/-!
More rules for ranges that are the best possible: quotients, of finite dividends by any divisors, for all
numbers; and `zext` and `sext`, for which the kernel looks at all ranges of 4-bit numbers, -8 … 7.
-/
namespace Tuffy.Facts.Range
open Tuffy

/-- Nothing is in `r`, or its ends are results. -/
def Tight (r : Range) (S : Int → Prop) : Prop := r.empty = true ∨ ∃ l h, r = ⟨some l, some h⟩ ∧ S l ∧ S h

/-- A rule whose result is tight, and holds a result, is the best possible. -/
theorem Tight.best {r : Range} {S : Int → Prop} (t : r.Tight S) {v : Int} (m : r.Mem v) : r.Best S := by
  rcases t with t | ⟨l, h, rfl, sl, sh⟩
  · rw [not_empty m] at t; contradiction
  · exact ⟨fun v e => by injection e with e; exact e ▸ sl, fun v e => by injection e with e; exact e ▸ sh, fun e => (nomatch e), fun e => (nomatch e)⟩

theorem Tight.weaken {r : Range} {S T : Int → Prop} (t : r.Tight S) (h : ∀ v, S v → T v) : r.Tight T := by
  rcases t with t | ⟨l, u, e, sl, su⟩
  · exact .inl t
  · exact .inr ⟨l, u, e, h _ sl, h _ su⟩

theorem Tight.hull {a b : Range} {S : Int → Prop} (ta : a.Tight S) (tb : b.Tight S) : (hull a b).Tight S := by
  simp only [Range.hull]
  split
  · exact tb
  split
  · exact ta
  rename_i na nb
  rcases ta with ta | ⟨l, h, rfl, sl, sh⟩
  · exact absurd ta na
  rcases tb with tb | ⟨l', h', rfl, sl', sh'⟩
  · exact absurd tb nb
  refine .inr ⟨Min.min l l', Max.max h h', rfl, ?_, ?_⟩
  · by_cases k : l ≤ l'
    · rwa [Int.min_eq_left k]
    · rwa [Int.min_eq_right (by omega)]
  · by_cases k : h ≤ h'
    · rwa [Int.max_eq_right k]
    · rwa [Int.max_eq_left (by omega)]

theorem Tight.neg {a : Range} {S : Int → Prop} (t : a.Tight S) : (neg a).Tight fun v => S (-v) := by
  rcases t with t | ⟨l, h, rfl, sl, sh⟩
  · refine .inl ?_
    obtain ⟨l, h⟩ := a
    cases l <;> cases h <;> simp only [empty, Range.neg, Option.map_some, decide_eq_true_eq, Bool.false_eq_true] at *
    omega
  · exact .inr ⟨-h, -l, rfl, show S (- -h) by rw [Int.neg_neg]; exact sh, show S (- -l) by rw [Int.neg_neg]; exact sl⟩

theorem mem_meet {a b : Range} {x : Int} (h : (meet a b).Mem x) : a.Mem x ∧ b.Mem x := by
  obtain ⟨al, ah⟩ := a; obtain ⟨bl, bh⟩ := b
  cases al <;> cases ah <;> cases bl <;> cases bh <;> simp only [Mem, meet, maxLo, minHi, above, below] at * <;> grind

theorem mem_neg {a : Range} {x : Int} (h : (neg a).Mem x) : a.Mem (-x) := by
  have := neg_mem h
  obtain ⟨l, u⟩ := a
  cases l <;> cases u <;> simp only [Mem, neg, above, below, Option.map_some, Option.map_none] at * <;> grind

/-- Quotients by the positive divisors in a range. -/
def Positive (a b : Range) (g : Int → Int → Int) (v : Int) : Prop := ∃ x y, a.Mem x ∧ b.Mem y ∧ 0 < y ∧ g x y = v

theorem divPos_tight {c d : Int} (cd : c ≤ d) (b : Range) :
    (divPos ⟨some c, some d⟩ b).Tight (Positive ⟨some c, some d⟩ b (· / ·)) := by
  simp only [divPos]
  split
  · exact .inl rfl
  rename_i ne
  have ne : (b.meet positive).empty = false := by simpa using ne
  have mc : (⟨some c, some d⟩ : Range).Mem c := ⟨Int.le_refl c, cd⟩
  have md : (⟨some c, some d⟩ : Range).Mem d := ⟨cd, Int.le_refl d⟩
  have pos {y : Int} (h : (b.meet positive).Mem y) : b.Mem y ∧ 0 < y := by
    have h := mem_meet h
    have : 1 ≤ y := h.2.1
    exact ⟨h.1, by omega⟩
  have quotient {x y : Int} (hx : (⟨some c, some d⟩ : Range).Mem x) (h : (b.meet positive).Mem y) :
      Positive ⟨some c, some d⟩ b (· / ·) (quot x y.toNat) :=
    ⟨x, y, hx, (pos h).1, (pos h).2, by simp only [quot]; congr 1; have := (pos h).2; omega⟩
  rcases low ne with ⟨m, em, mm⟩ | ⟨em, _⟩
  · have am : amount (b.meet positive) = m.toNat := by simp only [amount, em]
    rw [am]
    have lower : ∃ l, (shrink quot ⟨some c, some d⟩ m.toNat (b.meet positive).hi).lo = some l ∧ Positive ⟨some c, some d⟩ b (· / ·) l := by
      simp only [shrink]
      split
      · rename_i p
        rcases high ne with ⟨u, eu, mu⟩ | ⟨eu, mu⟩
        · rw [eu]; exact ⟨_, rfl, quotient mc mu⟩
        · rw [eu]
          obtain ⟨y, hy, my⟩ := mu (c + 1)
          exact ⟨0, rfl, c, y, mc, (pos my).1, (pos my).2, Int.ediv_eq_zero_of_lt p (by omega)⟩
      · exact ⟨_, rfl, quotient mc mm⟩
    have upper : ∃ l, (shrink quot ⟨some c, some d⟩ m.toNat (b.meet positive).hi).hi = some l ∧ Positive ⟨some c, some d⟩ b (· / ·) l := by
      simp only [shrink]
      split
      · exact ⟨_, rfl, quotient md mm⟩
      · rename_i p
        rcases high ne with ⟨u, eu, mu⟩ | ⟨eu, mu⟩
        · rw [eu]; exact ⟨_, rfl, quotient md mu⟩
        · rw [eu]
          obtain ⟨y, hy, my⟩ := mu (-d)
          have py := (pos my).2
          refine ⟨-1, rfl, d, y, md, (pos my).1, py, ?_⟩
          have h1 : -1 ≤ d / y := (Int.le_ediv_iff_mul_le py).mpr (by omega)
          have h2 : d / y < 0 := Int.ediv_lt_of_lt_mul py (by omega)
          show d / y = -1
          omega
    obtain ⟨l, el, sl⟩ := lower
    obtain ⟨h, eh, sh⟩ := upper
    generalize shrink quot ⟨some c, some d⟩ m.toNat (b.meet positive).hi = r at *
    obtain ⟨rl, rh⟩ := r
    simp only at el eh
    subst el eh
    exact .inr ⟨l, h, rfl, sl, sh⟩
  · exfalso
    revert em
    obtain ⟨bl, bh⟩ := b
    cases bl <;> simp [meet, positive, maxLo]

/-- Quotients by the divisors in a range. -/
def Quotients (a b : Range) (g : Int → Int → Int) (v : Int) : Prop := ∃ x y, a.Mem x ∧ b.Mem y ∧ y ≠ 0 ∧ g x y = v

/-- From positive divisors to all. -/
theorem quotients_tight {f : Range → Range → Range} {g : Int → Int → Int} {a : Range} (odd : ∀ x y, g x (-y) = -g x y)
    (h : ∀ b, (f a b).Tight (Positive a b g)) (b : Range) : (hull (f a b) (neg (f a (neg b)))).Tight (Quotients a b g) := by
  refine ((h b).weaken ?_).hull ((h (neg b)).neg.weaken ?_)
  · rintro v ⟨x, y, hx, hy, p, e⟩; exact ⟨x, y, hx, hy, by omega, e⟩
  · rintro v ⟨x, y, hx, hy, p, e⟩; exact ⟨x, -y, hx, mem_neg hy, by omega, by rw [odd, e, Int.neg_neg]⟩

theorem div_best {c d : Int} (cd : c ≤ d) {b : Range} {y : Int} (hy : b.Mem y) (nz : y ≠ 0) :
    (div ⟨some c, some d⟩ b).Best (Quotients ⟨some c, some d⟩ b (· / ·)) :=
  (quotients_tight (fun _ _ => Int.ediv_neg ..) (divPos_tight cd) b).best
    (div_mem (x := c) (a := ⟨some c, some d⟩) ⟨Int.le_refl c, cd⟩ hy nz)

theorem tdivPos_tight {c d : Int} (cd : c ≤ d) (b : Range) :
    (tdivPos ⟨some c, some d⟩ b).Tight (Positive ⟨some c, some d⟩ b Int.tdiv) := by
  simp only [tdivPos]
  refine Tight.hull ?_ ?_
  · split
    · exact .inl rfl
    · rename_i ne
      have ne : ¬ Min.min d d < Max.max c 0 := by simpa [meet, empty, maxLo, minHi] using ne
      refine (divPos_tight (c := Max.max c 0) (d := d) (by omega) b).weaken ?_
      rintro v ⟨x, y, hx, hy, p, e⟩
      have h1 : Max.max c 0 ≤ x := hx.1
      have h2 : x ≤ d := hx.2
      exact ⟨x, y, ⟨show c ≤ x by omega, h2⟩, hy, p, by rw [Int.tdiv_eq_ediv_of_nonneg (by omega)]; exact e⟩
  · split
    · exact .inl rfl
    · rename_i ne
      have ne : ¬ Min.min d (-1) < c := by simpa [meet, negative, empty, maxLo, minHi] using ne
      refine (divPos_tight (c := -Min.min d (-1)) (d := -c) (by omega) b).neg.weaken ?_
      rintro v ⟨x, y, hx, hy, p, e⟩
      have h1 : -Min.min d (-1) ≤ x := hx.1
      have h2 : x ≤ -c := hx.2
      refine ⟨-x, y, ⟨show c ≤ -x by omega, show -x ≤ d by omega⟩, hy, p, ?_⟩
      rw [Int.neg_tdiv, Int.tdiv_eq_ediv_of_nonneg (by omega)]
      simp only at e
      omega

theorem tdiv_best {c d : Int} (cd : c ≤ d) {b : Range} {y : Int} (hy : b.Mem y) (nz : y ≠ 0) :
    (tdiv ⟨some c, some d⟩ b).Best (Quotients ⟨some c, some d⟩ b Int.tdiv) :=
  (quotients_tight (fun _ _ => Int.tdiv_neg ..) (tdivPos_tight cd) b).best
    (tdiv_mem (x := c) (a := ⟨some c, some d⟩) ⟨Int.le_refl c, cd⟩ hy nz)

/-! ### 4 bits -/

/-- The numbers of 4 bits. -/
def small : List Int := [-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7]

/-- Whether the rule for one operand has, for each range, results at its ends. -/
def bestSmall (f : Range → Range) (g : Int → Int) : Bool :=
  small.all fun l => small.all fun h => decide (h < l) || match f ⟨some l, some h⟩ with
    | ⟨some p, some q⟩ =>
      (small.any fun x => decide (l ≤ x) && decide (x ≤ h) && g x == p) && small.any fun x => decide (l ≤ x) && decide (x ≤ h) && g x == q
    | _ => false

theorem of_bestSmall {f : Range → Range} {g : Int → Int} (k : bestSmall f g = true) {l h : Int} (hl : l ∈ small) (hh : h ∈ small)
    (lh : l ≤ h) : (f ⟨some l, some h⟩).Best fun v => ∃ x, (⟨some l, some h⟩ : Range).Mem x ∧ g x = v := by
  simp only [bestSmall, List.all_eq_true, Bool.or_eq_true, decide_eq_true_eq] at k
  have k := (k l hl h hh).resolve_left (by omega)
  split at k
  · rename_i p q e
    rw [e]
    simp only [Bool.and_eq_true, List.any_eq_true, decide_eq_true_eq, beq_iff_eq] at k
    obtain ⟨⟨x, _, ⟨x1, x2⟩, ex⟩, y, _, ⟨y1, y2⟩, ey⟩ := k
    exact ⟨fun v e => by injection e with e; exact ⟨x, ⟨x1, x2⟩, ex.trans e⟩, fun v e => by injection e with e; exact ⟨y, ⟨y1, y2⟩, ey.trans e⟩,
      fun e => (nomatch e), fun e => (nomatch e)⟩
  · contradiction

theorem zext_best : ∀ n ∈ [1, 2, 3, 4], bestSmall (zext · n) (Bits.zext · n) = true := by decide +kernel
theorem sext_best : ∀ n ∈ [1, 2, 3, 4], bestSmall (sext · n) (Bits.sext · n) = true := by decide +kernel

end Tuffy.Facts.Range
