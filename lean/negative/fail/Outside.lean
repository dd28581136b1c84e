-- refused: no such file
-- confined

/-! A file of the machine, read while a proof is compiled. -/
#eval show IO Unit from do IO.println (← IO.FS.readFile "../README.md")
