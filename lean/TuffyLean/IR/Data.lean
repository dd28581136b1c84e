import TuffyLean.IR.Memory

/-!
The pure operations that only move data: `bitcast`, `extractvalue`, `insertvalue`. They are no opcodes
of rules: their types and paths are not operands.
-/
namespace Tuffy

/-- The bytes of a value read as another type of the same size; an int has as many bytes as the other
type. -/
def evalBitCast (source target : Acc) (v : Value) : Value :=
  if source = target then v else decode target (encode source v)

/-- The field that a path names, poison included. -/
def evalExtractValue : List Nat → Value → Value
  | [], v => v
  | i :: path, .agg fs => evalExtractValue path (fs.getD i .poison)
  | _, _ => .poison

/-- The aggregate with the field that a path names replaced; what is put there may be poison. -/
def evalInsertValue : List Nat → Value → Value → Value
  | [], _, v => v
  | i :: path, .agg fs, v => .agg (fs.set i (evalInsertValue path (fs.getD i .poison) v))
  | _, _, _ => .poison

/-- Whether a path names a field. -/
def hasField : List Nat → Value → Bool
  | [], _ => true
  | i :: path, .agg fs => decide (i < fs.length) && hasField path (fs.getD i .poison)
  | _, _ => false

/-- What was put in comes out. -/
theorem extract_insert (path : List Nat) {a : Value} (v : Value) (h : hasField path a = true) :
    evalExtractValue path (evalInsertValue path a v) = v := by
  induction path generalizing a with
  | nil => rfl
  | cons i path ih =>
    cases a with
    | agg fs =>
      simp only [hasField, Bool.and_eq_true, decide_eq_true_eq] at h
      simp only [evalInsertValue, evalExtractValue]
      rw [List.getD_eq_getElem?_getD, List.getElem?_set_self h.1, Option.getD_some]
      exact ih h.2
    | _ => exact nomatch h

/-- Putting in what is there changes nothing. -/
theorem insert_extract (path : List Nat) {a : Value} (h : hasField path a = true) :
    evalInsertValue path a (evalExtractValue path a) = a := by
  induction path generalizing a with
  | nil => rfl
  | cons i path ih =>
    cases a with
    | agg fs =>
      simp only [hasField, Bool.and_eq_true, decide_eq_true_eq] at h
      simp only [evalInsertValue, evalExtractValue]
      rw [ih h.2, List.getD_eq_getElem?_getD, List.getElem?_eq_getElem h.1, Option.getD_some, List.set_getElem_self]
    | _ => exact nomatch h

/-- Where nothing was put, nothing changes: the path to another field of the same aggregate. -/
theorem extract_other {i j : Nat} (p q : List Nat) (fs : List Value) (v : Value) (h : i ≠ j) :
    evalExtractValue (j :: q) (evalInsertValue (i :: p) (.agg fs) v) = evalExtractValue (j :: q) (.agg fs) := by
  simp only [evalInsertValue, evalExtractValue]
  rw [List.getD_eq_getElem?_getD, List.getElem?_set_ne h, ← List.getD_eq_getElem?_getD]

end Tuffy
