// wasm.cjs runs Lean, prepared by package.cjs, in worker threads of this process.
//
// One worker owns Lean's file system and output; main() and Lean's own threads are pthreads, that
// is further workers. A run gets a fresh WebAssembly memory, so nothing leaks from one file to the
// next; the compiled code is shared.
//
// A run sees its library and the compiled files, which it cannot write to, the files that its arguments
// name, as copies, and the folders that they name, and nothing else of the machine: what a file does while
// it is compiled (#eval, macros, initialisers) stays within the run. Its environment is empty.
'use strict';
const fs = require('fs'), os = require('os'), path = require('path'), vm = require('vm'), wt = require('worker_threads');

const BROKEN = 70, TIMEOUT = 124;

// V8's concurrent Sparkplug compiler can deadlock with the end of the process.
require('v8').setFlagsFromString('--no-concurrent-sparkplug');

// dlsym looks a symbol of lean.wasm up in symbols.bin, which all threads share.
function dlsym(name) {
  const shared = wt.getEnvironmentData('lean symbols'), n = new Uint32Array(shared, 0, 1)[0];
  const values = new Uint32Array(shared, 4, n), offsets = new Uint32Array(shared, 4 + 4 * n, n + 1);
  const names = Buffer.from(shared, 8 + 8 * n), key = Buffer.from(name);
  for (let lo = 0, hi = n - 1; lo <= hi;) {
    const mid = (lo + hi) >> 1, order = names.compare(key, 0, key.length, offsets[mid], offsets[mid + 1]);
    if (order === 0) return values[mid];
    if (order < 0) lo = mid + 1; else hi = mid - 1;
  }
  return undefined;
}

// loadGlue starts the Emscripten glue in this thread.
function loadGlue(Module) {
  const root = wt.getEnvironmentData('lean root'), file = path.join(root, 'lean.js');
  class Worker extends wt.Worker {
    constructor(script, options) { super(script, { ...options, resourceLimits: { stackSizeMb: 64 } }); }
  }
  const glue = vm.compileFunction(fs.readFileSync(file, 'utf8'), ['Module', 'require', 'console', '__filename', '__dirname'], { filename: file });
  const memory = () => ({ u8: new Uint8Array(Module.memory.buffer), u32: new Uint32Array(Module.memory.buffer) });
  // This build of Lean reports its progress on the console, which is where two of its faults can
  // be mended: it restricts imports because it runs under Emscripten, and it reads the exit status,
  // a boxed UInt32, as if it were unboxed.
  const log = line => {
    if (String(line).includes('initialize_Init() done')) {
      const flag = dlsym('l_System_Platform_isEmscripten'), { u8 } = memory();
      if (u8[flag] !== 1) throw new Error('isEmscripten is not where it was');
      u8[flag] = 0;
    } else if (String(line).includes('lean_shell_main returned')) {
      Module.onResult = result => {
        Module.onResult = undefined;
        const { u8, u32 } = memory();
        if (u8[result + 7] !== 0) return; // an IO error: Lean reports it
        const value = u32[(result + 8) >> 2];
        Module._exit(value & 1 ? value >>> 1 : u32[(value + 8) >> 2]);
      };
    }
  };
  glue(Object.assign(Module, { dlsym }), name => name === 'worker_threads' ? { ...wt, Worker } : require(name),
    { ...console, log }, '/lean/bin/lean', '/lean/bin');
  Object.assign(Module.ENV, { LEAN_PATH: process.env.LEAN_PATH, HOME: '/', LLVM_PROFILE_FILE: '/dev/null' });
}

// confine makes the folders that are mounted as such read-only: a change is an error, EROFS.
function confine(FS, NODEFS) {
  const guard = (ops, names, nodeOf) => names.filter(n => ops[n]).forEach(n => {
    const change = ops[n];
    ops[n] = function (x, ...rest) {
      if (nodeOf(x).mount.opts.readonly) throw new FS.ErrnoError(69);
      return change.call(this, x, ...rest);
    };
  });
  guard(NODEFS.node_ops, ['setattr', 'mknod', 'rename', 'unlink', 'rmdir', 'symlink'], node => node);
  guard(NODEFS.stream_ops, ['write', 'allocate', 'msync'], stream => stream.node);
}

// ownFiles is the thread with the file system and the output.
function ownFiles() {
  const { args, module, files, folders, seen } = wt.workerData, root = wt.getEnvironmentData('lean root');
  const send = message => wt.parentPort.postMessage(message);
  const noise = /^(\[DEBUG:[A-Z_]+\] |  - \/lean\/lib\/lean\/|  mainModule\? = )/;
  const lines = fd => {
    let bytes = [];
    const flush = () => {
      const text = Buffer.from(bytes).toString();
      bytes = [];
      if (text && !noise.test(text)) send({ fd, text });
    };
    const put = c => { if (c !== null) { bytes.push(c); if (c === 10) flush(); } };
    return Object.assign(put, { flush });
  };
  const stdout = lines(1), stderr = lines(2);
  const Module = {
    arguments: args, thisProgram: 'lean', mainScriptUrlOrBlob: __filename,
    INITIAL_MEMORY: 2 ** 29, mainStack: 2 ** 24, poolSize: 2,
    stdin: () => null, stdout, stderr,
    instantiateWasm: (imports, done) => done(new WebAssembly.Instance(module, imports), module),
    preRun: [() => {
      const { FS, NODEFS } = Module;
      confine(FS, NODEFS);
      const mount = (from, to, readonly) => { FS.mkdirTree(to); FS.mount(NODEFS, { root: from, readonly }, to); };
      mount(fs.realpathSync(path.join(root, 'lib')), '/lean/lib/lean', true);
      mount(fs.realpathSync(seen), seen, true);
      folders.forEach(([from, to]) => mount(from, to, false));
      files.forEach(f => { FS.mkdirTree(path.dirname(f)); FS.writeFile(f, fs.readFileSync(f)); });
      FS.mkdirTree(process.cwd());
      FS.mkdirTree('/lean/bin');
      FS.writeFile('/lean/bin/lean', '');
      FS.chdir(process.cwd());
    }],
    onExit: code => { stdout.flush(); stderr.flush(); send({ exit: code }); },
    onAbort: what => send({ broken: `aborted: ${what}` }),
  };
  loadGlue(Module);
  setInterval(() => {}, 1e9); // alive until the exit status arrives
}

let compiled;

// lean runs `lean ARGS` and returns { code, lines: [{ fd, text }] }. code is Lean's exit status,
// BROKEN if Lean itself failed, TIMEOUT after options.timeout seconds. options.path is where
// imports are looked for; options.echo gets each line instead of the list. The compiled file that
// -o asks for is made in a folder of the run and moved from there if Lean accepts.
async function lean(root, args, options) {
  const o = args.indexOf('-o') + 1, own = fs.mkdtempSync(path.join(os.tmpdir(), 'lean-'));
  try {
    const inside = o ? Object.assign([...args], { [o]: '/out/olean' }) : args;
    const r = await confined(root, inside, { ...options, own });
    if (o && r.code === 0) fs.copyFileSync(path.join(own, 'olean'), args[o]);
    return r;
  } finally { fs.rmSync(own, { recursive: true, force: true }); }
}

async function confined(root, args, options) {
  if (!compiled) {
    const bytes = fs.readFileSync(path.join(root, 'symbols.bin')), shared = new SharedArrayBuffer(bytes.length);
    bytes.copy(Buffer.from(shared));
    wt.setEnvironmentData('lean symbols', shared);
    wt.setEnvironmentData('lean root', root);
    compiled = new WebAssembly.Module(fs.readFileSync(path.join(root, 'lean.wasm')));
  }
  const named = args.map(a => path.resolve(a)).filter(a => fs.existsSync(a)), isFolder = a => fs.statSync(a).isDirectory();
  const seen = path.resolve(options.path), files = named.filter(a => !isFolder(a) && !a.startsWith(seen + path.sep)), folders = [['/out', options.own], ...named.filter(isFolder).map(a => [a, a])].map(([to, from]) => [from, to]);
  const lines = [], put = options.echo || (line => lines.push(line));
  let worker, timer, ended = false;
  const code = await new Promise(resolve => {
    const end = status => { ended = true; resolve(status); };
    const fail = (why, status) => { if (!ended) { put({ fd: 2, text: `${why}\n` }); end(status); } };
    worker = new wt.Worker(__filename, {
      workerData: { args, module: compiled, files, folders, seen }, resourceLimits: { stackSizeMb: 64 },
      env: { LEAN_PATH: ['/lean/lib/lean', path.resolve(options.path)].join(':') },
    });
    worker.on('message', m => {
      if (m.text !== undefined) put(m);
      else if (m.broken) fail(`Lean broke down: ${m.broken}`, BROKEN);
      else end(m.exit < 256 ? m.exit : BROKEN);
    });
    worker.on('error', e => fail(`Lean broke down: ${e && e.message || 'C++ exception, for instance a stack overflow'}`, BROKEN));
    worker.on('exit', () => fail('Lean ended without an exit status', BROKEN));
    timer = setTimeout(() => fail(`no result after ${options.timeout} s`, TIMEOUT), options.timeout * 1000);
  });
  clearTimeout(timer);
  await worker.terminate();
  return { code, lines };
}

if (wt.isMainThread) module.exports = { lean, BROKEN, TIMEOUT };
else if (wt.workerData === 'em-pthread') loadGlue({});
else ownFiles();
