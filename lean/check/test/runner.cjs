// Tests of the runner that need no Lean: node --test lean/check/test/runner.cjs
'use strict';
const { test } = require('node:test'), assert = require('node:assert');
const fs = require('fs'), os = require('os'), path = require('path'), zlib = require('zlib');
const { importsOf, pool, compile } = require('../modules.cjs'), { difference } = require('../exported.cjs'), { gzip } = require('../gzip.cjs'), { verdict, split } = require('../audit.cjs');

const temp = t => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'runner-'));
  t.after(() => fs.rmSync(dir, { recursive: true }));
  return dir;
};

test('imports are those before the first command', () => {
  assert.deepStrictEqual(importsOf('/- import A -/\n-- import B\nimport C.D -- why\nimport E\n\ndef x := 1\nimport F'), ['C.D', 'E']);
});

// project compiles a.lean and b.lean, which imports it, with a Lean that accepts everything but
// the word wrong. It returns what was compiled and the totals.
async function project(build, a, b) {
  const compiled = [], sources = { A: a, B: b };
  const w = {
    build, jobs: 2, stamp: 'lean', say: () => {}, print: () => {},
    lean: async args => {
      const name = path.basename(args.at(-1), '.lean'), bad = sources[name].includes('wrong');
      compiled.push(name);
      if (!bad) fs.writeFileSync(args[args.indexOf('-o') + 1], `olean of ${sources[name]}`);
      const said = sources[name].includes('sorry') ? [{ text: JSON.stringify({ severity: 'warning', pos: { line: 1, column: 0 }, data: "declaration uses 'sorry'" }) }] : [];
      return { code: bad ? 1 : 0, lines: said, seconds: 0 };
    },
  };
  const modules = new Map(Object.entries(sources).map(([name, source]) =>
    [name, { name, file: `${name}.lean`, source, deps: name === 'B' ? ['A'] : [] }]));
  return { ...await compile(w, modules), compiled: compiled.join() };
}

test('only what changed, and what imports it, is compiled again', async t => {
  const dir = temp(t), run = async (a, b) => (await project(dir, a, b)).compiled;
  assert.strictEqual(await run('1', '2'), 'A,B');
  assert.strictEqual(await run('1', '2'), '');
  assert.strictEqual(await run('1', '3'), 'B');
  assert.strictEqual(await run('4', '3'), 'A,B');
});

test('a compiled file that something else has written to is not believed', async t => {
  const dir = temp(t);
  await project(dir, '1', '2');
  fs.appendFileSync(path.join(dir, 'A.olean'), 'x');
  assert.strictEqual((await project(dir, '1', '2')).compiled, 'A');
});

test('errors and sorries are counted, kept ones too, and what imports an error is not accepted', async t => {
  const dir = temp(t);
  assert.deepStrictEqual(await project(dir, 'wrong', '2'), { errors: 2, sorries: 0, status: 0, compiled: 'A' });
  assert.deepStrictEqual(await project(dir, 'sorry', '2'), { errors: 0, sorries: 1, status: 0, compiled: 'A,B' });
  assert.deepStrictEqual(await project(dir, 'sorry', '2'), { errors: 0, sorries: 1, status: 0, compiled: '' });
});

test('the first line that differs is named, in its part', () => {
  const made = Buffer.from('a\nb\nc\n'), parts = text => Buffer.from(`-- add.txt --\n1\n2\n-- sub.txt --\n${text}`);
  assert.strictEqual(difference('file', made, made), undefined);
  assert.match(difference('file', Buffer.from('a\nB\nc\n'), made), /^file:2: differs\n  committed: B\n  exported:  b$/);
  assert.match(difference('file', Buffer.from('a\n'), made), /^file:2: differs\n  committed: \n  exported:  b$/);
  assert.match(difference('file', undefined, made), /^file: is missing$/);
  assert.match(difference('file', parts('3\n4\n'), parts('3\n5\n')), /^file:sub\.txt:2: differs\n  committed: 4\n  exported:  5$/);
});

test('what is compressed is the text again, and the same bytes everywhere', () => {
  const numbers = Buffer.from(Array.from({ length: 70000 }, (_, n) => `${n * n % 1009} ${n % 7}`).join('\n'));
  const noise = Buffer.from(Array.from({ length: 40000 }, (_, n) => Math.imul(n, 0x9e3779b1) >>> 13 & 255));
  const texts = ['', 'a', 'ab', 'aaa', 'abcabcabcabc', 'a'.repeat(100000), '-'.repeat(40000) + 'x' + '-'.repeat(300)].map(x => Buffer.from(x));
  for (const text of [...texts, numbers, noise, Buffer.concat([noise, noise])]) assert.ok(zlib.gunzipSync(gzip(text)).equals(text), `${text.length} bytes`);
  assert.ok(gzip(numbers).length < 1.1 * zlib.gzipSync(numbers, { level: 9 }).length);
  // A test of the folder testdata/lean: whoever compresses its text has these bytes.
  const dir = path.join(__dirname, '..', '..', '..', 'testdata', 'lean'), packed = fs.readFileSync(path.join(dir, 'symbols.txt.gz'));
  assert.ok(gzip(zlib.gunzipSync(packed)).equals(packed));
});

test('an audit is accepted with standard axioms only, and only if it says so', () => {
  const text = 'AXIOM [false, "propext", "T.a"]\nACCEPTED 12\n';
  assert.strictEqual(verdict(0, text).ok, true);
  assert.strictEqual(verdict(1, text).ok, false);
  assert.strictEqual(verdict(0, 'ACCEPTED nothing\n').ok, false);
  assert.match(verdict(0, 'AXIOM [false, "sorryAx", "T.a"]\n' + text).text, /sorryAx is used, for instance by T\.a/);
  assert.match(verdict(0, 'AXIOM [true, "propext", "T.a"]\n' + text).text, /propext is used/);
});

test('a list is cut in order, by weight', () => {
  assert.deepStrictEqual(split([1, 1, 1, 1], 2, x => x), [[1, 1], [1, 1]]);
  assert.deepStrictEqual(split([5, 1, 1], 2, x => x), [[5], [1, 1]]);
  assert.deepStrictEqual(split([1, 9], 3, x => x), [[1, 9]]);
  assert.deepStrictEqual(split([], 2, x => x), []);
});

test('what does not end is tried once more, and no more', async () => {
  for (const [late, code] of [[0, 0], [1, 0], [2, 124]]) {
    const limits = [], w = { jobs: 1, timeout: 10, say: () => {} };
    pool(w, async (_, seconds) => ({ code: limits.push(seconds) <= late ? 124 : 0, lines: [] }));
    assert.strictEqual((await w.lean(['A.lean'], undefined, 2)).code, code);
    assert.deepStrictEqual(limits, late ? [8, 20] : [8]);
  }
});

test('no more run at a time than there are jobs', async () => {
  const w = { jobs: 2, timeout: 10, say: () => {} };
  let now = 0, most = 0;
  pool(w, async () => {
    most = Math.max(most, ++now);
    await new Promise(go => setTimeout(go, 1));
    now--;
    return { code: 0, lines: [] };
  });
  await Promise.all([1, 2, 3, 4, 5].map(() => w.lean([])));
  assert.strictEqual(most, 2);
});

test('what two commands need is compiled once, and its errors are shown once', async t => {
  let runs = 0;
  const printed = [], w = {
    build: temp(t), stamp: 'lean', compiled: new Map(), say: () => {}, print: text => printed.push(text),
    lean: async () => { runs++; return { code: 1, lines: [{ text: 'no' }], seconds: 0 }; },
  };
  const need = () => compile({ ...w }, new Map([['A', { name: 'A', file: 'A.lean', source: '1', deps: [] }]]));
  const totals = await Promise.all([need(), need()]);
  assert.deepStrictEqual([runs, printed.length, ...totals.map(x => x.errors)], [1, 1, 1, 1]);
});
