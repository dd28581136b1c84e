-- refused: which is unsafe
/-! A definition that the kernel does not check. -/
unsafe def any {α β : Type} (a : α) : β := unsafeCast a
