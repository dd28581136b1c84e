import TuffyLean.IR.Threads

/-!
What happens before what, and so what is no race: one thread, only atomic accesses, message passing by
a release store, its release sequence or fences, starting and joining threads. A race stays one whatever
comes after it, so that the first one can be reported when it happens, and stronger orderings add none.
-/
namespace Tuffy.Threads

/-! ### order within a thread, and races that cannot be -/

/-- A thread's own events are in order. -/
theorem Before.thread {T : Trace} {i j : Nat} {e f : Event} (h : i < j) (hi : T[i]? = some e) (hj : T[j]? = some f)
    (ht : e.thread = f.thread) : Before T i j :=
  .edge (by simp [Threads.edge, h, hi, hj, ht])

theorem Before.syncs {T : Trace} {i j : Nat} {e f : Event} (h : i < j) (hi : T[i]? = some e) (hj : T[j]? = some f)
    (hs : i ∈ syncs T j f) : Before T i j :=
  .edge (by simp [Threads.edge, h, hi, hj, hs])

/-- One thread has no races. -/
theorem no_race_alone {T : Trace} (h : ∀ e ∈ T, ∀ f ∈ T, e.thread = f.thread) : ¬ Race T := by
  rintro ⟨i, j, hij, ⟨e, f, hi, hj, _⟩, hb⟩
  exact hb (.thread hij hi hj (h e (List.mem_of_getElem? hi) f (List.mem_of_getElem? hj)))

/-- Atomic accesses alone do not race, whatever their orderings. -/
theorem no_race_atomic {T : Trace} (h : ∀ e ∈ T, ∀ a, e.act = .access a → a.order.isSome = true) : ¬ Race T := by
  rintro ⟨i, j, _, ⟨e, f, hi, hj, hc⟩, _⟩
  unfold Event.conflicts at hc
  split at hc
  · rename_i a b ha hb
    simp [Access.conflicts, h e (List.mem_of_getElem? hi) a ha, h f (List.mem_of_getElem? hj) b hb] at hc
  · cases hc

/-- Reads do not race. -/
theorem no_race_reads {T : Trace} (h : ∀ e ∈ T, ∀ a, e.act = .access a → a.write = false) : ¬ Race T := by
  rintro ⟨i, j, _, ⟨e, f, hi, hj, hc⟩, _⟩
  unfold Event.conflicts at hc
  split at hc
  · rename_i a b ha hb
    simp [Access.conflicts, h e (List.mem_of_getElem? hi) a ha, h f (List.mem_of_getElem? hj) b hb] at hc
  · cases hc

/-- Whether two accesses conflict does not depend on which came first. -/
theorem Access.conflicts_comm (a b : Access) : a.conflicts b = b.conflicts a := by
  simp only [conflicts, Nat.max_comm a.off, Nat.min_comm (a.off + a.size), Bool.or_comm a.write,
    Bool.and_comm (Option.isSome a.order), Bool.beq_comm (a := a.alloc)]

/-! ### release sequences -/

theorem mem_before? {T : Trace} {n i : Nat} {p : Event → Bool} :
    i ∈ before? T n p ↔ i < n ∧ ∃ e, T[i]? = some e ∧ p e = true := by
  simp only [before?, List.mem_filter, List.mem_range]
  cases T[i]? <;> simp

theorem mem_publishedBy {T : Trace} {s i : Nat} {e : Event} : i ∈ publishedBy T s e ↔
    i = s ∧ e.releases = true ∨
      i < s ∧ ∃ f, T[i]? = some f ∧ f.thread = e.thread ∧ f.isReleaseFence = true := by
  simp only [publishedBy, List.mem_append, mem_before?, Bool.and_eq_true, beq_iff_eq]
  split <;> simp_all

/-- What an acquire happens after: a store to the location such that only read-modify-writes stored
there since, if it releases, and the release fences before it in its thread. -/
theorem mem_published {T : Trace} {l : Loc} {n i : Nat} : i ∈ published T l n ↔
    ∃ s e, s < n ∧ T[s]? = some e ∧ e.storesAt l = true ∧ i ∈ publishedBy T s e ∧
      ∀ k f, s < k → k < n → T[k]? = some f → f.storesAt l = true → f.modifies = true := by
  induction n with
  | zero => simp [published]
  | succ n ih =>
    rw [published]
    cases hn : T[n]? with
    | none =>
      simp only [ih]
      constructor
      · rintro ⟨s, e, h1, h2, h3, h4, h5⟩
        refine ⟨s, e, by omega, h2, h3, h4, fun k f hk hk' hf => ?_⟩
        by_cases c : k = n
        · subst c; rw [hn] at hf; cases hf
        · exact h5 k f hk (by omega) hf
      · rintro ⟨s, e, h1, h2, h3, h4, h5⟩
        have : s ≠ n := by rintro rfl; rw [hn] at h2; cases h2
        exact ⟨s, e, by omega, h2, h3, h4, fun k f hk hk' => h5 k f hk (by omega)⟩
    | some g =>
      simp only []
      by_cases hs : g.storesAt l = true
      · rw [if_pos hs, List.mem_append]
        constructor
        · rintro (h | h)
          · exact ⟨n, g, by omega, hn, hs, h, fun k f hk hk' => by omega⟩
          · split at h
            · rename_i hm
              obtain ⟨s, e, h1, h2, h3, h4, h5⟩ := ih.mp h
              refine ⟨s, e, by omega, h2, h3, h4, fun k f hk hk' hf hfs => ?_⟩
              by_cases c : k = n
              · subst c; rw [hn] at hf; cases hf; exact hm
              · exact h5 k f hk (by omega) hf hfs
            · simp at h
        · rintro ⟨s, e, h1, h2, h3, h4, h5⟩
          by_cases c : s = n
          · subst c; rw [hn] at h2; cases h2; exact .inl h4
          · right
            rw [if_pos (h5 n g (by omega) (by omega) hn hs)]
            exact ih.mpr ⟨s, e, by omega, h2, h3, h4, fun k f hk hk' => h5 k f hk (by omega)⟩
      · rw [if_neg hs, ih]
        constructor
        · rintro ⟨s, e, h1, h2, h3, h4, h5⟩
          refine ⟨s, e, by omega, h2, h3, h4, fun k f hk hk' hf hfs => ?_⟩
          by_cases c : k = n
          · subst c; rw [hn] at hf; cases hf; exact absurd hfs hs
          · exact h5 k f hk (by omega) hf hfs
        · rintro ⟨s, e, h1, h2, h3, h4, h5⟩
          have : s ≠ n := by rintro rfl; rw [hn] at h2; cases h2; exact hs h3
          exact ⟨s, e, by omega, h2, h3, h4, fun k f hk hk' => h5 k f hk (by omega)⟩

theorem published_lt {T : Trace} {l : Loc} {n i : Nat} (h : i ∈ published T l n) : i < n := by
  obtain ⟨s, e, h1, _, _, h4, _⟩ := mem_published.mp h
  rcases mem_publishedBy.mp h4 with h | h <;> omega

/-- A relaxed read-modify-write keeps what others have published, and may add to it. -/
theorem published_modify {T : Trace} {l : Loc} {n : Nat} {e : Event} (hn : T[n]? = some e) (hm : e.modifies = true) {i : Nat}
    (h : i ∈ published T l n) : i ∈ published T l (n + 1) := by
  rw [published, hn]
  simp only [hm, if_true]
  split
  · exact List.mem_append_right _ h
  · exact h

theorem mem_seen {T : Trace} {t n i : Nat} : i ∈ seen T t n ↔
    ∃ k e l, k < n ∧ T[k]? = some e ∧ e.thread = t ∧ e.loadsAt = some l ∧ i ∈ published T l k := by
  simp only [seen, List.mem_flatMap, List.mem_range]
  constructor
  · rintro ⟨k, hk, h⟩
    cases hT : T[k]? with
    | none => simp [hT] at h
    | some e =>
      simp only [hT] at h
      cases hl : e.loadsAt with
      | none => simp [hl] at h
      | some l =>
        simp only [hl] at h
        split at h
        · rename_i c; exact ⟨k, e, l, hk, hT, by simpa using c, hl, h⟩
        · simp at h
  · rintro ⟨k, e, l, hk, hT, ht, hl, h⟩
    refine ⟨k, hk, ?_⟩
    simp only [hT, hl, ht, beq_self_eq_true, if_true]; exact h

/-! ### message passing -/

/-- An acquire load happens after what was published at its location … -/
theorem Before.acquire {T : Trace} {i j : Nat} {a : Access} {t : Nat} {o : Order} (hj : T[j]? = some ⟨t, .access a⟩)
    (hr : a.read = true) (ho : a.order = some o) (hq : o.acquires = true) (hp : i ∈ published T a.loc j) : Before T i j := by
  have h := published_lt hp
  have hl := (List.getElem?_eq_some_iff.mp hj).1
  exact .syncs h (List.getElem?_eq_getElem (by omega)) hj (by simp [Threads.syncs, hr, ho, hq, hp])

/-- … and an acquire fence after what the atomic loads before it have read. -/
theorem Before.acquireFence {T : Trace} {i k j t : Nat} {e : Event} {o : Order} {l : Loc} (hj : T[j]? = some ⟨t, .fence o⟩)
    (hq : o.acquires = true) (hk : k < j) (he : T[k]? = some e) (ht : e.thread = t) (hl : e.loadsAt = some l)
    (hp : i ∈ published T l k) : Before T i j := by
  have h := published_lt hp
  have hlen := (List.getElem?_eq_some_iff.mp hj).1
  refine .syncs (by omega) (List.getElem?_eq_getElem (by omega)) hj ?_
  have : i ∈ seen T t j := mem_seen.mpr ⟨k, e, l, hk, he, ht, hl, hp⟩
  simp [Threads.syncs, hq, this]

/-- Message passing: what a thread did before a release store happens before what another does after an
acquire load that reads from the store, or from read-modify-writes that follow it. -/
theorem message_passing {T : Trace} {w s j r : Nat} {ew es er : Event} {a : Access} {t : Nat} {o : Order}
    (hw : T[w]? = some ew) (hs : T[s]? = some es) (hws : w < s) (tw : ew.thread = es.thread)
    (hl : es.storesAt a.loc = true) (hrel : es.releases = true)
    (hj : T[j]? = some ⟨t, .access a⟩) (hsj : s < j) (hread : a.read = true) (ho : a.order = some o) (hacq : o.acquires = true)
    (hseq : ∀ k f, s < k → k < j → T[k]? = some f → f.storesAt a.loc = true → f.modifies = true)
    (hr : T[r]? = some er) (hjr : j < r) (tr : er.thread = t) : Before T w r :=
  ((Before.thread hws hw hs tw).trans
    (Before.acquire hj hread ho hacq (mem_published.mpr ⟨s, es, hsj, hs, hl, mem_publishedBy.mpr (.inl ⟨rfl, hrel⟩), hseq⟩))).trans
    (Before.thread hjr hj hr tr.symm)

/-- The same with relaxed accesses between a release fence and an acquire fence. -/
theorem message_passing_fences {T : Trace} {w p s k j r : Nat} {ew ep es el er : Event} {t : Nat} {o : Order} {l : Loc}
    (hw : T[w]? = some ew) (hp : T[p]? = some ep) (hwp : w < p) (tw : ew.thread = ep.thread) (hrel : ep.isReleaseFence = true)
    (hs : T[s]? = some es) (hps : p < s) (ts : ep.thread = es.thread) (hl : es.storesAt l = true)
    (hk : T[k]? = some el) (hsk : s < k) (tk : el.thread = t) (hload : el.loadsAt = some l)
    (hseq : ∀ x f, s < x → x < k → T[x]? = some f → f.storesAt l = true → f.modifies = true)
    (hj : T[j]? = some ⟨t, .fence o⟩) (hkj : k < j) (hacq : o.acquires = true)
    (hr : T[r]? = some er) (hjr : j < r) (tr : er.thread = t) : Before T w r :=
  ((Before.thread hwp hw hp tw).trans
    (Before.acquireFence hj hacq hkj hk tk hload
      (mem_published.mpr ⟨s, es, hsk, hs, hl, mem_publishedBy.mpr (.inr ⟨hps, ep, hp, ts, hrel⟩), hseq⟩))).trans
    (Before.thread hjr hj hr tr.symm)

/-! ### starting and joining -/

/-- A thread's events happen after the one that starts it … -/
theorem Before.spawn {T : Trace} {i j t : Nat} {u : Nat} {e : Event} (h : i < j) (hi : T[i]? = some ⟨u, .spawn t⟩)
    (hj : T[j]? = some e) (ht : e.thread = t) : Before T i j := by
  refine .syncs h hi hj ?_
  simp only [Threads.syncs, List.mem_append]
  right
  exact mem_before?.mpr ⟨h, _, hi, by simp [ht]⟩

/-- … and before the one that waits for its end. -/
theorem Before.join {T : Trace} {i j t : Nat} {u : Nat} {e : Event} (h : i < j) (hi : T[i]? = some e)
    (hj : T[j]? = some ⟨u, .join t⟩) (ht : e.thread = t) : Before T i j := by
  refine .syncs h hi hj ?_
  simp only [Threads.syncs, List.mem_append]
  left
  exact mem_before?.mpr ⟨h, _, hi, by simp [ht]⟩

/-! ### executions that go on -/

/-- Executions that agree on what came before. -/
def Agree (T U : Trace) (n : Nat) : Prop := ∀ i, i < n → T[i]? = U[i]?

theorem Agree.mono {T U : Trace} {n m : Nat} (h : Agree T U n) (k : m ≤ n) : Agree T U m := fun i hi => h i (by omega)

theorem before?_agree {T U : Trace} {n : Nat} (h : Agree T U n) (p : Event → Bool) : before? T n p = before? U n p := by
  simp only [before?]
  apply List.filter_congr
  intro i hi
  rw [h i (List.mem_range.mp hi)]

theorem published_agree {T U : Trace} {n : Nat} (h : Agree T U n) (l : Loc) : published T l n = published U l n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    have a := h.mono (Nat.le_succ n)
    simp only [published, h n (Nat.lt_succ_self n), ih a, publishedBy, before?_agree a]

theorem syncs_agree {T U : Trace} {j : Nat} (h : Agree T U j) (e : Event) : syncs T j e = syncs U j e := by
  have hs : ∀ t, seen T t j = seen U t j := by
    intro t
    simp only [seen, List.flatMap]
    congr 1
    apply List.map_congr_left
    intro k hk
    have hk := List.mem_range.mp hk
    simp only [h k hk, published_agree (h.mono (Nat.le_of_lt hk))]
  simp only [syncs, published_agree h, hs, before?_agree h]

theorem edge_agree {T U : Trace} {i j : Nat} (h : Agree T U (j + 1)) : edge T i j = edge U i j := by
  by_cases hij : i < j
  · simp only [edge, h i (by omega), h j (by omega), syncs_agree (h.mono (Nat.le_succ j))]
  · simp [edge, hij]

theorem Before.agree {T U : Trace} {i j : Nat} (b : Before T i j) (h : Agree T U (j + 1)) : Before U i j := by
  induction b with
  | edge e => exact .edge (edge_agree h ▸ e)
  | step b e ih => exact .step (ih (h.mono (by have := edge_lt e; omega))) (edge_agree h ▸ e)

theorem agree_append (T U : Trace) : Agree T (T ++ U) T.length :=
  fun _ hi => (List.getElem?_append_left hi).symm

/-- A race stays one, whatever comes after. -/
theorem Race.append {T : Trace} (h : Race T) (U : Trace) : Race (T ++ U) := by
  obtain ⟨i, j, hr⟩ := h
  have hj := Race.lt hr
  obtain ⟨hij, ⟨e, f, hi, hf, hc⟩, hb⟩ := hr
  have a := (agree_append T U).mono (show j + 1 ≤ T.length by omega)
  exact ⟨i, j, hij, ⟨e, f, by rw [← a i (by omega)]; exact hi, by rw [← a j (by omega)]; exact hf, hc⟩,
    fun b => hb (b.agree fun k hk => (a k hk).symm)⟩

/-- Whether an event races is known when it happens. -/
theorem raceAt_append {T : Trace} {i j : Nat} (U : Trace) (hj : j < T.length) : RaceAt (T ++ U) i j ↔ RaceAt T i j := by
  have a := (agree_append T U).mono (show j + 1 ≤ T.length by omega)
  by_cases hij : i < j
  · simp only [RaceAt, ← a i (by omega), ← a j (by omega)]
    constructor
    · rintro ⟨h, hc, hb⟩; exact ⟨h, hc, fun b => hb (b.agree a)⟩
    · rintro ⟨h, hc, hb⟩; exact ⟨h, hc, fun b => hb (b.agree fun k hk => (a k hk).symm)⟩
  · simp [RaceAt, hij]

/-! ### stronger orderings -/

/-- An ordering that acquires and releases wherever the other does. -/
def Order.atLeast (o p : Order) : Prop := (p.acquires = true → o.acquires = true) ∧ (p.releases = true → o.releases = true)

theorem Order.seqCst_atLeast (o : Order) : Order.atLeast .seqCst o := by cases o <;> simp [atLeast, Order.acquires, Order.releases]
theorem Order.atLeast_relaxed (o : Order) : Order.atLeast o .relaxed := by simp [atLeast, Order.acquires, Order.releases]

/-- The same event with at least that ordering. A plain access stays plain: an atomic store in its place would
end the release sequence of its location. -/
inductive Event.AtLeast : Event → Event → Prop where
  | same (e : Event) : AtLeast e e
  | access {t : Nat} {a : Access} {o p : Order} (ha : a.order = some p) (h : Order.atLeast o p) :
      AtLeast ⟨t, .access { a with order := some o }⟩ ⟨t, .access a⟩
  | fence {t : Nat} {o p : Order} (h : Order.atLeast o p) : AtLeast ⟨t, .fence o⟩ ⟨t, .fence p⟩

/-- Event by event. -/
def AtLeast (T U : Trace) : Prop :=
  ∀ i : Nat, match T[i]?, U[i]? with
  | some e, some f => e.AtLeast f
  | none, none => True
  | _, _ => False

section
variable {e f : Event} (h : e.AtLeast f)
include h
theorem Event.AtLeast.thread : e.thread = f.thread := by cases h <;> rfl
theorem Event.AtLeast.storesAt (l : Loc) : e.storesAt l = f.storesAt l := by
  cases h <;> simp_all [Event.storesAt, Access.loc]
theorem Event.AtLeast.modifies : e.modifies = f.modifies := by cases h <;> rfl
theorem Event.AtLeast.loadsAt : e.loadsAt = f.loadsAt := by cases h <;> simp_all [Event.loadsAt, Access.loc]
theorem Event.AtLeast.releases (r : f.releases = true) : e.releases = true := by
  cases h with
  | same => exact r
  | access ha h => simp_all [Event.releases]; exact h.2 r.2
  | fence h => exact h.2 r
theorem Event.AtLeast.isReleaseFence (r : f.isReleaseFence = true) : e.isReleaseFence = true := by
  cases h with
  | same => exact r
  | access => cases r
  | fence h => exact h.2 r
theorem Event.AtLeast.spawn {t : Nat} (s : (f.act == .spawn t) = true) : (e.act == .spawn t) = true := by
  cases h with
  | same => exact s
  | access => cases s
  | fence => cases s
theorem Event.AtLeast.conflicts {e' f' : Event} (h' : e'.AtLeast f') : e.conflicts e' = f.conflicts f' := by
  cases h <;> cases h'
  · rfl
  · obtain ⟨t, act⟩ := e
    cases act <;> simp_all [Event.conflicts, Access.conflicts]
  · obtain ⟨t, act⟩ := e
    cases act <;> rfl
  · obtain ⟨t, act⟩ := e'
    cases act <;> simp_all [Event.conflicts, Access.conflicts]
  all_goals first | (obtain ⟨t, act⟩ := e'; cases act <;> rfl) | simp_all [Event.conflicts, Access.conflicts]
end

theorem AtLeast.at {T U : Trace} (h : AtLeast T U) {i : Nat} {f : Event} (hf : U[i]? = some f) :
    ∃ e, T[i]? = some e ∧ e.AtLeast f := by
  have := h i
  rw [hf] at this
  cases hT : T[i]? <;> simp only [hT] at this
  exact ⟨_, rfl, this⟩

theorem AtLeast.back {T U : Trace} (h : AtLeast T U) {i : Nat} {e : Event} (he : T[i]? = some e) :
    ∃ f, U[i]? = some f ∧ e.AtLeast f := by
  have := h i
  rw [he] at this
  cases hU : U[i]? <;> simp only [hU] at this
  exact ⟨_, rfl, this⟩

theorem published_atLeast {T U : Trace} (h : AtLeast T U) {l : Loc} {n i : Nat} (hp : i ∈ published U l n) :
    i ∈ published T l n := by
  rw [mem_published] at *
  obtain ⟨s, f, hs, hf, hl, hb, hseq⟩ := hp
  obtain ⟨e, he, hef⟩ := h.at hf
  refine ⟨s, e, hs, he, by rw [hef.storesAt]; exact hl, ?_, fun k g hk hk' hg hgs => ?_⟩
  · rw [mem_publishedBy] at *
    rcases hb with ⟨rfl, hb⟩ | ⟨hi, g, hg, ht, hb⟩
    · exact .inl ⟨rfl, hef.releases hb⟩
    · obtain ⟨g', hg', hgg⟩ := h.at hg
      exact .inr ⟨hi, g', hg', by rw [hgg.thread, ht, hef.thread], hgg.isReleaseFence hb⟩
  · obtain ⟨g', hg', hgg⟩ := h.back hg
    rw [hgg.modifies]
    exact hseq k g' hk hk' hg' (by rw [← hgg.storesAt]; exact hgs)

theorem seen_atLeast {T U : Trace} (h : AtLeast T U) {t n i : Nat} (hs : i ∈ seen U t n) : i ∈ seen T t n := by
  rw [mem_seen] at *
  obtain ⟨k, f, l, hk, hf, ht, hl, hp⟩ := hs
  obtain ⟨e, he, hef⟩ := h.at hf
  exact ⟨k, e, l, hk, he, by rw [hef.thread, ht], by rw [hef.loadsAt, hl], published_atLeast h hp⟩

theorem before?_atLeast {T U : Trace} (h : AtLeast T U) {n i : Nat} {p : Event → Bool}
    (hp : ∀ e f : Event, e.AtLeast f → p f = true → p e = true) (hi : i ∈ before? U n p) : i ∈ before? T n p := by
  rw [mem_before?] at *
  obtain ⟨hn, f, hf, hpf⟩ := hi
  obtain ⟨e, he, hef⟩ := h.at hf
  exact ⟨hn, e, he, hp e f hef hpf⟩

theorem syncs_atLeast {T U : Trace} (h : AtLeast T U) {e f : Event} (hef : e.AtLeast f) {i j : Nat} (hs : i ∈ syncs U j f) :
    i ∈ syncs T j e := by
  simp only [syncs, List.mem_append] at *
  rcases hs with hs | hs
  · left
    cases hef with
    | same =>
      obtain ⟨t, act⟩ := e
      cases act with
      | access a =>
        dsimp only at hs ⊢
        split at hs
        · rename_i c; rw [if_pos c]; exact published_atLeast h hs
        · simp at hs
      | fence o =>
        dsimp only at hs ⊢
        split at hs
        · rename_i c; rw [if_pos c]; exact seen_atLeast h hs
        · simp at hs
      | join t => exact before?_atLeast h (fun e f hef hf => by
          rw [Bool.or_eq_true] at *
          rw [hef.thread]
          exact hf.imp id hef.spawn) hs
      | spawn t => simp at hs
    | access ha hop =>
      dsimp only at hs ⊢
      rw [ha, Option.any_some] at hs
      split at hs
      · rename_i c
        rw [Bool.and_eq_true] at c
        rw [Option.any_some, c.1, hop.1 c.2, Bool.and_self, if_pos rfl]
        exact published_atLeast h hs
      · simp at hs
    | fence hop =>
      dsimp only at hs ⊢
      split at hs
      · rename_i c
        rw [if_pos (hop.1 c)]
        exact seen_atLeast h hs
      · simp at hs
  · right
    rw [hef.thread]
    exact before?_atLeast h (fun e f hef hf => hef.spawn hf) hs

theorem Before.atLeast {T U : Trace} (h : AtLeast T U) {i j : Nat} (b : Before U i j) : Before T i j := by
  have edge : ∀ i j, Threads.edge U i j = true → Threads.edge T i j = true := by
    intro i j e
    simp only [Threads.edge, Bool.and_eq_true, decide_eq_true_eq] at e ⊢
    refine ⟨e.1, ?_⟩
    replace e := e.2
    split at e
    · rename_i f g hf hg
      obtain ⟨f', hf', hff⟩ := h.at hf
      obtain ⟨g', hg', hgg⟩ := h.at hg
      simp only [hf', hg', hff.thread, hgg.thread]
      rw [Bool.or_eq_true, List.contains_iff_mem] at *
      exact e.imp id (syncs_atLeast h hgg)
    · cases e
  induction b with
  | edge e => exact .edge (edge _ _ e)
  | step _ e ih => exact .step ih (edge _ _ e)

/-- Stronger orderings add no race. -/
theorem Race.atLeast {T U : Trace} (h : AtLeast T U) (r : Race T) : Race U := by
  obtain ⟨i, j, hij, ⟨e, f, he, hf, hc⟩, hb⟩ := r
  obtain ⟨e', he', hee⟩ := h.back he
  obtain ⟨f', hf', hff⟩ := h.back hf
  exact ⟨i, j, hij, ⟨e', f', he', hf', by rw [← hee.conflicts hff]; exact hc⟩, fun b => hb (b.atLeast h)⟩

end Tuffy.Threads
