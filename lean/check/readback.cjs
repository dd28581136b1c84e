// readback.cjs reads the rules that were exported back: each becomes a term of Lean, by a reader that
// shares nothing with the writer in TuffyLean/Export, and the kernel compares it with the datum that
// the theorem is about. So a rule that Go is generated from is the rule that was proven, whatever the
// program that wrote it was made to do.
'use strict';
const fs = require('fs'), path = require('path');
const { PROJECT, sha, modulesOf, compile } = require('./modules.cjs');

// What the terms are about.
const IMPORTS = ['Export.FactJson', 'Export.MemJson', 'Export.RelaxedJson', 'Export.Selection', 'Rewrites.All', 'Rewrites.Commute'];
const HEAD = IMPORTS.map(m => `import TuffyLean.${m}\n`).join('') + 'open Tuffy\n\n';
const PER_FILE = 400; // comparisons

class Unreadable extends Error {}
const unreadable = (what, x) => { throw new Unreadable(`${what}: ${JSON.stringify(x)}`); };

// fields takes an object apart and refuses what it has besides.
function fields(x, must, may = []) {
  if (x === null || typeof x !== 'object' || Array.isArray(x)) unreadable('not an object', x);
  for (const k of must) if (!(k in x)) unreadable(`no field ${k}`, x);
  for (const k of Object.keys(x)) if (!must.includes(k) && !may.includes(k)) unreadable(`a field ${k} too many`, x);
  return x;
}
const oneOf = (list, x) => list.includes(x) ? x : unreadable(`none of ${list.join(' ')}`, x);
const str = s => typeof s === 'string' ? JSON.stringify(s) : unreadable('not a string', s);
const nat = n => Number.isSafeInteger(n) && n >= 0 ? String(n) : unreadable('not a number', n);
const int = s => /^-?[0-9]+$/.test(s) ? `(${s} : Int)` : unreadable('not an integer', s);
const list = (f, l) => Array.isArray(l) ? `[${l.map(x => f(x)).join(', ')}]` : unreadable('not a list', l);
const name = s => /^[A-Za-z_][A-Za-z0-9_'.]*$/.test(s) ? s.split('.').map(p => `«${p}»`).join('.') : unreadable('not a name', s);
const camel = s => s.replace(/_(.)/g, (_, c) => c.toUpperCase());

/* ---- terms of rewrite rules (TuffyLean/Rewrites/Rule.lean) ---- */

const ARITHMETIC = { add: 2, sub: 2, mul: 2, neg: 1, div: 2, rem: 2, min: 2, max: 2, land: 2, lor: 2, xor: 2, lnot: 1, shl: 2, shr: 2, pow2: 1, log2: 1, sext: 2, zext: 2 };
const FLOATS = ['bf16', 'f16', 'f32', 'f64'];
const PREDICATES = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'];
const FLOAT_PREDICATES = ['false', 'oeq', 'ogt', 'oge', 'olt', 'ole', 'one', 'ord', 'ueq', 'ugt', 'uge', 'ult', 'ule', 'une', 'uno', 'true'];
const OPS = ['add', 'sub', 'mul', 'div', 'rem', 'tdiv', 'trem', 'and', 'or', 'xor', 'shl', 'shr', 'min', 'max', 'clmul',
  'count_ones', 'count_leading_zeros', 'count_trailing_zeros', 'bswap', 'bit_reverse', 'rotate_left', 'rotate_right', 'merge', 'sext', 'zext',
  'band', 'bor', 'bxor', 'select', 'bool_to_int', 'int_to_bool',
  'fadd', 'fsub', 'fmul', 'fdiv', 'frem', 'fminnum', 'fmaxnum', 'fsqrt', 'fma', 'fneg', 'fabs', 'copysign',
  'fp_to_si', 'fp_to_ui', 'ptradd', 'ptrdiff', 'ptrtoaddr', 'inttoptr'];
const BOOLS = ['band', 'bor', 'bxor', 'int_to_bool'];

function expr(e) {
  if (e && 'const' in e) return `(.const ${str(fields(e, ['const']).const)})`;
  if (e && 'lit' in e) return `(.lit ${int(fields(e, ['lit']).lit)})`;
  const { fn, args } = fields(e, ['fn', 'args']);
  if (ARITHMETIC[fn] !== args.length) unreadable('no arithmetic', e);
  return `(.${fn} ${args.map(expr).join(' ')})`;
}

// numbers of classes are written as literals
const literal = e => nat(Number(fields(e, ['lit']).lit));

function claim({ fn, args }) {
  if (fn === 'nofpclass') return `.nofpclass ${literal(args[0])}`;
  const n = { signed: 1, unsigned: 1, known: 3, align: 1 }[fn];
  return n === args.length ? `.${fn} ${args.map(expr).join(' ')}` : unreadable('no claim', { fn, args });
}

const annot = a => `⟨${list(str, fields(a, ['metas', 'claims']).metas)}, ${list(claim, a.claims)}⟩`;

function type(t) {
  const simple = { int: '.int', bool: '.bool', ptr: '.ptr', float: '.fp', any: '.any' }[t], bytes = /^byte\((\d+)\)$/.exec(t);
  if (simple) return simple;
  if (bytes) return `(.byte ${bytes[1]})`;
  return `(.float .${oneOf(FLOATS, t)})`;
}

// isBool tells the two opcodes apart that are written "not".
function isBool(t) {
  if ('var' in t) return t.type === 'bool';
  if ('bool' in t) return true;
  if ('of' in t) return isBool(t.of);
  if (!('op' in t)) return false;
  if (t.op === 'select') return isBool(t.args[1]) || isBool(t.args[2]);
  return BOOLS.includes(t.op) || /^[if]cmp\./.test(t.op) || (t.op === 'not' && isBool(t.args[0]));
}

// op is the opcode of a term, or of an entry of facts, which tells the types of its operands.
function op({ op: o, result = 0, to }, bool) {
  const [base, predicate] = o.split('.');
  if (result && o !== 'split') unreadable('no second result', o);
  if (o === 'not') return bool ? '.bnot' : '.not';
  if (o === 'split') return result === 1 ? '.splitLo' : '.splitHi';
  if (['fp_to_si.sat', 'fp_to_ui.sat'].includes(o)) return `.${camel(base)}Sat`;
  if (base === 'icmp') return `(.icmp .${oneOf(PREDICATES, predicate)})`;
  if (base === 'fcmp') return `(.fcmp .${oneOf(FLOAT_PREDICATES, predicate)})`;
  if (['fp_convert', 'si_to_fp', 'ui_to_fp'].includes(o)) return `(.${camel(o)} .${oneOf(FLOATS, to)})`;
  if (to !== undefined) unreadable('no type of a result', o);
  return `.${camel(oneOf(OPS, o))}`;
}

function term(t) {
  if ('var' in t) return `(.var ${str(fields(t, ['var', 'type']).var)} ${type(t.type)})`;
  if ('calc' in t) return `(.calc ${expr(fields(t, ['calc']).calc)})`;
  if ('bool' in t) return `(.bool ${oneOf([true, false], fields(t, ['bool']).bool)})`;
  if ('float' in t) return `(.float .${oneOf(FLOATS, fields(t, ['float', 'type']).type)} ${/^0x[0-9a-f]+$/i.test(t.float) ? t.float : unreadable('no bits', t)})`;
  if ('recip' in t) return `(.recip ${str(fields(t, ['recip']).recip)})`;
  if ('use' in t) return `(.use ${annot(fields(t, ['use', 'of']).use)} ${term(t.of)})`;
  if ('res' in t) return `(.res ${annot(fields(t, ['res', 'of']).res)} ${term(t.of)})`;
  fields(t, ['op', 'args'], ['imm', 'result', 'to']);
  return `(.op ${op(t, t.op === 'not' && isBool(t.args[0]))} ${list(term, t.args)})`;
}

const SHAPES = { fpZero: '.zero', fpNegZero: '.negZero', fpOne: '.one', fpNegOne: '.negOne', fpTwo: '.two', fpRecip: '.recip' };

function pre(p) {
  const { fn } = p;
  if (fn === 'cmp') return `(.cmp .${oneOf(PREDICATES, fields(p, ['fn', 'pred', 'args']).pred)} ${p.args.map(expr).join(' ')})`;
  if (fn === 'isPow2') return `(.isPow2 ${expr(fields(p, ['fn', 'args']).args[0])})`;
  if (['not', 'and', 'or'].includes(fn)) return `(.${fn} ${fields(p, ['fn', 'of']).of.map(pre).join(' ')})`;
  fields(p, ['fn', 'var', 'args']);
  if (fn === 'fpNotIn') return `(.float ${str(p.var)} (.notIn ${literal(p.args[0])}))`;
  if (SHAPES[fn]) return `(.float ${str(p.var)} ${SHAPES[fn]})`;
  const n = { inU: 1, inS: 1, range: 2, zeros: 1, ones: 1 }[fn];
  return n === p.args.length ? `(.${fn} ${str(p.var)} ${p.args.map(expr).join(' ')})` : unreadable('no precondition', p);
}

/* ---- memory and control (MemRule.lean, ControlRules.lean) ---- */

function accessed(t) {
  if ('typeVar' in t) return `(.var ${str(fields(t, ['typeVar']).typeVar)})`;
  if (['bool', 'ptr'].includes(t.type)) return `.${fields(t, ['type']).type}`;
  return `(.${oneOf(['int', 'bytes'], fields(t, ['type', 'size']).type)} ${expr(t.size)})`;
}
const addr = a => `⟨${str(fields(a, ['base', 'off']).base)}, ${expr(a.off)}⟩`;
const len = l => 'sizeOf' in l ? `(.of ${accessed(fields(l, ['sizeOf']).sizeOf)})` : `(.const ${expr(fields(l, ['bytes']).bytes)})`;

const INSTRUCTIONS = {
  value: ['value', ['result', str], ['value', term]], poison: ['poison', ['result', str]],
  load: ['load', ['result', str], ['of', accessed], ['at', addr], ['align', expr]],
  store: ['store', ['of', accessed], ['value', term], ['at', addr], ['align', expr]],
  memset: ['memset', ['at', addr], ['value', term], ['length', term], ['align', expr]],
  memcpy: ['memcpy', ['at', addr], ['from', addr], ['length', term], ['align', expr]],
  memmove: ['memmove', ['at', addr], ['from', addr], ['length', term], ['align', expr]],
  stack_slot: ['slot', ['result', str], ['size', expr], ['align', expr]], free: ['free', ['at', addr]],
};

function instruction(i) {
  const row = INSTRUCTIONS[i.inst] || unreadable('no instruction', i), [ctor, ...args] = row;
  fields(i, ['inst', ...args.map(a => a[0])]);
  return `.${ctor} ${args.map(([k, f]) => f(i[k])).join(' ')}`;
}

function memoryPre(p) {
  const { fn } = p;
  if (['notInt', 'notPtr', 'notBytes'].includes(fn)) return `.${fn} ${str(fields(p, ['fn', 'typeVar']).typeVar)}`;
  if (fn === 'hasType') return `.hasType ${str(fields(p, ['fn', 'var', 'of']).var)} ${accessed(p.of)}`;
  if (fn === 'within') return `.within ${expr(fields(p, ['fn', 'off', 'lengths']).off)} ${p.lengths.map(len).join(' ')}`;
  if (fn === 'nonempty') return `.nonempty ${fields(p, ['fn', 'lengths']).lengths.map(len).join(' ')}`;
  if (fn === 'disjoint') {
    const { addresses: [a, b], lengths: [m, n] } = fields(p, ['fn', 'addresses', 'lengths']);
    return `.disjoint ${addr(a)} ${len(m)} ${addr(b)} ${len(n)}`;
  }
  return `.scalar ${pre(p)}`;
}

function terminator(t) {
  switch (t.term) {
    case 'br': return `(.br ${str(fields(t, ['term', 'block', 'args']).block)} ${list(term, t.args)})`;
    case 'through': return `(.through ${list(str, fields(t, ['term', 'params', 'args', 'body']).params)} ${list(term, t.args)} ${terminator(t.body)})`;
    case 'brif': return `(.brif ${term(fields(t, ['term', 'if', 'then', 'else']).if)} ${terminator(t.then)} ${terminator(t.else)})`;
    case 'switch': return `(.switch ${term(fields(t, ['term', 'on', 'cases', 'default']).on)} ${
      list(c => `(${expr(fields(c, ['case', 'goes']).case)}, ${terminator(c.goes)})`, t.cases)} ${terminator(t.default)})`;
    case 'unreachable': case 'trap': return `.${fields(t, ['term']).term}`;
    default: return unreadable('no terminator', t);
  }
}

/* ---- floats whose operations carry flags (RelaxedRule.lean) ---- */

function relaxedTerm(t) {
  if ('var' in t) return `(.var ${str(fields(t, ['var', 'type']).var)})`;
  const [ctor, n] = { fadd: ['add', 2], fsub: ['sub', 2], fmul: ['mul', 2], fma: ['fma', 3], fneg: ['neg', 1] }[fields(t, ['op', 'args']).op] || unreadable('no term', t);
  return t.args.length === n ? `(.${ctor} ${t.args.map(relaxedTerm).join(' ')})` : unreadable('no term', t);
}

/* ---- instruction selection (Target/X86) ---- */

const CONDITIONS = ['o', 'no', 'b', 'ae', 'e', 'ne', 'be', 'a', 's', 'ns', 'p', 'np', 'l', 'ge', 'le', 'g'];
const GPRS = ['rax', 'rcx', 'rdx', 'rbx', 'rsp', 'rbp', 'rsi', 'rdi', 'r8', 'r9', 'r10', 'r11', 'r12', 'r13', 'r14', 'r15'];
const width = w => `.b${oneOf([8, 16, 32, 64], w)}`;
const size = w => w === 'W' ? '.sz' : width(Number(w));

function reg(r) {
  if (r === 'out') return '.out';
  if (GPRS.includes(r)) return `(.gpr .${r})`;
  if (r.startsWith('$')) return `(.opnd ${str(r.slice(1))})`;
  return /^tmp\d+$/.test(r) ? `(.tmp ${r.slice(3)})` : unreadable('no register', r);
}
const imm = x => expr(fields(x, ['imm']).imm);
const src = x => typeof x === 'string' ? `(.reg ${reg(x)})` : `(.imm ${imm(x)})`;
const count = x => x === 'rcx' ? '.cl' : `(.imm ${imm(x)})`;
const maybe = r => r === null ? 'none' : `(some ${reg(r)})`;

// The mnemonics that share a constructor, with the readers of their operands.
const FAMILIES = [
  ['alu', ['add', 'adc', 'sub', 'sbb', 'and', 'or', 'xor', 'cmp', 'test'], [reg, src]],
  ['un', ['neg', 'not', 'inc', 'dec'], [reg]],
  ['shift', ['shl', 'shr', 'sar', 'rol', 'ror'], [reg, count]],
  ['dshift', ['shld', 'shrd'], [reg, reg, count]],
  ['scan', ['bsf', 'bsr', 'popcnt', 'lzcnt', 'tzcnt', 'blsi', 'blsr', 'blsmsk'], [reg, reg]],
  ['shx', ['shlx', 'shrx', 'sarx'], [reg, reg, reg]],
];
const MNEMONICS = {
  mov: ['mov', reg, src], div: ['div', reg], idiv: ['idiv', reg], cwd: ['cwd'], bswap: ['bswap', reg],
  andn: ['andn', reg, reg, reg], bextr: ['bextr', reg, reg, reg], mul: ['mulWide false', reg], imul1: ['mulWide true', reg],
  lea: ['lea', reg, maybe, maybe, nat, imm],
};

function code(i) {
  const { inst, args } = i, all = readers => {
    if (readers.length !== args.length) unreadable('operands', i);
    return readers.map((f, n) => f(args[n])).join(' ');
  };
  if (['movzx', 'movsx'].includes(inst)) return `.${inst} ${size(fields(i, ['inst', 'size', 'from', 'args']).size)} ${size(i.from)} ${all([reg, reg])}`;
  if (inst.startsWith('set')) return `.setcc .${oneOf(CONDITIONS, fields(i, ['inst', 'args']).inst.slice(3))} ${all([reg])}`;
  fields(i, ['inst', 'size', 'args']);
  if (inst.startsWith('cmov')) return `.cmov .${oneOf(CONDITIONS, inst.slice(4))} ${size(i.size)} ${all([reg, reg])}`;
  if (inst === 'imul') return args.length === 2 ? `.imul ${size(i.size)} ${all([reg, reg])}` : `.imul3 ${size(i.size)} ${all([reg, reg, imm])}`;
  const family = FAMILIES.find(([, names]) => names.includes(inst));
  if (family) return `.${family[0]} .${inst} ${size(i.size)} ${all(family[2])}`;
  const [ctor, ...readers] = MNEMONICS[inst] || unreadable('no instruction', i);
  return `.${ctor} ${size(i.size)} ${all(readers)}`;
}

function held(o) {
  const kind = oneOf(['int', 'defined', 'bool', 'cl'], fields(o, ['var', 'in'], ['size']).in);
  return `(${str(o.var)}, .${kind}${o.size === undefined ? '' : ` ${size(o.size)}`})`;
}
function out(o) {
  if (o.in === 'flags') return `.cond .${oneOf(CONDITIONS, fields(o, ['in', 'cc']).cc)}`;
  return o.in === 'bool' ? '.bool' : `.int ${size(fields(o, ['in', 'size']).size)}`;
}

/* ---- files ---- */

// same is a comparison by the kernel.
const same = (what, type, theorem, value) => ({ what, text: `example : (${name(theorem)} : ${type})${value[0]} = ${value[1]} := rfl` });
const record = parts => `{ ${Object.entries(parts).map(([k, v]) => `«${k}» := ${v}`).join(', ')} }`;
const COMMON = ['name', 'group', 'kind', 'doc', 'lhs', 'rhs', 'pre', 'theorem', 'axioms'];

// FILES has for each file of export/ the comparisons that its text asks for.
const FILES = {
  'rules.json': j => [
    { what: 'commutes', text: `example : Tuffy.commuting.map (·.op) = ${list(o => op({ op: o }), j.commutes)} := rfl` },
    ...j.rules.map(r => {
      if (r.experimental) unreadable('a rule without a theorem', r.name);
      fields(r, COMMON);
      return same(r.name, 'Tuffy.Proven', r.theorem, ['.rule', record({ name: str(r.name), doc: str(r.doc), lhs: term(r.lhs), rhs: term(r.rhs),
        pre: list(pre, r.pre), kind: `.${oneOf(['equivalence', 'refinement'], r.kind)}` })]);
    })],
  'memory.json': j => [
    ...j.memory.map(r => same(r.name, 'Tuffy.MemProven', fields(r, COMMON).theorem, ['.rule', record({ name: str(r.name), doc: str(r.doc),
      lhs: list(instruction, r.lhs), rhs: list(instruction, r.rhs), pre: list(memoryPre, r.pre) })])),
    ...j.control.map(r => same(r.name, 'Tuffy.ControlProven', fields(r, COMMON).theorem, ['.rule', record({ name: str(r.name), doc: str(r.doc),
      lhs: terminator(r.lhs), rhs: terminator(r.rhs), pre: list(pre, r.pre) })]))],
  'relaxed.json': j => j.rules.map(r => {
    fields(r, ['name', 'group', 'needs', 'doc', 'lhs', 'rhs', 'consts', 'others', 'theorem', 'axioms']);
    r.needs.forEach(n => oneOf(['reassoc', 'contract'], n));
    return same(r.name, 'Tuffy.RelaxedProven', r.theorem, ['.rule', record({ name: str(r.name), doc: str(r.doc),
      needs: `⟨${r.needs.includes('reassoc')}, ${r.needs.includes('contract')}⟩`, lhs: relaxedTerm(r.lhs), rhs: relaxedTerm(r.rhs),
      consts: list(str, r.consts), others: list(str, r.others) })]);
  }),
  'selection.json': j => j.rules.map(r => {
    fields(r, ['name', 'group', 'doc', 'widths', 'operands', 'out', 'pattern', 'pre', 'code', 'writes', 'theorem', 'axioms']);
    return [same(r.name, 'Tuffy.X86.ProvenSel', r.theorem, ['.rule', record({ name: str(r.name), doc: str(r.doc), widths: list(width, r.widths),
      pat: term(r.pattern), ops: list(held, r.operands), pre: list(pre, r.pre), out: out(r.out), code: list(code, r.code) })]),
    { what: `${r.name} writes`, text: `example : ((${name(r.theorem)} : Tuffy.X86.ProvenSel).rule.code.flatMap Tuffy.X86.Inst.writes).eraseDups = ${list(reg, r.writes)} := rfl` }];
  }).flat(),
  'facts.json': j => {
    const about = r => op(r, (r.on || [])[0] === 'bool'), entry = (r, type, field, value) => same(r.theorem, `Tuffy.Facts.${type}`, r.theorem, [field, value]);
    const domain = r => `.${oneOf(['bits', 'range', 'truth'], r.domain)}`;
    return [
      ...j.forward.map(r => entry(r, 'ForwardRule', '.op', about(r))), ...j.edge.map(r => entry(r, 'EdgeRule', '.op', about(r))),
      ...j.demand.flatMap(r => [entry(r, 'DemandRule', '.op', about(r)), entry(r, 'DemandRule', '.operand', nat(r.operand)),
        entry(r, 'DemandRule', '.constant', String(r.constant === true))]),
      ...j.lattice.map(r => entry(r, 'LatticeRule', '.operation', `.${oneOf(['join', 'meet', 'widen', 'reduce', 'clamp'], r.operation)}`)),
      ...j.best.flatMap(r => r.operation === 'join' ? [entry(r, 'JoinRule', '.domain', domain(r))]
        : [entry(r, 'BestRule', '.op', about(r)), entry(r, 'BestRule', '.domain', domain(r)), entry(r, 'BestRule', '.extent.text', str(r.of))]),
    ];
  },
};

// comparisons of a file, from its text.
function comparisons(file, text) {
  try { return FILES[file](JSON.parse(text)); } catch (e) {
    if (e instanceof Unreadable || e instanceof SyntaxError || e instanceof TypeError) throw new Unreadable(`${file}: ${e.message}`);
    throw e;
  }
}

// readback has the kernel compare what texts, a map of names to buffers, says with the data of the
// theorems. What is accepted is kept by the hash of all that it depends on.
async function readback(w, texts) {
  const bad = [], files = [...texts.keys()].filter(f => f.endsWith('.json'));
  let total = 0;
  const modules = modulesOf(IMPORTS.map(m => path.join(PROJECT, 'TuffyLean', ...m.split('.')) + '.lean'));
  if ((await compile({ ...w, quiet: true }, modules)).errors) return { ok: false, text: 'what the exported rules are compared with is in error' };
  const keys = [...modules.values()].map(m => m.key);
  await Promise.all(files.map(async f => {
    const short = path.basename(f);
    if (!FILES[short]) { bad.push(`${f}: nothing reads this file back`); return; }
    let all;
    try { all = comparisons(short, texts.get(f).toString()); } catch (e) { bad.push(e.message); return; }
    total += all.length;
    for (let n = 0; n * PER_FILE < all.length; n++) bad.push(...await compare(w, `Readback.${short.replace('.json', '')}${n}`, all.slice(n * PER_FILE, (n + 1) * PER_FILE), keys));
  }));
  return { ok: bad.length === 0, text: bad.length ? bad.join('\n') : `${total} exported rules and entries are, to the kernel, what the theorems speak of` };
}

// compare asks Lean about some comparisons and returns what it has against them.
async function compare(w, module, all, keys) {
  const source = HEAD + all.map(c => c.text).join('\n') + '\n', file = path.join(w.build, `${module}.lean`), log = file + '.json';
  const key = sha(w.stamp, source, ...keys);
  try { if (JSON.parse(fs.readFileSync(log, 'utf8')).key === key) return []; } catch { /* none yet */ }
  fs.writeFileSync(file, source);
  const run = await w.lean(['--json', file], undefined, 4), first = HEAD.split('\n').length;
  const errors = run.lines.map(l => { try { return JSON.parse(l.text); } catch { return { severity: 'error', data: l.text }; } })
    .filter(m => m.severity === 'error' || /sorry/.test(m.data || ''));
  w.say(`${run.code || errors.length ? 'FAIL ' : 'ok   '} ${module} ${run.seconds.toFixed(1)} s`);
  if (!run.code && !errors.length) { fs.writeFileSync(log, JSON.stringify({ key })); return []; }
  const of = m => m.pos && all[m.pos.line - first] ? `${module} ${all[m.pos.line - first].what}: ` : `${module}: `;
  return errors.length ? errors.slice(0, 5).map(m => of(m) + String(m.data).split('\n').slice(0, 6).join('\n')) : [`${module}: Lean ended with status ${run.code}`];
}

module.exports = { readback, comparisons, Unreadable };
