import TuffyLean.IR.StepExamples
import TuffyLean.Rewrites.MemLift
import TuffyLean.Rewrites.MemRules

/-!
A proven rule in a program: of two stores to one address in a loop the first is dead. What the program without it does
refines what the program does, whatever the pointer, the memory, and the number of rounds.
-/
namespace Tuffy.Prog.LiftExample
open Tuffy Prog Examples

/-- `*p = v; *p = u` -/
def both : List Inst := [.store (u 1) (u 0) (.int 4) 1, .store (u 2) (u 0) (.int 4) 1]
/-- `*p = u` -/
def second : List Inst := [.store (u 2) (u 0) (.int 4) 1]

/-- A loop with a condition that is its fourth argument, and with `v` and `u` exchanged each time. -/
def loop (code : List Inst) : Program := ⟨[{
  ptr := ⟨.alloc 0, 4096⟩
  sig := ⟨[.ptr, .int, .int, .bool], []⟩
  blocks := [
    { params := [res 0, res 1, res 2, res 3], code := code.map .inst,
      term := .brif (u 3) ⟨0, [u 0, u 2, u 1, u 3]⟩ ⟨1, []⟩ },
    { code := [], term := .ret [] }] }]⟩

def place : Splice := ⟨loop both, 0, 0, [], both, second, []⟩

/-- The program without the dead store. -/
theorem after_eq : place.after = loop second := rfl

def binding : Binding where
  reg n := if n = "p" then 0 else if n = "v" then 1 else if n = "u" then 2 else 9
  c n := if n = "d" then 0 else 1
  a _ := []
  ty _ := .int 4

theorem applies (ch : Choices) (m : Memory) (f : Frame) : Applies Rewrites.Mem.dead_store.rule binding place ch m f where
  pre := by simp [Rewrites.Mem.dead_store, MPre.all, MPre.holds, Len.eval, RTy.eval, binding, Binding.env, CExpr.eval, Acc.size]
  old := by
    refine .cons (.store fun g _ => ⟨?_, ?_⟩) (.cons (.store fun g _ => ⟨?_, ?_⟩) .nil) <;>
      simp [u, Opd.eval, Annot.check_nil, Term.eval, Addr.eval, CExpr.eval, Binding.env, binding]
  new := by
    refine .cons (.store fun g _ => ⟨?_, ?_⟩) .nil <;>
      simp [u, Opd.eval, Annot.check_nil, Term.eval, Addr.eval, CExpr.eval, Binding.env, binding]
  unused := by simp [Rewrites.Mem.dead_store, MInst.defs]

theorem fits : place.Fits where
  code := by
    intro F B hF hB
    simp only [place, loop, List.getElem?_cons_zero, Option.some.injEq] at hF
    subst hF
    simp only [place, List.getElem?_cons_zero, Option.some.injEq] at hB
    subst hB; rfl
  old := by simp [place, both]
  room := rfl
  new := by simp [place, second]
  steady := rfl
  rest := by
    intro F hF B hB i hi
    simp only [place, loop, List.mem_singleton] at hF
    subst hF
    simp only [List.mem_cons, List.not_mem_nil, or_false] at hB
    rcases hB with rfl | rfl
    · simp [both] at hi
      rcases hi with rfl | rfl <;> rfl
    · simp at hi

theorem definite (ch : Choices) (w : World) (s : State) : Definite (loop both) ch w s where
  extern := by
    intro n m f fs t F B rs name args _ hb hc
    rw [block_eq] at hb
    have hF := List.mem_of_getElem? hb.1
    simp only [loop, List.mem_singleton] at hF
    have hB := List.mem_of_getElem? hb.2
    have hc := List.mem_of_getElem? hc
    subst hF
    simp only [List.mem_cons, List.not_mem_nil, or_false] at hB
    rcases hB with rfl | rfl
    · simp [both] at hc
    · simp at hc
  exit := by
    intro n m f t F B vs _ hb _ hn
    rw [block_eq] at hb
    have hF := List.mem_of_getElem? hb.1
    simp only [loop, List.mem_singleton] at hF
    have hB := List.mem_of_getElem? hb.2
    subst hF
    simp only [List.mem_cons, List.not_mem_nil, or_false] at hB
    rcases hB with rfl | rfl
    · simp only [Terminator.next, Option.some.injEq] at hn
      split at hn <;> simp [Target.next] at hn
    · simp only [Terminator.next, List.map_nil, Option.some.injEq, Exec.ok.injEq, Next.leave.injEq] at hn
      subst hn
      simp [checkAll]

/-- The program without the dead store refines the one with it. -/
theorem dead_store_refines (w : World) {m : Memory} {args : List Value} {s : State} {ch : Choices} (wf : m.WF)
    (hs : (loop both).start 0 m args = some s) (hp : ch.place.Valid) :
    (loop second).start 0 m args = some s ∧
      ∀ b', Behaves (loop second) ch w s b' → ∃ b, Behaves (loop both) ch w s b ∧ b'.refines b :=
  MemProven.refines (σ := binding) Rewrites.Mem.dead_store (S := place) fits (by decide)
    (by simp [Binding.Fresh, Rewrites.Mem.dead_store, MInst.defs]) (by simp [Binding.Fresh, Rewrites.Mem.dead_store, MInst.defs])
    wf hs hp (definite ch w s) fun _ m f _ _ _ _ => applies ch m f

end Tuffy.Prog.LiftExample
