import TuffyLean.Rewrites.FloatFlags

/-!
What `reassoc` and `contract` do not permit: an expression in which no two operations that could trade
places or be fused carry the flag (`rigid`) has one result, and one with a NaN in it no other.
-/
namespace Tuffy.FloatFlags
open FExpr

/-! ### what has one result -/

/-- A sum that `reassoc` may take apart. -/
def FExpr.sum : FExpr → Bool
  | add s _ _ | sub s _ _ | fma s _ _ _ => s.reassoc
  | neg x => x.sum
  | _ => false

/-- A product that `reassoc` may take apart. -/
def FExpr.product : FExpr → Bool
  | mul s _ _ => s.reassoc
  | neg x => x.product
  | _ => false

/-- A product that `contract` may fuse. -/
def FExpr.fusible : FExpr → Bool
  | mul s _ _ => s.contract
  | neg x => x.fusible
  | _ => false

/-- No two operations that follow each other may trade places or be fused. -/
def FExpr.rigid : FExpr → Bool
  | leaf _ => true
  | add s x y | sub s x y => x.rigid && y.rigid && !(s.reassoc && (x.sum || y.sum)) && !(s.contract && (x.fusible || y.fusible))
  | mul s x y => x.rigid && y.rigid && !(s.reassoc && (x.product || y.product))
  | fma _ x y z => x.rigid && y.rigid && z.rigid
  | neg x => x.rigid

theorem add_neg_neg (f : FloatFmt) (a b : Nat) : f.add a (f.neg (f.neg b)) = f.add a b := by
  simp only [FloatFmt.add, FloatFmt.isNaN_neg, FloatFmt.isInf_neg, FloatFmt.sign_neg, FloatFmt.signed_neg, Bool.not_not, Int.neg_neg]

/-- A step from a rigid expression changes neither its result nor that it is rigid. -/
theorem Step.rigid {f : FloatFmt} {x y : FExpr} (h : Step x y) (r : x.rigid = true) :
    y.rigid = true ∧ y.eval f = x.eval f ∧ (y.sum = true → x.sum = true) ∧
      (y.product = true → x.product = true) ∧ (y.fusible = true → x.fusible = true) := by
  induction h with
  | addComm => simp_all [FExpr.rigid, FExpr.eval, FExpr.sum, FExpr.product, FExpr.fusible, FloatFmt.add_comm]; grind
  | mulComm => simp_all [FExpr.rigid, FExpr.eval, FExpr.sum, FExpr.product, FExpr.fusible, FloatFmt.mul_comm]; grind
  | subAdd | addNeg => simp_all [FExpr.rigid, FExpr.eval, FExpr.sum, FExpr.product, FExpr.fusible, FloatFmt.sub]
  | subNeg => simp_all [FExpr.rigid, FExpr.eval, FExpr.sum, FExpr.product, FExpr.fusible, FloatFmt.sub, add_neg_neg]
  | weakenAdd l | weakenSub l | weakenMul l | weakenFma l =>
    simp only [FExpr.rigid, FExpr.eval, FExpr.sum, FExpr.product, FExpr.fusible, Flags.le, Bool.and_eq_true, Bool.not_eq_true'] at *
    grind
  | _ =>
    simp only [FExpr.rigid, FExpr.eval, FExpr.sum, FExpr.product, FExpr.fusible, Bool.and_eq_true, Bool.not_eq_true'] at *
    grind

theorem Steps.rigid {f : FloatFmt} {x y : FExpr} (h : Steps x y) (r : x.rigid = true) : y.eval f = x.eval f := by
  induction h with
  | refl => rfl
  | step s _ ih => rw [ih (s.rigid (f := f) r).1, (s.rigid r).2.1]

/-- A rigid expression has the result of the interpreter, and no other. -/
theorem result_rigid {f : FloatFmt} {x : FExpr} (h : x.rigid = true) {r : Nat} : Result f x r ↔ r = x.eval f :=
  ⟨fun ⟨_, k, e⟩ => e ▸ k.rigid h, fun e => e ▸ result_eval f x⟩

/-! ### NaNs stay -/

/-- A leaf is NaN. -/
def FExpr.hasNaN (f : FloatFmt) : FExpr → Bool
  | leaf b => f.isNaN b
  | add _ x y | sub _ x y | mul _ x y => x.hasNaN f || y.hasNaN f
  | fma _ x y z => x.hasNaN f || y.hasNaN f || z.hasNaN f
  | neg x => x.hasNaN f

theorem Step.hasNaN {f : FloatFmt} {x y : FExpr} (h : Step x y) : y.hasNaN f = x.hasNaN f := by
  induction h <;> simp only [FExpr.hasNaN] <;> grind

theorem FExpr.eval_NaN {f : FloatFmt} (n : f.isNaN f.nan = true) (x : FExpr) (h : x.hasNaN f = true) : f.isNaN (x.eval f) = true := by
  induction x with
  | leaf b => exact h
  | add _ x y hx hy =>
    simp only [FExpr.hasNaN, Bool.or_eq_true] at h
    rcases h with h | h <;> simp [FExpr.eval, FloatFmt.add, hx, hy, h, n]
  | sub _ x y hx hy =>
    simp only [FExpr.hasNaN, Bool.or_eq_true] at h
    rcases h with h | h <;> simp [FExpr.eval, FloatFmt.sub, FloatFmt.add, FloatFmt.isNaN_neg, hx, hy, h, n]
  | mul _ x y hx hy =>
    simp only [FExpr.hasNaN, Bool.or_eq_true] at h
    rcases h with h | h <;> simp [FExpr.eval, FloatFmt.mul, hx, hy, h, n]
  | fma _ x y z hx hy hz =>
    simp only [FExpr.hasNaN, Bool.or_eq_true] at h
    rcases h with (h | h) | h <;> simp [FExpr.eval, FloatFmt.fma, hx, hy, hz, h, n]
  | neg x hx => simpa [FExpr.eval, FloatFmt.isNaN_neg] using hx h

/-- What has a NaN in it has no other result. -/
theorem result_NaN {f : FloatFmt} (n : f.isNaN f.nan = true) {x : FExpr} (h : x.hasNaN f = true) {r : Nat} (k : Result f x r) :
    f.isNaN r = true := by
  obtain ⟨y, s, e⟩ := k
  subst e
  apply FExpr.eval_NaN n
  induction s with
  | refl => exact h
  | step s _ ih => exact ih (s.hasNaN.trans h)

end Tuffy.FloatFlags
