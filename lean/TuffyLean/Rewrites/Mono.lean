import TuffyLean.Rewrites.Rule

/-!
Refinement goes through everything: opcodes, checks, terms. Hence a sound rule may be applied
inside any context, and to instructions that carry more annotations than its pattern.
-/
namespace Tuffy

/-! ### opcodes -/

theorem RefinesList.refl : (as : List Value) → RefinesList as as
  | [] => .nil
  | a :: as => .cons (.refl a) (RefinesList.refl as)

theorem refines_of_int {v : Value} {a : Int} (h : v ⊑ .int a) : v = .int a := by rwa [refines_int] at h
theorem refines_of_bool {v : Value} {a : Bool} (h : v ⊑ .bool a) : v = .bool a := by rwa [refines_bool] at h

/-- Values that nothing but themselves refines. -/
def Value.known : Value → Prop
  | .int _ | .bool _ | .float _ _ | .ptr _ => True
  | _ => False

theorem refines_of_known {a b : Value} (h : a ⊑ b) (k : b.known) : a = b := by
  cases h <;> first | rfl | exact k.elim

/-- Of lists of ints, bools, floats and pointers, only the list itself is a refinement. -/
theorem refines_known {as bs : List Value} (h : RefinesList as bs)
    (k : ∀ b ∈ bs, b.known) : as = bs := by
  induction bs generalizing as with
  | nil => cases h; rfl
  | cons b bs ih =>
    cases h with
    | cons h hs =>
      rw [ih hs fun b m => k b (List.mem_cons_of_mem _ m)]
      rw [refines_of_known h (k b List.mem_cons_self)]

/-- A function of lists that is poison but for ints, bools, floats and pointers is monotone. -/
theorem mono_of_strict {f : List Value → Value} {as bs : List Value} (h : RefinesList as bs)
    (strict : f bs = .poison ∨ ∀ b ∈ bs, b.known) : f as ⊑ f bs := by
  rcases strict with p | k
  · rw [p]; exact .poison _
  · rw [refines_known h k]; exact .refl _

theorem int1_mono (f) {as bs : List Value} (h : RefinesList as bs) : int1 f as ⊑ int1 f bs := by
  refine mono_of_strict h ?_
  unfold int1; split
  · right; simp [Value.known]
  · exact .inl rfl
theorem int2_mono (f) {as bs : List Value} (h : RefinesList as bs) : int2 f as ⊑ int2 f bs := by
  refine mono_of_strict h ?_
  unfold int2; split
  · right; simp [Value.known]
  · exact .inl rfl
theorem int3_mono (f) {as bs : List Value} (h : RefinesList as bs) : int3 f as ⊑ int3 f bs := by
  refine mono_of_strict h ?_
  unfold int3; split
  · right; simp [Value.known]
  · exact .inl rfl
theorem bool1_mono (f) {as bs : List Value} (h : RefinesList as bs) : bool1 f as ⊑ bool1 f bs := by
  refine mono_of_strict h ?_
  unfold bool1; split
  · right; simp [Value.known]
  · exact .inl rfl
theorem bool2_mono (f) {as bs : List Value} (h : RefinesList as bs) : bool2 f as ⊑ bool2 f bs := by
  refine mono_of_strict h ?_
  unfold bool2; split
  · right; simp [Value.known]
  · exact .inl rfl
theorem float1_mono (f) {as bs : List Value} (h : RefinesList as bs) : float1 f as ⊑ float1 f bs := by
  refine mono_of_strict h ?_
  unfold float1; split
  · right; simp [Value.known]
  · exact .inl rfl
theorem float2_mono (f) {as bs : List Value} (h : RefinesList as bs) : float2 f as ⊑ float2 f bs := by
  refine mono_of_strict h ?_
  unfold float2; split
  · right; simp [Value.known]
  · exact .inl rfl
theorem float3_mono (f) {as bs : List Value} (h : RefinesList as bs) : float3 f as ⊑ float3 f bs := by
  refine mono_of_strict h ?_
  unfold float3; split
  · right; simp [Value.known]
  · exact .inl rfl
theorem floatInt_mono (f) {as bs : List Value} (h : RefinesList as bs) : floatInt f as ⊑ floatInt f bs := by
  refine mono_of_strict h ?_
  unfold floatInt; split
  · right; simp [Value.known]
  · exact .inl rfl
theorem ptr1_mono (f) {as bs : List Value} (h : RefinesList as bs) : ptr1 f as ⊑ ptr1 f bs := by
  refine mono_of_strict h ?_
  unfold ptr1; split
  · right; simp [Value.known]
  · exact .inl rfl
theorem ptr2_mono (f) {as bs : List Value} (h : RefinesList as bs) : ptr2 f as ⊑ ptr2 f bs := by
  refine mono_of_strict h ?_
  unfold ptr2; split
  · right; simp [Value.known]
  · exact .inl rfl
theorem ptrInt_mono (f) {as bs : List Value} (h : RefinesList as bs) : ptrInt f as ⊑ ptrInt f bs := by
  refine mono_of_strict h ?_
  unfold ptrInt; split
  · right; simp [Value.known]
  · exact .inl rfl
theorem select3_mono {as bs : List Value} (h : RefinesList as bs) : select3 as ⊑ select3 bs := by
  have k : select3 bs = .poison ∨ ∃ c x y, bs = [.bool c, x, y] := by
    unfold select3; split
    · exact .inr ⟨_, _, _, rfl⟩
    · exact .inl rfl
  rcases k with p | ⟨c, x, y, rfl⟩
  · rw [p]; exact .poison _
  · match as, h with
    | [_, _, _], .cons hc (.cons hx (.cons hy .nil)) =>
      rw [refines_of_bool hc]
      cases c
      · exact hy
      · exact hx

/-- Less poison in the operands of an opcode makes less poison in its result. -/
theorem evalOp_mono (o : Op) {as bs : List Value} (h : RefinesList as bs) : evalOp o as ⊑ evalOp o bs := by
  cases o <;> simp only [evalOp] <;>
    first | exact int2_mono _ h | exact int1_mono _ h | exact int3_mono _ h | exact bool1_mono _ h | exact bool2_mono _ h | exact select3_mono h |
      exact float2_mono _ h | exact float1_mono _ h | exact float3_mono _ h | exact floatInt_mono _ h |
      exact ptr1_mono _ h | exact ptr2_mono _ h | exact ptrInt_mono _ h

/-! ### checks -/

/-- `a` claims at least what `b` claims. -/
def Annot.implies (a b : Annot) : Prop := ∀ v, a.holds v → b.holds v

theorem Annot.implies_refl (a : Annot) : a.implies a := fun _ h => h
theorem Annot.implies_nil (a : Annot) : a.implies [] := fun v _ => holds_nil v
theorem Annot.append_implies_left (a b : Annot) : Annot.implies (a ++ b) a := fun v h => ((holds_append a b v).mp h).1
theorem Annot.append_implies_right (a b : Annot) : Annot.implies (a ++ b) b := fun v h => ((holds_append a b v).mp h).2

/-- What refines a value that is not poison meets the claims that it meets. -/
theorem Claim.holds_of_refines {c : Claim} {v' v : Value} (h : v' ⊑ v) (n : v ≠ .poison) (k : c.holds v) : c.holds v' := by
  cases h with
  | poison => exact absurd rfl n
  | refl => exact k
  | bytes _ => cases c <;> trivial
  | agg _ => cases c <;> trivial

/-- Fewer claims and less poison before a check make less poison after it. -/
theorem Annot.check_mono {a' a : Annot} {v' v : Value} (h : v' ⊑ v) (i : a.implies a') : a'.check v' ⊑ a.check v := by
  by_cases n : v = .poison
  · rw [n, check_poison]; exact .poison _
  · by_cases k : a.holds v
    · have k' : a'.holds v' := fun c m => Claim.holds_of_refines h n (i v k c m)
      rw [Annot.check, if_pos k', Annot.check, if_pos k]; exact h
    · rw [Annot.check.eq_def a, if_neg k]; exact .poison _

/-! ### terms -/

/-- `e'` is as `e`, but with less poison in its values and fewer claims in its annotations. -/
structure Env.Refines (e' e : Env) : Prop where
  v : ∀ n, e'.v n ⊑ e.v n
  c : e'.c = e.c
  a : ∀ n, Annot.implies (e.a n) (e'.a n)

theorem CExpr.eval_congr {e' e : Env} (h : e'.c = e.c) (x : CExpr) : x.eval e' = x.eval e := by
  induction x <;> simp_all [eval]

theorem CClaim.eval_congr {e' e : Env} (h : e'.c = e.c) (x : CClaim) : x.eval e' = x.eval e := by
  cases x <;> simp [eval, CExpr.eval_congr h]

theorem CAnnot.eval_implies {e' e : Env} (h : e'.Refines e) (a : CAnnot) : Annot.implies (a.eval e) (a.eval e') := by
  intro v k c m
  simp only [eval, List.mem_append, List.mem_flatMap, List.mem_map] at m
  rcases m with ⟨n, hn, hc⟩ | ⟨x, hx, rfl⟩
  · refine h.a n v (fun d hd => k d ?_) c hc
    simp only [eval, List.mem_append, List.mem_flatMap]; exact .inl ⟨n, hn, hd⟩
  · refine k _ ?_
    rw [CClaim.eval_congr h.c]
    simp only [eval, List.mem_append, List.mem_map]; exact .inr ⟨x, hx, rfl⟩

mutual
/-- Less poison in the variables makes less poison in the value of a term. -/
theorem Term.eval_mono {e' e : Env} (h : e'.Refines e) : (t : Term) → t.eval e' ⊑ t.eval e
  | .var n _ => h.v n
  | .calc x => by simp only [Term.eval, CExpr.eval_congr h.c]; exact .refl _
  | .bool _ => .refl _
  | .float _ _ => .refl _
  | .recip n => float1_mono _ (.cons (h.v n) .nil)
  | .op o args => evalOp_mono o (Term.evalList_mono h args)
  | .use a t => Annot.check_mono (Term.eval_mono h t) (a.eval_implies h)
  | .res a t => Annot.check_mono (Term.eval_mono h t) (a.eval_implies h)
theorem Term.evalList_mono {e' e : Env} (h : e'.Refines e) : (ts : List Term) → RefinesList (Term.evalList e' ts) (Term.evalList e ts)
  | [] => .nil
  | t :: ts => .cons (Term.eval_mono h t) (Term.evalList_mono h ts)
end

mutual
/-- `t'` is `t` with further annotations. -/
inductive Term.Annotated : Term → Term → Prop where
  | refl (t : Term) : Annotated t t
  | op {o : Op} {ts' ts : List Term} : AnnotatedList ts' ts → Annotated (.op o ts') (.op o ts)
  | use {t' t : Term} (a : CAnnot) : Annotated t' t → Annotated (.use a t') (.use a t)
  | res {t' t : Term} (a : CAnnot) : Annotated t' t → Annotated (.res a t') (.res a t)
  | addUse {t' t : Term} (a : CAnnot) : Annotated t' t → Annotated (.use a t') t
  | addRes {t' t : Term} (a : CAnnot) : Annotated t' t → Annotated (.res a t') t
inductive Term.AnnotatedList : List Term → List Term → Prop where
  | nil : AnnotatedList [] []
  | cons {t' t : Term} {ts' ts : List Term} : Annotated t' t → AnnotatedList ts' ts → AnnotatedList (t' :: ts') (t :: ts)
end

theorem Annot.drop_mono (a : Annot) {v' v : Value} (h : v' ⊑ v) : v' ⊑ a.check v := by
  have := check_mono h (implies_nil a)
  rwa [check_nil] at this

mutual
/-- Annotations only add poison. -/
theorem Term.eval_annotated (e : Env) {t' t : Term} : Term.Annotated t' t → t.eval e ⊑ t'.eval e
  | .refl _ => .refl _
  | .op (o := o) h => evalOp_mono o (Term.evalList_annotated e h)
  | .use a h => Annot.check_mono (Term.eval_annotated e h) (Annot.implies_refl _)
  | .res a h => Annot.check_mono (Term.eval_annotated e h) (Annot.implies_refl _)
  | .addUse a h => Annot.drop_mono _ (Term.eval_annotated e h)
  | .addRes a h => Annot.drop_mono _ (Term.eval_annotated e h)
theorem Term.evalList_annotated (e : Env) {ts' ts : List Term} :
    Term.AnnotatedList ts' ts → RefinesList (Term.evalList e ts) (Term.evalList e ts')
  | .nil => .nil
  | .cons h hs => .cons (Term.eval_annotated e h) (Term.evalList_annotated e hs)
end

/-! ### rules -/

theorem Kind.refines {k : Kind} {l r : Value} (h : k.relates l r) : r ⊑ l := by
  cases k
  · exact h.1
  · exact h

/-- The environment in which the variable `x` is `v`. -/
def Env.set (e : Env) (x : String) (v : Value) : Env := { e with v := fun n => if n = x then v else e.v n }

theorem Env.set_mono (e : Env) (x : String) {v' v : Value} (h : v' ⊑ v) : (e.set x v').Refines (e.set x v) where
  v n := by simp only [set]; split
            · exact h
            · exact .refl _
  c := rfl
  a _ := Annot.implies_refl _

/-- A sound rule may replace an instance of its pattern, annotated further or not, anywhere: with
the replacement, the value of the whole context `C`, of which `x` is the place, refines the
former. `e` is what the context sees, `m` what matching has bound. -/
theorem Rule.Sound.apply {r : Rule} (sound : r.Sound) {m : Env} (typed : r.lhs.typed m) (pre : Pre.all m r.pre)
    {l : Term} (matched : l.Annotated r.lhs) (e : Env) (x : String) (C : Term) :
    C.eval (e.set x (r.rhs.eval m)) ⊑ C.eval (e.set x (l.eval m)) :=
  Term.eval_mono (e.set_mono x ((Kind.refines (sound m typed pre)).trans (Term.eval_annotated m matched))) C

end Tuffy
