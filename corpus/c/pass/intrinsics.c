/* Intrinsics of SSE to SSE4.2, AES and PCLMULQDQ on numbers from a generator. */
#ifdef __GNUC__
#pragma GCC target("sse4.2,aes,pclmul,ssse3")
#endif
#include <immintrin.h>
#include <stdio.h>
#include <string.h>

static unsigned long long state = 88172645463325252ULL;
static unsigned long long next(void) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return state; }
static unsigned long long sum;
static void see(__m128i v) { unsigned long long q[2]; memcpy(q, &v, 16); sum = (sum ^ q[0]) * 0x9e3779b97f4a7c15ULL; sum = (sum >> 29 ^ sum ^ q[1]) * 0x9e3779b97f4a7c15ULL; sum ^= sum >> 31; }
static void seeInt(unsigned long long n) { see(_mm_set_epi64x(0, n)); }
static __m128i any(void) { unsigned long long a = next(), b = next(); if (a % 5 == 0) b = 0x7fff80007fff8000ULL; if (a % 7 == 0) a = b; return _mm_set_epi64x(a, b); }
#define TWO(f) for (int i = 0; i < 12; i++) { __m128i a = any(), b = any(); if (i % 4 == 0) b = _mm_shuffle_epi32(a, 0xd8); see(f(a, b)); } printf("%s %llx\n", #f, sum);
#define IMM(f, n) { see(f(any(), n)); see(f(any(), n)); printf("%s %d %llx\n", #f, n, sum); }
#define ONE(f) { see(f(any())); see(f(any())); printf("%s %llx\n", #f, sum); }

static void two(void) {
  TWO(_mm_and_si128)
  TWO(_mm_or_si128)
  TWO(_mm_xor_si128)
  TWO(_mm_andnot_si128)
  TWO(_mm_add_epi8)
  TWO(_mm_add_epi16)
  TWO(_mm_add_epi32)
  TWO(_mm_add_epi64)
  TWO(_mm_sub_epi8)
  TWO(_mm_sub_epi16)
  TWO(_mm_sub_epi32)
  TWO(_mm_sub_epi64)
  TWO(_mm_adds_epi8)
  TWO(_mm_adds_epi16)
  TWO(_mm_adds_epu8)
  TWO(_mm_adds_epu16)
  TWO(_mm_subs_epi8)
  TWO(_mm_subs_epi16)
  TWO(_mm_subs_epu8)
  TWO(_mm_subs_epu16)
  TWO(_mm_mullo_epi16)
  TWO(_mm_mulhi_epi16)
  TWO(_mm_mulhi_epu16)
  TWO(_mm_mullo_epi32)
  TWO(_mm_mul_epu32)
  TWO(_mm_madd_epi16)
  TWO(_mm_avg_epu8)
  TWO(_mm_avg_epu16)
  TWO(_mm_min_epu8)
  TWO(_mm_max_epu8)
  TWO(_mm_min_epi16)
  TWO(_mm_max_epi16)
  TWO(_mm_min_epi32)
  TWO(_mm_max_epi32)
  TWO(_mm_sad_epu8)
  TWO(_mm_cmpeq_epi8)
  TWO(_mm_cmpeq_epi16)
  TWO(_mm_cmpeq_epi32)
  TWO(_mm_cmpgt_epi8)
  TWO(_mm_cmpgt_epi16)
  TWO(_mm_cmpgt_epi32)
  TWO(_mm_cmplt_epi8)
  TWO(_mm_cmplt_epi16)
  TWO(_mm_cmplt_epi32)
  TWO(_mm_shuffle_epi8)
  TWO(_mm_packs_epi16)
  TWO(_mm_packs_epi32)
  TWO(_mm_packus_epi16)
  TWO(_mm_packus_epi32)
  TWO(_mm_unpacklo_epi8)
  TWO(_mm_unpacklo_epi16)
  TWO(_mm_unpacklo_epi32)
  TWO(_mm_unpacklo_epi64)
  TWO(_mm_unpackhi_epi8)
  TWO(_mm_unpackhi_epi16)
  TWO(_mm_unpackhi_epi32)
  TWO(_mm_unpackhi_epi64)
  TWO(_mm_aesenc_si128)
  TWO(_mm_aesenclast_si128)
  TWO(_mm_aesdec_si128)
  TWO(_mm_aesdeclast_si128)
}
static void immediate(void) {
  IMM(_mm_slli_epi16, 0)
  IMM(_mm_slli_epi16, 1)
  IMM(_mm_slli_epi16, 7)
  IMM(_mm_slli_epi16, 15)
  IMM(_mm_slli_epi16, 16)
  IMM(_mm_slli_epi16, 31)
  IMM(_mm_slli_epi16, 40)
  IMM(_mm_slli_epi16, 64)
  IMM(_mm_slli_epi32, 0)
  IMM(_mm_slli_epi32, 1)
  IMM(_mm_slli_epi32, 7)
  IMM(_mm_slli_epi32, 15)
  IMM(_mm_slli_epi32, 16)
  IMM(_mm_slli_epi32, 31)
  IMM(_mm_slli_epi32, 40)
  IMM(_mm_slli_epi32, 64)
  IMM(_mm_slli_epi64, 0)
  IMM(_mm_slli_epi64, 1)
  IMM(_mm_slli_epi64, 7)
  IMM(_mm_slli_epi64, 15)
  IMM(_mm_slli_epi64, 16)
  IMM(_mm_slli_epi64, 31)
  IMM(_mm_slli_epi64, 40)
  IMM(_mm_slli_epi64, 64)
  IMM(_mm_srli_epi16, 0)
  IMM(_mm_srli_epi16, 1)
  IMM(_mm_srli_epi16, 7)
  IMM(_mm_srli_epi16, 15)
  IMM(_mm_srli_epi16, 16)
  IMM(_mm_srli_epi16, 31)
  IMM(_mm_srli_epi16, 40)
  IMM(_mm_srli_epi16, 64)
  IMM(_mm_srli_epi32, 0)
  IMM(_mm_srli_epi32, 1)
  IMM(_mm_srli_epi32, 7)
  IMM(_mm_srli_epi32, 15)
  IMM(_mm_srli_epi32, 16)
  IMM(_mm_srli_epi32, 31)
  IMM(_mm_srli_epi32, 40)
  IMM(_mm_srli_epi32, 64)
  IMM(_mm_srli_epi64, 0)
  IMM(_mm_srli_epi64, 1)
  IMM(_mm_srli_epi64, 7)
  IMM(_mm_srli_epi64, 15)
  IMM(_mm_srli_epi64, 16)
  IMM(_mm_srli_epi64, 31)
  IMM(_mm_srli_epi64, 40)
  IMM(_mm_srli_epi64, 64)
  IMM(_mm_srai_epi16, 0)
  IMM(_mm_srai_epi16, 1)
  IMM(_mm_srai_epi16, 7)
  IMM(_mm_srai_epi16, 15)
  IMM(_mm_srai_epi16, 16)
  IMM(_mm_srai_epi16, 31)
  IMM(_mm_srai_epi16, 40)
  IMM(_mm_srai_epi16, 64)
  IMM(_mm_srai_epi32, 0)
  IMM(_mm_srai_epi32, 1)
  IMM(_mm_srai_epi32, 7)
  IMM(_mm_srai_epi32, 15)
  IMM(_mm_srai_epi32, 16)
  IMM(_mm_srai_epi32, 31)
  IMM(_mm_srai_epi32, 40)
  IMM(_mm_srai_epi32, 64)
  IMM(_mm_slli_si128, 0)
  IMM(_mm_slli_si128, 1)
  IMM(_mm_slli_si128, 8)
  IMM(_mm_slli_si128, 15)
  IMM(_mm_srli_si128, 0)
  IMM(_mm_srli_si128, 1)
  IMM(_mm_srli_si128, 8)
  IMM(_mm_srli_si128, 15)
  IMM(_mm_shuffle_epi32, 0)
  IMM(_mm_shuffle_epi32, 27)
  IMM(_mm_shuffle_epi32, 177)
  IMM(_mm_shuffle_epi32, 255)
  IMM(_mm_shufflelo_epi16, 0)
  IMM(_mm_shufflelo_epi16, 27)
  IMM(_mm_shufflelo_epi16, 177)
  IMM(_mm_shufflelo_epi16, 255)
  IMM(_mm_shufflehi_epi16, 0)
  IMM(_mm_shufflehi_epi16, 27)
  IMM(_mm_shufflehi_epi16, 177)
  IMM(_mm_shufflehi_epi16, 255)
  IMM(_mm_aeskeygenassist_si128, 0)
  IMM(_mm_aeskeygenassist_si128, 27)
  IMM(_mm_aeskeygenassist_si128, 177)
  IMM(_mm_aeskeygenassist_si128, 255)
}
static void single(void) {
  __m128i a, b, c;
  unsigned long long n, k;
  a = any(); n = next(); see(_mm_insert_epi8(a, n, 0)); seeInt(_mm_extract_epi8(any(), 0)); printf("8 %llx\n", sum);
  a = any(); n = next(); see(_mm_insert_epi8(a, n, 15)); seeInt(_mm_extract_epi8(any(), 15)); printf("8 %llx\n", sum);
  a = any(); n = next(); see(_mm_insert_epi16(a, n, 0)); seeInt(_mm_extract_epi16(any(), 0)); printf("16 %llx\n", sum);
  a = any(); n = next(); see(_mm_insert_epi16(a, n, 7)); seeInt(_mm_extract_epi16(any(), 7)); printf("16 %llx\n", sum);
  a = any(); n = next(); see(_mm_insert_epi32(a, n, 0)); seeInt(_mm_extract_epi32(any(), 0)); printf("32 %llx\n", sum);
  a = any(); n = next(); see(_mm_insert_epi32(a, n, 3)); seeInt(_mm_extract_epi32(any(), 3)); printf("32 %llx\n", sum);
  a = any(); n = next(); see(_mm_insert_epi64(a, n, 0)); seeInt(_mm_extract_epi64(any(), 0)); printf("64 %llx\n", sum);
  a = any(); n = next(); see(_mm_insert_epi64(a, n, 1)); seeInt(_mm_extract_epi64(any(), 1)); printf("64 %llx\n", sum);
  a = any(); b = any(); see(_mm_clmulepi64_si128(a, b, 0)); printf("clmul %llx\n", sum);
  a = any(); b = any(); see(_mm_clmulepi64_si128(a, b, 1)); printf("clmul %llx\n", sum);
  a = any(); b = any(); see(_mm_clmulepi64_si128(a, b, 16)); printf("clmul %llx\n", sum);
  a = any(); b = any(); see(_mm_clmulepi64_si128(a, b, 17)); printf("clmul %llx\n", sum);
  for (int i = 0; i < 5; i++) {
    seeInt(_mm_movemask_epi8(any()));
    n = next(); k = next(); seeInt(_mm_crc32_u8((unsigned)n, k)); n = next(); k = next(); seeInt(_mm_crc32_u16((unsigned)n, k));
    n = next(); k = next(); seeInt(_mm_crc32_u32((unsigned)n, k)); n = next(); k = next(); seeInt(_mm_crc32_u64((unsigned)n, k));
    seeInt(_mm_cvtsi128_si32(any())); seeInt(_mm_cvtsi128_si64(any())); see(_mm_cvtsi32_si128(next())); see(_mm_cvtsi64_si128(next()));
    see(_mm_set1_epi8(next())); see(_mm_set1_epi16(next())); see(_mm_set1_epi32(next())); see(_mm_aesimc_si128(any()));
    a = any(); b = any(); c = any(); see(_mm_blendv_epi8(a, b, c)); see(_mm_alignr_epi8(a, b, 5));
    printf("single %llx\n", sum);
  }
}
static void memory(void) {
  unsigned char bytes[40]; long long q; int w; __m128i m; __m128d d[1];
  for (int i = 0; i < 40; i++) bytes[i] = next();
  see(_mm_loadu_si128((__m128i *)(bytes + 3))); see(_mm_lddqu_si128((__m128i *)(bytes + 5))); see(_mm_loadl_epi64((__m128i *)(bytes + 1)));
  _mm_storeu_si128((__m128i *)(bytes + 7), any()); _mm_storel_epi64((__m128i *)bytes, any());
  _mm_stream_si32(&w, next()); _mm_stream_si64(&q, next()); _mm_stream_si128(&m, any()); _mm_stream_pd((double *)d, _mm_set_pd(1.5, -2.5));
  _mm_lfence(); _mm_sfence(); _mm_mfence(); _mm_pause(); _mm_clflush(bytes);
  seeInt(w); seeInt(q); see(m); see(_mm_castpd_si128(d[0]));
  for (int i = 0; i < 40; i++) seeInt(bytes[i]);
  printf("memory %llx\n", sum);
}
static void floats(void) {
  __m128 a = _mm_set_ps(1.5f, -2.25f, 1e30f, 3), b = _mm_set_ps(0.1f, 7, 1e10f, 3);
  see(_mm_castps_si128(_mm_add_ps(a, b))); see(_mm_castps_si128(_mm_mul_ps(a, b))); see(_mm_castps_si128(_mm_div_ps(a, b)));
  see(_mm_castps_si128(_mm_cmplt_ps(a, b))); see(_mm_castps_si128(_mm_sqrt_ps(b))); see(_mm_castps_si128(_mm_sqrt_ss(b)));
  see(_mm_castps_si128(_mm_shuffle_ps(a, b, 27))); seeInt(_mm_movemask_ps(a)); see(_mm_castps_si128(_mm_cvtepi32_ps(any())));
  __m128d c = _mm_set_pd(2, 3), d = _mm_set_pd(0.5, 1e100);
  see(_mm_castpd_si128(_mm_sub_pd(c, d))); see(_mm_castpd_si128(_mm_sqrt_sd(c, d))); see(_mm_castpd_si128(_mm_sqrt_pd(c)));
  printf("floats %llx %g %g\n", sum, _mm_cvtss_f32(a), _mm_cvtsd_f64(d));
}
int main(void) {
  two();
  immediate();
  single();
  memory();
  floats();
  return 0;
}
