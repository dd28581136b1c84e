import TuffyLean.IR.Threads

/-!
Small executions of two and three threads that show what synchronises and what does not, each with its
verdict. They and random ones are exported (`Export/RaceVectors.lean`), and the race detector of the
interpreter is held to the verdicts.
-/
namespace Tuffy.Threads.Litmus

/-- Eight bytes of data, at 0 of allocation 0. -/
def write (t : Nat) : Event := ⟨t, .access ⟨0, 0, 8, false, true, none⟩⟩
def read (t : Nat) : Event := ⟨t, .access ⟨0, 0, 8, true, false, none⟩⟩
/-- Plain accesses of other bytes. -/
def writeAt (t off size : Nat) : Event := ⟨t, .access ⟨0, off, size, false, true, none⟩⟩
def readAt (t off size : Nat) : Event := ⟨t, .access ⟨0, off, size, true, false, none⟩⟩
/-- Atomic accesses of a flag, four bytes at 8 of allocation 0. -/
def store (t : Nat) (o : Order) : Event := ⟨t, .access ⟨0, 8, 4, false, true, some o⟩⟩
def load (t : Nat) (o : Order) : Event := ⟨t, .access ⟨0, 8, 4, true, false, some o⟩⟩
def rmw (t : Nat) (o : Order) : Event := ⟨t, .access ⟨0, 8, 4, true, true, some o⟩⟩
/-- Another flag, at 12. -/
def store2 (t : Nat) (o : Order) : Event := ⟨t, .access ⟨0, 12, 4, false, true, some o⟩⟩
def load2 (t : Nat) (o : Order) : Event := ⟨t, .access ⟨0, 12, 4, true, false, some o⟩⟩
def fence (t : Nat) (o : Order) : Event := ⟨t, .fence o⟩
def spawn (t u : Nat) : Event := ⟨t, .spawn u⟩
def join (t u : Nat) : Event := ⟨t, .join u⟩

/-- Two threads write the same bytes. -/
def writes : Trace := [write 0, write 1]
theorem writes_race : Race writes := by decide
/-- Reading what another writes. -/
theorem write_read_race : Race [write 0, read 1] := by decide
theorem read_write_race : Race [read 0, write 1] := by decide
theorem reads_clean : ¬ Race [read 0, read 1, read 2] := by decide
/-- Bytes next to each other. -/
theorem neighbours_clean : ¬ Race [writeAt 0 0 4, writeAt 1 4 4, readAt 2 8 1] := by decide
theorem overlap_race : Race [writeAt 0 0 4, writeAt 1 3 4] := by decide
/-- A plain and an atomic access. -/
theorem mixed_race : Race [store 0 .seqCst, readAt 1 8 4] := by decide
/-- Atomic accesses, as unordered as can be. -/
theorem atomics_clean : ¬ Race [store 0 .relaxed, store 1 .relaxed, rmw 2 .relaxed, load 0 .relaxed] := by decide

/-- Message passing. -/
def passing (o p : Order) : Trace := [write 0, store 0 o, load 1 p, read 1]
theorem passing_clean : ¬ Race (passing .release .acquire) := by decide
theorem passing_seqCst_clean : ¬ Race (passing .seqCst .seqCst) := by decide
theorem passing_relaxed_race : Race (passing .relaxed .relaxed) := by decide
theorem passing_relaxed_store_race : Race (passing .relaxed .acquire) := by decide
theorem passing_relaxed_load_race : Race (passing .release .relaxed) := by decide
/-- The load comes first. -/
theorem passing_early_race : Race [write 0, load 1 .acquire, store 0 .release, read 1] := by decide
/-- The write comes after the release. -/
theorem passing_late_race : Race [store 0 .release, write 0, load 1 .acquire, read 1] := by decide
/-- Another flag than the one stored to. -/
theorem passing_other_race : Race [write 0, store 0 .release, load2 1 .acquire, read 1] := by decide
/-- What comes back. -/
theorem passing_back_clean : ¬ Race (passing .release .acquire ++ [write 1, store2 1 .release, load2 0 .acquire, write 0]) := by decide
theorem passing_back_race : Race (passing .release .acquire ++ [write 1, store2 1 .relaxed, load2 0 .acquire, write 0]) := by decide

/-- Fences around relaxed accesses. -/
def fences (o p : Order) : Trace := [write 0, fence 0 o, store 0 .relaxed, load 1 .relaxed, fence 1 p, read 1]
theorem fences_clean : ¬ Race (fences .release .acquire) := by decide
theorem fences_seqCst_clean : ¬ Race (fences .seqCst .seqCst) := by decide
theorem fences_wrong_race : Race (fences .acquire .release) := by decide
theorem fence_store_clean : ¬ Race [write 0, fence 0 .release, store 0 .relaxed, load 1 .acquire, read 1] := by decide
theorem fence_load_clean : ¬ Race [write 0, store 0 .release, load 1 .relaxed, fence 1 .acquire, read 1] := by decide
/-- The fence after the store, and before the load. -/
theorem fence_late_race : Race [write 0, store 0 .relaxed, fence 0 .release, load 1 .acquire, read 1] := by decide
theorem fence_early_race : Race [write 0, store 0 .release, fence 1 .acquire, load 1 .relaxed, read 1] := by decide

/-- A relaxed read-modify-write of a third thread continues the release sequence … -/
theorem sequence_clean : ¬ Race [write 0, store 0 .release, rmw 2 .relaxed, load 1 .acquire, read 1] := by decide
theorem sequence_long_clean : ¬ Race [write 0, store 0 .release, rmw 2 .relaxed, rmw 0 .relaxed, rmw 2 .relaxed, load 1 .acquire, read 1] := by
  decide
/-- … and a store ends it, in the same thread too. -/
theorem sequence_ended_race : Race [write 0, store 0 .release, store 2 .relaxed, load 1 .acquire, read 1] := by decide
theorem sequence_own_race : Race [write 0, store 0 .release, store 0 .relaxed, load 1 .acquire, read 1] := by decide
/-- A counter that is the last to let go. -/
theorem counter_clean : ¬ Race [read 0, rmw 0 .release, read 1, rmw 1 .release, rmw 2 .acquire, write 2] := by decide
theorem counter_race : Race [read 0, rmw 0 .release, read 1, rmw 1 .relaxed, rmw 2 .acquire, write 2] := by decide
/-- By way of a third thread. -/
theorem relay_clean : ¬ Race [write 0, store 0 .release, load 1 .acquire, store2 1 .release, load2 2 .acquire, read 2] := by decide
theorem relay_race : Race [write 0, store 0 .release, load 1 .relaxed, store2 1 .release, load2 2 .acquire, read 2] := by decide

/-- Starting and joining a thread. -/
theorem spawn_clean : ¬ Race [write 0, spawn 0 1, read 1, write 1, join 0 1, read 0] := by decide
theorem spawn_late_race : Race [spawn 0 1, write 0, read 1] := by decide
theorem join_missing_race : Race [spawn 0 1, write 1, read 0] := by decide
/-- Waiting for a thread that did nothing. -/
theorem idle_clean : ¬ Race [write 0, spawn 0 2, join 1 2, write 1] := by decide
theorem siblings_race : Race [spawn 0 1, spawn 0 2, write 1, join 0 1, write 2, join 0 2] := by decide
theorem siblings_clean : ¬ Race [spawn 0 1, write 1, join 0 1, spawn 0 2, write 2, join 0 2, read 0] := by decide

end Tuffy.Threads.Litmus
