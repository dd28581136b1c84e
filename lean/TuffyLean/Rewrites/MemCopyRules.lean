import TuffyLean.Rewrites.MemBulkRules

/-!
Rules about what copies, fills and fresh slots hold: forwarding through them, and joined stores.
-/
namespace Tuffy.Rewrites.Mem
open Tuffy MemVars

theorem read_sub {m : Memory} {i o n d k : Nat} (l : d + k ≤ n) :
    ((m.read i o n).drop d).take k = m.read i (o + d) k := by
  apply List.ext_getElem?; intro x
  rw [range_get, Memory.read_get, Memory.read_get]
  by_cases h : x < k
  · rw [if_pos h, if_pos (by omega), if_pos h]; congr 1; omega
  · rw [if_neg h, if_neg h]

def memcpy_load : MemProven where
  rule := {
    name := "memcpy_load"
    doc := "what was copied is loaded from where it came"
    lhs := [.memcpy p q (.calc n) a, .load "r" T (pAt d) b]
    rhs := [.memcpy p q (.calc n) a, .load "r" T (qAt d) 1]
    pre := [.nonempty (.const n), .within d (.of T) (.const n)] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, w, h2, rfl⟩ := h
    obtain ⟨hn, hd, hl⟩ := pre
    have h1' := h1
    rw [copy_ok wf] at h1
    obtain ⟨l, px, py, hl', _, hx, hy, h1⟩ := h1
    cases hl'
    rcases h1 with ⟨h0, _⟩ | ⟨_, i, o, j, q, hat, hal, hsrc, hal', dis, rfl⟩
    · omega
    have wf' := wf.write (i := i) (o := o) (wf.read_ok j q (e.toEnv.c "n").toNat)
    rw [load_ok wf'] at h2
    obtain ⟨pz, i', o', hz, hat2, hal2, rfl⟩ := h2
    rw [Memory.layout_write] at hat2
    obtain ⟨z, hz', rfl⟩ := addr_ptr wf.layout hat2 hz
    rw [hx] at hz'; cases hz'
    mem_simp at hat2
    obtain ⟨rfl, hq⟩ := hat.unique wf.layout hat2 (by omega) (by omega)
    have hq' : o' = o + (e.toEnv.c "d").toNat := by omega
    subst hq'
    have hs := hsrc.sub wf.layout hl (w' := false) (by simp)
    rw [Int.toNat_of_nonneg hd] at hs
    have ha : Addr.eval e (qAt d) = .ptr (py.move (e.toEnv.c "d")) :=
      addr_move (a := qAt d) (hsrc.addr wf.layout) hy
    refine ⟨_, h1', _, (load_ok wf').mpr ⟨_, j, q + (e.toEnv.c "d").toNat, ha, by rwa [Memory.layout_write], aligned_one _, rfl⟩, ?_⟩
    mem_simp
    refine ⟨Memory.refines_refl _, ?_⟩
    have len : (m.read j q (e.toEnv.c "n").toNat).length = (e.toEnv.c "n").toNat := Memory.read_length hsrc.fits
    have hfits := hat.fits
    rw [Memory.read_write_sub (by rw [len]; exact hfits) (by rw [len]; exact hl), read_sub hl, Memory.read_write_disjoint]
    · exact .refl _
    · have := dis rfl
      rw [len]; unfold Memory.Disjoint at *; omega

theorem decode_splat (w : Int) (k : Nat) :
    decode (.int k) (List.replicate k (.bits (w % 256).toNat)) = .int ((w % 256) * ((256 ^ k - 1) / 255)) := by
  rw [← intBytes_splat (w % 256) k (by omega) (by omega)]
  simp only [decode, unsignedOf_intBytes]
  have r := repunit k
  have p : (0 : Int) < 256 ^ k := Int.pow_pos (by omega)
  generalize hX : ((256 : Int) ^ k - 1) / 255 = X at *
  have h0 : 0 ≤ X := by omega
  have h1 : 0 ≤ w % 256 * X := Int.mul_nonneg (by omega) h0
  have h2 : w % 256 * X ≤ 255 * X := Int.mul_le_mul_of_nonneg_right (by omega) h0
  rw [Int.emod_eq_of_lt h1 (by omega), Int.toNat_of_nonneg h1]

def memset_load : MemProven where
  rule := {
    name := "memset_load"
    doc := "an int that was filled with a constant"
    lhs := [.memset p (.calc c) (.calc n) a, .load "r" (.int k) (pAt d) b]
    rhs := [.memset p (.calc c) (.calc n) a, .value "r" (.calc (splat c k))]
    pre := [.nonempty (.const n), .nonempty (.const k), .within d (.const k) (.const n)] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, w, h2, rfl⟩ := h
    obtain ⟨hn, hk, hd, hl⟩ := pre
    have h1' := h1
    rw [memset_ok wf] at h1
    obtain ⟨l, c, px, hl', _, hc, hx, h1⟩ := h1
    cases hl'; cases hc
    rcases h1 with ⟨h0, _⟩ | ⟨_, i, o, hat, hal, rfl⟩
    · omega
    have ok : (List.replicate (e.toEnv.c "n").toNat (Byte.bits (e.toEnv.c "c" % 256).toNat)).all Byte.ok = true :=
      replicate_ok _ _ (by simp [Byte.ok]; omega)
    rw [load_ok (wf.write ok)] at h2
    obtain ⟨pz, i', o', hz, hat2, hal2, rfl⟩ := h2
    rw [Memory.layout_write] at hat2
    obtain ⟨z, hz', rfl⟩ := addr_ptr wf.layout hat2 hz
    rw [hx] at hz'; cases hz'
    mem_simp at hat2
    obtain ⟨rfl, hq⟩ := hat.unique wf.layout hat2 (by omega) (by omega)
    have hq' : o' = o + (e.toEnv.c "d").toNat := by omega
    subst hq'
    refine ⟨_, h1', ?_⟩
    mem_simp
    refine ⟨Memory.refines_refl _, ?_⟩
    have hfits := hat.fits
    have ev : CExpr.eval e.toEnv (splat MemVars.c k) =
        (e.toEnv.c "c" % 256) * ((256 ^ (e.toEnv.c "k").toNat - 1) / 255) := by
      simp only [splat, CExpr.eval, CExpr.ofNat_def, Bits.zext, pow256, Int.cast_ofNat_Int]
      rw [show (8 * e.toEnv.c "k").toNat = 8 * (e.toEnv.c "k").toNat by omega]
      rfl
    rw [Memory.read_write_sub (by rw [List.length_replicate]; exact hfits) (by rw [List.length_replicate]; exact hl),
      List.drop_replicate, List.take_replicate, Nat.min_eq_left (by omega), decode_splat, ev]
    exact .refl _

def slot_load : MemProven where
  rule := {
    name := "slot_load"
    doc := "a fresh stack slot holds nothing"
    lhs := [.slot "s" n a, .load "r" T ⟨"s", d⟩ b]
    rhs := [.slot "s" n a, .poison "r"]
    pre := [.notBytes "T", .nonempty (.of T)] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨base, h1, w, h2, rfl⟩ := h
    have wf' := wf.alloc hp h1
    rw [load_ok wf'] at h2
    obtain ⟨px, i, o, hx, hat, hal, rfl⟩ := h2
    refine ⟨base, h1, ?_⟩
    mem_simp
    refine ⟨Memory.refines_refl _, .refl _, ?_⟩
    obtain ⟨z, hz, rfl⟩ := addr_ptr wf'.layout hat hx
    mem_simp at hz
    simp only [execAlloc, Value.ptr.injEq] at hz
    have hi := hat.alloc (k := m.allocs.length) (by rw [← hz]; rfl)
    have hfits := hat.fits
    subst hi
    have hb := Memory.bytesAt_alloc m base (e.toEnv.c "n").toNat (e.toEnv.c "a").toNat m.allocs.length
    rw [if_pos rfl] at hb
    rw [hb, List.length_replicate] at hfits
    have hr : (execAlloc m base (e.toEnv.c "n").toNat (e.toEnv.c "a").toNat).1.read m.allocs.length o (e.ty "T").size =
        List.replicate (e.ty "T").size .uninit := by
      rw [Memory.read, hb, List.drop_replicate, List.take_replicate, Nat.min_eq_left (by omega)]
    rw [hr, decode_replicate _ _ (.inl rfl) _ pre.2 (fun k h => pre.1 k h)]
    exact .refl _

def store_memcpy : MemProven where
  rule := {
    name := "store_memcpy"
    doc := "a copy of what was just stored, and no more, is a store"
    lhs := [.store T v p a, .memcpy q p (.calc n) b]
    rhs := [.store T v p a, .store T v q b]
    pre := [.nonempty (.const n), .within 0 (.const n) (.of T), .within 0 (.of T) (.const n)] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, m'', h2, rfl⟩ := h
    obtain ⟨hn, ⟨_, hl⟩, _, hl'⟩ := pre
    have size : (e.toEnv.c "n").toNat = (e.ty "T").size := by omega
    have h1' := h1
    rw [store_ok wf] at h1
    obtain ⟨px, i, o, hx, hat, hal, rfl⟩ := h1
    have wf' := wf.write (i := i) (o := o) (encode_ok (e.ty "T") (e.toEnv.v "v"))
    rw [copy_ok wf'] at h2
    obtain ⟨l, py, pz, hl', _, hy, hz, h2⟩ := h2
    cases hl'
    rcases h2 with ⟨h0, _⟩ | ⟨_, i', o', j, q, hdst, hal2, hsrc, hal3, dis, rfl⟩
    · omega
    rw [hx] at hz; cases hz
    rw [size] at hdst hsrc ⊢
    have hsrc' := hsrc
    rw [Memory.layout_write] at hsrc'
    obtain ⟨rfl, rfl⟩ := hat.same wf.layout hsrc'
    refine ⟨_, h1', _, (store_ok wf').mpr ⟨py, i', o', hy, hdst, hal2, rfl⟩, ?_⟩
    rw [read_stored_all hat]
    exact Memory.refines_refl _

def memset_memcpy : MemProven where
  rule := {
    name := "memset_memcpy"
    doc := "a fill that the next copy covers"
    lhs := [.memset p x (.calc n) a, .memcpy p q (.calc k) b]
    rhs := [.memcpy p q (.calc k) b]
    pre := [.nonempty (.const n), .within 0 (.const n) (.const k)] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, m'', h2, rfl⟩ := h
    obtain ⟨hn, _, hl⟩ := pre
    rw [memset_ok wf] at h1
    obtain ⟨l, c, px, hl', _, hc, hx, h1⟩ := h1
    cases hl'
    rcases h1 with ⟨h0, _⟩ | ⟨_, i, o, hat, hal, rfl⟩
    · omega
    have ok : (List.replicate (e.toEnv.c "n").toNat (Byte.bits (c % 256).toNat)).all Byte.ok = true :=
      replicate_ok _ _ (by simp [Byte.ok]; omega)
    rw [copy_ok (wf.write ok)] at h2
    obtain ⟨l, py, pz, hl', hl0, hy, hz, h2⟩ := h2
    cases hl'
    rcases h2 with ⟨h0, _⟩ | ⟨hk, i', o', j, q, hdst, hal2, hsrc, hal3, dis, rfl⟩
    · omega
    rw [hx] at hy; cases hy
    rw [Memory.layout_write] at hdst hsrc
    obtain ⟨rfl, rfl⟩ := hat.same wf.layout hdst
    have dis' := dis rfl
    refine ⟨_, (copy_ok wf).mpr ⟨_, px, pz, rfl, hl0, hx, hz, .inr ⟨hk, i', o', j, q, hdst, hal2, hsrc, hal3, dis, rfl⟩⟩, ?_⟩
    rw [Memory.read_write_disjoint (by rw [List.length_replicate]; unfold Memory.Disjoint at *; omega),
      Memory.write_write_cover (Nat.le_refl _) (by rw [List.length_replicate, Memory.read_length hsrc.fits]; omega)]
    exact Memory.refines_refl _

/-- Two ints in a row are one. -/
theorem intBytes_join (n k : Nat) (c d : Int) :
    intBytes n c ++ intBytes k d = intBytes (n + k) (c % 2 ^ (8 * n) + d * 2 ^ (8 * n)) := by
  rw [← intBytes_append, ← pow256]
  have p : (256 : Int) ^ n ≠ 0 := Int.ne_of_gt (Int.pow_pos (by omega))
  congr 1
  · apply intBytes_mod
    rw [Int.add_mul_emod_self_right, Int.emod_emod_of_dvd _ (Int.dvd_refl _)]
  · rw [Int.add_mul_ediv_right _ _ p, Int.ediv_eq_zero_of_lt (Int.emod_nonneg _ p) (Int.emod_lt_of_pos _ (Int.pow_pos (by omega))),
      Int.zero_add]

def store_join : MemProven where
  rule := {
    name := "store_join"
    doc := "two constants stored next to each other"
    lhs := [.store (.int n) (.calc c) p a, .store (.int k) (.calc d) (pAt n) b]
    rhs := [.store (.int (n + k)) (.calc (.add (.zext c (8 * n)) (.shl d (8 * n)))) p a]
    pre := [.nonempty (.const n), .nonempty (.const k)] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, m'', h2, rfl⟩ := h
    obtain ⟨hn, hk⟩ := pre
    rw [store_ok wf] at h1
    obtain ⟨px, i, o, hx, hat, hal, rfl⟩ := h1
    rw [store_ok (wf.write (encode_ok _ _))] at h2
    obtain ⟨py, j, q, hy, hat2, hal2, rfl⟩ := h2
    rw [Memory.layout_write] at hat2
    obtain ⟨z, hz, rfl⟩ := addr_ptr wf.layout hat2 hy
    rw [hx] at hz; cases hz
    mem_simp at hat2 hat
    obtain ⟨rfl, hq⟩ := hat.unique wf.layout hat2 (by omega) (by omega)
    have hq' : q = o + (e.toEnv.c "n").toNat := by omega
    subst hq'
    have sum : (e.toEnv.c "n" + e.toEnv.c "k").toNat = (e.toEnv.c "n").toNat + (e.toEnv.c "k").toNat := by omega
    have whole : At m.layout px (Acc.int (e.toEnv.c "n" + e.toEnv.c "k").toNat).size j o true := by
      obtain ⟨A, h1, h2, h3, h4, h5, h6, h7⟩ := hat
      obtain ⟨B, g1, g2, g3, g4, g5, _⟩ := hat2
      rw [h1] at g1; cases g1
      exact ⟨A, h1, h2, h3, h4, by rw [size_int]; omega, h6, h7⟩
    refine ⟨_, (store_ok wf).mpr ⟨px, j, o, hx, whole, hal, rfl⟩, ?_⟩
    have := Memory.write_write_append (m := m) (i := j) (o := o) (bs := intBytes (e.toEnv.c "n").toNat (e.toEnv.c "c"))
      (cs := intBytes (e.toEnv.c "k").toNat (e.toEnv.c "d"))
    rw [intBytes_length, intBytes_join] at this
    simp only [encode, Bits.zext, Bits.shl]
    rw [this, sum, show (8 * e.toEnv.c "n").toNat = 8 * (e.toEnv.c "n").toNat by omega]
    exact Memory.refines_refl _

def memcpy_memcpy : MemProven where
  rule := {
    name := "memcpy_memcpy"
    doc := "a copy of a copy is one of the original, which may lie where the second goes"
    lhs := [.memcpy q p (.calc n) a, .memcpy ⟨"s", 0⟩ q (.calc n) b]
    rhs := [.memcpy q p (.calc n) a, .memmove ⟨"s", 0⟩ p (.calc n) 1]
    pre := [.nonempty (.const n)] }
  wf := by decide
  sound := by
    apply sound_of; intro e m wf hp pre s h
    mem_simp at *
    obtain ⟨m', h1, m'', h2, rfl⟩ := h
    have h1' := h1
    rw [copy_ok wf] at h1
    obtain ⟨l, pq, pp, hl', _, hq, hp', h1⟩ := h1
    cases hl'
    rcases h1 with ⟨h0, _⟩ | ⟨_, i, o, j, k, hat, hal, hsrc, hal', dis, rfl⟩
    · omega
    have wf' := wf.write (i := i) (o := o) (wf.read_ok j k (e.toEnv.c "n").toNat)
    rw [copy_ok wf'] at h2
    obtain ⟨l, ps, pq', hl', hl0, hs, hq', h2⟩ := h2
    cases hl'
    rcases h2 with ⟨h0, _⟩ | ⟨hn, i', o', j', k', hdst, hal2, hsrc2, hal3, dis2, rfl⟩
    · omega
    rw [hq] at hq'; cases hq'
    have hsrc2' := hsrc2
    rw [Memory.layout_write] at hsrc2'
    obtain ⟨rfl, rfl⟩ := hat.same wf.layout hsrc2'
    have len : (m.read j k (e.toEnv.c "n").toNat).length = (e.toEnv.c "n").toNat := Memory.read_length hsrc.fits
    refine ⟨_, h1', _, (copy_ok wf').mpr ⟨_, ps, pp, rfl, hl0, hs, hp', .inr ⟨hn, i', o', j, k, hdst, ?_, ?_, aligned_one _, by simp, rfl⟩⟩, ?_⟩
    · exact aligned_one _
    · rwa [Memory.layout_write]
    · have hfits := hat.fits
      have e1 := Memory.read_write_same (m := m) (i := j') (o := k') (bs := m.read j k (e.toEnv.c "n").toNat)
        (by rw [len]; exact hfits)
      rw [len] at e1
      have dd := dis rfl
      rw [e1, Memory.read_write_disjoint (by rw [len]; exact dd)]
      exact Memory.refines_refl _

def rules2 : List MemProven := [memcpy_load, memset_load, slot_load, store_memcpy, memset_memcpy, store_join, memcpy_memcpy]

end Tuffy.Rewrites.Mem
