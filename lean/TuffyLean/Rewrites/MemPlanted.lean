import TuffyLean.Rewrites.MemCopyRules

/-!
Wrong memory rules, each with the proof that it is not sound: a pointer loaded and stored back, a
forgotten precondition, a length off by one, a value taken from a wider load.
-/
namespace Tuffy.Rewrites.MemPlanted
open Tuffy MemVars

/-- One live allocation of these bytes at 4096. -/
def memory (bs : List Byte) : Memory := ⟨[⟨4096, bs, 16, true, false, false⟩]⟩

theorem memory_wf {bs : List Byte} (h : bs.all Byte.ok = true) (l : bs.length < 4096) : (memory bs).WF := by
  refine ⟨⟨?_, ?_, ?_⟩, ?_⟩
  · intro i a ha
    cases i with
    | zero => simp [memory, Memory.layout, Alloc.layout] at ha; subst ha; simp
    | succ i => simp [memory, Memory.layout] at ha
  · intro i a ha
    cases i with
    | zero => simp [memory, Memory.layout, Alloc.layout] at ha; subst ha; simp; omega
    | succ i => simp [memory, Memory.layout] at ha
  · intro i j a b ha hb _ _ ne
    cases i with
    | zero =>
      cases j with
      | zero => exact absurd rfl ne
      | succ j => simp [memory, Memory.layout] at hb
    | succ i => simp [memory, Memory.layout] at ha
  · intro i b hb
    cases i with
    | zero => exact Byte.ok_of_all h hb
    | succ i => simp [memory, Memory.bytesAt] at hb

/-- Pointers `p` and `q` into it, ints `x` and `y`, constants as given; every type `T` is `t`. -/
def env (p q : Int) (x y : Value) (cs : List (String × Int)) (t : Acc) : MEnv where
  toEnv := {
    v := fun s => match s with
      | "p" => .ptr ⟨.alloc 0, p⟩
      | "q" => .ptr ⟨.alloc 0, q⟩
      | "x" => x
      | "y" => y
      | "v" => x
      | "u" => y
      | _ => .poison
    c := fun s => (cs.lookup s).getD 1
    a := fun _ => [] }
  ty := fun _ => t
  place := fun _ _ _ => none

/-- The pattern runs; the replacement does not, or it leaves another byte at `i` of the allocation, which
is still live, or another `r`. -/
def refuted (r : MemRule) (e : MEnv) (m : Memory) (i : Nat) : Bool :=
  match MInst.runAll e m r.lhs with
  | .ok s => match MInst.runAll e m r.rhs with
    | .ok s' =>
      ((s.2.layout[0]?.any (·.live)) && match (s.2.bytesAt 0)[i]?, (s'.2.bytesAt 0)[i]? with
      | some .uninit, _ | some .poison, _ => false
      | some b, some b' => b != b'
      | _, _ => false) ||
      ((MInst.defs r.lhs).contains "r" && match s.1.toEnv.v "r", s'.1.toEnv.v "r" with
      | .int n, .int k => n != k
      | .int _, _ => true
      | _, _ => false)
    | _ => true
  | _ => false

theorem not_sound {r : MemRule} {p q : Int} {x y : Value} {cs : List (String × Int)} {t : Acc} {bs : List Byte} {i : Nat}
    (hb : (bs.all Byte.ok && decide (bs.length < 4096)) = true) (pre : MPre.all (env p q x y cs t) (memory bs) r.pre)
    (h : refuted r (env p q x y cs t) (memory bs) i = true) : ¬ r.Sound := by
  intro sound
  simp only [Bool.and_eq_true, decide_eq_true_eq] at hb
  have := sound (env p q x y cs t) (memory bs) (memory_wf hb.1 hb.2) (fun _ _ _ _ h => by cases h) pre
  unfold refuted at h
  cases hl : MInst.runAll (env p q x y cs t) (memory bs) r.lhs with
  | ub u => simp [hl] at h
  | limit => simp [hl] at h
  | ok s =>
    obtain ⟨s', hs', hm, hv⟩ := this s hl
    simp only [hl, hs', Bool.or_eq_true, Bool.and_eq_true] at h
    rcases h with ⟨live, h⟩ | ⟨hr, h⟩
    · split at h <;> try contradiction
      rename_i b b' hu hp' hb1 hb2
      rw [Option.any_eq_true] at live
      obtain ⟨a, ha, hlive⟩ := live
      rcases (Byte.refinesList_iff.mp ((Memory.refines_iff.mp hm).2 0 a ha hlive)).2 i b' b hb2 hb1 with e | e | e
      · simp [e] at h
      · exact absurd e hu
      · exact absurd e hp'
    · have := hv "r" (by simpa using hr)
      split at h
      · rename_i n k h1 h2
        rw [h1, h2, refines_int] at this
        cases this; simp at h
      · rename_i n h1 h2
        rw [h1, refines_int] at this
        exact h2 n this
      · contradiction

/-! ### the rules -/

/-- Bits are loaded as a pointer without provenance, which is stored as fragments. -/
def store_loaded_ptr : MemRule where
  name := "store_loaded_ptr"
  doc := "a loaded pointer is stored back"
  lhs := [.load "r" .ptr p a, .store .ptr r p b]
  rhs := [.load "r" .ptr p a]
example : store_loaded_ptr.wf = true := by decide
theorem store_loaded_ptr_unsound : ¬ store_loaded_ptr.Sound :=
  not_sound (p := 4096) (q := 4096) (x := .poison) (y := .poison) (cs := []) (t := .ptr) (i := 0)
    (bs := List.replicate 8 (.bits 1)) (by decide) trivial (by decide +kernel)

/-- No precondition. -/
def memmove_memcpy : MemRule where
  name := "memmove_memcpy"
  doc := "memmove is memcpy"
  lhs := [.memmove p q (.calc n) a]
  rhs := [.memcpy p q (.calc n) a]
example : memmove_memcpy.wf = true := by decide
theorem memmove_memcpy_unsound : ¬ memmove_memcpy.Sound :=
  not_sound (p := 4097) (q := 4096) (x := .poison) (y := .poison) (cs := [("n", 2)]) (t := .ptr) (i := 0)
    (bs := List.replicate 4 (.bits 1)) (by decide) trivial (by decide +kernel)

/-- One byte is not covered. -/
def dead_store : MemRule where
  name := "dead_store"
  doc := "a store that the next one covers, all but a byte"
  lhs := [.store (.int 2) x (pAt 1) a, .store (.int 2) y p b]
  rhs := [.store (.int 2) y p b]
example : dead_store.wf = true := by decide
theorem dead_store_unsound : ¬ dead_store.Sound :=
  not_sound (p := 4096) (q := 4096) (x := .int 0x0505) (y := .int 0) (cs := []) (t := .ptr) (i := 2)
    (bs := List.replicate 4 (.bits 1)) (by decide) trivial (by decide +kernel)

/-- A wide load of uninit bytes is poison as a whole. -/
def load_part : MemRule where
  name := "load_part"
  doc := "a load that is part of one before"
  lhs := [.load "s" (.int 2) p a, .load "r" (.int 1) p b]
  rhs := [.load "s" (.int 2) p a, .value "r" (.zext (.var "s" .int) 8)]
example : load_part.wf = true := by decide
theorem load_part_unsound : ¬ load_part.Sound :=
  not_sound (p := 4096) (q := 4096) (x := .poison) (y := .poison) (cs := []) (t := .ptr) (i := 0)
    (bs := [.bits 7, .uninit]) (by decide) trivial (by decide +kernel)

/-- Poison in one part would spoil the other. -/
def store_join : MemRule where
  name := "store_join"
  doc := "two ints stored next to each other"
  lhs := [.store (.int 1) x p a, .store (.int 1) y (pAt 1) b]
  rhs := [.store (.int 2) (.or (.zext x 8) (.shl y 8)) p a]
example : store_join.wf = true := by decide
theorem store_join_unsound : ¬ store_join.Sound :=
  not_sound (p := 4096) (q := 4096) (x := .poison) (y := .int 3) (cs := []) (t := .ptr) (i := 1)
    (bs := [.bits 0, .bits 0]) (by decide) trivial (by decide +kernel)

/-- The fill byte is not cut to 8 bits. -/
def memset_store : MemRule where
  name := "memset_store"
  doc := "a short fill is a store"
  lhs := [.memset p (.calc c) 2 a]
  rhs := [.store (.int 2) (.calc (.mul c 257)) p a]
example : memset_store.wf = true := by decide
theorem memset_store_unsound : ¬ memset_store.Sound :=
  not_sound (p := 4096) (q := 4096) (x := .poison) (y := .poison) (cs := [("c", 257)]) (t := .ptr) (i := 1)
    (bs := [.bits 0, .bits 0]) (by decide) trivial (by decide +kernel)

/-- Loads are unsigned and cut. -/
def store_load : MemRule where
  name := "store_load"
  doc := "what was stored is loaded"
  lhs := [.store (.int 1) x p a, .load "r" (.int 1) p b]
  rhs := [.store (.int 1) x p a, .value "r" x]
example : store_load.wf = true := by decide
theorem store_load_unsound : ¬ store_load.Sound :=
  not_sound (p := 4096) (q := 4096) (x := .int (-1)) (y := .poison) (cs := []) (t := .ptr) (i := 0)
    (bs := [.bits 0]) (by decide) trivial (by decide +kernel)

/-- The addresses may be the same. -/
def load_before_store : MemRule where
  name := "load_before_store"
  doc := "a load moves up over a store"
  lhs := [.store (.int 1) x p a, .load "r" (.int 1) q b]
  rhs := [.load "r" (.int 1) q b, .store (.int 1) x p a]
example : load_before_store.wf = true := by decide
theorem load_before_store_unsound : ¬ load_before_store.Sound :=
  not_sound (p := 4096) (q := 4096) (x := .int 5) (y := .poison) (cs := []) (t := .ptr) (i := 0)
    (bs := [.bits 0]) (by decide) trivial (by decide +kernel)

/-- The second part is forgotten. -/
def memset_join : MemRule where
  name := "memset_join"
  doc := "adjacent fills"
  lhs := [.memset p x (.calc n) a, .memset (pAt n) x (.calc k) b]
  rhs := [.memset p x (.calc n) a]
example : memset_join.wf = true := by decide
theorem memset_join_unsound : ¬ memset_join.Sound :=
  not_sound (p := 4096) (q := 4096) (x := .int 5) (y := .poison) (cs := []) (t := .ptr) (i := 1)
    (bs := [.bits 0, .bits 0]) (by decide) trivial (by decide +kernel)

/-- The distance is forgotten. -/
def memcpy_load : MemRule where
  name := "memcpy_load"
  doc := "what was copied is loaded from where it came"
  lhs := [.memcpy p q 2 a, .load "r" (.int 1) (pAt 1) b]
  rhs := [.memcpy p q 2 a, .load "r" (.int 1) q 1]
example : memcpy_load.wf = true := by decide
theorem memcpy_load_unsound : ¬ memcpy_load.Sound :=
  not_sound (p := 4098) (q := 4096) (x := .poison) (y := .poison) (cs := []) (t := .ptr) (i := 0)
    (bs := [.bits 1, .bits 2, .bits 0, .bits 0]) (by decide) trivial (by decide +kernel)

end Tuffy.Rewrites.MemPlanted
