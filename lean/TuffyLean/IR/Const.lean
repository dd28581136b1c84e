import TuffyLean.IR.Refine

/-!
Constants, parameters, and `freeze`, which are no opcodes of rules: what they say is not an operand.

What `freeze` makes is up to the run: `evalFreeze` is given a value to take it from, one without
poison of the same type. The interpreter takes 0 unless it is told otherwise.
-/
namespace Tuffy

def evalIConst (n : Int) : Value := .int n
def evalBConst (b : Bool) : Value := .bool b
/-- The low bits of the number written are those of the float. -/
def evalFConst (f : FloatFmt) (bits : Nat) : Value := .float f (bits % 2 ^ f.width)

/-- Types as `poison` writes them: bytes are poison one by one, aggregates field by field. -/
inductive Shape where
  | scalar
  | bytes (n : Nat)
  | agg (fs : List Shape)

/-- A poison value of a type. -/
def evalPoison : Shape → Value
  | .scalar => .poison
  | .bytes n => .bytes (List.replicate n .poison)
  | .agg fs => .agg (fs.map evalPoison)

/-- The argument with that index. -/
def evalParam (args : List Value) (i : Nat) : Value := args.getD i .poison

/-- A byte that is poison or uninit replaced. -/
def Byte.freeze (b pick : Byte) : Byte :=
  match b with
  | .poison | .uninit => pick
  | b => b

/-- Bytes frozen one by one; where `pick` has no more, with 0. -/
def freezeBytes : (pick bs : List Byte) → List Byte
  | _, [] => []
  | [], b :: bs => b.freeze (.bits 0) :: freezeBytes [] bs
  | p :: ps, b :: bs => b.freeze p :: freezeBytes ps bs

/-- The bytes of a value that is bytes. -/
def Value.bytesOf : Value → List Byte
  | .bytes bs => bs
  | _ => []

/-- The fields of an aggregate. -/
def Value.fieldsOf : Value → List Value
  | .agg fs => fs
  | _ => []

mutual
/-- `v` with what is poison or uninit taken from `pick`. -/
def evalFreeze (pick : Value) : Value → Value
  | .poison => pick
  | .bytes bs => .bytes (freezeBytes pick.bytesOf bs)
  | .agg fs => .agg (freezeFields pick.fieldsOf fs)
  | v => v
/-- Fields frozen one by one; where `pick` has no more, with 0. -/
def freezeFields : (pick fs : List Value) → List Value
  | _, [] => []
  | [], v :: vs => evalFreeze (.int 0) v :: freezeFields [] vs
  | p :: ps, v :: vs => evalFreeze p v :: freezeFields ps vs
end

theorem Byte.freeze_refines (p b : Byte) : (b.freeze p).refines b := by
  cases b <;> simp [Byte.freeze, Byte.refines]

theorem freezeBytes_refines (ps bs : List Byte) : Byte.refinesList (freezeBytes ps bs) bs := by
  induction bs generalizing ps with
  | nil => simp [freezeBytes, Byte.refinesList]
  | cons b bs ih => cases ps <;> exact ⟨Byte.freeze_refines _ _, ih _⟩

mutual
/-- What is frozen may stand for what it was. -/
theorem freeze_refines (pick v : Value) : evalFreeze pick v ⊑ v := by
  cases v with
  | poison => exact .poison _
  | bytes bs => rw [evalFreeze]; exact .bytes (freezeBytes_refines _ _)
  | agg fs => rw [evalFreeze]; exact .agg (freezeFields_refines _ fs)
  | _ => exact .refl _
theorem freezeFields_refines (ps fs : List Value) : RefinesList (freezeFields ps fs) fs := by
  cases fs with
  | nil => cases ps <;> exact .nil
  | cons f fs => cases ps <;> exact .cons (freeze_refines _ f) (freezeFields_refines _ fs)
end

/-- Whether a byte is known or part of a pointer. -/
def Byte.fixed : Byte → Bool
  | .poison | .uninit => false
  | _ => true

/-- Bytes are never frozen twice: what is fixed stays. -/
theorem freezeBytes_fixed {bs : List Byte} (ps : List Byte) (h : bs.all Byte.fixed = true) : freezeBytes ps bs = bs := by
  induction bs generalizing ps with
  | nil => simp [freezeBytes]
  | cons b bs ih =>
    simp only [List.all_cons, Bool.and_eq_true] at h
    have e : ∀ p, b.freeze p = b := fun p => by cases b <;> simp_all [Byte.freeze, Byte.fixed]
    cases ps <;> simp [freezeBytes, e, ih _ h.2]

/-- Frozen with fixed bytes, all bytes are. -/
theorem freezeBytes_all {ps : List Byte} (bs : List Byte) (h : ps.all Byte.fixed = true) : (freezeBytes ps bs).all Byte.fixed = true := by
  induction bs generalizing ps with
  | nil => simp [freezeBytes]
  | cons b bs ih =>
    cases ps with
    | nil => simp only [freezeBytes, List.all_cons, ih h, Bool.and_true]; cases b <;> rfl
    | cons p ps =>
      simp only [List.all_cons, Bool.and_eq_true] at h
      simp only [freezeBytes, List.all_cons, ih h.2, Bool.and_true]
      cases b <;> simp [Byte.freeze, Byte.fixed] <;> exact h.1

/-- Frozen vectors stay as they are when they are frozen again, whatever is picked then. -/
theorem freeze_freeze {ps : List Byte} (q : Value) (bs : List Byte) (h : ps.all Byte.fixed = true) :
    evalFreeze q (evalFreeze (.bytes ps) (.bytes bs)) = evalFreeze (.bytes ps) (.bytes bs) := by
  simp only [evalFreeze]
  exact congrArg Value.bytes (freezeBytes_fixed q.bytesOf (freezeBytes_all bs h))

end Tuffy
