import TuffyLean.IR.Refine

/-!
Memory: allocations of four-state bytes, and what accesses mean. Executable: every operation is a
function to `Exec`, a result or undefined behaviour.

The twins are the package `memory` (`Check`, `Resolve`, `ReadBytes`, `WriteBytes`), `interp/codec.go`
(`encode`, `decode`) and `interp/exec_memory.go` (`load`, `store`, `memset`, `memcpy`). Where an access
is wrong in several ways the first of this order counts, as there: null, no provenance, wildcard,
ended, bounds, constant, alignment.

Not here: aggregates (they are stored field by field), threads, memory versions (`Alias.lean`), and what kind an allocation is: a dead one answers `useAfterFree`,
whether a stack slot or from the heap.
-/
namespace Tuffy

/-- The kinds of undefined behaviour of `docs/ub` that single-threaded programs can meet. -/
inductive UB where
  | branchPoison | switchPoison | unreachable | poisonPointer | null | dangling | outOfBounds | misaligned
  | wildcard | writeConst | useAfterFree | doubleFree | invalidFree | callSignature | callTarget
  | overlap | poisonLength | poisonExternal | poisonResult
deriving DecidableEq, Repr

/-- The number in `TUF-UB-…`. -/
def UB.code : UB → Nat
  | branchPoison => 1 | switchPoison => 2 | unreachable => 3 | poisonPointer => 4 | null => 5 | dangling => 6
  | outOfBounds => 7 | misaligned => 8 | wildcard => 9 | writeConst => 11 | useAfterFree => 12
  | doubleFree => 14 | invalidFree => 15 | callSignature => 16 | callTarget => 17 | overlap => 18
  | poisonLength => 19 | poisonExternal => 20 | poisonResult => 22

/-- A result, undefined behaviour, or a limit of the machine (no address left), which decides nothing. -/
inductive Exec (α : Type) where
  | ok (a : α)
  | ub (u : UB)
  | limit
deriving DecidableEq, Repr

namespace Exec
def bind {α β : Type} : Exec α → (α → Exec β) → Exec β
  | ok a, f => f a
  | ub u, _ => ub u
  | limit, _ => limit

def map {α β : Type} (f : α → β) (x : Exec α) : Exec β := x.bind fun a => ok (f a)

@[simp] theorem bind_ok {α β : Type} (a : α) (f : α → Exec β) : (ok a).bind f = f a := rfl
@[simp] theorem bind_ub {α β : Type} (u : UB) (f : α → Exec β) : (ub u : Exec α).bind f = ub u := rfl
@[simp] theorem bind_limit {α β : Type} (f : α → Exec β) : (limit : Exec α).bind f = limit := rfl
theorem bind_eq_ok {α β : Type} {x : Exec α} {f : α → Exec β} {b : β} :
    x.bind f = ok b ↔ ∃ a, x = ok a ∧ f a = ok b := by cases x <;> simp
theorem map_eq_ok {α β : Type} {x : Exec α} {f : α → β} {b : β} :
    x.map f = ok b ↔ ∃ a, x = ok a ∧ f a = b := by cases x <;> simp [map]
theorem bind_assoc {α β γ : Type} (x : Exec α) (f : α → Exec β) (g : β → Exec γ) :
    (x.bind f).bind g = x.bind fun a => (f a).bind g := by cases x <;> rfl

/-- `after` may stand for `before`: results that `R` relates for a result,
anything for undefined behaviour or a limit. -/
def refines {α : Type} (R : α → α → Prop) (after before : Exec α) : Prop :=
  ∀ b, before = ok b → ∃ a, after = ok a ∧ R a b

theorem refines_refl {α : Type} {R : α → α → Prop} (h : ∀ a, R a a) (x : Exec α) : refines R x x :=
  fun b e => ⟨b, e, h b⟩
theorem refines_trans {α : Type} {R : α → α → Prop} (h : ∀ a b c, R a b → R b c → R a c) {x y z : Exec α}
    (hxy : refines R x y) (hyz : refines R y z) : refines R x z := by
  intro c hc
  obtain ⟨b, hb, rbc⟩ := hyz c hc
  obtain ⟨a, ha, rab⟩ := hxy b hb
  exact ⟨a, ha, h _ _ _ rab rbc⟩
end Exec

/-! ### values as bytes -/

/-- The types that a load or a store accesses, with the size where the mnemonic says it. `bytes n`
is `byte(8n)`, and vectors. -/
inductive Acc where
  | int (n : Nat)
  | bool
  | float (f : FloatFmt)
  | ptr
  | bytes (n : Nat)
deriving DecidableEq, Repr

/-- How `load.N` and `store.N` access a type; `none` for a type that is not a data type. -/
def Acc.of : Ty → (n : Nat) → Option Acc
  | .int, n => some (.int n)
  | .bool, _ => some .bool
  | .float f, _ => some (.float f)
  | .ptr, _ => some .ptr
  | .byte w, _ => some (.bytes (w / 8))
  | .fp, _ | .any, _ => none

/-- Bytes accessed (`sizeIn`). -/
def Acc.size : Acc → Nat
  | int n => n
  | bool => 1
  | float f => (f.width + 7) / 8
  | ptr => 8
  | bytes n => n

/-- What a byte of memory can be: bits are below 256. -/
def Byte.ok : Byte → Bool
  | .bits b => decide (b < 256)
  | _ => true

/-- A byte as memory holds it. -/
def Byte.clean (b : Byte) : Byte := if b.ok then b else .poison

/-- The low `n` bytes of an integer in two's complement, the least significant first. -/
def intBytes : (n : Nat) → Int → List Byte
  | 0, _ => []
  | n + 1, x => .bits (x % 256).toNat :: intBytes n (x / 256)

/-- The number that known bits are; `none` if a byte is in another state. -/
def unsignedOf : List Byte → Option Nat
  | [] => some 0
  | .bits b :: bs => (unsignedOf bs).map (b + 256 * ·)
  | _ :: _ => none

/-- The eight fragments of a pointer. -/
def pointerBytes (p : Pointer) : List Byte :=
  [.frag p 0, .frag p 1, .frag p 2, .frag p 3, .frag p 4, .frag p 5, .frag p 6, .frag p 7]

/-- The pointer whose eight fragments these are. -/
def fragmentsOf : List Byte → Option Pointer
  | .frag p i :: bs => if .frag p i :: bs = pointerBytes p then some p else none
  | _ => none

/-- The bytes of a value; poison, and what is no value of the type, is poison bytes. -/
def encode : Acc → Value → List Byte
  | .int n, .int x => intBytes n x
  | .bool, .bool b => [.bits (if b then 1 else 0)]
  | .float f, .float g x =>
    if f = g ∧ x < 2 ^ f.width then intBytes (Acc.float f).size x else List.replicate (Acc.float f).size .poison
  | .ptr, .ptr p => pointerBytes p
  | .bytes n, .bytes bs => if bs.length = n then bs.map Byte.clean else List.replicate n .poison
  | a, _ => List.replicate a.size .poison

/-- The value that bytes are; poison where they are none. -/
def decode : Acc → List Byte → Value
  | .bytes _, bs => .bytes bs
  | .int _, bs => match unsignedOf bs with
    | some n => .int n
    | none => .poison
  | .float f, bs => match unsignedOf bs with
    | some n => .float f n
    | none => .poison
  | .bool, bs => match bs with
    | [.bits 0] => .bool false
    | [.bits 1] => .bool true
    | _ => .poison
  | .ptr, bs => match unsignedOf bs with
    | some n => .ptr ⟨.none, n⟩
    | none => match fragmentsOf bs with
      | some p => .ptr p
      | none => .poison

/-! ### allocations -/

/-- All of an allocation but its bytes. Nothing else decides whether an access is allowed. -/
structure Layout where
  base : Nat
  size : Nat
  align : Nat
  live : Bool
  exposed : Bool
  const : Bool
deriving DecidableEq, Repr

def Alloc.layout (a : Alloc) : Layout := ⟨a.base, a.bytes.length, a.align, a.live, a.exposed, a.const⟩
def Memory.layout (m : Memory) : List Layout := m.allocs.map Alloc.layout

/-- Whether `n` bytes at an address lie inside; an empty range may be at the end. -/
def Layout.covers (a : Layout) (addr : Int) (n : Nat) : Bool :=
  decide (a.base ≤ addr ∧ addr + n ≤ a.base + a.size)

/-- The first live exposed allocation that covers a range, numbers from `i`. -/
def resolveFrom : List Layout → (i : Nat) → Int → Nat → Option Nat
  | [], _, _, _ => none
  | a :: l, i, addr, n => if a.live && a.exposed && a.covers addr n then some i else resolveFrom l (i + 1) addr n

/-- The allocation that a pointer may access. -/
def owner (l : List Layout) (p : Pointer) (n : Nat) : Exec Nat :=
  match p.prov with
  | .none => .ub .dangling
  | .alloc i => .ok i
  | .wildcard => match resolveFrom l 0 p.addr n with
    | some i => .ok i
    | none => .ub .wildcard

/-- Whether `n` bytes of this allocation, which is number `i`, may be accessed at `p`, and where. -/
def Layout.check (a : Layout) (i : Nat) (p : Pointer) (n align : Nat) (write : Bool) : Exec (Nat × Nat) :=
  if a.live = false then .ub .useAfterFree
  else if a.covers p.addr n = false then .ub .outOfBounds
  else if write && a.const then .ub .writeConst
  else if 1 < align ∧ p.addr % align ≠ 0 then .ub .misaligned
  else .ok (i, (p.addr - a.base).toNat)

/-- Whether `n` bytes at `p` may be accessed: the allocation and the offset in it (`Space.Check`). -/
def check (l : List Layout) (p : Pointer) (n align : Nat) (write : Bool) : Exec (Nat × Nat) :=
  if p.addr = 0 then .ub .null
  else (owner l p n).bind fun i => match l[i]? with
    | some a => a.check i p n align write
    | none => .ub .dangling

/-! ### bytes -/

/-- `bs` with `new` written from `off` on. What does not fit is dropped. -/
def splice : (bs : List Byte) → (off : Nat) → (new : List Byte) → List Byte
  | [], _, _ => []
  | b :: bs, 0, [] => b :: bs
  | _ :: bs, 0, n :: new => n :: splice bs 0 new
  | b :: bs, off + 1, new => b :: splice bs off new

/-- A list with `f` applied to element `i`. -/
def updateAt {α : Type} : List α → (i : Nat) → (α → α) → List α
  | [], _, _ => []
  | a :: l, 0, f => f a :: l
  | a :: l, i + 1, f => a :: updateAt l i f

namespace Memory
/-- The bytes of allocation `i`. -/
def bytesAt (m : Memory) (i : Nat) : List Byte :=
  match m.allocs[i]? with
  | some a => a.bytes
  | none => []

/-- `n` bytes of allocation `i` in all their states. -/
def read (m : Memory) (i off n : Nat) : List Byte := ((m.bytesAt i).drop off).take n

def write (m : Memory) (i off : Nat) (bs : List Byte) : Memory :=
  ⟨updateAt m.allocs i fun a => { a with bytes := splice a.bytes off bs }⟩
end Memory

/-! ### instructions -/

/-- Where the bytes that an operand points to are. -/
def reach (m : Memory) (p : Value) (n align : Nat) (write : Bool) : Exec (Nat × Nat) :=
  match p with
  | .ptr p => check m.layout p n align write
  | _ => .ub .poisonPointer

def execLoad (m : Memory) (p : Value) (a : Acc) (align : Nat) : Exec Value :=
  (reach m p a.size align false).bind fun (i, off) => .ok (decode a (m.read i off a.size))

def execStore (m : Memory) (v p : Value) (a : Acc) (align : Nat) : Exec Memory :=
  (reach m p a.size align true).bind fun (i, off) => .ok (m.write i off (encode a v))

/-- The length operand of a bulk operation. -/
def bulkLength : Value → Exec Nat
  | .int n => if n < 0 then .ub .poisonLength else .ok n.toNat
  | _ => .ub .poisonLength

/-- A bulk operation of no bytes needs no valid pointer, only one that is not poison. -/
def notPoison : Value → Exec Unit
  | .ptr _ => .ok ()
  | _ => .ub .poisonPointer

def execMemSet (m : Memory) (p b n : Value) (align : Nat) : Exec Memory :=
  (bulkLength n).bind fun n => match b with
  | .int b =>
    if n = 0 then (notPoison p).bind fun _ => .ok m
    else (reach m p n align true).bind fun (i, off) => .ok (m.write i off (List.replicate n (.bits (b % 256).toNat)))
  | _ => .ub .poisonLength

/-- Whether two ranges of as many bytes share one. -/
def overlaps (i off j off' n : Nat) : Bool := decide (i = j ∧ off < off' + n ∧ off' < off + n)

/-- `memcpy` if `apart` (overlap is undefined), else `memmove`. -/
def execCopy (apart : Bool) (m : Memory) (d s n : Value) (align : Nat) : Exec Memory :=
  (bulkLength n).bind fun n =>
    if n = 0 then (notPoison d).bind fun _ => (notPoison s).bind fun _ => .ok m
    else (reach m d n align true).bind fun (i, off) => (reach m s n align false).bind fun (j, off') =>
      if apart && overlaps i off j off' n then .ub .overlap else .ok (m.write i off (m.read j off' n))

def execMemCpy (m : Memory) (d s n : Value) (align : Nat) : Exec Memory := execCopy true m d s n align
def execMemMove (m : Memory) (d s n : Value) (align : Nat) : Exec Memory := execCopy false m d s n align

/-- A new allocation of uninitialised bytes at `base`, and the pointer to it. -/
def execAlloc (m : Memory) (base size align : Nat) : Memory × Value :=
  (⟨m.allocs ++ [⟨base, List.replicate size .uninit, align, true, false, false⟩]⟩, .ptr ⟨.alloc m.allocs.length, base⟩)

/-- The end of an allocation; its bytes and its place stay. -/
def Memory.kill (m : Memory) (i : Nat) : Memory := ⟨updateAt m.allocs i fun a => { a with live := false }⟩

/-- Ends the allocation that starts at `p`; null is ignored, as by the function of that name in C. -/
def execFree (m : Memory) (p : Value) : Exec Memory :=
  match p with
  | .ptr p => if p.addr = 0 then .ok m else (owner m.layout p 0).bind fun i => match m.layout[i]? with
    | some a =>
      if a.live = false then .ub .doubleFree
      else if a.base ≠ p.addr ∨ a.const then .ub .invalidFree
      else .ok (m.kill i)
    | none => .ub .dangling
  | _ => .ub .poisonPointer

/-- From now on integers can be turned into pointers to allocation `i`. -/
def Memory.expose (m : Memory) (i : Nat) : Memory := ⟨updateAt m.allocs i fun a => { a with exposed := true }⟩

/-- The address of a pointer, whose allocation is exposed. -/
def execPtrToInt (m : Memory) (p : Value) : Memory × Value :=
  match p with
  | .ptr ⟨.alloc i, a⟩ => (m.expose i, .int a)
  | .ptr ⟨_, a⟩ => (m, .int a)
  | _ => (m, .poison)

/-! ### well-formed memory -/

/-- Live allocations are apart from each other, with a gap, and none is at address 0. -/
def Apart (a b : Layout) : Prop := a.base + a.size < b.base ∨ b.base + b.size < a.base

structure LayoutsWF (l : List Layout) : Prop where
  pos : ∀ (i : Nat) (a : Layout), l[i]? = some a → 0 < a.base
  fits : ∀ (i : Nat) (a : Layout), l[i]? = some a → a.base + a.size < 2 ^ 64
  apart : ∀ (i j : Nat) (a b : Layout), l[i]? = some a → l[j]? = some b → a.live = true → b.live = true → i ≠ j → Apart a b

/-- What every memory that a run reaches is. -/
structure Memory.WF (m : Memory) : Prop where
  layout : LayoutsWF m.layout
  bytes : ∀ (i : Nat) (b : Byte), b ∈ m.bytesAt i → b.ok = true

/-- Where new allocations go: a base address, if one is left. -/
abbrev Place := List Layout → (size align : Nat) → Option Nat

/-- Bases are aligned, not 0, and apart from every allocation there has been. -/
def Place.Valid (f : Place) : Prop :=
  ∀ (l : List Layout) (size align base : Nat), f l size align = some base →
    0 < base ∧ base + size < 2 ^ 64 ∧ (0 < align → base % align = 0) ∧
    ∀ a ∈ l, Apart a ⟨base, size, align, true, false, false⟩

/-! ### refinement -/

/-- The bytes of a live allocation are refined one by one; those of a dead one nobody can see. -/
def Alloc.refines (a b : Alloc) : Prop :=
  a.layout = b.layout ∧ (b.live = true → Byte.refinesList a.bytes b.bytes)

/-- Memory refines allocation by allocation. -/
def Memory.refines (m k : Memory) : Prop :=
  m.allocs.length = k.allocs.length ∧
    ∀ (i : Nat) (a b : Alloc), m.allocs[i]? = some a → k.allocs[i]? = some b → a.refines b

theorem Alloc.refines_refl (a : Alloc) : a.refines a := ⟨rfl, fun _ => Byte.refinesList_refl _⟩
theorem Alloc.refines_trans {a b c : Alloc} (h : a.refines b) (k : b.refines c) : a.refines c := by
  refine ⟨h.1.trans k.1, fun l => Byte.refinesList_trans (h.2 ?_) (k.2 l)⟩
  have := congrArg Layout.live k.1
  simp only [Alloc.layout] at this
  rw [this]; exact l

theorem Memory.refines_refl (m : Memory) : m.refines m :=
  ⟨rfl, fun i a b ha hb => by rw [ha] at hb; cases hb; exact a.refines_refl⟩

theorem Memory.refines_trans {m k n : Memory} (h : m.refines k) (h' : k.refines n) : m.refines n := by
  refine ⟨h.1.trans h'.1, fun i a c ha hc => ?_⟩
  have hi : i < k.allocs.length := by
    have := (List.getElem?_eq_some_iff.mp ha).1; have := h.1; omega
  have hb : k.allocs[i]? = some k.allocs[i] := List.getElem?_eq_getElem hi
  exact Alloc.refines_trans (h.2 i a _ ha hb) (h'.2 i _ c hb hc)

end Tuffy
