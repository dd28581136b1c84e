; What rustc makes for a program beside its crates: the functions of the allocator, and the start of main.

declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare ptr @realloc(ptr, i64)
declare ptr @aligned_alloc(i64, i64)
declare void @free(ptr)

define ptr @__rust_alloc(i64 %size, i64 %align) {
  %small = icmp ule i64 %align, 16
  br i1 %small, label %plain, label %aligned

plain:
  %p = call ptr @malloc(i64 %size)
  ret ptr %p

aligned:
  %mask = sub i64 %align, 1
  %up = add i64 %size, %mask
  %whole = sub i64 0, %align
  %n = and i64 %up, %whole
  %q = call ptr @aligned_alloc(i64 %align, i64 %n)
  ret ptr %q
}

define ptr @__rust_alloc_zeroed(i64 %size, i64 %align) {
  %small = icmp ule i64 %align, 16
  br i1 %small, label %plain, label %aligned

plain:
  %p = call ptr @calloc(i64 %size, i64 1)
  ret ptr %p

aligned:
  %q = call ptr @__rust_alloc(i64 %size, i64 %align)
  call void @llvm.memset.p0.i64(ptr %q, i8 0, i64 %size, i1 false)
  ret ptr %q
}

define void @__rust_dealloc(ptr %p, i64 %size, i64 %align) {
  call void @free(ptr %p)
  ret void
}

define ptr @__rust_realloc(ptr %p, i64 %old, i64 %align, i64 %size) {
  %small = icmp ule i64 %align, 16
  br i1 %small, label %plain, label %aligned

plain:
  %r = call ptr @realloc(ptr %p, i64 %size)
  ret ptr %r

aligned:
  %q = call ptr @__rust_alloc(i64 %size, i64 %align)
  %less = call i64 @llvm.umin.i64(i64 %old, i64 %size)
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 %less, i1 false)
  call void @free(ptr %p)
  ret ptr %q
}

define void @__rust_no_alloc_shim_is_unstable_v2() {
  ret void
}

; The closure's table has its method behind those of drop, size, alignment, FnOnce and FnMut.
define i64 @__rust_lang_start_internal(ptr %main, ptr %table, i64 %argc, ptr %argv, i8 %sigpipe) {
  %at = getelementptr i8, ptr %table, i64 40
  %call = load ptr, ptr %at
  %code = call i32 %call(ptr %main)
  %r = sext i32 %code to i64
  ret i64 %r
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i64 @llvm.umin.i64(i64, i64)
