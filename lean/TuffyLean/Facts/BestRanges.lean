import TuffyLean.Facts.RangesBits

/-!
Rules for ranges that are the best possible: where the operands' ranges are not empty, each end of the
result is the result of two members, and where there is no end, results go on without one.

    all numbers  neg not add sub min max, join, mul of finite ranges; in `BestSmall.lean` div and tdiv
                 of finite dividends
    4 bits       zext sext of all ranges within -8 … 7, there too
    not claimed  mul and quotients of infinite ranges, shl shr, rem trem, and or xor, counts

Soundness is in `Sound.lean`.
-/
namespace Tuffy.Facts
open Tuffy

namespace Range

/-- `S` are the results; `r` is the least range with all of them, if it has them. -/
structure Best (r : Range) (S : Int → Prop) : Prop where
  lo : ∀ l, r.lo = some l → S l
  hi : ∀ h, r.hi = some h → S h
  down : r.lo = none → ∀ n, ∃ v, v ≤ n ∧ S v
  up : r.hi = none → ∀ n, ∃ v, n ≤ v ∧ S v

theorem low {a : Range} (h : a.empty = false) :
    (∃ l, a.lo = some l ∧ a.Mem l) ∨ (a.lo = none ∧ ∀ n, ∃ x, x ≤ n ∧ a.Mem x) := by
  obtain ⟨l, u⟩ := a
  cases l <;> cases u
  · exact .inr ⟨rfl, fun n => ⟨n, Int.le_refl n, trivial, trivial⟩⟩
  · rename_i u; exact .inr ⟨rfl, fun n => ⟨Min.min n u, by omega, trivial, show Min.min n u ≤ u by omega⟩⟩
  · rename_i l; exact .inl ⟨l, rfl, Int.le_refl l, trivial⟩
  · rename_i l u
    have : ¬ u < l := of_decide_eq_false h
    exact .inl ⟨l, rfl, Int.le_refl l, show l ≤ u by omega⟩

theorem high {a : Range} (h : a.empty = false) :
    (∃ u, a.hi = some u ∧ a.Mem u) ∨ (a.hi = none ∧ ∀ n, ∃ x, n ≤ x ∧ a.Mem x) := by
  obtain ⟨l, u⟩ := a
  cases l <;> cases u
  · exact .inr ⟨rfl, fun n => ⟨n, Int.le_refl n, trivial, trivial⟩⟩
  · rename_i u; exact .inl ⟨u, rfl, trivial, Int.le_refl u⟩
  · rename_i l; exact .inr ⟨rfl, fun n => ⟨Max.max n l, by omega, show l ≤ Max.max n l by omega, trivial⟩⟩
  · rename_i l u
    have : ¬ u < l := of_decide_eq_false h
    exact .inl ⟨u, rfl, show l ≤ u by omega, Int.le_refl u⟩

theorem member {a : Range} (h : a.empty = false) : ∃ x, a.Mem x := by
  rcases low h with ⟨l, _, m⟩ | ⟨_, m⟩
  · exact ⟨l, m⟩
  · obtain ⟨x, _, m⟩ := m 0; exact ⟨x, m⟩

/-- The results of an operation on two ranges. -/
def Results (a b : Range) (g : Int → Int → Int) (v : Int) : Prop := ∃ x y, a.Mem x ∧ b.Mem y ∧ g x y = v

theorem neg_best {a : Range} (h : a.empty = false) : (neg a).Best fun v => ∃ x, a.Mem x ∧ -x = v where
  lo l e := by
    rcases high h with ⟨u, eu, m⟩ | ⟨eu, _⟩ <;> simp only [neg, eu, Option.map_some, Option.map_none, Option.some.injEq, reduceCtorEq] at e
    exact ⟨u, m, e⟩
  hi l e := by
    rcases low h with ⟨u, eu, m⟩ | ⟨eu, _⟩ <;> simp only [neg, eu, Option.map_some, Option.map_none, Option.some.injEq, reduceCtorEq] at e
    exact ⟨u, m, e⟩
  down e n := by
    rcases high h with ⟨u, eu, m⟩ | ⟨eu, m⟩ <;> simp only [neg, eu, Option.map_some, reduceCtorEq] at e
    obtain ⟨x, hx, m⟩ := m (-n)
    exact ⟨-x, by omega, x, m, rfl⟩
  up e n := by
    rcases low h with ⟨u, eu, m⟩ | ⟨eu, m⟩ <;> simp only [neg, eu, Option.map_some, reduceCtorEq] at e
    obtain ⟨x, hx, m⟩ := m (-n)
    exact ⟨-x, by omega, x, m, rfl⟩

theorem not_best {a : Range} (h : a.empty = false) : (not a).Best fun v => ∃ x, a.Mem x ∧ Bits.lnot x = v where
  lo l e := by
    rcases high h with ⟨u, eu, m⟩ | ⟨eu, _⟩ <;> simp only [not, eu, Option.map_some, Option.map_none, Option.some.injEq, reduceCtorEq] at e
    exact ⟨u, m, e⟩
  hi l e := by
    rcases low h with ⟨u, eu, m⟩ | ⟨eu, _⟩ <;> simp only [not, eu, Option.map_some, Option.map_none, Option.some.injEq, reduceCtorEq] at e
    exact ⟨u, m, e⟩
  down e n := by
    rcases high h with ⟨u, eu, m⟩ | ⟨eu, m⟩ <;> simp only [not, eu, Option.map_some, reduceCtorEq] at e
    obtain ⟨x, hx, m⟩ := m (-n)
    exact ⟨Bits.lnot x, by simp only [Bits.lnot]; omega, x, m, rfl⟩
  up e n := by
    rcases low h with ⟨u, eu, m⟩ | ⟨eu, m⟩ <;> simp only [not, eu, Option.map_some, reduceCtorEq] at e
    obtain ⟨x, hx, m⟩ := m (-n - 1)
    exact ⟨Bits.lnot x, by simp only [Bits.lnot]; omega, x, m, rfl⟩

theorem add_best {a b : Range} (ha : a.empty = false) (hb : b.empty = false) : (add a b).Best (Results a b (· + ·)) where
  lo l e := by
    rcases low ha with ⟨p, ep, mp⟩ | ⟨ep, mp⟩ <;> rcases low hb with ⟨q, eq, mq⟩ | ⟨eq, mq⟩ <;>
      simp only [add, both, ep, eq, Option.some.injEq, reduceCtorEq] at e
    exact ⟨p, q, mp, mq, e⟩
  hi l e := by
    rcases high ha with ⟨p, ep, mp⟩ | ⟨ep, mp⟩ <;> rcases high hb with ⟨q, eq, mq⟩ | ⟨eq, mq⟩ <;>
      simp only [add, both, ep, eq, Option.some.injEq, reduceCtorEq] at e
    exact ⟨p, q, mp, mq, e⟩
  down e n := by
    obtain ⟨s, hs⟩ := member ha
    obtain ⟨t, ht⟩ := member hb
    rcases low ha with ⟨p, ep, mp⟩ | ⟨ep, mp⟩
    · rcases low hb with ⟨q, eq, mq⟩ | ⟨eq, mq⟩
      · simp only [add, both, ep, eq, reduceCtorEq] at e
      · obtain ⟨y, hy, my⟩ := mq (n - s); exact ⟨s + y, by omega, s, y, hs, my, rfl⟩
    · obtain ⟨x, hx, mx⟩ := mp (n - t); exact ⟨x + t, by omega, x, t, mx, ht, rfl⟩
  up e n := by
    obtain ⟨s, hs⟩ := member ha
    obtain ⟨t, ht⟩ := member hb
    rcases high ha with ⟨p, ep, mp⟩ | ⟨ep, mp⟩
    · rcases high hb with ⟨q, eq, mq⟩ | ⟨eq, mq⟩
      · simp only [add, both, ep, eq, reduceCtorEq] at e
      · obtain ⟨y, hy, my⟩ := mq (n - s); exact ⟨s + y, by omega, s, y, hs, my, rfl⟩
    · obtain ⟨x, hx, mx⟩ := mp (n - t); exact ⟨x + t, by omega, x, t, mx, ht, rfl⟩

theorem sub_best {a b : Range} (ha : a.empty = false) (hb : b.empty = false) : (sub a b).Best (Results a b (· - ·)) where
  lo l e := by
    rcases low ha with ⟨p, ep, mp⟩ | ⟨ep, mp⟩ <;> rcases high hb with ⟨q, eq, mq⟩ | ⟨eq, mq⟩ <;>
      simp only [sub, both, ep, eq, Option.some.injEq, reduceCtorEq] at e
    exact ⟨p, q, mp, mq, e⟩
  hi l e := by
    rcases high ha with ⟨p, ep, mp⟩ | ⟨ep, mp⟩ <;> rcases low hb with ⟨q, eq, mq⟩ | ⟨eq, mq⟩ <;>
      simp only [sub, both, ep, eq, Option.some.injEq, reduceCtorEq] at e
    exact ⟨p, q, mp, mq, e⟩
  down e n := by
    obtain ⟨s, hs⟩ := member ha
    obtain ⟨t, ht⟩ := member hb
    rcases low ha with ⟨p, ep, mp⟩ | ⟨ep, mp⟩
    · rcases high hb with ⟨q, eq, mq⟩ | ⟨eq, mq⟩
      · simp only [sub, both, ep, eq, reduceCtorEq] at e
      · obtain ⟨y, hy, my⟩ := mq (s - n); exact ⟨s - y, by omega, s, y, hs, my, rfl⟩
    · obtain ⟨x, hx, mx⟩ := mp (n + t); exact ⟨x - t, by omega, x, t, mx, ht, rfl⟩
  up e n := by
    obtain ⟨s, hs⟩ := member ha
    obtain ⟨t, ht⟩ := member hb
    rcases high ha with ⟨p, ep, mp⟩ | ⟨ep, mp⟩
    · rcases low hb with ⟨q, eq, mq⟩ | ⟨eq, mq⟩
      · simp only [sub, both, ep, eq, reduceCtorEq] at e
      · obtain ⟨y, hy, my⟩ := mq (s - n); exact ⟨s - y, by omega, s, y, hs, my, rfl⟩
    · obtain ⟨x, hx, mx⟩ := mp (n + t); exact ⟨x - t, by omega, x, t, mx, ht, rfl⟩

theorem min_best {a b : Range} (ha : a.empty = false) (hb : b.empty = false) : (min a b).Best (Results a b Min.min) where
  lo l e := by
    rcases low ha with ⟨p, ep, mp⟩ | ⟨ep, mp⟩ <;> rcases low hb with ⟨q, eq, mq⟩ | ⟨eq, mq⟩ <;>
      simp only [min, minLo, ep, eq, Option.some.injEq, reduceCtorEq] at e
    exact ⟨p, q, mp, mq, e⟩
  hi l e := by
    rcases high ha with ⟨p, ep, mp⟩ | ⟨ep, mp⟩ <;> rcases high hb with ⟨q, eq, mq⟩ | ⟨eq, mq⟩ <;>
      simp only [min, minHi, ep, eq, Option.some.injEq, reduceCtorEq] at e
    · exact ⟨p, q, mp, mq, e⟩
    · obtain ⟨y, hy, my⟩ := mq p; exact ⟨p, y, mp, my, by omega⟩
    · obtain ⟨x, hx, mx⟩ := mp q; exact ⟨x, q, mx, mq, by omega⟩
  down e n := by
    obtain ⟨s, hs⟩ := member ha
    obtain ⟨t, ht⟩ := member hb
    rcases low ha with ⟨p, ep, mp⟩ | ⟨ep, mp⟩
    · rcases low hb with ⟨q, eq, mq⟩ | ⟨eq, mq⟩
      · simp only [min, minLo, ep, eq, reduceCtorEq] at e
      · obtain ⟨y, hy, my⟩ := mq n; exact ⟨Min.min s y, by omega, s, y, hs, my, rfl⟩
    · obtain ⟨x, hx, mx⟩ := mp n; exact ⟨Min.min x t, by omega, x, t, mx, ht, rfl⟩
  up e n := by
    rcases high ha with ⟨p, ep, mp⟩ | ⟨ep, mp⟩ <;> rcases high hb with ⟨q, eq, mq⟩ | ⟨eq, mq⟩ <;>
      simp only [min, minHi, ep, eq, reduceCtorEq] at e
    obtain ⟨x, hx, mx⟩ := mp n
    obtain ⟨y, hy, my⟩ := mq n
    exact ⟨Min.min x y, by omega, x, y, mx, my, rfl⟩

theorem max_best {a b : Range} (ha : a.empty = false) (hb : b.empty = false) : (max a b).Best (Results a b Max.max) where
  hi l e := by
    rcases high ha with ⟨p, ep, mp⟩ | ⟨ep, mp⟩ <;> rcases high hb with ⟨q, eq, mq⟩ | ⟨eq, mq⟩ <;>
      simp only [max, maxHi, ep, eq, Option.some.injEq, reduceCtorEq] at e
    exact ⟨p, q, mp, mq, e⟩
  lo l e := by
    rcases low ha with ⟨p, ep, mp⟩ | ⟨ep, mp⟩ <;> rcases low hb with ⟨q, eq, mq⟩ | ⟨eq, mq⟩ <;>
      simp only [max, maxLo, ep, eq, Option.some.injEq, reduceCtorEq] at e
    · exact ⟨p, q, mp, mq, e⟩
    · obtain ⟨y, hy, my⟩ := mq p; exact ⟨p, y, mp, my, by omega⟩
    · obtain ⟨x, hx, mx⟩ := mp q; exact ⟨x, q, mx, mq, by omega⟩
  up e n := by
    obtain ⟨s, hs⟩ := member ha
    obtain ⟨t, ht⟩ := member hb
    rcases high ha with ⟨p, ep, mp⟩ | ⟨ep, mp⟩
    · rcases high hb with ⟨q, eq, mq⟩ | ⟨eq, mq⟩
      · simp only [max, maxHi, ep, eq, reduceCtorEq] at e
      · obtain ⟨y, hy, my⟩ := mq n; exact ⟨Max.max s y, by omega, s, y, hs, my, rfl⟩
    · obtain ⟨x, hx, mx⟩ := mp n; exact ⟨Max.max x t, by omega, x, t, mx, ht, rfl⟩
  down e n := by
    rcases low ha with ⟨p, ep, mp⟩ | ⟨ep, mp⟩ <;> rcases low hb with ⟨q, eq, mq⟩ | ⟨eq, mq⟩ <;>
      simp only [max, maxLo, ep, eq, reduceCtorEq] at e
    obtain ⟨x, hx, mx⟩ := mp n
    obtain ⟨y, hy, my⟩ := mq n
    exact ⟨Max.max x y, by omega, x, y, mx, my, rfl⟩

theorem join_best {a b : Range} (ha : a.empty = false) (hb : b.empty = false) : (join a b).Best fun v => a.Mem v ∨ b.Mem v where
  lo l e := by
    rcases low ha with ⟨p, ep, mp⟩ | ⟨ep, mp⟩ <;> rcases low hb with ⟨q, eq, mq⟩ | ⟨eq, mq⟩ <;>
      simp only [join, minLo, ep, eq, Option.some.injEq, reduceCtorEq] at e
    by_cases c : p ≤ q
    · rw [Int.min_eq_left c] at e; exact .inl (e ▸ mp)
    · rw [Int.min_eq_right (by omega)] at e; exact .inr (e ▸ mq)
  hi l e := by
    rcases high ha with ⟨p, ep, mp⟩ | ⟨ep, mp⟩ <;> rcases high hb with ⟨q, eq, mq⟩ | ⟨eq, mq⟩ <;>
      simp only [join, maxHi, ep, eq, Option.some.injEq, reduceCtorEq] at e
    by_cases c : p ≤ q
    · rw [Int.max_eq_right c] at e; exact .inr (e ▸ mq)
    · rw [Int.max_eq_left (by omega)] at e; exact .inl (e ▸ mp)
  down e n := by
    rcases low ha with ⟨p, ep, mp⟩ | ⟨ep, mp⟩
    · rcases low hb with ⟨q, eq, mq⟩ | ⟨eq, mq⟩
      · simp only [join, minLo, ep, eq, reduceCtorEq] at e
      · obtain ⟨y, hy, my⟩ := mq n; exact ⟨y, hy, .inr my⟩
    · obtain ⟨x, hx, mx⟩ := mp n; exact ⟨x, hx, .inl mx⟩
  up e n := by
    rcases high ha with ⟨p, ep, mp⟩ | ⟨ep, mp⟩
    · rcases high hb with ⟨q, eq, mq⟩ | ⟨eq, mq⟩
      · simp only [join, maxHi, ep, eq, reduceCtorEq] at e
      · obtain ⟨y, hy, my⟩ := mq n; exact ⟨y, hy, .inr my⟩
    · obtain ⟨x, hx, mx⟩ := mp n; exact ⟨x, hx, .inl mx⟩

/-! ### products of finite ranges -/

/-- A product of ends. -/
def Corner (c d l h v : Int) : Prop := ∃ x y, (x = c ∨ x = d) ∧ (y = l ∨ y = h) ∧ x * y = v

/-- The ends of finite ranges multiplied are products of ends. -/
theorem mul_ends (c d l h : Int) : ∃ p q, Corner c d l h p ∧ Corner c d l h q ∧
    mul ⟨some c, some d⟩ ⟨some l, some h⟩ = ⟨some p, some q⟩ := by
  have cl : Corner c d l h (c * l) := ⟨c, l, .inl rfl, .inl rfl, rfl⟩
  have ch : Corner c d l h (c * h) := ⟨c, h, .inl rfl, .inr rfl, rfl⟩
  have dl : Corner c d l h (d * l) := ⟨d, l, .inr rfl, .inl rfl, rfl⟩
  have dh : Corner c d l h (d * h) := ⟨d, h, .inr rfl, .inr rfl, rfl⟩
  have least {p q : Int} (hp : Corner c d l h p) (hq : Corner c d l h q) : Corner c d l h (Min.min p q) := by
    by_cases k : p ≤ q
    · rwa [Int.min_eq_left k]
    · rwa [Int.min_eq_right (by omega)]
  have most {p q : Int} (hp : Corner c d l h p) (hq : Corner c d l h q) : Corner c d l h (Max.max p q) := by
    by_cases k : p ≤ q
    · rwa [Int.max_eq_right k]
    · rwa [Int.max_eq_left (by omega)]
  simp only [mul]
  split
  · simp only [scale]; split
    · exact ⟨_, _, cl, dl, rfl⟩
    · exact ⟨_, _, dl, cl, rfl⟩
  split
  · simp only [scale, Option.map_some, Int.mul_comm l, Int.mul_comm h]; split
    · exact ⟨_, _, cl, ch, rfl⟩
    · exact ⟨_, _, ch, cl, rfl⟩
  · simp only [scale]
    split <;> split <;> simp only [join, minLo, maxHi, Option.map_some]
    · exact ⟨_, _, least cl ch, most dl dh, rfl⟩
    · exact ⟨_, _, least cl dh, most dl ch, rfl⟩
    · exact ⟨_, _, least dl ch, most cl dh, rfl⟩
    · exact ⟨_, _, least dl dh, most cl ch, rfl⟩

theorem mul_best {c d l h : Int} (hc : c ≤ d) (hl : l ≤ h) :
    (mul ⟨some c, some d⟩ ⟨some l, some h⟩).Best (Results ⟨some c, some d⟩ ⟨some l, some h⟩ (· * ·)) := by
  obtain ⟨p, q, ⟨x, y, hx, hy, ep⟩, ⟨z, w, hz, hw, eq⟩, e⟩ := mul_ends c d l h
  have ma {x : Int} (k : x = c ∨ x = d) : (⟨some c, some d⟩ : Range).Mem x := by
    show c ≤ x ∧ x ≤ d; omega
  have mb {y : Int} (k : y = l ∨ y = h) : (⟨some l, some h⟩ : Range).Mem y := by
    show l ≤ y ∧ y ≤ h; omega
  rw [e]
  exact ⟨fun v k => ⟨x, y, ma hx, mb hy, by injection k with k; exact ep.trans k⟩,
    fun v k => ⟨z, w, ma hz, mb hw, by injection k with k; exact eq.trans k⟩, fun k => (nomatch k), fun k => (nomatch k)⟩

end Range
end Tuffy.Facts
