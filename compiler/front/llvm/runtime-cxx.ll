; What C++ programs call beside their classes: memory, initialisation of objects of static storage, functions that are never called.

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @abort() noreturn

define ptr @_Znwm(i64 %size) {
  %least = call i64 @llvm.umax.i64(i64 %size, i64 1)
  %p = call ptr @malloc(i64 %least)
  ret ptr %p
}

define ptr @_Znam(i64 %size) {
  %p = call ptr @_Znwm(i64 %size)
  ret ptr %p
}

define void @_ZdlPv(ptr %p) {
  call void @free(ptr %p)
  ret void
}

define void @_ZdlPvm(ptr %p, i64 %size) {
  call void @free(ptr %p)
  ret void
}

define void @_ZdaPv(ptr %p) {
  call void @free(ptr %p)
  ret void
}

define void @_ZdaPvm(ptr %p, i64 %size) {
  call void @free(ptr %p)
  ret void
}

define void @__cxa_pure_virtual() {
  call void @abort()
  unreachable
}

define i32 @__cxa_guard_acquire(ptr %guard) {
  %done = load i8, ptr %guard
  %first = icmp eq i8 %done, 0
  %r = zext i1 %first to i32
  ret i32 %r
}

define void @__cxa_guard_release(ptr %guard) {
  store i8 1, ptr %guard
  ret void
}

define void @__cxa_guard_abort(ptr %guard) {
  ret void
}

; Destructors of objects of static storage: the last is called first, when main returns or exit is called.
%entry = type { ptr, ptr, ptr }

@__cxa_list = internal global ptr null
declare i32 @atexit(ptr)

define i32 @__cxa_atexit(ptr %f, ptr %object, ptr %dso) {
  %e = call ptr @malloc(i64 24)
  %next = load ptr, ptr @__cxa_list
  %of = getelementptr %entry, ptr %e, i64 0, i32 1
  %on = getelementptr %entry, ptr %e, i64 0, i32 2
  store ptr %f, ptr %e
  store ptr %object, ptr %of
  store ptr %next, ptr %on
  store ptr %e, ptr @__cxa_list
  %r = call i32 @atexit(ptr @__cxa_run)
  ret i32 %r
}

define void @__cxa_run() {
  %e = load ptr, ptr @__cxa_list
  %none = icmp eq ptr %e, null
  br i1 %none, label %done, label %one

one:
  %of = getelementptr %entry, ptr %e, i64 0, i32 1
  %on = getelementptr %entry, ptr %e, i64 0, i32 2
  %f = load ptr, ptr %e
  %object = load ptr, ptr %of
  %next = load ptr, ptr %on
  store ptr %next, ptr @__cxa_list
  call void @free(ptr %e)
  call void %f(ptr %object)
  br label %done

done:
  ret void
}

declare i64 @llvm.umax.i64(i64, i64)
