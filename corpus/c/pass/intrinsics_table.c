/* One line for each of the operations that compilers commonly lower intrinsics to: fences, memory, SSE2 to SSE4.1, AES, CLMUL, CRC32, floats. */
#ifdef __GNUC__
#pragma GCC target("sse4.2,aes,pclmul,ssse3")
#endif
#include <immintrin.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static __m128i a, b;
static void show(const char *name, __m128i v) {
  unsigned long long q[2];
  memcpy(q, &v, 16);
  printf("%s %016llx %016llx\n", name, q[1], q[0]);
}
static void number(const char *name, unsigned long long n) { printf("%s %llx\n", name, n); }

int main(void) {
  a = _mm_set_epi64x(0x7fff8000fe01ff02LL, 0x80017ffe00ff1234LL);
  b = _mm_set_epi64x(0x0102fffe8000fe01LL, 0x7fff0003fffe8001LL);
  _mm_lfence();
  _mm_mfence();
  _mm_sfence();
  _mm_pause();
  __builtin_ia32_pause();
  __m128i m, n;
  _mm_clflush(&m);
  int i32;
  long long i64;
  double d2[2] __attribute__((aligned(16)));
  _mm_stream_si32(&i32, 5); number("movnti", i32);
  _mm_stream_si64(&i64, 6); number("movnti64", i64);
  _mm_stream_si128(&m, a); show("movntdq", m);
  _mm_stream_pd(d2, _mm_set_pd(2.5, -1)); printf("movntpd %g %g\n", d2[0], d2[1]);
  char bytes[33];
  memset(bytes, 7, 33);
  _mm_storeu_si128((__m128i *)(bytes + 1), a); show("storedqu", _mm_loadu_si128((__m128i *)(bytes + 3)));
  show("loaddqu", _mm_lddqu_si128((__m128i *)(bytes + 2)));
  show("loadldi128", _mm_loadl_epi64((__m128i *)(bytes + 1)));
  n = b; _mm_storel_epi64(&n, a); show("storeldi128", n);
  show("pcmpeqb", _mm_cmpeq_epi8(a, b));
  show("pcmpeqd", _mm_cmpeq_epi32(a, _mm_shuffle_epi32(a, 0xa0)));
  show("psubusb", _mm_subs_epu8(a, b));
  show("psubsb", _mm_subs_epi8(a, b));
  show("por", _mm_or_si128(a, b));
  show("pand", _mm_and_si128(a, b));
  show("pxor", _mm_xor_si128(a, b));
  number("pmovmskb", _mm_movemask_epi8(a));
  show("set_epi8", _mm_set1_epi8(-3));
  show("set_epi32", _mm_set1_epi32(-3));
  show("paddw", _mm_add_epi16(a, b));
  show("psubw", _mm_sub_epi16(a, b));
  show("pmulhw", _mm_mulhi_epi16(a, b));
  show("pmaddwd", _mm_madd_epi16(a, b));
  show("pcmpgtw", _mm_cmpgt_epi16(a, b));
  show("pcmpgtb", _mm_cmpgt_epi8(a, b));
  show("psllwi", _mm_slli_epi16(a, 3));
  show("psrlwi", _mm_srli_epi16(a, 3));
  show("psrawi", _mm_srai_epi16(a, 3));
  show("psllwi 16", _mm_slli_epi16(a, 16));
  show("psrawi 99", _mm_srai_epi16(a, 99));
  show("paddd", _mm_add_epi32(a, b));
  show("psubd", _mm_sub_epi32(a, b));
  show("psradi", _mm_srai_epi32(a, 5));
  show("pslldi", _mm_slli_epi32(a, 5));
  show("psrldi", _mm_srli_epi32(a, 32));
  show("pslldqi", _mm_slli_si128(a, 5));
  show("psrldqi", _mm_srli_si128(a, 5));
  show("psllqi", _mm_slli_epi64(a, 9));
  show("psrlqi", _mm_srli_epi64(a, 63));
  show("pshufd", _mm_shuffle_epi32(a, 0x1b));
  show("pshuflw", _mm_shufflelo_epi16(a, 0x1b));
  show("pshufhw", _mm_shufflehi_epi16(a, 0x1b));
  show("packssdw", _mm_packs_epi32(a, b));
  show("packsswb", _mm_packs_epi16(a, b));
  show("packuswb", _mm_packus_epi16(a, b));
  show("punpcklbw", _mm_unpacklo_epi8(a, b));
  show("punpckhbw", _mm_unpackhi_epi8(a, b));
  show("punpcklwd", _mm_unpacklo_epi16(a, b));
  show("punpckhwd", _mm_unpackhi_epi16(a, b));
  show("set_epi16", _mm_set1_epi16(-3));
  show("pinsrw", _mm_insert_epi16(a, -2, 3));
  number("pextrw", _mm_extract_epi16(a, 7));
  number("cvtsi128si32", (unsigned)_mm_cvtsi128_si32(a));
  show("cvtsi32si128", _mm_cvtsi32_si128(-7));
  number("cvtsi128si64", _mm_cvtsi128_si64(a));
  show("pinsrd", _mm_insert_epi32(a, -2, 2));
  number("pextrd", (unsigned)_mm_extract_epi32(a, 1));
  show("pinsrb", _mm_insert_epi8(a, -2, 13));
  number("pextrb", _mm_extract_epi8(a, 15));
  show("pinsrq", _mm_insert_epi64(a, -2, 1));
  number("pextrq", _mm_extract_epi64(a, 1));
  show("aesenc", _mm_aesenc_si128(a, b));
  show("aesenclast", _mm_aesenclast_si128(a, b));
  show("aesdec", _mm_aesdec_si128(a, b));
  show("aesdeclast", _mm_aesdeclast_si128(a, b));
  show("aesimc", _mm_aesimc_si128(a));
  show("aeskeygenassist", _mm_aeskeygenassist_si128(a, 0x1b));
  show("pclmulqdq", _mm_clmulepi64_si128(a, b, 0x10));
  number("crc32_8", _mm_crc32_u8(1, 0xfe));
  number("crc32_16", _mm_crc32_u16(1, 0xfedc));
  number("crc32_32", _mm_crc32_u32(1, 0xfedcba98));
  number("crc32_64", _mm_crc32_u64(1, 0xfedcba9876543210));
  printf("sqrtf32 %.9g sqrtf64 %.17g\n", __builtin_sqrtf(2), __builtin_sqrt(2));
  printf("fabsf32 %g fabsf64 %g\n", __builtin_fabsf(-2), __builtin_fabs(-3));
  volatile char here;
  char *frame = __builtin_frame_address(0);
  printf("frame_address %d\n", frame != 0 && frame != &here);
  return 0;
}
