import TuffyLean.IR.Behaviour

/-!
What refinement of programs must refuse and must allow: were it total, empty or blind to what a program
computes after an allocation, a branch on memory or a call, one of these theorems would not hold.
-/
namespace Tuffy.Prog.Sanity
open Tuffy Prog

/-! ### choices that are valid exist -/

theorem Room.exists_place : ∃ f : Place, f.Valid ∧ f.Total := by
  classical
  refine ⟨fun l size align => if h : ∃ base, Room l size align base then some h.choose else none, ?_, ?_⟩
  · intro l size align base h
    dsimp only at h
    split at h
    · rename_i hr; cases h; exact hr.choose_spec
    · cases h
  · intro l size align h base hr
    dsimp only at h
    split at h
    · cases h
    · rename_i no; exact no ⟨base, hr⟩

theorem bytesOf_fixed {p : Value} (h : p.fixed = true) : p.bytesOf.all Byte.fixed = true := by
  cases p <;> simp_all [Value.bytesOf, Value.fixed]

theorem fieldsOf_fixed {p : Value} (h : p.fixed = true) : allFixed p.fieldsOf = true := by
  cases p <;> simp_all [Value.fieldsOf, Value.fixed, allFixed]

mutual
/-- What is frozen is fixed in all parts. -/
theorem freeze_fixed {p : Value} (h : p.fixed = true) (v : Value) : (evalFreeze p v).fixed = true := by
  cases v with
  | poison => exact h
  | bytes bs => exact freezeBytes_all bs (bytesOf_fixed h)
  | agg vs => exact freezeFields_fixed (fieldsOf_fixed h) vs
  | _ => rfl
theorem freezeFields_fixed {ps : List Value} (h : allFixed ps = true) (vs : List Value) :
    allFixed (freezeFields ps vs) = true := by
  cases vs with
  | nil => cases ps <;> rfl
  | cons v vs =>
    cases ps with
    | nil =>
      simp only [freezeFields, allFixed, Bool.and_eq_true]
      exact ⟨freeze_fixed rfl v, freezeFields_fixed rfl vs⟩
    | cons p ps =>
      simp only [allFixed, Bool.and_eq_true] at h
      simp only [freezeFields, allFixed, Bool.and_eq_true]
      exact ⟨freeze_fixed h.1 v, freezeFields_fixed h.2 vs⟩
end

/-- Choices with which the `n`-th `freeze` makes `n` of poison. -/
theorem counting : ∃ ch : Choices, ch.Valid ∧ ∀ n v, ch.freeze n v = evalFreeze (.int n) v := by
  obtain ⟨f, hv, ht⟩ := Room.exists_place
  exact ⟨⟨f, fun n v => evalFreeze (.int n) v⟩, ⟨hv, ht, fun n v => ⟨freeze_refines _ v, freeze_fixed rfl v⟩⟩, fun _ _ => rfl⟩

mutual
theorem fixed_not_poison {v : Value} (h : v.fixed = true) : isPoison v = false := by
  cases v with
  | poison => cases h
  | bytes bs =>
    simp only [Value.fixed, List.all_eq_true] at h
    simp only [isPoison, List.any_eq_false, beq_iff_eq]
    rintro b hb rfl
    exact absurd (h _ hb) (by simp [Byte.fixed])
  | agg vs => exact allFixed_not_poison h
  | _ => rfl
theorem allFixed_not_poison {vs : List Value} (h : allFixed vs = true) : anyPoison vs = false := by
  cases vs with
  | nil => rfl
  | cons v vs =>
    simp only [allFixed, Bool.and_eq_true] at h
    simp only [anyPoison, fixed_not_poison h.1, allFixed_not_poison h.2, Bool.or_self]
end

/-! ### how a refinement is refuted -/

variable {after before : Program}

/-- A run of the one that no run of the other is refined by. -/
theorem refuted (w : World) (main : Nat) {m : Memory} (args : List Value) {s s' : State} (wf : m.WF)
    (hs' : after.start main m args = some s') (hs : before.start main m args = some s) {ch : Choices} (hc : ch.Valid)
    {b' : Behaviour} (hb' : Behaves after ch w s' b')
    (no : ∀ ch b, ch.Valid → Behaves before ch w s b → ¬ b'.refines b) : ¬ after.refines before := by
  intro h
  obtain ⟨t, ht, h⟩ := h w main m args s wf hs
  rw [hs'] at ht; cases ht
  obtain ⟨ch', b, hv, hb, r⟩ := h ch b' hc hb'
  exact no ch' b hv hb r

/-- An end without calls. -/
abbrev quiet (o : Outcome) : Behaviour := .ends [] o

/-- Whatever is chosen, the run ends with that. -/
def Always (P : Program) (w : World) (s : State) (ok : Outcome → Prop) : Prop :=
  ∀ ch : Choices, ch.Valid → ∃ o, ok o ∧ Behaves P ch w s (quiet o)

/-- Ends that do not refine each other. -/
theorem refuted_always (w : World) (main : Nat) {m : Memory} (args : List Value) {s s' : State} (wf : m.WF)
    (hs' : after.start main m args = some s') (hs : before.start main m args = some s) {ok' ok : Outcome → Prop}
    (ha' : Always after w s' ok') (ha : Always before w s ok)
    (no : ∀ o' o, ok' o' → ok o → ¬ o.open ∧ ¬ o'.refines o) : ¬ after.refines before := by
  obtain ⟨ch, hc, _⟩ := counting
  obtain ⟨o', h', hb'⟩ := ha' ch hc
  refine refuted w main args wf hs' hs hc hb' fun ch b hv hb r => ?_
  obtain ⟨o, h, hb2⟩ := ha ch hv
  cases Behaves.unique hb hb2
  obtain ⟨n1, n2⟩ := no o' o h' h
  rcases r with ⟨ho, _⟩ | ⟨_, _, e, _, r⟩
  · exact n1 ho
  · cases e; exact n2 r

/-! ### programs -/

def u (r : Reg) : Opd := .use r []
def res (r : Reg) : Res := ⟨r, []⟩

def empty : World := ⟨fun _ _ _ => []⟩

/-- The first function at 4096. -/
def at0 : Pointer := ⟨.alloc 0, 4096⟩
def at1 : Pointer := ⟨.alloc 1, 8192⟩

/-- Some code, then `return n`. -/
def returns (code : List Code) (n : Int) : Func where
  ptr := at0
  sig := ⟨[], [.int]⟩
  blocks := [{ code := code ++ [.inst (.const (res 0) (.int n))], term := .ret [u 0] }]

def Returned (n : Int) (o : Outcome) : Prop := ∃ m, o = .returned [.int n] m

theorem returned_apart {a b : Int} (h : a ≠ b) : ∀ o' o, Returned a o' → Returned b o → ¬ o.open ∧ ¬ o'.refines o := by
  rintro _ _ ⟨m', rfl⟩ ⟨m, rfl⟩
  refine ⟨id, fun r => ?_⟩
  obtain ⟨r, _⟩ := r
  cases r with
  | cons r _ => rw [refines_int] at r; cases r; exact h rfl

def start (fs : List Func) : Option State := Program.start ⟨fs⟩ 0 ⟨[]⟩ []

theorem wf_empty : Memory.WF ⟨[]⟩ :=
  ⟨⟨by simp [Memory.layout], by simp [Memory.layout], by simp [Memory.layout]⟩, by simp [Memory.bytesAt]⟩

/-! ### `return 2` does not refine `return 1` -/

theorem plain_always (w : World) (n : Int) {s : State} (hs : start [returns [] n] = some s) :
    Always ⟨[returns [] n]⟩ w s (Returned n) := by
  cases hs
  exact fun ch _ => ⟨_, ⟨_, rfl⟩, 2, rfl⟩

/-- … in the smallest program, … -/
theorem plain : ¬ Program.refines ⟨[returns [] 2]⟩ ⟨[returns [] 1]⟩ :=
  refuted_always empty 0 [] wf_empty rfl rfl (plain_always _ _ rfl) (plain_always _ _ rfl) (returned_apart (by decide))

def slot (size : Nat) : List Code := [.inst (.stackSlot (res 1) size 1)]

theorem slot_always (w : World) (n : Int) {s : State} (hs : start [returns (slot 1) n] = some s) :
    Always ⟨[returns (slot 1) n]⟩ w s (Returned n) := by
  cases hs
  intro ch hc
  cases h : ch.place [] 1 1 with
  | none => exact absurd ⟨by decide, by decide, fun _ => rfl, by simp⟩ (hc.total [] 1 1 h 1)
  | some base =>
    refine ⟨.returned [.int n] (killAll (execAlloc ⟨[]⟩ base 1 1).1 [0]), ⟨_, rfl⟩, 3, ?_⟩
    simp only [run, step?, Program.block, returns, slot, callFrame, List.getElem?_cons_zero, Option.bind_some, Option.map_some,
      List.cons_append, List.nil_append, Inst.exec, Memory.layout, List.map_nil, h, proceed]
    rfl

/-- … in one that allocates, … -/
theorem allocating : ¬ Program.refines ⟨[returns (slot 1) 2]⟩ ⟨[returns (slot 1) 1]⟩ :=
  refuted_always empty 0 [] wf_empty rfl rfl (slot_always _ _ rfl) (slot_always _ _ rfl) (returned_apart (by decide))

/-- … even if the other side allocates nothing, or this one does not, … -/
theorem allocating_before : ¬ Program.refines ⟨[returns [] 2]⟩ ⟨[returns (slot 1) 1]⟩ :=
  refuted_always empty 0 [] wf_empty rfl rfl (plain_always _ _ rfl) (slot_always _ _ rfl) (returned_apart (by decide))

theorem allocating_after : ¬ Program.refines ⟨[returns (slot 1) 2]⟩ ⟨[returns [] 1]⟩ :=
  refuted_always empty 0 [] wf_empty rfl rfl (slot_always _ _ rfl) (plain_always _ _ rfl) (returned_apart (by decide))

/-- Calls the second function, which returns `n`, and returns what it does. -/
def calls (n : Int) : List Func := [
  { ptr := at0, sig := ⟨[], [.int]⟩,
    blocks := [{ code := [.inst (.const (res 0) (.ptr at1)), .call [res 1] ⟨[], [.int]⟩ (u 0) []], term := .ret [u 1] }] },
  { returns [] n with ptr := at1 }]

theorem calls_always (w : World) (n : Int) {s : State} (hs : start (calls n) = some s) : Always ⟨calls n⟩ w s (Returned n) := by
  cases hs
  exact fun ch _ => ⟨_, ⟨_, rfl⟩, 5, rfl⟩

/-- … where the difference is in what it calls, … -/
theorem calling : ¬ Program.refines ⟨calls 2⟩ ⟨calls 1⟩ :=
  refuted_always empty 0 [] wf_empty rfl rfl (calls_always _ _ rfl) (calls_always _ _ rfl) (returned_apart (by decide))

/-- Returns `a` where the byte at its argument is 7, else `b`. -/
def branches (a b : Int) : Func where
  ptr := at0
  sig := ⟨[.ptr], [.int]⟩
  blocks := [
    { params := [res 0], code := [.inst (.load (res 1) (.int 1) 1 (u 0)), .inst (.pure (res 2) (.icmp .eq) [u 1, .imm 7])],
      term := .brif (u 2) ⟨1, []⟩ ⟨2, []⟩ },
    { code := [.inst (.const (res 3) (.int a))], term := .ret [u 3] },
    { code := [.inst (.const (res 3) (.int b))], term := .ret [u 3] }]

/-- A byte in memory. -/
def byte (n : Nat) : Memory := ⟨[⟨16, [.bits n], 1, true, true, false⟩]⟩

theorem byte_wf {n : Nat} (h : n < 256) : (byte n).WF where
  layout := by
    have one : ∀ {i : Nat} {a : Layout}, (byte n).layout[i]? = some a → i = 0 ∧ a = ⟨16, 1, 1, true, true, false⟩ := by
      intro i a e
      cases i with
      | zero => cases e; exact ⟨rfl, rfl⟩
      | succ i => simp [byte, Memory.layout] at e
    refine ⟨fun i a e => ?_, fun i a e => ?_, fun i j a b ha hb _ _ ij => ?_⟩
    · rw [(one e).2]; decide
    · rw [(one e).2]; decide
    · exact absurd ((one ha).1.trans (one hb).1.symm) ij
  bytes := by
    intro i b hb
    cases i with
    | zero =>
      simp only [Memory.bytesAt, byte, List.getElem?_cons_zero, List.mem_singleton] at hb
      subst hb; simpa [Byte.ok] using h
    | succ i => simp [Memory.bytesAt, byte] at hb

/-- … and where it branches on memory: on some memories the two agree, on others not. -/
theorem branching : ¬ Program.refines ⟨[branches 1 2]⟩ ⟨[branches 1 1]⟩ := by
  have always : ∀ (a b : Int) (s : State), Program.start ⟨[branches a b]⟩ 0 (byte 6) [.ptr ⟨.alloc 0, 16⟩] = some s →
      Always ⟨[branches a b]⟩ empty s (Returned b) := by
    rintro a b s hs; cases hs
    exact fun ch _ => ⟨_, ⟨_, rfl⟩, 5, rfl⟩
  exact refuted_always empty 0 _ (byte_wf (n := 6) (by decide)) rfl rfl (always _ _ _ rfl) (always _ _ _ rfl) (returned_apart (by decide))

/-! ### limits -/

def Limited (o : Outcome) : Prop := o = .limit

theorem exhausts_always (w : World) (n : Int) {s : State} (hs : start [returns (slot (2 ^ 64)) n] = some s) :
    Always ⟨[returns (slot (2 ^ 64)) n]⟩ w s Limited := by
  cases hs
  intro ch hc
  cases h : ch.place [] (2 ^ 64) 1 with
  | none =>
    refine ⟨_, rfl, 1, ?_⟩
    simp only [run, step?, Program.block, returns, slot, callFrame, List.getElem?_cons_zero, Option.bind_some, Option.map_some,
      List.cons_append, List.nil_append, Inst.exec, Memory.layout, List.map_nil, h, proceed]
  | some base => have := (hc.place [] (2 ^ 64) 1 base h).2.1; omega

/-- That there is no room for what a program asks for permits nothing … -/
theorem limit_permits_nothing : ¬ Program.refines ⟨[returns [] 1]⟩ ⟨[returns (slot (2 ^ 64)) 1]⟩ :=
  refuted_always empty 0 [] wf_empty rfl rfl (plain_always _ _ rfl) (exhausts_always _ _ rfl)
    (by rintro _ _ ⟨m, rfl⟩ rfl; exact ⟨id, id⟩)

/-- … and is permitted to nothing that has room. -/
theorem limit_is_not_permitted : ¬ Program.refines ⟨[returns (slot (2 ^ 64)) 1]⟩ ⟨[returns (slot 1) 1]⟩ :=
  refuted_always empty 0 [] wf_empty rfl rfl (exhausts_always _ _ rfl) (slot_always _ _ rfl)
    (by rintro _ _ rfl ⟨m, rfl⟩; exact ⟨id, id⟩)

/-! ### `freeze` -/

/-- Returns what was frozen in the first and in the second round of a loop. `out` stands before it, `inner` in it. -/
def rounds (out inner : List Code) : Func where
  ptr := at0
  sig := ⟨[], [.int, .int]⟩
  blocks := [
    { code := out, term := .br ⟨1, [.imm 0, .imm 0]⟩ },
    { params := [res 2, res 4], code := inner ++ [.inst (.pure (res 3) (.icmp .eq) [u 2, .imm 1])],
      term := .brif (u 3) ⟨2, []⟩ ⟨1, [.imm 1, u 1]⟩ },
    { code := [], term := .ret [u 4, u 1] }]

/-- `freeze` of a register that nobody has set, which is poison. -/
def froze : List Code := [.inst (.freeze (res 1) (u 0))]

theorem pair_ends {P : Program} {ch : Choices} {w : World} {s : State} {a b : Value} {n : Nat} (ha : a.fixed = true) (hb : b.fixed = true)
    (h : run P ch w n s = if anyPoison [a, b] then .final [] (.ub .poisonResult) else .final [] (.returned [a, b] ⟨[]⟩)) :
    Behaves P ch w s (quiet (.returned [a, b] ⟨[]⟩)) := by
  have np : anyPoison [a, b] = false := by simp [anyPoison, fixed_not_poison ha, fixed_not_poison hb]
  exact ⟨n, by rw [h, np]; rfl⟩

/-- A `freeze` must not be moved into a loop, where it may make another value each time. -/
theorem freeze_stays : ¬ Program.refines ⟨[rounds [] froze]⟩ ⟨[rounds froze []]⟩ := by
  obtain ⟨ch, hc, count⟩ := counting
  have h0 := count 0 .poison
  have h1 := count 1 .poison
  have hb : Behaves ⟨[rounds [] froze]⟩ ch empty (.run ⟨[]⟩ (callFrame 0 ⟨[], [], .br ⟨1, [.imm 0, .imm 0]⟩, 0⟩ [] [] 0) [] [])
      (quiet (.returned [ch.freeze 0 .poison, ch.freeze 1 .poison] ⟨[]⟩)) :=
    pair_ends (n := 8) (hc.freeze _ _).2 (hc.freeze _ _).2 rfl
  refine refuted empty 0 [] wf_empty rfl rfl hc hb fun ch' b hc' hb' r => ?_
  have fixed := (hc'.freeze 0 .poison).2
  cases Behaves.unique hb' (pair_ends (n := 7) fixed fixed rfl)
  rcases r with ⟨ho, _⟩ | ⟨_, _, e, _, r⟩
  · exact ho
  · cases e
    obtain ⟨r, _⟩ := r
    rw [h0, h1] at r
    generalize ch'.freeze 0 .poison = v at r fixed
    cases r with
    | cons r0 r => cases r with
      | cons r1 _ =>
        cases r0 with
        | poison => cases fixed
        | refl => simp [evalFreeze, refines_int] at r1

/-! ### what is allowed -/

def undefined : Func where
  ptr := at0
  sig := ⟨[], [.int]⟩
  blocks := [{ code := [], term := .unreachable }]

/-- What is undefined is refined by what is not. -/
theorem allows : Program.refines ⟨[returns [] 1]⟩ ⟨[undefined]⟩ := by
  intro w main m args s _ hs
  cases main with
  | succ n => simp [Program.start] at hs
  | zero =>
    cases hs
    refine ⟨_, rfl, fun ch b hc hb => ⟨ch, .ends [] (.ub .unreachable), hc, ⟨1, rfl⟩, .inl ⟨trivial, [], ?_, trivial⟩⟩⟩
    cases b with
    | ends t o => exact List.nil_prefix
    | diverges S => exact ⟨_, (hb.2 _).mpr ⟨0, rfl⟩, List.nil_prefix⟩

/-- Nor is it the other way round. -/
theorem refuses : ¬ Program.refines ⟨[undefined]⟩ ⟨[returns [] 1]⟩ :=
  refuted_always (ok' := fun o => o = .ub .unreachable) empty 0 [] wf_empty rfl rfl (fun _ _ => ⟨_, rfl, 1, rfl⟩) (plain_always _ _ rfl)
    (by rintro _ _ rfl ⟨m, rfl⟩; exact ⟨id, id⟩)

/-- Refinement is not total, and it is not equality. -/
theorem not_total : ∃ P Q : Program, ¬ P.refines Q := ⟨_, _, plain⟩
theorem not_equality : ∃ P Q : Program, P.refines Q ∧ ¬ Q.refines P := ⟨_, _, allows, refuses⟩

end Tuffy.Prog.Sanity
