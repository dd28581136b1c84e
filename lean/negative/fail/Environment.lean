-- refused: not to be seen

/-! A variable of the environment. -/
#eval show IO Unit from do
  if (← IO.getEnv "TUFFY_PLANTED").isNone then throw (.userError "not to be seen")
