import TuffyLean.Rewrites.FloatFlags
import TuffyLean.Rewrites.FloatTactic

/-!
Rules that are sound only under `reassoc` or `contract`, as data, and what it means that one is sound:
every result that the replacement may have is one that the pattern may have (`FloatFlags.Result`),
whatever flagged expressions stand for the variables. Over numbers without rounding, the two are
equal.

An operation of the pattern may carry more flags than the rule needs, each its own; those of the
replacement carry no more than all of them do.

Not here: annotations, which are checks that the pattern does not mention.
-/
namespace Tuffy
open FloatFlags

/-- Patterns and replacements over the floats of one format. -/
inductive FTerm where
  | var (n : String)
  | add (x y : FTerm)
  | sub (x y : FTerm)
  | mul (x y : FTerm)
  | fma (x y z : FTerm)
  | neg (x : FTerm)
deriving DecidableEq, Repr

namespace FTerm

/-- The expression that a term is for, given those for the variables and the flags of the operation at
each place (the way from the root). -/
def inst (v : String → FExpr) : FTerm → (List Nat → Flags) → FExpr
  | var n, _ => v n
  | add x y, s => .add (s []) (x.inst v fun p => s (0 :: p)) (y.inst v fun p => s (1 :: p))
  | sub x y, s => .sub (s []) (x.inst v fun p => s (0 :: p)) (y.inst v fun p => s (1 :: p))
  | mul x y, s => .mul (s []) (x.inst v fun p => s (0 :: p)) (y.inst v fun p => s (1 :: p))
  | fma x y z, s => .fma (s []) (x.inst v fun p => s (0 :: p)) (y.inst v fun p => s (1 :: p)) (z.inst v fun p => s (2 :: p))
  | neg x, s => .neg (x.inst v fun p => s (0 :: p))

def vars : FTerm → List String
  | var n => [n]
  | add x y | sub x y | mul x y => x.vars ++ y.vars
  | fma x y z => x.vars ++ y.vars ++ z.vars
  | neg x => x.vars

/-- The root is an operation that carries flags. -/
def rootOp : FTerm → Bool
  | var _ | neg _ => false
  | _ => true

/-- The same as a term of other rules, which have no flags. -/
def toTerm : FTerm → Term
  | var n => .var n .fp
  | add x y => .fadd x.toTerm y.toTerm
  | sub x y => .fsub x.toTerm y.toTerm
  | mul x y => .fmul x.toTerm y.toTerm
  | fma x y z => .fma x.toTerm y.toTerm z.toTerm
  | neg x => .fneg x.toTerm

instance : Add FTerm := ⟨add⟩
instance : Sub FTerm := ⟨sub⟩
instance : Mul FTerm := ⟨mul⟩
instance : Neg FTerm := ⟨neg⟩
theorem add_def (x y : FTerm) : x + y = add x y := rfl
theorem sub_def (x y : FTerm) : x - y = sub x y := rfl
theorem mul_def (x y : FTerm) : x * y = mul x y := rfl
theorem neg_def (x : FTerm) : -x = neg x := rfl

/-- Giving up flags is permitted. -/
theorem weaken (v : String → FExpr) : (t : FTerm) → {s s' : List Nat → Flags} → (∀ p, (s' p).le (s p)) →
    Steps (t.inst v s) (t.inst v s')
  | var _, _, _, _ => .refl
  | add x y, _, _, h => .step (.weakenAdd (h [])) <|
      ((x.weaken v fun p => h (0 :: p)).map .addLeft).trans ((y.weaken v fun p => h (1 :: p)).map .addRight)
  | sub x y, _, _, h => .step (.weakenSub (h [])) <|
      ((x.weaken v fun p => h (0 :: p)).map .subLeft).trans ((y.weaken v fun p => h (1 :: p)).map .subRight)
  | mul x y, _, _, h => .step (.weakenMul (h [])) <|
      ((x.weaken v fun p => h (0 :: p)).map .mulLeft).trans ((y.weaken v fun p => h (1 :: p)).map .mulRight)
  | fma x y z, _, _, h => .step (.weakenFma (h [])) <|
      ((x.weaken v fun p => h (0 :: p)).map .fmaFirst).trans <|
      ((y.weaken v fun p => h (1 :: p)).map .fmaSecond).trans ((z.weaken v fun p => h (2 :: p)).map .fmaThird)
  | neg x, _, _, h => (x.weaken v fun p => h (0 :: p)).map .neg

end FTerm

/-- A rule. `consts` are the variables that a constant has to stand for and `others` those that none
may: they keep rules from undoing each other, and nothing rests on them. -/
structure RelaxedRule where
  name : String
  doc : String
  needs : Flags
  lhs : FTerm
  rhs : FTerm
  consts : List String := []
  others : List String := []

namespace RelaxedRule

/-- The rule may be applied where the flags of the pattern are like that. -/
def SoundUnder (r : RelaxedRule) (P : (List Nat → Flags) → Prop) : Prop :=
  ∀ (v : String → FExpr) (s : List Nat → Flags) (m : Flags), P s → (∀ p, m.le (s p)) →
    (∀ (f : FloatFmt) (b : Nat), Result f (r.rhs.inst v fun _ => m) b → Result f (r.lhs.inst v s) b) ∧
    ∀ w : Nat → Int, (r.rhs.inst v fun _ => m).exact w = (r.lhs.inst v s).exact w

/-- The rule may be applied where every operation of the pattern carries what the rule needs. -/
def Sound (r : RelaxedRule) : Prop := r.SoundUnder fun s => ∀ p, r.needs.le (s p)

/-- It can be matched and built, and makes no more operations than it replaces. -/
def wf (r : RelaxedRule) : Bool :=
  r.lhs.rootOp && decide (r.needs ≠ ⟨false, false⟩) && (r.rhs.vars ++ r.consts ++ r.others).all (r.lhs.vars.contains ·)
    && decide (ops r.rhs ≤ ops r.lhs)
where
  /-- How many operations there are. -/
  ops : FTerm → Nat
    | .var _ => 0
    | .add x y | .sub x y | .mul x y => ops x + ops y + 1
    | .fma x y z => ops x + ops y + ops z + 1
    | .neg x => ops x + 1

/-- Steps from pattern to replacement are enough, all operations having the same flags. -/
theorem sound {r : RelaxedRule} (h : ∀ (v : String → FExpr) (n : Flags), r.needs.le n →
    Steps (r.lhs.inst v fun _ => n) (r.rhs.inst v fun _ => n)) : r.Sound := by
  intro v s m hs hm
  let n : Flags := ⟨r.needs.reassoc || m.reassoc, r.needs.contract || m.contract⟩
  have hn : ∀ p, n.le (s p) := fun p =>
    ⟨fun e => (Bool.or_eq_true _ _).mp e |>.elim (hs p).1 (hm p).1, fun e => (Bool.or_eq_true _ _).mp e |>.elim (hs p).2 (hm p).2⟩
  have k : Steps (r.lhs.inst v s) (r.rhs.inst v fun _ => m) :=
    ((r.lhs.weaken v hn).trans (h v n ⟨fun e => by simp [n, e], fun e => by simp [n, e]⟩)).trans
      (r.rhs.weaken v fun _ => ⟨fun e => by simp [n, e], fun e => by simp [n, e]⟩)
  exact ⟨fun f b => k.sound, fun w => (k.exact w).symm⟩

end RelaxedRule

/-- A rule with the proof that it may be applied. -/
structure RelaxedProven where
  rule : RelaxedRule
  wf : rule.wf = true
  sound : rule.Sound

/-! ### the terms of the IR -/

/-- The pattern of `b` in a float. -/
def Value.bitsOf : Value → Nat
  | .float _ b => b
  | _ => 0

/-- Where floats stand for the variables, the term has as its value what the interpreter computes of the
expression: one of the permitted results. -/
theorem FTerm.eval_toTerm {f : FloatFmt} {e : Env} (s : List Nat → Flags) : (t : FTerm) →
    (∀ n ∈ t.vars, ∃ b, e.v n = .float f b) →
    t.toTerm.eval e = .float f ((t.inst (fun n => .leaf (e.v n).bitsOf) s).eval f)
  | var n, h => by
    obtain ⟨b, hb⟩ := h n (by simp [vars])
    simp [toTerm, Term.eval, inst, FExpr.eval, hb, Value.bitsOf]
  | add x y, h => by
    have hx := eval_toTerm (fun p => s (0 :: p)) x fun n k => h n (by simp [vars, k])
    have hy := eval_toTerm (fun p => s (1 :: p)) y fun n k => h n (by simp [vars, k])
    simp [toTerm, Term.eval, Term.evalList, hx, hy, evalOp, float2_float, evalFAdd, inst, FExpr.eval]
  | sub x y, h => by
    have hx := eval_toTerm (fun p => s (0 :: p)) x fun n k => h n (by simp [vars, k])
    have hy := eval_toTerm (fun p => s (1 :: p)) y fun n k => h n (by simp [vars, k])
    simp [toTerm, Term.eval, Term.evalList, hx, hy, evalOp, float2_float, evalFSub, inst, FExpr.eval]
  | mul x y, h => by
    have hx := eval_toTerm (fun p => s (0 :: p)) x fun n k => h n (by simp [vars, k])
    have hy := eval_toTerm (fun p => s (1 :: p)) y fun n k => h n (by simp [vars, k])
    simp [toTerm, Term.eval, Term.evalList, hx, hy, evalOp, float2_float, evalFMul, inst, FExpr.eval]
  | fma x y z, h => by
    have hx := eval_toTerm (fun p => s (0 :: p)) x fun n k => h n (by simp [vars, k])
    have hy := eval_toTerm (fun p => s (1 :: p)) y fun n k => h n (by simp [vars, k])
    have hz := eval_toTerm (fun p => s (2 :: p)) z fun n k => h n (by simp [vars, k])
    simp [toTerm, Term.eval, Term.evalList, hx, hy, hz, evalOp, float3_floats, evalFMA, inst, FExpr.eval]
  | neg x, h => by
    have hx := eval_toTerm (fun p => s (0 :: p)) x fun n k => h n (by simp [vars, k])
    simp [toTerm, Term.eval, Term.evalList, hx, evalOp, float1_float, evalFNeg, inst, FExpr.eval]

/-- One poisoned variable poisons the term. -/
theorem FTerm.eval_poison {e : Env} : (t : FTerm) → (∃ n ∈ t.vars, e.v n = .poison) → t.toTerm.eval e = .poison
  | var n, ⟨k, hk, p⟩ => by simp only [vars, List.mem_singleton] at hk; subst hk; simpa [toTerm, Term.eval] using p
  | add x y, ⟨n, hn, p⟩ | sub x y, ⟨n, hn, p⟩ | mul x y, ⟨n, hn, p⟩ => by
    simp only [vars, List.mem_append] at hn
    rcases hn with hn | hn
    · simp [toTerm, Term.eval, Term.evalList, eval_poison x ⟨n, hn, p⟩, evalOp, float2_poison_left]
    · simp [toTerm, Term.eval, Term.evalList, eval_poison y ⟨n, hn, p⟩, evalOp, float2_poison_right]
  | fma x y z, ⟨n, hn, p⟩ => by
    simp only [vars, List.mem_append] at hn
    rcases hn with (hn | hn) | hn
    · simp [toTerm, Term.eval, Term.evalList, eval_poison x ⟨n, hn, p⟩, evalOp, float3_poison_1]
    · simp [toTerm, Term.eval, Term.evalList, eval_poison y ⟨n, hn, p⟩, evalOp, float3_poison_2]
    · simp [toTerm, Term.eval, Term.evalList, eval_poison z ⟨n, hn, p⟩, evalOp, float3_poison_3]
  | neg x, ⟨n, hn, p⟩ => by
    simp [toTerm, Term.eval, Term.evalList, eval_poison x ⟨n, hn, p⟩, evalOp, float1_poison]

/-- What a proven rule does to values: it makes nothing poison, and of floats a permitted result. -/
theorem RelaxedProven.values (q : RelaxedProven) {f : FloatFmt} {e : Env} {s : List Nat → Flags}
    (hs : ∀ p, q.rule.needs.le (s p))
    (h : ∀ n ∈ q.rule.lhs.vars, e.v n = .poison ∨ ∃ b, e.v n = .float f b) :
    q.rule.lhs.toTerm.eval e = .poison ∨ ∃ b, q.rule.rhs.toTerm.eval e = .float f b ∧
      Result f (q.rule.lhs.inst (fun n => .leaf (e.v n).bitsOf) s) b := by
  by_cases p : ∃ n ∈ q.rule.lhs.vars, e.v n = .poison
  · exact .inl (q.rule.lhs.eval_poison p)
  · have all : ∀ n ∈ q.rule.lhs.vars, ∃ b, e.v n = .float f b := fun n k =>
      (h n k).elim (fun z => absurd ⟨n, k, z⟩ p) id
    have sub : ∀ n ∈ q.rule.rhs.vars, ∃ b, e.v n = .float f b := fun n k => all n (by
      have w := q.wf
      simp only [RelaxedRule.wf, Bool.and_eq_true, List.all_eq_true, List.contains_iff_mem] at w
      exact w.1.2 n (by simp [k]))
    refine .inr ⟨_, q.rule.rhs.eval_toTerm (fun _ => ⟨false, false⟩) sub, ?_⟩
    exact (q.sound _ s ⟨false, false⟩ hs fun _ => ⟨fun z => (nomatch z), fun z => (nomatch z)⟩).1 f _ (result_eval f _)

/-! ### writing rules -/

/-! Variables: `x y z w`, and `c d` for constants. -/
namespace RVars
abbrev x : FTerm := .var "x"
abbrev y : FTerm := .var "y"
abbrev z : FTerm := .var "z"
abbrev w : FTerm := .var "w"
abbrev c : FTerm := .var "c"
abbrev d : FTerm := .var "d"
abbrev reassoc : Flags := ⟨true, false⟩
abbrev contract : Flags := ⟨false, true⟩
abbrev both : Flags := ⟨true, true⟩
end RVars

set_option hygiene false in
/-- `relaxed_rule name "what it says" needs (lhs) => (rhs) consts [names] others [names] := steps`: `steps`
leads from pattern to replacement; `h` is that the operations carry what is needed, so that `a` and
`k` are it about `reassoc` and `contract`. -/
macro "relaxed_rule " n:ident doc:str needs:ident l:term:max " => " r:term:max " consts " cs:term:max " others " os:term:max " := " prf:term : command => do
  let name := Lean.Syntax.mkStrLit (n.getId.toString (escape := false))
  `(command| def $n : RelaxedProven where
      rule := { name := $name, doc := $doc, needs := $needs, lhs := $l, rhs := $r, consts := $cs, others := $os }
      wf := by decide
      sound := RelaxedRule.sound fun v n h => by
        have a := h.1
        have k := h.2
        simp only [forall_const, reduceCtorEq, false_implies] at a k
        simp only [FTerm.add_def, FTerm.sub_def, FTerm.mul_def, FTerm.neg_def, FTerm.inst]
        exact $prf)

end Tuffy
