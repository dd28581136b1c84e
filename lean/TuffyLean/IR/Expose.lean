import TuffyLean.IR.Memory

/-! # Bytes of pointers as numbers

`load.expose` and `bitcast.expose` read a byte of a pointer as that byte of its address, and expose the allocation, as
`ptrtoint` does. Bytes in other states are read as by `load` and `bitcast`.
-/
namespace Tuffy

/-- A byte of a pointer as a byte of its address; the others as they are. -/
def Byte.number : Byte → Byte
  | .frag p i => .bits (p.addr / 256 ^ i % 256).toNat
  | b => b

/-- Memory after the allocations of these bytes were exposed. -/
def Memory.exposeBytes (m : Memory) : List Byte → Memory
  | [] => m
  | .frag ⟨.alloc i, _⟩ _ :: bs => (m.expose i).exposeBytes bs
  | _ :: bs => m.exposeBytes bs

def execLoadExpose (m : Memory) (p : Value) (a : Acc) (align : Nat) : Exec (Memory × Value) :=
  (reach m p a.size align false).bind fun (i, off) =>
    .ok (m.exposeBytes (m.read i off a.size), decode a ((m.read i off a.size).map Byte.number))

/-- The bytes of a value of one type as a value of another one of the same size. -/
def execBitcastExpose (m : Memory) (source target : Acc) (v : Value) : Memory × Value :=
  (m.exposeBytes (encode source v), decode target ((encode source v).map Byte.number))

theorem Byte.number_of_bits {bs : List Byte} {n : Nat} (h : unsignedOf bs = some n) : bs.map Byte.number = bs := by
  induction bs generalizing n with
  | nil => rfl
  | cons b bs ih =>
    cases b with
    | bits b =>
      simp only [unsignedOf, Option.map_eq_some_iff] at h
      obtain ⟨k, hk, _⟩ := h
      simp [Byte.number, ih hk]
    | _ => simp [unsignedOf] at h

theorem Memory.exposeBytes_of_bits {bs : List Byte} {n : Nat} (m : Memory) (h : unsignedOf bs = some n) : m.exposeBytes bs = m := by
  induction bs generalizing n with
  | nil => rfl
  | cons b bs ih =>
    cases b with
    | bits b =>
      simp only [unsignedOf, Option.map_eq_some_iff] at h
      obtain ⟨k, hk, _⟩ := h
      simp [Memory.exposeBytes, ih hk]
    | _ => simp [unsignedOf] at h

/-- Where `load` reads an int, it reads the same and exposes nothing. -/
theorem execLoadExpose_int {m : Memory} {p : Value} {n align : Nat} {k : Int} (h : execLoad m p (.int n) align = .ok (.int k)) :
    execLoadExpose m p (.int n) align = .ok (m, .int k) := by
  unfold execLoad at h
  unfold execLoadExpose
  rw [Exec.bind_eq_ok] at h ⊢
  obtain ⟨⟨i, off⟩, hr, h⟩ := h
  refine ⟨(i, off), hr, ?_⟩
  simp only [Exec.ok.injEq, decode, Acc.size] at h ⊢
  split at h
  · rename_i u hu
    rw [Byte.number_of_bits hu, Memory.exposeBytes_of_bits m hu, hu, ← h]
  · cases h

end Tuffy
