import TuffyLean.IR.Atomic

/-!
Threads: what happens before what, and data races.

Execution is sequentially consistent, a step of one thread at a time, so an execution is the list of its
events in the order in which they happened, and an atomic load sees the last atomic store to its
location. Orderings decide only what happens before what, as in C++20: an event happens before the later
ones of its thread and before those that synchronise with it. Two accesses of a byte, one of which
writes and one of which is not atomic, are a race if neither happens before the other.

A location is an allocation and an offset: atomic accesses that overlap without beginning at the same
byte do not synchronise. All of it is computed, so that `decide` says whether an execution has a race.

The twin is `interp/race.go`, which has vector clocks where this has sets of events. Not here: what
values are read (`Atomic.lean`), memory that is not sequentially consistent.
-/
namespace Tuffy.Threads

/-- An access of bytes; `order` is that of an atomic one. -/
structure Access where
  alloc : Nat
  off : Nat
  size : Nat
  read : Bool
  write : Bool
  order : Option Order
deriving DecidableEq, Repr

inductive Act where
  | access (a : Access)
  | fence (o : Order)
  /-- starts the thread -/
  | spawn (thread : Nat)
  /-- waits until the thread has ended -/
  | join (thread : Nat)
deriving DecidableEq, Repr

structure Event where
  thread : Nat
  act : Act
deriving DecidableEq, Repr

/-- An execution. Events are named by their position. -/
abbrev Trace := List Event

/-! ### synchronisation -/

/-- Where an atomic access is. -/
abbrev Loc := Nat × Nat

def Access.loc (a : Access) : Loc := (a.alloc, a.off)

/-- An atomic write of a location. -/
def Event.storesAt (e : Event) (l : Loc) : Bool :=
  match e.act with
  | .access a => a.order.isSome && a.write && a.loc == l
  | _ => false

/-- Whether a write reads as well: a read-modify-write. -/
def Event.modifies (e : Event) : Bool :=
  match e.act with
  | .access a => a.read && a.write
  | _ => false

/-- The location that an event reads atomically. -/
def Event.loadsAt (e : Event) : Option Loc :=
  match e.act with
  | .access a => if a.order.isSome && a.read then some a.loc else none
  | _ => none

/-- A release store, or a release fence. -/
def Event.releases (e : Event) : Bool :=
  match e.act with
  | .access a => a.write && a.order.any Order.releases
  | .fence o => o.releases
  | _ => false

def Event.isReleaseFence (e : Event) : Bool :=
  match e.act with
  | .fence o => o.releases
  | _ => false

/-- The events before `n` that have a property. -/
def before? (T : Trace) (n : Nat) (p : Event → Bool) : List Nat :=
  (List.range n).filter fun i => (T[i]?).any p

/-- What the store `n` itself publishes: itself if it releases, and the release fences before it. -/
def publishedBy (T : Trace) (n : Nat) (e : Event) : List Nat :=
  (if e.releases then [n] else []) ++ before? T n fun f => f.thread == e.thread && f.isReleaseFence

/-- The events that whoever acquires at a location after `n` events happens after. A store forgets what was
published before, a read-modify-write continues the release sequence. -/
def published (T : Trace) (l : Loc) : Nat → List Nat
  | 0 => []
  | n + 1 => match T[n]? with
    | some e =>
      if e.storesAt l then publishedBy T n e ++ (if e.modifies then published T l n else [])
      else published T l n
    | none => published T l n

/-- What the atomic loads of a thread have read before `n`, which is for an acquire fence. -/
def seen (T : Trace) (t n : Nat) : List Nat :=
  (List.range n).flatMap fun k => match T[k]? with
    | some e => match e.loadsAt with
      | some l => if e.thread == t then published T l k else []
      | none => []
    | none => []

/-- The events of other threads that `e`, which is number `j`, synchronises with. A thread that does nothing
is started, and waited for, all the same. -/
def syncs (T : Trace) (j : Nat) (e : Event) : List Nat :=
  (match e.act with
  | .access a => if a.read && a.order.any Order.acquires then published T a.loc j else []
  | .fence o => if o.acquires then seen T e.thread j else []
  | .join t => before? T j fun f => f.thread == t || f.act == .spawn t
  | .spawn _ => []) ++ before? T j fun f => f.act == .spawn e.thread

/-! ### happens-before -/

/-- `i` comes right before `j`: earlier in its thread, or `j` synchronises with it. -/
def edge (T : Trace) (i j : Nat) : Bool :=
  decide (i < j) && match T[i]?, T[j]? with
  | some e, some f => e.thread == f.thread || (syncs T j f).contains i
  | _, _ => false

/-- `i` happens before `j`. -/
inductive Before (T : Trace) : Nat → Nat → Prop where
  | edge {i j : Nat} : edge T i j = true → Before T i j
  | step {i k j : Nat} : Before T i k → Threads.edge T k j = true → Before T i j

/-- What happens before each of the first `n` events. -/
def pasts (T : Trace) : Nat → List (List Nat)
  | 0 => []
  | n + 1 => pasts T n ++ [(List.range n).filter fun i =>
      ((List.range n).filter (edge T · n)).any fun k => k == i || ((pasts T n).getD k []).contains i]

/-- Happens-before, computed. -/
def isBefore (T : Trace) (i j : Nat) : Bool := ((pasts T (j + 1)).getD j []).contains i

/-! ### races -/

/-- Whether two accesses share a byte, one of them writes, and one is not atomic. -/
def Access.conflicts (a b : Access) : Bool :=
  a.alloc == b.alloc && decide (max a.off b.off < min (a.off + a.size) (b.off + b.size)) &&
    (a.write || b.write) && !(a.order.isSome && b.order.isSome)

def Event.conflicts (e f : Event) : Bool :=
  match e.act, f.act with
  | .access a, .access b => a.conflicts b
  | _, _ => false

/-- The events conflict, and nothing orders them. -/
def RaceAt (T : Trace) (i j : Nat) : Prop :=
  i < j ∧ (∃ e f, T[i]? = some e ∧ T[j]? = some f ∧ e.conflicts f = true) ∧ ¬ Before T i j

/-- A data race: undefined behaviour. -/
def Race (T : Trace) : Prop := ∃ i j, RaceAt T i j

def raceAt (T : Trace) (i j : Nat) : Bool :=
  decide (i < j) && (match T[i]?, T[j]? with
  | some e, some f => e.conflicts f
  | _, _ => false) && !isBefore T i j

/-- The first event that races with an earlier one. -/
def firstRace (T : Trace) : Option Nat :=
  (List.range T.length).find? fun j => (List.range j).any fun i => raceAt T i j

/-! ### happens-before is a strict order that agrees with the execution -/

theorem edge_lt {T : Trace} {i j : Nat} (h : edge T i j = true) : i < j := by
  simp only [edge, Bool.and_eq_true, decide_eq_true_eq] at h; exact h.1

theorem Before.lt {T : Trace} {i j : Nat} (h : Before T i j) : i < j := by
  induction h with
  | edge h => exact edge_lt h
  | step _ h ih => exact Nat.lt_trans ih (edge_lt h)

theorem Before.irrefl (T : Trace) (i : Nat) : ¬ Before T i i := fun h => Nat.lt_irrefl _ h.lt

theorem Before.trans {T : Trace} {i j k : Nat} (h : Before T i j) (h' : Before T j k) : Before T i k := by
  induction h' with
  | edge e => exact .step h e
  | step _ e ih => exact .step ih e

theorem Before.asymm {T : Trace} {i j : Nat} (h : Before T i j) : ¬ Before T j i :=
  fun h' => Before.irrefl T i (h.trans h')

/-- The last step of happens-before. -/
theorem Before.iff {T : Trace} {i j : Nat} :
    Before T i j ↔ ∃ k, Threads.edge T k j = true ∧ (k = i ∨ Before T i k) := by
  constructor
  · intro h
    cases h with
    | edge e => exact ⟨i, e, .inl rfl⟩
    | step h e => exact ⟨_, e, .inr h⟩
  · rintro ⟨k, e, rfl | h⟩
    · exact .edge e
    · exact .step h e

/-! ### the computation is right -/

theorem pasts_length (T : Trace) (n : Nat) : (pasts T n).length = n := by
  induction n with
  | zero => rfl
  | succ n ih => simp [pasts, ih]

theorem pasts_stable (T : Trace) {k n m : Nat} (h : k < n) (hm : n ≤ m) :
    (pasts T m).getD k [] = (pasts T n).getD k [] := by
  induction m with
  | zero => omega
  | succ m ih =>
    by_cases e : n = m + 1
    · subst e; rfl
    · rw [← ih (by omega)]
      rw [pasts]
      simp only [List.getD_eq_getElem?_getD]
      rw [List.getElem?_append_left (by rw [pasts_length]; omega)]

theorem isBefore_iff (T : Trace) (j : Nat) : ∀ i, isBefore T i j = true ↔ Before T i j := by
  induction j using Nat.strongRecOn with
  | _ j ih =>
    intro i
    have last : (pasts T (j + 1)).getD j [] = (List.range j).filter fun i =>
        ((List.range j).filter (edge T · j)).any fun k => k == i || ((pasts T j).getD k []).contains i := by
      conv => lhs; rw [pasts]
      simp only [List.getD_eq_getElem?_getD]
      rw [List.getElem?_append_right (by rw [pasts_length]; exact Nat.le_refl _)]
      simp [pasts_length]
    rw [isBefore, last, List.contains_iff_mem, List.mem_filter, List.mem_range, List.any_eq_true, Before.iff]
    constructor
    · rintro ⟨hi, k, hk, h⟩
      rw [List.mem_filter, List.mem_range] at hk
      refine ⟨k, hk.2, ?_⟩
      rw [Bool.or_eq_true, beq_iff_eq] at h
      rcases h with h | h
      · exact .inl h
      · refine .inr ((ih k hk.1 i).mp ?_)
        rw [isBefore, ← pasts_stable T (Nat.lt_succ_self k) hk.1]; exact h
    · rintro ⟨k, e, h⟩
      have hk := edge_lt e
      refine ⟨?_, k, by rw [List.mem_filter, List.mem_range]; exact ⟨hk, e⟩, ?_⟩
      · rcases h with rfl | h
        · exact hk
        · exact Nat.lt_trans h.lt hk
      · rw [Bool.or_eq_true, beq_iff_eq]
        rcases h with rfl | h
        · exact .inl rfl
        · right
          rw [← ih k hk i, isBefore, ← pasts_stable T (Nat.lt_succ_self k) hk] at h
          exact h

instance (T : Trace) (i j : Nat) : Decidable (Before T i j) := decidable_of_iff _ (isBefore_iff T j i)

theorem raceAt_iff {T : Trace} {i j : Nat} : raceAt T i j = true ↔ RaceAt T i j := by
  simp only [raceAt, RaceAt, Bool.and_eq_true, decide_eq_true_eq, Bool.not_eq_true', and_assoc]
  rw [Bool.eq_false_iff, ne_eq, isBefore_iff]
  cases hi : T[i]? <;> cases hj : T[j]? <;> simp

theorem Race.lt {T : Trace} {i j : Nat} (h : RaceAt T i j) : j < T.length := by
  obtain ⟨_, ⟨_, _, _, h, _⟩, _⟩ := h
  exact (List.getElem?_eq_some_iff.mp h).1

/-- An execution has a race if and only if an event of it races with an earlier one. -/
theorem firstRace_isSome {T : Trace} : (firstRace T).isSome = true ↔ Race T := by
  simp only [firstRace, List.find?_isSome, List.mem_range, List.any_eq_true, raceAt_iff]
  constructor
  · rintro ⟨j, _, i, _, h⟩; exact ⟨i, j, h⟩
  · rintro ⟨i, j, h⟩; exact ⟨j, Race.lt h, i, h.1, h⟩

instance (T : Trace) : Decidable (Race T) := decidable_of_iff _ firstRace_isSome

end Tuffy.Threads
