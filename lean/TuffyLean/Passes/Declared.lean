import TuffyLean.Passes.Kind

/-!
What the passes of the optimizer declare: their rewrites, and the kinds that each of these may have. The
rows are those of the passes in `compiler/opt`; `lean/Passes.lean` reads them and holds them to what is
said here.

A rewrite is *proven* if it applies a rule that holds its theorem, and names that. All others are
*argued*: what they do and why is said in the file of the pass, and interpreter runs are what checks
it. A rewrite with two kinds is an equivalence at some places and a refinement at others; the pass says
which, each time.
-/
namespace Tuffy.Passes

/-- A rewrite as its pass declares it. -/
structure Rewrite where
  name : String
  /-- What it may be. -/
  kinds : List Kind
  proven : Bool
  /-- The theorem that it names. -/
  proof : Option String

structure Pass where
  name : String
  /-- The weakest of its rewrites. -/
  kind : Kind
  rewrites : List Rewrite

/-- A rule that holds its theorem. -/
structure Datum where
  rule : String
  /-- What the theorem says that it is. An annotation that a pattern does not know goes away with what it
  stands on: then the rewrite of an equivalence is a refinement, as no annotation is (`Checks.lean`). -/
  kind : Kind
  /-- The name of the theorem. -/
  proof : String
  /-- Axioms that it rests on and that are not Lean's own. -/
  foreign : List String

/-- Names that are there twice. -/
def twice : List String → List String
  | [] => []
  | n :: ns => if ns.contains n then n :: twice ns else twice ns

/-- What is wrong with the theorem that a rewrite names. -/
def Rewrite.proofFaults (data : List Datum) (r : Rewrite) (t : String) : List String :=
  match data.find? (·.proof == t) with
  | none => [s!"no rule holds the theorem {t}"]
  | some d =>
    (if d.rule = r.name then [] else [s!"{t} is about the rule {d.rule}"]) ++
    (if r.kinds.all fun k => decide (d.kind.le k) then [] else [s!"{t} does not say that it is of that kind"]) ++
    d.foreign.map fun a => s!"{t} rests on {a}"

/-- What is wrong with a rewrite. -/
def Rewrite.faults (data : List Datum) (r : Rewrite) : List String :=
  (if r.kinds.isEmpty then ["it has no kind"] else []) ++
  match r.proven, r.proof with
  | true, some t => r.proofFaults data t
  | true, none => ["it is proven and names no theorem"]
  | false, some t => [s!"it is argued and names the theorem {t}"]
  | false, none => []

/-- What is wrong with a pass. -/
def Pass.faults (data : List Datum) (p : Pass) : List String :=
  (if p.kind = weakest (p.rewrites.flatMap (·.kinds)) then [] else [s!"pass {p.name}: its kind is not the weakest of its rewrites"]) ++
  (if p.rewrites.isEmpty then [s!"pass {p.name}: it has no rewrites"] else []) ++
  (twice (p.rewrites.map (·.name))).map (s!"pass {p.name}: two rewrites have the name {·}") ++
  p.rewrites.flatMap fun r => (r.faults data).map (s!"pass {p.name}, rewrite {r.name}: {·}")

/-- What is wrong with the passes. -/
def faults (data : List Datum) (ps : List Pass) : List String :=
  (twice (ps.map (·.name))).map (s!"two passes have the name {·}") ++ ps.flatMap (·.faults data)

/-- Whatever a pass without fault does, in any number of rewrites each of a kind that it declares: it is
of the kind that it has. -/
theorem kind_right {data : List Datum} {p : Pass} (ok : p.faults data = []) {step : Kind → Prog.Program → Prog.Program → Prop}
    (h : ∀ k P Q, step k P Q → Relates k Q P) {P Q : Prog.Program} (m : Many (p.rewrites.flatMap (·.kinds)) step P Q) :
    Relates p.kind Q P := by
  have right : p.kind = weakest (p.rewrites.flatMap (·.kinds)) := by
    simp only [Pass.faults, List.append_eq_nil_iff] at ok
    have := ok.1.1.1
    split at this
    · assumption
    · contradiction
  rw [right]
  exact m.relates h

/-- A proven rewrite without fault names the theorem of a rule of its own name. -/
theorem proven_right {data : List Datum} {r : Rewrite} (ok : r.faults data = []) (hp : r.proven = true) :
    ∃ d ∈ data, r.proof = some d.proof ∧ d.rule = r.name ∧ d.foreign = [] ∧ ∀ k ∈ r.kinds, d.kind.le k := by
  simp only [Rewrite.faults, List.append_eq_nil_iff, hp] at ok
  have ok := ok.2
  cases hq : r.proof with
  | none => simp [hq] at ok
  | some t =>
    simp only [hq, Rewrite.proofFaults] at ok
    cases hd : data.find? (·.proof == t) with
    | none => simp [hd] at ok
    | some d =>
      simp only [hd, List.append_eq_nil_iff, List.map_eq_nil_iff] at ok
      have name : d.proof = t := by simpa using List.find?_some hd
      refine ⟨d, List.mem_of_find?_eq_some hd, by rw [name], ?_, ok.2, ?_⟩
      · have := ok.1.1
        split at this
        · assumption
        · contradiction
      · have := ok.1.2
        split at this
        · rename_i all
          intro k hk
          exact of_decide_eq_true (List.all_eq_true.mp all k hk)
        · contradiction

end Tuffy.Passes
