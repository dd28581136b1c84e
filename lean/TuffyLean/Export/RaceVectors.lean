import TuffyLean.Export.AtomicVectors
import TuffyLean.IR.ThreadsLitmus

/-!
Executions with the verdict of `IR/Threads.lean`, in `races.txt`:

    trace sequence_clean threads 3
    0 write 0 8
    0 store release 8 4
    2 rmw relaxed 8 4
    1 load acquire 8 4
    1 fence seqcst
    0 join 1
    race 6

A line is a thread and what it does: `read`, `write` with an offset and a number of bytes, all in one
allocation, `load`, `store`, `rmw`, `fence` with an ordering, `spawn`, `join` with a thread. The threads that run
from the beginning are counted in the first line. The last line is the number of the first event that
races with an earlier one, or `clean`.
-/
namespace Tuffy.Export.Races
open Tuffy Tuffy.Threads Tuffy.Threads.Litmus

def act : Act → String
  | .access ⟨_, off, n, r, _, none⟩ => s!"{if r then "read" else "write"} {off} {n}"
  | .access ⟨_, off, n, r, w, some o⟩ => s!"{if r && w then "rmw" else if r then "load" else "store"} {Atomic.order o} {off} {n}"
  | .fence o => s!"fence {Atomic.order o}"
  | .spawn t => s!"spawn {t}"
  | .join t => s!"join {t}"

def verdict (T : Trace) : String :=
  match firstRace T with
  | some j => s!"race {j}"
  | none => "clean"

def text (name : String) (threads : Nat) (T : Trace) : String :=
  s!"trace {name} threads {threads}\n" ++ String.join (T.map fun e => s!"{e.thread} {act e.act}\n") ++ verdict T ++ "\n"

/-- Executions from the litmus tests. -/
def litmus : List (String × Nat × Trace) :=
  [("writes", 2, writes), ("write_read", 2, [write 0, read 1]), ("read_write", 2, [read 0, write 1]), ("reads", 3, [read 0, read 1, read 2]),
   ("neighbours", 3, [writeAt 0 0 4, writeAt 1 4 4, readAt 2 8 1]), ("overlap", 2, [writeAt 0 0 4, writeAt 1 3 4]),
   ("mixed", 2, [store 0 .seqCst, readAt 1 8 4]),
   ("atomics", 3, [store 0 .relaxed, store 1 .relaxed, rmw 2 .relaxed, load 0 .relaxed]),
   ("early", 2, [write 0, load 1 .acquire, store 0 .release, read 1]), ("late", 2, [store 0 .release, write 0, load 1 .acquire, read 1]),
   ("other", 2, [write 0, store 0 .release, load2 1 .acquire, read 1]),
   ("fence_store", 2, [write 0, fence 0 .release, store 0 .relaxed, load 1 .acquire, read 1]),
   ("fence_load", 2, [write 0, store 0 .release, load 1 .relaxed, fence 1 .acquire, read 1]),
   ("fence_late", 2, [write 0, store 0 .relaxed, fence 0 .release, load 1 .acquire, read 1]),
   ("fence_early", 2, [write 0, store 0 .release, fence 1 .acquire, load 1 .relaxed, read 1]),
   ("sequence_clean", 3, [write 0, store 0 .release, rmw 2 .relaxed, load 1 .acquire, read 1]),
   ("sequence_long", 3, [write 0, store 0 .release, rmw 2 .relaxed, rmw 0 .relaxed, rmw 2 .relaxed, load 1 .acquire, read 1]),
   ("sequence_ended", 3, [write 0, store 0 .release, store 2 .relaxed, load 1 .acquire, read 1]),
   ("sequence_own", 2, [write 0, store 0 .release, store 0 .relaxed, load 1 .acquire, read 1]),
   ("counter", 3, [read 0, rmw 0 .release, read 1, rmw 1 .release, rmw 2 .acquire, write 2]),
   ("counter_relaxed", 3, [read 0, rmw 0 .release, read 1, rmw 1 .relaxed, rmw 2 .acquire, write 2]),
   ("relay", 3, [write 0, store 0 .release, load 1 .acquire, store2 1 .release, load2 2 .acquire, read 2]),
   ("relay_relaxed", 3, [write 0, store 0 .release, load 1 .relaxed, store2 1 .release, load2 2 .acquire, read 2]),
   ("spawn", 1, [write 0, spawn 0 1, read 1, write 1, join 0 1, read 0]), ("spawn_late", 1, [spawn 0 1, write 0, read 1]),
   ("join_missing", 1, [spawn 0 1, write 1, read 0]),
   ("siblings", 1, [spawn 0 1, spawn 0 2, write 1, join 0 1, write 2, join 0 2]),
   ("siblings_joined", 1, [spawn 0 1, write 1, join 0 1, spawn 0 2, write 2, join 0 2, read 0])] ++
  orders.flatMap fun o => orders.flatMap fun p =>
    (if loads p && stores o then
      [(s!"passing_{Atomic.order o}_{Atomic.order p}", 2, passing o p),
       (s!"back_{Atomic.order o}_{Atomic.order p}", 2, passing .release .acquire ++ [write 1, store2 1 o, load2 0 p, write 0])] else []) ++
    if o != .relaxed && p != .relaxed then [(s!"fences_{Atomic.order o}_{Atomic.order p}", 2, fences o p)] else []
where
  orders : List Order := [.relaxed, .acquire, .release, .acqRel, .seqCst]
  loads (o : Order) : Bool := o != .release && o != .acqRel
  stores (o : Order) : Bool := o != .acquire && o != .acqRel

/-- The state of the generator: threads that run, the number of the next one. -/
structure Live where
  running : List Nat
  next : Nat

def pick {α : Type} [Inhabited α] (l : List α) (x : Nat) : α := l.getD (x % l.length) default

/-- Some event, from numbers. -/
def eventOf (s : Live) (k a b c : Nat) : Event × Live :=
  let t := pick s.running a
  let others := s.running.filter fun u => u != t && 1 < u
  let plain : Event :=
    let off := if c % 7 = 0 then c / 7 % 8 else 8 + c / 7 % 3 * 8 + (if c % 5 = 0 then c / 64 % 8 else 0)
    let n := min (if c % 5 = 0 then 1 + c / 512 % 16 else 4 + c / 512 % 2 * 4) (32 - off)
    ⟨t, .access ⟨0, off, n, b % 3 != 0, b % 3 == 0, none⟩⟩
  let loc := b / 64 % 2 * 4
  match k % 18 with
  | 0 | 1 => (⟨t, .fence (pick [.acquire, .release, .acqRel, .seqCst] b)⟩, s)
  | 2 => if s.next < 4 then (⟨t, .spawn s.next⟩, ⟨s.running ++ [s.next], s.next + 1⟩) else (plain, s)
  | 3 => match others with
    | [] => (plain, s)
    | _ => let u := pick others b; (⟨t, .join u⟩, ⟨s.running.filter (· != u), s.next⟩)
  | 4 | 5 | 6 => (⟨t, .access ⟨0, loc, 4, true, false, some (pick [.relaxed, .acquire, .seqCst, .acquire] b)⟩⟩, s)
  | 7 | 8 | 9 => (⟨t, .access ⟨0, loc, 4, false, true, some (pick [.relaxed, .release, .seqCst, .release] b)⟩⟩, s)
  | 10 | 11 | 12 => (⟨t, .access ⟨0, loc, 4, true, true, some (pick [.relaxed, .acquire, .release, .acqRel, .seqCst] b)⟩⟩, s)
  | _ => (plain, s)

def events (s : Live) : List Nat → Trace
  | k :: a :: b :: c :: rest => let (e, s') := eventOf s k a b c; e :: events s' rest
  | _ => []

def count : Nat := 2500
def length : Nat := 11

/-- Random executions of two threads, and what they start. -/
def random : List (String × Nat × Trace) :=
  (List.range count).map fun i => (toString i, 2, events ⟨[0, 1], 2⟩ (noise (4 * length) (4801 * i + 3)))

def file : String := String.join ((litmus ++ random).map fun (name, n, T) => text name n T)

end Tuffy.Export.Races
