// modules.cjs knows the project's Lean files and brings their .olean files up to date. A file is
// compiled again only if its text, one of its imports or Lean itself changed; the hash of the
// .olean is checked too, so a cache that something else has written to is not believed.
'use strict';
const fs = require('fs'), path = require('path'), crypto = require('crypto');
const { BROKEN, TIMEOUT } = require('./wasm.cjs');

const PROJECT = path.resolve(__dirname, '..'), OPTIONS = ['-DautoImplicit=false'];
const OUTSIDE = ['check', 'negative', 'export', 'node_modules']; // folders without modules of the project

const sha = (...parts) => { const h = crypto.createHash('sha256'); for (const p of parts) h.update(p).update('\0'); return h.digest('hex'); };
const moduleName = file => path.relative(PROJECT, file).replace(/\.lean$/, '').split(path.sep).join('.');
const shown = file => path.relative(process.cwd(), file);

class Failure extends Error { constructor(status, text) { super(text); this.status = status; } }

function importsOf(source) {
  const names = [];
  let s = source.replace(/\/-[\s\S]*?-\//g, ' ').replace(/--.*/g, ' ').trimStart();
  for (let m; (m = /^import\s+([\w.]+)\s*/.exec(s)); s = s.slice(m[0].length)) names.push(m[1]);
  return names;
}

// leanFiles lists the Lean files below dir, without those that are not part of the project.
function leanFiles(dir) {
  return fs.readdirSync(dir, { withFileTypes: true }).flatMap(e => {
    const file = path.join(dir, e.name);
    if (e.isDirectory()) return e.name.startsWith('.') || OUTSIDE.includes(e.name) ? [] : leanFiles(file);
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
      if (!fs.existsSync(f)) throw new Failure(1, `${shown(file)}: imports ${d}, but there is no ${shown(f)}`);
      visit(f, name);
      deps.push(d);
    }
    open.delete(name);
    modules.set(name, { name, file, source, deps });
  };
  files.forEach(f => visit(f, 'the command line'));
  return modules;
}

// limit returns a function that runs at most n of its arguments at a time.
function limit(n) {
  const waiting = [];
  return async f => {
    if (n > 0) n--; else await new Promise(go => waiting.push(go));
    try { return await f(); } finally { if (waiting.length) waiting.shift()(); else n++; }
  };
}

// pool makes w.lean of run(ARGS, seconds, echo): at most w.jobs run at a time, and each says how many
// seconds it took. Threads of Lean as WebAssembly wait for each other now and then: what takes four
// times as long as anything before, and two fifths of its time, is started once more, unless its lines
// are on their way to the user already.
function pool(w, run) {
  const slot = limit(w.jobs);
  let longest = 0;
  w.lean = (args, echo, times = 1) => slot(async () => {
    const start = Date.now(), timed = r => ({ ...r, seconds: (Date.now() - start) / 1000 });
    if (echo) return timed(await run(args, times * w.timeout, echo));
    const first = timed(await run(args, times * Math.min(w.timeout, Math.max(w.timeout * 2 / 5, 4 * longest))));
    if (first.code !== TIMEOUT) {
      longest = Math.max(longest, first.seconds / times);
      return first;
    }
    w.say(`${args.find(a => a.endsWith('.lean'))} did not end, once more`);
    return timed(await run(args, times * w.timeout));
  });
}

const messagesOf = lines => lines.map(l => {
  try { const m = JSON.parse(l.text); if (m.severity && m.pos) return m; } catch { /* output of the file's own commands */ }
  return { severity: 'output', data: l.text.trimEnd() };
});
const isSorry = m => m.kind === 'hasSorry' || /declaration uses [`']sorry/.test(m.data);

// compile brings the .olean of every module up to date, and sets its key, messages and whether it
// failed. What several commands need is compiled once: w.compiled has the results by name. It returns
// the number of errors, sorries and files compiled, and the worst status.
async function compile(w, modules) {
  const total = { errors: 0, sorries: 0, status: 0, compiled: 0 };
  w.compiled ||= new Map();
  for (const m of modules.values()) {
    m.key = sha(w.stamp, OPTIONS.join(), m.source, ...m.deps.map(d => modules.get(d).key));
    if (!w.compiled.has(m.name)) w.compiled.set(m.name, one(w, m));
  }
  for (const m of modules.values()) report(w, m, await w.compiled.get(m.name), total);
  return total;
}

// one compiles a module as soon as its imports are, unless the cache has it.
async function one(w, m) {
  const below = await Promise.all(m.deps.map(d => w.compiled.get(d)));
  const olean = path.join(w.build, ...m.name.split('.')) + '.olean', log = olean + '.json';
  const kept = cached(log, olean, m.key);
  if (kept) return kept;
  for (const f of [olean, log]) fs.rmSync(f, { force: true });
  fs.mkdirSync(path.dirname(olean), { recursive: true });
  const failed = m.deps.filter((_, n) => below[n].code !== 0);
  const run = failed.length ? { code: 1, lines: [{ text: `not checked: ${failed.join(' and ')} failed` }], seconds: 0 }
    : await w.lean([...OPTIONS, '--json', '-o', olean, path.relative(PROJECT, m.file)]);
  const r = { key: m.key, code: run.code, messages: messagesOf(run.lines), seconds: run.seconds };
  if (r.code === 0) fs.writeFileSync(log, JSON.stringify({ ...r, olean: sha(fs.readFileSync(olean)) }));
  const sorry = r.messages.some(isSorry);
  w.say(`${r.code ? 'FAIL ' : sorry ? 'sorry' : 'ok   '} ${m.name} ${r.seconds.toFixed(1)} s`);
  return { ...r, fresh: true };
}

function cached(log, olean, key) {
  try {
    const r = JSON.parse(fs.readFileSync(log, 'utf8'));
    return r.key === key && r.olean === sha(fs.readFileSync(olean)) ? r : undefined;
  } catch { return undefined; }
}

function report(w, m, r, total) {
  const errors = r.messages.filter(x => x.severity === 'error').length;
  Object.assign(m, { messages: r.messages, failed: r.code !== 0 });
  if (r.fresh) total.compiled++;
  total.errors += errors || (m.failed ? 1 : 0);
  total.sorries += r.messages.filter(isSorry).length;
  if (r.code === BROKEN || r.code === TIMEOUT) total.status = r.code;
  if (w.quiet || r.shown) return;
  r.shown = true;
  for (const x of r.messages) {
    if (['output', 'information'].includes(x.severity) && !m.failed && !w.verbose) continue;
    w.print(x.pos ? `${shown(m.file)}:${x.pos.line}:${x.pos.column}: ${x.severity}: ${x.data}` : `${shown(m.file)}: ${x.data}`);
  }
}

module.exports = { PROJECT, Failure, sha, shown, moduleName, importsOf, leanFiles, modulesOf, pool, compile };
