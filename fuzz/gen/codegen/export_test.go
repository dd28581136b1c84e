package codegen

var allKinds = caseKinds

// NumKinds is how many kinds of cases there are.
func NumKinds() int { return len(allKinds) }

// Only makes all cases of one kind, until what it returns is called.
func Only(kind int) (restore func()) {
	caseKinds = allKinds[kind : kind+1]
	return func() { caseKinds = allKinds }
}
