; What Rust's standard library asks the system before main, and where it looks for entropy: a system that has nothing to tell.

declare ptr @aligned_alloc(i64, i64)
declare ptr @calloc(i64, i64)
declare void @free(ptr)

; No descriptor is closed.
define i32 @poll(ptr %fds, i64 %n, i32 %timeout) {
  ret i32 0
}

; There is no alternative stack, so that the old one is disabled.
define i32 @sigaltstack(ptr %new, ptr %old) {
  %none = icmp eq ptr %old, null
  br i1 %none, label %done, label %tell

tell:
  call void @llvm.memset.p0.i64(ptr %old, i8 0, i64 24, i1 false)
  %flags = getelementptr i8, ptr %old, i64 8
  store i32 2, ptr %flags
  br label %done

done:
  ret i32 0
}

define i64 @getauxval(i64 %what) {
  ret i64 0
}

; The size of a page; of the rest nothing is known.
define i64 @sysconf(i32 %what) {
  %page = icmp eq i32 %what, 30
  %r = select i1 %page, i64 4096, i64 -1
  ret i64 %r
}

; Memory that no file stands behind.
define ptr @mmap64(ptr %where, i64 %size, i32 %protection, i32 %flags, i32 %file, i64 %offset) {
  %anonymous = icmp eq i32 %file, -1
  br i1 %anonymous, label %new, label %fails

new:
  %up = add i64 %size, 4095
  %n = and i64 %up, -4096
  %p = call ptr @aligned_alloc(i64 4096, i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p

fails:
  ret ptr inttoptr (i64 -1 to ptr)
}

define i32 @munmap(ptr %p, i64 %size) {
  call void @free(ptr %p)
  ret i32 0
}

define i32 @mprotect(ptr %p, i64 %size, i32 %protection) {
  ret i32 0
}

; Where the stack of a thread lies is not known.
define i32 @pthread_getattr_np(i64 %thread, ptr %attr) {
  ret i32 38
}

define i32 @pthread_attr_getstack(ptr %attr, ptr %start, ptr %size) {
  ret i32 38
}

define i32 @pthread_attr_getguardsize(ptr %attr, ptr %size) {
  ret i32 38
}

define i32 @gettid() {
  ret i32 1
}

; The same bytes each time, 1, 2, 3 and so on, so that runs are the same.
define i64 @getrandom(ptr %p, i64 %n, i32 %flags) {
  br label %next

next:
  %i = phi i64 [ 0, %0 ], [ %k, %one ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %one, label %done

one:
  %k = add i64 %i, 1
  %at = getelementptr i8, ptr %p, i64 %i
  %b = trunc i64 %k to i8
  store i8 %b, ptr %at
  br label %next

done:
  ret i64 %n
}

; There are no functions whose frames could be walked.
define i32 @_Unwind_Backtrace(ptr %each, ptr %data) {
  ret i32 5
}

; The destructors of a thread's variables do not run.
define i32 @__cxa_thread_atexit_impl(ptr %f, ptr %object, ptr %dso) {
  ret i32 0
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
