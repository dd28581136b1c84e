import TuffyLean.IR.MemoryCheck
import TuffyLean.IR.VecLemmas
import TuffyLean.IR.VecShift

/-!
What instructions take from outside of their function: the addresses of symbols (`symbol_addr`), the
operations of a target (`target.intrinsic`), exceptions (`landing_pad`).

Not here: what a call of a symbol does (`Step.lean`), and target intrinsics that are no operation on
vectors, which mean nothing.
-/
namespace Tuffy

/-! ### symbols -/

/-- A symbol of a module: its name, and what `data` says. A function has no bytes. -/
structure Symbol where
  name : String
  bytes : List Byte
  align : Nat
  const : Bool
deriving DecidableEq, Repr

/-- The memory that a run begins with: an allocation for each symbol in order; `none` if there is no
address left. -/
def placeSymbols (place : Place) : List Symbol → Memory → Option Memory
  | [], m => some m
  | s :: ss, m => match place m.layout s.bytes.length s.align with
    | some base => placeSymbols place ss ⟨m.allocs ++ [⟨base, s.bytes, s.align, true, false, s.const⟩]⟩
    | none => none

/-- A pointer to the start of the first symbol of that name. The allocations of symbols are the first. -/
def evalSymbolAddr (ss : List Symbol) (l : List Layout) (name : String) : Value :=
  match ss.findIdx? (·.name = name) with
  | some i => match l[i]? with
    | some a => .ptr ⟨.alloc i, a.base⟩
    | none => .poison
  | none => .poison

/-- Two symbols whose allocations are live are apart, and no number of bytes lies between them. -/
theorem evalSymbolAddr_apart {ss : List Symbol} {l : List Layout} (wf : LayoutsWF l) {s t : String} {p q : Pointer}
    (hp : evalSymbolAddr ss l s = .ptr p) (hq : evalSymbolAddr ss l t = .ptr q) (ne : ss.findIdx? (·.name = s) ≠ ss.findIdx? (·.name = t))
    (hs : ∀ (i : Nat) (a : Layout), ss.findIdx? (·.name = s) = some i → l[i]? = some a → a.live = true)
    (ht : ∀ (i : Nat) (a : Layout), ss.findIdx? (·.name = t) = some i → l[i]? = some a → a.live = true) :
    p.addr ≠ q.addr ∧ evalPtrDiff p q = .poison := by
  simp only [evalSymbolAddr] at hp hq
  split at hp <;> try cases hp
  split at hp <;> cases hp
  split at hq <;> try cases hq
  split at hq <;> cases hq
  rename_i i hi _ a ha _ j hj _ b hb
  have hij : i ≠ j := by rintro rfl; exact ne (hi.trans hj.symm)
  have := wf.apart i j a b ha hb (hs i a hi ha) (ht j b hj hb) hij
  refine ⟨by unfold Apart at this; simp; omega, ?_⟩
  rw [evalPtrDiff, if_neg]
  simp [Pointer.owner, hij]

/-- A symbol is no distance from itself. -/
theorem evalSymbolAddr_self {ss : List Symbol} {l : List Layout} {s : String} {p : Pointer} (hp : evalSymbolAddr ss l s = .ptr p) :
    evalPtrDiff p p = .int 0 := by
  simp only [evalSymbolAddr] at hp
  split at hp <;> try cases hp
  split at hp <;> cases hp
  have z : Bits.sext 0 64 = 0 := by first | (simp only [Bits.sext]; omega) | decide
  simp [evalPtrDiff, Pointer.owner, z]

/-- Placing symbols keeps memory well-formed. -/
theorem placeSymbols_WF {place : Place} (hv : place.Valid) {ss : List Symbol} (ok : ∀ s ∈ ss, s.bytes.all Byte.ok = true) {m k : Memory}
    (wf : m.WF) (h : placeSymbols place ss m = some k) : k.WF := by
  induction ss generalizing m with
  | nil => cases h; exact wf
  | cons s ss ih =>
    simp only [placeSymbols] at h
    split at h <;> try cases h
    rename_i base hb
    refine ih (fun x hx => ok x (List.mem_cons_of_mem _ hx)) ?_ h
    obtain ⟨h1, h2, _, h3⟩ := hv _ _ _ _ hb
    have get : ∀ (i : Nat) (a : Alloc), (m.allocs ++ [⟨base, s.bytes, s.align, true, false, s.const⟩])[i]? = some a →
        m.allocs[i]? = some a ∨ i = m.allocs.length ∧ a = ⟨base, s.bytes, s.align, true, false, s.const⟩ := by
      intro i a ha
      rw [List.getElem?_append] at ha
      split at ha
      · exact .inl ha
      · rw [List.getElem?_singleton] at ha
        split at ha
        · cases ha; exact .inr ⟨by omega, rfl⟩
        · cases ha
    have old : ∀ (i : Nat) (a : Alloc), m.allocs[i]? = some a → m.layout[i]? = some a.layout := by
      intro i a ha; simp [Memory.layout, ha]
    have mem : ∀ (i : Nat) (a : Alloc), m.allocs[i]? = some a → Apart a.layout ⟨base, s.bytes.length, s.align, true, false, false⟩ :=
      fun i a ha => h3 _ (List.mem_of_getElem? (old i a ha))
    refine ⟨⟨?_, ?_, ?_⟩, ?_⟩
    · intro i a ha
      simp only [Memory.layout, List.getElem?_map, Option.map_eq_some_iff] at ha
      obtain ⟨x, hx, rfl⟩ := ha
      rcases get i x hx with hx | ⟨_, rfl⟩
      · exact wf.layout.pos i _ (old i x hx)
      · exact h1
    · intro i a ha
      simp only [Memory.layout, List.getElem?_map, Option.map_eq_some_iff] at ha
      obtain ⟨x, hx, rfl⟩ := ha
      rcases get i x hx with hx | ⟨_, rfl⟩
      · exact wf.layout.fits i _ (old i x hx)
      · exact h2
    · intro i j a b ha hb la lb ne
      simp only [Memory.layout, List.getElem?_map, Option.map_eq_some_iff] at ha hb
      obtain ⟨x, hx, rfl⟩ := ha
      obtain ⟨y, hy, rfl⟩ := hb
      rcases get i x hx with hx | ⟨ei, rfl⟩ <;> rcases get j y hy with hy | ⟨ej, rfl⟩
      · exact wf.layout.apart i j _ _ (old i x hx) (old j y hy) la lb ne
      · exact mem i x hx
      · have := mem j y hy; unfold Apart at *; simp only [Alloc.layout] at *; omega
      · omega
    · intro i b hb
      simp only [Memory.bytesAt] at hb
      split at hb
      · rename_i a ha
        rcases get i a ha with ha | ⟨_, rfl⟩
        · exact wf.bytes i b (by simpa [Memory.bytesAt, ha] using hb)
        · exact Byte.ok_of_all (ok s (List.mem_cons_self ..)) hb
      · cases hb

/-- Placing symbols leaves what was there, and appends an allocation with the bytes of each. -/
theorem placeSymbols_from {place : Place} {ss : List Symbol} {m k : Memory} (h : placeSymbols place ss m = some k) :
    (∀ i, i < m.allocs.length → k.allocs[i]? = m.allocs[i]?) ∧
      ∀ (i : Nat) (s : Symbol), ss[i]? = some s → ∃ base, k.allocs[m.allocs.length + i]? = some ⟨base, s.bytes, s.align, true, false, s.const⟩ := by
  induction ss generalizing m with
  | nil => cases h; exact ⟨fun _ _ => rfl, fun i s hs => by simp at hs⟩
  | cons s ss ih =>
    simp only [placeSymbols] at h
    split at h <;> try cases h
    rename_i base hb
    obtain ⟨h1, h2⟩ := ih h
    simp only [List.length_append, List.length_singleton] at h1 h2
    refine ⟨fun i hi => ?_, fun i x hx => ?_⟩
    · rw [h1 i (by omega), List.getElem?_append_left hi]
    · cases i with
      | zero =>
        simp only [List.getElem?_cons_zero, Option.some.injEq] at hx
        subst hx
        refine ⟨base, ?_⟩
        rw [h1 _ (by omega), List.getElem?_append_right (by omega)]
        simp
      | succ i =>
        obtain ⟨c, hc⟩ := h2 i x (by simpa using hx)
        refine ⟨c, ?_⟩
        rw [← hc]; congr 1; omega

/-- In the memory that a run begins with, allocation `i` is symbol `i`: it is live and has its bytes, alignment and constness. -/
theorem placeSymbols_get {place : Place} {ss : List Symbol} {k : Memory} (h : placeSymbols place ss ⟨[]⟩ = some k) {i : Nat} {s : Symbol}
    (hs : ss[i]? = some s) : ∃ base, k.allocs[i]? = some ⟨base, s.bytes, s.align, true, false, s.const⟩ := by
  have := (placeSymbols_from h).2 i s hs
  simpa using this

theorem Memory.WF.empty : (⟨[]⟩ : Memory).WF := by
  refine ⟨⟨?_, ?_, ?_⟩, ?_⟩
  · intro i a h; simp [Memory.layout] at h
  · intro i a h; simp [Memory.layout] at h
  · intro i j a b h; simp [Memory.layout] at h
  · intro i b h; simp [Memory.bytesAt] at h

/-- What is true of the place of a symbol when a run begins: all its bytes are those of its own live allocation, from the
first on, nowhere at 0. -/
theorem evalSymbolAddr_at {place : Place} (hv : place.Valid) {ss : List Symbol} (ok : ∀ s ∈ ss, s.bytes.all Byte.ok = true) {k : Memory}
    (h : placeSymbols place ss ⟨[]⟩ = some k) {name : String} {i : Nat} {s : Symbol} (hi : ss.findIdx? (·.name = name) = some i)
    (hs : ss[i]? = some s) {n : Nat} (hn : n ≤ s.bytes.length) :
    ∃ p, evalSymbolAddr ss k.layout name = .ptr p ∧ p.addr ≠ 0 ∧ At k.layout p n i 0 false := by
  obtain ⟨base, hk⟩ := placeSymbols_get h hs
  have ha : k.layout[i]? = some ⟨base, s.bytes.length, s.align, true, false, s.const⟩ := by simp [Memory.layout, hk, Alloc.layout]
  have := (placeSymbols_WF hv ok .empty h).layout.pos i _ ha
  simp only [] at this
  refine ⟨⟨.alloc i, base⟩, by simp [evalSymbolAddr, hi, ha], ?_, _, ha, rfl, ?_, ?_, ?_, ?_, .inl rfl⟩ <;> simp <;> omega

/-- A load through it when a run begins is allowed as far as the symbol goes, and reads the symbol's first bytes. -/
theorem load_symbol {place : Place} (hv : place.Valid) {ss : List Symbol} (ok : ∀ s ∈ ss, s.bytes.all Byte.ok = true) {k : Memory}
    (h : placeSymbols place ss ⟨[]⟩ = some k) {name : String} {i : Nat} {s : Symbol} (hi : ss.findIdx? (·.name = name) = some i)
    (hs : ss[i]? = some s) {t : Acc} (hn : t.size ≤ s.bytes.length) :
    execLoad k (evalSymbolAddr ss k.layout name) t 1 = .ok (decode t (s.bytes.take t.size)) := by
  obtain ⟨p, e, _, hp⟩ := evalSymbolAddr_at hv ok h hi hs hn
  obtain ⟨base, hk⟩ := placeSymbols_get h hs
  have hr : k.read i 0 t.size = s.bytes.take t.size := by simp [Memory.read, Memory.bytesAt, hk]
  rw [e, execLoad, (reach_ok (placeSymbols_WF hv ok .empty h)).mpr ⟨p, rfl, hp, aligned_one _⟩, Exec.bind_ok, ← hr]

/-! ### target intrinsics -/

/-- Instructions of x86 that are one operation on each pair of lanes: `padd` and `b` are written
`padd.b` or `paddb`; `ext` has the form of 128 bits, `wide` that of 256. -/
structure Intrinsic where
  stem : String
  suffix : String
  ext : String
  wide : String
  op : List Value → Value
  lane : Lane

/-- Source: Intel SDM, volume 2. Instructions whose meaning differs anywhere are left out. -/
def intrinsics : List Intrinsic :=
  let wrap (n : Nat) : Lane := .int .wrapping n
  let s (n : Nat) : Lane := .int .signed n
  let u (n : Nat) : Lane := .int .unsigned n
  [⟨"padd", "b", "sse2", "avx2", int2 evalAdd, wrap 1⟩, ⟨"padd", "w", "sse2", "avx2", int2 evalAdd, wrap 2⟩,
   ⟨"padd", "d", "sse2", "avx2", int2 evalAdd, wrap 4⟩, ⟨"padd", "q", "sse2", "avx2", int2 evalAdd, wrap 8⟩,
   ⟨"psub", "b", "sse2", "avx2", int2 evalSub, wrap 1⟩, ⟨"psub", "w", "sse2", "avx2", int2 evalSub, wrap 2⟩,
   ⟨"psub", "d", "sse2", "avx2", int2 evalSub, wrap 4⟩, ⟨"psub", "q", "sse2", "avx2", int2 evalSub, wrap 8⟩,
   ⟨"pmull", "w", "sse2", "avx2", int2 evalMul, wrap 2⟩, ⟨"pmull", "d", "sse41", "avx2", int2 evalMul, wrap 4⟩,
   ⟨"pand", "", "sse2", "avx2", int2 evalAnd, wrap 1⟩, ⟨"por", "", "sse2", "avx2", int2 evalOr, wrap 1⟩,
   ⟨"pxor", "", "sse2", "avx2", int2 evalXor, wrap 1⟩,
   ⟨"pminu", "b", "sse2", "avx2", int2 evalMin, u 1⟩, ⟨"pmaxu", "b", "sse2", "avx2", int2 evalMax, u 1⟩,
   ⟨"pmins", "w", "sse2", "avx2", int2 evalMin, s 2⟩, ⟨"pmaxs", "w", "sse2", "avx2", int2 evalMax, s 2⟩,
   ⟨"pmins", "b", "sse41", "avx2", int2 evalMin, s 1⟩, ⟨"pmaxs", "b", "sse41", "avx2", int2 evalMax, s 1⟩,
   ⟨"pmins", "d", "sse41", "avx2", int2 evalMin, s 4⟩, ⟨"pmaxs", "d", "sse41", "avx2", int2 evalMax, s 4⟩,
   ⟨"pminu", "w", "sse41", "avx2", int2 evalMin, u 2⟩, ⟨"pmaxu", "w", "sse41", "avx2", int2 evalMax, u 2⟩,
   ⟨"pminu", "d", "sse41", "avx2", int2 evalMin, u 4⟩, ⟨"pmaxu", "d", "sse41", "avx2", int2 evalMax, u 4⟩,
   ⟨"psllv", "d", "avx2", "", int2 (evalLaneShl 4), wrap 4⟩, ⟨"psllv", "q", "avx2", "", int2 (evalLaneShl 8), wrap 8⟩,
   ⟨"psrlv", "d", "avx2", "", int2 (evalLaneShr 4), wrap 4⟩, ⟨"psrlv", "q", "avx2", "", int2 (evalLaneShr 8), wrap 8⟩,
   ⟨"add", "ps", "sse", "avx", float2 evalFAdd, .float .f32⟩, ⟨"sub", "ps", "sse", "avx", float2 evalFSub, .float .f32⟩,
   ⟨"mul", "ps", "sse", "avx", float2 evalFMul, .float .f32⟩, ⟨"div", "ps", "sse", "avx", float2 evalFDiv, .float .f32⟩,
   ⟨"add", "pd", "sse2", "avx", float2 evalFAdd, .float .f64⟩, ⟨"sub", "pd", "sse2", "avx", float2 evalFSub, .float .f64⟩,
   ⟨"mul", "pd", "sse2", "avx", float2 evalFMul, .float .f64⟩, ⟨"div", "pd", "sse2", "avx", float2 evalFDiv, .float .f64⟩]

def Lane.isFloat : Lane → Bool
  | .float _ => true
  | _ => false

/-- The names of an instruction, with the bytes of its operands. -/
def Intrinsic.names (i : Intrinsic) : List (String × Nat) :=
  let stems := if i.suffix = "" then [i.stem] else [i.stem ++ "." ++ i.suffix, i.stem ++ i.suffix]
  stems.flatMap fun n => (s!"x86.{i.ext}.{n}", 16) ::
    (if i.wide = "" then [(s!"x86.{i.ext}.{n}.256", 32)]
     else if i.lane.isFloat then [(s!"x86.{i.wide}.{n}.256", 32), (s!"x86.avx2.{n}", 32)]
     else [(s!"x86.{i.wide}.{n}", 32)])

/-- Every name. -/
def intrinsicNames : List (String × Nat × Intrinsic) := intrinsics.flatMap fun i => i.names.map fun (n, b) => (n, b, i)

/-- The target operation with that name on two vectors; `none` if it has no meaning. -/
def evalTargetIntrinsic (name : String) (a b : List Byte) : Option Value :=
  match intrinsicNames.find? (·.1 = name) with
  | some (_, n, i) => if a.length = n ∧ b.length = n then some (elementwise i.lane none i.op [a, b]) else none
  | none => none

/-- Lane `k` is the operation of the intrinsic with that name on these lanes of the operands, which have its length. -/
theorem evalTargetIntrinsic_lane {name : String} {a b r : List Byte} (h : evalTargetIntrinsic name a b = some (.bytes r)) :
    ∃ w i, (name, w, i) ∈ intrinsicNames ∧ a.length = w ∧ b.length = w ∧
      ∀ k, k < i.lane.count a → i.lane.lane r k = i.lane.encode (i.op [i.lane.decode (i.lane.lane a k), i.lane.decode (i.lane.lane b k)]) := by
  rw [evalTargetIntrinsic] at h
  split at h
  · rename_i n w i hf
    split at h
    · rename_i hl
      have e := Option.some.inj h
      have hm := List.mem_of_find?_eq_some hf
      have hn := List.find?_some hf
      simp only [decide_eq_true_eq] at hn
      subst hn
      refine ⟨w, i, hm, hl.1, hl.2, fun k hk => ?_⟩
      have := elementwise_lane i.lane none i.op [a, b] (k := k) hk
      rw [e] at this
      exact this
    · cases h
  · cases h

/-- Amounts from the width on give 0, as `psllv` says. -/
theorem psllv_far {n : Nat} (hn : 0 < n) (a : Int) {b : Int} (h : 8 * n ≤ b) :
    Lane.encode (.int .wrapping n) (evalLaneShl n a b) = intBytes n 0 := by
  rw [shl_lane .wrapping hn, evalShl, if_neg (by omega)]
  simp only [Lane.encode, Lane.fits, if_true]
  refine intBytes_mod _ _ _ ?_
  obtain ⟨d, hd⟩ : ∃ d, b.toNat = 8 * n + d := ⟨b.toNat - 8 * n, by omega⟩
  rw [hd, Bits.shl, Int.pow_add, pow256, Int.mul_comm (2 ^ (8 * n)), ← Int.mul_assoc, Int.mul_emod_left, Int.zero_emod]

/-- So does `psrlv`. -/
theorem psrlv_far {n : Nat} {a b : Int} (h0 : 0 ≤ a) (h1 : a < 2 ^ (8 * n)) (h : 8 * n ≤ b) : evalLaneShr n a b = .int 0 := by
  rw [shr_lane (by have := Int.pow_pos (n := 2) (m := 8 * n) (by decide); omega) h1, evalShr, if_neg (by omega), Bits.shr]
  congr 1
  refine Int.ediv_eq_zero_of_lt h0 (Int.lt_of_lt_of_le h1 ?_)
  obtain ⟨d, hd⟩ : ∃ d, b.toNat = 8 * n + d := ⟨b.toNat - 8 * n, by omega⟩
  rw [hd, Int.pow_add]
  have p : (0 : Int) < 2 ^ d := Int.pow_pos (by decide)
  have q : (0 : Int) < 2 ^ (8 * n) := Int.pow_pos (by decide)
  have := Int.mul_le_mul_of_nonneg_left (show (1 : Int) ≤ 2 ^ d from p) (Int.le_of_lt q)
  omega

/-! ### exceptions -/

/-- The exception object of an unwinding call. No call unwinds, so that reaching it is undefined
behaviour, with this number in `docs/ub`; programs of `Step.lean` have no `landing_pad`. -/
def execLandingPad : Except Nat Value := .error 25

end Tuffy
