/* A corner of the language, with what gcc prints as the expected output. */
#include <stdint.h>
#include <stdio.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdbool.h>
static _Atomic int counter; static atomic_flag flag = ATOMIC_FLAG_INIT; static _Atomic(double) d = 1.5; static atomic_ullong big = ATOMIC_VAR_INIT(1); static _Atomic(int *) ptr; static _Atomic _Bool ab; static atomic_uchar ac = 250;

int main(void) {
  counter = 5; counter += 3; counter++; --counter; counter <<= 2; counter ^= 1; printf("%d\n", counter);
  printf("%d\n", atomic_fetch_add(&counter, 10)); printf("%d\n", atomic_fetch_sub(&counter, 3));
  printf("%d\n", atomic_fetch_or(&counter, 0xf0)); printf("%d\n", atomic_fetch_and(&counter, 0x3c)); atomic_fetch_xor(&counter, 0xff); printf("%d\n", counter);
  int e = 1; bool ok = atomic_compare_exchange_strong(&counter, &e, 7); printf("%d %d\n", ok, e); ok = atomic_compare_exchange_strong_explicit(&counter, &e, 7, memory_order_acq_rel, memory_order_relaxed); printf("%d %d\n", ok, counter);
  printf("%d\n", atomic_exchange(&counter, 99)); d = d * 2; printf("%g\n", d); big <<= 40; big |= 5; printf("%llu\n", big);
  int arr[4] = { 10, 20, 30, 40 }; ptr = arr; ptr++; ptr += 2; printf("%d\n", *ptr); --ptr; printf("%d\n", *ptr);
  printf("%d", atomic_flag_test_and_set(&flag)); printf("%d", atomic_flag_test_and_set(&flag)); atomic_flag_clear(&flag); printf(" %d\n", atomic_flag_test_and_set(&flag));
  ab = 5; printf("%d\n", ab); ac += 10; printf("%d\n", ac); 
  int plain = 3; printf("%d ", __atomic_add_fetch(&plain, 4, __ATOMIC_SEQ_CST)); printf("%d ", __sync_fetch_and_add(&plain, 1)); printf("%d\n", __sync_bool_compare_and_swap(&plain, 8, 20)); printf("%d\n", __sync_val_compare_and_swap(&plain, 20, 21));
  int out; __atomic_load(&plain, &out, __ATOMIC_ACQUIRE); int in = 50; __atomic_store(&plain, &in, __ATOMIC_RELEASE); __atomic_exchange(&plain, &out, &in, 5); printf("%d %d %d\n", plain, out, in);
   __sync_synchronize(); printf("%d\n", __atomic_nand_fetch(&plain, 12, 0));
  unsigned char lock = 0; printf("%d", __atomic_test_and_set(&lock, 5)); printf("%d", __sync_lock_test_and_set(&lock, 1)); __sync_lock_release(&lock); printf("%d\n", lock); atomic_init(&counter, -1); printf("%d\n", (counter++, counter));
  return 0;
}
