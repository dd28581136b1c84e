// exported.cjs runs lean/Export.lean and writes what it makes to lean/export, or compares it with
// what is there, byte for byte. SHA256SUMS has the hashes of the sources and of what was made from
// them: where Lean cannot be had, they at least tell that the export belongs to the sources.
'use strict';
const fs = require('fs'), path = require('path'), crypto = require('crypto');
const { PROJECT, sha, shown, modulesOf, compile } = require('./modules.cjs');

const TARGET = path.join(PROJECT, 'export'), SUMS = 'SHA256SUMS';

const filesBelow = dir => fs.existsSync(dir) ? fs.readdirSync(dir, { recursive: true, withFileTypes: true })
  .filter(e => e.isFile()).map(e => path.relative(dir, path.join(e.parentPath || e.path, e.name))).sort() : [];
const hashes = dir => Object.fromEntries(filesBelow(dir).map(f => [f, sha(fs.readFileSync(path.join(dir, f)))]));

async function exportAll(w) {
  const made = await fresh(w);
  if (made.status) return made.status;
  const want = filesBelow(made.dir), have = filesBelow(TARGET);
  const bytes = want.reduce((n, f) => n + fs.statSync(path.join(made.dir, f)).size, 0);
  const what = `${want.length} files, ${(bytes / 1e6).toFixed(1)} MB`;
  if (!w.compare) {
    for (const f of have.filter(f => !want.includes(f))) fs.rmSync(path.join(TARGET, f));
    for (const f of want) {
      fs.mkdirSync(path.dirname(path.join(TARGET, f)), { recursive: true });
      fs.copyFileSync(path.join(made.dir, f), path.join(TARGET, f));
    }
    w.print(`${what} written to ${shown(TARGET)}`);
    return 0;
  }
  const bad = [...have.filter(f => !want.includes(f)).map(f => `${shown(path.join(TARGET, f))}: the sources do not make this file`),
    ...want.map(f => difference(path.join(made.dir, f), path.join(TARGET, f))).filter(Boolean)];
  bad.forEach(b => w.print(b));
  w.print(bad.length ? `${bad.length} files of ${shown(TARGET)} are not what the sources say: REJECTED; node lean/check/check.cjs export writes them`
    : `${shown(TARGET)} is what the sources say (${what}): ACCEPTED`);
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
  fs.writeFileSync(path.join(dir, SUMS), sums(modulesOf([file]), dir));
  fs.writeFileSync(log, JSON.stringify({ key, files: hashes(dir) }));
  return { dir };
}

// sums lists the hashes of the sources and of the files in dir, as sha256sum run in lean does.
function sums(modules, dir) {
  const line = (file, name) => `${crypto.createHash('sha256').update(fs.readFileSync(file)).digest('hex')}  ${name}\n`;
  const sources = [...modules.values()].map(m => [m.file, path.relative(PROJECT, m.file)]);
  const made = filesBelow(dir).filter(f => f !== SUMS).map(f => [path.join(dir, f), path.join('export', f)]);
  return [...sources, ...made].sort((a, b) => a[1] < b[1] ? -1 : 1).map(x => line(...x)).join('');
}

// belongs reports whether lean/export is what an export from these sources wrote. It needs no Lean.
function belongs(print) {
  const lines = text => text.split('\n').filter(Boolean), file = path.join(TARGET, SUMS);
  if (!fs.existsSync(file)) { print(`${shown(file)}: is missing`); return false; }
  const want = lines(sums(modulesOf([path.join(PROJECT, 'Export.lean')]), TARGET)), have = lines(fs.readFileSync(file, 'utf8'));
  const bad = [...want.filter(l => !have.includes(l)), ...have.filter(l => !want.includes(l))].map(l => l.split('  ')[1]);
  for (const f of [...new Set(bad)].sort()) print(`lean/${f}: is not as it was when lean/export was written`);
  return bad.length === 0;
}

// difference names the first line in which a committed file is not as it was made.
function difference(made, committed) {
  if (!fs.existsSync(committed)) return `${shown(committed)}: is missing`;
  const a = fs.readFileSync(committed), b = fs.readFileSync(made);
  if (a.equals(b)) return undefined;
  const [x, y] = [a, b].map(t => t.toString('latin1').split('\n'));
  let n = 0;
  while (x[n] === y[n]) n++;
  const line = s => s === undefined ? '(end of the file)' : Buffer.from(s, 'latin1').toString().slice(0, 120);
  return `${shown(committed)}:${n + 1}: differs\n  committed: ${line(x[n])}\n  exported:  ${line(y[n])}`;
}

module.exports = { exportAll, belongs, difference };
