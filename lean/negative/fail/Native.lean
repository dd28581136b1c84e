-- refused: "Lean.ofReduceBool"

/-! A theorem by running compiled code. -/
theorem native : 2 ^ 10 = 1024 := by native_decide
