import TuffyLean.IR.Types

/-! # Lists of arguments

The arguments behind the parameters of a variadic function, and the lists of them that `va_start` makes
(specification, "Variadic functions"). A list is told by the arguments of the call and a position; where its
bytes are in memory, and that it ends with the call, is left to the interpreter. `none` is undefined behaviour.
-/

namespace Tuffy

/-- A list of arguments: those of the call, the number of the next one, and whether `va_end` ended it. -/
structure ArgList where
  args : List (Ty × Value)
  next : Nat
  ended : Bool

/-- `va_start`: a list that stands at the first argument. -/
def execVaStart (args : List (Ty × Value)) : ArgList := ⟨args, 0, false⟩

/-- What `va_arg.N` gives for an argument: of an int that is a signed or an unsigned number of N bytes these bytes
as an unsigned number, and all others as they are. -/
def takenAs (n : Nat) : Value → Option Value
  | .int i =>
    if -(2 ^ (8 * n - 1) : Int) ≤ i ∧ i < 2 ^ (8 * n) then some (.int (i % 2 ^ (8 * n))) else none
  | v => some v

/-- `va_arg.N`: the next argument, which must be there and of the type asked for, and the list behind it. -/
def execVaArg (l : ArgList) (same : Ty → Bool) (n : Nat) : Option (ArgList × Value) :=
  if l.ended then none else
  match l.args[l.next]? with
  | none => none
  | some (t, v) => if same t then (takenAs n v).map fun w => ({ l with next := l.next + 1 }, w) else none

/-- `va_copy`: a second list that continues where the first stands. -/
def execVaCopy (l : ArgList) : Option ArgList := if l.ended then none else some l

/-- `va_end`: the list can only be started again. -/
def execVaEnd (l : ArgList) : Option ArgList := if l.ended then none else some { l with ended := true }

/-- An argument comes back from a copy as from the list itself. -/
theorem execVaArg_copy (l c : ArgList) (same : Ty → Bool) (n : Nat) (h : execVaCopy l = some c) :
    execVaArg c same n = execVaArg l same n := by
  unfold execVaCopy at h
  split at h
  · contradiction
  · cases h; rfl

end Tuffy
