// exported.cjs runs lean/Export.lean and writes what it makes, or compares it with what is there,
// line for line: the rules that Go is generated from (*.json) to lean/export, and the cases that Lean
// evaluated to testdata/lean, a compressed text for each family. lean/export/SHA256SUMS has the
// hashes of the sources and of the texts made from them: where Lean cannot be had, they at least tell
// that the export belongs to the sources.
'use strict';
const fs = require('fs'), path = require('path'), crypto = require('crypto'), zlib = require('zlib');
const { PROJECT, sha, shown, modulesOf, compile } = require('./modules.cjs'), { gzip } = require('./gzip.cjs'), { readback } = require('./readback.cjs');

const RULES = 'export', FAMILIES = '../testdata/lean', SUMS = RULES + '/SHA256SUMS', PACKED = '.gz';

const filesBelow = dir => fs.existsSync(dir) ? fs.readdirSync(dir, { recursive: true, withFileTypes: true })
  .filter(e => e.isFile()).map(e => path.relative(dir, path.join(e.parentPath || e.path, e.name))).sort() : [];
const hashes = dir => Object.fromEntries(filesBelow(dir).map(f => [f, sha(fs.readFileSync(path.join(dir, f)))]));

// texts reads what Lean wrote to dir, by the names that SHA256SUMS gives the texts. A folder of Lean's
// is a family whose parts, its files, each begin with a line `-- NAME --`.
function texts(dir) {
  const out = new Map();
  for (const f of filesBelow(dir)) {
    const data = fs.readFileSync(path.join(dir, f)), [family, part] = f.split(path.sep);
    if (f.endsWith('.json')) out.set(`${RULES}/${f}`, data);
    else if (part === undefined) out.set(`${FAMILIES}/${f}`, data);
    else {
      const name = `${FAMILIES}/${family}.txt`;
      out.set(name, Buffer.concat([out.get(name) || Buffer.alloc(0), Buffer.from(`-- ${part} --\n`), data]));
    }
  }
  return out;
}

// committed reads the texts that the repository has.
function committed() {
  const out = new Map();
  for (const dir of [RULES, FAMILIES]) {
    for (const f of filesBelow(path.join(PROJECT, dir))) {
      const data = fs.readFileSync(path.join(PROJECT, dir, f)), packed = f.endsWith(PACKED);
      out.set(`${dir}/${packed ? f.slice(0, -PACKED.length) : f}`, packed ? unpacked(data) : data);
    }
  }
  return out;
}

// unpacked is the text of a compressed file; a damaged one has none that is what the sources say.
function unpacked(data) {
  try { return zlib.gunzipSync(data); } catch (e) { return Buffer.from(`(${e.message})`); }
}

// fileOf is the file of the repository that has the text of that name.
const fileOf = name => path.join(PROJECT, name) + (name.startsWith(FAMILIES) ? PACKED : '');

async function exportAll(w) {
  const made = await fresh(w);
  if (made.status) return made.status;
  const want = texts(made.dir);
  want.set(SUMS, Buffer.from(sums(modulesOf([path.join(PROJECT, 'Export.lean')]), want)));
  const read = await readback(w, new Map([...want].filter(([f]) => f.startsWith(`${RULES}/`))));
  w.print(read.text);
  if (!read.ok) return 1;
  const have = committed(), foreign = [...have.keys()].filter(f => !want.has(f));
  const bytes = [...want.values()].reduce((n, t) => n + t.length, 0);
  const what = `${want.size} texts, ${(bytes / 1e6).toFixed(1)} MB`, where = `${shown(path.join(PROJECT, RULES))} and ${shown(path.join(PROJECT, FAMILIES))}`;
  if (!w.compare) {
    for (const f of foreign) fs.rmSync(fileOf(f));
    for (const [f, text] of want) {
      fs.mkdirSync(path.dirname(fileOf(f)), { recursive: true });
      fs.writeFileSync(fileOf(f), fileOf(f).endsWith(PACKED) ? gzip(text) : text);
    }
    w.print(`${what} written to ${where}`);
    return 0;
  }
  const bad = [...foreign.map(f => `${shown(fileOf(f))}: the sources do not make this file`),
    ...[...want].map(([f, text]) => difference(shown(fileOf(f)), have.get(f), text)).filter(Boolean)];
  bad.forEach(b => w.print(b));
  w.print(bad.length ? `${bad.length} files of ${where} are not what the sources say: REJECTED; node lean/check/check.cjs export writes them`
    : `${where} are what the sources say (${what}): ACCEPTED`);
  return bad.length ? 1 : 0;
}

// fresh makes the export in the cache, unless what is there was made from the same sources.
async function fresh(w) {
  const file = path.join(PROJECT, 'Export.lean'), modules = modulesOf([file]), self = modules.get('Export');
  modules.delete('Export');
  const total = await compile(w, modules);
  if (total.errors + total.sorries) return { status: total.status || 1 };
  const dir = path.join(w.build, 'exported'), log = dir + '.json';
  const key = sha(w.stamp, fs.readFileSync(__filename), self.source, ...[...modules.values()].map(m => m.key));
  try {
    const r = JSON.parse(fs.readFileSync(log, 'utf8'));
    if (r.key === key && JSON.stringify(r.files) === JSON.stringify(hashes(dir))) return { dir };
  } catch { /* none yet */ }
  for (const f of [dir, log]) fs.rmSync(f, { recursive: true, force: true });
  fs.mkdirSync(dir, { recursive: true });
  const run = await w.lean(['--run', file, dir], undefined, 4);
  for (const l of run.lines) w.say(l.text.trimEnd());
  w.say(`export ${run.seconds.toFixed(1)} s`);
  if (run.code) return { status: run.code };
  fs.writeFileSync(log, JSON.stringify({ key, files: hashes(dir) }));
  return { dir };
}

// sums lists the hashes of the sources and of the texts made from them, not compressed.
function sums(modules, made) {
  const line = (data, name) => `${crypto.createHash('sha256').update(data).digest('hex')}  ${name}\n`;
  const sources = [...modules.values()].map(m => [fs.readFileSync(m.file), path.relative(PROJECT, m.file)]);
  const rest = [...made].filter(([name]) => name !== SUMS).map(([name, data]) => [data, name]);
  return [...sources, ...rest].sort((a, b) => a[1] < b[1] ? -1 : 1).map(x => line(...x)).join('');
}

// belongs reports whether lean/export and testdata/lean are what an export from these sources wrote. It
// needs no Lean.
function belongs(print) {
  const lines = text => text.split('\n').filter(Boolean), made = committed(), file = fileOf(SUMS);
  if (!made.has(SUMS)) { print(`${shown(file)}: is missing`); return false; }
  const want = lines(sums(modulesOf([path.join(PROJECT, 'Export.lean')]), made)), have = lines(made.get(SUMS).toString());
  const bad = [...want.filter(l => !have.includes(l)), ...have.filter(l => !want.includes(l))].map(l => l.split('  ')[1]);
  for (const f of [...new Set(bad)].sort()) print(`${shown(f.startsWith(FAMILIES) ? fileOf(f) : path.join(PROJECT, f))}: is not as it was when the export was written`);
  return bad.length === 0;
}

// difference names the first line in which a text is not as it was made, within its part where it has
// parts. name is the file.
function difference(name, have, made) {
  if (have === undefined) return `${name}: is missing`;
  if (have.equals(made)) return undefined;
  const [x, y] = [have, made].map(t => t.toString('latin1').split('\n'));
  let n = 0, first = 0, part = '';
  for (; x[n] === y[n]; n++) {
    const head = /^-- (\S+) --$/.exec(x[n]);
    if (head) [first, part] = [n + 1, `${head[1]}:`];
  }
  const line = s => s === undefined ? '(end of the file)' : Buffer.from(s, 'latin1').toString().slice(0, 120);
  return `${name}:${part}${n + 1 - first}: differs\n  committed: ${line(x[n])}\n  exported:  ${line(y[n])}`;
}

module.exports = { exportAll, belongs, difference };
