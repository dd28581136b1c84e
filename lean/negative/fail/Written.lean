-- refused: it cannot be written
-- confined
import Lean

/-! Another compiled file, written to while a proof is compiled. -/
#eval show IO Unit from do
  let some (build : System.FilePath) := (← Lean.searchPathRef.get).find? fun (p : System.FilePath) => p != "/lean/lib/lean" | return
  let change : IO Unit := IO.FS.writeFile (build / "planted.olean") ""
  try change catch _ => throw (.userError "it cannot be written")
