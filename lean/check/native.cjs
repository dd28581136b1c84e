// native.cjs runs the Lean that elan or lake has installed, in the version that lean-toolchain
// names, with the interface of wasm.cjs. It gets no environment but what elan needs to find Lean; the
// machine's files it can reach, unlike there.
'use strict';
const { spawn, spawnSync } = require('child_process');
const { BROKEN, TIMEOUT } = require('./wasm.cjs');

// version is what `lean --version` says in dir, which elan takes the version from; undefined if
// there is no Lean.
function version(dir) {
  const r = spawnSync('lean', ['--version'], { cwd: dir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return r.status === 0 ? r.stdout.trim() : undefined;
}

// environment is what Lean gets.
function environment(leanPath) {
  const kept = ['PATH', 'HOME', 'ELAN_HOME'].filter(k => process.env[k] !== undefined);
  return Object.fromEntries([...kept.map(k => [k, process.env[k]]), ['LEAN_PATH', leanPath]]);
}

// lean runs `lean ARGS` and returns { code, lines: [{ fd, text }] }; options as for wasm.cjs.
function lean(args, options) {
  const lines = [], put = options.echo || (line => lines.push(line));
  return new Promise(resolve => {
    const child = spawn('lean', args, { env: environment(options.path), stdio: ['ignore', 'pipe', 'pipe'] });
    let late = false;
    const timer = setTimeout(() => { late = true; child.kill('SIGKILL'); }, options.timeout * 1000);
    [[1, child.stdout], [2, child.stderr]].forEach(([fd, stream]) => {
      let open = '';
      stream.setEncoding('utf8');
      stream.on('data', text => {
        const all = (open + text).split('\n');
        open = all.pop();
        for (const l of all) put({ fd, text: l + '\n' });
      });
      stream.on('end', () => { if (open) put({ fd, text: open }); });
    });
    child.on('error', e => put({ fd: 2, text: `Lean broke down: ${e.message}\n` }));
    child.on('close', code => {
      clearTimeout(timer);
      if (late) put({ fd: 2, text: `no result after ${options.timeout} s\n` });
      resolve({ code: late ? TIMEOUT : code === null || code < 0 ? BROKEN : code, lines });
    });
  });
}

module.exports = { version, lean };
