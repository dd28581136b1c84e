// negative.cjs looks at what must not be accepted. The files of lean/negative plant wrong rules:
// planted_rule (lean/TuffyLean/Rewrites/Planted.lean) is an error unless Lean proves the rule
// unsound and rewrite_rule refuses it. The files of lean/negative/fail are mistakes that check must
// not let pass; a comment `-- refused: TEXT` says what it has to complain about. The files of lean/negative/exported
// are exports that say something else than the theorems.
'use strict';
const fs = require('fs'), path = require('path');
const { PROJECT, sha, shown, leanFiles, modulesOf, compile } = require('./modules.cjs');
const { runAudit, ask } = require('./audit.cjs'), { readback } = require('./readback.cjs');

const LEAST = 20; // planted rules

const filesIn = dir => fs.existsSync(dir) ? leanFiles(dir) : [];

async function negative(w) {
  const dir = path.join(PROJECT, 'negative'), bad = [];
  const fail = path.join(dir, 'fail'), files = filesIn(dir).filter(f => path.dirname(f) === dir);
  const modules = modulesOf(files), total = await compile(w, modules);
  let planted = 0;
  for (const m of [...modules.values()].filter(m => files.includes(m.file) && !m.failed)) {
    const want = [...m.source.matchAll(/^planted_rule +(\S+)/gm)].map(x => x[1]);
    const have = m.messages.map(x => /^REJECTED (\S+):/.exec(x.data)).filter(Boolean).map(x => x[1]);
    for (const n of want.filter(n => !have.includes(n))) bad.push(`${shown(m.file)}: nothing says that ${n} is rejected`);
    planted += have.length;
  }
  if (planted < LEAST) bad.push(`${planted} wrong rules were rejected, want at least ${LEAST}`);
  process.env.TUFFY_PLANTED = 'x'; // no file may see it
  const mistakes = filesIn(fail);
  for (const f of mistakes) {
    const why = await accepted(w, f);
    if (why) bad.push(`${shown(f)}: ${why}`);
  }
  const exports = fs.readdirSync(path.join(dir, 'exported')).sort();
  for (const f of exports) {
    const why = await believed(w, path.join(dir, 'exported', f));
    if (why) bad.push(`${shown(path.join(dir, 'exported', f))}: ${why}`);
  }
  bad.forEach(b => w.print(b));
  const ok = total.errors + total.sorries + bad.length === 0;
  w.print(`${planted} wrong rules proven unsound and rejected, ${mistakes.length} mistakes and ${exports.length} exports refused: ${ok ? 'ACCEPTED' : 'REJECTED'}`);
  return total.status || (ok ? 0 : 1);
}

// believed reads an export back: { refused, file, text }. It returns what is wrong with the outcome, as accepted does.
async function believed(w, file) {
  const { refused, of, text } = JSON.parse(fs.readFileSync(file, 'utf8'));
  const r = await readback({ ...w, say: () => {} }, new Map([[of, Buffer.from(JSON.stringify(text))]]));
  if (r.ok) return 'it is accepted';
  return r.text.includes(refused) ? '' : `refused, but not with "${refused}":\n${r.text}`;
}

// accepted compiles and audits a file of mistakes. It returns what is wrong with the outcome, and
// nothing if it was refused for the reason that the file gives.
async function accepted(w, file) {
  const source = fs.readFileSync(file, 'utf8'), wanted = (/^-- refused: (.+)$/m.exec(source) || [])[1];
  if (!wanted) return 'no line `-- refused: TEXT` says what is wrong with it';
  if (/^-- confined$/m.test(source) && w.open) return ''; // Lean of the machine can reach its files
  const modules = modulesOf([file]), self = [...modules.values()].pop(), log = path.join(w.build, ...self.name.split('.')) + '.refused.json';
  modules.delete(self.name);
  const below = await compile(w, modules);
  if (below.errors) return 'what it imports is in error';
  const key = sha(w.stamp, runAudit.version, source, ...self.deps.map(d => modules.get(d).key));
  let text;
  try { const r = JSON.parse(fs.readFileSync(log, 'utf8')); if (r.key === key) text = r.text; } catch { /* none yet */ }
  if (text === undefined) {
    text = await complaint(w, new Map([...modules, [self.name, self]]), self);
    w.say(`${text === '' ? 'FAIL ' : 'ok   '} ${self.name} is ${text === '' ? 'accepted' : 'refused'}`);
    fs.mkdirSync(path.dirname(log), { recursive: true });
    if (text.includes(wanted)) fs.writeFileSync(log, JSON.stringify({ key, text }));
  }
  if (text === '') return 'it is accepted';
  return text.includes(wanted) ? '' : `refused, but not with "${wanted}":\n${text}`;
}

// complaint is what check says about a module; empty if it accepts it.
async function complaint(w, modules, self) {
  const total = await compile({ ...w, quiet: true, say: () => {} }, modules);
  if (total.errors + total.sorries > 0) return self.messages.filter(m => m.severity !== 'information').map(m => m.data).join('\n');
  const audit = await ask({ ...w, say: () => {} }, 'refused', [...modules.keys()], []);
  return audit.ok ? '' : audit.text;
}

module.exports = { negative };
