package interp

//go:generate go run ./internal/fastgen fastrun_gen.go
