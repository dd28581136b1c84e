import TuffyLean.IR.Threads

/-!
Which bytes an atomic operation accesses, and how: what `Threads.lean` is told about it. The access says
the truth of stores, read-modify-writes and `cmpxchg` (a load changes nothing), and two of the operations that are
both allowed and whose bytes are apart may change places: memory and results are the same (`AtomicOp.comm`).
-/
namespace Tuffy.Threads

/-- An access of what `p` points to. -/
def accessAt (m : Memory) (p : Value) (t : Acc) (align : Nat) (read write : Bool) (o : Order) : Exec Access :=
  (reach m p t.size align write).bind fun (i, off) => .ok ⟨i, off, t.size, read, write, some o⟩

def loadAccess (m : Memory) (p : Value) (t : Acc) (align : Nat) (o : Order) : Exec Access := accessAt m p t align true false o
def storeAccess (m : Memory) (p : Value) (t : Acc) (align : Nat) (o : Order) : Exec Access := accessAt m p t align false true o
def rmwAccess (m : Memory) (p : Value) (t : Acc) (align : Nat) (o : Order) : Exec Access := accessAt m p t align true true o

/-- A `cmpxchg` that stores nothing is a load with the ordering on failure, although it needs memory that may
be written to; one that cannot compare is a read-modify-write. -/
def cmpxchgAccess (m : Memory) (p e v : Value) (t : Acc) (align : Nat) (o fail : Order) : Exec Access :=
  (reach m p t.size align true).bind fun (i, off) =>
    match exchanged t (decode t (m.read i off t.size)) e v with
    | some _ => .ok ⟨i, off, t.size, true, true, some o⟩
    | none => .ok ⟨i, off, t.size, true, false, some fail⟩

/-! ### the access says the truth -/

/-- All that is not accessed stays. -/
def Access.Keeps (a : Access) (m m' : Memory) : Prop :=
  (a.write = false → m' = m) ∧
    ∀ j off n : Nat, Memory.Disjoint a.alloc a.off a.size j off n → m'.read j off n = m.read j off n

theorem Access.Keeps.write {m : Memory} {a : Access} (hw : a.write = true) {bs : List Byte} (hl : bs.length = a.size) :
    a.Keeps m (m.write a.alloc a.off bs) := by
  refine ⟨by simp [hw], fun j off n h => ?_⟩
  rw [← hl] at h
  exact Memory.read_write_disjoint h

theorem Access.Keeps.refl (a : Access) (m : Memory) : a.Keeps m m := ⟨fun _ => rfl, fun _ _ _ _ => rfl⟩

theorem store_keeps {m m' : Memory} {p v : Value} {t : Acc} {al : Nat} {o : Order}
    (h : execStoreAtomic m v p t al = .ok m') : ∃ a, storeAccess m p t al o = .ok a ∧ a.Keeps m m' := by
  simp only [execStoreAtomic, execStore, Exec.bind_eq_ok, Exec.ok.injEq] at h
  obtain ⟨⟨i, off⟩, h1, rfl⟩ := h
  exact ⟨_, by simp only [storeAccess, accessAt, h1, Exec.bind_ok]; rfl, .write rfl (encode_length _ _)⟩

theorem rmw_keeps {op : RMWOp} {m m' : Memory} {p v old : Value} {t : Acc} {al : Nat} {o : Order}
    (h : execRMW op m p v t al = .ok (m', old)) : ∃ a, rmwAccess m p t al o = .ok a ∧ a.Keeps m m' := by
  simp only [execRMW, Exec.bind_eq_ok, Exec.ok.injEq, Prod.mk.injEq] at h
  obtain ⟨⟨i, off⟩, h1, rfl, _⟩ := h
  exact ⟨_, by simp only [rmwAccess, accessAt, h1, Exec.bind_ok]; rfl, .write rfl (encode_length _ _)⟩

theorem cmpxchg_keeps {m m' : Memory} {p e v old : Value} {t : Acc} {al : Nat} {o fail : Order}
    (h : execCmpXchg m p e v t al = .ok (m', old)) : ∃ a, cmpxchgAccess m p e v t al o fail = .ok a ∧ a.Keeps m m' := by
  simp only [execCmpXchg, Exec.bind_eq_ok] at h
  obtain ⟨⟨i, off⟩, h1, h⟩ := h
  simp only [cmpxchgAccess, h1, Exec.bind_ok]
  split at h
  · rename_i bs hx
    cases h
    rw [hx]
    exact ⟨_, rfl, .write rfl (exchanged_length hx)⟩
  · rename_i hx
    cases h
    rw [hx]
    exact ⟨_, rfl, .refl _ _⟩

/-! ### operations apart from each other -/

/-- What an atomic operation does with the bytes it accesses: `new` is what it stores, nothing if it
stores nothing, `result` what it gives. -/
structure Effect where
  alloc : Nat
  off : Nat
  size : Nat
  new : List Byte → Option (List Byte)
  result : List Byte → Value
  fits : ∀ bs cs, new bs = some cs → cs.length = size

namespace Effect
def memory (e : Effect) (m : Memory) : Memory :=
  match e.new (m.read e.alloc e.off e.size) with
  | some bs => m.write e.alloc e.off bs
  | none => m

def value (e : Effect) (m : Memory) : Value := e.result (m.read e.alloc e.off e.size)

theorem read_memory {e : Effect} {m : Memory} {j off n : Nat} (h : Memory.Disjoint e.alloc e.off e.size j off n) :
    (e.memory m).read j off n = m.read j off n := by
  unfold memory
  split
  · rename_i bs hx
    rw [← e.fits _ _ hx] at h
    exact Memory.read_write_disjoint h
  · rfl

/-- Effects on bytes apart from each other change places: the memory and both results are the same. -/
theorem comm {e f : Effect} (h : Memory.Disjoint e.alloc e.off e.size f.alloc f.off f.size) (m : Memory) :
    e.memory (f.memory m) = f.memory (e.memory m) ∧ e.value (f.memory m) = e.value m ∧ f.value (e.memory m) = f.value m := by
  refine ⟨?_, by rw [value, read_memory h.symm]; rfl, by rw [value, read_memory h]; rfl⟩
  have he : e.memory (f.memory m) = match e.new (m.read e.alloc e.off e.size) with
      | some bs => (f.memory m).write e.alloc e.off bs
      | none => f.memory m := by rw [memory, read_memory h.symm]
  have hf : f.memory (e.memory m) = match f.new (m.read f.alloc f.off f.size) with
      | some bs => (e.memory m).write f.alloc f.off bs
      | none => e.memory m := by rw [memory, read_memory h]
  rw [he, hf]
  unfold memory
  cases h1 : e.new (m.read e.alloc e.off e.size) with
  | none => cases f.new (m.read f.alloc f.off f.size) <;> rfl
  | some bs =>
    cases h2 : f.new (m.read f.alloc f.off f.size) with
    | none => rfl
    | some cs =>
      simp only []
      rw [Memory.write_comm]
      rw [e.fits _ _ h1, f.fits _ _ h2]
      first | exact h | exact h.symm
end Effect

/-- The effect of a load, … -/
def loadEffect (t : Acc) (r : Nat × Nat) : Effect := ⟨r.1, r.2, t.size, fun _ => none, decode t, by intro bs cs h; cases h⟩

/-- … of a store, whose result is none, … -/
def storeEffect (v : Value) (t : Acc) (r : Nat × Nat) : Effect :=
  ⟨r.1, r.2, t.size, fun _ => some (encode t v), fun _ => .poison, by intro bs cs h; cases h; exact encode_length _ _⟩

/-- … of a read-modify-write, … -/
def rmwEffect (op : RMWOp) (v : Value) (t : Acc) (r : Nat × Nat) : Effect :=
  ⟨r.1, r.2, t.size, fun bs => some (encode t (op.eval (decode t bs) v)), decode t, by
    intro bs cs h; cases h; exact encode_length _ _⟩

/-- … and of a `cmpxchg`. -/
def cmpxchgEffect (e v : Value) (t : Acc) (r : Nat × Nat) : Effect :=
  ⟨r.1, r.2, t.size, fun bs => exchanged t (decode t bs) e v, decode t, fun _ _ h => exchanged_length h⟩

theorem execRMW_effect (op : RMWOp) (m : Memory) (p v : Value) (t : Acc) (al : Nat) : execRMW op m p v t al =
    (reach m p t.size al true).bind fun r => .ok ((rmwEffect op v t r).memory m, (rmwEffect op v t r).value m) := rfl

theorem execCmpXchg_effect (m : Memory) (p e v : Value) (t : Acc) (al : Nat) : execCmpXchg m p e v t al =
    (reach m p t.size al true).bind fun r => .ok ((cmpxchgEffect e v t r).memory m, (cmpxchgEffect e v t r).value m) := by
  unfold execCmpXchg
  congr 1; funext r
  simp only [cmpxchgEffect, Effect.memory, Effect.value]
  cases exchanged t (decode t (m.read r.1 r.2 t.size)) e v <;> rfl

/-- The atomic operations that access memory. -/
inductive AtomicOp where
  | load
  | store (v : Value)
  | rmw (op : RMWOp) (v : Value)
  | cmpxchg (expected new : Value)

namespace AtomicOp
/-- The memory after it, and its result: of a store, which has none, poison. -/
def exec (o : AtomicOp) (m : Memory) (p : Value) (t : Acc) (al : Nat) : Exec (Memory × Value) :=
  match o with
  | load => (execLoadAtomic m p t al).map fun v => (m, v)
  | store v => (execStoreAtomic m v p t al).map fun m' => (m', .poison)
  | rmw op v => execRMW op m p v t al
  | cmpxchg e v => execCmpXchg m p e v t al

/-- Whether it needs memory that may be written to. -/
def writes : AtomicOp → Bool
  | load => false
  | _ => true

def effect (o : AtomicOp) (t : Acc) (r : Nat × Nat) : Effect :=
  match o with
  | load => loadEffect t r
  | store v => storeEffect v t r
  | rmw op v => rmwEffect op v t r
  | cmpxchg e v => cmpxchgEffect e v t r

theorem exec_effect (o : AtomicOp) (m : Memory) (p : Value) (t : Acc) (al : Nat) : o.exec m p t al =
    (reach m p t.size al o.writes).bind fun r => .ok ((o.effect t r).memory m, (o.effect t r).value m) := by
  cases o with
  | load =>
    simp only [exec, execLoadAtomic, execLoad, writes, Exec.map, Exec.bind_assoc]
    rfl
  | store v =>
    simp only [exec, execStoreAtomic, execStore, writes, Exec.map, Exec.bind_assoc]
    rfl
  | rmw op v => exact execRMW_effect op m p v t al
  | cmpxchg e v => exact execCmpXchg_effect m p e v t al

/-- Two atomic operations that are both allowed, of bytes apart from each other, may be executed in either order: the
memory and both results are the same. -/
theorem comm (o o' : AtomicOp) {m : Memory} {p q : Value} {t u : Acc} {al al' : Nat} {r r' : Nat × Nat}
    (hp : reach m p t.size al o.writes = .ok r) (hq : reach m q u.size al' o'.writes = .ok r')
    (h : Memory.Disjoint r.1 r.2 t.size r'.1 r'.2 u.size) :
    ((o.exec m p t al).bind fun s => (o'.exec s.1 q u al').map fun s' => (s'.1, s.2, s'.2)) =
      ((o'.exec m q u al').bind fun s' => (o.exec s'.1 p t al).map fun s => (s.1, s.2, s'.2)) := by
  have l : ∀ e : Effect, (e.memory m).layout = m.layout := by
    intro e; unfold Effect.memory; split <;> simp
  have reach_eq : ∀ (e : Effect) (x : Value) (n a : Nat) (w : Bool), reach (e.memory m) x n a w = reach m x n a w := by
    intro e x n a w; cases x <;> simp only [reach, l]
  have h' : Memory.Disjoint (o.effect t r).alloc (o.effect t r).off (o.effect t r).size (o'.effect u r').alloc (o'.effect u r').off
      (o'.effect u r').size := by
    cases o <;> cases o' <;> exact h
  obtain ⟨c1, c2, c3⟩ := Effect.comm h' m
  simp only [exec_effect, hp, hq, Exec.bind_ok, reach_eq, Exec.map, c1, c2, c3]
end AtomicOp

/-- Read-modify-writes, for example. -/
theorem execRMW_comm {op op' : RMWOp} {m : Memory} {p q v w : Value} {t u : Acc} {al al' : Nat} {r r' : Nat × Nat}
    (hp : reach m p t.size al true = .ok r) (hq : reach m q u.size al' true = .ok r')
    (h : Memory.Disjoint r.1 r.2 t.size r'.1 r'.2 u.size) :
    ((execRMW op m p v t al).bind fun s => (execRMW op' s.1 q w u al').map fun s' => (s'.1, s.2, s'.2)) =
      ((execRMW op' m q w u al').bind fun s' => (execRMW op s'.1 p v t al).map fun s => (s.1, s.2, s'.2)) :=
  AtomicOp.comm (.rmw op v) (.rmw op' w) hp hq h

end Tuffy.Threads
