/-!
Two's-complement bit operations on unbounded integers.

An integer is an infinite sequence of bits that is eventually constant; `testBit x i` is bit `i`.
Core Lean has these operations on `Nat` only. They are defined here by cases on the sign, each is
described by its bits, and `Bits.ext` says that equal bits make equal integers. The tactic
`ext_bits` uses this to prove equations between bitwise terms.

Not here: arithmetic facts about operations of the IR (`Semantics.lean`).
-/
namespace Tuffy.Bits

/-- `m` without the bits of `n`. -/
def ldiff (m n : Nat) : Nat := m ^^^ (m &&& n)

/-- Bitwise and. -/
def land : Int → Int → Int
  | .ofNat m, .ofNat n => .ofNat (m &&& n)
  | .ofNat m, .negSucc n => .ofNat (ldiff m n)
  | .negSucc m, .ofNat n => .ofNat (ldiff n m)
  | .negSucc m, .negSucc n => .negSucc (m ||| n)

/-- Bitwise or. -/
def lor : Int → Int → Int
  | .ofNat m, .ofNat n => .ofNat (m ||| n)
  | .ofNat m, .negSucc n => .negSucc (ldiff n m)
  | .negSucc m, .ofNat n => .negSucc (ldiff m n)
  | .negSucc m, .negSucc n => .negSucc (m &&& n)

/-- Bitwise exclusive or. -/
def xor : Int → Int → Int
  | .ofNat m, .ofNat n => .ofNat (m ^^^ n)
  | .ofNat m, .negSucc n => .negSucc (m ^^^ n)
  | .negSucc m, .ofNat n => .negSucc (m ^^^ n)
  | .negSucc m, .negSucc n => .ofNat (m ^^^ n)

/-- Bitwise complement, in arithmetic: `-x - 1`. -/
def lnot (x : Int) : Int := -x - 1

/-- Shift left: multiplication by `2 ^ n`. -/
def shl (x : Int) (n : Nat) : Int := x * 2 ^ n

/-- Shift right: floor of the division by `2 ^ n`. -/
def shr (x : Int) (n : Nat) : Int := x / 2 ^ n

/-- Bit `i` of infinite two's complement. -/
def testBit : Int → Nat → Bool
  | .ofNat m, i => m.testBit i
  | .negSucc m, i => !m.testBit i

/-- The `r` congruent to `x` modulo `2 ^ n` with `0 ≤ r < 2 ^ n`. -/
def zext (x : Int) (n : Nat) : Int := x % 2 ^ n

/-- The `r` congruent to `x` modulo `2 ^ n` with `-2 ^ (n-1) ≤ r < 2 ^ (n-1)`, for `n ≥ 1`. -/
def sext (x : Int) (n : Nat) : Int := (x + 2 ^ (n - 1)) % 2 ^ n - 2 ^ (n - 1)

/-- The range of `:uN`. -/
def inU (x : Int) (n : Nat) : Prop := 0 ≤ x ∧ x < 2 ^ n

/-- The range of `:sN`; nothing is in `:s0`. -/
def inS (x : Int) (n : Nat) : Prop := n ≠ 0 ∧ -2 ^ (n - 1) ≤ x ∧ x < 2 ^ (n - 1)

instance (x : Int) (n : Nat) : Decidable (inU x n) := inferInstanceAs (Decidable (_ ∧ _))
instance (x : Int) (n : Nat) : Decidable (inS x n) := inferInstanceAs (Decidable (_ ∧ _))

/-- Floor of the logarithm to base 2; 0 for `x ≤ 0`. -/
def log2 (x : Int) : Nat := x.toNat.log2

/-- `x` is a power of two. -/
def isPow2 (x : Int) : Prop := 2 ^ log2 x = x

instance (x : Int) : Decidable (isPow2 x) := inferInstanceAs (Decidable (_ = _))

/-- The natural number below `2 ^ n` whose bits are `f`. -/
def ofBits : Nat → (Nat → Bool) → Nat
  | 0, _ => 0
  | n + 1, f => 2 ^ n * (f n).toNat + ofBits n f

/-- How many of the first `n` bits of `f` are set. -/
def count : Nat → (Nat → Bool) → Nat
  | 0, _ => 0
  | n + 1, f => (f n).toNat + count n f

/-- The first `i ≥ start` with `f i` among `fuel` candidates, `start + fuel` if there is none. -/
def firstBit : (fuel start : Nat) → (Nat → Bool) → Nat
  | 0, i, _ => i
  | fuel + 1, i, f => if f i then i else firstBit fuel (i + 1) f

/-- Number of binary digits of a natural number. -/
def bitLen (n : Nat) : Nat := if n = 0 then 0 else n.log2 + 1

/-! ### every operation, bit by bit -/

theorem testBit_ldiff (m n i : Nat) : (ldiff m n).testBit i = (m.testBit i && !n.testBit i) := by
  simp only [ldiff, Nat.testBit_xor, Nat.testBit_and]
  cases m.testBit i <;> cases n.testBit i <;> rfl

@[simp] theorem testBit_land (x y : Int) (i : Nat) : testBit (land x y) i = (testBit x i && testBit y i) := by
  cases x <;> cases y <;> simp [land, testBit, testBit_ldiff, Bool.and_comm]

@[simp] theorem testBit_lor (x y : Int) (i : Nat) : testBit (lor x y) i = (testBit x i || testBit y i) := by
  cases x <;> cases y <;> simp [lor, testBit, testBit_ldiff, Bool.or_comm]

@[simp] theorem testBit_xor (x y : Int) (i : Nat) : testBit (xor x y) i = (testBit x i ^^ testBit y i) := by
  cases x <;> cases y <;> simp [xor, testBit]

theorem lnot_ofNat (m : Nat) : lnot (.ofNat m) = .negSucc m := by
  show -(m : Int) - 1 = .negSucc m; omega
theorem lnot_negSucc (m : Nat) : lnot (.negSucc m) = .ofNat m := by
  show -(Int.negSucc m) - 1 = (m : Int); omega

@[simp] theorem testBit_lnot (x : Int) (i : Nat) : testBit (lnot x) i = !testBit x i := by
  cases x with
  | ofNat m => rw [lnot_ofNat]; rfl
  | negSucc m => rw [lnot_negSucc]; simp [testBit]

theorem shr_eq_shiftRight (x : Int) (n : Nat) : shr x n = x >>> n := by
  simp [shr, Int.shiftRight_eq_div_pow]

@[simp] theorem testBit_shr (x : Int) (n i : Nat) : testBit (shr x n) i = testBit x (n + i) := by
  rw [shr_eq_shiftRight]
  cases x with
  | ofNat m => show testBit (.ofNat (m >>> n)) i = _; simp [testBit, Nat.testBit_shiftRight]
  | negSucc m => show testBit (.negSucc (m >>> n)) i = _; simp [testBit, Nat.testBit_shiftRight]

@[simp] theorem testBit_zero_left (i : Nat) : testBit 0 i = false := by
  show Nat.testBit 0 i = false; simp
@[simp] theorem testBit_neg_one (i : Nat) : testBit (-1) i = true := by
  show (!Nat.testBit 0 i) = true; simp
@[simp] theorem testBit_ofNat (m i : Nat) : testBit (m : Int) i = m.testBit i := rfl

/-- Integers with the same bits are equal. -/
theorem ext {x y : Int} (h : ∀ i, testBit x i = testBit y i) : x = y := by
  have far (m n : Nat) : m.testBit (m + n) = false :=
    Nat.testBit_lt_two_pow (Nat.lt_of_lt_of_le Nat.lt_two_pow_self (Nat.pow_le_pow_right (by decide) (by omega)))
  cases x with
  | ofNat m => cases y with
    | ofNat n => exact congrArg _ (Nat.eq_of_testBit_eq h)
    | negSucc n =>
      have h₁ := h (m + n)
      have h₂ := far n m
      rw [Nat.add_comm] at h₂
      simp [testBit, far m n, h₂] at h₁
  | negSucc m => cases y with
    | ofNat n =>
      have h₁ := h (m + n)
      have h₂ := far n m
      rw [Nat.add_comm] at h₂
      simp [testBit, far m n, h₂] at h₁
    | negSucc n =>
      refine congrArg _ (Nat.eq_of_testBit_eq fun i => ?_)
      have := h i
      simpa [testBit] using this

theorem two_pow_pos (n : Nat) : (0 : Int) < 2 ^ n := Int.pow_pos (by decide)
theorem two_pow_ne_zero (n : Nat) : (2 : Int) ^ n ≠ 0 := Int.ne_of_gt (two_pow_pos n)
theorem two_pow_cast (n : Nat) : ((2 ^ n : Nat) : Int) = 2 ^ n := by simp
theorem two_pow_succ (n : Nat) : (2 : Int) ^ (n + 1) = 2 * 2 ^ n := by rw [Int.pow_succ]; omega
theorem two_pow_pred {n : Nat} (h : n ≠ 0) : (2 : Int) ^ n = 2 * 2 ^ (n - 1) := by
  obtain ⟨m, rfl⟩ := Nat.exists_eq_succ_of_ne_zero h
  exact two_pow_succ m
theorem two_pow_add (m n : Nat) : (2 : Int) ^ (m + n) = 2 ^ m * 2 ^ n := Int.pow_add ..
theorem two_pow_le {m n : Nat} (h : m ≤ n) : (2 : Int) ^ m ≤ 2 ^ n := by
  rw [← two_pow_cast, ← two_pow_cast]; exact_mod_cast Nat.pow_le_pow_right (by decide) h
theorem two_pow_lt {m n : Nat} (h : m < n) : (2 : Int) ^ m < 2 ^ n := by
  rw [← two_pow_cast, ← two_pow_cast]; exact_mod_cast Nat.pow_lt_pow_right (by decide) h
theorem two_pow_dvd {m n : Nat} (h : m ≤ n) : (2 : Int) ^ m ∣ 2 ^ n :=
  ⟨2 ^ (n - m), by rw [← two_pow_add]; congr 1; omega⟩

@[simp] theorem testBit_shl (x : Int) (n i : Nat) :
    testBit (shl x n) i = (decide (n ≤ i) && testBit x (i - n)) := by
  cases x with
  | ofNat m =>
    have : shl (.ofNat m) n = ((m * 2 ^ n : Nat) : Int) := by simp [shl]
    rw [this]; show (m * 2 ^ n).testBit i = (decide (n ≤ i) && m.testBit (i - n))
    rw [Nat.testBit_mul_two_pow]
  | negSucc m =>
    have e : shl (.negSucc m) n = lnot ((2 ^ n * m + (2 ^ n - 1) : Nat) : Int) := by
      have hp := Nat.two_pow_pos n
      simp only [shl, lnot, Int.negSucc_eq]
      rw [Int.natCast_add, Int.natCast_mul, Int.natCast_sub (by omega), two_pow_cast]
      grind
    rw [e, testBit_lnot, testBit_ofNat,
      Nat.testBit_two_pow_mul_add _ (show 2 ^ n - 1 < 2 ^ n by have := Nat.two_pow_pos n; omega)]
    by_cases h : i < n
    · have h' : ¬ n ≤ i := by omega
      simp [h, h', Nat.testBit_two_pow_sub_one]
    · have h' : n ≤ i := by omega
      simp [h, h', testBit]

/-- Masking with `2 ^ n - 1` is the remainder. -/
theorem land_mask (x : Int) (n : Nat) : land x (2 ^ n - 1) = x % 2 ^ n := by
  have hp : 0 < 2 ^ n := Nat.two_pow_pos n
  have hc : (2 : Int) ^ n - 1 = ((2 ^ n - 1 : Nat) : Int) := by
    rw [Int.natCast_sub (by omega), two_pow_cast]; rfl
  rw [hc, ← two_pow_cast]
  cases x with
  | ofNat m =>
    show ((m &&& (2 ^ n - 1) : Nat) : Int) = ((m : Nat) : Int) % ((2 ^ n : Nat) : Int)
    rw [Nat.and_two_pow_sub_one_eq_mod]; rfl
  | negSucc m =>
    show ((ldiff (2 ^ n - 1) m : Nat) : Int) = Int.negSucc m % ((2 ^ n : Nat) : Int)
    have h : ldiff (2 ^ n - 1) m = 2 ^ n - 1 - m % 2 ^ n := by
      apply Nat.eq_of_testBit_eq
      intro i
      have hm : m % 2 ^ n < 2 ^ n := Nat.mod_lt _ hp
      rw [testBit_ldiff, show 2 ^ n - 1 - m % 2 ^ n = 2 ^ n - (m % 2 ^ n + 1) by omega,
        Nat.testBit_two_pow_sub_succ hm, Nat.testBit_two_pow_sub_one, Nat.testBit_mod_two_pow]
      by_cases hi : i < n <;> simp [hi]
    rw [h]
    have hm : m % 2 ^ n < 2 ^ n := Nat.mod_lt _ hp
    have : Int.negSucc m % ((2 ^ n : Nat) : Int) = (2 ^ n : Nat) - 1 - ((m % 2 ^ n : Nat) : Int) := by
      have := Int.negSucc_emod m (b := ((2 ^ n : Nat) : Int)) (by omega)
      rw [this]; norm_cast
    omega

@[simp] theorem testBit_mask (n i : Nat) : testBit (2 ^ n - 1) i = decide (i < n) := by
  have hp : 0 < 2 ^ n := Nat.two_pow_pos n
  have hc : (2 : Int) ^ n - 1 = ((2 ^ n - 1 : Nat) : Int) := by
    rw [Int.natCast_sub (by omega), two_pow_cast]; rfl
  rw [hc, testBit_ofNat, Nat.testBit_two_pow_sub_one]

@[simp] theorem testBit_emod (x : Int) (n i : Nat) : testBit (x % 2 ^ n) i = (decide (i < n) && testBit x i) := by
  rw [← land_mask, testBit_land, testBit_mask, Bool.and_comm]

@[simp] theorem testBit_ediv (x : Int) (n i : Nat) : testBit (x / 2 ^ n) i = testBit x (n + i) := testBit_shr x n i

@[simp] theorem testBit_mul_two_pow (x : Int) (n i : Nat) :
    testBit (x * 2 ^ n) i = (decide (n ≤ i) && testBit x (i - n)) := testBit_shl x n i

@[simp] theorem testBit_zext (x : Int) (n i : Nat) : testBit (zext x n) i = (decide (i < n) && testBit x i) :=
  testBit_emod x n i

@[simp] theorem testBit_two_pow (n i : Nat) : testBit (2 ^ n) i = decide (n = i) := by
  rw [← two_pow_cast, testBit_ofNat, Nat.testBit_two_pow]

theorem testBit_zero_right (x : Int) : testBit x 0 = decide (x % 2 = 1) := by
  cases x with
  | ofNat m => show m.testBit 0 = decide ((m : Int) % 2 = 1); rw [Nat.testBit_zero, decide_eq_decide]; omega
  | negSucc m =>
    show (!m.testBit 0) = decide (Int.negSucc m % 2 = 1)
    rw [Nat.testBit_zero, ← decide_not, decide_eq_decide]; omega

@[simp] theorem testBit_one (i : Nat) : testBit 1 i = decide (i = 0) := by
  have := testBit_two_pow 0 i
  simp only [Int.pow_zero] at this
  rw [this]; simp [eq_comm]

/-! ### ranges -/

theorem zext_inU (x : Int) (n : Nat) : inU (zext x n) n :=
  ⟨Int.emod_nonneg _ (two_pow_ne_zero n), Int.emod_lt_of_pos _ (two_pow_pos n)⟩

theorem zext_of_inU {x : Int} {n : Nat} (h : inU x n) : zext x n = x := Int.emod_eq_of_lt h.1 h.2

theorem zext_eq_self {x : Int} {n : Nat} : zext x n = x ↔ inU x n :=
  ⟨fun h => h ▸ zext_inU x n, zext_of_inU⟩

theorem sext_inS (x : Int) {n : Nat} (h : n ≠ 0) : inS (sext x n) n := by
  have := zext_inU (x + 2 ^ (n - 1)) n
  have := two_pow_pred h
  simp only [inU, zext, inS, sext] at *
  omega

theorem sext_of_inS {x : Int} {n : Nat} (h : inS x n) : sext x n = x := by
  have := two_pow_pred h.1
  obtain ⟨h0, h1, h2⟩ := h
  rw [sext, Int.emod_eq_of_lt] <;> omega

theorem sext_eq_self {x : Int} {n : Nat} (h : n ≠ 0) : sext x n = x ↔ inS x n :=
  ⟨fun e => e ▸ sext_inS x h, sext_of_inS⟩

theorem inU_mono {x : Int} {m n : Nat} (h : inU x m) (l : m ≤ n) : inU x n :=
  ⟨h.1, Int.lt_of_lt_of_le h.2 (two_pow_le l)⟩

theorem inS_mono {x : Int} {m n : Nat} (h : inS x m) (l : m ≤ n) : inS x n := by
  have := two_pow_le (show m - 1 ≤ n - 1 by omega)
  simp only [inS] at *; omega

theorem inS_of_inU {x : Int} {m n : Nat} (h : inU x m) (l : m < n) : inS x n := by
  have := two_pow_le (show m ≤ n - 1 by omega)
  have := two_pow_pos (n - 1)
  simp only [inS, inU] at *; omega

/-- Values congruent modulo `2 ^ n` have the same extensions. -/
theorem zext_congr {x y : Int} {n : Nat} (h : x % 2 ^ n = y % 2 ^ n) : zext x n = zext y n := h

theorem sext_congr {x y : Int} {n : Nat} (h : x % 2 ^ n = y % 2 ^ n) : sext x n = sext y n := by
  rw [sext, sext, ← Int.emod_add_emod, h, Int.emod_add_emod]

theorem sext_emod (x : Int) (n : Nat) : sext x n % 2 ^ n = x % 2 ^ n := by
  rw [sext, Int.emod_sub_emod]; congr 1; omega

theorem zext_sext (x : Int) (n : Nat) : zext (sext x n) n = zext x n := sext_emod x n

theorem sext_zext (x : Int) (n : Nat) : sext (zext x n) n = sext x n :=
  sext_congr (Int.emod_emod_of_dvd _ (Int.dvd_refl _))

theorem zext_zext (x : Int) (m n : Nat) : zext (zext x m) n = zext x (min m n) := by
  apply ext; intro i; simp only [testBit_zext]; grind

theorem zext_of_inU_of_le {x : Int} {m n : Nat} (h : inU x m) (l : m ≤ n) : zext x n = x :=
  zext_of_inU (inU_mono h l)

/-- The bits of a number in `:uN` end at bit `N - 1`. -/
theorem testBit_of_inU {x : Int} {n i : Nat} (h : inU x n) (l : n ≤ i) : testBit x i = false := by
  have := testBit_zext x n i
  rw [zext_of_inU h] at this
  rw [this]; simp; omega

theorem testBit_high_of_inU {x : Int} {n : Nat} (h : inU x n) (i : Nat) :
    testBit x i = (decide (i < n) && testBit x i) := by
  have := testBit_zext x n i; rwa [zext_of_inU h] at this

theorem testBit_of_inS {x : Int} {n i : Nat} (h : inS x n) (l : n - 1 ≤ i) : testBit x i = decide (x < 0) := by
  obtain ⟨h0, h1, h2⟩ := h
  by_cases hx : x < 0
  · have : inU (lnot x) (n - 1) := by simp only [inU, lnot]; omega
    have := testBit_of_inU this l
    simp at this
    simp [this, hx]
  · have : inU x (n - 1) := by simp only [inU]; omega
    simp [testBit_of_inU this l, hx]

theorem testBit_sext (x : Int) {n : Nat} (h : n ≠ 0) (i : Nat) :
    testBit (sext x n) i = testBit x (min i (n - 1)) := by
  have low (j : Nat) (hj : j < n) : testBit (sext x n) j = testBit x j := by
    have := congrArg (testBit · j) (sext_emod x n)
    simpa [hj] using this
  by_cases hi : i < n
  · rw [low i hi]; congr 1; omega
  · have s := sext_inS x h
    rw [testBit_of_inS s (by omega), ← testBit_of_inS s (Nat.le_refl _), low _ (by omega)]
    congr 1; omega

theorem log2_two_pow (n : Nat) : log2 (2 ^ n) = n := by
  rw [log2, ← two_pow_cast, Int.toNat_natCast, Nat.log2_two_pow]

theorem isPow2_two_pow (n : Nat) : isPow2 (2 ^ n) := by rw [isPow2, log2_two_pow]

theorem isPow2.pos {x : Int} (h : isPow2 x) : 0 < x := h ▸ two_pow_pos _

/-! ### numbers made of bits -/

theorem ofBits_lt (n : Nat) (f : Nat → Bool) : ofBits n f < 2 ^ n := by
  induction n with
  | zero => simp [ofBits]
  | succ n ih => simp only [ofBits, Nat.pow_succ]; cases f n <;> simp <;> omega

@[simp] theorem testBit_ofBits (n : Nat) (f : Nat → Bool) (i : Nat) :
    (ofBits n f).testBit i = (decide (i < n) && f i) := by
  induction n with
  | zero => simp [ofBits]
  | succ n ih =>
    rw [ofBits, Nat.testBit_two_pow_mul_add _ (ofBits_lt n f), ih]
    by_cases h : i < n
    · have : i < n + 1 := by omega
      simp [h, this]
    · by_cases e : i = n
      · subst e; cases f i <;> simp
      · have h1 : ¬ i < n + 1 := by omega
        have h2 : Nat.testBit 1 (i - n) = false :=
          Nat.testBit_lt_two_pow (Nat.one_lt_two_pow (by omega))
        cases f n <;> simp [h, h1, h2]

theorem ofBits_inU (n : Nat) (f : Nat → Bool) : inU (ofBits n f : Nat) n := by
  have := ofBits_lt n f
  refine ⟨by omega, ?_⟩
  rw [← two_pow_cast]; exact_mod_cast this

end Tuffy.Bits

/-- Proves equations between bitwise terms (`land lor xor lnot shl shr zext ofBits`, `% 2 ^ n`,
masks `2 ^ n - 1`, 0, -1) bit by bit. -/
macro "ext_bits" : tactic => `(tactic| (apply Tuffy.Bits.ext; intro i; simp only [
  Tuffy.Bits.testBit_land, Tuffy.Bits.testBit_lor, Tuffy.Bits.testBit_xor, Tuffy.Bits.testBit_lnot,
  Tuffy.Bits.testBit_shl, Tuffy.Bits.testBit_shr, Tuffy.Bits.testBit_zext, Tuffy.Bits.testBit_ofNat,
  Tuffy.Bits.testBit_ofBits, Tuffy.Bits.testBit_zero_left, Tuffy.Bits.testBit_neg_one, Tuffy.Bits.testBit_mask,
  Tuffy.Bits.testBit_emod, Tuffy.Bits.testBit_ediv, Tuffy.Bits.testBit_mul_two_pow, Tuffy.Bits.testBit_two_pow,
  Tuffy.Bits.testBit_one] <;> grind))

namespace Tuffy.Bits

/-! ### laws -/

theorem land_self (x : Int) : land x x = x := by ext_bits
theorem land_comm (x y : Int) : land x y = land y x := by ext_bits
theorem land_assoc (x y z : Int) : land (land x y) z = land x (land y z) := by ext_bits
theorem land_zero (x : Int) : land x 0 = 0 := by ext_bits
theorem land_neg_one (x : Int) : land x (-1) = x := by ext_bits
theorem lor_self (x : Int) : lor x x = x := by ext_bits
theorem lor_comm (x y : Int) : lor x y = lor y x := by ext_bits
theorem lor_assoc (x y z : Int) : lor (lor x y) z = lor x (lor y z) := by ext_bits
theorem lor_zero (x : Int) : lor x 0 = x := by ext_bits
theorem lor_neg_one (x : Int) : lor x (-1) = -1 := by ext_bits
theorem xor_self (x : Int) : xor x x = 0 := by ext_bits
theorem xor_comm (x y : Int) : xor x y = xor y x := by ext_bits
theorem xor_assoc (x y z : Int) : xor (xor x y) z = xor x (xor y z) := by ext_bits
theorem xor_zero (x : Int) : xor x 0 = x := by ext_bits
theorem xor_neg_one (x : Int) : xor x (-1) = lnot x := by ext_bits
theorem lnot_lnot (x : Int) : lnot (lnot x) = x := by simp only [lnot]; omega
theorem shl_shl (x : Int) (m n : Nat) : shl (shl x m) n = shl x (m + n) := by
  simp [shl, Int.pow_add, Int.mul_assoc]
theorem shr_shr (x : Int) (m n : Nat) : shr (shr x m) n = shr x (m + n) := by ext_bits
theorem shr_shl (x : Int) (n : Nat) : shr (shl x n) n = x := by ext_bits

/-- A sum is the sum without carries plus the carries. -/
theorem add_eq_xor_land (x y : Int) : x + y = xor x y + 2 * land x y := by
  if h : (x = 0 ∨ x = -1) ∧ (y = 0 ∨ y = -1) then
    obtain ⟨rfl | rfl, rfl | rfl⟩ := h <;> decide
  else
    have ih := add_eq_xor_land (x / 2) (y / 2)
    have hx : xor x y / 2 = xor (x / 2) (y / 2) := by
      have : shr (xor x y) 1 = xor (shr x 1) (shr y 1) := by ext_bits
      simpa [shr] using this
    have hl : land x y / 2 = land (x / 2) (y / 2) := by
      have : shr (land x y) 1 = land (shr x 1) (shr y 1) := by ext_bits
      simpa [shr] using this
    have bx := testBit_xor x y 0
    have bl := testBit_land x y 0
    rw [testBit_zero_right, testBit_zero_right, testBit_zero_right] at bx bl
    by_cases px : x % 2 = 1 <;> by_cases py : y % 2 = 1 <;> simp [px, py] at bx bl <;> omega
termination_by x.natAbs + y.natAbs

theorem lor_eq (x y : Int) : lor x y = xor x y + land x y := by
  have := add_eq_xor_land (xor x y) (land x y)
  rw [show xor (xor x y) (land x y) = lor x y by ext_bits,
    show land (xor x y) (land x y) = 0 by ext_bits] at this
  omega

theorem add_eq_lor_land (x y : Int) : x + y = lor x y + land x y := by
  have := add_eq_xor_land x y; have := lor_eq x y; omega

/-- Where no bit is set in both, `+`, `or` and `xor` agree. -/
theorem lor_of_disjoint {x y : Int} (h : land x y = 0) : lor x y = x + y := by
  have := add_eq_lor_land x y; omega

theorem xor_of_disjoint {x y : Int} (h : land x y = 0) : xor x y = x + y := by
  have := add_eq_xor_land x y; omega

/-! ### powers of two as constants -/

theorem shl_log2 {c : Int} (h : isPow2 c) (x : Int) : shl x (log2 c) = x * c := by rw [shl, h]
theorem shr_log2 {c : Int} (h : isPow2 c) (x : Int) : shr x (log2 c) = x / c := by rw [shr, h]
theorem land_pred {c : Int} (h : isPow2 c) (x : Int) : land x (c - 1) = x % c := by
  have := land_mask x (log2 c); rwa [h] at this
theorem zext_log2 {c : Int} (h : isPow2 c) (x : Int) : zext x (log2 c) = x % c := by rw [zext, h]

end Tuffy.Bits
