; ModuleID = 'bounds.bc81369773df20f3-cgu.0'
source_filename = "bounds.bc81369773df20f3-cgu.0"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@vtable.0 = private constant <{ [24 x i8], ptr, ptr, ptr }> <{ [24 x i8] c"\00\00\00\00\00\00\00\00\08\00\00\00\00\00\00\00\08\00\00\00\00\00\00\00", ptr @"_ZN4core3ops8function6FnOnce40call_once$u7b$$u7b$vtable.shim$u7d$$u7d$17had3c402d65f56606E", ptr @"_ZN3std2rt10lang_start28_$u7b$$u7b$closure$u7d$$u7d$17h8d1625848521ddb0E", ptr @"_ZN3std2rt10lang_start28_$u7b$$u7b$closure$u7d$$u7d$17h8d1625848521ddb0E" }>, align 8, !dbg !0
@alloc_bd474d22b58a0493605994f562496d3e = private unnamed_addr constant [10 x i8] c"bounds.rs\00", align 1
@alloc_c21fcf8c82565dfa4df35ace80cb467b = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_bd474d22b58a0493605994f562496d3e, [16 x i8] c"\09\00\00\00\00\00\00\00\03\00\00\00\11\00\00\00" }>, align 8
@__rustc_debug_gdb_scripts_section__ = linkonce_odr unnamed_addr constant [34 x i8] c"\01gdb_load_rust_pretty_printers.py\00", section ".debug_gdb_scripts", align 1

; std::rt::lang_start
; Function Attrs: nounwind nonlazybind uwtable
define hidden i64 @_ZN3std2rt10lang_start17hc3ce05b17d6b4f79E(ptr %main, i64 %argc, ptr %argv, i8 %sigpipe) unnamed_addr #0 !dbg !33 {
start:
  %sigpipe.dbg.spill = alloca [1 x i8], align 1
  %argv.dbg.spill = alloca [8 x i8], align 8
  %argc.dbg.spill = alloca [8 x i8], align 8
  %main.dbg.spill = alloca [8 x i8], align 8
  %_7 = alloca [8 x i8], align 8
  store ptr %main, ptr %main.dbg.spill, align 8
    #dbg_declare(ptr %main.dbg.spill, !42, !DIExpression(), !48)
  store i64 %argc, ptr %argc.dbg.spill, align 8
    #dbg_declare(ptr %argc.dbg.spill, !43, !DIExpression(), !49)
  store ptr %argv, ptr %argv.dbg.spill, align 8
    #dbg_declare(ptr %argv.dbg.spill, !44, !DIExpression(), !50)
  store i8 %sigpipe, ptr %sigpipe.dbg.spill, align 1
    #dbg_declare(ptr %sigpipe.dbg.spill, !45, !DIExpression(), !51)
  store ptr %main, ptr %_7, align 8, !dbg !52
; call std::rt::lang_start_internal
  %_0 = call i64 @_RNvNtCsjrHSEGnQ3l9_3std2rt19lang_start_internal(ptr align 1 %_7, ptr align 8 @vtable.0, i64 %argc, ptr %argv, i8 %sigpipe) #5, !dbg !53
  ret i64 %_0, !dbg !54
}

; std::rt::lang_start::{{closure}}
; Function Attrs: inlinehint nounwind nonlazybind uwtable
define internal i32 @"_ZN3std2rt10lang_start28_$u7b$$u7b$closure$u7d$$u7d$17h8d1625848521ddb0E"(ptr align 8 %_1) unnamed_addr #1 !dbg !55 {
start:
  %self.dbg.spill = alloca [1 x i8], align 1
  %_1.dbg.spill = alloca [8 x i8], align 8
  store ptr %_1, ptr %_1.dbg.spill, align 8
    #dbg_declare(ptr %_1.dbg.spill, !61, !DIExpression(DW_OP_deref), !62)
  %_4 = load ptr, ptr %_1, align 8, !dbg !63
; call std::sys::backtrace::__rust_begin_short_backtrace
  call void @_ZN3std3sys9backtrace28__rust_begin_short_backtrace17h767e3f99f320c386E(ptr %_4) #6, !dbg !64
; call <() as std::process::Termination>::report
  %self = call i8 @"_ZN54_$LT$$LP$$RP$$u20$as$u20$std..process..Termination$GT$6report17h5a783a013d092b4aE"() #7, !dbg !65
  store i8 %self, ptr %self.dbg.spill, align 1, !dbg !65
    #dbg_declare(ptr %self.dbg.spill, !66, !DIExpression(), !84)
  %_0 = zext i8 %self to i32, !dbg !86
  ret i32 %_0, !dbg !94
}

; std::sys::backtrace::__rust_begin_short_backtrace
; Function Attrs: noinline nounwind nonlazybind uwtable
define internal void @_ZN3std3sys9backtrace28__rust_begin_short_backtrace17h767e3f99f320c386E(ptr %f) unnamed_addr #2 !dbg !95 {
start:
  %dummy.dbg.spill = alloca [0 x i8], align 1
  %f.dbg.spill = alloca [8 x i8], align 8
  %result.dbg.spill = alloca [0 x i8], align 1
    #dbg_declare(ptr %result.dbg.spill, !102, !DIExpression(), !106)
  store ptr %f, ptr %f.dbg.spill, align 8
    #dbg_declare(ptr %f.dbg.spill, !101, !DIExpression(), !107)
    #dbg_declare(ptr %dummy.dbg.spill, !108, !DIExpression(), !116)
; call core::ops::function::FnOnce::call_once
  call void @_ZN4core3ops8function6FnOnce9call_once17h2d33f82b8086cd39E(ptr %f) #7, !dbg !118
  call void asm sideeffect "", "~{memory}"(), !dbg !119, !srcloc !120
  ret void, !dbg !121
}

; core::ops::function::FnOnce::call_once{{vtable.shim}}
; Function Attrs: inlinehint nounwind nonlazybind uwtable
define internal i32 @"_ZN4core3ops8function6FnOnce40call_once$u7b$$u7b$vtable.shim$u7d$$u7d$17had3c402d65f56606E"(ptr %_1) unnamed_addr #1 !dbg !122 {
start:
  %_1.dbg.spill = alloca [8 x i8], align 8
  %_2 = alloca [0 x i8], align 1
  store ptr %_1, ptr %_1.dbg.spill, align 8
    #dbg_declare(ptr %_1.dbg.spill, !131, !DIExpression(), !136)
    #dbg_declare(ptr %_2, !132, !DIExpression(), !136)
  %0 = load ptr, ptr %_1, align 8, !dbg !136
; call core::ops::function::FnOnce::call_once
  %_0 = call i32 @_ZN4core3ops8function6FnOnce9call_once17h8f20454ca3a13bfaE(ptr %0) #7, !dbg !136
  ret i32 %_0, !dbg !136
}

; core::ops::function::FnOnce::call_once
; Function Attrs: inlinehint nounwind nonlazybind uwtable
define internal void @_ZN4core3ops8function6FnOnce9call_once17h2d33f82b8086cd39E(ptr %_1) unnamed_addr #1 !dbg !137 {
start:
  %_1.dbg.spill = alloca [8 x i8], align 8
  %_2 = alloca [0 x i8], align 1
  store ptr %_1, ptr %_1.dbg.spill, align 8
    #dbg_declare(ptr %_1.dbg.spill, !139, !DIExpression(), !143)
    #dbg_declare(ptr %_2, !140, !DIExpression(), !143)
  call void %_1() #5, !dbg !143
  ret void, !dbg !143
}

; core::ops::function::FnOnce::call_once
; Function Attrs: inlinehint nounwind nonlazybind uwtable
define internal i32 @_ZN4core3ops8function6FnOnce9call_once17h8f20454ca3a13bfaE(ptr %0) unnamed_addr #1 !dbg !144 {
start:
  %_2 = alloca [0 x i8], align 1
  %_1 = alloca [8 x i8], align 8
  store ptr %0, ptr %_1, align 8
    #dbg_declare(ptr %_1, !148, !DIExpression(), !150)
    #dbg_declare(ptr %_2, !149, !DIExpression(), !150)
; call std::rt::lang_start::{{closure}}
  %_0 = call i32 @"_ZN3std2rt10lang_start28_$u7b$$u7b$closure$u7d$$u7d$17h8d1625848521ddb0E"(ptr align 8 %_1) #7, !dbg !150
  ret i32 %_0, !dbg !150
}

; core::slice::<impl [T]>::get_unchecked
; Function Attrs: inlinehint nounwind nonlazybind uwtable
define internal align 4 ptr @"_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$13get_unchecked17hef35bd8369403db9E"(ptr align 4 %self.0, i64 %self.1, i64 %index, ptr align 8 %0) unnamed_addr #1 !dbg !151 {
start:
  %index.dbg.spill = alloca [8 x i8], align 8
  %self.dbg.spill = alloca [16 x i8], align 8
  store ptr %self.0, ptr %self.dbg.spill, align 8
  %1 = getelementptr inbounds i8, ptr %self.dbg.spill, i64 8
  store i64 %self.1, ptr %1, align 8
    #dbg_declare(ptr %self.dbg.spill, !194, !DIExpression(), !199)
  store i64 %index, ptr %index.dbg.spill, align 8
    #dbg_declare(ptr %index.dbg.spill, !195, !DIExpression(), !200)
; call <usize as core::slice::index::SliceIndex<[T]>>::get_unchecked
  %_3 = call ptr @"_ZN75_$LT$usize$u20$as$u20$core..slice..index..SliceIndex$LT$$u5b$T$u5d$$GT$$GT$13get_unchecked17hb59f02c1a2f2ee1bE"(i64 %index, ptr %self.0, i64 %self.1, ptr align 8 %0) #7, !dbg !201
  ret ptr %_3, !dbg !202
}

; <() as std::process::Termination>::report
; Function Attrs: inlinehint nounwind nonlazybind uwtable
define internal i8 @"_ZN54_$LT$$LP$$RP$$u20$as$u20$std..process..Termination$GT$6report17h5a783a013d092b4aE"() unnamed_addr #1 !dbg !203 {
start:
  %_1.dbg.spill = alloca [0 x i8], align 1
    #dbg_declare(ptr %_1.dbg.spill, !208, !DIExpression(), !209)
  ret i8 0, !dbg !210
}

; bounds::main
; Function Attrs: nounwind nonlazybind uwtable
define hidden void @_ZN6bounds4main17hf31db162ce979400E() unnamed_addr #0 !dbg !211 {
start:
  %v = alloca [12 x i8], align 4
    #dbg_declare(ptr %v, !215, !DIExpression(), !220)
  %0 = getelementptr inbounds nuw i32, ptr %v, i64 0, !dbg !221
  store i32 1, ptr %0, align 4, !dbg !221
  %1 = getelementptr inbounds nuw i32, ptr %v, i64 1, !dbg !221
  store i32 2, ptr %1, align 4, !dbg !221
  %2 = getelementptr inbounds nuw i32, ptr %v, i64 2, !dbg !221
  store i32 3, ptr %2, align 4, !dbg !221
; call bounds::pick
  %_4 = call i32 @_ZN6bounds4pick17h8ee58a762e116099E(ptr align 4 %v, i64 3, i64 3) #5, !dbg !222
; call std::process::exit
  call void @_RNvNtCsjrHSEGnQ3l9_3std7process4exit(i32 %_4) #8, !dbg !223
  unreachable, !dbg !223
}

; bounds::pick
; Function Attrs: nounwind nonlazybind uwtable
define internal i32 @_ZN6bounds4pick17h8ee58a762e116099E(ptr align 4 %v.0, i64 %v.1, i64 %i) unnamed_addr #0 !dbg !224 {
start:
  %i.dbg.spill = alloca [8 x i8], align 8
  %v.dbg.spill = alloca [16 x i8], align 8
  store ptr %v.0, ptr %v.dbg.spill, align 8
  %0 = getelementptr inbounds i8, ptr %v.dbg.spill, i64 8
  store i64 %v.1, ptr %0, align 8
    #dbg_declare(ptr %v.dbg.spill, !228, !DIExpression(), !230)
  store i64 %i, ptr %i.dbg.spill, align 8
    #dbg_declare(ptr %i.dbg.spill, !229, !DIExpression(), !231)
; call core::slice::<impl [T]>::get_unchecked
  %_3 = call align 4 ptr @"_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$13get_unchecked17hef35bd8369403db9E"(ptr align 4 %v.0, i64 %v.1, i64 %i, ptr align 8 @alloc_c21fcf8c82565dfa4df35ace80cb467b) #7, !dbg !232
  %_0 = load i32, ptr %_3, align 4, !dbg !233
  ret i32 %_0, !dbg !234
}

; <usize as core::slice::index::SliceIndex<[T]>>::get_unchecked
; Function Attrs: inlinehint nounwind nonlazybind uwtable
define internal ptr @"_ZN75_$LT$usize$u20$as$u20$core..slice..index..SliceIndex$LT$$u5b$T$u5d$$GT$$GT$13get_unchecked17hb59f02c1a2f2ee1bE"(i64 %self, ptr %slice.0, i64 %slice.1, ptr align 8 %0) unnamed_addr #1 !dbg !235 {
start:
  %slice.dbg.spill = alloca [16 x i8], align 8
  %self.dbg.spill = alloca [8 x i8], align 8
  store i64 %self, ptr %self.dbg.spill, align 8
    #dbg_declare(ptr %self.dbg.spill, !247, !DIExpression(), !250)
  store ptr %slice.0, ptr %slice.dbg.spill, align 8
  %1 = getelementptr inbounds i8, ptr %slice.dbg.spill, i64 8
  store i64 %slice.1, ptr %1, align 8
    #dbg_declare(ptr %slice.dbg.spill, !248, !DIExpression(), !251)
    #dbg_declare(ptr %slice.dbg.spill, !252, !DIExpression(), !260)
    #dbg_declare(ptr %slice.dbg.spill, !262, !DIExpression(), !267)
    #dbg_declare(ptr %slice.dbg.spill, !252, !DIExpression(), !269)
    #dbg_declare(ptr %slice.dbg.spill, !262, !DIExpression(), !271)
  br label %bb3, !dbg !274

bb3:                                              ; preds = %start
  %_5 = icmp ult i64 %self, %slice.1, !dbg !277
  %_0 = getelementptr inbounds nuw i32, ptr %slice.0, i64 %self, !dbg !278
  ret ptr %_0, !dbg !279

bb1:                                              ; No predecessors!
  unreachable

bb2:                                              ; No predecessors!
  unreachable
}

; std::rt::lang_start_internal
; Function Attrs: nounwind nonlazybind uwtable
declare i64 @_RNvNtCsjrHSEGnQ3l9_3std2rt19lang_start_internal(ptr align 1, ptr align 8, i64, ptr, i8) unnamed_addr #0

; std::process::exit
; Function Attrs: noreturn nounwind nonlazybind uwtable
declare void @_RNvNtCsjrHSEGnQ3l9_3std7process4exit(i32) unnamed_addr #3

; Function Attrs: nonlazybind
define i32 @main(i32 %0, ptr %1) unnamed_addr #4 {
top:
  %2 = load volatile i8, ptr @__rustc_debug_gdb_scripts_section__, align 1
  %3 = sext i32 %0 to i64
; call std::rt::lang_start
  %4 = call i64 @_ZN3std2rt10lang_start17hc3ce05b17d6b4f79E(ptr @_ZN6bounds4main17hf31db162ce979400E, i64 %3, ptr %1, i8 0)
  %5 = trunc i64 %4 to i32
  ret i32 %5
}

attributes #0 = { nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #1 = { inlinehint nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #2 = { noinline nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #3 = { noreturn nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #4 = { nonlazybind "target-cpu"="x86-64" }
attributes #5 = { nounwind }
attributes #6 = { noinline nounwind }
attributes #7 = { inlinehint nounwind }
attributes #8 = { noreturn nounwind }

!llvm.module.flags = !{!24, !25, !26, !27, !28}
!llvm.ident = !{!29}
!llvm.dbg.cu = !{!30}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "<std::rt::lang_start::{closure_env#0}<()> as core::ops::function::Fn<()>>::{vtable}", scope: null, file: !2, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "<unknown>", directory: "")
!3 = !DICompositeType(tag: DW_TAG_structure_type, name: "<std::rt::lang_start::{closure_env#0}<()> as core::ops::function::Fn<()>>::{vtable_type}", file: !2, size: 384, align: 64, flags: DIFlagArtificial, elements: !4, vtableHolder: !14, templateParams: !23, identifier: "b96c0f48f9f4a20ef23c45a32d4d7998")
!4 = !{!5, !8, !10, !11, !12, !13}
!5 = !DIDerivedType(tag: DW_TAG_member, name: "drop_in_place", scope: !3, file: !2, baseType: !6, size: 64, align: 64)
!6 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const ()", baseType: !7, size: 64, align: 64, dwarfAddressSpace: 0)
!7 = !DIBasicType(name: "()", encoding: DW_ATE_unsigned)
!8 = !DIDerivedType(tag: DW_TAG_member, name: "size", scope: !3, file: !2, baseType: !9, size: 64, align: 64, offset: 64)
!9 = !DIBasicType(name: "usize", size: 64, encoding: DW_ATE_unsigned)
!10 = !DIDerivedType(tag: DW_TAG_member, name: "align", scope: !3, file: !2, baseType: !9, size: 64, align: 64, offset: 128)
!11 = !DIDerivedType(tag: DW_TAG_member, name: "__method3", scope: !3, file: !2, baseType: !6, size: 64, align: 64, offset: 192)
!12 = !DIDerivedType(tag: DW_TAG_member, name: "__method4", scope: !3, file: !2, baseType: !6, size: 64, align: 64, offset: 256)
!13 = !DIDerivedType(tag: DW_TAG_member, name: "__method5", scope: !3, file: !2, baseType: !6, size: 64, align: 64, offset: 320)
!14 = !DICompositeType(tag: DW_TAG_structure_type, name: "{closure_env#0}<()>", scope: !15, file: !2, size: 64, align: 64, elements: !18, templateParams: !23, identifier: "bad1f6f4ef05517f3fc1d7d11debbe41")
!15 = !DINamespace(name: "lang_start", scope: !16)
!16 = !DINamespace(name: "rt", scope: !17)
!17 = !DINamespace(name: "std", scope: null)
!18 = !{!19}
!19 = !DIDerivedType(tag: DW_TAG_member, name: "main", scope: !14, file: !2, baseType: !20, size: 64, align: 64)
!20 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "fn()", baseType: !21, size: 64, align: 64, dwarfAddressSpace: 0)
!21 = !DISubroutineType(types: !22)
!22 = !{null}
!23 = !{}
!24 = !{i32 8, !"PIC Level", i32 2}
!25 = !{i32 7, !"PIE Level", i32 2}
!26 = !{i32 2, !"RtLibUseGOT", i32 1}
!27 = !{i32 7, !"Dwarf Version", i32 4}
!28 = !{i32 2, !"Debug Info Version", i32 3}
!29 = !{!"rustc version 1.95.0 (59807616e 2026-04-14)"}
!30 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !31, producer: "clang LLVM (rustc version 1.95.0 (59807616e 2026-04-14))", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !32, splitDebugInlining: false, nameTableKind: None)
!31 = !DIFile(filename: "bounds.rs/@/bounds.bc81369773df20f3-cgu.0", directory: "/src")
!32 = !{!0}
!33 = distinct !DISubprogram(name: "lang_start<()>", linkageName: "_ZN3std2rt10lang_start17hc3ce05b17d6b4f79E", scope: !16, file: !34, line: 199, type: !35, scopeLine: 199, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !30, templateParams: !46, retainedNodes: !41)
!34 = !DIFile(filename: "library/std/src/rt.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "83eadca7bec2ebce94abb46f51902baa")
!35 = !DISubroutineType(types: !36)
!36 = !{!37, !20, !37, !38, !40}
!37 = !DIBasicType(name: "isize", size: 64, encoding: DW_ATE_signed)
!38 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const *const u8", baseType: !39, size: 64, align: 64, dwarfAddressSpace: 0)
!39 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const u8", baseType: !40, size: 64, align: 64, dwarfAddressSpace: 0)
!40 = !DIBasicType(name: "u8", size: 8, encoding: DW_ATE_unsigned)
!41 = !{!42, !43, !44, !45}
!42 = !DILocalVariable(name: "main", arg: 1, scope: !33, file: !34, line: 200, type: !20)
!43 = !DILocalVariable(name: "argc", arg: 2, scope: !33, file: !34, line: 201, type: !37)
!44 = !DILocalVariable(name: "argv", arg: 3, scope: !33, file: !34, line: 202, type: !38)
!45 = !DILocalVariable(name: "sigpipe", arg: 4, scope: !33, file: !34, line: 203, type: !40)
!46 = !{!47}
!47 = !DITemplateTypeParameter(name: "T", type: !7)
!48 = !DILocation(line: 200, column: 5, scope: !33)
!49 = !DILocation(line: 201, column: 5, scope: !33)
!50 = !DILocation(line: 202, column: 5, scope: !33)
!51 = !DILocation(line: 203, column: 5, scope: !33)
!52 = !DILocation(line: 206, column: 10, scope: !33)
!53 = !DILocation(line: 205, column: 5, scope: !33)
!54 = !DILocation(line: 211, column: 2, scope: !33)
!55 = distinct !DISubprogram(name: "{closure#0}<()>", linkageName: "_ZN3std2rt10lang_start28_$u7b$$u7b$closure$u7d$$u7d$17h8d1625848521ddb0E", scope: !15, file: !34, line: 206, type: !56, scopeLine: 206, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !30, templateParams: !46, retainedNodes: !60)
!56 = !DISubroutineType(types: !57)
!57 = !{!58, !59}
!58 = !DIBasicType(name: "i32", size: 32, encoding: DW_ATE_signed)
!59 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&std::rt::lang_start::{closure_env#0}<()>", baseType: !14, size: 64, align: 64, dwarfAddressSpace: 0)
!60 = !{!61}
!61 = !DILocalVariable(name: "main", scope: !55, file: !34, line: 200, type: !20, align: 64)
!62 = !DILocation(line: 200, column: 5, scope: !55)
!63 = !DILocation(line: 206, column: 70, scope: !55)
!64 = !DILocation(line: 206, column: 18, scope: !55)
!65 = !DILocation(line: 206, column: 76, scope: !55)
!66 = !DILocalVariable(name: "self", arg: 1, scope: !67, file: !68, line: 2183, type: !69)
!67 = distinct !DISubprogram(name: "to_i32", linkageName: "_ZN3std7process8ExitCode6to_i3217h6ad20933bd97cfdfE", scope: !69, file: !68, line: 2183, type: !80, scopeLine: 2183, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !30, templateParams: !23, declaration: !82, retainedNodes: !83)
!68 = !DIFile(filename: "library/std/src/process.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "dfe9b5e7c082bd83c1ad09dca134fe2e")
!69 = !DICompositeType(tag: DW_TAG_structure_type, name: "ExitCode", scope: !70, file: !2, size: 8, align: 8, flags: DIFlagPublic, elements: !71, templateParams: !23, identifier: "d3c48e161624474ef134d5bb5b7f6263")
!70 = !DINamespace(name: "process", scope: !17)
!71 = !{!72}
!72 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !69, file: !2, baseType: !73, size: 8, align: 8, flags: DIFlagPrivate)
!73 = !DICompositeType(tag: DW_TAG_structure_type, name: "ExitCode", scope: !74, file: !2, size: 8, align: 8, flags: DIFlagPublic, elements: !78, templateParams: !23, identifier: "1dc7ea73d61d57934d44e587e722564d")
!74 = !DINamespace(name: "common", scope: !75)
!75 = !DINamespace(name: "unix", scope: !76)
!76 = !DINamespace(name: "process", scope: !77)
!77 = !DINamespace(name: "sys", scope: !17)
!78 = !{!79}
!79 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !73, file: !2, baseType: !40, size: 8, align: 8, flags: DIFlagPrivate)
!80 = !DISubroutineType(types: !81)
!81 = !{!58, !69}
!82 = !DISubprogram(name: "to_i32", linkageName: "_ZN3std7process8ExitCode6to_i3217h6ad20933bd97cfdfE", scope: !69, file: !68, line: 2183, type: !80, scopeLine: 2183, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !23)
!83 = !{!66}
!84 = !DILocation(line: 2183, column: 19, scope: !67, inlinedAt: !85)
!85 = !DILocation(line: 206, column: 85, scope: !55)
!86 = !DILocation(line: 588, column: 9, scope: !87, inlinedAt: !93)
!87 = distinct !DISubprogram(name: "as_i32", linkageName: "_ZN3std3sys7process4unix6common8ExitCode6as_i3217hd6e92a4d8986a2cfE", scope: !73, file: !88, line: 587, type: !89, scopeLine: 587, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !30, templateParams: !23, declaration: !92)
!88 = !DIFile(filename: "library/std/src/sys/process/unix/common.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "30ad2f25ab170a75b6ebf3a9d367d220")
!89 = !DISubroutineType(types: !90)
!90 = !{!58, !91}
!91 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&std::sys::process::unix::common::ExitCode", baseType: !73, size: 64, align: 64, dwarfAddressSpace: 0)
!92 = !DISubprogram(name: "as_i32", linkageName: "_ZN3std3sys7process4unix6common8ExitCode6as_i3217hd6e92a4d8986a2cfE", scope: !73, file: !88, line: 587, type: !89, scopeLine: 587, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !23)
!93 = !DILocation(line: 2184, column: 16, scope: !67, inlinedAt: !85)
!94 = !DILocation(line: 206, column: 93, scope: !55)
!95 = distinct !DISubprogram(name: "__rust_begin_short_backtrace<fn(), ()>", linkageName: "_ZN3std3sys9backtrace28__rust_begin_short_backtrace17h767e3f99f320c386E", scope: !97, file: !96, line: 162, type: !98, scopeLine: 162, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !30, templateParams: !104, retainedNodes: !100)
!96 = !DIFile(filename: "library/std/src/sys/backtrace.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "0469076862be40bd9e65965440a24fae")
!97 = !DINamespace(name: "backtrace", scope: !77)
!98 = !DISubroutineType(types: !99)
!99 = !{null, !20}
!100 = !{!101, !102}
!101 = !DILocalVariable(name: "f", arg: 1, scope: !95, file: !96, line: 162, type: !20)
!102 = !DILocalVariable(name: "result", scope: !103, file: !96, line: 166, type: !7, align: 8)
!103 = distinct !DILexicalBlock(scope: !95, file: !96, line: 166, column: 5)
!104 = !{!105, !47}
!105 = !DITemplateTypeParameter(name: "F", type: !20)
!106 = !DILocation(line: 166, column: 9, scope: !103)
!107 = !DILocation(line: 162, column: 43, scope: !95)
!108 = !DILocalVariable(name: "dummy", scope: !109, file: !110, line: 490, type: !7, align: 8)
!109 = distinct !DISubprogram(name: "black_box<()>", linkageName: "_ZN4core4hint9black_box17h44fdeddc1e37a33aE", scope: !111, file: !110, line: 490, type: !113, scopeLine: 490, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !30, templateParams: !46, retainedNodes: !115)
!110 = !DIFile(filename: "library/core/src/hint.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "2a901a283eb5f69871d8be07d256ca78")
!111 = !DINamespace(name: "hint", scope: !112)
!112 = !DINamespace(name: "core", scope: null)
!113 = !DISubroutineType(types: !114)
!114 = !{null, !7}
!115 = !{!108}
!116 = !DILocation(line: 490, column: 27, scope: !109, inlinedAt: !117)
!117 = !DILocation(line: 169, column: 5, scope: !103)
!118 = !DILocation(line: 166, column: 18, scope: !95)
!119 = !DILocation(line: 491, column: 5, scope: !109, inlinedAt: !117)
!120 = !{i64 9049165382297096}
!121 = !DILocation(line: 172, column: 2, scope: !95)
!122 = distinct !DISubprogram(name: "call_once<std::rt::lang_start::{closure_env#0}<()>, ()>", linkageName: "_ZN4core3ops8function6FnOnce40call_once$u7b$$u7b$vtable.shim$u7d$$u7d$17had3c402d65f56606E", scope: !124, file: !123, line: 250, type: !127, scopeLine: 250, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !30, templateParams: !133, retainedNodes: !130)
!123 = !DIFile(filename: "library/core/src/ops/function.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "7165aec212fc528edf645f7f5c1c91bb")
!124 = !DINamespace(name: "FnOnce", scope: !125)
!125 = !DINamespace(name: "function", scope: !126)
!126 = !DINamespace(name: "ops", scope: !112)
!127 = !DISubroutineType(types: !128)
!128 = !{!58, !129}
!129 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*mut std::rt::lang_start::{closure_env#0}<()>", baseType: !14, size: 64, align: 64, dwarfAddressSpace: 0)
!130 = !{!131, !132}
!131 = !DILocalVariable(arg: 1, scope: !122, file: !123, line: 250, type: !129)
!132 = !DILocalVariable(arg: 2, scope: !122, file: !123, line: 250, type: !7)
!133 = !{!134, !135}
!134 = !DITemplateTypeParameter(name: "Self", type: !14)
!135 = !DITemplateTypeParameter(name: "Args", type: !7)
!136 = !DILocation(line: 250, column: 5, scope: !122)
!137 = distinct !DISubprogram(name: "call_once<fn(), ()>", linkageName: "_ZN4core3ops8function6FnOnce9call_once17h2d33f82b8086cd39E", scope: !124, file: !123, line: 250, type: !98, scopeLine: 250, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !30, templateParams: !141, retainedNodes: !138)
!138 = !{!139, !140}
!139 = !DILocalVariable(arg: 1, scope: !137, file: !123, line: 250, type: !20)
!140 = !DILocalVariable(arg: 2, scope: !137, file: !123, line: 250, type: !7)
!141 = !{!142, !135}
!142 = !DITemplateTypeParameter(name: "Self", type: !20)
!143 = !DILocation(line: 250, column: 5, scope: !137)
!144 = distinct !DISubprogram(name: "call_once<std::rt::lang_start::{closure_env#0}<()>, ()>", linkageName: "_ZN4core3ops8function6FnOnce9call_once17h8f20454ca3a13bfaE", scope: !124, file: !123, line: 250, type: !145, scopeLine: 250, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !30, templateParams: !133, retainedNodes: !147)
!145 = !DISubroutineType(types: !146)
!146 = !{!58, !14}
!147 = !{!148, !149}
!148 = !DILocalVariable(arg: 1, scope: !144, file: !123, line: 250, type: !14)
!149 = !DILocalVariable(arg: 2, scope: !144, file: !123, line: 250, type: !7)
!150 = !DILocation(line: 250, column: 5, scope: !144)
!151 = distinct !DISubprogram(name: "get_unchecked<u32, usize>", linkageName: "_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$13get_unchecked17hef35bd8369403db9E", scope: !153, file: !152, line: 639, type: !155, scopeLine: 639, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !30, templateParams: !196, retainedNodes: !193)
!152 = !DIFile(filename: "library/core/src/slice/mod.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "b606e5d97bff599edd0dcbc6067a14f1")
!153 = !DINamespace(name: "{impl#0}", scope: !154)
!154 = !DINamespace(name: "slice", scope: !112)
!155 = !DISubroutineType(types: !156)
!156 = !{!157, !159, !9, !164}
!157 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&u32", baseType: !158, size: 64, align: 64, dwarfAddressSpace: 0)
!158 = !DIBasicType(name: "u32", size: 32, encoding: DW_ATE_unsigned)
!159 = !DICompositeType(tag: DW_TAG_structure_type, name: "&[u32]", file: !2, size: 128, align: 64, elements: !160, templateParams: !23, identifier: "467923a08fc75332ca53cdba7e9dfffc")
!160 = !{!161, !163}
!161 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !159, file: !2, baseType: !162, size: 64, align: 64)
!162 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !158, size: 64, align: 64, dwarfAddressSpace: 0)
!163 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !159, file: !2, baseType: !9, size: 64, align: 64, offset: 64)
!164 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::panic::location::Location", baseType: !165, size: 64, align: 64, dwarfAddressSpace: 0)
!165 = !DICompositeType(tag: DW_TAG_structure_type, name: "Location", scope: !166, file: !2, size: 192, align: 64, flags: DIFlagPublic, elements: !168, templateParams: !23, identifier: "c23b7de1297af8f4a89df3da49f37ee6")
!166 = !DINamespace(name: "location", scope: !167)
!167 = !DINamespace(name: "panic", scope: !112)
!168 = !{!169, !182, !183, !184}
!169 = !DIDerivedType(tag: DW_TAG_member, name: "filename", scope: !165, file: !2, baseType: !170, size: 128, align: 64, flags: DIFlagPrivate)
!170 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<str>", scope: !171, file: !2, size: 128, align: 64, flags: DIFlagPublic, elements: !173, templateParams: !180, identifier: "cc7383b2ce73f6838bfb6ae828fb6ae6")
!171 = !DINamespace(name: "non_null", scope: !172)
!172 = !DINamespace(name: "ptr", scope: !112)
!173 = !{!174}
!174 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !170, file: !2, baseType: !175, size: 128, align: 64, flags: DIFlagPrivate)
!175 = !DICompositeType(tag: DW_TAG_structure_type, name: "*const str", file: !2, size: 128, align: 64, elements: !176, templateParams: !23, identifier: "238a44609877474087c05adf26cd41fa")
!176 = !{!177, !179}
!177 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !175, file: !2, baseType: !178, size: 64, align: 64)
!178 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !40, size: 64, align: 64, dwarfAddressSpace: 0)
!179 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !175, file: !2, baseType: !9, size: 64, align: 64, offset: 64)
!180 = !{!181}
!181 = !DITemplateTypeParameter(name: "T", type: !40)
!182 = !DIDerivedType(tag: DW_TAG_member, name: "line", scope: !165, file: !2, baseType: !158, size: 32, align: 32, offset: 128, flags: DIFlagPrivate)
!183 = !DIDerivedType(tag: DW_TAG_member, name: "col", scope: !165, file: !2, baseType: !158, size: 32, align: 32, offset: 160, flags: DIFlagPrivate)
!184 = !DIDerivedType(tag: DW_TAG_member, name: "_filename", scope: !165, file: !2, baseType: !185, align: 8, offset: 192, flags: DIFlagPrivate)
!185 = !DICompositeType(tag: DW_TAG_structure_type, name: "PhantomData<&str>", scope: !186, file: !2, align: 8, flags: DIFlagPublic, elements: !23, templateParams: !187, identifier: "e16ac355808b6aef9fb50b5f125fee05")
!186 = !DINamespace(name: "marker", scope: !112)
!187 = !{!188}
!188 = !DITemplateTypeParameter(name: "T", type: !189)
!189 = !DICompositeType(tag: DW_TAG_structure_type, name: "&str", file: !2, size: 128, align: 64, elements: !190, templateParams: !23, identifier: "9277eecd40495f85161460476aacc992")
!190 = !{!191, !192}
!191 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !189, file: !2, baseType: !178, size: 64, align: 64)
!192 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !189, file: !2, baseType: !9, size: 64, align: 64, offset: 64)
!193 = !{!194, !195}
!194 = !DILocalVariable(name: "self", arg: 1, scope: !151, file: !152, line: 639, type: !159)
!195 = !DILocalVariable(name: "index", arg: 2, scope: !151, file: !152, line: 639, type: !9)
!196 = !{!197, !198}
!197 = !DITemplateTypeParameter(name: "T", type: !158)
!198 = !DITemplateTypeParameter(name: "I", type: !9)
!199 = !DILocation(line: 639, column: 42, scope: !151)
!200 = !DILocation(line: 639, column: 49, scope: !151)
!201 = !DILocation(line: 646, column: 26, scope: !151)
!202 = !DILocation(line: 647, column: 6, scope: !151)
!203 = distinct !DISubprogram(name: "report", linkageName: "_ZN54_$LT$$LP$$RP$$u20$as$u20$std..process..Termination$GT$6report17h5a783a013d092b4aE", scope: !204, file: !68, line: 2581, type: !205, scopeLine: 2581, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !30, templateParams: !23, retainedNodes: !207)
!204 = !DINamespace(name: "{impl#63}", scope: !70)
!205 = !DISubroutineType(types: !206)
!206 = !{!69, !7}
!207 = !{!208}
!208 = !DILocalVariable(arg: 1, scope: !203, file: !68, line: 2581, type: !7)
!209 = !DILocation(line: 2581, column: 15, scope: !203)
!210 = !DILocation(line: 2583, column: 6, scope: !203)
!211 = distinct !DISubprogram(name: "main", linkageName: "_ZN6bounds4main17hf31db162ce979400E", scope: !213, file: !212, line: 5, type: !21, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagMainSubprogram, unit: !30, templateParams: !23, retainedNodes: !214)
!212 = !DIFile(filename: "bounds.rs", directory: "/src", checksumkind: CSK_MD5, checksum: "da9134b8bc6e33420959ccdc57d2018f")
!213 = !DINamespace(name: "bounds", scope: null)
!214 = !{!215}
!215 = !DILocalVariable(name: "v", scope: !216, file: !212, line: 6, type: !217, align: 32)
!216 = distinct !DILexicalBlock(scope: !211, file: !212, line: 6, column: 5)
!217 = !DICompositeType(tag: DW_TAG_array_type, baseType: !158, size: 96, align: 32, elements: !218)
!218 = !{!219}
!219 = !DISubrange(count: 3, lowerBound: 0)
!220 = !DILocation(line: 6, column: 9, scope: !216)
!221 = !DILocation(line: 6, column: 13, scope: !211)
!222 = !DILocation(line: 7, column: 24, scope: !216)
!223 = !DILocation(line: 7, column: 5, scope: !216)
!224 = distinct !DISubprogram(name: "pick", linkageName: "_ZN6bounds4pick17h8ee58a762e116099E", scope: !213, file: !212, line: 2, type: !225, scopeLine: 2, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !30, templateParams: !23, retainedNodes: !227)
!225 = !DISubroutineType(types: !226)
!226 = !{!158, !159, !9}
!227 = !{!228, !229}
!228 = !DILocalVariable(name: "v", arg: 1, scope: !224, file: !212, line: 2, type: !159)
!229 = !DILocalVariable(name: "i", arg: 2, scope: !224, file: !212, line: 2, type: !9)
!230 = !DILocation(line: 2, column: 9, scope: !224)
!231 = !DILocation(line: 2, column: 20, scope: !224)
!232 = !DILocation(line: 3, column: 17, scope: !224)
!233 = !DILocation(line: 3, column: 14, scope: !224)
!234 = !DILocation(line: 4, column: 2, scope: !224)
!235 = distinct !DISubprogram(name: "get_unchecked<u32>", linkageName: "_ZN75_$LT$usize$u20$as$u20$core..slice..index..SliceIndex$LT$$u5b$T$u5d$$GT$$GT$13get_unchecked17hb59f02c1a2f2ee1bE", scope: !237, file: !236, line: 239, type: !239, scopeLine: 239, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !30, templateParams: !249, retainedNodes: !246)
!236 = !DIFile(filename: "library/core/src/slice/index.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "35f1d9855ef780cd44773269ad8900cd")
!237 = !DINamespace(name: "{impl#2}", scope: !238)
!238 = !DINamespace(name: "index", scope: !154)
!239 = !DISubroutineType(types: !240)
!240 = !{!241, !9, !242, !164}
!241 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const u32", baseType: !158, size: 64, align: 64, dwarfAddressSpace: 0)
!242 = !DICompositeType(tag: DW_TAG_structure_type, name: "*const [u32]", file: !2, size: 128, align: 64, elements: !243, templateParams: !23, identifier: "665cd45c36d251681024897c1a3316cd")
!243 = !{!244, !245}
!244 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !242, file: !2, baseType: !162, size: 64, align: 64)
!245 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !242, file: !2, baseType: !9, size: 64, align: 64, offset: 64)
!246 = !{!247, !248}
!247 = !DILocalVariable(name: "self", arg: 1, scope: !235, file: !236, line: 239, type: !9)
!248 = !DILocalVariable(name: "slice", arg: 2, scope: !235, file: !236, line: 239, type: !242)
!249 = !{!197}
!250 = !DILocation(line: 239, column: 29, scope: !235)
!251 = !DILocation(line: 239, column: 35, scope: !235)
!252 = !DILocalVariable(name: "self", arg: 1, scope: !253, file: !254, line: 1459, type: !242)
!253 = distinct !DISubprogram(name: "len<u32>", linkageName: "_ZN4core3ptr9const_ptr43_$LT$impl$u20$$BP$const$u20$$u5b$T$u5d$$GT$3len17he799a0fe803aebacE", scope: !255, file: !254, line: 1459, type: !257, scopeLine: 1459, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !30, templateParams: !249, retainedNodes: !259)
!254 = !DIFile(filename: "library/core/src/ptr/const_ptr.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "48638a38fe414ca30cde797e4a40b3a9")
!255 = !DINamespace(name: "{impl#3}", scope: !256)
!256 = !DINamespace(name: "const_ptr", scope: !172)
!257 = !DISubroutineType(types: !258)
!258 = !{!9, !242}
!259 = !{!252}
!260 = !DILocation(line: 1459, column: 22, scope: !253, inlinedAt: !261)
!261 = !DILocation(line: 243, column: 53, scope: !235)
!262 = !DILocalVariable(name: "ptr", arg: 1, scope: !263, file: !264, line: 100, type: !242)
!263 = distinct !DISubprogram(name: "metadata<[u32]>", linkageName: "_ZN4core3ptr8metadata8metadata17h603a19ee19253c95E", scope: !265, file: !264, line: 100, type: !257, scopeLine: 100, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !30, templateParams: !249, retainedNodes: !266)
!264 = !DIFile(filename: "library/core/src/ptr/metadata.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "c85ba1a096992da0f69a2c5ff0eac593")
!265 = !DINamespace(name: "metadata", scope: !172)
!266 = !{!262}
!267 = !DILocation(line: 100, column: 40, scope: !263, inlinedAt: !268)
!268 = !DILocation(line: 1460, column: 9, scope: !253, inlinedAt: !261)
!269 = !DILocation(line: 1459, column: 22, scope: !253, inlinedAt: !270)
!270 = !DILocation(line: 252, column: 52, scope: !235)
!271 = !DILocation(line: 100, column: 40, scope: !263, inlinedAt: !272)
!272 = !DILocation(line: 1460, column: 9, scope: !273, inlinedAt: !270)
!273 = !DILexicalBlockFile(scope: !253, file: !254, discriminator: 2)
!274 = !DILocation(line: 77, column: 35, scope: !275)
!275 = !DILexicalBlockFile(scope: !235, file: !276, discriminator: 0)
!276 = !DIFile(filename: "library/core/src/ub_checks.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "8a26eb599fa825194a3e796d4688d4db")
!277 = !DILocation(line: 252, column: 39, scope: !235)
!278 = !DILocation(line: 253, column: 13, scope: !235)
!279 = !DILocation(line: 255, column: 6, scope: !235)
