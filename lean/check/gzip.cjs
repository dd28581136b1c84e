// gzip.cjs compresses to the gzip format. What node's zlib writes depends on the machine and on the
// version of node; the bytes written here depend on the text alone, so that who exports again
// changes no file whose text is the same. The format is that of RFC 1951 and 1952.
'use strict';

const LEAST = 3, MOST = 258, WINDOW = 32768;
const CHAIN = 128;  // candidates looked at for a match
const ENOUGH = 32;  // a match of this length is taken without a look at the next place
const BLOCK = 1 << 15; // symbols with one Huffman code

// The symbols of lengths and distances are intervals: where each begins, and the bits that say where
// in it.
const intervals = (count, first, extra) => {
  const out = [];
  for (let n = 0, base = first; n < count; base += 1 << extra(n), n++) out.push({ base, bits: extra(n) });
  return out;
};
const LENGTHS = [...intervals(28, LEAST, n => n < 8 ? 0 : (n >> 2) - 1), { base: MOST, bits: 0 }];
const DISTANCES = intervals(30, 1, n => n < 4 ? 0 : (n >> 1) - 1);
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

const symbolOf = (table, value) => {
  let low = 0, high = table.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (table[middle].base <= value) low = middle; else high = middle - 1;
  }
  return low;
};

const CRC = Int32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n;
});
const crc = data => ~data.reduce((c, b) => (c >>> 8) ^ CRC[(c ^ b) & 255], -1) >>> 0;

// Bits collects bits, the least significant first.
class Bits {
  constructor(most) { this.bytes = Buffer.alloc(most); this.length = 0; this.held = 0; this.count = 0; }
  put(value, bits) {
    this.held |= value << this.count;
    for (this.count += bits; this.count >= 8; this.count -= 8, this.held >>>= 8) this.bytes[this.length++] = this.held;
  }
  flush() { if (this.count) this.bytes[this.length++] = this.held; this.held = this.count = 0; }
}

// codeLengths gives each symbol that occurs a length of at most `most` bits, by Huffman's algorithm:
// where a code is too long, the counts are made more alike. Ties go to the symbol that is first.
function codeLengths(counts, most) {
  const lengths = new Uint8Array(counts.length), used = [...counts.keys()].filter(s => counts[s] > 0);
  if (used.length < 2) { for (const s of used) lengths[s] = 1; return lengths; }
  for (let damp = 0; ; damp++) {
    const leaves = used.map(s => ({ weight: (counts[s] >> damp) || 1, symbol: s })).sort((a, b) => a.weight - b.weight || a.symbol - b.symbol);
    const nodes = [];
    let leaf = 0, node = 0;
    const next = () => node < nodes.length && (leaf === leaves.length || nodes[node].weight < leaves[leaf].weight) ? nodes[node++] : leaves[leaf++];
    while (leaves.length - leaf + nodes.length - node > 1) {
      const a = next(), b = next();
      nodes.push({ weight: a.weight + b.weight, a, b });
    }
    let longest = 0;
    const walk = (n, depth) => {
      if (!n.a) { lengths[n.symbol] = depth; longest = Math.max(longest, depth); return; }
      walk(n.a, depth + 1);
      walk(n.b, depth + 1);
    };
    walk(nodes[nodes.length - 1], 0);
    if (longest <= most) return lengths;
  }
}

// codes numbers the symbols canonically, and turns the bits around.
function codes(lengths) {
  const out = new Uint16Array(lengths.length);
  for (let bits = 1, code = 0; bits < 16; bits++, code <<= 1) {
    for (let s = 0; s < lengths.length; s++) {
      if (lengths[s] !== bits) continue;
      for (let k = 0; k < bits; k++) if (code >> k & 1) out[s] |= 1 << (bits - 1 - k);
      code++;
    }
  }
  return out;
}

// runs writes the lengths of two codes as symbols: 16 repeats the last one, 17 and 18 are zeros.
function runs(lengths) {
  const out = [];
  for (let n = 0, run; n < lengths.length; n += run) {
    const same = (k, most) => { let r = 1; while (r < most && k + r < lengths.length && lengths[k + r] === lengths[k]) r++; return r; };
    run = 1;
    if (lengths[n] === 0 && (run = same(n, 138)) >= 3) { out.push(run < 11 ? { symbol: 17, extra: run - 3, bits: 3 } : { symbol: 18, extra: run - 11, bits: 7 }); continue; }
    if (n > 0 && lengths[n] === lengths[n - 1] && (run = same(n, 6)) >= 3) { out.push({ symbol: 16, extra: run - 3, bits: 2 }); continue; }
    run = 1;
    out.push({ symbol: lengths[n], extra: 0, bits: 0 });
  }
  return out;
}

// block writes symbols with Huffman codes of their own. A token is a byte, or LENGTH << 16 | DISTANCE.
function block(bits, tokens, last) {
  const literals = new Uint32Array(286), distances = new Uint32Array(30);
  literals[256] = 1;
  const isByte = t => t < 256;
  for (const t of tokens) {
    if (isByte(t)) { literals[t]++; continue; }
    literals[257 + symbolOf(LENGTHS, t >>> 16)]++;
    distances[symbolOf(DISTANCES, t & 0xffff)]++;
  }
  if (!distances.some(Boolean)) distances[0] = 1;
  const trim = (l, least) => { let n = l.length; while (n > least && l[n - 1] === 0) n--; return l.subarray(0, n); };
  const a = trim(codeLengths(literals, 15), 257), b = trim(codeLengths(distances, 15), 1);
  const head = runs([...a, ...b]), counts = new Uint32Array(19);
  for (const h of head) counts[h.symbol]++;
  const c = codeLengths(counts, 7), cc = codes(c), ac = codes(a), bc = codes(b);
  let order = ORDER.length;
  while (order > 4 && c[ORDER[order - 1]] === 0) order--;
  bits.put(last ? 5 : 4, 3);
  bits.put(a.length - 257, 5);
  bits.put(b.length - 1, 5);
  bits.put(order - 4, 4);
  for (const s of ORDER.slice(0, order)) bits.put(c[s], 3);
  for (const h of head) { bits.put(cc[h.symbol], c[h.symbol]); bits.put(h.extra, h.bits); }
  const value = (table, v, from, code, lengths) => {
    const s = symbolOf(table, v);
    bits.put(code[from + s], lengths[from + s]);
    bits.put(v - table[s].base, table[s].bits);
  };
  for (const t of tokens) {
    if (isByte(t)) { bits.put(ac[t], a[t]); continue; }
    value(LENGTHS, t >>> 16, 257, ac, a);
    value(DISTANCES, t & 0xffff, 0, bc, b);
  }
  bits.put(ac[256], a[256]);
}

// gzip compresses data.
function gzip(data) {
  const bits = new Bits(data.length + (data.length >> 3) + 1024);
  const head = new Int32Array(1 << 15).fill(-1), before = new Int32Array(data.length);
  const hash = n => Math.imul(data[n] << 16 | data[n + 1] << 8 | data[n + 2], 0x9e3779b1) >>> 17;
  let tokens = [], entered = 0;
  // longest finds the longest match of what is at n that is longer than `least`, the nearest of them.
  const longest = (n, least) => {
    for (; entered < n && entered + LEAST <= data.length; entered++) { const h = hash(entered); before[entered] = head[h]; head[h] = entered; }
    let length = least, distance = 0;
    const most = Math.min(MOST, data.length - n);
    if (most < LEAST) return { length: 0, distance };
    for (let c = head[hash(n)], tries = CHAIN; c >= 0 && n - c < WINDOW && tries > 0; c = before[c], tries--) {
      if (data[c + length] !== data[n + length]) continue;
      let k = 0;
      while (k < most && data[c + k] === data[n + k]) k++;
      if (k > length) { length = k; distance = n - c; if (k === most) break; }
    }
    return distance ? { length, distance } : { length: 0, distance };
  };
  const push = t => { tokens.push(t); if (tokens.length === BLOCK) { block(bits, tokens, false); tokens = []; } };
  bits.put(0x8b1f, 16);
  for (const byte of [8, 0, 0, 0, 0, 0, 2, 255]) bits.put(byte, 8); // deflate, no name, no time, smallest, any system
  for (let n = 0, here = longest(0, LEAST - 1); n < data.length;) {
    const after = here.length && here.length < ENOUGH ? longest(n + 1, here.length) : { length: 0 };
    if (!here.length || after.length) {
      push(data[n++]);
      here = here.length ? after : longest(n, LEAST - 1);
      continue;
    }
    push(here.length << 16 | here.distance);
    n += here.length;
    here = longest(n, LEAST - 1);
  }
  block(bits, tokens, true);
  bits.flush();
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc(data), 0);
  end.writeUInt32LE(data.length >>> 0, 4);
  return Buffer.concat([bits.bytes.subarray(0, bits.length), end]);
}

module.exports = { gzip };
