import TuffyLean.Facts.Lattice

/-!
What operations do to ranges: each function stands before its theorem.

Shifts and quotients are monotone in one operand and change direction in the other with the sign.
`div` treats positive and negative divisors apart; a part that no divisor is in adds nothing.
-/
namespace Tuffy.Facts
open Tuffy

/-- A function of two finite ends. -/
def both (f : Int → Int → Int) : Option Int → Option Int → Option Int
  | some a, some b => some (f a b)
  | _, _ => none

/-- The end is finite and not negative. -/
def nonneg : Option Int → Bool
  | some l => decide (0 ≤ l)
  | none => false

theorem above_nonneg {o : Option Int} {x : Int} (n : nonneg o = true) (h : above o x) : 0 ≤ x := by
  cases o <;> simp only [nonneg, above, decide_eq_true_eq] at * <;> grind

namespace Range

/-- No number is in it. -/
def empty : Range → Bool
  | ⟨some l, some h⟩ => decide (h < l)
  | _ => false

theorem not_empty {r : Range} {x : Int} (h : r.Mem x) : r.empty = false := by
  obtain ⟨l, u⟩ := r
  cases l <;> cases u <;> try rfl
  rename_i l u
  have h1 : l ≤ x := h.1
  have h2 : x ≤ u := h.2
  show decide (u < l) = false
  rw [decide_eq_false_iff_not]; omega

/-- The hull of two ranges, one of which may be empty. -/
def hull (a b : Range) : Range := if a.empty then b else if b.empty then a else a.join b
theorem hull_left {a b : Range} {x : Int} (h : a.Mem x) : (hull a b).Mem x := by
  simp only [hull, not_empty h]; split
  · simp_all
  split
  · exact h
  · exact join_left h
theorem hull_right {a b : Range} {x : Int} (h : b.Mem x) : (hull a b).Mem x := by
  simp only [hull, not_empty h]; split
  · exact h
  · simpa using join_right h

def neg (a : Range) : Range := ⟨a.hi.map (- ·), a.lo.map (- ·)⟩
theorem neg_mem {a : Range} {x : Int} (h : a.Mem x) : (neg a).Mem (-x) := by
  obtain ⟨l, u⟩ := a
  cases l <;> cases u <;> simp only [Mem, neg, above, below, Option.map_some, Option.map_none] at * <;> grind

def not (a : Range) : Range := ⟨a.hi.map Bits.lnot, a.lo.map Bits.lnot⟩
theorem not_mem {a : Range} {x : Int} (h : a.Mem x) : (not a).Mem (Bits.lnot x) := by
  obtain ⟨l, u⟩ := a
  cases l <;> cases u <;> simp only [Mem, not, above, below, Option.map_some, Option.map_none, Bits.lnot] at * <;> grind

def add (a b : Range) : Range := ⟨both (· + ·) a.lo b.lo, both (· + ·) a.hi b.hi⟩
theorem add_mem {a b : Range} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) : (add a b).Mem (x + y) := by
  obtain ⟨al, ah⟩ := a; obtain ⟨bl, bh⟩ := b
  cases al <;> cases ah <;> cases bl <;> cases bh <;> simp only [Mem, add, both, above, below] at * <;> grind

def sub (a b : Range) : Range := ⟨both (· - ·) a.lo b.hi, both (· - ·) a.hi b.lo⟩
theorem sub_mem {a b : Range} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) : (sub a b).Mem (x - y) := by
  obtain ⟨al, ah⟩ := a; obtain ⟨bl, bh⟩ := b
  cases al <;> cases ah <;> cases bl <;> cases bh <;> simp only [Mem, sub, both, above, below] at * <;> grind

def min (a b : Range) : Range := ⟨minLo a.lo b.lo, minHi a.hi b.hi⟩
theorem min_mem {a b : Range} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) : (min a b).Mem (Min.min x y) := by
  obtain ⟨al, ah⟩ := a; obtain ⟨bl, bh⟩ := b
  cases al <;> cases ah <;> cases bl <;> cases bh <;> simp only [Mem, min, minLo, minHi, above, below] at * <;> grind

def max (a b : Range) : Range := ⟨maxLo a.lo b.lo, maxHi a.hi b.hi⟩
theorem max_mem {a b : Range} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) : (max a b).Mem (Max.max x y) := by
  obtain ⟨al, ah⟩ := a; obtain ⟨bl, bh⟩ := b
  cases al <;> cases ah <;> cases bl <;> cases bh <;> simp only [Mem, max, maxLo, maxHi, above, below] at * <;> grind

/-! ### products -/

/-- Multiplied by a constant. -/
def scale (a : Range) (c : Int) : Range :=
  if 0 ≤ c then ⟨a.lo.map (· * c), a.hi.map (· * c)⟩ else ⟨a.hi.map (· * c), a.lo.map (· * c)⟩
theorem scale_mem {a : Range} {x : Int} (h : a.Mem x) (c : Int) : (scale a c).Mem (x * c) := by
  obtain ⟨l, u⟩ := a
  simp only [scale]
  split
  · rename_i hc
    constructor
    · cases l
      · trivial
      · exact Int.mul_le_mul_of_nonneg_right h.1 hc
    · cases u
      · trivial
      · exact Int.mul_le_mul_of_nonneg_right h.2 hc
  · rename_i hc
    constructor
    · cases u
      · trivial
      · exact Int.mul_le_mul_of_nonpos_right h.2 (by omega)
    · cases l
      · trivial
      · exact Int.mul_le_mul_of_nonpos_right h.1 (by omega)

/-- The hull of the products of the ends, by scaling `a` with either end of `b`. -/
def mul (a b : Range) : Range :=
  match b with
  | ⟨some l, some h⟩ => if l = h then scale a l else
    match a with
    | ⟨some c, some d⟩ => if c = d then scale b c else (scale a l).join (scale a h)
    | _ => if nonneg a.lo && decide (0 ≤ l) then ⟨both (· * ·) a.lo b.lo, both (· * ·) a.hi b.hi⟩ else .top
  | _ => match a with
    | ⟨some c, some d⟩ => if c = d then scale b c
      else if decide (0 ≤ c) && nonneg b.lo then ⟨both (· * ·) a.lo b.lo, none⟩ else .top
    | _ => if nonneg a.lo && nonneg b.lo then ⟨both (· * ·) a.lo b.lo, none⟩ else .top

theorem mul_nonneg_mem {a b : Range} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) (na : nonneg a.lo = true)
    (nb : nonneg b.lo = true) : (⟨both (· * ·) a.lo b.lo, both (· * ·) a.hi b.hi⟩ : Range).Mem (x * y) := by
  have px := above_nonneg na ha.1
  have py := above_nonneg nb hb.1
  obtain ⟨al, ah⟩ := a; obtain ⟨bl, bh⟩ := b
  constructor
  · cases al <;> cases bl <;> try trivial
    rename_i c d
    simp only [nonneg, decide_eq_true_eq] at nb
    exact Int.mul_le_mul ha.1 hb.1 nb px
  · cases ah <;> cases bh <;> try trivial
    rename_i c d
    have h1 : x ≤ c := ha.2
    exact Int.mul_le_mul h1 hb.2 py (by omega)

theorem mul_between {a : Range} {x y l h : Int} (ha : a.Mem x) (h1 : l ≤ y) (h2 : y ≤ h) :
    ((scale a l).join (scale a h)).Mem (x * y) := by
  have ml := scale_mem ha l
  have mh := scale_mem ha h
  have jl := @join_left (scale a l) (scale a h) _ ml
  have jh := @join_right (scale a l) (scale a h) _ mh
  -- `x * y` is between `x * l` and `x * h`, which are both in the hull.
  rcases Int.le_total 0 x with hx | hx
  · have e1 := Int.mul_le_mul_of_nonneg_left h1 hx
    have e2 := Int.mul_le_mul_of_nonneg_left h2 hx
    revert jl jh
    generalize (scale a l).join (scale a h) = r
    intro jl jh
    obtain ⟨rl, rh⟩ := r
    cases rl <;> cases rh <;> simp only [Mem, above, below] at * <;> grind
  · have e1 := Int.mul_le_mul_of_nonpos_left hx h1
    have e2 := Int.mul_le_mul_of_nonpos_left hx h2
    revert jl jh
    generalize (scale a l).join (scale a h) = r
    intro jl jh
    obtain ⟨rl, rh⟩ := r
    cases rl <;> cases rh <;> simp only [Mem, above, below] at * <;> grind

theorem only {c d x : Int} (h : (⟨some c, some d⟩ : Range).Mem x) (e : c = d) : x = c := by
  have h1 : c ≤ x := h.1
  have h2 : x ≤ d := h.2
  omega

theorem mul_mem {a b : Range} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) : (mul a b).Mem (x * y) := by
  unfold mul
  split
  · split
    · rename_i e; rw [only hb e]; exact scale_mem ha _
    split
    · split
      · rename_i e; rw [only ha e, Int.mul_comm]; exact scale_mem hb _
      · exact mul_between ha hb.1 hb.2
    · split
      · rename_i n
        simp only [Bool.and_eq_true] at n
        exact mul_nonneg_mem ha hb n.1 n.2
      · exact top_mem _
  · split
    · split
      · rename_i e; rw [only ha e, Int.mul_comm]; exact scale_mem hb _
      split
      · rename_i n
        simp only [Bool.and_eq_true] at n
        exact ⟨(mul_nonneg_mem ha hb n.1 n.2).1, trivial⟩
      · exact top_mem _
    · split
      · rename_i n
        simp only [Bool.and_eq_true] at n
        exact ⟨(mul_nonneg_mem ha hb n.1 n.2).1, trivial⟩
      · exact top_mem _

/-! ### shifts -/

/-- The least amount that is not negative. -/
def amount (b : Range) : Nat :=
  match b.lo with
  | some l => l.toNat
  | none => 0

theorem amount_le {b : Range} {y : Int} (h : b.Mem y) (_ : 0 ≤ y) : amount b ≤ y.toNat := by
  obtain ⟨l, u⟩ := b
  cases l
  · exact Nat.zero_le _
  · rename_i l
    have h1 : l ≤ y := h.1
    show l.toNat ≤ y.toNat
    omega

/-- Shifted left by the greatest amount, if that is finite and not too large. -/
def shlMost (x : Int) : Option Int → Option Int
  | some m => if m ≤ maxBits then some (Bits.shl x m.toNat) else none
  | none => none

def shl (a b : Range) : Range :=
  let m := Min.min (amount b) maxBits
  ⟨match a.lo with
    | some l => if 0 ≤ l then some (Bits.shl l m) else shlMost l b.hi
    | none => none,
   match a.hi with
    | some h => if h < 0 then some (Bits.shl h m) else if h = 0 then some 0 else shlMost h b.hi
    | none => none⟩

theorem shl_mono {x y : Int} (h : x ≤ y) (n : Nat) : Bits.shl x n ≤ Bits.shl y n :=
  Int.mul_le_mul_of_nonneg_right h (Int.le_of_lt (Bits.two_pow_pos n))
theorem shl_up {x : Int} (h : 0 ≤ x) {m n : Nat} (l : m ≤ n) : Bits.shl x m ≤ Bits.shl x n :=
  Int.mul_le_mul_of_nonneg_left (Bits.two_pow_le l) h
theorem shl_down {x : Int} (h : x ≤ 0) {m n : Nat} (l : m ≤ n) : Bits.shl x n ≤ Bits.shl x m :=
  Int.mul_le_mul_of_nonpos_left h (Bits.two_pow_le l)

theorem shl_mem {a b : Range} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) (p : 0 ≤ y) : (shl a b).Mem (Bits.shl x y.toNat) := by
  have hm : Min.min (amount b) maxBits ≤ y.toNat := Nat.le_trans (Nat.min_le_left ..) (amount_le hb p)
  have most {m : Int} (h : b.hi = some m) : y.toNat ≤ m.toNat := by
    have := hb.2; rw [h] at this; simp only [below] at this; omega
  obtain ⟨l, u⟩ := a
  constructor
  · cases l with
    | none => trivial
    | some l =>
      have hl : l ≤ x := ha.1
      simp only [shl]
      split
      · rename_i h; exact Int.le_trans (shl_up h hm) (shl_mono hl _)
      · cases hh : b.hi with
        | none => trivial
        | some m =>
          simp only [shlMost]
          split
          · exact Int.le_trans (shl_down (by omega) (most hh)) (shl_mono hl _)
          · trivial
  · cases u with
    | none => trivial
    | some u =>
      have hu : x ≤ u := ha.2
      simp only [shl]
      split
      · rename_i h; exact Int.le_trans (shl_mono hu _) (shl_down (by omega) hm)
      split
      · rename_i h
        have := shl_mono hu y.toNat
        rw [h, Bits.zero_shl] at this; exact this
      · cases hh : b.hi with
        | none => trivial
        | some m =>
          simp only [shlMost]
          split
          · exact Int.le_trans (shl_mono hu _) (shl_up (by omega) (most hh))
          · trivial

/-- A function that is monotone in `x` and moves toward 0 (below 0, toward -1) as the amount grows. -/
def shrink (f : Int → Nat → Int) (a : Range) (least : Nat) (most : Option Int) : Range :=
  ⟨match a.lo with
    | some l => if 0 ≤ l then (match most with | some m => some (f l m.toNat) | none => some 0) else some (f l least)
    | none => none,
   match a.hi with
    | some h => if 0 ≤ h then some (f h least) else (match most with | some m => some (f h m.toNat) | none => some (-1))
    | none => none⟩

/-- What `shrink` needs of `f` at an amount. -/
structure Shrinks (f : Int → Nat → Int) (n : Nat) : Prop where
  mono : ∀ {x y : Int}, x ≤ y → f x n ≤ f y n
  nonneg : ∀ {x : Int}, 0 ≤ x → 0 ≤ f x n
  neg : ∀ {x : Int}, x < 0 → f x n ≤ -1
  down : ∀ {x : Int} {m : Nat}, 0 ≤ x → n ≤ m → f x m ≤ f x n
  up : ∀ {x : Int} {m : Nat}, x < 0 → n ≤ m → f x n ≤ f x m

theorem shrink_mem {f : Int → Nat → Int} {a : Range} {least : Nat} {most : Option Int} {x : Int} {n : Nat}
    (ha : a.Mem x) (s : Shrinks f n) (sl : Shrinks f least) (hl : least ≤ n) (hm : ∀ m, most = some m → n ≤ m.toNat) :
    (shrink f a least most).Mem (f x n) := by
  obtain ⟨l, u⟩ := a
  constructor
  · cases l with
    | none => trivial
    | some l =>
      have h : l ≤ x := ha.1
      simp only [shrink]
      split
      · rename_i p
        cases most with
        | none => exact s.nonneg (by omega)
        | some m => exact Int.le_trans (s.down p (hm m rfl)) (s.mono h)
      · exact Int.le_trans (sl.up (by omega) hl) (s.mono h)
  · cases u with
    | none => trivial
    | some u =>
      have h : x ≤ u := ha.2
      simp only [shrink]
      split
      · rename_i p; exact Int.le_trans (s.mono h) (sl.down p hl)
      · cases most with
        | none => exact s.neg (by omega)
        | some m => exact Int.le_trans (s.mono h) (s.up (by omega) (hm m rfl))

theorem shrinks_shr (n : Nat) : Shrinks Bits.shr n where
  mono h := Int.ediv_le_ediv (Bits.two_pow_pos n) h
  nonneg h := Int.ediv_nonneg h (Int.le_of_lt (Bits.two_pow_pos n))
  neg h := by have := (Bits.shr_nonneg_iff _ n).mpr h; omega
  down {x m} h l := by
    have e : Bits.shr x m = Bits.shr (Bits.shr x n) (m - n) := by rw [Bits.shr_shr]; congr 1; omega
    rw [e, Bits.shr]
    exact Int.ediv_le_self _ (Int.ediv_nonneg h (Int.le_of_lt (Bits.two_pow_pos n)))
  up {x m} h l := by
    have e : Bits.shr x m = Bits.shr (Bits.shr x n) (m - n) := by rw [Bits.shr_shr]; congr 1; omega
    have neg := (Bits.shr_nonneg_iff x n).mpr h
    rw [e]
    generalize Bits.shr x n = z at *
    simp only [Bits.shr]
    have p := Bits.two_pow_pos (m - n)
    rw [Int.le_ediv_iff_mul_le p]
    have : z * 2 ^ (m - n) ≤ z * 1 := Int.mul_le_mul_of_nonpos_left (by omega) (by omega)
    omega

def shr (a b : Range) : Range := shrink Bits.shr a (amount b) b.hi
theorem shr_mem {a b : Range} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) (p : 0 ≤ y) : (shr a b).Mem (Bits.shr x y.toNat) :=
  shrink_mem ha (shrinks_shr _) (shrinks_shr _) (amount_le hb p) (fun m h => by
    have := hb.2; rw [h] at this; simp only [below] at this; omega)

/-! ### quotients -/

/-- The Euclidean quotient by a positive natural number. -/
def quot (x : Int) (n : Nat) : Int := x / n

theorem shrinks_quot {n : Nat} (p : 0 < n) : Shrinks quot n where
  mono h := Int.ediv_le_ediv (by omega) h
  nonneg h := Int.ediv_nonneg h (by omega)
  neg {x} h := by
    have := Int.ediv_lt_of_lt_mul (a := x) (b := 0) (c := n) (by omega) (by omega)
    simp only [quot]; omega
  down {x m} h l := by
    simp only [quot]
    rw [Int.le_ediv_iff_mul_le (by omega)]
    have h0 : 0 ≤ x / (m : Int) := Int.ediv_nonneg h (by omega)
    have h1 : x / (m : Int) * m ≤ x := Int.ediv_mul_le x (by omega)
    have h2 : x / (m : Int) * n ≤ x / (m : Int) * m := Int.mul_le_mul_of_nonneg_left (by omega) h0
    omega
  up {x m} h l := by
    simp only [quot]
    rw [Int.le_ediv_iff_mul_le (by omega)]
    have h0 : x / (n : Int) ≤ 0 := by
      have := Int.ediv_lt_of_lt_mul (a := x) (b := 0) (c := n) (by omega) (by omega)
      omega
    have h1 : x / (n : Int) * n ≤ x := Int.ediv_mul_le x (by omega)
    have h2 : x / (n : Int) * m ≤ x / (n : Int) * n := Int.mul_le_mul_of_nonpos_left h0 (by omega)
    omega

def positive : Range := ⟨some 1, none⟩
def negative : Range := ⟨none, some (-1)⟩

/-- The quotient by divisors of which only the positive count. -/
def divPos (a b : Range) : Range :=
  let b := b.meet positive
  if b.empty then ⟨some 1, some 0⟩ else shrink quot a (amount b) b.hi

theorem divPos_mem {a b : Range} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) (p : 0 < y) : (divPos a b).Mem (x / y) := by
  have hb := meet_mem hb (show positive.Mem y from ⟨by show 1 ≤ y; omega, trivial⟩)
  simp only [divPos, not_empty hb]
  have e : x / y = quot x y.toNat := by simp only [quot]; congr 1; omega
  have least : 0 < amount (b.meet positive) := by
    obtain ⟨l, u⟩ := b
    cases l <;> simp only [amount, meet, positive, maxLo] <;> omega
  have hl := amount_le hb (by omega)
  rw [e]
  refine shrink_mem ha (shrinks_quot (by omega)) (shrinks_quot least) hl (fun m h => ?_)
  have := hb.2; rw [h] at this; simp only [below] at this; omega

def div (a b : Range) : Range := hull (divPos a b) (neg (divPos a (neg b)))
theorem div_mem {a b : Range} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) (n : y ≠ 0) : (div a b).Mem (x / y) := by
  rcases Int.lt_or_gt_of_ne n with h | h
  · have := neg_mem (divPos_mem ha (neg_mem hb) (by omega))
    rw [Int.ediv_neg, Int.neg_neg] at this
    exact hull_right this
  · exact hull_left (divPos_mem ha hb h)

/-- Truncated quotients of positive divisors. -/
def tdivPos (a b : Range) : Range :=
  let up := a.meet ⟨some 0, none⟩
  let down := a.meet negative
  hull (if up.empty then ⟨some 1, some 0⟩ else divPos up b) (if down.empty then ⟨some 1, some 0⟩ else neg (divPos (neg down) b))

theorem tdivPos_mem {a b : Range} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) (p : 0 < y) : (tdivPos a b).Mem (x.tdiv y) := by
  by_cases h : 0 ≤ x
  · have m := meet_mem ha (show (⟨some 0, none⟩ : Range).Mem x from ⟨h, trivial⟩)
    have := divPos_mem m hb p
    rw [← Int.tdiv_eq_ediv_of_nonneg h] at this
    apply hull_left; simp only [not_empty m]; exact this
  · have m := meet_mem ha (show negative.Mem x from ⟨trivial, by show x ≤ -1; omega⟩)
    have := neg_mem (divPos_mem (neg_mem m) hb p)
    rw [← Int.tdiv_eq_ediv_of_nonneg (by omega), Int.neg_tdiv, Int.neg_neg] at this
    apply hull_right; simp only [not_empty m]; exact this

def tdiv (a b : Range) : Range := hull (tdivPos a b) (neg (tdivPos a (neg b)))
theorem tdiv_mem {a b : Range} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) (n : y ≠ 0) : (tdiv a b).Mem (x.tdiv y) := by
  rcases Int.lt_or_gt_of_ne n with h | h
  · have := neg_mem (tdivPos_mem ha (neg_mem hb) (by omega))
    rw [Int.tdiv_neg, Int.neg_neg] at this
    exact hull_right this
  · exact hull_left (tdivPos_mem ha hb h)

theorem emod_lt_natAbs (x : Int) {y : Int} (n : y ≠ 0) : x % y < y.natAbs := by
  rcases Int.lt_or_gt_of_ne n with h | h
  · have := Int.emod_lt_of_pos x (b := -y) (by omega)
    rw [Int.emod_neg] at this; omega
  · have := Int.emod_lt_of_pos x h; omega

theorem emod_le_self {x y : Int} (h : 0 ≤ x) (n : y ≠ 0) : x % y ≤ x := by
  have pos {y : Int} (p : 0 < y) : x % y ≤ x := by
    have e := Int.mul_ediv_add_emod x y
    have := Int.mul_nonneg (Int.le_of_lt p) (Int.ediv_nonneg h (Int.le_of_lt p))
    omega
  rcases Int.lt_or_gt_of_ne n with h | h
  · rw [← Int.emod_neg]; exact pos (by omega)
  · exact pos h

theorem above_maxLo {o p : Option Int} {x : Int} (ho : above o x) (hp : above p x) : above (maxLo o p) x := by
  cases o <;> cases p <;> simp only [maxLo, above] at * <;> grind
theorem below_minHi {o p : Option Int} {x : Int} (ho : below o x) (hp : below p x) : below (minHi o p) x := by
  cases o <;> cases p <;> simp only [minHi, below] at * <;> grind

/-- The greatest magnitude of a number in a range, less one. -/
def magnitude (b : Range) : Option Int := both (fun l h => Max.max (-l) h - 1) b.lo b.hi

theorem magnitude_ge {b : Range} {y m : Int} (h : b.Mem y) (e : b.magnitude = some m) : y.natAbs - 1 ≤ m := by
  obtain ⟨l, u⟩ := b
  cases l <;> cases u <;> simp only [magnitude, both] at e <;> try contradiction
  rename_i l u
  have h1 : l ≤ y := h.1
  have h2 : y ≤ u := h.2
  injection e with e
  omega

def rem (a b : Range) : Range := ⟨some 0, minHi b.magnitude (if nonneg a.lo then a.hi else none)⟩
theorem rem_mem {a b : Range} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) (n : y ≠ 0) : (rem a b).Mem (x % y) := by
  have h0 := Int.emod_nonneg x n
  have h1 := emod_lt_natAbs x n
  refine ⟨h0, ?_⟩
  have hm : below b.magnitude (x % y) := by
    cases e : b.magnitude with
    | none => trivial
    | some m => have := magnitude_ge hb e; show x % y ≤ m; omega
  have hx : below (if nonneg a.lo then a.hi else none) (x % y) := by
    split
    · rename_i p
      have px := above_nonneg p ha.1
      have le : x % y ≤ x := emod_le_self px n
      obtain ⟨l, u⟩ := a
      cases u with
      | none => trivial
      | some u => exact Int.le_trans le ha.2
    · trivial
  exact below_minHi hm hx

def trem (a b : Range) : Range :=
  ⟨if nonneg a.lo then some 0 else maxLo (b.magnitude.map (- ·)) a.lo,
   if nonneg (a.hi.map (- ·)) then some 0 else minHi b.magnitude a.hi⟩
theorem trem_mem {a b : Range} {x y : Int} (ha : a.Mem x) (hb : b.Mem y) (n : y ≠ 0) : (trem a b).Mem (x.tmod y) := by
  -- The magnitude of the result is a Euclidean remainder of magnitudes.
  have sign : (0 ≤ x → 0 ≤ x.tmod y ∧ x.tmod y ≤ x ∧ x.tmod y < y.natAbs) ∧
      (x ≤ 0 → x.tmod y ≤ 0 ∧ x ≤ x.tmod y ∧ -y.natAbs < x.tmod y) := by
    have pos {x : Int} (h : 0 ≤ x) : 0 ≤ x.tmod y ∧ x.tmod y ≤ x ∧ x.tmod y < y.natAbs := by
      have e : x.tmod y = x % y := Int.tmod_eq_emod_of_nonneg h
      have h0 := Int.emod_nonneg x n
      have h1 := emod_lt_natAbs x n
      have le : x % y ≤ x := emod_le_self h n
      omega
    refine ⟨pos, fun h => ?_⟩
    have := pos (x := -x) (by omega)
    rw [Int.neg_tmod] at this
    omega
  have hm (m : Int) (e : b.magnitude = some m) := magnitude_ge hb e
  simp only [trem]
  constructor
  · simp only []
    split
    · rename_i p; exact (sign.1 (above_nonneg p ha.1)).1
    · rename_i p
      apply above_maxLo
      · cases e : b.magnitude with
        | none => trivial
        | some m =>
          have := hm m e
          show -m ≤ x.tmod y
          rcases Int.le_total 0 x with h | h
          · have := sign.1 h; omega
          · have := sign.2 h; omega
      · have hl := ha.1
        generalize a.lo = l at *
        cases l with
        | none => trivial
        | some l =>
          simp only [nonneg, decide_eq_true_eq] at p
          have hl : l ≤ x := hl
          show l ≤ x.tmod y
          rcases Int.le_total 0 x with h | h
          · have := sign.1 h; omega
          · have := sign.2 h; omega
  · simp only []
    have hu := ha.2
    generalize a.hi = u at *
    split
    · rename_i p
      cases u with
      | none => simp [nonneg] at p
      | some u =>
        simp only [nonneg, Option.map_some, decide_eq_true_eq] at p
        have : x ≤ u := hu
        exact (sign.2 (by omega)).1
    · rename_i p
      apply below_minHi
      · cases e : b.magnitude with
        | none => trivial
        | some m =>
          have := hm m e
          show x.tmod y ≤ m
          rcases Int.le_total 0 x with h | h
          · have := sign.1 h; omega
          · have := sign.2 h; omega
      · cases u with
        | none => trivial
        | some u =>
          simp only [nonneg, Option.map_some, decide_eq_true_eq] at p
          have hl : x ≤ u := hu
          show x.tmod y ≤ u
          rcases Int.le_total 0 x with h | h
          · have := sign.1 h; omega
          · have := sign.2 h; omega

end Range
end Tuffy.Facts
