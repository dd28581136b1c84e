import TuffyLean.IR.Memory

/-! # Pointer arithmetic that must stay inside

`ptradd.inbounds` looks at the allocation of its operand and changes nothing: poison is all that it adds to `ptradd`.
-/
namespace Tuffy

/-- Whether an address lies in, or at the end of, the live allocation of `p`. -/
def Pointer.inObject (l : List Layout) (p : Pointer) (addr : Int) : Bool :=
  match Tuffy.owner l p 0 with
  | .ok i => match l[i]? with
    | some a => a.live && a.covers addr 0
    | none => false
  | _ => false

/-- A pointer moved by `d` bytes in its object. One that is not moved may be anywhere. -/
def execPtrAddInbounds (m : Memory) (p d : Value) : Value :=
  match p, d with
  | .ptr p, .int d =>
    if d % 2 ^ 64 = 0 ∨ (p.inObject m.layout p.addr ∧ p.inObject m.layout (p.move d).addr) then .ptr (p.move d)
    else .poison
  | _, _ => .poison

/-- `ptradd` may stand for it. -/
theorem evalPtrAdd_refines (m : Memory) (p : Pointer) (d : Int) :
    Refines (evalPtrAdd p d) (execPtrAddInbounds m (.ptr p) (.int d)) := by
  simp only [execPtrAddInbounds, evalPtrAdd]
  by_cases c : d % 2 ^ 64 = 0 ∨ (p.inObject m.layout p.addr = true ∧ p.inObject m.layout (p.move d).addr = true)
  · rw [if_pos c]; exact .refl _
  · rw [if_neg c]; exact .poison _

/-- What it makes of a pointer that is moved is in its object. -/
theorem execPtrAddInbounds_inObject {m : Memory} {p q : Pointer} {d : Int} (moved : d % 2 ^ 64 ≠ 0)
    (h : execPtrAddInbounds m (.ptr p) (.int d) = .ptr q) : p.inObject m.layout q.addr = true := by
  simp only [execPtrAddInbounds] at h
  by_cases c : d % 2 ^ 64 = 0 ∨ (p.inObject m.layout p.addr = true ∧ p.inObject m.layout (p.move d).addr = true)
  · rw [if_pos c] at h
    cases h
    rcases c with c | c
    · exact absurd c moved
    · exact c.2
  · rw [if_neg c] at h
    cases h

end Tuffy
