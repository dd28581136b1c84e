import TuffyLean.IR.Behaviour

/-!
Small programs, run by evaluation in the kernel: a loop, memory, a call, and some undefined behaviour.
-/
namespace Tuffy.Prog.Examples
open Tuffy Prog

/-- Allocation `n` at `2^20 (n + 1)`, 0 for frozen poison. -/
def choices : Choices where
  place l size _ := if size < 2 ^ 19 then some (2 ^ 20 * (l.length + 1)) else none
  freeze _ v := match v with
    | .poison => .int 0
    | v => v

/-- External functions return the number of calls before. -/
def world : World := ⟨fun n _ _ => [.int n]⟩

def u (r : Reg) : Opd := .use r []
def res (r : Reg) : Res := ⟨r, []⟩
def sig1 : Sig := ⟨[.int], [.int]⟩

/-- `sum n = n + … + 1`: a loop region. -/
def sum : Func where
  ptr := ⟨.alloc 0, 4096⟩
  sig := sig1
  blocks := [
    { params := [res 0], code := [.inst (.const (res 1) (.int 0))], term := .br ⟨1, [u 0, u 1]⟩ },
    { params := [res 2, res 3], code := [.inst (.pure (res 4) (.icmp .eq) [u 2, .imm 0])],
      term := .brif (u 4) ⟨3, [u 3]⟩ ⟨2, []⟩, region := 1 },
    { params := [], code := [.inst (.pure (res 5) .add [u 3, u 2]), .inst (.pure (res 6) .sub [u 2, .imm 1])],
      term := .continue [u 6, u 5], region := 1 },
    { params := [res 7], code := [], term := .ret [u 7] }]
  regions := [{}, { loop := true, parent := some 0, entry := 1, next := some 3 }]

/-- What is left to see of a run: the ints that it returned and the bytes of its memory, the calls it
made with their ints, or what ended it. -/
inductive Seen where
  | returned (vs : List (Option Int)) (calls : List (String × List (Option Int))) (bytes : List (List Byte))
  | ub (u : UB)
  | running (block : Nat)
  | other
deriving DecidableEq

def intOf : Value → Option Int
  | .int n => some n
  | _ => none

def seen : State → Seen
  | .final t (.returned vs m) => .returned (vs.map intOf) (t.map fun e => (e.name, e.args.map intOf)) (m.allocs.map Alloc.bytes)
  | .final _ (.ub u) => .ub u
  | .run _ f _ _ => .running f.block
  | .final _ _ => .other

/-- At most `n` steps of the first function. -/
def go (n : Nat) (fs : List Func) (arg : Value) : Seen :=
  match Program.start ⟨fs⟩ 0 ⟨[]⟩ [arg] with
  | some s => seen (run ⟨fs⟩ choices world n s)
  | none => .other

example : Program.wf ⟨[sum]⟩ = true := by decide
example : go 100 [sum] (.int 5) = .returned [some 15] [] [] := by decide +kernel
/-- Comparing poison makes poison, and branching on it is undefined. -/
example : go 100 [sum] .poison = .ub .branchPoison := by decide +kernel
/-- The sum of a negative number has not come to an end after 200 steps. -/
example : go 200 [sum] (.int (-1)) = .running 2 := by decide +kernel

/-- Stores 4 bytes in a stack slot, loads some of them. -/
def slot (k : Nat) (end' : Terminator) : Func where
  ptr := ⟨.alloc 0, 4096⟩
  sig := sig1
  blocks := [
    { params := [res 0], code := [.inst (.stackSlot (res 1) 4 4), .inst (.store (u 0) (u 1) (.int 2) 1),
        .inst (.ptrToInt (res 2) (u 1)), .inst (.load (res 3) (.int k) 1 (u 1))], term := end' }]

example : go 9 [slot 2 (.ret [u 3])] (.int (-2)) =
    .returned [some 65534] [] [[.bits 254, .bits 255, .uninit, .uninit]] := by decide +kernel
/-- Uninitialised bytes: the int is poison, and so is what `main` returns. -/
example : go 9 [slot 4 (.ret [u 3])] (.int 7) = .ub .poisonResult := by decide +kernel
/-- One byte too many. -/
example : go 9 [slot 5 (.ret [u 3])] (.int 7) = .ub .outOfBounds := by decide +kernel
/-- Storing poison is allowed. -/
example : go 9 [slot 2 .unreachable] .poison = .ub .unreachable := by decide +kernel

/-- Calls `sum` by its address and reports the result to the outside. -/
def main : Func where
  ptr := ⟨.alloc 1, 8192⟩
  sig := sig1
  blocks := [
    { params := [res 0], code := [.inst (.const (res 1) (.ptr ⟨.alloc 0, 4096⟩)), .call [res 2] sig1 (u 1) [u 0],
        .extern [res 3] "print" [u 2]], term := .ret [u 3] }]

example : go 100 [main, sum] (.int 3) = .returned [some 0] [("print", [some 6])] [] := by decide +kernel

/-- Returns its argument, and 256 more. -/
def both : Func where
  ptr := ⟨.alloc 0, 4096⟩
  sig := ⟨[.int], [.int, .int]⟩
  blocks := [{ params := [res 0], code := [.inst (.pure (res 1) .add [u 0, .imm 256])], term := .ret [u 0, u 1] }]

/-- Calls it, claims that both results are bytes, and prints them frozen: 0 for poison. -/
def claims : Func where
  ptr := ⟨.alloc 1, 8192⟩
  sig := sig1
  blocks := [
    { params := [res 0], code := [.inst (.const (res 1) (.ptr ⟨.alloc 0, 4096⟩)),
        .call [⟨2, [.unsigned 8]⟩, ⟨3, [.unsigned 8]⟩] both.sig (u 1) [u 0],
        .inst (.freeze (res 4) (u 2)), .inst (.freeze (res 5) (u 3)), .extern [res 6] "print" [u 4, u 5]], term := .ret [u 6] }]

/-- A claim is one of its result: where one is violated the other result is what it was. -/
example : go 100 [claims, both] (.int 5) = .returned [some 0] [("print", [some 5, some 0])] [] := by decide +kernel
example : go 100 [claims, both] (.int (-5)) = .returned [some 0] [("print", [some 0, some 251])] [] := by decide +kernel
example : go 100 [claims, both] (.int (-300)) = .returned [some 0] [("print", [some 0, some 0])] [] := by decide +kernel

end Tuffy.Prog.Examples
