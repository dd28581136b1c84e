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

const messagesOf = lines => lines.map(l => {
  try { const m = JSON.parse(l.text); if (m.severity && m.pos) return m; } catch { /* output of the file's own commands */ }
  return { severity: 'output', data: l.text.trimEnd() };
});
const isSorry = m => m.kind === 'hasSorry' || /declaration uses [`']sorry/.test(m.data);

// compile brings the .olean of every module up to date, and sets its key, messages and whether it
// failed. It returns the number of errors, sorries and files compiled, and the worst status.
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
        : await slot(async () => {
          m.start = Date.now();
          const once = () => w.lean([...OPTIONS, '--json', '-o', olean, path.relative(PROJECT, m.file)]);
          const first = await once();
          if (first.code !== TIMEOUT) return first;
          w.say(`${m.name} did not end, once more`); // threads of Lean as WebAssembly wait for each other now and then
          fs.rmSync(olean, { force: true });
          return once();
        });
      r = { key: m.key, code: run.code, messages: messagesOf(run.lines), seconds: m.start ? (Date.now() - m.start) / 1000 : 0 };
      if (r.code === 0) fs.writeFileSync(log, JSON.stringify({ ...r, olean: sha(fs.readFileSync(olean)) }));
      total.compiled++;
      const sorry = r.messages.some(isSorry);
      w.say(`${r.code ? 'FAIL ' : sorry ? 'sorry' : 'ok   '} ${m.name} ${r.seconds.toFixed(1)} s`);
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
  Object.assign(m, { messages: r.messages, failed: r.code !== 0 });
  total.errors += errors || (m.failed ? 1 : 0);
  total.sorries += r.messages.filter(isSorry).length;
  if (r.code === BROKEN || r.code === TIMEOUT) total.status = r.code;
  if (w.quiet) return;
  for (const x of r.messages) {
    if (['output', 'information'].includes(x.severity) && !m.failed && !w.verbose) continue;
    w.print(x.pos ? `${shown(m.file)}:${x.pos.line}:${x.pos.column}: ${x.severity}: ${x.data}` : `${shown(m.file)}: ${x.data}`);
  }
}

module.exports = { PROJECT, Failure, sha, shown, moduleName, importsOf, leanFiles, modulesOf, compile };
