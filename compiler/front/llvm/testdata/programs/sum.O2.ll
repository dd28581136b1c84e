; ModuleID = 'sum.23ea155c61e64d3d-cgu.0'
source_filename = "sum.23ea155c61e64d3d-cgu.0"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@vtable.0 = private unnamed_addr constant <{ [24 x i8], ptr, ptr, ptr }> <{ [24 x i8] c"\00\00\00\00\00\00\00\00\08\00\00\00\00\00\00\00\08\00\00\00\00\00\00\00", ptr @"_ZN4core3ops8function6FnOnce40call_once$u7b$$u7b$vtable.shim$u7d$$u7d$17h4011a0f7d585a24fE", ptr @"_ZN3std2rt10lang_start28_$u7b$$u7b$closure$u7d$$u7d$17hc9d18995b06f6f99E", ptr @"_ZN3std2rt10lang_start28_$u7b$$u7b$closure$u7d$$u7d$17hc9d18995b06f6f99E" }>, align 8

; std::rt::lang_start
; Function Attrs: nounwind nonlazybind uwtable
define hidden noundef i64 @_ZN3std2rt10lang_start17hd20f60a812b9a024E(ptr noundef nonnull %main, i64 noundef %argc, ptr noundef %argv, i8 noundef %sigpipe) unnamed_addr #0 {
start:
  %_7 = alloca [8 x i8], align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %_7)
  store ptr %main, ptr %_7, align 8
; call std::rt::lang_start_internal
  %_0 = call noundef i64 @_RNvNtCsjrHSEGnQ3l9_3std2rt19lang_start_internal(ptr noundef nonnull align 1 %_7, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(48) @vtable.0, i64 noundef %argc, ptr noundef %argv, i8 noundef %sigpipe) #15
  call void @llvm.lifetime.end.p0(ptr nonnull %_7)
  ret i64 %_0
}

; std::rt::lang_start::{{closure}}
; Function Attrs: inlinehint nounwind nonlazybind uwtable
define internal noundef i32 @"_ZN3std2rt10lang_start28_$u7b$$u7b$closure$u7d$$u7d$17hc9d18995b06f6f99E"(ptr noalias noundef readonly align 8 captures(none) dereferenceable(8) %_1) unnamed_addr #1 {
start:
  %_4 = load ptr, ptr %_1, align 8, !nonnull !4, !noundef !4
; call std::sys::backtrace::__rust_begin_short_backtrace
  tail call fastcc void @_ZN3std3sys9backtrace28__rust_begin_short_backtrace17hf243b6bb6fed6fd5E(ptr noundef nonnull %_4) #16
  ret i32 0
}

; std::sys::backtrace::__rust_begin_short_backtrace
; Function Attrs: noinline nounwind nonlazybind uwtable
define internal fastcc void @_ZN3std3sys9backtrace28__rust_begin_short_backtrace17hf243b6bb6fed6fd5E(ptr noundef nonnull readonly captures(none) %f) unnamed_addr #2 {
start:
  tail call void %f() #15
  tail call void asm sideeffect "", "~{memory}"() #15, !srcloc !5
  ret void
}

; sum::main
; Function Attrs: cold noreturn nounwind nonlazybind uwtable
define hidden void @_ZN3sum4main17h4e4420e4ef7382c0E() unnamed_addr #3 personality ptr @rust_eh_personality {
"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit":
  %v = alloca [24 x i8], align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %v)
  store i64 0, ptr %v, align 8
  %0 = getelementptr inbounds nuw i8, ptr %v, i64 8
  store ptr inttoptr (i64 4 to ptr), ptr %0, align 8
  %1 = getelementptr inbounds nuw i8, ptr %v, i64 16
  store i64 0, ptr %1, align 8
  tail call void @llvm.experimental.noalias.scope.decl(metadata !6)
; call alloc::raw_vec::RawVec<T,A>::grow_one
  call fastcc void @"_ZN5alloc7raw_vec19RawVec$LT$T$C$A$GT$8grow_one17hec0f6d4c35638b3eE"(ptr noalias noundef nonnull align 8 dereferenceable(24) %v) #16
  %self1.i.1.pre = load i64, ptr %v, align 8, !range !9, !alias.scope !10
  %_14.i.pre = load ptr, ptr %0, align 8, !alias.scope !6
  store i32 1, ptr %_14.i.pre, align 4, !noalias !6
  store i64 1, ptr %1, align 8
  tail call void @llvm.experimental.noalias.scope.decl(metadata !10)
  %_4.i.1 = icmp eq i64 %self1.i.1.pre, 1
  br i1 %_4.i.1, label %bb1.i.1, label %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.1"

bb1.i.1:                                          ; preds = %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit"
; call alloc::raw_vec::RawVec<T,A>::grow_one
  call fastcc void @"_ZN5alloc7raw_vec19RawVec$LT$T$C$A$GT$8grow_one17hec0f6d4c35638b3eE"(ptr noalias noundef nonnull align 8 dereferenceable(24) %v) #16
  %_14.i.1.pre = load ptr, ptr %0, align 8, !alias.scope !10
  %self1.i.2.pre = load i64, ptr %v, align 8, !range !9, !alias.scope !12
  br label %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.1"

"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.1": ; preds = %bb1.i.1, %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit"
  %self1.i.2 = phi i64 [ %self1.i.2.pre, %bb1.i.1 ], [ %self1.i.1.pre, %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit" ]
  %_14.i.1 = phi ptr [ %_14.i.1.pre, %bb1.i.1 ], [ %_14.i.pre, %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit" ]
  %end.i.1 = getelementptr inbounds nuw i8, ptr %_14.i.1, i64 4
  store i32 2, ptr %end.i.1, align 4, !noalias !10
  store i64 2, ptr %1, align 8
  tail call void @llvm.experimental.noalias.scope.decl(metadata !12)
  %_4.i.2 = icmp eq i64 %self1.i.2, 2
  br i1 %_4.i.2, label %bb1.i.2, label %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.2"

bb1.i.2:                                          ; preds = %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.1"
; call alloc::raw_vec::RawVec<T,A>::grow_one
  call fastcc void @"_ZN5alloc7raw_vec19RawVec$LT$T$C$A$GT$8grow_one17hec0f6d4c35638b3eE"(ptr noalias noundef nonnull align 8 dereferenceable(24) %v) #16
  %self1.i.3.pre = load i64, ptr %v, align 8, !range !9, !alias.scope !14
  %_14.i.2.pre = load ptr, ptr %0, align 8, !alias.scope !12
  br label %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.2"

"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.2": ; preds = %bb1.i.2, %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.1"
  %_14.i.2 = phi ptr [ %_14.i.2.pre, %bb1.i.2 ], [ %_14.i.1, %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.1" ]
  %self1.i.3 = phi i64 [ %self1.i.3.pre, %bb1.i.2 ], [ %self1.i.2, %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.1" ]
  %end.i.2 = getelementptr inbounds nuw i8, ptr %_14.i.2, i64 8
  store i32 3, ptr %end.i.2, align 4, !noalias !12
  store i64 3, ptr %1, align 8
  tail call void @llvm.experimental.noalias.scope.decl(metadata !14)
  %_4.i.3 = icmp eq i64 %self1.i.3, 3
  br i1 %_4.i.3, label %bb1.i.3, label %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.3"

bb1.i.3:                                          ; preds = %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.2"
; call alloc::raw_vec::RawVec<T,A>::grow_one
  call fastcc void @"_ZN5alloc7raw_vec19RawVec$LT$T$C$A$GT$8grow_one17hec0f6d4c35638b3eE"(ptr noalias noundef nonnull align 8 dereferenceable(24) %v) #16
  %_14.i.3.pre = load ptr, ptr %0, align 8, !alias.scope !14
  %self1.i.4.pre = load i64, ptr %v, align 8, !range !9, !alias.scope !16
  br label %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.3"

"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.3": ; preds = %bb1.i.3, %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.2"
  %self1.i.4 = phi i64 [ %self1.i.4.pre, %bb1.i.3 ], [ %self1.i.3, %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.2" ]
  %_14.i.3 = phi ptr [ %_14.i.3.pre, %bb1.i.3 ], [ %_14.i.2, %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.2" ]
  %end.i.3 = getelementptr inbounds nuw i8, ptr %_14.i.3, i64 12
  store i32 4, ptr %end.i.3, align 4, !noalias !14
  store i64 4, ptr %1, align 8
  tail call void @llvm.experimental.noalias.scope.decl(metadata !16)
  %_4.i.4 = icmp eq i64 %self1.i.4, 4
  br i1 %_4.i.4, label %bb1.i.4, label %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.4"

bb1.i.4:                                          ; preds = %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.3"
; call alloc::raw_vec::RawVec<T,A>::grow_one
  call fastcc void @"_ZN5alloc7raw_vec19RawVec$LT$T$C$A$GT$8grow_one17hec0f6d4c35638b3eE"(ptr noalias noundef nonnull align 8 dereferenceable(24) %v) #16
  %_14.i.4.pre = load ptr, ptr %0, align 8, !alias.scope !16
  %self1.i.5.pre = load i64, ptr %v, align 8, !range !9, !alias.scope !18
  br label %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.4"

"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.4": ; preds = %bb1.i.4, %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.3"
  %self1.i.5 = phi i64 [ %self1.i.5.pre, %bb1.i.4 ], [ %self1.i.4, %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.3" ]
  %_14.i.4 = phi ptr [ %_14.i.4.pre, %bb1.i.4 ], [ %_14.i.3, %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.3" ]
  %end.i.4 = getelementptr inbounds nuw i8, ptr %_14.i.4, i64 16
  store i32 5, ptr %end.i.4, align 4, !noalias !16
  store i64 5, ptr %1, align 8
  tail call void @llvm.experimental.noalias.scope.decl(metadata !18)
  %_4.i.5 = icmp eq i64 %self1.i.5, 5
  br i1 %_4.i.5, label %bb1.i.5, label %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.5"

bb1.i.5:                                          ; preds = %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.4"
; call alloc::raw_vec::RawVec<T,A>::grow_one
  call fastcc void @"_ZN5alloc7raw_vec19RawVec$LT$T$C$A$GT$8grow_one17hec0f6d4c35638b3eE"(ptr noalias noundef nonnull align 8 dereferenceable(24) %v) #16
  %_14.i.5.pre = load ptr, ptr %0, align 8, !alias.scope !18
  %self1.i.6.pre = load i64, ptr %v, align 8, !range !9, !alias.scope !20
  br label %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.5"

"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.5": ; preds = %bb1.i.5, %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.4"
  %self1.i.6 = phi i64 [ %self1.i.6.pre, %bb1.i.5 ], [ %self1.i.5, %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.4" ]
  %_14.i.5 = phi ptr [ %_14.i.5.pre, %bb1.i.5 ], [ %_14.i.4, %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.4" ]
  %end.i.5 = getelementptr inbounds nuw i8, ptr %_14.i.5, i64 20
  store i32 6, ptr %end.i.5, align 4, !noalias !18
  store i64 6, ptr %1, align 8
  %_4.i.6 = icmp eq i64 %self1.i.6, 6
  br i1 %_4.i.6, label %bb1.i.6, label %bb12

bb1.i.6:                                          ; preds = %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.5"
; call alloc::raw_vec::RawVec<T,A>::grow_one
  call fastcc void @"_ZN5alloc7raw_vec19RawVec$LT$T$C$A$GT$8grow_one17hec0f6d4c35638b3eE"(ptr noalias noundef nonnull align 8 dereferenceable(24) %v) #16
  %_14.i.6.pre = load ptr, ptr %0, align 8, !alias.scope !20
  br label %bb12

bb12:                                             ; preds = %bb1.i.6, %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.5"
  %_34 = phi ptr [ %_14.i.6.pre, %bb1.i.6 ], [ %_14.i.5, %"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE.exit.5" ]
  %end.i.6 = getelementptr inbounds nuw i8, ptr %_34, i64 24
  store i64 7, ptr %1, align 8
  %_39.sroa.0.0.copyload = load i32, ptr %_34, align 4
  store i32 7, ptr %_34, align 4
  store i32 %_39.sroa.0.0.copyload, ptr %end.i.6, align 4
; call __rustc::__rust_no_alloc_shim_is_unstable_v2
  tail call void @_RNvCsfLfy6EI15iL_7___rustc35___rust_no_alloc_shim_is_unstable_v2() #15
; call __rustc::__rust_no_alloc_shim_is_unstable_v2
  tail call void @_RNvCsfLfy6EI15iL_7___rustc35___rust_no_alloc_shim_is_unstable_v2() #15
  %_3.i.i.i.i = load i32, ptr %_34, align 4, !alias.scope !22, !noundef !4
  %_4.0.i.i.i.i = shl i32 %_3.i.i.i.i, 1
  %_3.i.i.i.i.i = srem i32 %_4.0.i.i.i.i, 3
  %_0.i.not.i.i.i.i = icmp eq i32 %_3.i.i.i.i.i, 0
  %_4.0.i.i.i.i.i = select i1 %_0.i.not.i.i.i.i, i32 0, i32 %_4.0.i.i.i.i
  %_45.i.i.1 = getelementptr inbounds nuw i8, ptr %_34, i64 4
  %_3.i.i.i.i.1 = load i32, ptr %_45.i.i.1, align 4, !alias.scope !22, !noundef !4
  %_4.0.i.i.i.i.1 = shl i32 %_3.i.i.i.i.1, 1
  %_3.i.i.i.i.i.1 = srem i32 %_4.0.i.i.i.i.1, 3
  %_0.i.not.i.i.i.i.1 = icmp eq i32 %_3.i.i.i.i.i.1, 0
  %_4.0.i.i.i.i.i.1 = select i1 %_0.i.not.i.i.i.i.1, i32 0, i32 %_4.0.i.i.i.i.1
  %spec.select.i.i.i.i.1 = add i32 %_4.0.i.i.i.i.i.1, %_4.0.i.i.i.i.i
  %_45.i.i.2 = getelementptr inbounds nuw i8, ptr %_34, i64 8
  %_3.i.i.i.i.2 = load i32, ptr %_45.i.i.2, align 4, !alias.scope !22, !noundef !4
  %_4.0.i.i.i.i.2 = shl i32 %_3.i.i.i.i.2, 1
  %_3.i.i.i.i.i.2 = srem i32 %_4.0.i.i.i.i.2, 3
  %_0.i.not.i.i.i.i.2 = icmp eq i32 %_3.i.i.i.i.i.2, 0
  %_4.0.i.i.i.i.i.2 = select i1 %_0.i.not.i.i.i.i.2, i32 0, i32 %_4.0.i.i.i.i.2
  %spec.select.i.i.i.i.2 = add i32 %_4.0.i.i.i.i.i.2, %spec.select.i.i.i.i.1
  %_45.i.i.3 = getelementptr inbounds nuw i8, ptr %_34, i64 12
  %_3.i.i.i.i.3 = load i32, ptr %_45.i.i.3, align 4, !alias.scope !22, !noundef !4
  %_4.0.i.i.i.i.3 = shl i32 %_3.i.i.i.i.3, 1
  %_3.i.i.i.i.i.3 = srem i32 %_4.0.i.i.i.i.3, 3
  %_0.i.not.i.i.i.i.3 = icmp eq i32 %_3.i.i.i.i.i.3, 0
  %_4.0.i.i.i.i.i.3 = select i1 %_0.i.not.i.i.i.i.3, i32 0, i32 %_4.0.i.i.i.i.3
  %spec.select.i.i.i.i.3 = add i32 %_4.0.i.i.i.i.i.3, %spec.select.i.i.i.i.2
  %_45.i.i.4 = getelementptr inbounds nuw i8, ptr %_34, i64 16
  %_3.i.i.i.i.4 = load i32, ptr %_45.i.i.4, align 4, !alias.scope !22, !noundef !4
  %_4.0.i.i.i.i.4 = shl i32 %_3.i.i.i.i.4, 1
  %_3.i.i.i.i.i.4 = srem i32 %_4.0.i.i.i.i.4, 3
  %_0.i.not.i.i.i.i.4 = icmp eq i32 %_3.i.i.i.i.i.4, 0
  %_4.0.i.i.i.i.i.4 = select i1 %_0.i.not.i.i.i.i.4, i32 0, i32 %_4.0.i.i.i.i.4
  %spec.select.i.i.i.i.4 = add i32 %_4.0.i.i.i.i.i.4, %spec.select.i.i.i.i.3
  %_45.i.i.5 = getelementptr inbounds nuw i8, ptr %_34, i64 20
  %_3.i.i.i.i.5 = load i32, ptr %_45.i.i.5, align 4, !alias.scope !22, !noundef !4
  %_4.0.i.i.i.i.5 = shl i32 %_3.i.i.i.i.5, 1
  %_3.i.i.i.i.i.5 = srem i32 %_4.0.i.i.i.i.5, 3
  %_0.i.not.i.i.i.i.5 = icmp eq i32 %_3.i.i.i.i.i.5, 0
  %_4.0.i.i.i.i.i.5 = select i1 %_0.i.not.i.i.i.i.5, i32 0, i32 %_4.0.i.i.i.i.5
  %spec.select.i.i.i.i.5 = add i32 %_4.0.i.i.i.i.i.5, %spec.select.i.i.i.i.4
  %_3.i.i.i.i.6 = load i32, ptr %end.i.6, align 4, !alias.scope !22, !noundef !4
  %_4.0.i.i.i.i.6 = shl i32 %_3.i.i.i.i.6, 1
  %_3.i.i.i.i.i.6 = srem i32 %_4.0.i.i.i.i.6, 3
  %_0.i.not.i.i.i.i.6 = icmp eq i32 %_3.i.i.i.i.i.6, 0
  %_4.0.i.i.i.i.i.6 = select i1 %_0.i.not.i.i.i.i.6, i32 0, i32 %_4.0.i.i.i.i.6
  %spec.select.i.i.i.i.6 = add i32 %_4.0.i.i.i.i.i.6, %spec.select.i.i.i.i.5
  %_17 = add i32 %spec.select.i.i.i.i.6, 19
  %_16 = add i32 %_17, %_3.i.i.i.i
; call std::process::exit
  tail call void @_RNvNtCsjrHSEGnQ3l9_3std7process4exit(i32 noundef %_16) #17
  unreachable
}

; core::ops::function::FnOnce::call_once{{vtable.shim}}
; Function Attrs: inlinehint nounwind nonlazybind uwtable
define internal noundef i32 @"_ZN4core3ops8function6FnOnce40call_once$u7b$$u7b$vtable.shim$u7d$$u7d$17h4011a0f7d585a24fE"(ptr noundef readonly captures(none) %_1) unnamed_addr #1 {
start:
  %0 = load ptr, ptr %_1, align 8, !nonnull !4, !noundef !4
; call std::sys::backtrace::__rust_begin_short_backtrace
  tail call fastcc void @_ZN3std3sys9backtrace28__rust_begin_short_backtrace17hf243b6bb6fed6fd5E(ptr noundef nonnull readonly %0) #16, !noalias !29
  ret i32 0
}

; alloc::raw_vec::RawVec<T,A>::grow_one
; Function Attrs: cold noinline nounwind nonlazybind uwtable
define internal fastcc void @"_ZN5alloc7raw_vec19RawVec$LT$T$C$A$GT$8grow_one17hec0f6d4c35638b3eE"(ptr noalias noundef nonnull align 8 captures(none) dereferenceable(16) %self) unnamed_addr #4 {
start:
  %self1 = load i64, ptr %self, align 8, !range !9, !noundef !4
; call alloc::raw_vec::RawVecInner<A>::grow_amortized
  %0 = tail call fastcc { i64, i64 } @"_ZN5alloc7raw_vec20RawVecInner$LT$A$GT$14grow_amortized17h372ba545ed0a220aE"(ptr noalias noundef align 8 dereferenceable(16) %self, i64 noundef %self1) #15
  %1 = extractvalue { i64, i64 } %0, 0
  %.not = icmp eq i64 %1, -9223372036854775807
  br i1 %.not, label %bb3, label %bb2, !prof !32

bb2:                                              ; preds = %start
  %2 = extractvalue { i64, i64 } %0, 1
; call alloc::raw_vec::handle_error
  tail call void @_RNvNtCslNYArtu3iFV_5alloc7raw_vec12handle_error(i64 noundef %1, i64 %2) #17
  unreachable

bb3:                                              ; preds = %start
  ret void
}

; alloc::raw_vec::RawVecInner<A>::finish_grow
; Function Attrs: cold nounwind nonlazybind uwtable
define internal fastcc void @"_ZN5alloc7raw_vec20RawVecInner$LT$A$GT$11finish_grow17hbc8940a7d2ef1d84E"(ptr dead_on_unwind noalias noundef nonnull writable writeonly sret([24 x i8]) align 8 captures(none) dereferenceable(24) initializes((0, 8)) %_0, ptr noalias noundef nonnull readonly align 8 captures(none) dereferenceable(16) %self, i64 noundef range(i64 0, -1) %cap) unnamed_addr #5 {
start:
  %_33.0 = shl i64 %cap, 2
  %_33.1 = icmp ult i64 %cap, 4611686018427387904
  %_38 = icmp ult i64 %_33.0, 9223372036854775805
  %or.cond = and i1 %_33.1, %_38
  br i1 %or.cond, label %bb15, label %bb11, !prof !33

bb15:                                             ; preds = %start
  %self1.i = load i64, ptr %self, align 8, !range !9, !alias.scope !34, !noalias !37, !noundef !4
  %0 = icmp eq i64 %self1.i, 0
  br i1 %0, label %bb5, label %bb3

bb3:                                              ; preds = %bb15
  %alloc_size.i = shl nuw i64 %self1.i, 2
  %1 = getelementptr inbounds nuw i8, ptr %self, i64 8
  %self3.i = load ptr, ptr %1, align 8, !alias.scope !34, !noalias !37, !nonnull !4, !noundef !4
  %cond.i.i = icmp uge i64 %_33.0, %alloc_size.i
  tail call void @llvm.assume(i1 %cond.i.i)
; call __rustc::__rust_realloc
  %raw_ptr.i.i = tail call noundef align 4 ptr @_RNvCsfLfy6EI15iL_7___rustc14___rust_realloc(ptr noundef nonnull %self3.i, i64 noundef %alloc_size.i, i64 noundef 4, i64 noundef range(i64 0, 9223372036854775805) %_33.0) #15
  br label %bb7

bb5:                                              ; preds = %bb15
  %2 = icmp eq i64 %_33.0, 0
  br i1 %2, label %bb9, label %bb4.i.i

bb4.i.i:                                          ; preds = %bb5
; call __rustc::__rust_no_alloc_shim_is_unstable_v2
  tail call void @_RNvCsfLfy6EI15iL_7___rustc35___rust_no_alloc_shim_is_unstable_v2() #15
; call __rustc::__rust_alloc
  %3 = tail call noundef align 4 ptr @_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc(i64 noundef range(i64 0, 9223372036854775805) %_33.0, i64 noundef 4) #15
  br label %bb7

bb7:                                              ; preds = %bb4.i.i, %bb3
  %raw_ptr.i.i.pn = phi ptr [ %raw_ptr.i.i, %bb3 ], [ %3, %bb4.i.i ]
  %4 = icmp eq ptr %raw_ptr.i.i.pn, null
  br i1 %4, label %bb8, label %bb9

bb8:                                              ; preds = %bb7
  %5 = getelementptr inbounds nuw i8, ptr %_0, i64 8
  store i64 4, ptr %5, align 8
  br label %bb11

bb9:                                              ; preds = %bb5, %bb7
  %raw_ptr.i.i.pn17 = phi ptr [ %raw_ptr.i.i.pn, %bb7 ], [ inttoptr (i64 4 to ptr), %bb5 ]
  %6 = getelementptr inbounds nuw i8, ptr %_0, i64 8
  store ptr %raw_ptr.i.i.pn17, ptr %6, align 8
  br label %bb11

bb11:                                             ; preds = %start, %bb9, %bb8
  %.sink18 = phi i64 [ 16, %bb9 ], [ 16, %bb8 ], [ 8, %start ]
  %_33.0.sink = phi i64 [ %_33.0, %bb9 ], [ %_33.0, %bb8 ], [ 0, %start ]
  %storemerge8 = phi i64 [ 0, %bb9 ], [ 1, %bb8 ], [ 1, %start ]
  %7 = getelementptr inbounds nuw i8, ptr %_0, i64 %.sink18
  store i64 %_33.0.sink, ptr %7, align 8
  store i64 %storemerge8, ptr %_0, align 8
  ret void
}

; alloc::raw_vec::RawVecInner<A>::grow_amortized
; Function Attrs: cold nounwind nonlazybind uwtable
define internal fastcc { i64, i64 } @"_ZN5alloc7raw_vec20RawVecInner$LT$A$GT$14grow_amortized17h372ba545ed0a220aE"(ptr noalias noundef nonnull align 8 captures(none) dereferenceable(16) %self, i64 noundef range(i64 0, -9223372036854775808) %len) unnamed_addr #5 personality ptr @rust_eh_personality {
start:
  %self3 = alloca [24 x i8], align 8
  %_25.0 = add nuw i64 %len, 1
  %self5 = load i64, ptr %self, align 8, !range !9, !noundef !4
  %v16 = shl nuw i64 %self5, 1
  %..i = tail call noundef range(i64 0, -1) i64 @llvm.umax.i64(i64 range(i64 0, -1) %_25.0, i64 range(i64 0, -1) %v16)
  %..i15 = tail call noundef range(i64 0, -1) i64 @llvm.umax.i64(i64 range(i64 0, -1) %..i, i64 4)
  call void @llvm.lifetime.start.p0(ptr nonnull %self3)
; call alloc::raw_vec::RawVecInner<A>::finish_grow
  call fastcc void @"_ZN5alloc7raw_vec20RawVecInner$LT$A$GT$11finish_grow17hbc8940a7d2ef1d84E"(ptr noalias noundef sret([24 x i8]) align 8 captures(none) dereferenceable(24) %self3, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(16) %self, i64 noundef %..i15) #15
  %_37 = load i64, ptr %self3, align 8, !range !39, !noundef !4
  %0 = trunc nuw i64 %_37 to i1
  %1 = getelementptr inbounds nuw i8, ptr %self3, i64 8
  br i1 %0, label %bb18, label %bb19

bb6:                                              ; preds = %bb18, %bb19
  %_0.sroa.5.0 = phi i64 [ undef, %bb19 ], [ %e.1, %bb18 ]
  %_0.sroa.0.0 = phi i64 [ -9223372036854775807, %bb19 ], [ %e.0, %bb18 ]
  %2 = insertvalue { i64, i64 } poison, i64 %_0.sroa.0.0, 0
  %3 = insertvalue { i64, i64 } %2, i64 %_0.sroa.5.0, 1
  ret { i64, i64 } %3

bb18:                                             ; preds = %start
  %e.0 = load i64, ptr %1, align 8, !range !40, !noundef !4
  %4 = getelementptr inbounds nuw i8, ptr %self3, i64 16
  %e.1 = load i64, ptr %4, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %self3)
  br label %bb6

bb19:                                             ; preds = %start
  %v.0 = load ptr, ptr %1, align 8, !nonnull !4, !noundef !4
  call void @llvm.lifetime.end.p0(ptr nonnull %self3)
  %5 = getelementptr inbounds nuw i8, ptr %self, i64 8
  store ptr %v.0, ptr %5, align 8
  %6 = icmp sgt i64 %..i15, -1
  tail call void @llvm.assume(i1 %6)
  store i64 %..i15, ptr %self, align 8
  br label %bb6
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #6

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #7

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #7

; __rustc::__rust_realloc
; Function Attrs: nounwind nonlazybind allockind("realloc,aligned") allocsize(3) uwtable
declare noalias noundef ptr @_RNvCsfLfy6EI15iL_7___rustc14___rust_realloc(ptr allocptr noundef, i64 noundef, i64 allocalign noundef range(i64 1, -9223372036854775807), i64 noundef) unnamed_addr #8

; __rustc::__rust_no_alloc_shim_is_unstable_v2
; Function Attrs: nounwind nonlazybind uwtable
declare void @_RNvCsfLfy6EI15iL_7___rustc35___rust_no_alloc_shim_is_unstable_v2() unnamed_addr #0

; __rustc::__rust_alloc
; Function Attrs: nounwind nonlazybind allockind("alloc,uninitialized,aligned") allocsize(0) uwtable
declare noalias noundef ptr @_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc(i64 noundef, i64 allocalign noundef range(i64 1, -9223372036854775807)) unnamed_addr #9

; std::rt::lang_start_internal
; Function Attrs: nounwind nonlazybind uwtable
declare noundef i64 @_RNvNtCsjrHSEGnQ3l9_3std2rt19lang_start_internal(ptr noundef nonnull align 1, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(48), i64 noundef, ptr noundef, i8 noundef) unnamed_addr #0

; std::process::exit
; Function Attrs: noreturn nounwind nonlazybind uwtable
declare void @_RNvNtCsjrHSEGnQ3l9_3std7process4exit(i32 noundef) unnamed_addr #10

; Function Attrs: nounwind nonlazybind uwtable
declare noundef range(i32 0, 10) i32 @rust_eh_personality(i32 noundef, i32 noundef, i64 noundef, ptr noundef, ptr noundef) unnamed_addr #0

; alloc::raw_vec::handle_error
; Function Attrs: cold minsize noreturn nounwind nonlazybind optsize uwtable
declare void @_RNvNtCslNYArtu3iFV_5alloc7raw_vec12handle_error(i64 noundef range(i64 0, -9223372036854775807), i64) unnamed_addr #11

; Function Attrs: nounwind nonlazybind
define noundef i32 @main(i32 %0, ptr %1) unnamed_addr #12 {
top:
  %_7.i = alloca [8 x i8], align 8
  %2 = sext i32 %0 to i64
  call void @llvm.lifetime.start.p0(ptr nonnull %_7.i)
  store ptr @_ZN3sum4main17h4e4420e4ef7382c0E, ptr %_7.i, align 8
; call std::rt::lang_start_internal
  %_0.i = call noundef i64 @_RNvNtCsjrHSEGnQ3l9_3std2rt19lang_start_internal(ptr noundef nonnull align 1 %_7.i, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(48) @vtable.0, i64 noundef %2, ptr noundef %1, i8 noundef 0) #15
  call void @llvm.lifetime.end.p0(ptr nonnull %_7.i)
  %3 = trunc i64 %_0.i to i32
  ret i32 %3
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #13

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umax.i64(i64, i64) #14

attributes #0 = { nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #1 = { inlinehint nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #2 = { noinline nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #3 = { cold noreturn nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #4 = { cold noinline nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #5 = { cold nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #6 = { mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #7 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #8 = { nounwind nonlazybind allockind("realloc,aligned") allocsize(3) uwtable "alloc-family"="__rust_alloc" "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #9 = { nounwind nonlazybind allockind("alloc,uninitialized,aligned") allocsize(0) uwtable "alloc-family"="__rust_alloc" "alloc-variant-zeroed"="_RNvCsfLfy6EI15iL_7___rustc19___rust_alloc_zeroed" "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #10 = { noreturn nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #11 = { cold minsize noreturn nounwind nonlazybind optsize uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #12 = { nounwind nonlazybind "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #13 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #14 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #15 = { nounwind }
attributes #16 = { noinline nounwind }
attributes #17 = { noreturn nounwind }

!llvm.module.flags = !{!0, !1, !2}
!llvm.ident = !{!3}

!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 7, !"PIE Level", i32 2}
!2 = !{i32 2, !"RtLibUseGOT", i32 1}
!3 = !{!"rustc version 1.95.0 (59807616e 2026-04-14)"}
!4 = !{}
!5 = !{i64 13181778620503199}
!6 = !{!7}
!7 = distinct !{!7, !8, !"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE: %self"}
!8 = distinct !{!8, !"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE"}
!9 = !{i64 0, i64 -9223372036854775808}
!10 = !{!11}
!11 = distinct !{!11, !8, !"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE: %self:It1"}
!12 = !{!13}
!13 = distinct !{!13, !8, !"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE: %self:It2"}
!14 = !{!15}
!15 = distinct !{!15, !8, !"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE: %self:It3"}
!16 = !{!17}
!17 = distinct !{!17, !8, !"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE: %self:It4"}
!18 = !{!19}
!19 = distinct !{!19, !8, !"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE: %self:It5"}
!20 = !{!21}
!21 = distinct !{!21, !8, !"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h059176a31f0c047eE: %self:It6"}
!22 = !{!23, !25, !27}
!23 = distinct !{!23, !24, !"_ZN3sum5total28_$u7b$$u7b$closure$u7d$$u7d$17h9424ccf011e6738aE: %x"}
!24 = distinct !{!24, !"_ZN3sum5total28_$u7b$$u7b$closure$u7d$$u7d$17h9424ccf011e6738aE"}
!25 = distinct !{!25, !26, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17h0d9dfe7d1ee21fdcE: %elt"}
!26 = distinct !{!26, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17h0d9dfe7d1ee21fdcE"}
!27 = distinct !{!27, !28, !"_ZN3sum5total17h1e38bde8bae6a679E: %v.0"}
!28 = distinct !{!28, !"_ZN3sum5total17h1e38bde8bae6a679E"}
!29 = !{!30}
!30 = distinct !{!30, !31, !"_ZN3std2rt10lang_start28_$u7b$$u7b$closure$u7d$$u7d$17hc9d18995b06f6f99E: %_1"}
!31 = distinct !{!31, !"_ZN3std2rt10lang_start28_$u7b$$u7b$closure$u7d$$u7d$17hc9d18995b06f6f99E"}
!32 = !{!"branch_weights", !"expected", i32 2000, i32 1}
!33 = !{!"branch_weights", i32 2000, i32 2002}
!34 = !{!35}
!35 = distinct !{!35, !36, !"_ZN5alloc7raw_vec20RawVecInner$LT$A$GT$14current_memory17hecc501b1d6328003E: %self"}
!36 = distinct !{!36, !"_ZN5alloc7raw_vec20RawVecInner$LT$A$GT$14current_memory17hecc501b1d6328003E"}
!37 = !{!38}
!38 = distinct !{!38, !36, !"_ZN5alloc7raw_vec20RawVecInner$LT$A$GT$14current_memory17hecc501b1d6328003E: %_0"}
!39 = !{i64 0, i64 2}
!40 = !{i64 0, i64 -9223372036854775807}
