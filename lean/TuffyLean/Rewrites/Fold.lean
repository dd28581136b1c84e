import TuffyLean.Rewrites.Rule

/-!
Constant folding: one function for all opcodes, and the theorem that it is right. What would be
poison is left alone.
-/
namespace Tuffy

/-- A value that a program can write down as a constant: an int, a bool or a float. -/
def Value.literal : Value → Bool
  | .int _ | .bool _ | .float _ _ => true
  | _ => false

/-- The result of an opcode on literals, if that is a literal. -/
def fold (o : Op) (args : List Value) : Option Value :=
  if args.all Value.literal && (evalOp o args).literal then some (evalOp o args) else none

/-- What is folded is what the opcode evaluates to. -/
theorem fold_eq {o : Op} {args : List Value} {v : Value} (h : fold o args = some v) : evalOp o args = v := by
  unfold fold at h; split at h
  · exact Option.some.inj h
  · exact nomatch h

/-- Everything that can be folded is: literal operands give a literal, or poison, or (of `inttoptr`) a
pointer. -/
theorem fold_complete (o : Op) {args : List Value} (h : args.all Value.literal = true) (n : evalOp o args ≠ .poison)
    (np : ∀ p, evalOp o args ≠ .ptr p) :
    fold o args = some (evalOp o args) := by
  have literal : evalOp o args = .poison ∨ (∃ p, evalOp o args = .ptr p) ∨ (evalOp o args).literal = true := by
    cases o <;> simp only [evalOp, int1, int2, int3, bool1, bool2, select3,
        float1, float2, float3, floatInt, ptr1, ptr2, ptrInt] <;>
      split <;> (try exact .inl rfl) <;>
      simp only [evalAdd, evalSub, evalMul, evalDiv, evalRem, evalTDiv, evalTRem, evalAnd, evalOr, evalXor, evalNot,
        evalShl, evalShr, evalMin, evalMax, evalClmul, evalCountOnes, evalCountLeadingZeros, evalCountTrailingZeros,
        evalBswap, evalBitReverse, evalRotateLeft, evalRotateRight, evalMerge, evalSplitHi, evalSplitLo,
        evalSext, evalZext, evalICmp, evalBnot, evalBand, evalBor, evalBxor, evalSelect, evalBoolToInt, evalIntToBool,
        evalFAdd, evalFSub, evalFMul, evalFDiv, evalFRem, evalFMinNum, evalFMaxNum, evalFSqrt, evalFMA, evalFNeg, evalFAbs,
        evalCopySign, evalFCmp, evalFpConvert, evalSiToFp, evalUiToFp, evalFpToSi, evalFpToUi, evalFpToSiSat, evalFpToUiSat,
        evalPtrAdd, evalPtrDiff, evalPtrToAddr, evalIntToPtr] <;>
      (try (split <;> first | exact .inl rfl | exact .inr (.inr rfl) | exact .inr (.inl ⟨_, rfl⟩) | skip)) <;>
      (try exact .inr (.inr rfl)) <;> (try exact .inr (.inl ⟨_, rfl⟩)) <;>
      (try (split <;> first | exact .inl rfl | exact .inr (.inr rfl) | skip)) <;>
      (try (split <;> first | exact .inl rfl | exact .inr (.inr rfl) | skip)) <;>
      (right; right; simp only [List.all_cons, Bool.and_eq_true] at h; simp [h])
  rcases literal with p | ⟨q, p⟩ | l
  · exact absurd p n
  · exact absurd p (np q)
  · unfold fold; rw [h, l]; rfl

/-! ### terms -/

def Value.toTerm : Value → Option Term
  | .int i => some (.lit i)
  | .bool b => some (.bool b)
  | .float f b =>
    if f = .bf16 then some (.float .bf16 b) else if f = .f16 then some (.float .f16 b)
    else if f = .f32 then some (.float .f32 b) else if f = .f64 then some (.float .f64 b) else none
  | _ => none

/-- The literal that a term is. -/
def Term.toValue : Term → Option Value
  | .calc (.lit i) => some (.int i)
  | .bool b => some (.bool b)
  | .float f b => some (.float f.fmt b)
  | _ => none

def Term.toValues : List Term → Option (List Value)
  | [] => some []
  | t :: ts => match t.toValue, Term.toValues ts with
    | some v, some vs => some (v :: vs)
    | _, _ => none

/-- The literal for an opcode on literals, if there is one. -/
def Term.foldOp (o : Op) (args : List Term) : Option Term :=
  (Term.toValues args).bind fun vs => (Tuffy.fold o vs).bind Value.toTerm

mutual
/-- Folds every opcode whose operands are, or become, literals. -/
def Term.fold : Term → Term
  | .op o args => (Term.foldOp o (Term.foldList args)).getD (.op o (Term.foldList args))
  | .use a t => .use a t.fold
  | .res a t => .res a t.fold
  | t => t
def Term.foldList : List Term → List Term
  | [] => []
  | t :: ts => t.fold :: Term.foldList ts
end

theorem Term.eval_toValue {t : Term} {v : Value} (e : Env) (h : t.toValue = some v) : t.eval e = v := by
  unfold Term.toValue at h; split at h
  · exact Option.some.inj h
  · exact Option.some.inj h
  · exact Option.some.inj h
  · exact nomatch h

theorem Value.eval_toTerm {v : Value} {t : Term} (e : Env) (h : v.toTerm = some t) : t.eval e = v := by
  unfold Value.toTerm at h; split at h
  · rw [← Option.some.inj h]; rfl
  · rw [← Option.some.inj h]; rfl
  · repeat' split at h
    all_goals first | (cases h; done) | (subst_vars; rw [← Option.some.inj h]; rfl)
  · exact nomatch h

theorem Term.eval_toValues {ts : List Term} {vs : List Value} (e : Env) (h : Term.toValues ts = some vs) :
    Term.evalList e ts = vs := by
  induction ts generalizing vs with
  | nil => exact Option.some.inj h
  | cons t ts ih =>
    unfold Term.toValues at h; split at h
    · rename_i v vs' hv hvs
      rw [← Option.some.inj h, Term.evalList, Term.eval_toValue e hv, ih hvs]
    · exact nomatch h

theorem Term.eval_foldOp {o : Op} {ts : List Term} {t : Term} (e : Env) (h : Term.foldOp o ts = some t) :
    t.eval e = evalOp o (Term.evalList e ts) := by
  simp only [Term.foldOp, Option.bind_eq_some_iff] at h
  rcases h with ⟨vs, hvs, v, hv, ht⟩
  rw [Value.eval_toTerm e ht, Term.eval_toValues e hvs, fold_eq hv]

mutual
/-- Folding does not change what a term means. -/
theorem Term.eval_fold (e : Env) : (t : Term) → t.fold.eval e = t.eval e
  | .var _ _ => rfl
  | .calc _ => rfl
  | .bool _ => rfl
  | .float _ _ => rfl
  | .recip _ => rfl
  | .use a t => congrArg (a.eval e).check (Term.eval_fold e t)
  | .res a t => congrArg (a.eval e).check (Term.eval_fold e t)
  | .op o args => by
    have ih := Term.evalList_fold e args
    rw [Term.fold]
    cases h : Term.foldOp o (Term.foldList args) with
    | none => exact congrArg (evalOp o) ih
    | some t => rw [Option.getD_some, Term.eval_foldOp e h, ih]; rfl
theorem Term.evalList_fold (e : Env) : (ts : List Term) → Term.evalList e (Term.foldList ts) = Term.evalList e ts
  | [] => rfl
  | t :: ts => by rw [Term.foldList, Term.evalList, Term.evalList, Term.eval_fold e t, Term.evalList_fold e ts]
end

end Tuffy
