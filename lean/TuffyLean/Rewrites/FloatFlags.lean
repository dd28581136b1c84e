import TuffyLean.IR.FloatLemmas

/-!
What `reassoc` and `contract` permit. A flagged expression does not have one result but a set: the
results of all expressions that permitted steps lead to. The interpreter takes the expression as it
stands, which is one of them. An optimizer may take any step, anywhere: the results of what it makes
are results of what was there.

Steps are justified by the real numbers: they change no value computed without rounding. That is
said over arbitrary integers in the place of the leaves, as identities between polynomials. It is
necessary, not sufficient: a common factor may not be taken out, and what cancels may not be left
out, for it may be infinite.

What is not permitted can be proven too, see `FloatRigid.lean`.

Not here: how an optimizer chooses, and NaNs chosen otherwise than canonical.
-/
namespace Tuffy.FloatFlags

/-- Whether an operation carries `reassoc`, and whether it carries `contract`. -/
structure Flags where
  reassoc : Bool
  contract : Bool
deriving DecidableEq, Repr

/-- `s` permits no more than `t`. -/
def Flags.le (s t : Flags) : Prop :=
  (s.reassoc = true → t.reassoc = true) ∧ (s.contract = true → t.contract = true)

theorem Flags.le_refl (s : Flags) : s.le s := ⟨id, id⟩
theorem Flags.le_trans {s t u : Flags} (h : s.le t) (k : t.le u) : s.le u := ⟨k.1 ∘ h.1, k.2 ∘ h.2⟩

instance (s t : Flags) : Decidable (s.le t) := inferInstanceAs (Decidable (_ ∧ _))

/-- Expressions over the patterns of one format. -/
inductive FExpr where
  | leaf (b : Nat)
  | add (s : Flags) (x y : FExpr)
  | sub (s : Flags) (x y : FExpr)
  | mul (s : Flags) (x y : FExpr)
  | fma (s : Flags) (x y z : FExpr)
  | neg (x : FExpr)

/-- What the interpreter computes: flags change nothing. -/
def FExpr.eval (f : FloatFmt) : FExpr → Nat
  | leaf b => b
  | add _ x y => f.add (x.eval f) (y.eval f)
  | sub _ x y => f.sub (x.eval f) (y.eval f)
  | mul _ x y => f.mul (x.eval f) (y.eval f)
  | fma _ x y z => f.fma (x.eval f) (y.eval f) (z.eval f)
  | neg x => f.neg (x.eval f)

/-- What is computed without rounding, with any integers for the leaves. -/
def FExpr.exact (v : Nat → Int) : FExpr → Int
  | leaf b => v b
  | add _ x y => x.exact v + y.exact v
  | sub _ x y => x.exact v - y.exact v
  | mul _ x y => x.exact v * y.exact v
  | fma _ x y z => x.exact v * y.exact v + z.exact v
  | neg x => -x.exact v

open FExpr

/-- The permitted steps, at the root or below. Every operation that takes part carries the flag; what
comes out of a step keeps the flags of what went in, and may give them up. A subtraction is the
addition of the negative. -/
inductive Step : FExpr → FExpr → Prop where
  | addAssoc {s t x y z} : s.reassoc = true → t.reassoc = true →
      Step (add s (add t x y) z) (add s x (add t y z))
  | addAssoc' {s t x y z} : s.reassoc = true → t.reassoc = true →
      Step (add s x (add t y z)) (add s (add t x y) z)
  | subAssoc {s t x y z} : s.reassoc = true → t.reassoc = true →
      Step (sub s (sub t x y) z) (sub s x (add t y z))
  | subAssoc' {s t x y z} : s.reassoc = true → t.reassoc = true →
      Step (sub s x (add t y z)) (sub s (sub t x y) z)
  | fmaAssoc {s t x y z w} : s.reassoc = true → t.reassoc = true →
      Step (add s (fma t x y z) w) (fma t x y (add s z w))
  | mulAssoc {s t x y z} : s.reassoc = true → t.reassoc = true →
      Step (mul s (mul t x y) z) (mul s x (mul t y z))
  | mulAssoc' {s t x y z} : s.reassoc = true → t.reassoc = true →
      Step (mul s x (mul t y z)) (mul s (mul t x y) z)
  | addComm {s x y} : Step (add s x y) (add s y x)
  | mulComm {s x y} : Step (mul s x y) (mul s y x)
  | subAdd {s x y} : Step (sub s x y) (add s x (neg y))
  | addNeg {s x y} : Step (add s x (neg y)) (sub s x y)
  | subNeg {s x y} : Step (sub s x (neg y)) (add s x y)
  | contract {s t x y z} : s.contract = true → t.contract = true →
      Step (add s (mul t x y) z) (fma s x y z)
  | contractNeg {s t x y z} : s.contract = true → t.contract = true →
      Step (add s (neg (mul t x y)) z) (fma s (neg x) y z)
  | weakenAdd {s t x y} : t.le s → Step (add s x y) (add t x y)
  | weakenSub {s t x y} : t.le s → Step (sub s x y) (sub t x y)
  | weakenMul {s t x y} : t.le s → Step (mul s x y) (mul t x y)
  | weakenFma {s t x y z} : t.le s → Step (fma s x y z) (fma t x y z)
  | addLeft {s x x' y} : Step x x' → Step (add s x y) (add s x' y)
  | addRight {s x y y'} : Step y y' → Step (add s x y) (add s x y')
  | subLeft {s x x' y} : Step x x' → Step (sub s x y) (sub s x' y)
  | subRight {s x y y'} : Step y y' → Step (sub s x y) (sub s x y')
  | mulLeft {s x x' y} : Step x x' → Step (mul s x y) (mul s x' y)
  | mulRight {s x y y'} : Step y y' → Step (mul s x y) (mul s x y')
  | fmaFirst {s x x' y z} : Step x x' → Step (fma s x y z) (fma s x' y z)
  | fmaSecond {s x y y' z} : Step y y' → Step (fma s x y z) (fma s x y' z)
  | fmaThird {s x y z z'} : Step z z' → Step (fma s x y z) (fma s x y z')
  | neg {x x'} : Step x x' → Step (neg x) (neg x')

/-- Any number of permitted steps. -/
inductive Steps : FExpr → FExpr → Prop where
  | refl {x} : Steps x x
  | step {x y z} : Step x y → Steps y z → Steps x z

theorem Steps.trans {x y z : FExpr} (h : Steps x y) (k : Steps y z) : Steps x z := by
  induction h with
  | refl => exact k
  | step s _ ih => exact .step s (ih k)

/-- The results that a flagged expression may have. -/
def Result (f : FloatFmt) (x : FExpr) (r : Nat) : Prop := ∃ y, Steps x y ∧ y.eval f = r

/-- The interpreter's is one of them. -/
theorem result_eval (f : FloatFmt) (x : FExpr) : Result f x (x.eval f) := ⟨x, .refl, rfl⟩

/-- Permitted steps are sound: they add no result. -/
theorem Steps.sound {f : FloatFmt} {x y : FExpr} (h : Steps x y) {r : Nat} (k : Result f y r) : Result f x r := by
  obtain ⟨z, hz, e⟩ := k
  exact ⟨z, h.trans hz, e⟩

/-- A step changes nothing that is computed without rounding. -/
theorem Step.exact {x y : FExpr} (h : Step x y) (v : Nat → Int) : x.exact v = y.exact v := by
  induction h <;> simp only [FExpr.exact, *] <;> grind

theorem Steps.exact {x y : FExpr} (h : Steps x y) (v : Nat → Int) : x.exact v = y.exact v := by
  induction h with
  | refl => rfl
  | step s _ ih => rw [s.exact, ih]

/-- Steps may be taken below any operation. -/
theorem Steps.map {c : FExpr → FExpr} (hc : ∀ {x y}, Step x y → Step (c x) (c y)) {x y : FExpr} (h : Steps x y) :
    Steps (c x) (c y) := by
  induction h with
  | refl => exact .refl
  | step s _ ih => exact .step (hc s) ih

/-- Whether a step may change the result is seen: in f32, 1 + (2^25 - 2^25) is 1, the other way round
it is 0. -/
theorem reassoc_changes : ∃ x y : FExpr, Step x y ∧ x.eval .f32 ≠ y.eval .f32 :=
  ⟨add ⟨true, false⟩ (leaf 0x3f800000) (add ⟨true, false⟩ (leaf 0x4c000000) (leaf 0xcc000000)),
    add ⟨true, false⟩ (add ⟨true, false⟩ (leaf 0x3f800000) (leaf 0x4c000000)) (leaf 0xcc000000),
    .addAssoc' rfl rfl, by decide +kernel⟩

end Tuffy.FloatFlags
