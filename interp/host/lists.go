package host

// Functions that take arguments from a list. What they leave of the list is of no use to the program (C11 7.21.6.8).
var listFunctions = []Function{
	{Name: "vprintf", Params: []Kind{Ptr, List}, Result: []Kind{Int}, Observable: true, Doc: "printf with the arguments of a list", Call: printTo("vprintf")},
	{Name: "vfprintf", Params: []Kind{Ptr, Ptr, List}, Result: []Kind{Int}, Observable: true, Doc: "fprintf with the arguments of a list", Call: printStream("vfprintf")},
	{Name: "vsprintf", Params: []Kind{Ptr, Ptr, List}, Result: []Kind{Int}, Doc: "sprintf with the arguments of a list", Call: printString("vsprintf")},
	{Name: "vsnprintf", Params: []Kind{Ptr, Size, Ptr, List}, Result: []Kind{Int}, Doc: "snprintf with the arguments of a list", Call: printInto("vsnprintf")},
	{Name: "vasprintf", Hosted: true, Params: []Kind{Ptr, Ptr, List}, Result: []Kind{Int}, Doc: "asprintf with the arguments of a list", Call: printNew("vasprintf")},
	{Name: "vdprintf", Hosted: true, Params: []Kind{Int, Ptr, List}, Result: []Kind{Int}, Observable: true, Doc: "dprintf with the arguments of a list", Call: printDescriptor("vdprintf")},
	{Name: "vscanf", Params: []Kind{Ptr, List}, Result: []Kind{Int}, Observable: true, Doc: "scanf with the arguments of a list", Call: scanFrom("vscanf")},
	{Name: "vfscanf", Params: []Kind{Ptr, Ptr, List}, Result: []Kind{Int}, Observable: true, Doc: "fscanf with the arguments of a list", Call: scanStream("vfscanf")},
	{Name: "vsscanf", Params: []Kind{Ptr, Ptr, List}, Result: []Kind{Int}, Doc: "sscanf with the arguments of a list", Call: scanString("vsscanf")},
}
