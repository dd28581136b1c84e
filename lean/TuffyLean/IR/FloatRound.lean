import TuffyLean.IR.FloatLemmas

/-!
What rounding does, for every format with at least one fraction bit and for all rationals.

`nearest_spec` is about the quotient of two numbers; `units_lt` says that magnitudes count the
representable values in order; `round_spec` puts them together: the rounded magnitude is at least as
near as any other, and even if another is as near. `round_units` says that representable values round
to themselves.
-/
namespace Tuffy.FloatFmt

variable {f : FloatFmt}

/-! ### representable values -/

/-- What follows a magnitude: one more in the last place of its significand. -/
theorem units_succ (m : Nat) : f.units (m + 1) = f.units m + 2 ^ f.exponent m := by
  have pos := Nat.two_pow_pos f.frac
  unfold units significand exponent
  have hm := Nat.div_add_mod m (2 ^ f.frac)
  have lt := Nat.mod_lt m pos
  generalize hq : m / 2 ^ f.frac = q at *
  generalize hr : m % 2 ^ f.frac = r at *
  by_cases c : r + 1 < 2 ^ f.frac
  · have e : m + 1 = 2 ^ f.frac * q + (r + 1) := by omega
    have hq' : (m + 1) / 2 ^ f.frac = q := by
      rw [e, Nat.mul_add_div pos, Nat.div_eq_of_lt c, Nat.add_zero]
    have hr' : (m + 1) % 2 ^ f.frac = r + 1 := by rw [e, Nat.mul_add_mod, Nat.mod_eq_of_lt c]
    rw [hq', hr']
    by_cases z : q = 0
    · simp [z]
    · rw [if_neg z, if_neg z, Nat.add_right_comm, Nat.add_mul, Nat.one_mul]
  · have e : m + 1 = 2 ^ f.frac * (q + 1) := by rw [Nat.mul_add]; omega
    have hq' : (m + 1) / 2 ^ f.frac = q + 1 := by rw [e, Nat.mul_div_cancel_left _ pos]
    have hr' : (m + 1) % 2 ^ f.frac = 0 := by rw [e, Nat.mul_mod_right]
    have hr2 : r = 2 ^ f.frac - 1 := by omega
    rw [hq', hr', if_neg (by omega), Nat.zero_add, Nat.add_sub_cancel]
    by_cases z : q = 0
    · subst z; simp at hm ⊢; omega
    · rw [if_neg z]
      obtain ⟨k, rfl⟩ : ∃ k, q = k + 1 := ⟨q - 1, by omega⟩
      have : r + 2 ^ f.frac + 1 = 2 ^ f.frac * 2 := by omega
      have h2 : r + 2 ^ f.frac = 2 ^ f.frac * 2 - 1 := by omega
      rw [Nat.add_sub_cancel, Nat.pow_succ, Nat.mul_comm (2 ^ k) 2, ← Nat.mul_assoc, ← this, Nat.add_mul, Nat.one_mul]

/-- Magnitudes are in the order of their values. -/
theorem units_lt {m n : Nat} (h : m < n) : f.units m < f.units n := by
  induction n with
  | zero => omega
  | succ n ih =>
    have := @units_succ f n
    have := Nat.two_pow_pos (f.exponent n)
    rcases Nat.lt_or_eq_of_le (Nat.le_of_lt_succ h) with l | rfl
    · have := ih l; omega
    · omega
theorem units_le {m n : Nat} (h : m ≤ n) : f.units m ≤ f.units n := by
  rcases Nat.lt_or_eq_of_le h with l | rfl
  · exact Nat.le_of_lt (units_lt l)
  · exact Nat.le_refl _
theorem units_inj {m n : Nat} (h : f.units m = f.units n) : m = n := by
  rcases Nat.lt_trichotomy m n with l | e | l
  · have := @units_lt f m n l; omega
  · exact e
  · have := @units_lt f n m l; omega

/-- The magnitude with significand `k` and exponent `d`. -/
theorem units_make {d k : Nat} (h : d = 0 ∨ 2 ^ f.frac ≤ k) (l : k < 2 * 2 ^ f.frac) :
    f.units (d * 2 ^ f.frac + k) = k * 2 ^ d ∧ f.exponent (d * 2 ^ f.frac + k) = d := by
  have pos := Nat.two_pow_pos f.frac
  unfold units significand exponent
  by_cases c : k < 2 ^ f.frac
  · have z : d = 0 := by omega
    subst z
    simp [Nat.div_eq_of_lt c]
  · have e : d * 2 ^ f.frac + k = 2 ^ f.frac * (d + 1) + (k - 2 ^ f.frac) := by
      rw [Nat.mul_add, Nat.mul_comm]; omega
    have hq : (d * 2 ^ f.frac + k) / 2 ^ f.frac = d + 1 := by
      rw [e, Nat.mul_add_div pos, Nat.div_eq_of_lt (by omega), Nat.add_zero]
    have hr : (d * 2 ^ f.frac + k) % 2 ^ f.frac = k - 2 ^ f.frac := by
      rw [e, Nat.mul_add_mod, Nat.mod_eq_of_lt (by omega)]
    rw [hq, hr, if_neg (by omega), Nat.add_sub_cancel, Nat.sub_add_cancel (by omega)]
    exact ⟨rfl, rfl⟩

/-! ### rounding -/

/-- How far apart two numbers are. -/
def dist (a b : Nat) : Nat := (a - b) + (b - a)

/-- The integer next to `num / den`, in units of `1 / den`: no further away than half a unit, and even
if just halfway. -/
theorem nearest_spec (num den : Nat) :
    (nearest num den = num / den ∧ 2 * (num % den) ≤ den ∧ (2 * (num % den) = den → num / den % 2 = 0)) ∨
    (nearest num den = num / den + 1 ∧ den ≤ 2 * (num % den) ∧ (2 * (num % den) = den → num / den % 2 = 1)) := by
  unfold nearest
  simp only
  split <;> omega

/-- The significand that is kept fits, and is normal if anything was dropped. -/
theorem dropped_spec (f : FloatFmt) (q : Nat) :
    q / 2 ^ f.dropped q < 2 * 2 ^ f.frac ∧ (f.dropped q = 0 ∨ 2 ^ f.frac ≤ q / 2 ^ f.dropped q) := by
  have pos := Nat.two_pow_pos (f.dropped q)
  by_cases z : q = 0
  · subst z
    have := Nat.two_pow_pos f.frac
    simp [dropped, Bits.bitLen]
    exact this
  · have hi : q < 2 ^ (q.log2 + 1) := Nat.lt_log2_self
    have lo : 2 ^ q.log2 ≤ q := Nat.log2_self_le z
    have len : Bits.bitLen q = q.log2 + 1 := by simp [Bits.bitLen, z]
    have e : f.dropped q = q.log2 - f.frac := by rw [dropped, len]; omega
    constructor
    · rw [Nat.div_lt_iff_lt_mul pos, Nat.mul_comm 2, ← Nat.pow_succ, ← Nat.pow_add]
      exact Nat.lt_of_lt_of_le hi (Nat.pow_le_pow_right (by decide) (by omega))
    · by_cases c : q.log2 ≤ f.frac
      · left; omega
      · right
        rw [Nat.le_div_iff_mul_le pos, ← Nat.pow_add]
        exact Nat.le_trans (Nat.pow_le_pow_right (by decide) (by omega)) lo

/-- `num / den` lies between the values of a magnitude and the next, and the rounded magnitude is one of
them: the lower if that is nearer, the upper if that is, the even one halfway. Without the limit to
infinity, which `round` adds. -/
theorem round_between (hf : 1 ≤ f.frac) {den : Nat} (num : Nat) (h : 0 < den) :
    ∃ m r, f.round num den = min r f.inf ∧
      f.units m * den ≤ num ∧ num < f.units (m + 1) * den ∧
      ((r = m ∧ 2 * num ≤ f.units m * den + f.units (m + 1) * den ∧
          (2 * num = f.units m * den + f.units (m + 1) * den → m % 2 = 0)) ∨
       (r = m + 1 ∧ f.units m * den + f.units (m + 1) * den ≤ 2 * num ∧
          (2 * num = f.units m * den + f.units (m + 1) * den → m % 2 = 1))) := by
  obtain ⟨hk, hd⟩ := f.dropped_spec (num / den)
  generalize hdd : f.dropped (num / den) = d at hk hd
  rw [Nat.div_div_eq_div_mul] at hk hd
  have posD : 0 < den * 2 ^ d := Nat.mul_pos h (Nat.two_pow_pos d)
  have split := Nat.div_add_mod num (den * 2 ^ d)
  have rest := Nat.mod_lt num posD
  have near := nearest_spec num (den * 2 ^ d)
  generalize hkk : num / (den * 2 ^ d) = k at *
  obtain ⟨hu, he⟩ := units_make (f := f) (d := d) hd hk
  have hs : f.units (d * 2 ^ f.frac + k + 1) = k * 2 ^ d + 2 ^ d := by rw [units_succ, hu, he]
  have lower : k * 2 ^ d * den = den * 2 ^ d * k := by
    rw [Nat.mul_comm (k * 2 ^ d), Nat.mul_comm k, Nat.mul_assoc]
  have upper : (k * 2 ^ d + 2 ^ d) * den = den * 2 ^ d * k + den * 2 ^ d := by
    rw [Nat.add_mul, lower, Nat.mul_comm (2 ^ d) den]
  have even : 2 ^ f.frac % 2 = 0 := by
    obtain ⟨n, hn⟩ : ∃ n, f.frac = n + 1 := ⟨f.frac - 1, by omega⟩
    rw [hn, Nat.pow_succ, Nat.mul_mod_left]
  have parity : (d * 2 ^ f.frac + k) % 2 = k % 2 := by
    rw [Nat.add_mod, Nat.mul_mod, even]; simp
  refine ⟨d * 2 ^ f.frac + k, d * 2 ^ f.frac + nearest num (den * 2 ^ d), ?_, ?_, ?_, ?_⟩
  · simp only [round, hdd]
  · rw [hu, lower]; omega
  · rw [hs, upper]; omega
  · rw [hu, hs, lower, upper, parity]
    rcases near with ⟨hn, l, t⟩ | ⟨hn, l, t⟩
    · left; rw [hn]; exact ⟨rfl, by omega, fun e => t (by omega)⟩
    · right; rw [hn]; exact ⟨by omega, by omega, fun e => t (by omega)⟩

/-- Rounding is to nearest: for every rational `num / den` up to the value that infinity stands for, no
magnitude is nearer than the rounded one. -/
theorem round_nearest (hf : 1 ≤ f.frac) {den num : Nat} (h : 0 < den) (top : num ≤ f.units f.inf * den)
    (m : Nat) : dist num (f.units (f.round num den) * den) ≤ dist num (f.units m * den) := by
  obtain ⟨k, r, hr, lo, hi, c⟩ := round_between hf num h
  have mono {x y : Nat} (l : x ≤ y) : f.units x * den ≤ f.units y * den := Nat.mul_le_mul_right _ (units_le l)
  have below : k ≤ f.inf := by
    apply Decidable.byContradiction; intro n
    have := @units_lt f f.inf k (by omega)
    have := Nat.mul_lt_mul_of_pos_right this h
    omega
  have cases_m : m ≤ k ∨ k + 1 ≤ m := by omega
  have side : f.units m * den ≤ f.units k * den ∨ f.units (k + 1) * den ≤ f.units m * den :=
    cases_m.elim (fun l => .inl (mono l)) (fun l => .inr (mono l))
  have last : k = f.inf → num = f.units k * den := fun e => by rw [← e] at top; omega
  unfold dist
  rcases c with ⟨rfl, l, _⟩ | ⟨rfl, l, _⟩
  · rw [hr, Nat.min_eq_left below]; omega
  · by_cases e : k = f.inf
    · have := last e
      rw [hr, Nat.min_eq_right (by omega), ← e]; omega
    · rw [hr, Nat.min_eq_left (by omega)]; omega

/-- Ties are to even: if another magnitude is as near as the rounded one, the rounded one is even. -/
theorem round_even (hf : 1 ≤ f.frac) {den num : Nat} (h : 0 < den) (top : num ≤ f.units f.inf * den)
    {m : Nat} (tie : dist num (f.units m * den) = dist num (f.units (f.round num den) * den))
    (ne : m ≠ f.round num den) : f.round num den % 2 = 0 := by
  obtain ⟨k, r, hr, lo, hi, c⟩ := round_between hf num h
  have strict {x y : Nat} (l : x < y) : f.units x * den < f.units y * den := Nat.mul_lt_mul_of_pos_right (units_lt l) h
  have below : k ≤ f.inf := by
    apply Decidable.byContradiction; intro n
    have := strict (x := f.inf) (y := k) (by omega)
    omega
  have last : k = f.inf → num = f.units k * den := fun e => by rw [← e] at top; omega
  have step := strict (x := k) (y := k + 1) (by omega)
  have place : m < k ∨ m = k ∨ m = k + 1 ∨ k + 1 < m := by omega
  unfold dist at tie
  rcases c with ⟨rfl, l, t⟩ | ⟨rfl, l, t⟩
  · rw [hr, Nat.min_eq_left below] at tie ne ⊢
    rcases place with p | p | p | p
    · have := strict p; omega
    · exact absurd p ne
    · subst p; exact t (by omega)
    · have := strict p; omega
  · by_cases e : k = f.inf
    · have := last e
      omega
    · rw [hr, Nat.min_eq_left (by omega)] at tie ne ⊢
      rcases place with p | p | p | p
      · have := strict p; omega
      · subst p; have := t (by omega); omega
      · exact absurd p ne
      · have := strict p; omega

/-- Beyond what infinity stands for, the result is infinity. -/
theorem round_overflow (hf : 1 ≤ f.frac) {den num : Nat} (h : 0 < den) (top : f.units f.inf * den ≤ num) :
    f.round num den = f.inf := by
  obtain ⟨k, r, hr, lo, hi, c⟩ := round_between hf num h
  have : f.inf ≤ k := by
    apply Decidable.byContradiction; intro n
    have := Nat.mul_le_mul_right den (@units_le f (k + 1) f.inf (by omega))
    omega
  rw [hr]; rcases c with ⟨rfl, _⟩ | ⟨rfl, _⟩ <;> omega

/-- Representable values round to themselves, over any denominator. -/
theorem round_exact (hf : 1 ≤ f.frac) {den m : Nat} (h : 0 < den) (l : m ≤ f.inf) :
    f.round (f.units m * den) den = m := by
  have near := round_nearest hf h (Nat.mul_le_mul_right den (@units_le f m f.inf l)) m
  unfold dist at near
  have : f.units (f.round (f.units m * den) den) * den = f.units m * den := by omega
  exact units_inj (Nat.eq_of_mul_eq_mul_right h this)
theorem round_units (hf : 1 ≤ f.frac) {m : Nat} (l : m ≤ f.inf) : f.round (f.units m) 1 = m := by
  have := round_exact hf (den := 1) (by decide) l
  rwa [Nat.mul_one] at this

/-- Rounding keeps the order. -/
theorem round_mono (hf : 1 ≤ f.frac) {den a b : Nat} (h : 0 < den) (l : a ≤ b) : f.round a den ≤ f.round b den := by
  obtain ⟨j, r, hr, lo, hi, c⟩ := round_between hf a h
  obtain ⟨k, s, hs, lo', hi', c'⟩ := round_between hf b h
  have : j ≤ k := by
    apply Decidable.byContradiction; intro n
    have := Nat.mul_le_mul_right den (@units_le f (k + 1) j (by omega))
    omega
  rw [hr, hs]
  rcases Nat.lt_or_eq_of_le this with l' | rfl
  · rcases c with ⟨rfl, _⟩ | ⟨rfl, _⟩ <;> rcases c' with ⟨rfl, _⟩ | ⟨rfl, _⟩ <;> omega
  · rcases c with ⟨rfl, p, t⟩ | ⟨rfl, p, t⟩ <;> rcases c' with ⟨rfl, p', t'⟩ | ⟨rfl, p', t'⟩
    · omega
    · omega
    · have : a = b := by omega
      subst this
      have := t (by omega); have := t' (by omega); omega
    · omega

theorem round_le_inf (f : FloatFmt) (num den : Nat) : f.round num den ≤ f.inf := Nat.min_le_right ..

/-! ### patterns -/

/-- Decoding a finite pattern, and infinity, and encoding its value gives it back. -/
theorem encode_decode (hf : 1 ≤ f.frac) {b : Nat} (h : b < 2 ^ f.width) (n : f.isNaN b = false) :
    f.roundInt (f.signed b) 1 (f.sign b) = b := by
  have le : f.mag b ≤ f.inf := by
    have := of_decide_eq_false n; omega
  have zero : f.units (f.mag b) = 0 ↔ f.mag b = 0 := by
    have z : f.units 0 = 0 := by simp [units, significand]
    exact ⟨fun e => units_inj (e.trans z.symm), fun e => by rw [e, z]⟩
  have abs : (f.signed b).natAbs = f.units (f.mag b) := by
    rw [signed]; split <;> simp
  have sgn : (decide (f.signed b < 0) || (decide (f.signed b = 0) && f.sign b)) = f.sign b := by
    rw [signed]; cases f.sign b <;> simp <;> omega
  rw [roundInt, abs, sgn, round_units hf le, pack_sign_mag h]

end Tuffy.FloatFmt
