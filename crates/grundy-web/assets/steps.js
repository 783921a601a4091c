// The reasons of an answer: binary columns, mex, laws; each step of `explain`.
import { optionTexts, short } from './change.js';
import { coded, h } from './dom.js';
import { dot } from './marks.js';
import { conclusion, say, sentence, t } from './words.js';

/** @param {number} bit */
const placeValue = (bit) => (bit < 20 ? String(2 ** bit) : `2^${bit}`);

/** The columns of a sum; the deciding one is marked, and the rows that can change it. @param {any[]} steps */
export function columns(steps) {
  const step = steps.find((x) => x.kind === 'columns');
  if (!step) return null;
  const choices = steps.filter((x) => x.kind === 'choose'), bit = choices[0]?.bit ?? -1, width = step.binary.length;
  const at = (/** @type {number} */ i) => width - 1 - i;
  const cells = (/** @type {string} */ binary, /** @type {boolean} */ chosen) => [...binary].map((b, i) => h('td', {
    class: `${at(i) === bit ? 'decide ' : ''}${b === '0' ? 'zero' : ''}${chosen && b === '1' && at(i) === bit ? 'chosen' : ''}`,
  }, h('span', {}, b)));
  return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('binary') }, h('table', { class: 'bits' },
    h('caption', { class: 'hide' }, t('binary')),
    h('thead', {}, h('tr', {}, h('td'), h('th', { class: 'v', scope: 'col' }, t('value')),
      [...step.binary].map((_, i) => h('th', { scope: 'col', class: at(i) === bit ? 'decide' : '' }, placeValue(at(i)))), h('td'))),
    h('tbody', {},
      step.rows.map((/** @type {any} */ row) => {
        const choice = choices.find((c) => c.component === row.position);
        return h('tr', {}, h('th', { scope: 'row', title: say({ en: row.position, zh: row.zh }) }, short(say({ en: row.position, zh: row.zh }))), h('td', { class: 'v', title: row.value }, short(String(row.value), 18)), cells(row.binary, Boolean(choice)),
          h('td', { class: 'arrow' }, choice ? `→ ${short(String(choice.target), 18)}` : ''));
      }),
      h('tr', { class: 'sum' }, h('th', { scope: 'row' }, 'xor'), h('td', { class: 'v', title: step.xor }, short(String(step.xor), 18)), cells(step.binary, false), h('td')))));
}

/** The columns of normal play in a sentence; none where they do not decide. @param {any} explanation */
export function columnsInWords(explanation) {
  const { steps } = explanation, of = (/** @type {string} */ kind) => steps.find((/** @type {any} */ x) => x.kind === kind);
  const step = of('columns'), choice = of('choose'), unknown = steps.find((/** @type {any} */ x) => x.key === 'unknown-needs');
  const told = (/** @type {any} */ words) => h('p', { class: 'note above3' }, words);
  if (!step || /^misere/.test(explanation.query)) return null;
  if (unknown) return told(coded(sentence(unknown)));
  if (choice) return told(t('deciding', placeValue(choice.bit), short(choice.component, 40), short(String(choice.value), 40), short(String(choice.target), 40)));
  if (String(step.xor) === '0') return /^P/.test(explanation.conclusion) ? told(t('all_even')) : null;
  if (!/^N/.test(explanation.conclusion)) return null;
  const odd = [...step.binary].flatMap((b, i) => (b === '1' ? [placeValue(step.binary.length - 1 - i)] : []));
  return told(odd.length === 1 ? t('odd_column', odd[0]) : t('odd_columns', odd));
}

/** The numbers up to the mex: those that options have, and the first that none has. @param {any} values @param {any} mex */
export function seen(values, mex) {
  const have = new Set(values.map(String)), top = Math.min(18, Math.max(Number(mex), ...values.map(Number).filter((/** @type {number} */ v) => v < 18)));
  return h('div', { class: 'seen' }, Array.from({ length: top + 1 }, (_, i) => (String(i) === String(mex)
    ? h('span', { class: 'miss' }, i) : have.has(String(i)) ? h('span', {}, i) : h('span', { class: 'none' }, '·'))),
  Number(mex) > top ? h('span', { class: 'miss' }, mex) : null);
}

/** So many options are listed; of more it is told how many have each value. */
const LISTED = 12;

/** How many options have each value: a bar each. @param {any[]} options */
function tally(options) {
  const counts = /** @type {Map<string, number>} */ (new Map());
  for (const o of options) counts.set(String(o.value), (counts.get(String(o.value)) || 0) + 1);
  const most = Math.max(...counts.values()), all = [...counts].sort((a, b) => Number(a[0]) - Number(b[0])).slice(0, LISTED);
  const bar = (/** @type {number} */ n) => { const i = h('i'); i.style.width = `${(100 * n) / most}%`; return i; };
  return h('div', { class: 'above2' }, h('p', { class: 'label' }, t('moves_by_value')), h('div', { class: 'tally' }, all.map(([value, n]) => h('div', { class: value === '0' ? 'zero' : '' }, h('b', {}, value), bar(n), h('span', {}, n)))));
}

/** One step; `brief`: of many options how many have each value. @param {any} step @param {boolean} [brief] @returns {Node | null} */
export function stepNode(step, brief = false) {
  const list = (/** @type {any[]} */ options, /** @type {(o: any) => any} */ what, names = optionTexts(step.position, options.slice(0, 40).map((o) => o.position))) => h('p', { class: 'options small' },
    names.map((name, i) => h('span', {}, h('code', { title: options[i].position }, name), ' ', what(options[i]))), options.length > 40 ? h('span', {}, `… ${t('more', options.length - 40)}`) : null);
  switch (step.kind) {
    case 'say': return h('p', {}, coded(sentence(step)));
    case 'theorem': return h('div', {}, h('p', {}, say({ en: step.statement, zh: step.zh })), step.reference ? h('p', { class: 'soft small' }, step.reference) : null);
    case 'mex': return h('div', {}, h('p', {}, t('mex_of', short(step.position), step.mex)), brief && step.options.length > LISTED ? (step.more ? null : tally(step.options)) : list(step.options, (o) => h('b', {}, o.value)), seen(step.values, step.mex));
    case 'loopy': return h('div', {}, h('p', {}, h('code', {}, short(step.position)), ': ', sentence(step)), list(step.options, (o) => h('b', {}, o.value ?? infinite(o.loopy))));
    case 'outcomes': return h('div', {}, h('p', {}, t('outcomes_of', short(step.position), step.outcome)), list(step.options, (o) => [dot(o.outcome), o.outcome]));
    case 'columns': return columns([step]);
    case 'ones': return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('binary') }, h('table', { class: 'bits' }, h('tbody', {},
      step.rows.map((/** @type {any} */ row) => h('tr', {}, h('th', { scope: 'row' }, say({ en: row.name, zh: row.zh })), h('td', { class: 'v' }, row.value), [...row.binary].map((b) => h('td', { class: b === '0' ? 'zero' : '' }, b)))),
      h('tr', { class: 'sum' }, h('th', { scope: 'row' }, t('ones_mod', step.modulus)), h('td', { class: 'v' }), step.ones.map((/** @type {number} */ n) => h('td', {}, n))))));
    case 'choose': return h('p', {}, t('choose', short(step.component, 40), short(String(step.value), 40), short(String(step.target), 40)), ' ', h('code', {}, short(step.to, 40)));
    default: return step.text ? h('p', {}, step.text) : null;
  }
}

/** The value ∞(K). @param {any[]} set */
export const infinite = (set) => `∞{${(set || []).join(',')}}`;

/** All steps, and the conclusion. @param {any} explanation */
export function everyStep(explanation) {
  return h('ol', { class: 'steps stack' }, explanation.steps.map((/** @type {any} */ step) => { const node = stepNode(step); return node ? h('li', {}, node) : null; }),
    explanation.conclusion ? h('li', {}, h('p', {}, h('b', {}, conclusion(explanation)))) : null);
}
