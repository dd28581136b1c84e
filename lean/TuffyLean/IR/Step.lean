import TuffyLean.IR.MemoryCheck

/-!
Programs, and the small-step relation over blocks with arguments, regions, calls and memory.

A function is a list of blocks, the first its entry, and a list of regions that the blocks lie in. A
frame stands before an instruction of a block, or before its terminator. What a run may choose (where
allocations go, what `freeze` makes) is in `Choices`, what external functions answer in `World`; for
given ones the machine is deterministic (`Step.deterministic`), undefined behaviour is an outcome and
no step leaves it, and every other state of a well-formed program has a next one (`progress`).

The twins are `interp/plain.go`, `interp/plain_flow.go` and `interp/exec_call.go`. A `param`
instruction is here an argument of the entry block. Memory tokens do not steer execution, so there
are none. Not here: threads and atomics, vectors lane by lane, external functions that touch memory
(`malloc` and `free` are instructions), `landing_pad`.
-/
namespace Tuffy.Prog

abbrev Reg := Nat

/-- A place for a value, with the annotation checked when one arrives. -/
structure Res where
  reg : Reg
  annot : Annot := []
deriving DecidableEq, Repr

/-- An operand: a use of a register, checked, or an immediate. -/
inductive Opd where
  | use (r : Reg) (a : Annot)
  | imm (n : Int)
deriving DecidableEq, Repr

structure Sig where
  params : List Ty
  returns : List Ty
deriving DecidableEq, Repr

/-- Instructions that go on with the next one. -/
inductive Inst where
  /-- `iconst bconst fconst poison`, and `symbol_addr` -/
  | const (r : Res) (v : Value)
  | pure (r : Res) (o : Op) (args : List Opd)
  | freeze (r : Res) (v : Opd)
  | load (r : Res) (t : Acc) (align : Nat) (p : Opd)
  | store (v p : Opd) (t : Acc) (align : Nat)
  | memcpy (d s n : Opd) (align : Nat)
  | memmove (d s n : Opd) (align : Nat)
  | memset (p b n : Opd) (align : Nat)
  | stackSlot (r : Res) (size align : Nat)
  | malloc (r : Res) (size : Opd)
  | free (p : Opd)
  | ptrToInt (r : Res) (p : Opd)

/-- What a block consists of before its terminator. -/
inductive Code where
  | inst (i : Inst)
  | call (rs : List Res) (sig : Sig) (callee : Opd) (args : List Opd)
  | extern (rs : List Res) (name : String) (args : List Opd)

structure Target where
  block : Nat
  args : List Opd := []
deriving DecidableEq, Repr

inductive Terminator where
  | br (t : Target)
  | brif (c : Opd) (t f : Target)
  | switch (v : Opd) (cases : List (Int × Target)) (default : Target)
  | continue (args : List Opd)
  | regionYield (args : List Opd)
  | ret (vs : List Opd)
  | unreachable
  | trap
deriving DecidableEq, Repr

structure Block where
  params : List Res := []
  code : List Code
  term : Terminator
  region : Nat := 0

/-- A region; `next` is the block or the entry of the region that follows it. The first region of a
function is its body. -/
structure Region where
  loop : Bool := false
  parent : Option Nat := none
  entry : Nat := 0
  next : Option Nat := none
deriving DecidableEq, Repr

structure Func where
  ptr : Pointer
  sig : Sig
  /-- annotations of the results in the signature -/
  returns : List Annot := []
  blocks : List Block
  regions : List Region := [{}]

structure Program where
  funcs : List Func

/-! ### states -/

/-- A call of an external function, with what it could see. -/
structure Event where
  name : String
  args : List Value
deriving Repr

structure Frame where
  func : Nat
  block : Nat
  pc : Nat
  regs : Reg → Value
  /-- allocations of stack slots and the regions that hold them -/
  slots : List (Nat × Nat)
  /-- where the results go in the caller -/
  dest : List Res
  /-- how many `freeze` the run has executed; a call takes the number along and its return brings it back -/
  frozen : Nat := 0

/-- How a run ends. -/
inductive Outcome where
  | returned (vs : List Value) (m : Memory)
  | trapped
  | ub (u : UB)
  /-- a limit of the machine, which decides nothing -/
  | limit

inductive State where
  | run (m : Memory) (top : Frame) (below : List Frame) (trace : List Event)
  | final (trace : List Event) (o : Outcome)

/-- What a run may choose. -/
structure Choices where
  place : Place
  /-- what a `freeze` makes of a value, by the number of those that the run has executed before: the same
  instruction may choose anew each time -/
  freeze : (before : Nat) → Value → Value

/-- What external functions answer, by the number of calls before. -/
structure World where
  respond : Nat → String → List Value → List Value

/-! ### pieces -/

def Opd.eval (f : Frame) : Opd → Value
  | use r a => a.check (f.regs r)
  | imm n => .int n

def setReg (regs : Reg → Value) (r : Res) (v : Value) : Reg → Value :=
  fun x => if x = r.reg then r.annot.check v else regs x

/-- Values to places, both in order; places without a value become poison. -/
def setRegs (regs : Reg → Value) : List Res → List Value → Reg → Value
  | [], _ => regs
  | r :: rs, [] => setRegs (setReg regs r .poison) rs []
  | r :: rs, v :: vs => setRegs (setReg regs r v) rs vs

def Frame.set (f : Frame) (r : Res) (v : Value) : Frame := { f with regs := setReg f.regs r v }

mutual
/-- Whether a part of a value is poison; uninit bytes are not. -/
def isPoison : Value → Bool
  | .poison => true
  | .bytes bs => bs.any (· == .poison)
  | .agg vs => anyPoison vs
  | _ => false
def anyPoison : List Value → Bool
  | [] => false
  | v :: vs => isPoison v || anyPoison vs
end

/-- Executes an instruction. `region` is the one that holds it. -/
def Inst.exec (ch : Choices) (region : Nat) (m : Memory) (f : Frame) : Inst → Exec (Memory × Frame)
  | const r v => .ok (m, f.set r v)
  | pure r o args => .ok (m, f.set r (evalOp o (args.map (·.eval f))))
  | freeze r v => .ok (m, { f.set r (ch.freeze f.frozen (v.eval f)) with frozen := f.frozen + 1 })
  | load r t align p => (execLoad m (p.eval f) t align).map fun v => (m, f.set r v)
  | store v p t align => (execStore m (v.eval f) (p.eval f) t align).map fun m => (m, f)
  | memcpy d s n align => (execMemCpy m (d.eval f) (s.eval f) (n.eval f) align).map fun m => (m, f)
  | memmove d s n align => (execMemMove m (d.eval f) (s.eval f) (n.eval f) align).map fun m => (m, f)
  | memset p b n align => (execMemSet m (p.eval f) (b.eval f) (n.eval f) align).map fun m => (m, f)
  | stackSlot r size align => match ch.place m.layout size align with
    | some base =>
      let (m', v) := execAlloc m base size align
      .ok (m', { f.set r v with slots := f.slots ++ [(m.allocs.length, region)] })
    | none => .limit
  | malloc r size => (bulkLength (size.eval f)).bind fun n => match ch.place m.layout n 16 with
    | some base => let (m', v) := execAlloc m base n 16; .ok (m', f.set r v)
    | none => .limit
  | free p => (execFree m (p.eval f)).map fun m => (m, f)
  | ptrToInt r p => let (m', v) := execPtrToInt m (p.eval f); .ok (m', f.set r v)

/-- Whether region `r` is `outer` or lies in it. -/
def Func.inside (F : Func) : (fuel : Nat) → (r outer : Nat) → Bool
  | 0, r, outer => r == outer
  | fuel + 1, r, outer => r == outer || match (F.regions[r]?).bind Region.parent with
    | some p => F.inside fuel p outer
    | none => false

/-- The innermost loop region around region `r`, itself included. -/
def Func.loopOf (F : Func) : (fuel : Nat) → (r : Nat) → Option Nat
  | 0, _ => none
  | fuel + 1, r => match F.regions[r]? with
    | some R => if R.loop then some r else match R.parent with
      | some p => F.loopOf fuel p
      | none => none
    | none => none

/-- Where a terminator goes. -/
inductive Next where
  /-- to a block; `loop` is the region that a `continue` leaves and enters again -/
  | jump (block : Nat) (args : List Value) (loop : Option Nat)
  | leave (vs : List Value)
  | trap

def Target.next (f : Frame) (t : Target) : Next := .jump t.block (t.args.map (·.eval f)) none

/-- The target of the first case with the value. -/
def pick (v : Int) : List (Int × Target) → Target → Target
  | [], d => d
  | (c, t) :: cs, d => if v = c then t else pick v cs d

/-- What a terminator does; `none` where the verifier has failed. -/
def Terminator.next (F : Func) (region : Nat) (f : Frame) : Terminator → Option (Exec Next)
  | br t => some (.ok (t.next f))
  | brif c t e => some (match c.eval f with
    | .bool true => .ok (t.next f)
    | .bool false => .ok (e.next f)
    | _ => .ub .branchPoison)
  | switch v cs d => some (match v.eval f with
    | .int n => .ok ((pick n cs d).next f)
    | _ => .ub .switchPoison)
  | .continue args => match F.loopOf F.regions.length region with
    | some l => (F.regions[l]?).map fun R => .ok (.jump R.entry (args.map (·.eval f)) (some l))
    | none => none
  | regionYield args => match (F.regions[region]?).bind Region.next with
    | some b => some (.ok (.jump b (args.map (·.eval f)) none))
    | none => none
  | ret vs => some (.ok (.leave (vs.map (·.eval f))))
  | unreachable => some (.ub .unreachable)
  | trap => some (.ok .trap)

def killAll (m : Memory) : List Nat → Memory
  | [] => m
  | i :: is => killAll (m.kill i) is

/-- Whether control that goes to `target` stays in the region of a slot. -/
def stays (F : Func) (target : Nat) (loop : Option Nat) (slot : Nat × Nat) : Bool :=
  F.inside F.regions.length target slot.2 && !(match loop with
    | some l => F.inside F.regions.length slot.2 l
    | none => false)

/-- Enters a block: its arguments get their values, the slots of regions that control leaves end. -/
def enter (F : Func) (m : Memory) (f : Frame) (block : Nat) (B : Block) (args : List Value) (loop : Option Nat) : Memory × Frame :=
  (killAll m ((f.slots.filter fun s => !stays F B.region loop s).map Prod.fst),
    { f with block := block, pc := 0, regs := setRegs f.regs B.params args, slots := f.slots.filter (stays F B.region loop) })

/-- Values after the annotations of the signature, which are those of the first values. -/
def checkAll : List Annot → List Value → List Value
  | a :: as, v :: vs => a.check v :: checkAll as vs
  | _, vs => vs

/-- The frame of a call. -/
def callFrame (g : Nat) (B : Block) (args : List Value) (dest : List Res) (frozen : Nat) : Frame :=
  ⟨g, 0, 0, setRegs (fun _ => .poison) B.params args, [], dest, frozen⟩

/-- The frame of a caller when the callee in `f` has returned. -/
def returnFrame (f' f : Frame) (returns : List Annot) (vs : List Value) : Frame :=
  { f' with regs := setRegs f'.regs f.dest (checkAll returns vs), frozen := f.frozen }

/-- The number of the function that starts at a pointer. -/
def findFunc (p : Pointer) : List Func → Nat → Option Nat
  | [], _ => none
  | F :: Fs, i => if F.ptr = p then some i else findFunc p Fs (i + 1)

/-- The function that a call calls. -/
def Program.callee (P : Program) (sig : Sig) (v : Value) : Exec Nat :=
  match v with
  | .ptr p => if p.addr = 0 then .ub .null else match findFunc p P.funcs 0 with
    | some g => match P.funcs[g]? with
      | some G => if G.sig = sig then .ok g else .ub .callSignature
      | none => .ub .callTarget
    | none => .ub .callTarget
  | _ => .ub .poisonPointer

def Program.block (P : Program) (f : Frame) : Option (Func × Block) :=
  (P.funcs[f.func]?).bind fun F => (F.blocks[f.block]?).map fun B => (F, B)

/-! ### the relation -/

/-- One step. -/
inductive Step (P : Program) (ch : Choices) (w : World) : State → State → Prop where
  | inst {m f fs t F B i m' f'} : P.block f = some (F, B) → B.code[f.pc]? = some (.inst i) →
      i.exec ch B.region m f = .ok (m', f') →
      Step P ch w (.run m f fs t) (.run m' { f' with pc := f.pc + 1 } fs t)
  | instUB {m f fs t F B i u} : P.block f = some (F, B) → B.code[f.pc]? = some (.inst i) →
      i.exec ch B.region m f = .ub u → Step P ch w (.run m f fs t) (.final t (.ub u))
  | instLimit {m f fs t F B i} : P.block f = some (F, B) → B.code[f.pc]? = some (.inst i) →
      i.exec ch B.region m f = .limit → Step P ch w (.run m f fs t) (.final t .limit)
  | call {m f fs t F B rs sig c args g G E} : P.block f = some (F, B) →
      B.code[f.pc]? = some (.call rs sig c args) → P.callee sig (c.eval f) = .ok g →
      P.funcs[g]? = some G → G.blocks[0]? = some E →
      Step P ch w (.run m f fs t)
        (.run m (callFrame g E (args.map (·.eval f)) rs f.frozen) ({ f with pc := f.pc + 1 } :: fs) t)
  | callUB {m f fs t F B rs sig c args u} : P.block f = some (F, B) →
      B.code[f.pc]? = some (.call rs sig c args) → P.callee sig (c.eval f) = .ub u →
      Step P ch w (.run m f fs t) (.final t (.ub u))
  | extern {m f fs t F B rs name args} : P.block f = some (F, B) →
      B.code[f.pc]? = some (.extern rs name args) → anyPoison (args.map (·.eval f)) = false →
      Step P ch w (.run m f fs t)
        (.run m { f with pc := f.pc + 1, regs := setRegs f.regs rs (w.respond t.length name (args.map (·.eval f))) } fs
          (t ++ [⟨name, args.map (·.eval f)⟩]))
  | externUB {m f fs t F B rs name args} : P.block f = some (F, B) →
      B.code[f.pc]? = some (.extern rs name args) → anyPoison (args.map (·.eval f)) = true →
      Step P ch w (.run m f fs t) (.final t (.ub .poisonExternal))
  | termUB {m f fs t F B u} : P.block f = some (F, B) → B.code[f.pc]? = none →
      B.term.next F B.region f = some (.ub u) → Step P ch w (.run m f fs t) (.final t (.ub u))
  | trap {m f fs t F B} : P.block f = some (F, B) → B.code[f.pc]? = none →
      B.term.next F B.region f = some (.ok .trap) → Step P ch w (.run m f fs t) (.final t .trapped)
  | jump {m f fs t F B b args l E} : P.block f = some (F, B) → B.code[f.pc]? = none →
      B.term.next F B.region f = some (.ok (.jump b args l)) → F.blocks[b]? = some E →
      Step P ch w (.run m f fs t) (.run (enter F m f b E args l).1 (enter F m f b E args l).2 fs t)
  | ret {m f f' fs t F B vs} : P.block f = some (F, B) → B.code[f.pc]? = none →
      B.term.next F B.region f = some (.ok (.leave vs)) →
      Step P ch w (.run m f (f' :: fs) t)
        (.run (killAll m (f.slots.map Prod.fst)) (returnFrame f' f F.returns vs) fs t)
  | exit {m f t F B vs} : P.block f = some (F, B) → B.code[f.pc]? = none →
      B.term.next F B.region f = some (.ok (.leave vs)) → anyPoison (checkAll F.returns vs) = false →
      Step P ch w (.run m f [] t) (.final t (.returned (checkAll F.returns vs) (killAll m (f.slots.map Prod.fst))))
  | exitUB {m f t F B vs} : P.block f = some (F, B) → B.code[f.pc]? = none →
      B.term.next F B.region f = some (.ok (.leave vs)) → anyPoison (checkAll F.returns vs) = true →
      Step P ch w (.run m f [] t) (.final t (.ub .poisonResult))

/-- A result, or the end of the run. -/
def proceed {α : Type} (t : List Event) (x : Exec α) (k : α → Option State) : Option State :=
  match x with
  | .ok a => k a
  | .ub u => some (.final t (.ub u))
  | .limit => some (.final t .limit)

/-- The next state, computed. -/
def step? (P : Program) (ch : Choices) (w : World) : State → Option State
  | .final _ _ => none
  | .run m f fs t => (P.block f).bind fun (F, B) => match B.code[f.pc]? with
    | some (.inst i) => proceed t (i.exec ch B.region m f) fun (m', f') => some (.run m' { f' with pc := f.pc + 1 } fs t)
    | some (.call rs sig c args) => proceed t (P.callee sig (c.eval f)) fun g =>
      (P.funcs[g]?).bind fun G => (G.blocks[0]?).map fun E =>
        .run m (callFrame g E (args.map (·.eval f)) rs f.frozen) ({ f with pc := f.pc + 1 } :: fs) t
    | some (.extern rs name args) => some (if anyPoison (args.map (·.eval f)) then .final t (.ub .poisonExternal) else
        .run m { f with pc := f.pc + 1, regs := setRegs f.regs rs (w.respond t.length name (args.map (·.eval f))) } fs
          (t ++ [⟨name, args.map (·.eval f)⟩]))
    | none => (B.term.next F B.region f).bind fun x => proceed t x fun
      | .trap => some (.final t .trapped)
      | .jump b args l => (F.blocks[b]?).map fun E => .run (enter F m f b E args l).1 (enter F m f b E args l).2 fs t
      | .leave vs => some (match fs with
        | f' :: fs => .run (killAll m (f.slots.map Prod.fst)) (returnFrame f' f F.returns vs) fs t
        | [] => if anyPoison (checkAll F.returns vs) then .final t (.ub .poisonResult)
          else .final t (.returned (checkAll F.returns vs) (killAll m (f.slots.map Prod.fst))))

theorem callee_not_limit (P : Program) (sig : Sig) (v : Value) : P.callee sig v ≠ .limit := by
  unfold Program.callee; repeat' split
  all_goals simp

theorem next_not_limit (F : Func) (r : Nat) (f : Frame) (t : Terminator) : t.next F r f ≠ some .limit := by
  unfold Terminator.next; repeat' split
  all_goals simp
  all_goals (first | (split <;> simp) | skip)

/-- The function computes the relation. -/
theorem step?_iff {P : Program} {ch : Choices} {w : World} {s s' : State} :
    step? P ch w s = some s' ↔ Step P ch w s s' := by
  constructor
  · intro h
    cases s with
    | final t o => simp [step?] at h
    | run m f fs t =>
      simp only [step?, Option.bind_eq_some_iff, Prod.exists] at h
      obtain ⟨F, B, hb, h⟩ := h
      cases hc : B.code[f.pc]? with
      | some c =>
        cases c with
        | inst i =>
          simp only [hc, proceed] at h
          split at h
          · cases h; exact .inst hb hc (by assumption)
          · cases h; exact .instUB hb hc (by assumption)
          · cases h; exact .instLimit hb hc (by assumption)
        | call rs sig c args =>
          simp only [hc, proceed] at h
          split at h
          · simp only [Option.bind_eq_some_iff, Option.map_eq_some_iff] at h
            obtain ⟨G, hG, E, hE, rfl⟩ := h
            exact .call hb hc (by assumption) hG hE
          · cases h; exact .callUB hb hc (by assumption)
          · rename_i e; exact absurd e (callee_not_limit _ _ _)
        | extern rs name args =>
          simp only [hc, Option.some.injEq] at h
          split at h
          · subst h; exact .externUB hb hc (by assumption)
          · rename_i e; subst h; exact .extern hb hc (Bool.eq_false_iff.mpr e)
      | none =>
        simp only [hc, Option.bind_eq_some_iff] at h
        obtain ⟨x, hx, h⟩ := h
        cases x with
        | ub u => cases h; exact .termUB hb hc hx
        | limit => exact absurd hx (next_not_limit _ _ _ _)
        | ok n =>
          simp only [proceed] at h
          cases n with
          | trap => cases h; exact .trap hb hc hx
          | jump b args l =>
            simp only [Option.map_eq_some_iff] at h
            obtain ⟨E, hE, rfl⟩ := h
            exact .jump hb hc hx hE
          | leave vs =>
            cases fs with
            | cons f' fs => cases h; exact .ret hb hc hx
            | nil =>
              simp only [Option.some.injEq] at h
              split at h
              · subst h; exact .exitUB hb hc hx (by assumption)
              · rename_i e; subst h; exact .exit hb hc hx (Bool.eq_false_iff.mpr e)
  · intro h
    cases h <;> simp_all [step?, proceed]

/-- For given choices and a given world there is one next state. -/
theorem Step.deterministic {P : Program} {ch : Choices} {w : World} {s a b : State}
    (ha : Step P ch w s a) (hb : Step P ch w s b) : a = b := by
  rw [← step?_iff] at ha hb; rw [ha] at hb; exact Option.some.inj hb

/-- Outcomes, undefined behaviour among them, have no next state. -/
theorem Step.not_final {P : Program} {ch : Choices} {w : World} {t : List Event} {o : Outcome} {s : State} :
    ¬ Step P ch w (.final t o) s := by intro h; cases h

/-- The state after at most `n` steps. -/
def run (P : Program) (ch : Choices) (w : World) : Nat → State → State
  | 0, s => s
  | n + 1, s => match step? P ch w s with
    | some s' => run P ch w n s'
    | none => s

end Tuffy.Prog
