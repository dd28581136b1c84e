import TuffyLean.Passes.Kind
import TuffyLean.Rewrites.All
import TuffyLean.Rewrites.ControlRules
import TuffyLean.Rewrites.MemCopyRules
import TuffyLean.Rewrites.MemRules
import TuffyLean.Rewrites.RelaxedRules

/-!
The passes of the optimizer as data: what each is called, its rewrites, and the kinds that each of these
may have. The names are those of `compiler/opt`.

A rewrite is *proven* if it applies a rule that holds its theorem: the kind is then the rule's. All others
are *argued*: what they do and why is said in the file of the pass, and interpreter runs are what checks
it. A rewrite with two kinds is an equivalence at some places and a refinement at others; the pass says
which, each time.

A pass has the weakest kind of its rewrites (`Many.relates` says why): `Pass` cannot be made with another.
-/
namespace Tuffy.Passes

/-- A rewrite and what it may be. -/
structure Rewrite where
  name : String
  kinds : List Kind
deriving DecidableEq, Repr

/-- The lists of rules that hold their theorems. -/
inductive Rules where
  /-- Of values, `rules.json`. An annotation that a pattern does not know goes away with what it stands
  on: then the rewrite of an equivalence is a refinement, as no annotation is (`Checks.lean`). -/
  | values
  /-- Of floats that carry flags, `relaxed.json`. -/
  | relaxed
  /-- Of memory operations, `memory.json`. -/
  | memory
  /-- Of branches, there too. -/
  | control
deriving DecidableEq, Repr

/-- What a rule of values may be where it is applied. -/
def applied : Kind → List Kind
  | .equivalence => [.equivalence, .refinement]
  | .refinement => [.refinement]

/-- The rewrites of a list of rules. The theorems of the others are about refinement. -/
def Rules.rewrites : Rules → List Rewrite
  | values => Rewrites.all.map fun p => ⟨p.rule.name, applied p.rule.kind⟩
  | relaxed => (Rewrites.Relaxed.groups.flatMap (·.2)).map fun p => ⟨p.rule.name, [.refinement]⟩
  | memory => (Rewrites.Mem.rules ++ Rewrites.Mem.rules1 ++ Rewrites.Mem.rules2).map fun p => ⟨p.rule.name, [.refinement]⟩
  | control => Rewrites.Control.rules.map fun p => ⟨p.rule.name, [.refinement]⟩

/-- The weakest kind of some rewrites. -/
def weakestOf (rs : List Rewrite) : Kind := weakest (rs.flatMap (·.kinds))

/-- A pass, with the proof that its kind is the weakest of its rewrites. -/
structure Pass where
  name : String
  /-- The rules that it applies. -/
  rules : Option Rules := none
  /-- Its rewrites that are argued. -/
  argued : List Rewrite := []
  kind : Kind
  weakest : kind = weakestOf (((rules.map Rules.rewrites).getD []) ++ argued) := by decide

/-- All rewrites of a pass. -/
def Pass.rewrites (p : Pass) : List Rewrite := (p.rules.map Rules.rewrites).getD [] ++ p.argued

/-- A pass that applies proven rules only: its kind is computed from them. -/
def Pass.of (name : String) (r : Rules) : Pass :=
  { name, rules := some r, kind := weakestOf (r.rewrites ++ []), weakest := rfl }

/-- Rewrites that are always equivalences. -/
def same (names : List String) : List Rewrite := names.map (⟨·, [.equivalence]⟩)
/-- Rewrites that are refinements. -/
def less (names : List String) : List Rewrite := names.map (⟨·, [.refinement]⟩)
/-- Rewrites that are the one or the other. -/
def both (names : List String) : List Rewrite := names.map (⟨·, [.equivalence, .refinement]⟩)

/-- The table, in the order of `compiler/opt/table.go`. -/
def passes : List Pass := [
  { name := "dce", kind := .refinement, argued := both ["unused"] ++ less ["dead_arguments"] },
  { name := "simplify-cfg", kind := .refinement, rules := some .control,
    argued := both ["known_branch"] ++ less ["same_target", "redundant_argument", "merge"] ++
      same ["unreachable_case", "unreachable_blocks", "dissolve_loop", "dissolve_plain"] },
  { name := "sccp", kind := .refinement, argued := less ["constant_argument", "constant", "poison_branch", "known_branch"] },
  { name := "gvn", kind := .refinement, argued := both ["equal"] },
  .of "rewrite" .values,
  { name := "reassociate", kind := .refinement,
    argued := both ["add_chain", "mul_chain", "and_chain", "or_chain", "xor_chain", "min_chain", "max_chain", "band_chain", "bor_chain", "bxor_chain"] },
  .of "relax" .relaxed,
  { name := "facts", kind := .refinement, argued := less ["constant_argument", "constant"] ++ same ["claim_argument", "claim", "claim_use"] },
  { name := "narrow", kind := .equivalence, argued := same ["extension", "neutral", "constant"] },
  { name := "demand", kind := .equivalence, argued := same ["unread"] },
  { name := "div-const", kind := .equivalence, argued := same ["div", "rem", "tdiv", "trem"] },
  { name := "inline", kind := .refinement, argued := less ["call"] },
  { name := "ipcp", kind := .refinement, argued := same ["dead_parameter"] ++ less ["constant_parameter"] },
  { name := "dead-functions", kind := .equivalence, argued := same ["unreachable"] },
  { name := "mem2reg", kind := .refinement, argued := less ["promote"] },
  { name := "sroa", kind := .refinement, argued := less ["split"] },
  { name := "memopt", kind := .refinement, argued := less ["stored_again", "load_of_store", "load_again", "load_of_memset",
      "load_of_nothing", "load_of_address", "load_of_constant", "dead_store", "never_read"] },
  { name := "mem-tokens", kind := .equivalence, argued := same ["raise_token"] },
  .of "memory-rules" .memory,
  { name := "bulk", kind := .refinement,
    argued := less ["no_bytes", "short_fill", "to_itself", "short_copy", "distinct_bytes", "run_of_stores"] },
  { name := "licm", kind := .refinement, argued := same ["hoist"] ++ less ["hoist_freeze", "hoist_load"] },
  { name := "if-convert", kind := .refinement, argued := less ["diamond", "triangle"] },
  { name := "unroll", kind := .refinement, argued := less ["full", "partial"] },
  { name := "loop-delete", kind := .refinement, argued := less ["unseen"] },
  { name := "loop-idiom", kind := .refinement, argued := less ["fill", "copy"] },
  { name := "indvar", kind := .refinement, argued := less ["pointer", "product"] },
  { name := "tail-recursion", kind := .refinement, argued := less ["loop"] },
  { name := "jump-thread", kind := .refinement, argued := less ["implied", "thread"] },
  { name := "structurize", kind := .equivalence, argued := same ["natural_loop"] }]

/-- No name stands for two passes. -/
theorem passes_distinct : (passes.map (·.name)).Nodup := by decide

/-- Whatever a pass of the table does, in any number of rewrites each of a kind that the table lists: it
is of the kind that the table gives. -/
theorem kind_right {p : Pass} {step : Kind → Prog.Program → Prog.Program → Prop}
    (h : ∀ k P Q, step k P Q → Relates k Q P) {P Q : Prog.Program} (m : Many (p.rewrites.flatMap (·.kinds)) step P Q) :
    Relates p.kind Q P := by
  rw [p.weakest]
  exact m.relates h

end Tuffy.Passes
