// passes.cjs holds what the passes of Go's optimizer declare of their rewrites to Lean's theorems:
// compiler/opt/declare writes the list, lean/Passes.lean says what is wrong with it. The files of
// lean/negative/passes are wrong lists: each says with what it has to be refused.
'use strict';
const fs = require('fs'), path = require('path'), { spawnSync } = require('child_process');
const { PROJECT, Failure, sha, shown, modulesOf, compile } = require('./modules.cjs');

const UNAVAILABLE = 69;

async function passes(w) {
  const list = path.join(w.build, 'passes.json'), dir = path.join(PROJECT, 'negative', 'passes');
  fs.writeFileSync(list, declared());
  const wrong = fs.readdirSync(dir).filter(f => f.endsWith('.json')).sort().map(f => path.join(dir, f));
  const said = await judged(w, [list, ...wrong]);
  if (said.status) return said.status;
  const of = file => said.lines.filter(l => l.startsWith(`${file}: `)).map(l => l.slice(file.length + 2));
  const bad = of(list).filter(l => !l.endsWith(': ok')).map(l => `compiler/opt: ${l}`);
  for (const f of wrong) {
    const want = JSON.parse(fs.readFileSync(f, 'utf8')).refused, have = of(f);
    if (!want || !have.some(l => l.includes(want))) bad.push(`${shown(f)}: not refused with "${want}", but ${have.join('; ') || 'not at all'}`);
  }
  if (!of(list).length) bad.push(`compiler/opt: nothing was said of its passes\n${said.lines.join('\n')}`);
  bad.forEach(b => w.print(b));
  w.print(`${bad.length ? '' : of(list)[0].slice(0, -': ok'.length) + '; '}${wrong.length} wrong lists: ${bad.length ? 'REJECTED' : 'ACCEPTED'}`);
  return bad.length ? 1 : 0;
}

// declared is the list of Go.
function declared() {
  const r = spawnSync(process.env.GO || 'go', ['run', './compiler/opt/declare'], { cwd: path.join(PROJECT, '..'), encoding: 'utf8', maxBuffer: 1 << 28 });
  if (r.error) throw new Failure(UNAVAILABLE, `the passes were not checked: go cannot be had (${r.error.message})`);
  if (r.status !== 0) throw new Failure(1, `the passes cannot be listed:\n${r.stderr}`);
  return r.stdout;
}

// judged is what Lean says of the lists, from the cache if it said it of the same ones before.
async function judged(w, lists) {
  const file = path.join(PROJECT, 'Passes.lean'), modules = modulesOf([file]), self = modules.get('Passes'), log = path.join(w.build, 'passes.said.json');
  modules.delete('Passes');
  const total = await compile(w, modules);
  if (total.errors + total.sorries) return { status: total.status || 1 };
  const key = sha(w.stamp, self.source, ...[...modules.values()].map(m => m.key), ...lists, ...lists.map(f => fs.readFileSync(f)));
  try { const r = JSON.parse(fs.readFileSync(log, 'utf8')); if (r.key === key) return r; } catch { /* none yet */ }
  const run = await w.lean(['--run', file, ...lists]), lines = run.lines.map(l => l.text.trimEnd());
  w.say(`passes ${run.seconds.toFixed(1)} s`);
  if (run.code) { lines.forEach(l => w.print(l)); return { status: run.code }; }
  fs.writeFileSync(log, JSON.stringify({ key, lines }));
  return { lines };
}

module.exports = { passes };
