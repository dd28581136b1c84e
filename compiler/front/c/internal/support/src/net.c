/* The order of bytes of the network (POSIX). */
#include <arpa/inet.h>

__attribute__((weak)) uint32_t htonl(uint32_t x) { return __builtin_bswap32(x); }
__attribute__((weak)) uint32_t ntohl(uint32_t x) { return __builtin_bswap32(x); }
__attribute__((weak)) uint16_t htons(uint16_t x) { return __builtin_bswap16(x); }
__attribute__((weak)) uint16_t ntohs(uint16_t x) { return __builtin_bswap16(x); }
