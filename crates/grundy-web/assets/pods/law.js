// Laws that were found, beyond a period: formulas, digits, P-positions, known games and sequences.
import { h } from '../dom.js';
import { evidence } from '../marks.js';
import { sentence, t } from '../words.js';

const KINDS = /** @type {const} */ ({ formula: 'k_formula', period: 'k_period', digits: 'k_digits', 'p-positions': 'k_p', 'equal-game': 'k_equal', oeis: 'k_oeis' });

/** One finding. @param {any} finding @param {((claim: string) => void)} [prove] */
export function finding(finding, prove) {
  const { seal, reason } = evidence(finding.evidence);
  const open = finding.claim && finding.evidence.status !== 'proved' && prove;
  return h('li', {}, h('span', { class: 'kind' }, h('b', {}, t(KINDS[/** @type {'formula'} */ (finding.kind)] || 'k_formula')), seal),
    h('div', {}, h('span', { class: 'note' }, sentence(finding)), reason),
    open ? h('button', { class: 'button small', type: 'button', on: { click: () => prove(finding.claim) } }, t('prove')) : null);
}

/** Games and sequences that are known, a line each. @param {'k_equal' | 'k_oeis'} kind @param {any[]} findings */
export function known(kind, findings) {
  if (!findings.length) return null;
  return h('section', { class: 'known' }, h('h3', { class: 'label' }, t(kind)), h('ul', {}, findings.map((f) => {
    const { seal, reason } = evidence(f.evidence);
    return h('li', {}, h('span', {}, sentence(f)), seal, reason);
  })));
}

/** @param {any[]} guesses */
export function law(guesses) {
  const all = guesses.map((g) => ({ game: g.game, findings: (g.findings || []).filter((/** @type {any} */ f) => f.kind !== 'oeis' && f.kind !== 'period' && f.kind !== 'equal-game') })).filter((g) => g.findings.length);
  if (!all.length) return null;
  return h('section', { class: 'pod wide', 'data-pod': 'law' }, h('header', {}, h('h2', {}, t('law'))),
    all.map((g) => h('div', { class: 'strip' }, h('div', { class: 'head' }, h('code', {}, g.game)), h('ul', { class: 'list' }, g.findings.slice(0, 5).map((/** @type {any} */ f) => finding(f))))));
}
